"""Boards whose cells of a kind are one plain area, without lines: they reach as far as it does."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import LARGEST_GROWN, SMALLEST_BOARD, Image, Lattice
from autoplay.vision.tiles import canonical_tiles

SAME = 6
"""Gray levels by which a pixel of a plain area differs from its colour."""

PLAIN = 0.85
"""Share of the pixels of a plain cell that have its colour: opened ones may draw lines along it."""

BARE = 0.99
"""The same of an opened cell that draws no line along it."""

FEWEST = 3
"""Plain cells that show which colour the covered ones have."""

ENDS_WITHIN = 0.2
"""Pitches from the end of a line of cells within which the plain area ends."""

MOST_MARGIN = 0.5
"""Pitches of the margin, in the colour of plain cells, between a board's cells and its frame."""

AROUND = np.array([(0, 0), (-0.3, -0.3), (0.3, -0.3), (-0.3, 0.3), (0.3, 0.3)])
"""Places of a cell, in pitches from its middle: that, and those around a number."""

SIDES = ((0, -1), (0, 1), (1, -1), (1, 1))
"""Axis, 0 for rows, and the way outward."""


def over_plain_area(image: Image, lattice: Lattice) -> Lattice:
    """Return the lattice with the lines beyond its sides that an area of its plain cells reaches.

    Other cells may lie in them: numbers, and opened ones in the colour of the page. The lattice is
    returned as it is where such an area ends at no line of cells, or nowhere.
    """
    if lattice.topology.shape is not Shape.SQUARE:
        return lattice
    return _widest(_plain_colors(image, lattice), image, lattice)


def over_bare_area(image: Image, lattice: Lattice, zeros: NDArray[np.bool_]) -> Lattice:
    """Return the lattice with the lines beyond its sides that have the colour of bare ``zeros``.

    Those are cells, (cells,) bool, with no line between them. The lattice is returned as it is
    where they have lines, and where such an area ends at no line of cells, or nowhere.
    """
    if lattice.topology.shape is not Shape.SQUARE or zeros.sum() < FEWEST:
        return lattice
    colors, shares = colors_of(image, lattice)
    if np.median(shares[zeros]) < BARE:
        return lattice
    return _widest(np.median(colors[zeros], axis=0, keepdims=True), image, lattice)


def within_page(image: Image, lattice: Lattice) -> Lattice | None:
    """Return the lattice of squares without the lines at its sides that have the colour of all its
    corners, the page's; None where there is no such page around a board.

    On a page that is not quite plain its own squares look like each other.
    """
    if lattice.topology.shape is not Shape.SQUARE:
        return None
    colors, _ = colors_of(image, lattice)
    grid = colors.reshape(lattice.topology.rows, lattice.topology.cols, 3)
    corners = grid[:: len(grid) - 1, :: len(grid[0]) - 1].reshape(-1, 3)
    other = np.abs(grid - np.median(corners, axis=0)).max(axis=2) > OTHER
    lines = [np.flatnonzero(other.any(axis=axis)) for axis in (1, 0)]
    if np.ptp(corners, axis=0).max() > SAME or not all(map(len, lines)):
        return None
    (top, bottom), (left, right) = ((each[0], each[-1] + 1) for each in lines)
    size = int(bottom - top), int(right - left)
    if min(size) < SMALLEST_BOARD or size == grid.shape[:2]:
        return None
    return window(lattice, int(top), int(left), *size)


OTHER = 16
"""Gray levels by which a cell's usual colour differs from that of a page that is not plain."""


def _widest(colors: NDArray[np.float64], image: Image, lattice: Lattice) -> Lattice:
    over = [_over(color, image, lattice) for color in colors]
    return max([lattice, *over], key=lambda each: len(each.topology))


def _over(color: NDArray[np.float64], image: Image, lattice: Lattice) -> Lattice:
    """Return the lattice with all lines beyond its sides that its cells of this colour reach."""
    plain = np.asarray((np.abs(image[..., :3] - color) <= SAME).all(axis=2))
    colors, shares = colors_of(image, lattice)
    area = area_around(
        plain, (shares >= PLAIN) & (np.abs(colors - color) <= SAME).all(axis=1), lattice
    )
    height, width = plain.shape
    if area is None or min(area[:2]) == 0 or area[2] == width or area[3] == height:
        return lattice
    left, top, right, bottom = lattice.box
    (wide, high), wider = lattice.pitch, lattice
    over = (top - area[1], area[3] - bottom, left - area[0], area[2] - right)
    # Some games leave a margin of that colour around their cells, as wide on every side.
    margin = max(min(over), 0)
    margin = margin if margin < MOST_MARGIN * min(wide, high) else 0
    for (axis, way), pixels, pitch in zip(SIDES, over, (high, high, wide, wide), strict=True):
        lines = _lines_beyond(pixels - margin, pitch)
        if lines is None:
            return lattice
        wider = _with_lines(wider, axis, way, lines)
    return wider


def _plain_colors(image: Image, lattice: Lattice) -> NDArray[np.float64]:
    """Return the colours of plain cells, the most frequent one first, (n, 3)."""
    colors, shares = colors_of(image, lattice)
    found, times = np.unique(colors[shares >= PLAIN], axis=0, return_counts=True)
    order = np.argsort(-times, kind="stable")
    return np.asarray(found[order][times[order] >= FEWEST], dtype=np.float64)


def colors_of(image: Image, lattice: Lattice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the usual colour of each cell, (cells, 3), and the share of its pixels of it."""
    tiles = canonical_tiles(image, lattice).reshape(len(lattice.topology), -1, 3).astype(np.int16)
    colors = np.median(tiles, axis=1)
    apart = np.abs(tiles - colors[:, None]).max(axis=2)
    return colors, (apart <= SAME).mean(axis=1)


def area_around(
    plain: NDArray[np.bool_], within: NDArray[np.bool_], lattice: Lattice
) -> tuple[int, int, int, int] | None:
    """Return left, top, right, bottom of what is plain and goes on from the faces of cells.

    ``within`` (cells,) are the cells it begins at: at their middles, or around what is written
    there. None where it has none of them.
    """
    height, width = plain.shape
    _, area_of, stats, _ = cv2.connectedComponentsWithStats(plain.astype(np.uint8), connectivity=4)
    places = lattice.centers[within][:, None] + AROUND * lattice.pitch
    xs, ys = np.round(places).astype(np.intp).reshape(-1, 2).T
    inside = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    begun = np.setdiff1d(area_of[ys[inside], xs[inside]], 0)
    if not len(begun):
        return None
    left, top = stats[begun, :2].min(axis=0)
    right, bottom = (stats[begun, :2] + stats[begun, 2:4]).max(axis=0)
    return int(left), int(top), int(right), int(bottom)


def _lines_beyond(over: float, pitch: float) -> int | None:
    """Return how many lines of cells so many pixels are, None where they end within a cell."""
    lines = over / pitch
    if lines < ENDS_WITHIN:
        return 0
    if abs(lines - round(lines)) > ENDS_WITHIN or round(lines) > LARGEST_GROWN:
        return None
    return round(lines)


def _with_lines(lattice: Lattice, axis: int, way: int, lines: int) -> Lattice:
    rows, cols = lattice.topology.rows, lattice.topology.cols
    before = lines if way < 0 else 0
    if axis == 0:
        return window(lattice, -before, 0, rows + lines, cols)
    return window(lattice, 0, -before, rows, cols + lines)
