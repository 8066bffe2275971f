"""Bare cells with nothing between them where others are parted: something plain over the board.

A patch of one colour, or one blurred, passes for opened cells that show nothing; and for covered
ones where all others are marked, and none tells how those are drawn.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Label, Shape
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.tiles import SIDE, canonical_tiles

RIM, MIDDLE = 3, slice(6, SIDE - 6)
"""Rows of a tile at a side in which what parts it from its neighbour is looked for, and the part
that tells its colour. A line may lie at either side of the boundary."""

ALONG = slice(4, SIDE - 4)
"""The part of a side that is looked at: corners show other neighbours."""

UNPARTED = 0.12
"""Share of what parts nine tenths of the opened cells by which bare ones are parted at least: of
485 boards covered ones 0.21 and more, of one 0.148, zeros 0.5; of plain patches that were read as
covered cells or zeros 0, of blurred ones 0.06."""

PARTED = 10.0
"""Gray levels (strongest channel) by which opened cells are parted where that tells anything."""

NOTHING = 2.0
"""Gray levels below which nothing parts zeros that opened none of the cells beside them: so is a
patch over a board on which hardly a cell is opened."""

FEWEST = 4
"""Pairs of opened cells that tell how cells are parted."""


def require_parted(image: Image, lattice: Lattice, labels: bytes) -> None:
    """Return if the bare squares of a board are parted as its opened ones are.

    ``image`` is BGR or BGRA uint8, ``labels`` one a cell. Raises UnreadableError with the cells
    that nothing parts.
    """
    if lattice.topology.shape is not Shape.SQUARE:
        return
    board = np.frombuffer(labels, np.uint8).reshape(lattice.topology.rows, lattice.topology.cols)
    across, down = _parted(image, lattice)
    beside, above = _both(board <= MAX_NUMBER)
    usual = np.concatenate([across[beside], down[above]])
    parted = np.quantile(usual, 0.1) if len(usual) >= FEWEST else 0.0
    least = UNPARTED * parted if parted >= PARTED else 0.0
    zeros, covered = board == Label.ZERO, board == Label.COVERED
    # Few zeros but these leave a covered cell beside them closed.
    opening_none = zeros & (cv2.dilate(covered.astype(np.uint8), _SIDES) > 0)
    unparted = np.zeros(board.shape, np.bool_)
    for bare, limit in ((covered, least), (zeros, least), (opening_none, NOTHING)):
        beside, above = _both(bare)
        beside &= across < limit
        above &= down < limit
        unparted[:, :-1] |= beside
        unparted[:, 1:] |= beside
        unparted[:-1] |= above
        unparted[1:] |= above
    cells = np.flatnonzero(unparted).tolist()
    if cells:
        place = lattice.topology.place(cells[0])
        raise UnreadableError(
            f"something plain lies over the board, at {place} and around it",
            cells,
            ["nothing parts the cell from the next one, as others are parted"] * len(cells),
            more="move it away",
        )


def _both(chosen: NDArray[np.bool_]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which cells are chosen with the next one in their row, and in their column."""
    return chosen[:, :-1] & chosen[:, 1:], chosen[:-1] & chosen[1:]


def _parted(image: Image, lattice: Lattice) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return by how many gray levels cells are parted from the next one in their row, and in their
    column, (rows, cols - 1) and (rows - 1, cols): how far the rim of either is from its middle."""
    rows, cols = lattice.topology.rows, lattice.topology.cols
    tiles = canonical_tiles(image, lattice).astype(np.int16)
    middles = tiles[:, MIDDLE, MIDDLE].reshape(len(tiles), -1, 3)
    usual = np.median(middles, axis=1)[:, None, None]
    away = strongest(np.abs(tiles - usual)).reshape(rows, cols, SIDE, SIDE)
    left, right = (away[:, :, ALONG, part].max(axis=3).mean(axis=2) for part in _RIMS)
    upper, lower = (away[:, :, part, ALONG].max(axis=2).mean(axis=2) for part in _RIMS)
    return np.maximum(right[:, :-1], left[:, 1:]), np.maximum(lower[:-1], upper[1:])


_RIMS = slice(None, RIM), slice(-RIM, None)
_SIDES = cv2.getStructuringElement(cv2.MORPH_CROSS, (3, 3))
