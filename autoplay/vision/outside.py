"""Lines of the page beside a board, taken for lines of it where opened cells look like the page.

Text and buttons of the page look like no cell; what lies between them and the board looks like
zeros.
"""

from __future__ import annotations

import numpy as np

from autoplay.vision.extent import open_sides, side_cells
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.settle import CONTRAST, MOST_LINES, SIDES, have_fellows, patterns, without

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
            among = np.isin(np.arange(len(drawn)), line)
            if ends and not have_fellows(shown[drawn & among], shown[drawn & ~among]):
                return board
    return None


def _one_by_one(lattice: Lattice, side: str) -> list[Lattice]:
    """Return the lattice, and without one, two and more lines at a side, while it is a board."""
    found = [lattice]
    while len(found) <= MOST_LINES + 1 and (smaller := without(found[-1], side)) is not None:
        found.append(smaller)
    return found
