"""Pieces of a board that something over it parts from the rest: each alone would pass for a board.

Beyond what lies over a board its cells go on: at their places in the lattice, looking like others
that are known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.finding.looks import (
    HELD,
    MARKED,
    Box,
    Evidence,
    evidence_of,
    half_known,
    like_each_other,
)
from autoplay.vision.finding.sampling import Flags, Grid, grid_of, softened
from autoplay.vision.lattice import Image, Lattice

FARTHEST = 40
"""Rows or columns beyond the board that are looked at, as many as a board of the classic games."""

NEAREST = 2
"""The line beside the board is the matter of ``sides``: it may be a border. But a single cell of
it that shows what one of the board does is the board's: 581 whole boards have none beside them."""

IN_A_ROW = 2
"""Lines beside each other that show the board's cells before they are a piece of it."""

PIECE = 6
"""Cells that hang together in two rows and two columns or more, each showing what one of the board
does, or parted as its cells are: beside 238 whole boards there are none. Nor are there beside 500
cells that are parted so on three sides and reach to the board, whatever they show."""

FELLOWS = 2
"""Cells that show something known in the board's own rows, or columns, wherever these are: beside
373 whole boards there are none."""

RULED = 10
"""The same for cells in the board's own rows or columns that show nothing known, but are parted as
the board's are on three sides, and look like each other: beside 398 whole boards there are six at
most. Elsewhere a table of a page may have rows as high."""


def severed_sides(
    image: Image,
    lattice: Lattice,
    box: tuple[int, int, int, int] | None = None,
    others: Sequence[Lattice] = (),
) -> Iterator[str]:
    """Yield the sides, of left, right, top and bottom, beyond which more of the board is seen.

    Something lies between that piece and the lattice, or over the rest of what follows it.
    ``image`` is BGR or BGRA uint8; ``box`` (left, top, right, bottom) limits where to look.
    ``others`` lie elsewhere and are boards of other games: nothing in them is this one's.
    """
    if box is not None:
        left, top, right, bottom = box
        image, lattice = image[top:bottom, left:right], lattice.moved(-left, -top)
        others = [each.moved(-left, -top) for each in others]
    rows, cols = lattice.topology.rows, lattice.topology.cols
    height, width = image.shape[:2]
    more_rows, more_cols = (
        int(min(FARTHEST, np.ceil(size / pitch)))
        for size, pitch in ((height, lattice.pitch[1]), (width, lattice.pitch[0]))
    )
    # An even number of lines keeps every second one shifted, or pointing up, as it is.
    more_rows, more_cols = more_rows + more_rows % 2, more_cols + more_cols % 2
    grid = grid_of(softened(image, lattice), lattice, more_rows, more_cols)
    theirs = _cells_in(grid, others)
    grid = replace(grid, visible=grid.visible & ~theirs)
    within = (more_rows, more_cols, more_rows + rows, more_cols + cols)
    evidence = evidence_of(grid, within)
    more, size = (more_rows, more_cols), (rows, cols)
    # A header may have digits at the columns' places, but no lines between.
    marked = evidence.known & evidence.marked & ~evidence.page(within)
    pieces = _pieces(marked, more, size) | _pieces(_seamed(evidence), more, size)
    if lattice.topology.shape is not Shape.HEXAGON:  # whose outline parts what is beside it, too
        ruled = _ruled(evidence) & ~theirs & _in_its_lines(grid, within)
        pieces |= _pieces(like_each_other(grid, ruled), more, size, RULED)
        pieces |= _pieces(_joined(ruled, within), more, size)
    pieces |= _checkered(evidence.looks, more, size)
    pieced = [
        pieces.any(axis=1 - axis)
        | _fitting(evidence, more, size, axis)
        | _half_hidden(grid, evidence, within, axis)
        for axis in (0, 1)
    ]
    along = {"left": (1, 0), "right": (1, 1), "top": (0, 0), "bottom": (0, 1)}
    for side, (axis, after) in along.items():
        shown = [
            _cells_beyond(each, more, size, axis, after).mean(axis=1)
            for each in (evidence.known, evidence.marked)
        ]
        held = (shown[0] >= HELD) & (shown[1] >= MARKED)
        in_a_row = np.convolve(held[NEAREST - 1 :], np.ones(IN_A_ROW), mode="valid")
        lines = pieced[axis]
        beyond = lines[more[axis] + size[axis] :] if after else lines[: more[axis]]
        own = _cells_beyond(marked, more, size, axis, after)
        beside = own[0].any() or np.count_nonzero(own) >= FELLOWS
        if beside or (in_a_row == IN_A_ROW).any() or beyond.any():
            yield side


def _cells_in(grid: Grid, boards: Sequence[Lattice]) -> Flags:
    """Return which cells of the grid lie in a board or touch one."""
    x, y = grid.lattice.centers.T
    wide, high = np.divide(grid.lattice.cell_size, 2)
    within = np.zeros(len(x), np.bool_)
    for left, top, right, bottom in (board.box for board in boards):
        beside = (x + wide > left) & (x - wide < right)
        within |= beside & (y + high > top) & (y - high < bottom)
    return within.reshape(grid.visible.shape)


def _pieces(
    marked: Flags, more: tuple[int, int], size: tuple[int, int], least: int = PIECE
) -> Flags:
    """Return the ``marked`` cells around the board that are pieces of it, in the whole grid."""
    shown = marked.astype(np.uint8)
    shown[more[0] : more[0] + size[0], more[1] : more[1] + size[1]] = 0
    count, parts, stats, _ = cv2.connectedComponentsWithStats(shown, connectivity=4)
    wide, high, cells = stats[:, [cv2.CC_STAT_WIDTH, cv2.CC_STAT_HEIGHT, cv2.CC_STAT_AREA]].T
    large = (np.minimum(wide, high) >= IN_A_ROW) & (cells >= least) & (np.arange(count) > 0)
    return np.asarray(large[parts], dtype=np.bool_)


def _seamed(evidence: Evidence) -> Flags:
    """Return the cells, plain ones as well, that known ones beside, and above or below them, are
    parted from as those of the board are."""
    known = evidence.known
    across = known[:, :-1] & known[:, 1:] & evidence.across[1]
    down = known[:-1] & known[1:] & evidence.down[1]
    beside, above = np.zeros(known.shape, bool), np.zeros(known.shape, bool)
    beside[:, :-1], above[:-1] = across, down
    beside[:, 1:] |= across
    above[1:] |= down
    return beside & above


def _ruled(evidence: Evidence) -> Flags:
    """Return the cells that are parted on three sides as those of the board are, unknown ones too.

    So are opened cells, and numbers, that are nowhere in the piece that was taken for the board.
    """
    across = np.pad(evidence.across[1], ((0, 0), (1, 1))).astype(np.uint8)
    down = np.pad(evidence.down[1], ((1, 1), (0, 0))).astype(np.uint8)
    sides = across[:, 1:] + across[:, :-1] + down[1:] + down[:-1]
    return np.asarray(sides >= 3, dtype=np.bool_)


def _joined(ruled: Flags, within: Box) -> Flags:
    """Return the cells that a chain of ``ruled`` ones leads to from the board.

    In a gradient none of them need look like another.
    """
    top, left, bottom, right = within
    ruled = ruled.copy()
    ruled[top:bottom, left:right] = True
    _, parts = cv2.connectedComponents(ruled.astype(np.uint8), connectivity=4)
    return np.asarray(ruled & (parts == parts[top, left]), dtype=np.bool_)


def _in_its_lines(grid: Grid, within: Box) -> Flags:
    """Return which cells of the grid lie in the board's own rows or columns."""
    top, left, bottom, right = within
    found = np.zeros(grid.visible.shape, np.bool_)
    found[top:bottom] = found[:, left:right] = True
    return found


def _checkered(looks: NDArray[np.intp], more: tuple[int, int], size: tuple[int, int]) -> Flags:
    """Return the cells around the board that go on with its two colours in turn, in the whole grid.

    No page has squares of four known cells of which just the opposite ones are alike.
    """
    corners = [np.s_[y : y - 1 or None, x : x - 1 or None] for y in (0, 1) for x in (0, 1)]
    a, b, c, d = (looks[corner] for corner in corners)
    square = (np.minimum(a, b) >= 0) & (a == d) & (b == c) & (a != b)
    found = np.zeros(looks.shape, bool)
    for corner in corners:
        found[corner] |= square
    found[more[0] : more[0] + size[0], more[1] : more[1] + size[1]] = False
    return found


def _fitting(evidence: Evidence, more: tuple[int, int], size: tuple[int, int], axis: int) -> Flags:
    """Return which lines of the whole grid show cells just as far as the board is wide, (lines,).

    A header is often as wide as the board and as plain as its cells, but has no seams like theirs.
    """
    known, seams = evidence.known, (evidence.across, evidence.down)[axis]
    drawn = seams[1]
    if axis == 1:
        known, drawn = known.T, drawn.T
    start, end = more[1 - axis], more[1 - axis] + size[1 - axis]
    within = known[:, start:end].all(axis=1) & drawn[:, start : end - 1].all(axis=1)
    return np.asarray(within & ~known[:, start - 1] & ~known[:, end], dtype=np.bool_)


def _half_hidden(grid: Grid, evidence: Evidence, within: Box, axis: int) -> Flags:
    """Return which lines of the whole grid have cells of which one half is seen, (lines,).

    Something lies over the other halves. Several such cells follow each other before or after the
    board, parted as its cells are.
    """
    if grid.lattice.topology.shape is not Shape.SQUARE:
        return np.zeros(evidence.known.shape[axis], np.bool_)
    top, left, bottom, right = within
    known, seams = evidence.known[:, left:right], evidence.down[1][:, left:right]
    first, after = top, bottom
    if axis == 1:
        known, seams = evidence.known[top:bottom].T, evidence.across[1][top:bottom].T
        first, after = left, right
    found = np.zeros(len(known), np.bool_)
    for half in half_known(grid, within, axis):
        hidden = (half if axis == 0 else half.T) & ~known
        hidden[first:after] = False
        linked = hidden[:-1] & hidden[1:] & seams
        for line in np.flatnonzero((linked[:-1] & linked[1:]).any(axis=1)):
            found[line : line + 3] = True
    return found


def _cells_beyond(
    cells: Flags, more: tuple[int, int], size: tuple[int, int], axis: int, after: int
) -> Flags:
    """Return the lines beyond one side of the board, the nearest first, (lines, cells along it)."""
    turned = cells if axis == 0 else cells.T
    start, count, beside = more[axis], size[axis], more[1 - axis]
    turned = turned[:, beside : beside + size[1 - axis]]
    return turned[start + count :] if after else turned[:start][::-1]
