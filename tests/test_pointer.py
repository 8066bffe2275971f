"""The pointer over a covered cell is no flag."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.truth import Screen, load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Cell, Label
from autoplay.vision.lattice import Image
from autoplay.vision.pointer import require_no_pointer
from autoplay.vision.reading import Reading
from autoplay.vision.see import see

SCREENS = load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
ARROW = np.array([(0, 0), (0, 17), (4, 13), (7, 19), (9, 18), (7, 12), (12, 12)])
"""Corners of an arrow, x and y in pixels from its tip."""


def screen_of(name: str) -> Screen:
    return next(each for each in SCREENS if each.name == name)


def with_arrow(image: Image, tip: tuple[int, int], ink: int) -> Image:
    """Return the picture with an arrow on it, its rim black for white ink, else white."""
    drawn = image[..., :3].copy()
    cv2.fillPoly(drawn, [ARROW + tip], (ink,) * 3)
    cv2.polylines(drawn, [ARROW + tip], True, (255 - ink,) * 3)
    return drawn


def reading_with(screen: Screen, cell: Cell, mark: Label) -> Reading:
    """Return the true reading of a screen, but for a mark in this cell."""
    board, lattice = screen.truth.board, screen.truth.lattice
    assert board is not None and lattice is not None
    certain = np.ones(len(board.labels))
    return Reading(board.with_labels({cell: mark}), lattice, certain, certain)


@pytest.mark.parametrize(
    ("name", "tip", "ink", "cells"),
    [
        ("xbomb-square/mid1", (887, 424), 0, (172, 202)),
        ("xbomb-square/mid1", (887, 423), 255, (172, 202)),
        ("winemine/mid1", (445, 76), 255, (27, 57)),
        ("xdemineur/mid2", (131, 304), 0, (150, 151)),  # a flag in each
        ("kmines/fresh", (869, 722), 0, (442,)),  # an arrow
        ("kmines/mid2", (309, 381), 255, (94,)),
    ],
)
def test_the_pointer_over_a_covered_cell_is_told_with_the_cells_it_covers(
    name: str, tip: tuple[int, int], ink: int, cells: tuple[int, ...]
) -> None:
    with pytest.raises(UnreadableError, match="such as the pointer; move it away") as caught:
        see(with_arrow(screen_of(name).load(), tip, ink))
    assert caught.value.cells == cells


def test_a_single_flag_or_question_mark_within_its_cell_is_no_pointer() -> None:
    screen = screen_of("xbomb-square/mid1")
    assert screen.truth.board is not None
    image = screen.load()[..., :3].copy()
    assert screen.truth.lattice is not None
    x, y = (round(place) for place in screen.truth.lattice.center(172))
    cv2.fillPoly(image, [np.array([(x - 5, y - 5), (x + 5, y), (x - 5, y + 5)])], (0, 0, 200))
    for mark in (Label.FLAG, Label.QUESTION):
        require_no_pointer(image, reading_with(screen, Cell(172), mark))


def test_two_equal_marks_side_by_side_whose_edges_differ_are_no_pointer() -> None:
    screen = screen_of("xbomb-square/mid1")
    image, lattice = screen.load()[..., :3].copy(), screen.truth.lattice
    assert lattice is not None
    half = round(lattice.pitch[0] / 2)
    for cell in (172, 173):
        x, y = (round(place) for place in lattice.center(Cell(cell)))
        image[y - half : y + half, x - half : x + half] = (0, 255, 255)
        cv2.fillPoly(image, [np.array([(x - 5, y - 5), (x + 5, y), (x - 5, y + 5)])], (0, 0, 200))
    image[y - half : y + half, x + half - 1 : x + half] = (255, 0, 0)  # of the cells beside it
    image[y + half - 1 : y + half, x - half : x + half] = (255, 0, 0)
    reading = reading_with(screen, Cell(172), Label.QUESTION)
    board = reading.board.with_labels({Cell(173): Label.QUESTION})
    require_no_pointer(image, replace(reading, board=board))


def test_a_single_flag_off_the_middle_of_its_cell_or_beyond_the_board_is_none() -> None:
    screen = screen_of("xbomb-square/mid1")
    lattice = screen.truth.lattice
    assert lattice is not None
    for cell, left, right, down in ((172, -9, -2, 0), (479, -5, 5, 8)):
        x, y = (round(place) for place in lattice.center(cell))
        image = screen.load()[..., :3].copy()
        corners = [(x + left, y + down - 5), (x + right, y + down), (x + left, y + down + 5)]
        cv2.fillPoly(image, [np.array(corners)], (0, 0, 200))
        with pytest.raises(UnreadableError, match="something lies over the cell at"):
            require_no_pointer(image, reading_with(screen, Cell(cell), Label.FLAG))


@pytest.mark.parametrize("colour", [(0, 0, 200), (0, 0, 0)])
def test_the_frame_of_a_cursor_beside_a_single_flag_is_no_pointer(
    colour: tuple[int, int, int],
) -> None:
    screen = screen_of("xbomb-square/mid1")
    reading = reading_with(screen, Cell(172), Label.FLAG)
    image = screen.load()[..., :3].copy()
    x, y = (round(place) for place in reading.lattice.center(202))
    cv2.rectangle(image, (x - 8, y - 8), (x + 8, y + 8), colour, 2)
    require_no_pointer(image, reading)
    image = screen.load()[..., :3].copy()
    image[y - 9 : y - 2, x - 3 : x + 3] = colour
    with pytest.raises(UnreadableError, match="over the cells at 5,22 and 6,22"):
        require_no_pointer(image, reading)


@pytest.mark.parametrize("tip", [(721, 492), (721, 502), (721, 507)])
def test_the_pointer_beside_covered_cells_alone_leaves_no_zero(tip: tuple[int, int]) -> None:
    with pytest.raises(UnreadableError):
        see(with_arrow(screen_of("xdemineur/mid1").load(), tip, 0))
