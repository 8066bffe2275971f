"""A lattice whose extent is off by a row or a column, set right by what its cells show.

The finder knows where cells repeat; only reading knows which of them are cells. A border line whose
cells look like nothing is a toolbar or a frame and is dropped; a side on which the board goes on
gains a line.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice
from autoplay.vision.looks import MAX_BLOCK_DIFFERENCE, block_means
from autoplay.vision.tiles import MIDDLE, canonical_tiles
from autoplay.vision.whole.sides import side_cells

MOST_LINES = 3
"""Border lines dropped or gained before a lattice is given up: finders miss by one or two."""

STRANGE = 0.5
"""Share of a border line's cells in doubt at which the line is taken for no part of the board."""

ALONE = 0.25
"""The same where no other cells are in doubt than those of the outermost lines of its side."""

IN_LINE = 0.3
"""Share of a row's or a column's cells in doubt from which on the whole line may be no cells."""

SIDES = ("top", "bottom", "left", "right")


def strange_sides(lattice: Lattice, doubtful: frozenset[int]) -> Iterator[str]:
    """Yield the sides whose border line is mostly in doubt, or in part where all doubt is there."""
    for side in SIDES:
        line = side_cells(lattice, side)
        alone = doubtful.issubset(side_cells(lattice, side, MOST_LINES))
        least = ALONE if alone else STRANGE
        if len(doubtful.intersection(line)) >= least * len(line):
            yield side


def is_in_doubt_within(image: Image, lattice: Lattice, side: str, doubtful: frozenset[int]) -> bool:
    """Whether what is in doubt in the border line of a side is in doubt within the board as well.

    A look of the board's cells is in doubt then, not whether the line is one of the board's. Lines
    that are in doubt as the border line is may all be none of the board's.
    """
    in_doubt = np.zeros((lattice.topology.rows, lattice.topology.cols), np.bool_)
    in_doubt.flat[sorted(doubtful)] = True
    in_line = in_doubt.mean(axis=1, keepdims=True) >= IN_LINE
    in_line = in_line | (in_doubt.mean(axis=0, keepdims=True) >= IN_LINE)
    border = side_cells(lattice, side)
    within = np.setdiff1d(np.flatnonzero(in_doubt & ~in_line), border)
    if not len(within):
        return False
    line = sorted(doubtful.intersection(border))
    shown = patterns(image, lattice)
    apart = np.abs(shown[line][:, None] - shown[within][None])
    return bool((apart.max(axis=(2, 3)) < MAX_BLOCK_DIFFERENCE).any())


CONTRAST = 6.0
"""Gray levels (standard deviation over a tile) that a symbol or a bevel has and a plain page has
not."""

FELLOWS = 2
"""Cells beyond a side that look like cells of the board before the board is said to go on there."""


def continued_sides(image: Image, lattice: Lattice, labels: bytes) -> Iterator[str]:
    """Yield the sides beyond which more of the board's own cells are seen.

    Where cells have no lines between them, numbers and covered cells alone show it. Zeros do not:
    they may look like the page. ``labels`` are those read, one a cell.
    """
    known = patterns(image, lattice)[np.frombuffer(labels, np.uint8) != Label.ZERO]
    known = known[are_drawn(known)]
    if not len(known):
        return
    for side in SIDES:
        larger = with_more(lattice, side)
        if larger is None or not is_inside(image, larger):
            continue
        if have_fellows(patterns(image, larger)[side_cells(larger, side)], known):
            yield side


def are_drawn(cells: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which of these cells, by their patterns, show a symbol or a bevel, (cells,)."""
    return np.asarray(cells.std(axis=1).max(axis=1) > CONTRAST)


def have_fellows(some: NDArray[np.float32], known: NDArray[np.float32]) -> bool:
    """Whether several of some cells look like known ones, both the patterns of cells."""
    alike = sum(
        bool((np.abs(known - one).max(axis=(1, 2)) < MAX_BLOCK_DIFFERENCE).any()) for one in some
    )
    return alike >= FELLOWS


def covered_sides(image: Image, lattice: Lattice, labels: bytes) -> Iterator[str]:
    """Yield the sides beyond which the area of plain covered cells goes on, as wide as the board.

    A window or a page in their colour goes on beside the board, too. ``labels`` are those read.
    """
    covers = patterns(image, lattice)[np.frombuffer(labels, np.uint8) == Label.COVERED]
    covers = covers[~are_drawn(covers)]
    if len(covers) < FEWEST_COVERS:
        return
    usual = np.median(covers, axis=0)
    for side in SIDES:
        line = _line_beyond(image, lattice, side)
        if line is None:
            continue
        away = np.abs(line - usual).max(axis=(1, 2))
        alike = away[1:-1] < MAX_BLOCK_DIFFERENCE  # the cells at its ends may be cut
        ends_there = (away[[0, -1]] > BESIDE).all()
        if ends_there and alike.mean() >= NEARLY_ALL and alike[1:-1].all():
            yield side


def _line_beyond(image: Image, lattice: Lattice, side: str) -> NDArray[np.float32] | None:
    """Return the patterns of one more line at a side, and of a cell beyond each of its ends; None
    where they do not lie in the picture."""
    ends = SIDES[2:] if side in SIDES[:2] else SIDES[:2]
    wide: Lattice | None = lattice
    for each in (side, *ends):
        wide = None if wide is None else with_more(wide, each)
    if wide is None or not is_inside(image, wide):
        return None
    shown = patterns(image, wide)
    cells = np.arange(len(shown)).reshape(wide.topology.rows, wide.topology.cols)
    line = {"top": cells[0], "bottom": cells[-1], "left": cells[:, 0], "right": cells[:, -1]}
    return np.asarray(shown[line[side]])


FEWEST_COVERS, BESIDE, NEARLY_ALL = 6, 30.0, 0.8
"""Plain covered cells that show how they are drawn; gray levels by which the page beside differs;
share of the cells beyond a side that are drawn so. Beside 656 whole boards there are none."""

FRAME = 48.0
"""Gray levels in a colour by which the middles of a frame's cells differ from all cells within."""


def without_frame(image: Image, lattice: Lattice) -> Lattice | None:
    """Return the lattice without a frame that is drawn in cells like the board's, None without one.

    Its lines are in colours that no cell within has: some games wall their boards in so.
    """
    topology = lattice.topology
    middles = canonical_tiles(image, lattice)[:, MIDDLE, MIDDLE].reshape(len(topology), -1, 3)
    colours = np.median(middles, axis=1).reshape(topology.rows, topology.cols, 3)
    within = (slice(MOST_LINES, -MOST_LINES),) * 2
    while colours[within].size:
        apart = np.abs(colours[:, :, None] - np.unique(colours[within].reshape(-1, 3), axis=0))
        is_frame = apart.max(axis=3).min(axis=2) > FRAME
        rows, cols = (np.flatnonzero(~is_frame.all(axis=axis)) for axis in (1, 0))
        (top, left), (bottom, right) = ((rows[end], cols[end]) for end in (0, -1))
        inner = slice(top, bottom + 1), slice(left, right + 1)
        size = int(bottom + 1 - top), int(right + 1 - left)
        if size == colours.shape[:2] or min(size) < SMALLEST_BOARD:
            return None
        if inner == within:
            return window(lattice, int(top), int(left), *size)
        within = inner  # a board's own lines may differ from the few cells in its middle
    return None


def patterns(image: Image, lattice: Lattice) -> NDArray[np.float32]:
    """Return the colours of the blocks of every cell, BGR, (cells, blocks, 3)."""
    blocks = block_means(canonical_tiles(image, lattice))
    return blocks.reshape(len(blocks), -1, 3)


def is_inside(image: Image, lattice: Lattice) -> bool:
    """Whether all cells lie within the picture, but for a pixel."""
    left, top, right, bottom = lattice.box
    return min(left, top) >= -1 and right <= image.shape[1] + 1 and bottom <= image.shape[0] + 1


def without(lattice: Lattice, side: str) -> Lattice | None:
    """Return the lattice without the line at a side; None when it would be too small."""
    return _resized(lattice, side, -1)


def with_more(lattice: Lattice, side: str) -> Lattice | None:
    """Return the lattice with one more line at a side."""
    return _resized(lattice, side, +1)


def _resized(lattice: Lattice, side: str, by: int) -> Lattice | None:
    rows = lattice.topology.rows + (by if side in ("top", "bottom") else 0)
    cols = lattice.topology.cols + (by if side in ("left", "right") else 0)
    if min(rows, cols) < SMALLEST_BOARD:
        return None
    return window(lattice, -by if side == "top" else 0, -by if side == "left" else 0, rows, cols)
