"""Finds boards in a whole picture: where they are, their tiling, rows and columns, no hint needed.

The faces of cells are flat zones of one size; where their middles stand in a lattice, there may be
a board. Where steps are slopes, as JPEG makes them, zones are looked for again over wider steps.
Cells without plain faces repeat all the same: then the digits and other marks that stand alone are
looked at, and the autocorrelation of the picture's edges names the periods there are. Each lattice
is fitted to the edges, reaches as far as its cells look like one another, and is judged by how many
of them do.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np

from autoplay.game import Shape
from autoplay.vision.finding.candidates import SAME_PITCH, Candidate, apart, includes
from autoplay.vision.finding.edges import SMALLEST_PICTURE, PictureEdges
from autoplay.vision.finding.finer import finer
from autoplay.vision.finding.fit import phased, refined, tilings_of
from autoplay.vision.finding.fitting import fitted, regularity
from autoplay.vision.finding.growing import SMALLEST_CELL, Grown, grown_lattices, marked_lattices
from autoplay.vision.finding.looks import known_share
from autoplay.vision.finding.marks import marks_of
from autoplay.vision.finding.outlined import outlined
from autoplay.vision.finding.periods import Period, periods_of
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.sampling import Softened, softened
from autoplay.vision.finding.spread import spread
from autoplay.vision.finding.tiling import Drawing, around, halfway, support
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


def find_boards(
    image: Image,
    box: tuple[int, int, int, int] | None = None,
    shape: Shape | None = None,
    *,
    thorough: bool = False,
) -> list[Candidate]:
    """Return the possible boards, best first, of a picture or of a box of it.

    ``box`` is (left, top, right, bottom). Boards do not overlap. Coordinates are always those of
    the whole picture. With ``shape`` only boards of such cells are returned. A ``thorough`` look
    goes on where a board seems sure, and takes the board of more cells first.
    """
    left, top, right, bottom = box or (0, 0, image.shape[1], image.shape[0])
    part = image[max(top, 0) : bottom, max(left, 0) : right]
    if min(part.shape[:2], default=0) < SMALLEST_PICTURE:
        return []
    edges = PictureEdges(part)
    found: list[Candidate] = []
    # From the cheapest look at the picture to the dearest, until a board is sure.
    for passes in (zone_passes, wide_zone_passes):
        _judge_zones(part, edges, grown_lattices(passes(part)), found)
        if _is_sure(found) and not thorough:
            break
    else:
        # Cells without outlines have their marks alone.
        _judge_zones(part, edges, marked_lattices(marks_of(part)), found)
        # Periods see what has no plain faces: dithers, half-opened boards.
        laid = [
            each for group in _groups(periods_of(edges.whole())) for each in _laid(edges, group)
        ]
        found += [_judged(part, edges, lattice) for lattice in laid]
    # Hexagons, too, are the same moved by half of two cells slantwise: only what no better
    # candidate overlaps is divided.
    better = partial(apart, drawn=partial(_drawn, edges), by_cells=thorough)
    divided = [fine for each in better(found) for fine in _divided(part, edges, each)]
    return [
        replace(each, lattice=each.lattice.moved(max(left, 0), max(top, 0)))
        for each in better(divided)
        if shape in (None, each.lattice.topology.shape)
    ]


def between(image: Image, found: Lattice) -> list[Candidate]:
    """Return the possible boards whose cells are where this lattice of squares has its lines.

    Where cells are parted by the page, what is between them has their pitch and like looks, too.
    The first board has the fewest looks for its cells.
    """
    if found.topology.shape is not Shape.SQUARE:
        return []
    boards = []
    for moved in halfway(found):
        soft = softened(image, moved)
        # Outlines do not tell where such cells end: the pitch is kept.
        board = _candidate(soft, _reached(soft, moved, lambda wider: wider))
        if board.score >= CONVINCING:
            boards.append(board)
    return sorted(boards, key=lambda each: each.looks / len(each.lattice.topology))


def _judge_zones(
    image: Image, edges: PictureEdges, grown: list[Grown], found: list[Candidate]
) -> None:
    """Add the lattices of zones, judged, that say something new."""
    for each in grown[:MOST_ZONED]:
        if not any(board.score >= SURE and includes(board.lattice, each) for board in found):
            found += [_judged(image, edges, lattice, each.whole) for lattice in each.placed]


def _divided(image: Image, edges: PictureEdges, found: Candidate) -> list[Candidate]:
    """Return the candidate, or those instead whose cells are a part of its own."""
    if found.score < CONVINCING:
        return [found]
    fine = [
        _judged(image, edges, _phased(edges, lattice)) for lattice in finer(image, found.lattice)
    ]
    return [each for each in fine if each.score >= CONVINCING] or [found]


def _phased(edges: PictureEdges, lattice: Lattice) -> Lattice:
    """Return the lattice moved to where its outlines are drawn best."""
    part, there, start = around(edges, lattice)
    return phased(Drawing.of(part, there), there).moved(*start)


def _drawn(edges: PictureEdges, lattice: Lattice) -> float:
    """Return how far the outlines of a lattice's cells are drawn, 0 to 1."""
    part, there, _ = around(edges, lattice)
    return float(support(Drawing.of(part, there), there).mean())


def _is_sure(found: list[Candidate]) -> bool:
    return any(each.score >= SURE for each in found)


def _judged(image: Image, edges: PictureEdges, lattice: Lattice, whole: bool = False) -> Candidate:
    """Return the lattice fitted, with the reach its cells' looks tell of, and judged.

    A ``whole`` one may have more lines than these, but not fewer.
    """
    soft = softened(image, lattice)
    lattice = _reached(soft, fitted(edges, lattice), partial(fitted, edges), whole)
    lattice = outlined(edges, lattice)
    return _candidate(soft, lattice, min(regularity(edges, lattice) / REGULAR, 1.0))


def _reached(
    soft: Softened, lattice: Lattice, fit: Callable[[Lattice], Lattice], whole: bool = False
) -> Lattice:
    """Return the lattice with all lines that its cells' looks tell of, ``fit`` whenever it grew."""
    for _ in range(MOST_ROUNDS):
        wider = reached(soft, lattice, whole)
        if wider.topology == lattice.topology:
            break
        lattice = fit(wider)
    return lattice


def _candidate(soft: Softened, lattice: Lattice, regular: float = 1.0) -> Candidate:
    """Return the lattice judged by how many of its cells look like others."""
    cells = len(lattice.topology)
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


def _laid(edges: PictureEdges, group: list[Period]) -> list[Lattice]:
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
