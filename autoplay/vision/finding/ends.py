"""A lattice laid between the ends of its board, where the page around is plain.

The middle of a cell is taken for where it mirrors itself; cells shaded from one side to the other
do not, and then the board's own ends say where they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.channels import strongest
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice

SAME = 6
"""Gray levels by which a pixel of the plain page differs from its colour."""

PLAIN = 0.95
"""Share of the pixels beside a board that have the page's colour."""

WIDEST_GAP = 0.35
"""Pitches that two cells are apart at most."""

AWAY = 0.1
"""Pitches by which a board must be off its ends to be laid anew."""


def between_ends(image: Image, lattice: Lattice) -> Lattice:
    """Return the lattice of squares with its outermost cells at the ends of what is drawn there.

    It is returned as it is where the page around it is not plain, or no whole number of cells fits.
    """
    if lattice.topology.shape is not Shape.SQUARE or any(lattice.wider):
        return lattice
    return _along(image.swapaxes(0, 1), _along(image, lattice, 0), 1)


def _along(image: Image, lattice: Lattice, axis: int) -> Lattice:
    """Return the lattice laid between its ends along an axis, 0 for columns, that runs level."""
    pitch, count = lattice.pitch[axis], (lattice.topology.cols, lattice.topology.rows)[axis]
    low, high = lattice.box[axis], lattice.box[axis + 2]
    across, step = (lattice.box[1 - axis], lattice.box[3 - axis]), lattice.pitch[1 - axis] / 2
    start = max(int(low - pitch / 2), 0)
    end = int(high + pitch / 2) + 1
    band = image[int(across[0] + step) : int(across[1] - step), start:end, :3]
    ends = _ends(band, round(pitch))
    if ends is None:
        return lattice
    first, end = start + ends[0], start + ends[1]
    cells = round((end - first + WIDEST_GAP * pitch / 2) / pitch)
    gap = cells * pitch - (end - first)
    middle = (first + end) / 2 - (cells - 1) * pitch / 2
    is_off = abs(middle - lattice.first_cell_center[axis]) > AWAY * pitch
    if abs(cells - count) > 1 or not -1 <= gap <= WIDEST_GAP * pitch or not is_off:
        return lattice
    if cells < SMALLEST_BOARD:
        return lattice
    size = [lattice.topology.rows, lattice.topology.cols]
    size[1 - axis] = cells
    move = [0.0, 0.0]
    move[axis] = middle - lattice.first_cell_center[axis]
    return window(lattice, 0, 0, *size).moved(*move)


def _ends(band: NDArray[np.uint8], widest: int) -> tuple[int, int] | None:
    """Return where what is drawn on a plain page begins and ends, along the band's columns.

    None where no plain page lies beside it, or a wider part of it than ``widest``.
    """
    if min(band.shape[:2]) < SMALLEST_BOARD:
        return None
    drawn = []
    for columns in (band, band[:, ::-1]):
        page = np.median(columns[:, 0], axis=0)
        same = (strongest(np.abs(columns.astype(np.int16) - page)) <= SAME).mean(axis=0)
        other = np.flatnonzero(same < PLAIN)
        if not len(other) or not 0 < other[0] <= widest:
            return None
        drawn.append(int(other[0]))
    return drawn[0], band.shape[1] - drawn[1]
