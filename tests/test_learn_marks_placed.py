"""Flags, mines and question marks in doubt by where they lie on the board."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from autoplay.game import SYMBOLS, Label, Topology, parse_board
from autoplay.vision.learning.alternatives import named as named_looks
from autoplay.vision.learning.bare_marks import (
    bare_flags,
    exchangeable_flags,
    in_colour_alone,
    plain_marks,
)
from autoplay.vision.learning.by_hand import hardly_by_hand, hardly_shown
from autoplay.vision.learning.doubt import require_seen
from autoplay.vision.learning.doubted_marks import require_marks_seen
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.laid_open import mines_called_covers
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.settled import settled
from autoplay.vision.looks import Looks
from tests.made_looks import MINE, doubted, named


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


def with_costs(
    text: str, name: Label, rival: Label, liker: float
) -> tuple[Looks, Naming, Topology, Costs]:
    """Return a board with the costs of its names, where pixels like a name so much more than its
    rival."""
    looks, naming, topology = on_a_board(text.replace(" / ", "\n"), {"*": (90, 200)})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[naming.names == name, rival] = liker
    return looks, naming, topology, costs


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
    ("middle", "liker", "is_plain"), [(20, 6.0, 0), (20, 4.0, 1), (220, 6.0, 1)]
)
def test_a_mere_colour_is_no_flag_where_several_surely_show_a_symbol(
    middle: int, liker: float, is_plain: int
) -> None:
    text = "F1001F*\n1100222\n000111F\n0112*21\n01*2111"
    marks = {"*": (60, 60), "#": (190, 190), "F": (190, middle)}
    looks, naming, topology = on_a_board(text, marks)
    costs = np.zeros((len(looks), 20))
    costs[naming.names == Label.FLAG] = liker
    costs[naming.names == Label.FLAG, Label.FLAG] = 0
    assert len(plain_marks(costs, naming, looks, topology)) == is_plain


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


@pytest.mark.parametrize(("middle", "alone"), [(36, []), (55, [1]), (60, [1])])
def test_a_flag_nearly_as_faint_as_a_colour_alone_shows_the_symbol_of_others(
    middle: int, alone: list[int]
) -> None:
    """Small symbols fall between pixels; what shows a tenth of them shows nothing."""
    looks, _ = named((60, 20, Label.FLAG, 3), (60, middle, Label.FLAG, 1))
    assert in_colour_alone(np.arange(2), looks).tolist() == alone
    others, _ = named((60, middle, Label.FLAG, 3), (60, middle, Label.FLAG, 1))
    assert in_colour_alone(np.arange(2), others).tolist() == [0, 1]  # none shows more


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
        ("#2*1 / 1*21 / 1110 / #### / *#*#", 4.7, False),  # half of them are not proven
        ("#2*1 / 1*21 / 1110 / 111# / 1*10", 4.7, True),
        ("#2*1 / 1*21 / 1110 / 111# / 1*10", 7.9, False),  # plainly mines
        ("#2!1 / 1*21 / 1110 / 111# / 1*10", 4.7, False),  # one exploded
        ("02*1 / 1*21 / 1110 / 1110 / 1*10", 4.7, False),  # nothing is covered
    ],
)
def test_mines_that_the_numbers_prove_may_be_flags_where_none_exploded(
    text: str, liker: float, *, doubt: bool
) -> None:
    looks, naming, topology, costs = with_costs(text, Label.MINE, Label.FLAG, liker)
    assert bool(len(hardly_shown(costs, naming, looks, topology))) is doubt
    with doubted("may be flags on a board in play") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, topology)


@pytest.mark.parametrize(
    ("text", "liker", "doubt"),
    [
        ("F1##1F / 11##11 / 00##11 / 00##1F", 3.4, True),
        ("F1##1F / 11##11 / 00##11 / 00##1F", 5.9, False),  # plainly flags
        ("F1##1F / 11##11 / 00##11 / 00##1F / 001111 / 112F2F" + " / ######" * 5, 3.4, False),
        ("F1##1# / 11##11 / 00##11 / F1##1F", 3.4, False),  # a number lacks one: it is played
        ("F1##1* / 11##11 / 11##11 / F1##1F", 3.4, False),  # a mine is shown
        (" / ".join(["111111 / 1#11F1 / 111111"] * 5), -0.5, True),  # all covered ones are mines
        (" / ".join(["111111 / 1#11F1 / 111111"] * 5), 3.4, False),  # more like flags
    ],
)
def test_flags_on_every_mine_that_are_hardly_flags_may_be_shown_by_a_lost_game(
    text: str, liker: float, *, doubt: bool
) -> None:
    looks, naming, topology, costs = with_costs(text, Label.FLAG, Label.MINE, liker)
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


@pytest.mark.parametrize(("darker", "is_bare"), [(36, False), (8, True)])
def test_a_thin_letter_on_the_gradient_of_covered_cells_is_a_mark(
    darker: int, *, is_bare: bool
) -> None:
    looks, naming, topology = on_a_board(AT_THE_END.replace("*", "F"), {"F": (190, 190)})
    flag, cover = (np.flatnonzero(naming.names == name) for name in (Label.FLAG, Label.COVERED))
    side = looks.tiles.shape[1]
    looks.tiles[[*flag, *cover]] = np.linspace(235, 175, side, dtype=np.uint8)[:, None, None]
    looks.tiles[flag, 6:12, 9:12] -= np.uint8(darker)  # on its bright half
    assert bool(len(bare_flags(naming, replace(looks), topology))) is is_bare


LAID_OPEN = """
0000002F
0111002#
01#10011
12111110
#1001F10
"""
"""The flags are right, and what else is closed are all other mines."""


@pytest.mark.parametrize(
    ("text", "raised", "doubted"),
    [
        (LAID_OPEN, 170, 1),
        (LAID_OPEN, 220, 0),  # flags lie on opened ground, too
        (LAID_OPEN.replace("0", "#", 1), 170, 0),  # in play: one is covered that is no mine
    ],
)
def test_discs_on_the_ground_of_zeros_may_be_mines_where_flags_are_raised(
    text: str, raised: int, doubted: int
) -> None:
    looks, naming, topology = on_a_board(text, {"0": (220, 220), "F": (raised, 60)})
    disc = np.flatnonzero(naming.names == Label.COVERED)
    looks.tiles[disc] = 220
    looks.tiles[disc, 4:-4, 4:-4] = 30
    assert len(mines_called_covers(naming, looks, topology)) == doubted


def test_a_flag_a_little_fainter_than_others_of_its_symbol_is_none_that_shows_nothing() -> None:
    text = AT_THE_END.replace("*", "F").replace("F", "?", 1)
    looks, naming, topology = on_a_board(text, {"F": (190, 160), "#": (188, 179), "?": (190, 164)})
    naming.names[naming.names == Label.QUESTION] = Label.FLAG
    assert not len(bare_flags(naming, looks, topology))
    flags = np.flatnonzero(naming.names == Label.FLAG)
    rarer = int(flags[looks.counts[flags].argmin()])
    looks.tiles[rarer] = 190
    looks.tiles[rarer, 9:15, 3:9] = 164  # another symbol
    assert bare_flags(naming, replace(looks), topology).tolist() == [rarer]
