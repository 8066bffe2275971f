"""Marks like nothing known are flags where the numbers prove that their cells are mines."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.game import Label, parse_board
from autoplay.vision.lattice import Lattice
from autoplay.vision.learn import learn
from autoplay.vision.learning.alternatives import named
from autoplay.vision.learning.proven_flags import with_proven_flags
from autoplay.vision.learning.rules import Opens
from tests.drawn_boards import BAR, Drawn

BOARD = "######### / ######### / ######### / 12####### / 012321122 / 000000000 / 000000000"
"""The five mines of the fourth row that the numbers below prove are in columns 2, 3, 4, 7 and 8."""

FONT = cv2.FONT_HERSHEY_SIMPLEX

COVERED, OPENED = 140, 220
"""Gray levels of grounds, as ``Drawn`` has them."""


def marked(fourth: str, *, ground: int = COVERED, unknown: float = 0.5) -> int:
    """Return how many flags are seen where a bar lies on cells of the fourth row that is a mine by
    its pixels, something unknown by so many units less, and hardly a flag."""
    drawn = Drawn(BOARD.replace("12#######", fourth))
    drawn.draw("F", BAR, ink=20, ground=ground)
    flag = drawn.kinds.index("F")
    drawn.costs[flag] = 9.0
    drawn.costs[flag, [Label.MINE, Label.COVERED, Label.FLAG]] = 0.0, 2.2, 4.3
    drawn.costs[flag, Label.UNREADABLE] = unknown
    naming = named(drawn.costs, drawn.looks, drawn.topology)
    costs, naming = with_proven_flags(drawn.costs, naming, drawn.looks, drawn.topology, Opens.SIDES)
    is_flag = naming.names[flag] == Label.FLAG and costs[flag, Label.FLAG] == 0
    return int(drawn.looks.counts[flag]) if is_flag else 0


@pytest.mark.parametrize(
    ("fourth", "flags"),
    [
        ("12#FF####", 2),
        ("12FFF##F#", 4),
        ("12#F#####", 0),  # a single one may be the mine that exploded
        ("12#FFF###", 0),  # one lies where the numbers prove no mine
        ("12###FF##", 0),
        ("12FFF##FF", 0),  # a game that is over may show them: no number below lacks any
    ],
)
def test_a_symbol_on_proven_mines_alone_is_a_flag(fourth: str, flags: int) -> None:
    assert marked(fourth) == flags


def test_a_symbol_on_the_ground_of_numbers_is_no_flag_by_where_it_lies() -> None:
    assert marked("12#FF####", ground=OPENED) == 0


def test_what_is_surely_known_stays_what_it_is() -> None:
    assert marked("12#FF####", unknown=6.0) == 0


def test_a_board_whose_flags_are_a_sign_that_no_game_is_known_for_is_read() -> None:
    board = parse_board(BOARD.replace("12#######", "12#FF##F#").replace(" / ", "\n"))
    lattice = Lattice(board.topology, (47.5, 47.5), (36.0, 36.0))
    image = np.full((320, 400, 3), 255, np.uint8)
    for label, (x, y) in zip(board.labels, np.floor(lattice.centers).astype(int), strict=True):
        closed = label in (Label.COVERED, Label.FLAG)
        image[y - 17 : y + 18, x - 17 : x + 18] = 20 if closed else (40, 40, 220)
        text = "#" if label == Label.FLAG else str(label)
        if label not in (Label.COVERED, Label.ZERO):
            cv2.putText(image, text, (x - 9, y + 9), FONT, 0.9, (255, 255, 255), 2, cv2.LINE_AA)
    assert learn(image, lattice).reading.board.labels == board.labels
