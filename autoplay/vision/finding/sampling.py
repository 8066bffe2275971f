"""Samples of a lattice larger than its board: of its cells and of the seams between them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import Image, Lattice

Float = NDArray[np.float32]
Flags = NDArray[np.bool_]

SIDE = 9
"""Samples across a cell."""

INNER = 0.8
"""Share of a cell that is compared: lines and the pixel that a fit may be off are left out."""

OUTSIDE = 0.2
"""Share of half a cell that may still be seen of one that counts as outside the picture."""

MOST_SIGMAS = 3
"""Deviations from its middle at which OpenCV ends the bell that it blurs bytes with."""

SEAM = (0.3, 0.7)
"""Shares of the way from a cell's middle to the next one's between which its seam is looked at."""


@dataclass(frozen=True, eq=False)
class Grid:
    """A lattice larger than the board, its cells and the box (top, left, bottom, right) known.

    ``tiles`` is (rows, cols, samples) float32. ``visible`` and ``outside``, (rows, cols), are cells
    that lie in the picture and that do not; others its edge cuts off. ``across`` and ``down`` are
    the seams from column to column and from row to row, like tiles less one column or row.
    """

    lattice: Lattice
    tiles: Float
    visible: Flags
    outside: Flags
    across: Float
    down: Float


class Softened:
    """A picture blurred around where it is looked at."""

    def __init__(self, image: Image, sigma: float) -> None:
        """Of a picture, BGR or BGRA uint8, blurred by ``sigma`` pixels."""
        self.size = image.shape[1], image.shape[0]
        self._image, self._sigma = image, sigma
        self._last = Part(np.zeros((0, 0, 3), np.float32), 0, 0)

    def near(self, lattice: Lattice) -> Part:
        """Return a part that holds the lattice's cells."""
        width, height = self.size
        left, top, right, bottom = lattice.box
        left, top = min(max(left - 2, 0), width - 1), min(max(top - 2, 0), height - 1)
        right = min(max(right + 2, left + 1), width)
        bottom = min(max(bottom + 2, top + 1), height)
        # The cells of a board are looked at after all those around it.
        if not self._last.holds(left, top, right, bottom):
            self._last = Part(self._blurred(left, top, right, bottom), left, top)
        return self._last

    def _blurred(self, left: int, top: int, right: int, bottom: int) -> Float:
        margin = int(np.ceil(MOST_SIGMAS * self._sigma)) + 1
        x, y = max(left - margin, 0), max(top - margin, 0)
        around = np.ascontiguousarray(self._image[y : bottom + margin, x : right + margin, :3])
        blurred = cv2.GaussianBlur(around, (0, 0), self._sigma)
        return blurred[top - y : bottom - y, left - x : right - x].astype(np.float32)


@dataclass(frozen=True, eq=False)
class Part:
    """A part of a picture, BGR float32, and where it begins."""

    values: Float
    left: int
    top: int

    def holds(self, left: int, top: int, right: int, bottom: int) -> bool:
        """Whether a box of the picture lies in it."""
        height, width = self.values.shape[:2]
        inside = self.left <= left and self.top <= top
        return inside and right <= self.left + width and bottom <= self.top + height

    def at(self, x: Float, y: Float) -> Float:
        """Return samples at places of the picture, (*places, 3) float32; black beyond it."""
        places = x - np.float32(self.left), y - np.float32(self.top)
        return np.asarray(cv2.remap(self.values, *places, cv2.INTER_LINEAR), dtype=np.float32)


def softened(image: Image, lattice: Lattice) -> Softened:
    """Return the picture, BGR or BGRA uint8, blurred by what a cell's edge may be off."""
    return Softened(image, max(0.5, 0.05 * min(lattice.cell_size)))


def grid_of(image: Softened, lattice: Lattice, more_rows: int, more_cols: int) -> Grid:
    """Return the lattice with more rows above and below, more columns left and right, sampled."""
    topology = lattice.topology
    rows, cols = topology.rows + 2 * more_rows, topology.cols + 2 * more_cols
    grid = window(lattice, -more_rows, -more_cols, rows, cols)
    width, height = image.size
    half = np.array(grid.cell_size) / 2 * INNER
    inside = (grid.centers - half >= -1).all(axis=1)
    inside &= (grid.centers + half <= (width, height)).all(axis=1)
    part = image.near(grid)
    tiles = _tiles(part, grid)
    slack = half * OUTSIDE
    far = half / INNER - slack
    outside = ((grid.centers + far <= 0) | (grid.centers - far >= (width, height))).any(axis=1)
    centers = grid.centers.reshape(rows, cols, 2)
    return Grid(
        grid,
        tiles.reshape(rows, cols, -1),
        inside.reshape(rows, cols),
        outside.reshape(rows, cols),
        _seams(part, centers[:, :-1], centers[:, 1:]),
        _seams(part, centers[:-1], centers[1:]),
    )


def tiles_of(image: Softened, lattice: Lattice) -> Float:
    """Return samples of every cell's inner part, (cells, samples, 3) float32."""
    return _tiles(image.near(lattice), lattice)


def _tiles(part: Part, lattice: Lattice) -> Float:
    steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    size = np.array(lattice.cell_size)
    outline = ((lattice.polygon(0) - lattice.center(0)) / size).astype(np.float32)
    within = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    middle = outline.mean(axis=0)
    points = (middle + (points[within] - middle) * INNER) * size
    turned = np.ones((len(lattice.topology), 1))
    if lattice.topology.shape is Shape.TRIANGLE:
        row, col = np.divmod(np.arange(len(turned)), lattice.topology.cols)
        turned[(row + col) % 2 == 1] = -1
    x = lattice.centers[:, :1] + points[:, 0]
    y = lattice.centers[:, 1:] + points[:, 1] * turned
    # OpenCV fills pictures of up to 32767 lines: a line of cells each, not a cell each.
    x, y = (places.astype(np.float32).reshape(lattice.topology.rows, -1) for places in (x, y))
    return part.at(x, y).reshape(len(lattice.topology), -1, 3)


def _seams(part: Part, one: NDArray[np.float64], other: NDArray[np.float64]) -> Float:
    """Return samples between the middles of cells and of their neighbours, (rows, cols, samples).

    Both are (rows, cols, 2).
    """
    shares = np.linspace(*SEAM, SIDE)[:, None]
    points = one[:, :, None, :] * (1 - shares) + other[:, :, None, :] * shares
    x, y = np.moveaxis(points.reshape(len(one), -1, 2).astype(np.float32), 2, 0)
    return part.at(x, y).reshape(*one.shape[:2], -1)
