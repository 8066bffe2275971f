"""Whether the cells of a board with numbers are whole ones."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import make_topology
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.whole_cells import require_no_halves

ROWS, COLS, LEFT, TOP, WIDE, HIGH = 8, 10, 40, 60, 56, 44


def _table(written: int, *, lines: bool = True) -> Image:
    """Cells of thin lines, so many of them with a digit in the middle."""
    image = np.full((TOP + ROWS * HIGH + 60, LEFT + COLS * WIDE + 60, 3), 238, np.uint8)
    for cell in range(ROWS * COLS):
        row, col = divmod(cell, COLS)
        x, y = LEFT + col * WIDE, TOP + row * HIGH
        if lines:
            cv2.rectangle(image, (x, y), (x + WIDE, y + HIGH), (150, 150, 150), 1)
        if cell < written:
            place = (x + WIDE // 2 - 6, y + HIGH // 2 + 6)
            cv2.putText(image, "2", place, cv2.FONT_HERSHEY_SIMPLEX, 0.6, (90, 90, 90), 1)
    return image


def _lattice(across: int, down: int) -> Lattice:
    """The lattice with every cell cut into so many columns and rows."""
    wide, high = WIDE / across, HIGH / down
    topology = make_topology("square", ROWS * down, COLS * across)
    return Lattice(topology, (LEFT + wide / 2, TOP + high / 2), (wide, high))


@pytest.mark.parametrize(("across", "down"), [(2, 1), (1, 2)])
def test_halves_of_cells_are_told_by_the_symbols_that_stand_between_them(
    across: int, down: int
) -> None:
    with pytest.raises(UnreadableError, match="each may be half a cell"):
        require_no_halves(_table(30), _lattice(across, down))


@pytest.mark.parametrize(
    ("image", "across"),
    [
        (_table(30), 1),
        (_table(2), 2),  # hardly anything stands there
        (_table(30, lines=False), 2),  # no line is drawn anywhere
    ],
)
def test_whole_cells_and_what_nothing_tells_pass(image: Image, across: int) -> None:
    require_no_halves(image, _lattice(across, 1))
