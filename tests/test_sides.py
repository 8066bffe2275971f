"""A board that goes on where its lattice ends is noticed; a whole board raises no alarm."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.synthetic import make_screen
from autoplay.bench.truth import Screen, load_screens, parse_truth
from autoplay.errors import UnreadableError
from autoplay.game import Shape, Topology
from autoplay.vision.lattice import Lattice
from autoplay.vision.whole.beyond import require_whole, sides_beyond
from autoplay.vision.whole.sides import open_sides, side_cells

SCREENS = [
    screen
    for screen in load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
    if screen.truth.board is not None
]


FEW = 4
"""Pixels of what lies beside a board."""


def narrowed(lattice: Lattice, rows: int = 0, cols: int = 0) -> Lattice:
    """The lattice without its last rows and columns."""
    topology = lattice.topology
    less = replace(topology, rows=topology.rows - rows, cols=topology.cols - cols)
    return replace(lattice, topology=less)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_whole_board_ends_where_its_lattice_does(screen: Screen) -> None:
    assert screen.truth.lattice is not None
    require_whole(screen.load(), screen.truth.lattice)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_columns_beyond_the_lattice_are_noticed(screen: Screen) -> None:
    assert screen.truth.lattice is not None
    assert open_sides(screen.load(), narrowed(screen.truth.lattice, cols=2)) == ["right"]


@pytest.mark.parametrize("screen", SCREENS[::7], ids=lambda screen: screen.name)
def test_rows_beyond_the_lattice_are_noticed_with_the_last_cells(screen: Screen) -> None:
    assert screen.truth.lattice is not None
    short = narrowed(screen.truth.lattice, rows=2)
    with pytest.raises(UnreadableError, match="beyond its bottom side") as error:
        require_whole(screen.load(), short)
    assert list(error.value.cells) == side_cells(short, "bottom")


def test_corners_of_hexagons_softened_by_scaling_are_no_cells_beyond_the_board() -> None:
    made = make_screen(7400172)
    board = parse_truth(made.truth, "made").lattice
    assert board is not None
    assert open_sides(made.image, board.moved(0.0, -1.5)) == []  # as they are found
    assert open_sides(made.image, narrowed(board, rows=2)) == ["bottom"]


def test_a_board_cut_by_the_edge_of_the_picture_is_noticed() -> None:
    screen = next(one for one in SCREENS if one.name == "xdemineur/mid1")
    lattice = screen.truth.lattice
    assert lattice is not None
    x, _ = lattice.center(20)
    cut = screen.load()[:, : round(x)]  # through the middle of column 20
    assert open_sides(cut, narrowed(lattice, cols=10)) == ["right"]


@pytest.mark.parametrize("screen", SCREENS[::7], ids=lambda screen: screen.name)
def test_a_few_pixels_up_to_the_edge_of_the_picture_tell_whether_a_board_goes_on(
    screen: Screen,
) -> None:
    lattice, image = screen.truth.lattice, screen.load()
    assert lattice is not None
    part = narrowed(lattice, cols=2)
    assert open_sides(image[:, : part.box[2] + FEW], part) == ["right"]
    assert open_sides(image[:, : lattice.box[2] + FEW], lattice) == []


def test_most_unseen_boards_that_go_on_are_noticed_and_whole_ones_hardly_ever() -> None:
    noticed, alarms, wide = 0, 0, 0
    for seed in range(30):
        made = make_screen(seed, "board")
        lattice = parse_truth(made.truth, "made").lattice
        assert lattice is not None
        alarms += bool(open_sides(made.image, lattice))
        if lattice.topology.cols > 8:
            wide += 1
            noticed += "right" in open_sides(made.image, narrowed(lattice, cols=2))
    assert alarms == 0
    assert noticed >= wide * 0.6


def test_a_plain_picture_gives_no_evidence() -> None:
    plain = np.full((200, 200, 4), 128, dtype=np.uint8)
    lattice = Lattice(Topology(Shape.SQUARE, 5, 5), (60, 60), (20, 20))
    assert open_sides(plain, lattice) == []


def test_a_cut_row_of_as_many_opened_as_covered_cells_is_noticed() -> None:
    """Its usual course is neither that of covered nor that of opened cells."""
    pitch, rows, cols = 22, 9, 20
    image = np.zeros((30 + rows * pitch + 13, 40 + cols * pitch, 3), np.uint8)
    for row in range(rows + 1):
        for col in range(cols):
            top, left = 30 + row * pitch, 20 + col * pitch
            opened = row == rows and col % 4 < 2 and col < 18
            image[top : top + pitch, left : left + pitch] = 136 if opened else 90
            face = (170, 170, 170) if opened else (170, 0, 0)
            image[top + 2 : top + pitch - 2, left + 2 : left + pitch - 2] = face
    lattice = Lattice(Topology(Shape.SQUARE, rows, cols), (30.5, 40.5), (pitch, pitch))
    assert open_sides(image, lattice) == ["bottom"]


@pytest.mark.parametrize("seed", [70, 97, 108, 129])
def test_a_page_whose_median_goes_like_a_checkerboard_by_chance_is_no_more_of_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    image = np.full((280, 320, 3), 230, np.uint8)
    for row, col in np.ndindex(8, 8):
        top, left = 20 + 30 * row, 20 + 30 * col
        image[top : top + 30, left : left + 30] = 190 if (row + col) % 2 else 160
    shades = rng.choice([60, 120, 180], 9)
    edges = np.sort(rng.choice(np.arange(0, 280, 10), 8, replace=False))
    page = np.repeat(shades, np.diff([0, *edges, 280]))
    image[:, 262:] = page[:, None, None]  # shades of any height beside the board
    assert open_sides(image, Lattice(Topology(Shape.SQUARE, 8, 8), (34.5, 34.5), (30, 30))) == []


def test_letters_above_a_dark_board_are_no_more_of_it() -> None:
    """They differ from the lines of its cells by no more than those from what they are drawn on."""
    pitch, cells = 52, 8
    image = np.full((80 + cells * pitch, 80 + cells * pitch, 3), 35, np.uint8)
    for row, col in np.ndindex(cells, cells):
        top, left = 40 + row * pitch, 40 + col * pitch
        image[top + 2 : top + pitch, left + 2 : left + pitch] = 39
        image[top : top + pitch, left + 18 : left + 22] = 20  # a line of their own
    for col in range(cells):
        image[26:34, 40 + col * pitch + 22 : 40 + col * pitch + 36] = 52
    lattice = Lattice(Topology(Shape.SQUARE, cells, cells), (65.5, 65.5), (pitch, pitch))
    assert open_sides(image, lattice) == []


@pytest.mark.parametrize("letters", [True, False])
def test_letters_above_the_columns_are_no_line_more_of_the_board(*, letters: bool) -> None:
    """They have the period of the cells, as has a line of these most of which is hidden."""
    image = np.full((320, 360, 3), 17, np.uint8)
    lattice = Lattice(Topology(Shape.SQUARE, 8, 9), (60.0, 80.0), (30.0, 24.0))
    for row, col in np.ndindex(9, 9):
        x, y = 60 + 30 * col, 56 + 24 * row
        if row or not letters:
            cv2.rectangle(image, (x - 4, y - 2), (x + 4, y + 11), (128, 128, 128), cv2.FILLED)
        else:
            place, font = (x - 5, y + 10), cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(image, "BDEHDEBHD"[col], place, font, 0.45, (200, 200, 40), 2, cv2.LINE_AA)
    if not letters:
        image[:58] = (230, 220, 210)
    assert open_sides(image, lattice) == ["top"]
    assert sides_beyond(image, lattice) == ["top"] * (not letters)
