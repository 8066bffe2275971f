"""Whether something over a board cuts off a strip of its own outermost cells.

A window or a bar there hides whole lines of cells as well. Every cell along that side shows the
same at its end, which none within the board does. So does an outline that a game draws over its
cells, but along the side across as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.extent import side_cells
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.tiles import SIDE, canonical_tiles

STRIP = slice(SIDE - 3, SIDE - 1)
"""The rows of a tile, its end turned down, that are looked at: of an eighth of a cell, but for the
line between it and the next."""

REST = slice(0, SIDE - 6)
"""The rows that tell which cell within the board it is drawn like."""

LIKE, ALIEN, SAME = 9.0, 25.0, 10.0
"""Gray levels by which cells drawn alike differ in the rest of them (root mean square), by which
the strip differs from that of its like, and by which it differs from the other cells' strips."""

MOST_OF = 0.8
"""Share of a side's cells. Of 759 whole boards of squares none has a third of them on one side; one
that outlines a lost board in red has nearly all on all four."""

MOST_COMPARED = 1500

ACROSS = {"bottom": "top", "top": "bottom", "left": "right", "right": "left"}
TURNS = {"bottom": 0, "left": 1, "top": 2, "right": 3}
"""Quarter turns that bring a side down."""

Rows = NDArray[np.float32]


def trimmed_sides(image: Image, lattice: Lattice) -> Iterator[str]:
    """Yield the sides whose own cells are cut off at their ends. ``image`` is BGR or BGRA uint8."""
    if lattice.topology.shape is not Shape.SQUARE:
        return
    tiles = canonical_tiles(image, lattice).astype(np.float32)
    cut = [side for side in TURNS if _is_trimmed(tiles, lattice, side)]
    yield from (side for side in cut if ACROSS[side] not in cut)


def _is_trimmed(tiles: Rows, lattice: Lattice, side: str) -> bool:
    turned = np.rot90(tiles, TURNS[side], axes=(1, 2))
    along = np.isin(np.arange(len(tiles)), side_cells(lattice, side))
    outer, within = turned[along], turned[~along]
    if not len(within):
        return False
    within = within[:: 1 + len(within) // MOST_COMPARED]
    nearest, away = _nearest(outer[:, REST], within[:, REST])
    ends, usual = outer[:, STRIP], within[nearest][:, STRIP]
    alien = np.median(np.abs(ends - usual).min(axis=1).max(axis=2), axis=1) > ALIEN
    same = np.abs(ends - np.median(ends, axis=0)).mean(axis=(1, 2, 3)) < SAME
    return bool(((away < LIKE) & alien & same).mean() >= MOST_OF)


def _nearest(some: Rows, others: Rows) -> tuple[NDArray[np.intp], Rows]:
    """Return for each of some which other is most like it, and by how much it differs."""
    one, other = (each.reshape(len(each), -1) for each in (some, others))
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    away = np.sqrt(np.maximum(squares, 0) / one.shape[1])
    return away.argmin(axis=1), np.asarray(away.min(axis=1), np.float32)
