"""Finds boards in a whole picture: where they are, their tiling, rows and columns, no hint needed.

The faces of cells are flat zones of one size; where their middles stand in a lattice, there may be
a board. Where steps are slopes, as JPEG makes them, zones are looked for again over wider steps.
Cells without plain faces repeat all the same: then the digits and other marks that stand alone are
looked at, and the autocorrelation of the picture's edges names the periods there are. Each lattice
is fitted to the edges, reaches as far as its cells look like one another, and is judged by how many
of them do.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from autoplay.errors import NoBoardError, SeveralBoardsError
from autoplay.game import Shape
from autoplay.vision.finding.edges import Edges, edges_of
from autoplay.vision.finding.finer import finer
from autoplay.vision.finding.fit import phased, refined, tilings_of
from autoplay.vision.finding.fitting import fitted, regularity
from autoplay.vision.finding.growing import SMALLEST_CELL, Grown, grown_lattices, marked_lattices
from autoplay.vision.finding.looks import known_share, softened
from autoplay.vision.finding.marks import marks_of
from autoplay.vision.finding.periods import Period, periods_of
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.spread import spread
from autoplay.vision.finding.tiling import Drawing, support
from autoplay.vision.finding.zones import wide_zone_passes, zone_passes
from autoplay.vision.lattice import Image, Lattice

CONVINCING = 0.45
"""Least score of a board: true ones have 0.7 and more on the real screens looked at."""

SURE = 0.8
"""Score of a lattice of flat zones from which no other source of lattices is asked."""

REGULAR = 0.8
"""Regularity of a lattice of the true pitch: 0.85 and more on most screens measured, 0.45 on
two-coloured hexagons; one of half the pitch has 0.6 and less."""

SMALL = 6
"""Cells at which a lattice gets half of its score: any few rectangles in a row have some."""

MOST_ZONED = 6
"""Lattices of flat zones that are followed up."""

MOST_TRIED = 6
"""Periods that are followed up; the board's own is among the first three on real screens."""

MOST_ROUNDS = 8
"""How often a lattice is fitted and its reach looked at; each time it may gain by half."""

LEAST_SUPPORT = 0.3
"""Share of the outlines in a period's block that must be drawn for it to be followed up."""

MARGIN = 128
"""Pixels around a place in which its board may go on."""

SAME_PITCH = 0.035
"""Share of the pitch within which two periods are the same one."""

MOST_DIFFERENT = 2.0
"""Cells by which the same lattice fitted twice explains more or fewer."""

FEWER_LOOKS = 0.6
"""Share of the looks that a lattice has at most to count before another of the same board: off by
a third of a cell, half-opened boards have twice as many."""

SAME_AREA = 0.8
"""Share of a lattice of zones that lies in a board whose piece it may be."""

SMALL_ZONE = 0.6
"""Share of a cell's width or height below which its zone may stand anywhere in it."""

FEW_ZONES = 0.4
"""Zones, as a share of a sure board's cells, from which they may be the faces of another."""

SAME_PHASE = 0.15
"""Pitches up to which a piece of a board is off its cells: bevels are wider on one side."""

MOST_OVERLAP = 0.2
"""Share of the smaller board's area that two boards may share."""


@dataclass(frozen=True)
class Candidate:
    """A possible board: its lattice, how convincing it is (0 to 1), and why in words.

    ``looks`` is how many looks its cells share.
    """

    lattice: Lattice
    score: float
    reason: str
    looks: int = 0


def find_board(image: Image, box: tuple[int, int, int, int] | None = None) -> Lattice:
    """Return the lattice of the one board in a picture, or in a (left, top, right, bottom) of it.

    Raises NoBoardError with the best candidate and why it was rejected, and SeveralBoardsError
    with the lattices of all convincing ones.
    """
    candidates = find_boards(image, box)
    convincing = [candidate for candidate in candidates if candidate.score >= CONVINCING]
    if len(convincing) > 1:
        raise SeveralBoardsError(
            f"{len(convincing)} boards are in the picture; name one of them by its region",
            [candidate.lattice for candidate in convincing],
        )
    if convincing:
        return convincing[0].lattice
    if not candidates:
        raise NoBoardError("no board in the picture: nothing in it repeats like cells")
    best = candidates[0]
    raise NoBoardError(
        f"no board in the picture; the best candidate, {best.reason}, is too faint", best
    )


def find_boards(image: Image, box: tuple[int, int, int, int] | None = None) -> list[Candidate]:
    """Return the possible boards, best first, of a picture or of a box of it.

    ``box`` is (left, top, right, bottom). Boards do not overlap. Coordinates are always those of
    the whole picture.
    """
    left, top, right, bottom = box or (0, 0, image.shape[1], image.shape[0])
    part = image[max(top, 0) : bottom, max(left, 0) : right]
    if min(part.shape[:2], default=0) < 3 * 8:
        return []
    edges = edges_of(part)
    found: list[Candidate] = []
    # From the cheapest look at the picture to the dearest, until a board is sure.
    for passes in (zone_passes, wide_zone_passes):
        _judge_zones(part, edges, grown_lattices(passes(part)), found)
        if _is_sure(found):
            break
    else:
        # Cells without outlines have their marks alone.
        _judge_zones(part, edges, marked_lattices(marks_of(part)), found)
        # Periods see what has no plain faces: dithers, half-opened boards.
        laid = [each for group in _groups(periods_of(edges)) for each in _laid(edges, group)]
        found += [_judged(part, edges, lattice) for lattice in laid]
    # Hexagons, too, are the same moved by half of two cells slantwise: only what no better
    # candidate overlaps is divided.
    divided = [fine for each in _apart(found) for fine in _divided(part, edges, each)]
    return [
        replace(each, lattice=each.lattice.moved(max(left, 0), max(top, 0)))
        for each in _apart(divided)
    ]


def _judge_zones(image: Image, edges: Edges, grown: list[Grown], found: list[Candidate]) -> None:
    """Add the lattices of zones, judged, that say something new."""
    for each in grown[:MOST_ZONED]:
        if not any(board.score >= SURE and _includes(board.lattice, each) for board in found):
            found += [_judged(image, edges, lattice, each.whole) for lattice in each.placed]


def _divided(image: Image, edges: Edges, found: Candidate) -> list[Candidate]:
    """Return the candidate, or those instead whose cells are a part of its own."""
    if found.score < CONVINCING:
        return [found]
    fine = [_judged(image, edges, lattice) for lattice in finer(image, found.lattice)]
    return [each for each in fine if each.score >= CONVINCING] or [found]


def _is_sure(found: list[Candidate]) -> bool:
    return any(each.score >= SURE for each in found)


def _includes(board: Lattice, grown: Grown) -> bool:
    """Whether zones say nothing new: they lie in a board, at its cells or on few of them."""
    if _shared(board, grown.lattice) < SAME_AREA:
        return False
    if grown.cover * len(grown.lattice.topology) < FEW_ZONES * len(board.topology):
        return True
    if not _alike(board, grown.lattice):
        return False
    if min(grown.fill) < SMALL_ZONE:
        return True
    offset = np.subtract(grown.lattice.first_cell_center, board.first_cell_center)
    repeat = np.array(board.pitch) * (1 if board.topology.shape is Shape.SQUARE else 0.5)
    return bool((np.abs((offset / repeat + 0.5) % 1 - 0.5) < SAME_PHASE).all())


def _judged(image: Image, edges: Edges, lattice: Lattice, whole: bool = False) -> Candidate:
    """Return the lattice fitted, with the reach its cells' looks tell of, and judged.

    A ``whole`` one may have more lines than these, but not fewer.
    """
    soft = softened(image, lattice)
    lattice = fitted(edges, lattice)
    for _ in range(MOST_ROUNDS):
        wider = reached(soft, lattice, whole)
        if wider.topology == lattice.topology:
            break
        lattice = fitted(edges, wider)
    cells = len(lattice.topology)
    regular = min(regularity(edges, lattice) / REGULAR, 1.0)
    known, looks = known_share(soft, lattice)
    score = known * regular * cells / (cells + SMALL)
    return Candidate(lattice, score, _reason(lattice, score), looks)


def _groups(periods: list[Period]) -> list[list[Period]]:
    """Return periods that are the same one, the strongest of a group first.

    The groups seen most widely come first.
    """
    groups: list[list[Period]] = []
    for period in sorted(periods, key=lambda period: -period.score):
        for group in groups:
            if _same(group[0], period):
                group.append(period)
                break
        else:
            groups.append([period])
    groups.sort(key=lambda group: -sum(period.score for period in group))
    return groups[:MOST_TRIED]


def _same(one: Period, other: Period) -> bool:
    return (
        one.centered == other.centered
        and abs(one.x - other.x) <= SAME_PITCH * one.x
        and abs(one.y - other.y) <= SAME_PITCH * one.y
    )


def _laid(edges: Edges, group: list[Period]) -> list[Lattice]:
    """Return the tilings that have this period, laid over what they seem to cover."""
    blocks = np.array([period.block for period in group])
    left, top = (int(max(place - MARGIN, 0)) for place in blocks[:, :2].min(axis=0))
    right, bottom = (int(place + MARGIN) for place in blocks[:, 2:].max(axis=0))
    part = edges.crop((left, top, right, bottom))
    block = group[0].block
    inside = (block[0] - left, block[1] - top, block[2] - left, block[3] - top)
    found = []
    for tiling in tilings_of(replace(group[0], block=inside)):
        if min(tiling.cell_size) < SMALLEST_CELL:
            continue
        drawing = Drawing.of(part, tiling)
        laid = refined(drawing, phased(drawing, tiling))
        if support(drawing, laid).mean() < LEAST_SUPPORT:
            continue
        grown = spread(drawing, laid)
        if grown is not None:
            found.append(grown.moved(left, top))
    return found


def _reason(lattice: Lattice, score: float) -> str:
    topology, pitch = lattice.topology, lattice.pitch
    left, top, _, _ = lattice.box
    return (
        f"{topology.rows}x{topology.cols} {topology.shape}s of {pitch[0]:.1f}x{pitch[1]:.1f} px "
        f"at {left},{top}, score {score:.2f}"
    )


def _apart(found: list[Candidate]) -> list[Candidate]:
    """Return the candidates that overlap no better one, best first.

    Of the same lattice found twice the first counts, of two that differ by their phase or extent
    the one that explains more cells: the places between cells look alike too, but are fewer, or
    have a look for every pair of neighbours.
    """
    kept: list[Candidate] = []
    for each in found:
        rivals = [other for other in found if _alike(each.lattice, other.lattice)]
        if any(_beats(other, each) for other in rivals):
            continue
        if not any(_alike(each.lattice, other.lattice) for other in kept):
            kept.append(each)
    apart: list[Candidate] = []
    for each in sorted(kept, key=lambda each: -each.score):
        if all(_shared(each.lattice, other.lattice) <= MOST_OVERLAP for other in apart):
            apart.append(each)
    return apart


def _beats(one: Candidate, other: Candidate) -> bool:
    """Whether a candidate explains more cells than another, or as many by far fewer looks."""
    more = _explained(one) - _explained(other)
    return more > MOST_DIFFERENT or (
        more >= -MOST_DIFFERENT and 0 < one.looks <= FEWER_LOOKS * other.looks
    )


def _explained(candidate: Candidate) -> float:
    return candidate.score * len(candidate.lattice.topology)


def _alike(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices have one tiling and pitch, and overlap."""
    if one.topology.shape is not other.topology.shape:
        return False
    pitch = np.array(one.pitch)
    same = (np.abs(pitch - other.pitch) <= SAME_PITCH * pitch).all()
    return bool(same) and _shared(one, other) > MOST_OVERLAP


def _shared(one: Lattice, other: Lattice) -> float:
    a, b = np.array(one.box), np.array(other.box)
    sides = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None)
    least = min(np.prod(a[2:] - a[:2]), np.prod(b[2:] - b[:2]))
    return float(np.prod(sides) / max(least, 1))
