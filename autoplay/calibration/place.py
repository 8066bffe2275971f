"""Where the cells of a board are in a picture, as profiles and recordings keep it."""

from __future__ import annotations

import msgspec

from autoplay.game import Topology
from autoplay.vision.lattice import Lattice

SMALLEST, LARGEST = 2, 100_000
"""Pixels: from one cell to the next are more than the first, no screen is as wide as the second.
"""

MOST_CELLS = 100_000
"""Cells of a board that is read: the grids that reading lays over them take 0.9 GiB for 90,000.

A screen of 5120x2880 pixels has 58,000 cells of 16 pixels.
"""


def require_size(rows: int, cols: int) -> None:
    """Raise ValueError for a size that no board in a picture can have."""
    if min(rows, cols) < 1 or rows * cols > MOST_CELLS:
        raise ValueError(f"rows and cols must be 1 or more, of {MOST_CELLS} cells at most")


def require_mines_fit(key: str, mines: int | None, topology: Topology) -> None:
    """Raise ValueError naming the key where so many mines, None for unknown, do not fit."""
    if mines is not None and not 0 <= mines <= topology.present:
        raise ValueError(f"{key} = {mines}: the board has {topology.present} cells")


def require_place(
    first_cell_center: tuple[float, float],
    pitch: tuple[float, float],
    wider: tuple[int, int],
    more: float,
) -> None:
    """Raise ValueError naming the one that no board in a picture can have; all are in pixels."""
    if not all(0 <= at <= LARGEST for at in first_cell_center):
        raise ValueError(f"first_cell_center must be two numbers from 0 to {LARGEST}")
    if not all(SMALLEST <= step <= LARGEST for step in pitch):
        raise ValueError(f"pitch must be two numbers from {SMALLEST} to {LARGEST}")
    if not all(0 <= lines <= LARGEST for lines in wider):
        raise ValueError(f"wider must be two numbers from 0 to {LARGEST}")
    if not 0 <= more <= LARGEST:
        raise ValueError(f"more must be a number from 0 to {LARGEST}")


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where the cells are, in pixels of a picture; the values are those of its ``Lattice``."""

    first_cell_center: tuple[float, float]
    pitch: tuple[float, float]
    wider: tuple[int, int] = (0, 0)
    more: float = 1.0

    def __post_init__(self) -> None:
        require_place(self.first_cell_center, self.pitch, self.wider, self.more)

    def lattice(self, topology: Topology) -> Lattice:
        """Return the lattice of a board of this topology here."""
        return Lattice(topology, self.first_cell_center, self.pitch, self.wider, self.more)


def require_within(lattice: Lattice, width: int, height: int) -> None:
    """Raise ValueError where cells have their middle beyond a picture of so many pixels."""
    right, bottom = lattice.centers.max(axis=0)
    if right >= width or bottom >= height:
        raise ValueError(
            f"first_cell_center and pitch: the board reaches to {right:.0f},{bottom:.0f}, beyond "
            f"the {width}x{height} pixels it is in"
        )
