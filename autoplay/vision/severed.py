"""Pieces of a board that something over it parts from the rest: each alone would pass for a board.

Beyond what lies over a board its cells go on: at their places in the lattice, looking like others
that are known.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from autoplay.vision.finding.looks import HELD, MARKED, Flags, evidence_of, grid_of, softened
from autoplay.vision.lattice import Image, Lattice

FARTHEST = 40
"""Rows or columns beyond the board that are looked at, as many as a board of the classic games."""

NEAREST = 2
"""The line beside the board is the matter of ``extent``: it may be a border."""

IN_A_ROW = 2
"""Lines beside each other that show the board's cells before they are a piece of it."""


def severed_sides(image: Image, lattice: Lattice) -> Iterator[str]:
    """Yield the sides, of left, right, top and bottom, beyond which more of the board is seen.

    Something lies between that piece and the lattice. ``image`` is BGR or BGRA uint8.
    """
    rows, cols = lattice.topology.rows, lattice.topology.cols
    height, width = image.shape[:2]
    more_rows, more_cols = (
        int(min(FARTHEST, np.ceil(size / pitch)))
        for size, pitch in ((height, lattice.pitch[1]), (width, lattice.pitch[0]))
    )
    # An even number of lines keeps every second one shifted, or pointing up, as it is.
    more_rows, more_cols = more_rows + more_rows % 2, more_cols + more_cols % 2
    grid = grid_of(softened(image, lattice), lattice, more_rows, more_cols)
    evidence = evidence_of(grid, (more_rows, more_cols, more_rows + rows, more_cols + cols))
    along = {"left": (1, 0), "right": (1, 1), "top": (0, 0), "bottom": (0, 1)}
    for side, (axis, after) in along.items():
        shown = [
            _lines(each, (more_rows, more_cols), (rows, cols), axis, after).mean(axis=1)
            for each in (evidence.known, evidence.marked)
        ]
        held = (shown[0] >= HELD) & (shown[1] >= MARKED)
        if (np.convolve(held[NEAREST - 1 :], np.ones(IN_A_ROW), mode="valid") == IN_A_ROW).any():
            yield side


def _lines(
    cells: Flags, more: tuple[int, int], size: tuple[int, int], axis: int, after: int
) -> Flags:
    """Return the lines beyond one side of the board, the nearest first, (lines, cells along it)."""
    turned = cells if axis == 0 else cells.T
    start, count, beside = more[axis], size[axis], more[1 - axis]
    turned = turned[:, beside : beside + size[1 - axis]]
    return turned[start + count :] if after else turned[:start][::-1]
