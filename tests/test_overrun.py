"""Symbols that outgrow their cells: what runs over into a neighbour is no mark of that cell."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.game import Shape, Topology
from autoplay.vision.grouping import group_by_look
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import Looks
from autoplay.vision.overrun import without_overrun
from autoplay.vision.tiles import canonical_tiles

PITCH, ROWS, COLS = 24, 5, 6
LATTICE = Lattice(Topology(Shape.SQUARE, ROWS, COLS), (11.5, 11.5), (PITCH, PITCH))
INK, COVER, OPENED = (128, 0, 0), (160, 160, 160), (255, 255, 255)


def board(*, stroke: int = 28, foot: tuple[int, int, int] = INK, of_symbol: bool = True) -> Image:
    """Return covered cells with one opened, in row 1 and column 2, whose stroke is so long.

    What of it lies in the cell below has the colour of the ``foot``; without its symbol the opened
    cell shows a line along its lower edge alone.
    """
    image = np.full((ROWS * PITCH, COLS * PITCH, 3), COVER, np.uint8)
    left, top = 2 * PITCH, PITCH
    image[top : top + PITCH, left : left + PITCH] = OPENED
    image[top + PITCH : top + stroke, left + 9 : left + 15] = foot
    if of_symbol:
        image[top + 2 : top + min(stroke, PITCH), left + 9 : left + 15] = INK
    else:
        image[top + PITCH - 3 : top + PITCH, left + 9 : left + 15] = INK
    for line in range(ROWS + 1):
        cv2.line(image, (0, line * PITCH), (COLS * PITCH, line * PITCH), (0, 0, 0))
    for line in range(COLS + 1):
        cv2.line(image, (line * PITCH, 0), (line * PITCH, ROWS * PITCH), (0, 0, 0))
    return image


def turned(image: Image, turns: int) -> tuple[Image, Lattice]:
    """Return the picture turned left so often, with its lattice."""
    size = (COLS, ROWS) if turns % 2 else (ROWS, COLS)
    lattice = Lattice(Topology(Shape.SQUARE, *size), (11.5, 11.5), (PITCH, PITCH))
    return np.ascontiguousarray(np.rot90(image, turns)), lattice


def looks_of(image: Image, lattice: Lattice) -> Looks:
    return group_by_look(canonical_tiles(image, lattice))


@pytest.mark.parametrize("turns", range(4))
def test_what_a_symbol_runs_over_is_the_look_without_it(turns: int) -> None:
    image, lattice = turned(board(), turns)
    looks = looks_of(image, lattice)
    assert len(looks) == 3
    joined = without_overrun(looks, lattice.topology)
    assert sorted(joined.counts.tolist()) == [1, ROWS * COLS - 1]
    covered = joined.tiles[joined.counts.argmax()]
    assert np.array_equal(covered, looks.tiles[looks.counts.argmax()])


@pytest.mark.parametrize(
    "image",
    [
        board(foot=(0, 0, 200)),  # another colour than the symbol's
        board(of_symbol=False),  # a line along the edge
        board(stroke=PITCH + 18),  # deeper than symbols run
    ],
)
def test_what_no_symbol_runs_over_stays_a_look_of_its_own(image: Image) -> None:
    looks = looks_of(image, LATTICE)
    assert len(without_overrun(looks, LATTICE.topology)) == len(looks) == 3


def test_a_ground_that_reaches_into_the_next_cell_is_no_ink() -> None:
    image = board(foot=OPENED)
    image[:PITCH, :PITCH] = OPENED  # an empty cell
    looks = looks_of(image, LATTICE)
    assert len(without_overrun(looks, LATTICE.topology)) == len(looks)
