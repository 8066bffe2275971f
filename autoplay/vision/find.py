"""Finds boards in a whole picture: where they are, their tiling, rows and columns, no hint needed.

A board repeats itself, so the autocorrelation of the picture's edges names the periods there are,
block by block. For each, every tiling with that period is laid over the edges, fitted, grown until
its cells are no longer drawn, and judged by how much better its outlines are drawn than the same
outlines moved by a part of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from autoplay.errors import NoBoardError, SeveralBoardsError
from autoplay.game import Shape
from autoplay.vision.finding.edges import Edges, edges_of
from autoplay.vision.finding.fit import phased, refined, repitched, settled, tilings_of
from autoplay.vision.finding.growing import Grown, grown_lattices
from autoplay.vision.finding.judge import judge
from autoplay.vision.finding.periods import Period, periods_of
from autoplay.vision.finding.spread import measured, spread
from autoplay.vision.finding.tiling import Drawing, support
from autoplay.vision.lattice import Image, Lattice

CONVINCING = 0.45
"""Least score of a board: true ones have 0.5 and more on the real screens looked at."""

MOST_TRIED = 6
"""Periods that are followed up; the board's own is among the first three on real screens."""

MOST_ZONED = 5
"""Lattices of flat zones that are followed up."""

SURE_COVER = 0.9
"""Share of a lattice's cells that are flat zones from which its place and extent are trusted."""

MOST_ROUNDED = 0.7
"""Pixels by which zones with uneven bevels are off at the far end of a board."""

LEAST_SUPPORT = 0.3
"""Share of the outlines in a period's block that must be drawn for it to be followed up."""

MARGIN = 128
"""Pixels around a place in which its board may go on."""

SAME_PITCH = 0.035
"""Share of the pitch within which two periods are the same one."""

MOST_OVERLAP = 0.2
"""Share of the smaller board's area that two boards may share."""


@dataclass(frozen=True)
class Candidate:
    """A possible board: its lattice, how convincing it is (0 to 1), and why in words."""

    lattice: Lattice
    score: float
    reason: str


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
    found = [_zoned(edges, grown) for grown in grown_lattices(part)[:MOST_ZONED]]
    if not any(each.sure and each.lattice.topology.shape is Shape.SQUARE for each in found):
        # Periods cost more, and see what has no plain faces: dithers, marks, half-opened boards;
        # and triangles, whose faces stand like those of hexagons.
        found += [each for group in _groups(periods_of(edges)) for each in _tried(edges, group)]
    return [
        Candidate(each.lattice.moved(max(left, 0), max(top, 0)), each.score, _reason(each))
        for each in _apart(found)
    ]


@dataclass(frozen=True)
class _Found:
    """A fitted lattice; ``total`` is how much speaks for its extent among its like.

    ``sure`` says that nearly all of its cells are plain faces, so that place and extent are exact.
    """

    lattice: Lattice
    score: float
    total: float
    sure: bool = False


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


def _tried(edges: Edges, group: list[Period]) -> list[_Found]:
    """Return what becomes of the tilings that have this period."""
    blocks = np.array([period.block for period in group])
    left, top = (int(max(place - MARGIN, 0)) for place in blocks[:, :2].min(axis=0))
    right, bottom = (int(place + MARGIN) for place in blocks[:, 2:].max(axis=0))
    part = edges.crop((left, top, right, bottom))
    block = group[0].block
    inside = (block[0] - left, block[1] - top, block[2] - left, block[3] - top)
    found = []
    for tiling in tilings_of(replace(group[0], block=inside)):
        drawing = Drawing.of(part, tiling)
        laid = refined(drawing, phased(drawing, tiling))
        if support(drawing, laid).mean() < LEAST_SUPPORT:
            continue
        grown = spread(drawing, laid)
        if grown is not None:
            found.append(_candidate(edges, grown.lattice.moved(left, top)))
    return found


def _zoned(edges: Edges, grown: Grown) -> _Found:
    """Return the lattice of flat zones judged; where nearly all cells are zones it is exact."""
    found = _candidate(edges, grown.lattice)
    if grown.cover < SURE_COVER:
        return found
    lattice = repitched(grown.lattice, _whole_pitch(grown.lattice))
    return replace(found, lattice=lattice, score=max(found.score, grown.cover / 2), sure=True)


def _whole_pitch(lattice: Lattice) -> tuple[float, float]:
    """Return the pitch, whole where that moves no cell by more than ``MOST_ROUNDED`` pixels."""
    topology, (x, y) = lattice.topology, lattice.pitch
    moved_x, moved_y = abs(round(x) - x) * topology.cols / 2, abs(round(y) - y) * topology.rows / 2
    return round(x) if moved_x <= MOST_ROUNDED else x, round(y) if moved_y <= MOST_ROUNDED else y


def _candidate(edges: Edges, lattice: Lattice) -> _Found:
    """Return the lattice fitted and judged in its own part of the picture."""
    box = lattice.box
    left, top = max(box[0] - MARGIN, 0), max(box[1] - MARGIN, 0)
    part = edges.crop((left, top, box[2] + MARGIN, box[3] + MARGIN))
    lattice = settled(part, lattice.moved(-left, -top))
    drawing = Drawing.of(part, lattice)
    grown = measured(drawing, lattice)
    return _Found(lattice.moved(left, top), judge(drawing, grown), grown.total)


def _reason(found: _Found) -> str:
    topology, pitch = found.lattice.topology, found.lattice.pitch
    left, top, _, _ = found.lattice.box
    return (
        f"{topology.rows}x{topology.cols} {topology.shape}s of {pitch[0]:.1f}x{pitch[1]:.1f} px "
        f"at {left},{top}, score {found.score:.2f}"
    )


def _apart(found: list[_Found]) -> list[_Found]:
    """Return the best extent of each lattice, best first, without those that overlap a better."""
    kept: list[_Found] = []
    whole = [
        each
        for each in found
        if not any(_holds_more(other, each) and _alike(each, other) for other in found)
    ]
    for each in sorted(whole, key=lambda each: -each.score):
        if all(_shared(each.lattice, other.lattice) <= MOST_OVERLAP for other in kept):
            kept.append(each)
    return kept


def _holds_more(one: _Found, other: _Found) -> bool:
    return (one.sure, one.total) > (other.sure, other.total)


def _alike(one: _Found, other: _Found) -> bool:
    """Whether two lattices are one and the same but for their extent."""
    a, b = one.lattice, other.lattice
    if a.topology.shape is not b.topology.shape or _shared(a, b) <= MOST_OVERLAP:
        return False
    pitch = np.array(a.pitch)
    return bool((np.abs(pitch - b.pitch) <= SAME_PITCH * pitch).all())


def _shared(one: Lattice, other: Lattice) -> float:
    a, b = np.array(one.box), np.array(other.box)
    sides = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None)
    least = min(np.prod(a[2:] - a[:2]), np.prod(b[2:] - b[:2]))
    return float(np.prod(sides) / max(least, 1))
