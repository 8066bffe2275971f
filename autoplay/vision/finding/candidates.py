"""Possible boards of one picture: which of them are the same, and which one counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from autoplay.game import Shape, Variant
from autoplay.vision.finding.growing import Grown
from autoplay.vision.lattice import Lattice

SAME_PITCH = 0.035
"""Share of the pitch within which two periods are the same one."""

MOST_DIFFERENT = 2.0
"""Cells by which the same lattice fitted twice explains more or fewer."""

FEWER_LOOKS = 0.6
"""Share of the looks that a lattice has at most to count before another of the same board: off by
a third of a cell, half-opened boards have twice as many."""

CLEARER = 1.5
"""How many times as far the outlines of a lattice of that few looks are drawn to count before one
that explains more cells: of 56 pairs off by their phase the right one was so in 4, no wrong one."""

SAME_AREA = 0.8
"""Share of a lattice of zones that lies in a board whose piece it may be."""

SMALL_ZONE = 0.6
"""Share of a cell's width or height below which its zone may stand anywhere in it."""

FEW_ZONES = 0.4
"""Zones, as a share of a sure board's cells, from which they may be the faces of another."""

SAME_PHASE = 0.15
"""Pitches up to which a piece of a board is off its cells: bevels are wider on one side."""

GOOD = 0.6
"""Score of a lattice that may hold more of the board's cells than a better one of larger cells."""

MOST_OF_BOTH = 0.5
"""Share of the larger board's area that two boards share at one place."""

MOST_OVERLAP = 0.2
"""Share of the smaller board's area that two boards may share."""


@dataclass(frozen=True)
class Candidate:
    """A possible board: its lattice, how convincing it is (0 to 1), and why in words.

    ``looks`` is how many looks its cells share. One that is ``written`` was found beside a sure
    board by its marks alone: only what is read there tells it from other text.
    """

    lattice: Lattice
    score: float
    reason: str
    looks: int = 0
    written: bool = False

    @property
    def explained(self) -> float:
        """How many cells it explains."""
        return self.score * len(self.lattice.topology)

    @property
    def looks_a_cell(self) -> float:
        """How many looks there are for each cell: more where a lattice lies beside its cells."""
        return self.looks / len(self.lattice.topology)


def includes(board: Lattice, grown: Grown) -> bool:
    """Whether zones say nothing new: they lie in a board, at its cells or on few of them."""
    if _shared(board, grown.lattice) < SAME_AREA:
        return False
    if grown.cover * len(grown.lattice.topology) < FEW_ZONES * len(board.topology):
        return True
    if not _is_one_tiling(board, grown.lattice):
        return False
    if min(grown.fill) < SMALL_ZONE:
        return True
    return _off(board, grown.lattice) < SAME_PHASE


def _off(board: Lattice, other: Lattice) -> float:
    """Return by how many pitches the cells of another lattice of its tiling lie off a board's."""
    x, y = np.subtract(other.first_cell_center, board.first_cell_center) / board.pitch
    if board.topology.variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS):
        x += round(y) / 2
    elif board.topology.variant in (Variant.ODD_COLS, Variant.EVEN_COLS):
        y += round(x) / 2
    elif board.topology.shape is Shape.TRIANGLE:
        turned = board.topology.points_up[0] != other.topology.points_up[0]
        if (round(x) + round(y)) % 2 != turned:
            return 1.0
    return float(max(abs(x - round(x)), abs(y - round(y))))


def apart(
    found: list[Candidate], drawn: Callable[[Lattice], float], *, by_cells: bool = False
) -> list[Candidate]:
    """Return the candidates that overlap no better one, best first.

    The better one has the higher score or, ``by_cells`` and of good ones, explains more cells.
    ``drawn`` says how far the outlines of a lattice's cells are, 0 to 1.

    Of the same lattice found twice the first counts, of two that differ by their phase or extent
    the one that explains more cells: the places between cells look alike too, but are fewer, or
    have a look for every pair of neighbours.
    """
    kept: list[Candidate] = []
    for each in found:
        rivals = [other for other in found if _is_one_tiling(each.lattice, other.lattice)]
        if any(_beats(other, each, drawn) for other in rivals):
            continue
        if not any(_is_one_tiling(each.lattice, other.lattice) for other in kept):
            kept.append(each)
    chosen: list[Candidate] = []
    for each in sorted(kept, key=_rank_by_cells if by_cells else _rank):
        if all(_shared(each.lattice, other.lattice) <= MOST_OVERLAP for other in chosen):
            chosen.append(each)
    return chosen


def _rank(each: Candidate) -> tuple[float, float]:
    return -each.score, 0.0


def _rank_by_cells(each: Candidate) -> tuple[float, float]:
    return (-1.0, -each.explained) if each.score >= GOOD else _rank(each)


def _beats(one: Candidate, other: Candidate, drawn: Callable[[Lattice], float]) -> bool:
    """Whether a candidate explains more cells than another, or does with far fewer looks.

    Of lattices beside each other's cells far fewer looks also count where fewer cells are explained
    and the outlines are drawn more clearly.
    """
    if _is_clearer(other, one, drawn):
        return False
    more = one.explained - other.explained
    few = 0 < one.looks <= FEWER_LOOKS * other.looks
    return (
        more > MOST_DIFFERENT or (more >= -MOST_DIFFERENT and few) or _is_clearer(one, other, drawn)
    )


def _is_clearer(one: Candidate, other: Candidate, drawn: Callable[[Lattice], float]) -> bool:
    return (
        0 < one.looks <= FEWER_LOOKS * other.looks
        and _off(one.lattice, other.lattice) > SAME_PHASE
        and drawn(one.lattice) >= CLEARER * drawn(other.lattice)
    )


def _is_one_tiling(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices have one tiling and pitch, and overlap."""
    if one.topology.shape is not other.topology.shape:
        return False
    pitch = np.array(one.pitch)
    same = (np.abs(pitch - other.pitch) <= SAME_PITCH * pitch).all()
    return bool(same) and _shared(one, other) > MOST_OVERLAP


def same_place(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices cover much the same place."""
    common, areas = _areas(one, other)
    return common > MOST_OF_BOTH * max(areas)


def _shared(one: Lattice, other: Lattice) -> float:
    common, areas = _areas(one, other)
    return common / max(min(areas), 1)


def _areas(one: Lattice, other: Lattice) -> tuple[float, tuple[float, float]]:
    """Return the area that two lattices share, and that of each."""
    a, b = np.array(one.box), np.array(other.box)
    sides = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None)
    return float(np.prod(sides)), (float(np.prod(a[2:] - a[:2])), float(np.prod(b[2:] - b[:2])))
