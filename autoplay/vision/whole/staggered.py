"""Hexagons whose lines begin a cell too early by turns, or have a cell less."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Variant
from autoplay.vision.finding.reach import ROWS_SHIFTED
from autoplay.vision.finding.tiling import OTHER
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice
from autoplay.vision.learning.rules import MARKS
from autoplay.vision.tiles import canonical_tiles
from autoplay.vision.whole.trimmed import FOREIGN, share_unlike

NEARLY_ALL = 0.8
"""Share of the cells that overhang at both sides which are in doubt where these are the page."""

LEAST_OVERHANGING = 3
"""Cells at one end of every second line that tell, as all of them are read as covered: on fewer a
board may have a mine in each."""


def restaggered(lattice: Lattice, doubtful: frozenset[int]) -> Lattice | None:
    """Return hexagons without the first cell of lines that begin early and the last one of the
    others, where these are what is in doubt; None where other cells are, or hardly any of these.

    Opened cells in the colour of the page make the page pass for cells at both ends of a line.
    """
    if lattice.topology.shape is not Shape.HEXAGON:
        return None
    ends = _ends(lattice)
    overhang = frozenset(np.concatenate(ends).tolist())
    if not doubtful <= overhang or len(doubtful) < NEARLY_ALL * len(overhang):
        return None
    return _without(lattice, early=True, late=True)


def with_no_page(image: Image, lattice: Lattice, labels: bytes) -> Lattice | None:
    """Return hexagons without the ends of lines that hang over and are the page: all were read as
    covered, and are drawn as no other covered cell; None where the ends are cells.

    Where this is so at one end alone, these lines begin a cell later or earlier. ``image`` is BGR
    or BGRA uint8, ``labels`` are those read, one a cell.
    """
    if lattice.topology.shape is not Shape.HEXAGON:
        return None
    covered = np.frombuffer(labels, np.uint8) == Label.COVERED
    ends = _ends(lattice)
    whole = [len(end) >= LEAST_OVERHANGING and bool(covered[end].all()) for end in ends]
    if not any(whole):
        return None
    others = covered.copy()
    others[np.concatenate(ends)] = False
    tiles = canonical_tiles(image, lattice).astype(np.float32)
    early, late = (
        is_covered and bool((_unlike(tiles[end], tiles[others]) >= FOREIGN).mean() >= NEARLY_ALL)
        for is_covered, end in zip(whole, ends, strict=True)
    )
    return _without(lattice, early=early, late=late) if early or late else None


def require_equal_lines(image: Image, lattice: Lattice, labels: bytes) -> None:
    """Raise UnreadableError where every second line of hexagons may have a cell less.

    Where the lines that reach farther end, half of the page lies in each cell, and all seem to
    carry the same mark, which no person sets just there. Or the others go on: the places beyond
    look like covered cells, and the next ones do not.
    """
    if lattice.topology.shape is not Shape.HEXAGON:
        return
    board = np.frombuffer(labels, np.uint8)
    covered = np.flatnonzero(board == Label.COVERED)
    covers = canonical_tiles(image, lattice, covered).astype(np.float32)
    lines, late = _lines(lattice)
    shorter = (lines[late, 0], lines[~late, -1])
    for end, beside, way in zip(_ends(lattice), shorter, (-1, 1), strict=True):
        marked = board[end[0]] in MARKS and np.ptp(board[end]) == 0
        if len(end) >= LEAST_OVERHANGING and (
            marked or _go_on(image, lattice, covers, beside, way)
        ):
            raise UnreadableError(
                "every second line of hexagons may have a cell less: its form is not sure",
                end.tolist(),
                ["this cell may be the page"] * len(end),
            )


def _go_on(
    image: Image, lattice: Lattice, covers: NDArray[np.float32], ends: NDArray[np.intp], way: int
) -> bool:
    """Whether the places beyond these ends of lines show covered cells, and the next ones do not.

    ``covers`` are their tiles; opened cells may look like the page. ``way`` is 1 at the lines' last
    cells and -1 at their first.
    """
    if not len(covers):
        return False
    first, second = lattice.centers[_lines(lattice)[0][0, :2]]
    unlike = []
    for steps in (way, 2 * way):
        there = lattice.moved(*(steps * (second - first)))
        places = there.centers[ends]
        half = np.divide(there.cell_size, 2) - 1
        if (places - half < 0).any() or (places + half > image.shape[1::-1]).any():
            unlike.append(1.0)
            continue
        tiles = canonical_tiles(image, there, ends).astype(np.float32)
        foreign = _unlike(tiles, covers) >= FOREIGN
        unlike.append(float((foreign | ~_have_a_colour_of(tiles, covers)).mean()))
    return unlike[0] <= 1 - NEARLY_ALL and unlike[1] >= NEARLY_ALL


def _have_a_colour_of(tiles: NDArray[np.float32], cells: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return whether the usual colour of each tile is that of one of the cells, (tiles,)."""
    there, usual = (np.median(each, axis=(1, 2)) for each in (tiles, cells))
    away = np.abs(there[:, None] - usual).max(axis=2).min(axis=1)
    return np.asarray(away <= SAME_COLOUR, np.bool_)


SAME_COLOUR = 4.0
"""Gray levels by which the usual colours of covered cells differ; a dark page by 6 from these."""


def _unlike(outer: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the share of each outer tile that differs from the others; all where there are none:
    no game covers just what hangs over."""
    return share_unlike(outer, others, least=1) if len(others) else np.ones(len(outer))


def _ends(lattice: Lattice) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first cells of the lines that begin early, and the last ones of the others."""
    lines, late = _lines(lattice)
    return lines[~late, 0], lines[late, -1]


def _lines(lattice: Lattice) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return the lines along which hexagons touch at their sides, (lines, cells), and which begin
    half a cell later."""
    topology = lattice.topology
    cells = np.arange(len(topology)).reshape(topology.rows, topology.cols)
    lines = cells if topology.variant in ROWS_SHIFTED else cells.T
    is_odd = topology.variant in (Variant.ODD_ROWS, Variant.ODD_COLS)
    return lines, np.arange(len(lines)) % 2 == is_odd


def _without(lattice: Lattice, *, early: bool, late: bool) -> Lattice | None:
    """Return the lattice with the lines that begin early a cell later, and the others a cell
    earlier; both a cell shorter where both are asked for. None where that is no board."""
    topology, (lines, begin_late) = lattice.topology, _lines(lattice)
    size = lines.shape[1] - (early and late)
    if size < SMALLEST_BOARD:
        return None
    rows, cols = (len(lines), size)[:: 1 if topology.variant in ROWS_SHIFTED else -1]
    moved = replace(topology, rows=rows, cols=cols, variant=OTHER[topology.variant])
    first, second = lattice.centers[lines[0, :2]]
    step = second - first
    if early and not begin_late[0]:
        first = first + step
    if late and not early and begin_late[0]:
        first = first - step
    return replace(lattice, topology=moved, first_cell_center=(float(first[0]), float(first[1])))
