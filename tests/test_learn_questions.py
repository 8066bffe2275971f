"""Question marks: on every covered cell of some games, and among flags."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.alternatives import named as named_looks
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.questions import (
    questions_among_judged,
    questions_on_mines,
    second_marks,
    too_many_questions,
)
from autoplay.vision.learning.settled import settled
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.drawn_boards import named
from tests.labelled_looks import FAR, board_of, looks_of

GROUND, SYMBOLS = 217, {"?": 60, "1": 120, " ": 217}
BY_PIXELS = {
    "?": {Label.QUESTION: 0.0, Label.COVERED: 3.0},
    "1": {Label.ONE: 0.0},
    " ": {Label.COVERED: 0.0, Label.ZERO: 1.8},
}


def names_of(*rows: str) -> str:
    """Return what the cells of a board are called that is drawn so, by the rules as well."""
    kinds, cells = sorted(SYMBOLS), "".join(rows)
    tiles = np.full((len(kinds), SIDE, SIDE, 3), GROUND, np.uint8)
    costs = np.full((len(kinds), Label.UNREADABLE + 1), 9.0)
    for look, kind in enumerate(kinds):
        tiles[look, 9:15, 9:15] = SYMBOLS[kind]
        for label, cost in BY_PIXELS[kind].items():
            costs[look, label] = cost
    of_cell = np.array([kinds.index(cell) for cell in cells])
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(cells)))
    naming = named_looks(costs, looks, Topology(Shape.SQUARE, len(rows), len(rows[0])))
    shown = {Label.COVERED: "#", Label.QUESTION: "Q", Label.ZERO: "0", Label.ONE: "1"}
    return "".join(shown[Label(int(naming.names[look]))] for look in of_cell)


def test_more_question_marks_than_blank_cells_are_covered_ones_where_blank_ones_are_zeros() -> None:
    assert names_of(*[" 1??????"] * 5) == "01######" * 5


@pytest.mark.parametrize("rows", [(*["?? 1"] * 4, "????"), (*[" 1?     "] * 5,)])
def test_otherwise_they_are_question_marks(rows: tuple[str, ...]) -> None:
    assert "Q" in names_of(*rows)


@pytest.mark.parametrize(("usual_liker", "is_asked"), [(9.0, True), (3.6, True), (3.4, False)])
def test_no_mark_is_a_question_that_looks_less_like_one_than_the_usual_flags(
    usual_liker: float, *, is_asked: bool
) -> None:
    liker_flags = np.array([0.0, usual_liker, 3.5])
    costs = np.full((3, Label.UNREADABLE + 1), 9.0)
    costs[:, Label.FLAG], costs[:, Label.QUESTION] = 0.0, liker_flags
    tiles = np.full((3, SIDE, SIDE, 3), GROUND, np.uint8)
    tiles[1, 4:20, 9:12] = tiles[2, 9:12, 4:20] = 0
    of_cell = np.repeat([0, 1, 2], [7, 4, 1])
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell)))
    names = np.array([Label.COVERED, Label.FLAG, Label.FLAG], np.uint8)
    rivals = np.full(3, Label.QUESTION, np.uint8)
    unbroken = np.zeros(len(of_cell), np.int32)
    naming = Naming(names, 0.0, unbroken, np.full(3, 3.0), rivals)
    asked = second_marks(costs, naming, looks, Topology(Shape.SQUARE, 3, 4))
    assert asked.tolist() == ([2] if is_asked else [])


@pytest.mark.parametrize("rival", [Label.QUESTION, Label.MINE])
@pytest.mark.parametrize("shift", [0, 1])
def test_question_marks_of_two_looks_are_told_from_flags_though_they_are_like_each_other(
    rival: Label, shift: int
) -> None:
    """A page drawn at fractions of a pixel draws each a little otherwise."""
    costs = np.full((4, Label.UNREADABLE + 1), 9.0)
    costs[:, Label.FLAG], costs[:, Label.QUESTION] = 0.0, [0.0, 9.0, 3.1, 3.1]
    tiles = np.full((4, SIDE, SIDE, 3), GROUND, np.uint8)
    tiles[1, 4:20, 9:12] = tiles[2, 9:12, 4:20] = tiles[3, 9 + shift : 12 + shift, 4:20] = 0
    of_cell = np.repeat([0, 1, 2, 3], [6, 4, 1, 1])
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell)))
    names = np.array([Label.COVERED, Label.FLAG, Label.FLAG, Label.FLAG], np.uint8)
    rivals = np.array([Label.QUESTION, Label.COVERED, Label.QUESTION, rival], np.uint8)
    naming = Naming(names, 0.0, np.zeros(len(of_cell), np.int32), np.full(4, 2.0), rivals)
    asked = second_marks(costs, naming, looks, Topology(Shape.SQUARE, 3, 4))
    assert asked.tolist() == [2, 3]


@pytest.mark.parametrize(
    ("liker", "ground", "board", "asked"),
    [
        (6.0, 100, "F1####2f / 112#3### / 01F2#F## / f2######", 2),
        (6.0, 100, "f1####2f / 112#3### / 01F2#F## / f2######", 3),  # more than there are flags
        (7.5, 100, "F1####2f / 112#3### / 01F2#F## / f2######", 2),
        (7.5, 100, "f1####2f / 112#3### / 01F2#F## / f2######", 0),  # many, and hardly like one
        (9.0, 100, "F1####2f / 112#3### / 01F2#F## / f2######", 0),  # no more than the flags are
        (6.0, 130, "F1####2f / 112#3### / 01F2#F## / f2######", 0),  # on a ground of its own
        (6.0, 100, "F1####2F / 112#3### / 01F2#F## / f2######", 0),  # a single one
        (6.0, 100, "F1####1f / 111##### / 01F1#F## / f2######", 0),  # no number lacks a mine
    ],
)
def test_of_two_kinds_of_marks_the_one_like_question_marks_is_one_while_numbers_lack_mines(
    liker: float, ground: int, board: str, asked: int
) -> None:
    looks, naming, topology = named(board)
    usual, other = np.flatnonzero(naming.names == Label.FLAG)
    looks.tiles[usual], looks.tiles[other] = 100, ground
    looks.tiles[usual, 8:16, 8:12] = looks.tiles[other, 6:10, 8:18] = 230
    costs = np.zeros((len(looks), len(Label)))
    costs[:, Label.QUESTION], costs[other, Label.QUESTION] = 11.0, liker
    names = settled(costs, naming, looks, topology).names
    assert np.count_nonzero(names[looks.of_cell] == Label.QUESTION) == asked


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        ("!101* / 12121 / 01f10 / 12121 / *101F", 1),
        ("*101* / 12121 / 01f10 / 12121 / *101F", 0),  # it may be the one that exploded
        ("!101* / 1###1 / 0#f#0 / 1###1 / *101F", 0),  # or a wrong flag: no number proves it
        ("!1011 / 12122 / 01f1* / 12122 / *1011", 0),  # no flag shows how right ones are drawn
    ],
)
def test_a_mark_unlike_the_flags_on_a_proven_mine_is_a_question_left_on_a_lost_board(
    board: str, asked: int
) -> None:
    looks, naming, topology = named(board)
    marks = np.flatnonzero(naming.names == Label.FLAG)
    tiles = looks.tiles
    tiles[marks] = 180
    tiles[marks[0], 8:16, 8:16] = 20
    tiles[marks[-1], 6:10, 6:18] = 20
    counts = looks.counts.copy()
    counts[marks[0]] += 2  # of more cells than the other
    costs = np.zeros((len(looks), len(Label)))
    costs[:, Label.QUESTION] = 11.0
    costs[marks[-1], Label.QUESTION] = 5.0
    found = questions_on_mines(
        costs, naming, Looks(looks.of_cell, tiles, counts, looks.spread), topology
    )
    assert len(found) == asked


@pytest.mark.parametrize(
    ("marks", "asked"),
    [
        ("FFf!fx", 1),
        ("FFf!f0", 0),  # no flag is shown to be wrong
        ("FFf!0x", 0),  # it may be how right flags are shown that were not seen to be
        ("FFF!fx", 0),  # or another look of wrong ones
        ("1Ff!fx", 0),  # one alone does not say how right ones are drawn
    ],
)
def test_a_mark_on_a_mine_and_beside_none_is_a_question_where_flags_are_judged(
    marks: str, asked: int
) -> None:
    rings = [list("1110" * 4 + "0000"), list("1?10" * 4 + "?0?0"), list("1110" * 4 + "0000")]
    for col, mark in zip((1, 5, 9, 13, 16, 18), marks, strict=True):
        rings[1][col] = mark
        if mark == "1":  # no mark at all there
            for row in rings:
                row[col - 1 : col + 2] = "000"
    looks, naming, topology = named(" / ".join("".join(row) for row in rings))
    looks.tiles[naming.names >= Label.COVERED] = 180
    usual, other, wrong = (looks.of_cell[20 + col] for col in (5, 9 if marks[2] == "f" else 16, 18))
    looks.tiles[wrong, 4:20, 10:13] = looks.tiles[usual, 8:16, 8:16] = 20
    looks.tiles[other, 6:10, 6:18] = 20
    costs = np.zeros((len(looks), len(Label)))
    costs[:, Label.QUESTION], costs[other, Label.QUESTION] = 11.0, 5.0
    found = questions_among_judged(costs, naming, looks, topology)
    assert len(found) == asked


def test_question_marks_may_be_covered_cells_where_no_other_is_left() -> None:
    looks, naming, topology = named("00001Q / 000011 / 111000 / 1Q1000")
    costs = np.zeros((len(looks), len(Label)))
    assert Label.FLAG not in settled(costs, naming, looks, topology).names
    assert looks.counts[too_many_questions(naming, looks)].sum() == 2
    looks, naming, topology = named("00001Q / 000011 / 111000 / 1Q1### / 111###")
    costs = np.zeros((len(looks), len(Label)))
    names = settled(costs, naming, looks, topology).names
    assert Label.QUESTION in names  # on proven mines, too
    assert Label.FLAG not in names
    assert not len(too_many_questions(naming, looks))
    looks, naming, _ = named("00001Q / 000011 / 111000 / 1F1111 / 11111Q")
    assert looks.counts[too_many_questions(naming, looks)].sum() == 2
    looks, naming, _ = named("00001Q / 000011 / 111000 / 1F1000")
    assert not len(too_many_questions(naming, looks))
    looks, naming, _ = named("##QQQQ / ##11QQ / ###1QQ")  # or blank ones are zeros
    assert looks.counts[too_many_questions(naming, looks)].sum() == 8


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1QQQQ / 1QQQQ / 12QQQ / 01QQQ", Label.COVERED),
        ("1###Q / 1#### / 12#Q# / 01###", Label.QUESTION),
        ("1QQQQ / 12221 / 00000 / 00000", Label.QUESTION),
        ("00000 / 01110 / 01Q10 / 01110", Label.QUESTION),
    ],
    ids=["all that is covered", "a few of many", "hardly any", "the last one"],
)
def test_question_marks_on_every_covered_cell_are_how_the_game_draws_these(
    text: str, label: Label
) -> None:
    board = board_of(text)
    looks, labels = looks_of(board)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    asked = labels.index(Label.QUESTION)
    costs[asked, Label.COVERED] = 4.0
    assert named_looks(costs, looks, board.topology).names[asked] == label


def test_fewer_covered_cells_with_a_symbol_than_question_marks_are_mines() -> None:
    """A game that writes a question mark in covered cells and an X where the mines are."""
    rows = "#QQQQ#10 / 111#Q210 / 0012#100 / 22111100 / ##100000 / QQ210000 / Q1#21000 / Q12#1000"
    board = board_of(rows)
    looks, labels = looks_of(board)
    asked, crossed = labels.index(Label.QUESTION), labels.index(Label.COVERED)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    costs[asked, Label.COVERED], costs[crossed, Label.MINE] = 4.0, 1.0
    for sign, names in ((90, (Label.COVERED, Label.MINE)), (0, (Label.QUESTION, Label.COVERED))):
        tiles = looks.tiles.copy()
        tiles[crossed, 9:15, 9:15] -= np.uint8(sign)
        shown = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
        found = named_looks(costs, shown, board.topology).names
        assert (found[asked], found[crossed]) == names
