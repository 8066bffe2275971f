"""A topology laid over the pixels of a picture."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant

Image = NDArray[np.uint8]
"""A picture: (height, width, 3 or 4) uint8, BGR or BGRA."""

SMALLEST_BOARD, LARGEST_BOARD = 4, 100
"""Rows, and columns, of the boards that are looked for."""

LARGEST_GROWN = LARGEST_BOARD + 10
"""Rows, or columns, to which a lattice is grown: what is none of the board falls away later."""


@dataclass(frozen=True)
class Lattice:
    """Where the cells of a board are in a picture.

    ``first_cell_center`` is (x, y) of the centre of cell (0, 0), in pixels, pixel centres at .0;
    ``pitch`` is (x, y) from one column, and one row, to the next. A hexagon's shifted rows lie half
    a pitch to the right, its shifted columns half a pitch down. A triangle's centre is that of the
    box around it (half-way down its axis), so all cells of a row have the same y.

    ``wider`` is how many of the first columns, and rows, have ``more`` pixels than the pitch: some
    toolkits divide so what a window leaves over, a pixel each where the picture was not scaled.
    """

    topology: Topology
    first_cell_center: tuple[float, float]
    pitch: tuple[float, float]
    wider: tuple[int, int] = (0, 0)
    more: float = 1.0

    def way(self, axis: int, lines: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return how far columns (axis 0) or rows (1) lie from the first, in pixels.

        Lines may be beyond the board; those before its first are as wide as that.
        """
        wider = self.wider[axis]
        way = np.asarray(lines * self.pitch[axis], dtype=np.float64)
        if wider:
            # Half of what the first line has more lies before its middle.
            wide = (np.minimum(lines, wider) + np.minimum(lines + 1, wider) - 1) / 2
            way += self.more * wide
        return way

    @property
    def is_too_large(self) -> bool:
        """Whether it has more rows or columns than the lattice of a board is grown to."""
        return max(self.topology.rows, self.topology.cols) > LARGEST_GROWN

    @cached_property
    def centers(self) -> NDArray[np.float64]:
        """Centres of all cells, (cells, 2) float64 (x, y) in pixels."""
        rows, cols = np.divmod(np.arange(len(self.topology)), self.topology.cols)
        x = self.first_cell_center[0] + self.way(0, cols)
        y = self.first_cell_center[1] + self.way(1, rows)
        match self.topology.variant:
            case Variant.ODD_ROWS:
                x = x + (rows % 2) * self.pitch[0] / 2
            case Variant.EVEN_ROWS:  # (0, 0) itself is shifted
                x = x - (rows % 2) * self.pitch[0] / 2
            case Variant.ODD_COLS:
                y = y + (cols % 2) * self.pitch[1] / 2
            case Variant.EVEN_COLS:
                y = y - (cols % 2) * self.pitch[1] / 2
            case _:
                pass
        return np.stack([x, y], axis=1)

    def center(self, cell: int) -> tuple[float, float]:
        """Return (x, y) of the cell's centre in pixels."""
        x, y = self.centers[cell]
        return float(x), float(y)

    def polygon(self, cell: int) -> NDArray[np.float64]:
        """Return the cell's corners, (corners, 2) float64 (x, y) in pixels."""
        corners = np.array(self.topology.polygon(cell), dtype=np.float64)
        x_steps, y_steps = self.topology.corner_steps
        unit = np.array([self.pitch[0] / x_steps, self.pitch[1] / y_steps])
        middle = (corners.min(axis=0) + corners.max(axis=0)) / 2
        polygon: NDArray[np.float64] = np.array(self.center(cell)) + (corners - middle) * unit
        return polygon

    @cached_property
    def cell_size(self) -> tuple[float, float]:
        """Width and height in pixels of the box around one cell."""
        match self.topology.shape, self.topology.variant:
            case Shape.HEXAGON, Variant.ODD_ROWS | Variant.EVEN_ROWS:
                return self.pitch[0], self.pitch[1] * 4 / 3
            case Shape.HEXAGON, _:
                return self.pitch[0] * 4 / 3, self.pitch[1]
            case Shape.TRIANGLE, _:
                return self.pitch[0] * 2, self.pitch[1]
            case _:
                return self.pitch

    @cached_property
    def box(self) -> tuple[int, int, int, int]:
        """The smallest (left, top, right, bottom) in whole pixels that holds every cell."""
        centers = self.centers[self.topology.cells]
        low, high = centers.min(axis=0), centers.max(axis=0)
        half = np.array(self.cell_size) / 2
        left, top = np.floor(low - half + 0.5).astype(int)
        right, bottom = np.ceil(high + half + 0.5).astype(int)
        return int(left), int(top), int(right), int(bottom)

    def moved(self, dx: float, dy: float) -> Lattice:
        """Return the same lattice moved by (dx, dy) pixels."""
        x, y = self.first_cell_center
        return replace(self, first_cell_center=(x + dx, y + dy))


def evened(image: Image, lattice: Lattice) -> tuple[Image, Lattice]:
    """Return a picture without the extra pixels of the wider lines, and the lattice in it."""
    first = list(lattice.first_cell_center)
    for axis, wider in enumerate(lattice.wider):
        if wider:
            half = (lattice.pitch[axis] - 1 + lattice.more) / 2
            last = np.rint(lattice.way(axis, np.arange(wider)) + first[axis] + half).astype(int)
            # As many whole pixels in all as the wide lines have more.
            gone = np.diff(np.rint(lattice.more * np.arange(wider + 1))).astype(int)
            back = np.concatenate([np.arange(count) for count in gone])
            there = np.repeat(last, gone) - back
            there = there[(there >= 0) & (there < image.shape[1 - axis])]
            image = np.delete(image, there, axis=1 - axis)
            first[axis] -= lattice.more / 2
    even = replace(lattice, first_cell_center=(first[0], first[1]), wider=(0, 0), more=1.0)
    return image, even
