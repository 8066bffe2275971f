"""Marks on lost boards: which are the person's, and which of them are wrong or question marks."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import SYMBOLS, Label, Shape, Topology, make_topology
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.completed import told_by_hand
from autoplay.vision.learning.ending import ANOTHER_FLAG
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.proof import price_of_rival
from autoplay.vision.learning.rules import Rules
from autoplay.vision.learning.search import Search
from autoplay.vision.learning.settled import settled
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

PANE, BAR = np.s_[8:16, 8:16], np.s_[5:9, 4:20]
"""Two symbols, as places of a tile."""

OTHERS = {"a": Label.MINE, "b": Label.FLAG, "e": Label.EXPLODED}
"""A second look of these names, beside that of their usual character."""


class Drawn:
    """A board whose characters are a look each, plain but for the symbols drawn in some.

    All covered cells and marks have one ground, the opened ones have another.
    """

    def __init__(self, text: str) -> None:
        rows = text.replace(" ", "").split("/")
        cells = "".join(rows)
        self.kinds = sorted(set(cells))
        self.names = np.array([self._label(kind) for kind in self.kinds], np.uint8)
        self.tiles = np.full((len(self.kinds), SIDE, SIDE, 3), 140, np.uint8)
        self.tiles[self.names < Label.COVERED] = 220
        self.of_cell = np.array([self.kinds.index(cell) for cell in cells])
        self.topology: Topology = make_topology("square", len(rows), len(rows[0]))
        self.costs = np.full((len(self.kinds), len(Label)), 9.0)
        self.costs[np.arange(len(self.kinds)), self.names] = 0
        self.margin = np.full(len(self.kinds), 9.0)
        self.rivals = np.full(len(self.kinds), Label.UNREADABLE, np.uint8)

    @staticmethod
    def _label(kind: str) -> int:
        return OTHERS[kind] if kind in OTHERS else SYMBOLS.index(kind)

    def draw(self, kind: str, symbol: tuple[slice, slice], ink: int, ground: int = 140) -> None:
        look = self.kinds.index(kind)
        self.tiles[look] = ground
        self.tiles[look][symbol] = ink

    @property
    def looks(self) -> Looks:
        counts = np.bincount(self.of_cell)
        return Looks(self.of_cell, self.tiles, counts, np.zeros(len(self.of_cell)))

    def settled(self) -> str:
        """Return the board as the game settles it."""
        broken = np.zeros(len(self.of_cell), np.int32)
        naming = Naming(self.names, 0.0, broken, self.margin, self.rivals)
        names = settled(self.costs, naming, self.looks, self.topology).names
        text = "".join(SYMBOLS[name] for name in names[self.of_cell])
        cols = self.topology.cols
        rows = [text[start : start + cols] for start in range(0, len(text), cols)]
        return " / ".join(rows)

    def price(self, kind: str, rival: Label) -> float:
        """Return what speaks against this look being the rival, that pixels call it as soon."""
        beside = Beside(Rules(self.topology), self.looks)
        grounds = Grounds(self.looks, Shape.SQUARE)
        search = Search(beside, grounds, np.zeros_like(self.costs), self.names)
        return price_of_rival(search, self.names, self.kinds.index(kind), rival)


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
