"""Where the cells of a synthetic board are, from sizes and square roots alone.

The arithmetic shares nothing with the vision package, so that an error there cannot hide here.
Coordinates count from the outer edge of the first pixel: a pixel's middle is at .5.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from autoplay.game import Shape, Topology, Variant

Vertices = list[tuple[float, float]]

ROWS_SHIFTED = (Variant.ODD_ROWS, Variant.EVEN_ROWS)


@dataclass(frozen=True)
class Layout:
    """A board of this topology whose box has its top left corner at (0, 0), pitch in pixels."""

    topology: Topology
    pitch_x: float
    pitch_y: float

    @property
    def cell_box(self) -> tuple[float, float]:
        """Width and height of the box around one cell."""
        match self.topology.shape:
            case Shape.HEXAGON if self.topology.variant in ROWS_SHIFTED:
                return self.pitch_x, self.pitch_y * 4 / 3
            case Shape.HEXAGON:
                return self.pitch_x * 4 / 3, self.pitch_y
            case Shape.TRIANGLE:
                return self.pitch_x * 2, self.pitch_y
            case _:
                return self.pitch_x, self.pitch_y

    def middle(self, row: int, col: int) -> tuple[float, float]:
        """Return the middle of the cell's box."""
        width, height = self.cell_box
        x, y = width / 2 + col * self.pitch_x, height / 2 + row * self.pitch_y
        match self.topology.variant:
            case Variant.ODD_ROWS:
                x += (row % 2) * self.pitch_x / 2
            case Variant.EVEN_ROWS:
                x += (1 - row % 2) * self.pitch_x / 2
            case Variant.ODD_COLS:
                y += (col % 2) * self.pitch_y / 2
            case Variant.EVEN_COLS:
                y += (1 - col % 2) * self.pitch_y / 2
            case _:
                pass
        return x, y

    def outline(self, row: int, col: int) -> Vertices:
        """Return the cell's corners relative to the middle of its box, clockwise."""
        half_x, half_y = (side / 2 for side in self.cell_box)
        match self.topology.shape:
            case Shape.HEXAGON if self.topology.variant in ROWS_SHIFTED:
                return [
                    (0, -half_y),
                    (half_x, -half_y / 2),
                    (half_x, half_y / 2),
                    (0, half_y),
                    (-half_x, half_y / 2),
                    (-half_x, -half_y / 2),
                ]
            case Shape.HEXAGON:
                return [
                    (-half_x / 2, -half_y),
                    (half_x / 2, -half_y),
                    (half_x, 0),
                    (half_x / 2, half_y),
                    (-half_x / 2, half_y),
                    (-half_x, 0),
                ]
            case Shape.TRIANGLE:
                tip = -half_y if self.points_up(row, col) else half_y
                corners = [(0.0, tip), (half_x, -tip), (-half_x, -tip)]
                return corners if tip < 0 else [corners[0], corners[2], corners[1]]
            case _:
                return [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]

    def points_up(self, row: int, col: int) -> bool:
        """Whether the triangle at row, col stands on its side."""
        return (row + col) % 2 == (1 if self.topology.variant is Variant.UP_ODD else 0)

    def heart(self, row: int, col: int) -> tuple[float, float]:
        """Return the middle of the inscribed circle, relative to the middle of the box."""
        if self.topology.shape is not Shape.TRIANGLE:
            return 0.0, 0.0
        below = self.pitch_y / 2 - self.inner_radius
        return 0.0, below if self.points_up(row, col) else -below

    @property
    def inner_radius(self) -> float:
        """Radius of the largest circle in a cell, in pixels."""
        match self.topology.shape:
            case Shape.HEXAGON:
                return min(self.cell_box) / 2
            case Shape.TRIANGLE:
                side = math.hypot(self.pitch_x, self.pitch_y)
                return self.pitch_x * self.pitch_y / (self.pitch_x + side)
            case _:
                return min(self.pitch_x, self.pitch_y) / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole board in pixels."""
        width, height = self.cell_box
        corners = [
            self.middle(row, col)
            for row in {0, self.topology.rows - 1, max(self.topology.rows - 2, 0)}
            for col in {0, self.topology.cols - 1, max(self.topology.cols - 2, 0)}
        ]
        right, bottom = max(x for x, _ in corners), max(y for _, y in corners)
        return right + width / 2, bottom + height / 2


def regular_pitch(shape: Shape, variant: Variant, size: float) -> tuple[float, float]:
    """Return (x, y) pitch of regular cells ``size`` pixels from side to side, along the pitch.

    For triangles ``size`` is the height of a cell.
    """
    match shape:
        case Shape.HEXAGON if variant in ROWS_SHIFTED:
            return size, size * math.sqrt(3) / 2
        case Shape.HEXAGON:
            return size * math.sqrt(3) / 2, size
        case Shape.TRIANGLE:
            return size / math.sqrt(3), size
        case _:
            return size, size
