"""The text form of boards and actions round-trips, and says where a wrong text is wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from autoplay.errors import BoardTextError, UsageError
from autoplay.game import Action, Board, Label, Verb, format_board, make_topology, parse_board
from tests.strategies import boards


@given(boards())
def test_a_board_round_trips_through_its_text(board: Board) -> None:
    assert parse_board(format_board(board)) == board


@given(boards())
def test_every_action_round_trips_through_its_text(board: Board) -> None:
    topology = board.topology
    for verb in Verb:
        for row, col in ((0, 0), (topology.rows - 1, topology.cols - 1)):
            action = Action(verb, topology.cell(row, col))
            assert Action.parse(action.format(topology), topology) == action


def test_every_symbol_has_its_label() -> None:
    board = parse_board("#FQ\n*!x\n?10")
    assert [board[cell] for cell in range(9)] == [
        Label.COVERED,
        Label.FLAG,
        Label.QUESTION,
        Label.MINE,
        Label.EXPLODED,
        Label.WRONG_FLAG,
        Label.UNREADABLE,
        Label.ONE,
        Label.ZERO,
    ]


def test_triangles_go_up_to_c() -> None:
    text = "#####\n##c##\n#####"
    assert parse_board(text, shape="triangle")[7] is Label.TWELVE


def test_spaces_blank_lines_and_comments_are_ignored() -> None:
    assert parse_board("; a corner\n\n1 #\r\n\t# #\n\n") == parse_board("1#\n##")


def test_what_is_given_outweighs_what_the_text_says() -> None:
    text = "; a corner\ntopology hexagon even-rows\nmines 3\n##\n##"
    board = parse_board(text)
    assert (board.topology, board.mines) == (make_topology("hexagon", 2, 2, "even-rows"), 3)
    assert parse_board(text, 1, "hexagon") == replace(board, mines=1)
    shifted = parse_board(text, variant="odd-cols")
    assert shifted.topology == make_topology("hexagon", 2, 2, "odd-cols")
    assert parse_board(text, shape="square").topology == make_topology("square", 2, 2)
    assert parse_board("mines 9\n##\n##", 1).mines == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("; only a comment", "empty"),
        ("##\n###", "line 2 has 3 cells, line 1 has 2"),
        ("; a corner\n##\n#", "line 3 has 1 cell, line 2 has 2"),
        ("#z", "line 1, column 2: 'z' is no cell"),
        ("topology\n##", "line 1: no topology ''; use one of square, hexagon, triangle"),
        ("topology hexagons\n##", "line 1: no topology 'hexagons'"),
        (";\ntopology hexagon up\n##", "line 2: a hexagon board has no variant 'up'; use odd-rows"),
        ("topology square 16 x 30\n##", "line 1: a square board has no variant '16 x 30'"),
        ("mines\n##", "line 1: write the mine total as in 'mines 99'"),
        ("mines many\n##", "line 1: write the mine total"),
        ("mines -1\n##", "line 1: write the mine total"),
        ("mines 1 2\n##", "line 1: write the mine total"),
        ("mines 3\n##", "line 1: 3 mines do not fit on 2 cells"),
        ("mines 1\nmines 1\n##", "line 2: 'mines' is said before; say it once"),
        ("##\nmines 1", "line 2: 'mines' belongs above the rows"),
        ("topology hexagon", "the board is empty"),
        ("##\n#4", "line 2, column 2: the number 4 is impossible, the cell has 3 neighbours"),
    ],
)
def test_a_wrong_text_is_named_by_line(text: str, message: str) -> None:
    with pytest.raises(BoardTextError, match=message):
        parse_board(text)


@pytest.mark.parametrize(
    "text", ["open", "open 1", "open 9,0", "jump 0,0", "open -1,0", "open a,b"]
)
def test_a_wrong_action_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="is no action"):
        Action.parse(text, make_topology("square", 3, 3))


def test_a_byte_that_is_no_label_is_refused() -> None:
    with pytest.raises(UsageError, match="21 is no label; labels are 0 to 20"):
        Board(make_topology("square", 2, 2), bytes([0, 1, 21, 13]))


def test_more_mines_than_cells_are_refused() -> None:
    with pytest.raises(UsageError, match="5 mines do not fit on 4 cells"):
        parse_board("##\n##", mines=5)


def test_a_place_without_a_cell_is_written_as_such() -> None:
    board = parse_board("topology hexagon odd-rows\nmines 2\n#1_\n__#\n")
    assert board.topology.absent == {2, 3, 4}
    assert board.topology.present == 3
    assert format_board(board).endswith("#1_\n__#")
    with pytest.raises(BoardTextError, match="line 1: 4 mines do not fit on 3 cells"):
        parse_board("mines 4\n#1_\n__#\n")
    with pytest.raises(BoardTextError, match="at least one cell"):
        parse_board("__\n__\n")
    with pytest.raises(UsageError, match="where the topology has no cell"):
        Board(make_topology("square", 1, 2), bytes([Label.COVERED, Label.ABSENT]))
