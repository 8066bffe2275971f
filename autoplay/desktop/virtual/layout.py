"""Where the cells of a drawn board are: measured in points, cut out in pixels.

The arithmetic is this module's own (regular polygons from side lengths and square roots) and is
shared with nothing that reads pictures, so that an error there cannot hide here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant

Vertices = tuple[tuple[float, float], ...]

NO_CELL = -1
"""The number of no cell, for pixels that belong to none."""


@dataclass(frozen=True, eq=False)
class TilePlace:
    """One cell in the picture: its box, its corners within the box, and which pixels are its own.

    ``left`` and ``top`` are pixels of the board's picture, ``corners`` whole pixel corners relative
    to them, ``mask`` (height, width) bool.
    """

    left: int
    top: int
    corners: Vertices
    mask: NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class BoardLayout:
    """A drawn board at one scale.

    ``hits`` is (height, width) int32: the cell that owns each pixel, ``NO_CELL`` between cells.
    """

    places: tuple[TilePlace, ...]
    hits: NDArray[np.int32]


def board_size(topology: Topology, pitch: float) -> tuple[float, float]:
    """Return width and height of the drawn board in points."""
    corners = np.concatenate([cell_corners(topology, cell, pitch) for cell in range(len(topology))])
    width, height = corners.max(axis=0)
    return float(width), float(height)


def cell_corners(topology: Topology, cell: int, pitch: float) -> NDArray[np.float64]:
    """Return the corners of one cell in points from the board's top left, (corners, 2) float64.

    ``pitch`` is the distance between the centres of two cells that share a side, except for
    triangles, where it is half a side.
    """
    row, col = divmod(cell, topology.cols)
    match topology.shape:
        case Shape.HEXAGON:
            return _hexagon(topology.variant, row, col, pitch)
        case Shape.TRIANGLE:
            return _triangle(topology.variant, row, col, pitch)
        case _:
            square = ((0, 0), (1, 0), (1, 1), (0, 1))
            return np.array([((col + x) * pitch, (row + y) * pitch) for x, y in square])


def _hexagon(variant: Variant, row: int, col: int, width: float) -> NDArray[np.float64]:
    """A regular hexagon ``width`` from side to side; pointed top where rows are shifted."""
    by_columns = variant in (Variant.ODD_COLS, Variant.EVEN_COLS)
    if by_columns:
        row, col = col, row
    shifted_parity = 1 if variant in (Variant.ODD_ROWS, Variant.ODD_COLS) else 0
    radius = width / math.sqrt(3)
    middle_x = width * (col + 0.5 + 0.5 * (row % 2 == shifted_parity))
    middle_y = radius * (1 + 1.5 * row)
    turns = [math.pi / 6 + math.pi / 3 * k for k in range(6)]
    corners = np.array(
        [(middle_x + radius * math.cos(t), middle_y + radius * math.sin(t)) for t in turns]
    )
    return corners[:, ::-1] if by_columns else corners


def _triangle(variant: Variant, row: int, col: int, half_side: float) -> NDArray[np.float64]:
    """An equilateral triangle; even cells of a row point up where the variant says so."""
    height = half_side * math.sqrt(3)
    left, top = col * half_side, row * height
    up = (row + col) % 2 == (0 if variant is Variant.UP_EVEN else 1)
    tip_y, base_y = (top, top + height) if up else (top + height, top)
    return np.array([(left, base_y), (left + 2 * half_side, base_y), (left + half_side, tip_y)])


@lru_cache(maxsize=32)
def lay_out(topology: Topology, pitch: float, scale: float) -> BoardLayout:
    """Return the board's layout in pixels, corners rounded to whole pixels as toolkits do."""
    width, height = board_size(topology, pitch)
    hits = np.full((round(height * scale), round(width * scale)), NO_CELL, dtype=np.int32)
    boxes = []
    for cell in range(len(topology)):
        corners = np.rint(cell_corners(topology, cell, pitch) * scale)
        left, top = (int(v) for v in corners.min(axis=0))
        relative = corners - (left, top)
        inside = _inside(tuple((float(x), float(y)) for x, y in relative))
        area = hits[top : top + inside.shape[0], left : left + inside.shape[1]]
        area[inside] = NO_CELL if cell in topology.absent else cell
        boxes.append((left, top, relative, inside.shape))
    places = []
    for cell, (left, top, relative, (rows, cols)) in enumerate(boxes):
        mask = hits[top : top + rows, left : left + cols] == cell
        places.append(TilePlace(left, top, tuple((float(x), float(y)) for x, y in relative), mask))
    return BoardLayout(tuple(places), hits)


def _inside(corners: Vertices) -> NDArray[np.bool_]:
    """Return which pixels of the corners' box have their middle inside the convex polygon."""
    width = int(max(x for x, _ in corners))
    height = int(max(y for _, y in corners))
    ys, xs = np.mgrid[0:height, 0:width] + 0.5
    sides = []
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        sides.append((bx - ax) * (ys - ay) - (by - ay) * (xs - ax))
    turning = np.stack(sides)
    inside: NDArray[np.bool_] = np.logical_or(
        np.all(turning >= 0, axis=0), np.all(turning <= 0, axis=0)
    )
    return inside
