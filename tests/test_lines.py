"""Dropping and gaining border lines leaves every other cell where it was."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Topology, Variant, parse_board
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import learn
from autoplay.vision.reading import Reading
from autoplay.vision.sight import Sight
from autoplay.vision.whole.lines import (
    SIDES,
    continued_sides,
    covered_sides,
    is_in_doubt_within,
    strange_sides,
    with_more,
    without,
    without_frame,
)
from autoplay.vision.whole.settled_lattice import counting_all, settled
from tests.strategies import TILINGS


def _polygons(lattice: Lattice) -> set[tuple[float, ...]]:
    return {
        tuple(np.round(lattice.polygon(cell), 3).ravel()) for cell in range(len(lattice.topology))
    }


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
@pytest.mark.parametrize("side", SIDES)
def test_the_cells_that_stay_keep_their_polygons(shape: Shape, variant: Variant, side: str) -> None:
    lattice = Lattice(Topology(shape, 6, 7, variant), (100.0, 90.0), (20.0, 18.0))
    fewer, more = without(lattice, side), with_more(lattice, side)
    assert fewer is not None
    assert more is not None
    assert _polygons(fewer) < _polygons(lattice) < _polygons(more)
    line = 7 if side in ("top", "bottom") else 6
    assert len(fewer.topology) == 42 - line
    assert len(more.topology) == 42 + line


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
@pytest.mark.parametrize("side", SIDES)
def test_dropping_undoes_gaining(shape: Shape, variant: Variant, side: str) -> None:
    lattice = Lattice(Topology(shape, 6, 7, variant), (100.0, 90.0), (20.0, 18.0))
    more = with_more(lattice, side)
    assert more is not None
    assert without(more, side) == lattice


def test_a_border_line_mostly_in_doubt_is_strange() -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 6, 6), (100.0, 90.0), (20.0, 20.0))
    assert list(strange_sides(lattice, frozenset({0, 1, 2}))) == ["top"]
    assert list(strange_sides(lattice, frozenset({0, 1, 35}))) == []
    assert list(strange_sides(lattice, frozenset({5, 11, 17, 20}))) == ["right"]


def test_a_border_line_in_doubt_in_part_is_strange_where_all_else_is_read() -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 9, 9), (100.0, 90.0), (20.0, 20.0))
    assert list(strange_sides(lattice, frozenset({73, 77, 79}))) == ["bottom"]
    assert list(strange_sides(lattice, frozenset({73, 77}))) == []
    assert list(strange_sides(lattice, frozenset({64, 66, 73, 77, 79}))) == ["bottom"]
    assert list(strange_sides(lattice, frozenset({40, 73, 77, 79}))) == []


def test_a_line_in_doubt_for_a_look_that_cells_within_have_is_not_strange_for_itself() -> None:
    gray = np.full((200, 200), 200, np.uint8)
    gray[20:180, 160:180] = 60  # the cells of the last column, and one farther within
    gray[100:120, 80:100] = 60
    picture = np.repeat(gray[:, :, None], 3, axis=2)
    lattice = Lattice(Topology(Shape.SQUARE, 8, 8), (29.5, 29.5), (20.0, 20.0))
    last = frozenset(range(7, 64, 8))
    assert is_in_doubt_within(picture, lattice, "right", last | {35})
    assert not is_in_doubt_within(picture, lattice, "right", last | {36})
    assert not is_in_doubt_within(picture, lattice, "right", last)
    # Nor is it within the board where only two of its cells are in doubt.
    assert not is_in_doubt_within(picture, lattice, "right", frozenset({7, 23}))


def test_a_board_is_not_made_smaller_than_four_lines() -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 4, 6), (100.0, 90.0), (20.0, 20.0))
    assert without(lattice, "top") is None
    assert without(lattice, "left") is not None


def _drawn(rows: int, cols: int) -> tuple[Image, Lattice]:
    """Return a board without lines between its cells, each one of three made-up symbols."""
    rng = np.random.default_rng(2)
    symbols = np.full((3, 20, 20), 230, np.uint8)
    symbols[:, 4:16, 4:16] = rng.integers(0, 2, (3, 4, 4)).repeat(3, 1).repeat(3, 2) * 180 + 20
    gray = np.full((20 * rows + 80, 20 * cols + 80), 230, np.uint8)
    for row, col in np.ndindex(rows, cols):
        gray[40 + 20 * row : 60 + 20 * row, 40 + 20 * col : 60 + 20 * col] = symbols[
            rng.integers(3)
        ]
    lattice = Lattice(Topology(Shape.SQUARE, rows, cols), (49.5, 49.5), (20.0, 20.0))
    return np.repeat(gray[:, :, None], 3, axis=2), lattice


def test_a_board_without_lines_goes_on_where_more_of_its_cells_are_seen() -> None:
    picture, lattice = _drawn(6, 9)
    part = replace(lattice, topology=Topology(Shape.SQUARE, 6, 7))
    labels = bytes([Label.ONE]) * 54
    assert list(continued_sides(picture, part, labels[:42])) == ["right"]
    assert list(continued_sides(picture, lattice, labels)) == []


def _framed(frame: int) -> tuple[Image, Lattice]:
    """Return a board of gray and white cells in a frame of that gray level, a cell wide."""
    rng = np.random.default_rng(3)
    cells = rng.choice([190, 235], (12, 14))
    cells[[0, -1]] = cells[:, [0, -1]] = frame
    gray = np.kron(cells, np.ones((20, 20))).astype(np.uint8)
    gray[::20] = gray[:, ::20] = 120
    lattice = Lattice(Topology(Shape.SQUARE, 12, 14), (9.5, 9.5), (20.0, 20.0))
    return np.repeat(gray[:, :, None], 3, axis=2), lattice


def test_a_frame_drawn_in_cells_of_another_colour_is_no_part_of_the_board() -> None:
    inner = without_frame(*_framed(0))
    assert inner is not None
    assert (inner.topology.rows, inner.topology.cols) == (10, 12)
    assert inner.first_cell_center == pytest.approx((29.5, 29.5))


def test_border_cells_in_the_colours_of_the_others_are_no_frame() -> None:
    assert without_frame(*_framed(190)) is None
    assert without_frame(*_framed(210)) is None


def test_a_border_line_in_colours_of_cells_near_it_is_no_frame() -> None:
    cells = np.full((9, 8), 190)
    cells[0] = 250  # a bar above the board
    cells[1:, 0] = cells[4, 2] = 110  # covered, as none of the few in the middle is
    gray = np.kron(cells, np.ones((20, 20))).astype(np.uint8)
    lattice = Lattice(Topology(Shape.SQUARE, 9, 8), (9.5, 9.5), (20.0, 20.0))
    inner = without_frame(np.repeat(gray[:, :, None], 3, axis=2), lattice)
    assert inner is not None
    assert (inner.topology.rows, inner.topology.cols) == (8, 8)


@pytest.mark.parametrize(
    ("rows", "page", "covered", "beyond"),
    [
        (8, 250, 30, ["bottom"]),
        (6, 250, 30, []),  # it ends with its lattice
        (8, 126, 30, []),  # the page is as covered cells are
        (8, 250, 5, []),  # hardly a covered cell to go by
    ],
)
def test_an_area_of_plain_covered_cells_goes_on_as_wide_as_the_board(
    rows: int, page: int, covered: int, beyond: list[str]
) -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 6, 7), (70.0, 70.0), (20.0, 20.0))
    image = np.full((300, 300, 3), page, np.uint8)
    image[60 : 60 + 20 * rows, 60:200] = 120
    labels = [Label.ZERO] * (42 - covered) + [Label.COVERED] * covered
    assert list(covered_sides(image, lattice, bytes(labels))) == beyond


def test_the_cells_in_doubt_are_told_with_the_lattice_that_was_read() -> None:
    found = Lattice(Topology(Shape.SQUARE, 7, 7), (70.0, 50.0), (20.0, 20.0))
    board = without(found, "top")
    image = np.full((300, 300, 3), 250, np.uint8)

    def read(lattice: Lattice) -> Sight:
        doubtful = range(7) if lattice == found else [3]
        raise UnreadableError(f"{len(doubtful)} in doubt", doubtful)

    with pytest.raises(UnreadableError) as failed:
        settled(image, found, read, read)
    assert failed.value.cells == (3,)
    assert failed.value.lattice == board


@pytest.mark.parametrize("unread", [0, 1, 2])
def test_a_line_that_is_in_doubt_without_the_next_one_is_gained_with_it(unread: int) -> None:
    screens = load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
    screen = next(screen for screen in screens if screen.name == "xdemineur/fresh")
    image, board = screen.load(), screen.truth.lattice
    assert board is not None
    rows, cols = board.topology.rows, board.topology.cols
    in_doubt = [window(board, row, 0, rows - row, cols).topology for row in range(1, 1 + unread)]

    def read(lattice: Lattice) -> Sight:
        if lattice.topology in in_doubt:
            raise UnreadableError("numbers have no room for their mines", range(cols))
        learned = learn(image, lattice)
        return Sight(lattice, learned.reading, learned.skin, learned.certainty)

    found = window(board, 3, 0, rows - 3, cols)
    if unread == 2:  # nothing tells that the one after the next is needed
        with pytest.raises(UnreadableError):
            settled(image, found, read, read)
    else:
        assert settled(image, found, read, read).lattice.topology == board.topology


@pytest.mark.parametrize(("numbers", "counted"), [("11#1", 12), ("11##", 2)])
def test_a_part_of_a_board_counts_with_all_cells_where_numbers_speak_for_it(
    numbers: str, counted: int
) -> None:
    board = parse_board(f"{numbers}\n####\n####")
    lattice = Lattice(board.topology, (20.0, 20.0), (20.0, 20.0))
    reading = Reading(board, lattice, np.zeros(12), np.zeros(12))
    with pytest.raises(UnreadableError) as caught, counting_all(reading):
        raise UnreadableError("the board goes on")
    assert caught.value.numbers == counted
