"""Where a board stands on the desktop, and what stands beside it and moves with its window."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.desktop.ports import Frame, Point
from autoplay.vision.lattice import Lattice


@dataclass(frozen=True)
class Beside:
    """A place beside a board: cells to the right of and below the middle of its first cell."""

    right: float
    down: float

    def __str__(self) -> str:
        return f"@{self.right:.2f},{self.down:.2f}"


@dataclass(frozen=True)
class Anchor:
    """A board on the desktop: the middle of its first cell and the size of a cell, in points."""

    first: Point
    cell: tuple[float, float]

    def point(self, place: Beside) -> Point:
        """Return where a place beside this board is on the desktop."""
        wide, high = self.cell
        return Point(self.first.x + place.right * wide, self.first.y + place.down * high)

    def beside(self, point: Point) -> Beside:
        """Return what place beside this board a point of the desktop is."""
        wide, high = self.cell
        return Beside((point.x - self.first.x) / wide, (point.y - self.first.y) / high)


def anchor_of(frame: Frame, lattice: Lattice) -> Anchor:
    """Return where the board of this lattice, in pixels of the frame, stands on the desktop."""
    wide, high = lattice.pitch
    first = frame.point_at(*lattice.first_cell_center)
    return Anchor(first, (wide / frame.scale, high / frame.scale))
