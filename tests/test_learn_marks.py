"""Flags, mines and question marks in doubt: which mine exploded, and what each mark may be."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import SYMBOLS, Label, Shape, Topology, parse_board
from autoplay.vision.learning.alternatives import named as named_looks
from autoplay.vision.learning.by_hand import hardly_by_hand
from autoplay.vision.learning.doubt import require_seen
from autoplay.vision.learning.doubted_marks import require_marks_seen
from autoplay.vision.learning.exploded import odd_mines
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.margins import LEAST_MARGINS
from autoplay.vision.learning.other_marks import (
    bare_flags,
    exchangeable_flags,
    lone_numbers,
    may_be_mines,
    plain_marks,
)
from autoplay.vision.learning.settled import mines_like_flags, settled
from autoplay.vision.looks import Looks
from tests.made_looks import COVERED, MINE, TOPOLOGY, Look, doubted, named


def explosions(*made: Look) -> list[int]:
    looks, naming = named(*made)
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    return np.flatnonzero(
        settled(np.zeros((len(looks), 20)), naming, looks, row).names == Label.EXPLODED
    ).tolist()


def test_a_mine_shown_alone_on_its_own_ground_exploded() -> None:
    assert explosions(COVERED, (90, 0, MINE, 1)) == [1]
    assert explosions(COVERED, (165, 0, MINE, 1)) == [1]


def test_a_mine_shown_alone_on_the_ground_of_others_did_not_surely_explode() -> None:
    assert explosions(COVERED, (185, 0, MINE, 1)) == []


def test_the_one_mine_shown_on_a_board_with_more_cells_left_exploded() -> None:
    assert explosions(COVERED, (185, 0, MINE, 1), (220, 60, Label.ONE, 1), COVERED) == [1]


def test_the_one_mine_of_many_on_another_ground_exploded() -> None:
    assert explosions(COVERED, (220, 0, MINE, 6), (90, 0, MINE, 1)) == [2]


def test_a_faint_tint_tells_the_one_that_exploded_where_all_others_are_alike() -> None:
    alike = COVERED, (220, 0, MINE, 6)
    assert explosions(*alike, (222, 0, MINE, 2), (195, 0, MINE, 1)) == [3]
    assert explosions(*alike, (208, 0, MINE, 2), (195, 0, MINE, 1)) == []


def test_the_only_mine_shown_is_doubted_where_it_may_be_something_unknown() -> None:
    looks, naming = named(COVERED, (220, 0, Label.ONE, 9), (90, 0, Label.EXPLODED, 1))
    looks.tiles[1, 4:20, 10:14] = 0  # another symbol than the mine's
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    require_seen(costs, naming, looks, TOPOLOGY)
    costs[2, Label.UNREADABLE] = 1.0
    with pytest.raises(UnreadableError, match="may be no mine shown"):
        require_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("contrast", "liker_covered", "doubt"), [(44, 2.0, True), (44, -2.0, False), (74, 2.0, False)]
)
def test_flags_that_may_be_textured_covers_are_in_doubt_where_no_covered_cell_is_left(
    contrast: int, liker_covered: float, doubt: bool
) -> None:
    looks, naming = named((150, 150 + contrast, Label.FLAG, 10), (220, 220, Label.ZERO, 20))
    costs = np.zeros((2, 20))
    costs[0, [Label.FLAG, Label.MINE]] = liker_covered, 9.0
    with doubted("may be covered") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("asked", "liker_mine", "doubt"), [(1, 3.0, True), (2, 3.0, False), (1, -3.0, False)]
)
def test_flags_that_look_like_mines_are_in_doubt_beside_a_single_question_mark(
    asked: int, liker_mine: float, doubt: bool
) -> None:
    """It may be the mine that exploded: nothing is covered any more."""
    mark, zero = (150, 20, Label.QUESTION, asked), (220, 220, Label.ZERO, 20)
    looks, naming = named((150, 250, Label.FLAG, 10), mark, zero)
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    costs[0, [Label.FLAG, Label.MINE]] = liker_mine, 0.0
    assert bool(len(may_be_mines(costs, naming, looks))) is doubt


def test_a_plain_colour_is_no_mine_where_no_covered_cell_is_left_and_none_exploded() -> None:
    plain, zero = (150, 150, Label.MINE, 10), (220, 220, Label.ZERO, 19)
    for looks, naming in (
        named((150, 0, Label.MINE, 10), zero),
        named(plain, zero, (90, 90, Label.EXPLODED, 1)),
    ):
        require_marks_seen(np.eye(20)[[Label.FLAG] * len(looks)] * 9, naming, looks, TOPOLOGY)
    looks, naming = named(plain, (220, 220, Label.ZERO, 20))
    with pytest.raises(UnreadableError, match="10 cells may be flags of one colour"):
        require_marks_seen(np.eye(20)[[Label.FLAG] * 2] * 9, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("liker", "told"), [(3.5, False), (4.5, True)])
def test_marks_hardly_liker_mines_than_flags_are_in_doubt_where_none_exploded(
    liker: float, told: bool
) -> None:
    last = (220, 220, Label.ONE, 2)
    for end in (last, (120, 0, Label.EXPLODED, 1)):
        looks, naming = named((190, 20, Label.MINE, 8), (220, 120, Label.TWO, 20), end)
        costs = np.zeros((len(looks), 20))
        costs[0, Label.FLAG] = liker
        doubt = end is last and not told
        with doubted("may be flags") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


def on_a_board(text: str, middles: dict[str, tuple[int, int]]) -> tuple[Looks, Naming, Topology]:
    """Return looks, naming and topology of a board, one look a symbol: its ground and middle."""
    board = parse_board(text)
    symbols = "".join(text.split())
    kinds = sorted(set(symbols))
    labels = [(*middles.get(kind, (220, 60)), Label(SYMBOLS.index(kind)), 1) for kind in kinds]
    looks, naming = named(*labels)
    of_cell = np.array([kinds.index(symbol) for symbol in symbols])
    counts = np.bincount(of_cell)
    naming = replace(naming, broken=np.zeros(len(of_cell), np.int32))
    looks = Looks(of_cell, looks.tiles, counts, np.zeros(len(of_cell)))
    return looks, naming, board.topology


IN_PLAY = """
*1000
11000
00011
0112*
01*21
"""
"""Marks beside numbers alone: a person may have set them."""

ALL_SHOWN = """
*#*#*#
######
#*##*#
111111
000000
"""
"""Just the mines of every number, some of which lie beside others, and some beside none."""

AT_THE_END = """
*###*
#*##*
1##**
11###
01###
"""


def test_marks_of_one_colour_beside_numbers_may_be_flags_as_well() -> None:
    red, bomb = {"*": (60, 60), "#": (190, 190)}, {"*": (220, 20), "#": (190, 190)}
    for text, marks, doubt in (
        (IN_PLAY, red, True),
        (IN_PLAY, bomb, False),
        (AT_THE_END, red, True),
        (AT_THE_END.replace("*", "F", 1), {**red, "F": (220, 20)}, False),
        (AT_THE_END.replace("*", "!", 1), red, False),
        (IN_PLAY.replace("*", "!", 1), red, False),  # the game has opened all
        (ALL_SHOWN, red, False),
        (ALL_SHOWN.replace("111111", "111112"), red, True),  # one number lacks a mine
    ):
        looks, naming, topology = on_a_board(text, marks)
        found = plain_marks(np.zeros((len(looks), 20)), naming, looks, topology)
        assert bool(len(found)) is doubt


@pytest.mark.parametrize(
    ("middle", "liker", "is_plain"), [(80, 6.0, False), (80, 4.0, True), (70, 6.0, True)]
)
def test_a_faint_mark_that_pixels_surely_call_a_mine_is_no_mere_colour(
    middle: int, liker: float, is_plain: bool
) -> None:
    looks, naming, topology = on_a_board(IN_PLAY, {"*": (60, middle), "#": (190, 190)})
    costs = np.zeros((len(looks), 20))
    costs[naming.names == Label.MINE] = liker
    costs[naming.names == Label.MINE, Label.MINE] = 0
    assert bool(len(plain_marks(costs, naming, looks, topology))) is is_plain


@pytest.mark.parametrize(
    ("flag", "cover", "is_bare"),
    [
        ((190, 190), (188, 188), True),
        ((190, 60), (188, 188), False),
        ((120, 120), (188, 188), False),
        ((190, 166), (188, 184), False),  # a thin outline, on plain cells
        ((190, 166), (188, 176), True),  # not far more than these show
        ((190, 178), (188, 187), True),
    ],
)
def test_a_flag_that_shows_nothing_in_the_colour_of_covered_cells_is_none(
    flag: tuple[int, int], cover: tuple[int, int], is_bare: bool
) -> None:
    looks, naming, topology = on_a_board(AT_THE_END.replace("*", "F"), {"F": flag, "#": cover})
    assert bool(len(bare_flags(naming, looks, topology))) is is_bare


@pytest.mark.parametrize(
    ("rows", "flags", "doubted"),
    [
        ("F100# 11000 00111 001!1 00111", (40, 40), 0),
        ("F100# 11000 00111 001!1 00111", (230, 230), 1),  # nearly in the colour of the flags
        ("F1000 11000 00111 001## 001#!", (40, 40), 1),  # not proven to be a mine
    ],
)
def test_a_proven_mine_in_another_colour_than_all_flags_is_none_of_them(
    rows: str, flags: tuple[int, int], doubted: int
) -> None:
    colours = {"F": flags, "!": (210, 210), "#": (120, 120)}
    looks, naming, topology = on_a_board(rows.replace(" ", "\n"), colours)
    counts = np.where(naming.names == Label.FLAG, 3, looks.counts)
    several = Looks(looks.of_cell, looks.tiles, counts, looks.spread)
    costs = np.zeros((len(looks), 20))
    assert len(plain_marks(costs, naming, several, topology)) == doubted


def test_of_two_colours_either_may_be_the_flags_where_that_breaks_nothing() -> None:
    plain = {"F": (60, 60), "#": (190, 190)}
    for text, middles, doubtful in (
        ("F#2\n23#\n#22", plain, 1),
        ("F#2\n23#\n#22", {"F": (190, 60), "#": (190, 190)}, 0),  # with a symbol
        ("F#1\n23#\n#1#", plain, 0),  # so many flags around a 1
        ("F1#\n111\n###", plain, 0),
        ("F2#\n121\n000", plain, 0),  # won: all that is left is mined
    ):
        looks, naming, topology = on_a_board(text, middles)
        assert len(exchangeable_flags(naming, looks, topology)) == doubtful


def test_flags_beside_no_number_may_be_mines_where_another_one_exploded() -> None:
    text = AT_THE_END.replace("*", "F").replace("01###", "01#!#")
    looks, naming, topology = on_a_board(text, {})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    require_seen(costs, naming, looks, topology)
    costs[naming.names == Label.FLAG, Label.MINE] = 0.7
    with doubted("may be mines that a lost game shows"):
        require_seen(costs, naming, looks, topology)


@pytest.mark.parametrize("ink", [20, 90])
def test_what_shows_the_symbol_of_the_mine_that_exploded_is_a_mine_where_nobody_set_it(
    ink: int,
) -> None:
    text = AT_THE_END.replace("*", "F").replace("01###", "01#!#")
    colours = {"F": (120, 20), "!": (200, ink), "#": (120, 120), "0": (220, 220), "1": (220, 220)}
    looks, naming, topology = on_a_board(text, colours)
    naming = replace(naming, names=np.where(naming.names == Label.EXPLODED, MINE, naming.names))
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[naming.names == Label.FLAG, Label.MINE] = 0.7
    if ink == 90:  # another symbol
        with doubted("may be mines that a lost game shows"):
            require_seen(costs, naming, looks, topology)
        return
    require_seen(costs, naming, looks, topology)
    names = settled(costs, naming, looks, topology).names[looks.of_cell]
    assert "".join(SYMBOLS[name] for name in names) == "".join(text.replace("F", "*").split())


@pytest.mark.parametrize(
    ("text", "liker", "doubt"),
    [
        ("F1##1F / 11##11 / 00##11 / 00##1F", 3.4, True),
        ("F1##1F / 11##11 / 00##11 / 00##1F", 5.9, False),  # plainly flags
        ("F1##1F / 11##11 / 00##11 / 00##1F / 001111 / 112F2F" + " / ######" * 5, 3.4, False),
        ("F1##1# / 11##11 / 00##11 / F1##1F", 3.4, False),  # a number lacks one: it is played
        ("F1##1* / 11##11 / 11##11 / F1##1F", 3.4, False),  # a mine is shown
    ],
)
def test_flags_on_every_mine_that_are_hardly_flags_may_be_shown_by_a_lost_game(
    text: str, liker: float, *, doubt: bool
) -> None:
    looks, naming, topology = on_a_board(text.replace(" / ", "\n"), {"*": (90, 200)})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[naming.names == Label.FLAG, Label.MINE] = liker
    assert bool(len(hardly_by_hand(costs, naming, looks, topology))) is doubt
    with doubted("may be mines that a lost game shows") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, topology)


LOST = """
##*#**####
####*#####
####*#####
###*FF##*#
*#22321111
#*10000000
##10111000
##101!1011
#*1011212F
##10001*##
"""

WITHOUT_COVERED = """
0001*111
0112111*
02F20011
02*31100
0112F100
"""


@pytest.mark.parametrize(
    ("text", "middle", "liker_flags", "name"),
    [
        (LOST, 20, 7.0, MINE),
        (LOST, 250, 7.0, Label.FLAG),  # they show the symbol of the flags
        (WITHOUT_COVERED, 20, 4.0, Label.FLAG),  # no flag is plainly one
        (LOST.replace("10111000", "10211000"), 20, 7.0, Label.FLAG),  # a number lacks a mine
        (WITHOUT_COVERED, 20, 7.0, MINE),
        (WITHOUT_COVERED.replace("0001*", "0011*"), 20, 7.0, Label.FLAG),  # a flag is wrong
    ],
)
def test_marks_unlike_plain_flags_that_are_all_other_mines_are_shown_by_a_lost_game(
    text: str, middle: int, liker_flags: float, name: Label
) -> None:
    looks, naming, topology = on_a_board(
        text, {"#": (150, 150), "F": (150, 250), "*": (150, middle), "!": (90, 20)}
    )
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    (flags,), (marks,) = (np.flatnonzero(naming.names == label) for label in (Label.FLAG, MINE))
    costs[flags, MINE] = liker_flags
    costs[marks, MINE], costs[marks, Label.FLAG] = 1.8, 0.0
    assert named_looks(costs, looks, topology).names[marks] == name


def test_they_are_not_where_a_single_one_of_them_may_have_exploded() -> None:
    text = WITHOUT_COVERED.replace("0001*111", "0001!111")
    looks, naming, topology = on_a_board(text, {"F": (150, 250), "*": (150, 20), "!": (150, 40)})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    marks = np.isin(naming.names, (MINE, Label.EXPLODED))
    costs[marks, MINE], costs[marks, Label.FLAG], costs[marks, Label.EXPLODED] = 1.8, 0.0, 9.0
    assert (named_looks(costs, looks, topology).names[marks] == Label.FLAG).all()


def test_a_mark_drawn_unlike_the_other_flags_may_be_a_question_mark() -> None:
    covers, ones, flags = (190, 190, Label.COVERED, 14), (220, 60, Label.ONE, 6), Label.FLAG
    for middle, doubt in ((60, False), (85, False), (185, True), (250, True)):
        looks, naming = named(covers, ones, (190, 60, flags, 8), (190, middle, flags, 2))
        costs = np.full((4, 20), 9.0)
        costs[np.arange(4), naming.names] = 0
        with doubted("2 cells are drawn unlike") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("middle", "liker_flags", "liker_wrong", "ended", "name"),
    [
        (250, 3.0, 9.0, False, Label.QUESTION),
        (250, 7.0, 9.0, False, Label.FLAG),  # its pixels are plainly a flag's
        (85, 3.0, 9.0, False, Label.FLAG),  # it is drawn as the others are
        (250, 3.0, 4.0, True, Label.FLAG),  # a wrong flag is as likely, and the game is over
        (250, 3.0, 9.0, True, Label.QUESTION),
    ],
)
def test_the_other_mark_of_a_person_is_a_question_mark_where_it_looks_like_one(
    middle: int, liker_flags: float, liker_wrong: float, name: Label, *, ended: bool
) -> None:
    mines = [(120, 0, MINE, 4), (120, 0, Label.EXPLODED, 1)] if ended else []
    flags = (190, 60, Label.FLAG, 8), (190, middle, Label.FLAG, 2)
    looks, naming = named(*flags, COVERED, (220, 60, Label.ONE, 9), *mines)
    naming.margin[1], naming.rivals[1] = liker_flags, Label.QUESTION
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[1, [Label.QUESTION, Label.WRONG_FLAG]] = liker_flags, liker_wrong
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    found = settled(costs, naming, looks, row)
    assert found.names[1] == name
    if name is Label.QUESTION:
        require_marks_seen(costs, found, looks, row)


@pytest.mark.parametrize(
    ("rival", "aside", "height", "sure"),
    [
        (MINE, 1, 6, True),
        (Label.QUESTION, 1, 6, True),
        (Label.WRONG_FLAG, 1, 6, False),  # that may be the same mark beneath a cross
        (MINE, 1, 2, False),  # drawn otherwise
    ],
)
def test_a_flag_in_doubt_drawn_as_those_that_are_not_is_as_sure(
    rival: Label, aside: int, height: int, *, sure: bool
) -> None:
    looks, naming = named(COVERED, (190, 60, Label.FLAG, 8), (190, 190, Label.FLAG, 2))
    looks.tiles[2, 9 + aside : 9 + aside + height, 9:15] = 60
    naming.margin[2], naming.rivals[2] = 0.5, rival
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    found = settled(np.zeros((3, 20)), naming, looks, row)
    assert found.names.tolist() == naming.names.tolist()
    assert bool(found.margin[2] >= LEAST_MARGINS[Label.FLAG, rival]) is sure


def test_mines_drawn_unlike_the_flags_beside_them_are_no_flags_of_a_won_board() -> None:
    for middle, doubt in ((20, True), (250, False)):
        shown = (190, 20, Label.MINE, 8), (190, middle, Label.FLAG, 3)
        looks, naming = named(*shown, (220, 120, Label.TWO, 20))
        costs = np.zeros((len(looks), 20))
        costs[0, Label.FLAG] = 3.0
        with doubted("8 cells") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


def test_a_mine_drawn_unlike_the_others_may_be_a_sign_that_a_flag_was_right() -> None:
    others = (220, 60, Label.ONE, 9), (190, 60, MINE, 8), COVERED
    for middle, margin, doubt in ((85, 2.7, False), (250, 2.7, True), (250, 5.7, False)):
        looks, naming = named(*others, (190, middle, MINE, 2))
        naming.margin[3], naming.rivals[3] = margin, Label.FLAG
        costs = np.full((4, 20), 9.0)
        costs[np.arange(4), naming.names] = 0
        with doubted("2 cells are drawn unlike the other mines") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("liker", "doubt"), [(3.0, True), (7.5, False)])
def test_a_mine_that_pixels_prefer_to_a_flag_less_than_others_may_be_one(
    liker: float, *, doubt: bool
) -> None:
    others = (220, 60, Label.ONE, 9), (190, 60, MINE, 8), COVERED
    looks, naming = named(*others, (190, 250, MINE, 2))
    naming.margin[3], naming.rivals[3] = 8.0, Label.EXPLODED
    costs = np.full((4, 20), 9.0)
    costs[np.arange(4), naming.names] = 0
    costs[3, Label.FLAG] = liker
    with doubted("2 cells are drawn unlike the other mines") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("liker", "doubt"), [(3.9, True), (0.5, False)])
def test_marks_that_pixels_call_covered_are_no_sure_mines_where_nothing_else_is_left(
    liker: float, *, doubt: bool
) -> None:
    looks, naming = named((220, 60, Label.ONE, 9), (220, 100, MINE, 8))
    costs = np.full((2, 20), 9.0)
    costs[np.arange(2), naming.names] = 0
    costs[1, [MINE, Label.COVERED]] = liker, 0
    with doubted("8 cells may be covered with nothing on them") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("ground", "middle", "doubt"), [(60, 110, True), (60, 60, False)])
def test_a_sign_on_another_colour_is_no_mine_where_mines_are_a_colour_alone(
    ground: int, middle: int, *, doubt: bool
) -> None:
    others = (220, 60, Label.ONE, 9), (160, 160, MINE, 8), COVERED
    looks, naming = named(*others, (ground, middle, Label.MINE, 2))
    looks.tiles[[1, 3], 0] = 255  # around a cell that is round
    costs = np.full((4, 20), 9.0)
    costs[np.arange(4), naming.names] = 0
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    words = "2 cells are drawn unlike the other mines" if doubt else "may be flags of one colour"
    with doubted(words):
        require_marks_seen(costs, naming, looks, row)


SWAPPED = """
121#####
F2!##2*#
12111F##
0000112#
00011##*
1111F1##
#*#2####
F##F#F##
"""

FAR_MINES = """
F1######*#*#*#*#
11#####*#*#*#*#*
0111###*#*#*#*##
01F1####*#*#*#*#
01111##*#*#*#*#*
"""


@pytest.mark.parametrize(
    ("text", "liker", "exploded", "doubt"),
    [
        (SWAPPED, (0.0, 1.1), (60, 170), True),
        (SWAPPED, (2.0, 1.1), (60, 170), False),  # pixels tell them
        (SWAPPED, (2.0, 1.1), (240, 110), True),  # what exploded is drawn as flags are
        (SWAPPED.replace("121#", "021#"), (0.0, 1.1), (60, 170), False),  # no zero is beside a mine
        (FAR_MINES, (0.0, 1.1), (60, 170), False),  # where they lie tells them
    ],
)
def test_flags_that_may_as_well_be_the_mines_shown_are_in_doubt(
    text: str, liker: tuple[float, float], exploded: tuple[int, int], *, doubt: bool
) -> None:
    looks, naming, topology = on_a_board(text, {"F": (150, 20), "*": (90, 200), "!": exploded})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    for name, more in zip((Label.FLAG, MINE), liker, strict=True):
        costs[naming.names == name, [[Label.FLAG], [MINE]]] = [[0.0], [more]]
    words = "may be mines, and what is shown as such flags"
    with doubted(words) if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, topology)


def test_mines_drawn_just_as_flags_are_in_doubt() -> None:
    for middle, is_doubted in ((80, True), (180, False)):
        marks = (200, 60, Label.FLAG, 5), (200, middle, MINE, 3), (200, 200, Label.COVERED, 5)
        looks, naming = named(*marks)
        assert len(mines_like_flags(naming, looks)) == is_doubted
    with pytest.raises(UnreadableError, match="3 cells are mines drawn as flags are"):
        looks, naming = named((200, 60, Label.FLAG, 5), (200, 80, MINE, 3), COVERED)
        require_marks_seen(np.zeros((3, 20)), naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("ink", "found"), [((250, 40, 30), [0]), ((180, 180, 180), [])])
def test_a_number_alone_in_another_ink_than_its_equals_may_be_a_flag(
    ink: tuple[int, int, int], found: list[int]
) -> None:
    strokes = (0, 250, Label.ONE, 1), (0, 0, Label.COVERED, 23), (0, 250, Label.ONE, 6)
    looks, naming = named(*strokes)
    looks.tiles[0, 9:15, 9:15] = ink
    assert lone_numbers(naming, looks, TOPOLOGY).tolist() == found
    beside = replace(naming, names=np.array([Label.ONE] * 3, np.uint8))
    assert not len(lone_numbers(beside, looks, TOPOLOGY))


def test_question_marks_that_look_like_flags_are_in_doubt() -> None:
    looks, naming = named(COVERED, (220, 60, Label.ONE, 8), (190, 60, Label.QUESTION, 2))
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    require_marks_seen(costs, naming, looks, TOPOLOGY)
    costs[2, [Label.QUESTION, Label.FLAG]] = 3.0, 1.0
    with doubted("2 cells may be flags that are wrong"):
        require_marks_seen(costs, naming, looks, TOPOLOGY)


def test_mines_that_differ_from_more_flags_at_their_edges_alone_are_flags() -> None:
    flags, mines = (190, 60, Label.FLAG, 9), (190, 60, MINE, 5)
    looks, naming = named(COVERED, flags, mines)
    looks.tiles[2, :2] = 20
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    assert settled(np.zeros((len(looks), 20)), naming, looks, row).names.tolist() == [13, 14, 14]
    looks, naming = named(COVERED, flags, (190, 120, MINE, 5))
    assert settled(np.zeros((len(looks), 20)), naming, looks, row).names.tolist() == [13, 14, 16]


@pytest.mark.parametrize(
    ("rest", "words"), [(Label.ONE, "although no mine is shown"), (MINE, None)]
)
def test_wrong_flags_are_in_doubt_where_no_mine_is_shown(rest: Label, words: str | None) -> None:
    looks, naming = named(COVERED, (190, 20, Label.WRONG_FLAG, 4), (210, 0, rest, 6))
    with doubted(words) if words else nullcontext():
        require_marks_seen(np.zeros((3, 20)), naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("text", "liker", "doubt"),
    [("F2F\n121\n000", 0.9, True), ("F2F\n121\n000", 2.7, False), ("F2F\n121\n###", 0.9, False)],
)
def test_flags_where_nothing_is_covered_may_be_how_that_is_drawn(
    text: str, liker: float, *, doubt: bool
) -> None:
    looks, naming, topology = on_a_board(text, {})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[naming.names == Label.FLAG, Label.COVERED] = liker
    with doubted("may be how covered cells are drawn") if doubt else nullcontext():
        require_seen(costs, naming, looks, topology)


@pytest.mark.parametrize(("sides", "exploded"), [(1, 0), (3, 0), (4, 1)])
def test_a_mine_whose_edge_alone_falls_between_pixels_did_not_explode(
    sides: int, exploded: int
) -> None:
    shown = (90, 90, MINE)
    looks, naming = named(COVERED, (220, 0, Label.ONE, 5), (*shown, 3), (*shown, 1), (*shown, 1))
    for side in (np.s_[:, -3:], np.s_[:, :3], np.s_[:3], np.s_[-3:])[:sides]:
        looks.tiles[4][side] = 150
    costs = np.zeros((len(looks), Label.UNREADABLE + 1))
    assert len(odd_mines(costs, naming, looks, TOPOLOGY)) == exploded
