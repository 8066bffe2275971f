"""Outer lines that show nothing: the board's, or the page beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.game import Board, Label, parse_board
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.bare_lines import without_bare_lines, without_page_lines

PITCH = 20
PAGE = 240


def drawn(text: str, left: int, right: int) -> tuple[Image, Lattice, Board]:
    """Return a picture whose opened cells are the page, which begins and ends so many pixels
    beside the cells, with the lattice and the board."""
    board = parse_board(text.replace("/", "\n"))
    first = (left + 10 + (PITCH - 1) / 2, 30 + (PITCH - 1) / 2)
    lattice = Lattice(board.topology, first, (PITCH, PITCH))
    width = board.topology.cols * PITCH + left + right
    image = np.full((60 + board.topology.rows * PITCH, width + 20, 3), 90, np.uint8)
    image[10:-10, 10:-10] = PAGE
    corners = np.rint(lattice.centers - PITCH / 2 + 0.5).astype(int)
    for label, (x, y) in zip(board.labels, corners, strict=True):
        if label == Label.COVERED:
            cv2.rectangle(image, (x + 1, y + 1), (x + PITCH - 2, y + PITCH - 2), (160,) * 3, -1)
        elif label != Label.ZERO:
            cv2.line(image, (x + 10, y + 4), (x + 10, y + 15), (0, 0, 0), 2)
    return image, lattice, board


@pytest.mark.parametrize(
    ("text", "cols"),
    [
        ("##100/##100/##100/11100/00000", 0),  # its zeros lie where nothing is covered
        ("####0/####0/####0/11110/00000", 4),
        ("####1/####0/####0/11110/00000", 0),  # a number among them
        ("1####/1####/1####/1####/1####", 0),
        ("00####/001###/001122/000011/000001", 4),  # as no zero of the board does
        ("00###0/001###/001122/000011/000001", 0),  # as another zero does
    ],
)
def test_zeros_at_a_side_beside_covered_cells_are_the_page(text: str, cols: int) -> None:
    image, lattice, board = drawn(text, 20, 5 * PITCH)
    less = without_bare_lines(image, lattice, board.labels)
    assert (less.topology.cols if less else 0) == cols


IN_THE_MIDDLE = "001##1/001##1/001111/000000/000111/0001#1"


@pytest.mark.parametrize(
    ("left", "right", "cols"),
    [
        (15, 15, 0),  # in the middle as it is
        (15, 35, 5),  # without one line
        (0, 40, 4),  # without two, at the edge of the page
        (15, 70, 0),  # nowhere in the middle
    ],
)
def test_of_lines_of_zeros_those_beside_a_board_in_the_middle_of_its_page_are_none(
    left: int, right: int, cols: int
) -> None:
    image, lattice, board = drawn(IN_THE_MIDDLE, left, right)
    less = without_bare_lines(image, lattice, board.labels)
    assert (less.topology.cols if less else 0) == cols
    if less is not None:
        assert less.box[2] == pytest.approx(lattice.box[2])


def test_lines_parted_from_the_page_are_the_board_s() -> None:
    image, lattice, board = drawn(IN_THE_MIDDLE, 15, 35)
    left, top, right, bottom = (round(edge) for edge in lattice.box)
    cv2.rectangle(image, (left - 1, top - 1), (right, bottom), (0, 0, 0), 1)
    assert without_bare_lines(image, lattice, board.labels) is None


def test_lines_of_one_plain_colour_are_told_whatever_the_others_are() -> None:
    image, lattice, _ = drawn(IN_THE_MIDDLE, 15, 15)
    for doubtful in ((), (0, 2)):  # cells of the page, among others
        less = without_page_lines(image, lattice, frozenset(doubtful))
        assert less is not None
        assert (less.topology.rows, less.topology.cols) == (6, 4)
    assert without_page_lines(image, lattice, frozenset((2, 3))) is None


def test_the_edge_of_a_panel_runs_through_a_page_s_line() -> None:
    image, lattice, _ = drawn(IN_THE_MIDDLE, 15, 15)
    left, top, *_ = (round(edge) for edge in lattice.box)
    panel = image.copy()
    panel[:, : left + 8] = 200  # all along the first column
    less = without_page_lines(panel, lattice, frozenset())
    assert less is not None
    assert less.topology.cols == 4
    panel = image.copy()
    panel[: top + 30, : left + 8] = 200  # along a cell and a half of it
    assert without_page_lines(panel, lattice, frozenset()) is None


@pytest.mark.parametrize(
    ("rims", "cols"),
    [
        (True, 5),  # the page beside cells that show where they end
        (False, 0),  # flat cells without a line, as that column
    ],
)
def test_a_line_of_covered_cells_barer_than_all_others_is_the_page(rims: bool, cols: int) -> None:
    image, lattice, board = drawn("###001/###111/######/######/######", 20, 20)
    left, top, right, bottom = (round(edge) for edge in lattice.box)
    inner = image[top:bottom, left:right]
    if not rims:
        inner[:] = 160
    else:
        inner[:, :PITCH] = PAGE
    less = without_bare_lines(image, lattice, board.labels)
    assert (less.topology.cols if less else 0) == cols
