"""Whether a grid on which nothing is opened is a Minesweeper: its covered cells look alike.

Without numbers the rules of the game prove nothing, and a crossword, the windows of a house or a
page of swatches would pass. Covered cells of a game have one colour, or two in a checkerboard; a
gradient over the whole board makes it change smoothly from cell to cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.tiles import Sampler

MOST_SHADES = 34.0
"""Gray levels between the cells of a board with nothing opened: a checkerboard has up to 20, a
chess board 41 and more."""

MOST_UNEVEN = 10.0
"""Gray levels by which a cell may differ from a smooth course of colours over the board. Of fresh
boards of 60 games and web skins the worst is at 6; swatches, windows, bricks and seats are at 14
and more."""

HOVERED = 1
"""Cells that may differ: the one under the pointer is often drawn lighter."""


def unlike_cells(image: Image, lattice: Lattice, covered: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return those of these covered cells whose colour is not that of their fellows.

    ``image`` is BGR or BGRA uint8; empty where at most one cell differs.
    """
    tiles = Sampler(lattice).tiles(image, covered)
    shades = np.median(tiles.reshape(len(tiles), -1, tiles.shape[-1]), axis=1)
    far = _largest(shades - np.median(shades, axis=0)) > MOST_SHADES
    uneven = _largest(shades - _smooth(shades, lattice, covered)) > MOST_UNEVEN
    unlike = covered[far | uneven]
    return unlike if len(unlike) > HOVERED else covered[:0]


def _largest(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.abs(differences).max(axis=1), dtype=np.float64)


def _smooth(
    shades: NDArray[np.float64], lattice: Lattice, covered: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the shades of a checkerboard under a quadratic gradient, fitted by least squares.

    Rows that alternate are no course: they are the upper and lower halves of glossy cells.
    """
    rows, cols = np.divmod(covered, lattice.topology.cols)
    x, y = ((place - place.mean()) / (np.ptp(place) + 1) for place in (cols, rows))
    ones = np.ones(len(covered))
    course = np.stack([ones, x, y, x * x, x * y, y * y, (rows + cols) % 2], axis=1)
    found, *_ = np.linalg.lstsq(course, shades, rcond=None)
    return np.asarray(course @ found, dtype=np.float64)
