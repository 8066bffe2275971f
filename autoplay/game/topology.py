"""Which cells touch: square, hexagonal and triangular boards from one rule.

A topology is a list of polygons on integer corners; two cells are neighbours when their polygons
share a corner: 8 for squares, 6 for hexagons, 12 for triangles. No rule of the game branches on
the shape.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import NewType

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UsageError

Cell = NewType("Cell", int)
"""A place on the board: ``row * cols + col``."""

Corner = tuple[int, int]
"""An integer corner (x, y) of a polygon; the unit lengths are in ``Topology.corner_steps``."""


class Shape(StrEnum):
    """The three regular tilings."""

    SQUARE = "square"
    HEXAGON = "hexagon"
    TRIANGLE = "triangle"


class Variant(StrEnum):
    """How a tiling's rows and columns lie: the words of the JSON keys ``offset``, ``points_up``."""

    NONE = ""
    ODD_ROWS = "odd-rows"  # hexagons: odd rows are shifted right by half a cell
    EVEN_ROWS = "even-rows"
    ODD_COLS = "odd-cols"  # hexagons: odd columns are shifted down by half a cell
    EVEN_COLS = "even-cols"
    UP_EVEN = "row+col even"  # triangles: cell (0, 0) points up
    UP_ODD = "row+col odd"


VARIANTS: dict[Shape, tuple[Variant, ...]] = {
    Shape.SQUARE: (Variant.NONE,),
    Shape.HEXAGON: (Variant.ODD_ROWS, Variant.EVEN_ROWS, Variant.ODD_COLS, Variant.EVEN_COLS),
    Shape.TRIANGLE: (Variant.UP_EVEN, Variant.UP_ODD),
}
"""The variants each shape allows; the first is its default."""

MAX_NEIGHBORS = 12
"""Cells that share a side or corner with one: 8 of a square, 6 of a hexagon, 12 of a triangle."""

MAX_CELLS = 4_000_000
"""Cells of a board that is read from a text or file: four of 1000x1000.

To solve one of 1000x1000 takes 3 to 8 s of CPU and up to 1 GB of memory. Where numbers strewn all
over it are too dear to count together, it takes minutes.
"""


def _square(row: int, col: int) -> tuple[Corner, ...]:
    return ((col, row), (col + 1, row), (col + 1, row + 1), (col, row + 1))


def _hexagon_in_rows(row: int, col: int, shifted: int) -> tuple[Corner, ...]:
    """Pointed top; a row is 3 units high, a column 2 wide, a shifted row 1 to the right."""
    x, y = 2 * col + (row % 2 == shifted), 3 * row
    return ((x + 1, y), (x + 2, y + 1), (x + 2, y + 3), (x + 1, y + 4), (x, y + 3), (x, y + 1))


def _triangle(row: int, col: int, up_parity: int) -> tuple[Corner, ...]:
    """A triangle 2 units wide and 1 high; neighbouring columns overlap by half."""
    if (row + col) % 2 == up_parity:
        return ((col + 1, row), (col + 2, row + 1), (col, row + 1))
    return ((col, row), (col + 2, row), (col + 1, row + 1))


def polygon_at(shape: Shape, variant: Variant, row: int, col: int) -> tuple[Corner, ...]:
    """Return the corners of the cell at row, col on an unbounded board, in drawing order."""
    match shape, variant:
        case Shape.HEXAGON, Variant.ODD_ROWS | Variant.EVEN_ROWS:
            return _hexagon_in_rows(row, col, int(variant is Variant.ODD_ROWS))
        case Shape.HEXAGON, _:
            lying = _hexagon_in_rows(col, row, int(variant is Variant.ODD_COLS))
            return tuple((x, y) for y, x in lying)
        case Shape.TRIANGLE, _:
            return _triangle(row, col, int(variant is Variant.UP_ODD))
        case _:
            return _square(row, col)


@cache
def _offsets(
    shape: Shape, variant: Variant, row: int, col: int, shared: int
) -> tuple[tuple[int, int], ...]:
    """Offsets (d_row, d_col) to the cells that share so many corners with those of this parity."""
    corners = set(polygon_at(shape, variant, row, col))
    around = [(dr, dc) for dr in range(-3, 4) for dc in range(-3, 4) if (dr, dc) != (0, 0)]
    return tuple(
        (dr, dc)
        for dr, dc in around
        if len(corners.intersection(polygon_at(shape, variant, row + dr, col + dc))) >= shared
    )


@dataclass(frozen=True)
class Topology:
    """A board's shape and size, and from them which cells touch.

    ``absent`` are places of the rows and columns where the board has no cell: the corners of a
    hexagon of hexagons, the ends of lines a cell shorter than the others. They touch nothing.
    ``len`` counts them, ``present`` does not. Raises UsageError for a size below 1x1, a variant the
    shape does not have, absent places beyond the board, or a board without any cell.
    """

    shape: Shape
    rows: int
    cols: int
    variant: Variant = Variant.NONE
    absent: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.rows < 1 or self.cols < 1:
            raise UsageError(
                f"a board needs at least one row and column, not {self.rows}x{self.cols}"
            )
        allowed = VARIANTS[self.shape]
        if self.variant is Variant.NONE:
            object.__setattr__(self, "variant", allowed[0])
        elif self.variant not in allowed:
            raise UsageError(_no_variant(self.shape, self.variant.value))
        if self.absent and not 0 <= min(self.absent) <= max(self.absent) < len(self):
            raise UsageError(f"an absent cell lies outside a {self.rows}x{self.cols} board")
        if not self.present:
            raise UsageError("a board needs at least one cell; all of these are absent")

    def __len__(self) -> int:
        return self.rows * self.cols

    @property
    def present(self) -> int:
        """How many cells the board has."""
        return len(self) - len(self.absent)

    @cached_property
    def is_present(self) -> NDArray[np.bool_]:
        """Which places have a cell, (places,) bool."""
        present = np.ones(len(self), np.bool_)
        present[list(self.absent)] = False
        return present

    @cached_property
    def cells(self) -> NDArray[np.intp]:
        """The cells there are, ascending, (present,) intp."""
        return np.flatnonzero(self.is_present)

    def cell(self, row: int, col: int) -> Cell:
        """Return the cell at row, col; IndexError outside the board."""
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise IndexError(f"cell {row},{col} is outside a {self.rows}x{self.cols} board")
        return Cell(row * self.cols + col)

    def row_col(self, cell: int) -> tuple[int, int]:
        """Return (row, col) of a cell."""
        return divmod(cell, self.cols)

    def place(self, cell: int) -> str:
        """Return a cell as ``ROW,COL``, counted from 0."""
        row, col = self.row_col(cell)
        return f"{row},{col}"

    def cell_at(self, place: str) -> Cell:
        """Return the cell written as ``ROW,COL``; ValueError or IndexError for anything else."""
        row, col = (int(part) for part in place.split(","))
        return self.cell(row, col)

    def polygon(self, cell: int) -> tuple[Corner, ...]:
        """Return the cell's corners in integer corner units."""
        row, col = self.row_col(cell)
        return polygon_at(self.shape, self.variant, row, col)

    @property
    def corner_steps(self) -> tuple[int, int]:
        """How many corner units one column (x) and one row (y) span."""
        match self.shape, self.variant:
            case Shape.HEXAGON, Variant.ODD_ROWS | Variant.EVEN_ROWS:
                return 2, 3
            case Shape.HEXAGON, _:
                return 3, 2
            case _:
                return 1, 1

    @cached_property
    def points_up(self) -> NDArray[np.bool_]:
        """Which cells are triangles that point up, (cells,) bool; none of another shape."""
        rows, cols = np.divmod(np.arange(len(self)), self.cols)
        up_parity = int(self.variant is Variant.UP_ODD)
        up: NDArray[np.bool_] = (rows + cols) % 2 == up_parity
        return up & (self.shape is Shape.TRIANGLE)

    @cached_property
    def neighbor_table(self) -> NDArray[np.int32]:
        """Neighbours of every cell, (cells, 12) int32, ascending, -1 where there is none."""
        return self._sharing(1)

    @cached_property
    def side_table(self) -> NDArray[np.int32]:
        """The neighbours with a side in common, like ``neighbor_table``."""
        return self._sharing(2)

    def _sharing(self, corners: int) -> NDArray[np.int32]:
        """Return which cells share at least so many corners with each, (cells, 12) int32."""
        table = np.full((self.rows, self.cols, MAX_NEIGHBORS), -1, dtype=np.int32)
        for row_parity in range(min(2, self.rows)):
            for col_parity in range(min(2, self.cols)):
                rows = np.arange(row_parity, self.rows, 2)[:, None]
                cols = np.arange(col_parity, self.cols, 2)[None, :]
                offsets = _offsets(self.shape, self.variant, row_parity, col_parity, corners)
                for slot, (dr, dc) in enumerate(offsets):
                    r, c = rows + dr, cols + dc
                    inside = (r >= 0) & (r < self.rows) & (c >= 0) & (c < self.cols)
                    table[row_parity::2, col_parity::2, slot] = np.where(
                        inside, r * self.cols + c, -1
                    )
        flat = table.reshape(len(self), MAX_NEIGHBORS)
        if self.absent:
            absent = list(self.absent)
            flat[np.isin(flat, absent)] = -1
            flat[absent] = -1
        # Ascending with the absent ones last: sort them as the largest number.
        order = np.sort(np.where(flat < 0, np.iinfo(np.int32).max, flat), axis=1)
        result = np.where(order == np.iinfo(np.int32).max, -1, order).astype(np.int32)
        result.flags.writeable = False
        return result

    @cached_property
    def neighbors(self) -> tuple[tuple[Cell, ...], ...]:
        """Neighbours of every cell, ascending; ``around`` tells those of one without all others."""
        return tuple(
            tuple(Cell(other) for other in row if other >= 0)
            for row in self.neighbor_table.tolist()
        )

    def around(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours of one cell, ascending."""
        return tuple(Cell(other) for other in self.neighbor_table[cell].tolist() if other >= 0)


def make_topology(
    shape: str, rows: int, cols: int, variant: str = "", absent: Iterable[int] = ()
) -> Topology:
    """Return the topology named by words of a command line or file; UsageError for a wrong one."""
    if rows * cols > MAX_CELLS:
        raise UsageError(f"{rows}x{cols} is too large; a board has {MAX_CELLS} cells at most")
    if shape not in set(Shape):
        raise UsageError(f"no topology {shape!r}; use one of {', '.join(Shape)}")
    if variant and variant not in VARIANTS[Shape(shape)]:
        raise UsageError(_no_variant(Shape(shape), variant))
    return Topology(Shape(shape), rows, cols, Variant(variant), frozenset(absent))


def _no_variant(shape: Shape, variant: str) -> str:
    words = ", ".join(each.value for each in VARIANTS[shape] if each)
    return f"a {shape} board has no variant {variant!r}; " + (
        f"use {words}" if words else "leave it out"
    )
