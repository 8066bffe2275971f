"""Lines of the page beside a board, taken for lines of it where opened cells look like the page.

Text and buttons of the page look like no cell; what lies between them and the board looks like
zeros.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.extent import open_sides, side_cells
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import MAX_BLOCK_DIFFERENCE
from autoplay.vision.settle import CONTRAST, FELLOWS, MOST_LINES, SIDES, patterns, without

TEXT = 3
"""Cells in a line of the page in which something is drawn: a pointer covers two at most."""


def without_page(image: Image, lattice: Lattice, doubtful: frozenset[int]) -> Lattice | None:
    """Return the lattice without the lines of the page at one of its sides; None without any.

    Text is drawn there, some of it in doubt, and the outlines of the cells end before it: they are
    seen to go on beyond the lattice without one line more, not beyond the one returned.
    """
    shown = patterns(image, lattice)
    drawn = shown.std(axis=1).max(axis=1) > CONTRAST
    for side in SIDES:
        outer = [side_cells(lattice, side, lines) for lines in range(MOST_LINES + 1)]
        texts = np.diff([np.count_nonzero(drawn[cells]) for cells in outer])
        smaller = _one_by_one(lattice, side)
        for lines in range(1, len(smaller) - 1):
            line, (board, less) = outer[lines], smaller[lines : lines + 2]
            if max(texts[:lines]) < TEXT or doubtful.isdisjoint(line):
                continue
            ends = side in open_sides(image, less) and side not in open_sides(image, board)
            if ends and not _are_like_others(shown, drawn, line):
                return board
    return None


def _one_by_one(lattice: Lattice, side: str) -> list[Lattice]:
    """Return the lattice, and without one, two and more lines at a side, while it is a board."""
    found = [lattice]
    while len(found) <= MOST_LINES + 1 and (smaller := without(found[-1], side)) is not None:
        found.append(smaller)
    return found


def _are_like_others(
    shown: NDArray[np.float32], drawn: NDArray[np.bool_], chosen: Sequence[int]
) -> bool:
    """Whether some of these cells show what cells of the board do, by the patterns of all cells and
    whether any symbol is drawn there."""
    among = np.zeros(len(drawn), np.bool_)
    among[chosen] = True
    others = shown[drawn & ~among]
    alike = sum(
        bool((np.abs(others - one).max(axis=(1, 2)) < MAX_BLOCK_DIFFERENCE).any())
        for one in shown[drawn & among]
    )
    return alike >= FELLOWS
