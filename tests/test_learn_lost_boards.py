"""What lost boards show: whose each mark is, which flags are wrong, and what is left covered."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import SYMBOLS, Label, make_topology
from autoplay.vision.learning.completed import told_by_hand
from autoplay.vision.learning.ending import ANOTHER_FLAG
from autoplay.vision.learning.rules import Rules
from autoplay.vision.learning.settled import leaves_mines_unshown, settled
from tests.drawn_boards import BAR, COLORS, PANE, Drawn, named, read


def _cells(text: str, kind: str) -> NDArray[np.bool_]:
    return np.array([cell == kind for cell in text])


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("F1*#*#*#*#*#*#*F1F", 3 * np.log(9 / 2)),  # one mine of seven lies beside a number
        ("F1*#*#*#*#*#*#*#FF", 0.0),  # flags away from every number
        ("F1*1*1*1*1*1*1*1F1", 2 * np.log(9 / 8)),
    ],
)
def test_marks_that_all_lie_beside_numbers_among_mines_that_do_not_were_set_by_hand(
    row: str, told: float
) -> None:
    rules = Rules(make_topology("square", 1, len(row)))
    labels = np.array([SYMBOLS.index(cell) for cell in row], np.uint8)
    found = told_by_hand(_cells(row, "F"), _cells(row, "*"), labels, rules)
    assert found == pytest.approx(told)


LOST = "a11####*## / 23a#*##### / a2##*####* / 12####*### / 01##*####* / 01###*####"
"""Mines shown, and others that are drawn otherwise, beside numbers."""


@pytest.mark.parametrize(
    ("board", "symbol", "flags"),
    [
        (LOST, BAR, 3),
        (LOST, PANE, 0),  # drawn as the others are
        (LOST.replace("###*##", "##a*##", 1), BAR, 0),  # one is where no person could know it
        (LOST.replace("01##*", "01##F"), BAR, 1),  # other flags show how these are drawn
        ("a11a111*10 / 23a31111*1 / a2211110*1", BAR, 0),  # all mines lie beside numbers
    ],
)
def test_mines_drawn_unlike_the_others_and_all_beside_numbers_are_flags(
    board: str, symbol: tuple[slice, slice], flags: int
) -> None:
    drawn = Drawn(board)
    drawn.draw("*", PANE, 20)
    drawn.draw("a", symbol, 20)
    assert drawn.settled().count("F") == flags


@pytest.mark.parametrize(("symbol", "more"), [(BAR, True), (PANE, False)])
def test_flags_beside_numbers_are_hardly_mines_shown_where_those_are_drawn_otherwise(
    symbol: tuple[slice, slice], *, more: bool
) -> None:
    prices = []
    for text in (LOST.replace("a", "F"), LOST.replace("a", "F").replace("##*##", "F#*##", 1)):
        drawn = Drawn(text)
        drawn.draw("*", PANE, 20)
        drawn.draw("F", symbol, 20)
        prices.append(drawn.price("F", Label.MINE))
    assert bool(prices[0] > prices[1]) is more


ENDED = "F11!1 / 23*21 / F*211 / F3100 / 11000"


@pytest.mark.parametrize(
    ("symbol", "ground", "price"),
    [(BAR, 60, ANOTHER_FLAG), (BAR, 140, 0.0), (PANE, 60, 0.0)],
)
def test_the_mine_that_exploded_on_its_own_ground_is_hardly_a_flag_unlike_all_others(
    symbol: tuple[slice, slice], ground: int, price: float
) -> None:
    drawn = Drawn(ENDED)
    drawn.draw("F", PANE, 250)
    drawn.draw("!", symbol, ground + 110, ground)
    assert drawn.price("!", Label.FLAG) == price


@pytest.mark.parametrize(
    ("board", "ground", "wrong"),
    [
        ("*1011 / 1101* / 00e11 / 11000 / *1000", 60, 1),
        ("*1011 / 1101* / 00e11 / 11000 / *1000", 140, 0),  # on the ground of the others
        ("*101* / 12121 / 01e10 / 12121 / *101*", 60, 0),  # every number around asks for it
    ],
)
def test_what_pixels_call_exploded_where_no_mine_can_be_is_a_wrong_flag(
    board: str, ground: int, wrong: int
) -> None:
    drawn = Drawn(board)
    drawn.draw("*", PANE, 20)
    drawn.draw("e", BAR, 20, ground)
    assert drawn.settled().count("x") == wrong
    assert not wrong or not drawn.naming().broken.any()


@pytest.mark.parametrize(
    ("liker", "margin", "asked"),
    [(-4.0, 1.8, 1), (-2.0, 1.8, 0), (-4.0, 2.5, 0)],
)
def test_a_mark_that_numbers_alone_make_a_flag_is_a_question_mark_on_a_lost_board(
    liker: float, margin: float, asked: int
) -> None:
    drawn = Drawn("*101* / 12121 / 01F10 / 12121 / *101*")
    flag = drawn.kinds.index("F")
    drawn.costs[flag, Label.QUESTION] = liker
    drawn.margin[flag], drawn.rivals[flag] = margin, Label.QUESTION
    assert drawn.settled().count("Q") == asked


YELLOW, ORANGE, PALE = (0, 250, 250), (40, 80, 240), (230, 230, 230)

PAINTED = (
    "013p#o####o### / 12pp######o#o# / 1p4p########## / 1232#ooo#o####"
    " / 13o2##ooo##### / o3o2#####o####"
)
"""A lost board that shows flags, p, and mines, o, by their colours."""


@pytest.mark.parametrize(
    ("board", "flags", "mines"),
    [
        (PAINTED, 5, 15),
        (PAINTED.replace("o####o###", "p####o###"), 0, 0),  # one where no number is
        (PAINTED.replace("o3o2", "#3o2"), 0, 0),  # a number lacks a mine
    ],
)
def test_of_two_colours_that_are_all_mines_those_beside_numbers_are_flags(
    board: str, flags: int, mines: int
) -> None:
    drawn = Drawn(board)
    drawn.paint("p", YELLOW)
    drawn.paint("o", ORANGE)
    settled = drawn.settled()
    assert (settled.count("F"), settled.count("*")) == (flags, mines)


@pytest.mark.parametrize(("symbol", "flags"), [(BAR, 4), (None, 5)])
def test_plain_mines_are_flags_where_a_lost_game_shows_no_mine_but_the_one_that_exploded(
    symbol: tuple[slice, slice] | None, flags: int
) -> None:
    drawn = Drawn("*2###### / 3*2##3## / 1#*###2# / 1###2### / 11*###e#")
    drawn.paint("*", YELLOW)
    drawn.paint("e", ORANGE)
    if symbol is not None:
        drawn.draw("e", symbol, 20, 230)
    assert drawn.settled().count("F") == flags


ALL_SHOWN = (
    "001F11F####o#o / 001222oo###### / 0001F3######## / 001223F####o#o / 001F12o######o"
    " / 001222######## / 0001F1##o###o#"
)
"""A lost board that shows the mines, o, beside five flags that are right and a wrong one."""


@pytest.mark.parametrize(
    ("board", "mines"),
    [
        (ALL_SHOWN, 10),
        (ALL_SHOWN.replace("1222##", "1222F#"), 0),  # another wrong one: too many of so few
        (ALL_SHOWN.replace("12o", "12#"), 0),  # numbers that lack a mine
        (ALL_SHOWN.replace("11F", "11o"), 0),  # a mine too many
    ],
)
def test_mines_of_one_colour_complete_the_numbers_but_for_a_wrong_flag(
    board: str, mines: int
) -> None:
    drawn = Drawn(board)
    drawn.paint("o", ORANGE)
    assert drawn.settled().count("*") == mines


@pytest.mark.parametrize(
    ("text", "flags"),
    [
        ("F2##2* / 22##22 / ###### / 22##22 / a2##2F", 4),
        ("F100001* / 11000011 / 00000000 / 11000011 / a100001F", 2),
    ],
)
def test_mines_are_flags_where_all_are_drawn_as_these_and_numbers_lack_mines(
    text: str, flags: int
) -> None:
    board = Drawn(text)
    for kind, ink in (("F", 40), ("*", 50), ("a", 60)):
        board.draw(kind, PANE, ink)
    assert board.settled().count("F") == flags


def test_covered_cells_of_a_lost_board_that_no_mine_lies_beside_are_zeros() -> None:
    over = "*21##### / 2*1##### / 111##111 / #####1*1 / #####111"
    assert read(over).count("0") == over.count("#")
    left = over.replace("#1*1", "##*1")  # a covered cell beside a mine is no zero
    assert "0" not in read(left)
    assert "0" not in read("*1## / 11## / ####")  # one mine is no game that shows all


def test_covered_cells_that_no_flag_lies_beside_are_zeros_where_numbers_need_no_other_mine() -> (
    None
):
    """A won game may draw its zeros with a dot, as others draw their covered cells."""

    def won(areas: int) -> str:
        return f"{'F1##1' * areas}F / {'11##1' * areas}1"

    assert read(won(9)).count("0") == 36
    assert "0" not in read(won(3))  # a few flags in play
    assert "0" not in read(won(9).replace("/ 1", "/ #"))  # one lies beside a flag
    assert "0" not in read(won(9).replace("/ 1", "/ 2"))  # a number needs another mine


@pytest.mark.parametrize(
    ("symbol", "margin", "mines"),
    [(PANE, 0.4, 12), (BAR, 0.4, 11), (PANE, 3.0, 11)],
    ids=["drawn as the mines", "drawn otherwise", "surely a flag"],
)
def test_a_flag_that_hardly_is_one_is_a_mine_where_it_is_drawn_as_all_of_a_lost_game_are(
    symbol: tuple[slice, slice], margin: float, mines: int
) -> None:
    board = Drawn("******####** / 2342*1####** / ######!1###F")
    board.draw("*", PANE, 20)
    board.draw("F", symbol, 24)
    flag = board.kinds.index("F")
    board.margin[flag], board.rivals[flag] = margin, Label.MINE
    assert board.settled().count("*") == mines


def test_the_only_mine_shown_is_a_flag_where_it_is_drawn_as_flags_are() -> None:
    board = "F1##1F / 11##11 / *1##1F / 11##11"
    for ground, count in ((COLORS["F"], 4), ((90, 160, 200), 3)):
        looks, naming, topology = named(board)
        looks.tiles[naming.names == Label.MINE] = ground
        costs = np.zeros((len(looks), len(Label)))
        names = settled(costs, naming, looks, topology).names[looks.of_cell]
        assert (names == Label.FLAG).sum() == count


@pytest.mark.parametrize(
    ("board", "other", "liker", "flags"),
    [
        ("#*##*##* / 22222222 / 00000000", 20, 3.5, 3),
        ("#*##*##* / 22222222 / 00000000", 20, 5.0, 0),  # what shows them is surely a mine
        ("#*##*##* / 11111111 / 00000000", 20, 3.5, 0),  # all that the numbers say is shown
        ("#*###### / 22222222 / 00000000", 20, 3.5, 0),  # it may be the one that exploded
        ("#*##*##! / 22222222 / 00000000", 120, 3.5, 0),  # one may be a question mark
        ("#*##*##*F / 222222221 / 000000000", 120, 3.5, 0),  # flags have another mark
    ],
)
def test_the_one_mark_of_several_cells_is_a_flag_where_numbers_lack_mines(
    board: str, other: int, liker: float, flags: int
) -> None:
    looks, naming, topology = named(board)
    looks.tiles[naming.names == Label.MINE, 8:16, 8:16] = 20
    for name in (Label.EXPLODED, Label.FLAG):
        looks.tiles[naming.names == name] = COLORS["*"]
        looks.tiles[naming.names == name, 6:10, 6:18] = other
    costs = np.zeros((len(looks), len(Label)))
    costs[naming.names == Label.MINE, Label.FLAG] = liker
    names = settled(costs, naming, looks, topology).names[looks.of_cell]
    assert (names == Label.FLAG).sum() == flags


@pytest.mark.parametrize(
    ("board", "unshown"),
    [("#*##*# / 222222", True), ("#*##*# / 111111", False), ("#*###1 / 222222", False)],
)
def test_a_game_that_shows_several_mines_shows_all(board: str, *, unshown: bool) -> None:
    looks, naming, topology = named(board)
    assert leaves_mines_unshown(naming.names[looks.of_cell], topology) is unshown
