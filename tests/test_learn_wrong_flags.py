"""Flags that the end of a game shows to be wrong, or may."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label
from autoplay.vision.learning.by_hand import too_many_flags
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.settled import settled
from autoplay.vision.learning.wrong_flags import (
    drawn_as_no_other,
    flags_only_disproved,
    unproven_tints,
)
from tests.drawn_boards import COLORS, PANE, Drawn, named, read

TOLD = "1F1000 / 111000 / 000000 / 111111 / "


@pytest.mark.parametrize(
    ("board", "ground", "in_doubt"),
    [
        (TOLD + "#e##a# / a###f#", (180, 180, 250), True),
        (TOLD + "#e##a# / a###f#", (140, 140, 140), False),  # the ground of the others
        (TOLD + "#e##f# / a###a#", (180, 180, 250), False),  # a proven mine
        (TOLD + "###### / ####f#", (180, 180, 250), False),  # in play
        ("1F100f / 111000 / ###### / ######", (180, 180, 250), True),  # proven safe
        ("1F100f / 111000 / ###### / ######", (140, 140, 140), False),
    ],
)
def test_a_flag_on_its_own_ground_may_be_shown_to_be_wrong(
    board: str, ground: tuple[int, int, int], in_doubt: bool
) -> None:
    drawn = Drawn(board)
    for kind in set(board) & {"F", "f", "a", "e"}:
        drawn.draw(kind, PANE, 20)
    drawn.paint("f", ground)
    drawn.tiles[drawn.kinds.index("f")][PANE] = 20
    broken = np.zeros(len(drawn.of_cell), np.int32)
    naming = Naming(drawn.names, 0.0, broken, drawn.margin, drawn.rivals)
    found = unproven_tints(naming, drawn.looks, drawn.topology)
    assert [drawn.kinds[look] for look in found] == (["f"] if in_doubt else [])


@pytest.mark.parametrize(
    ("board", "in_doubt"),
    [
        ("FFFFF1## / FFFF12## / FF111### / 111##### / ########", True),
        ("FFF##1## / 111#12## / 00111### / 111##### / ########", False),  # each beside a number
        ("FFF#11## / ###12### / #F1##### / ######F# / ########", False),  # hardly a number has more
    ],
)
def test_an_area_of_flags_beside_numbers_that_say_less_is_none(board: str, in_doubt: bool) -> None:
    drawn = Drawn(board)
    naming = Naming(
        drawn.names, 0.0, np.zeros(len(drawn.of_cell), np.int32), drawn.margin, drawn.rivals
    )
    found = too_many_flags(naming, drawn.looks, drawn.topology)
    assert [drawn.kinds[look] for look in found] == (["F"] if in_doubt else [])


def test_a_flag_drawn_otherwise_on_a_cell_shown_to_be_safe_is_a_wrong_flag() -> None:
    board = "*1#*1 / 11#11 / f1### / *1#1F / 11#11"
    assert read(board).count("x") == 1
    assert read(board.replace("f", "F")).count("x") == 0


@pytest.mark.parametrize(
    ("right", "ground", "wrong"),
    [(60, 140, 0), (140, 60, 1)],
    ids=["the right ones are painted", "the wrong one is"],
)
def test_a_flag_left_on_the_ground_of_covered_cells_is_one_where_right_ones_are_painted(
    right: int, ground: int, wrong: int
) -> None:
    drawn = Drawn("*1#*1 / 11#11 / f1### / *1#1F / 11#11")
    drawn.draw("*", PANE, 20)
    drawn.draw("F", PANE, 250, right)
    drawn.draw("f", PANE, 250, ground)
    assert drawn.settled().count("x") == wrong


@pytest.mark.parametrize(
    ("pixels", "ground", "mine_beside", "wrong"),
    [
        (Label.MINE, COLORS["*"], False, True),
        (Label.MINE, COLORS["#"], False, False),  # a flag as it was left
        (Label.FLAG, COLORS["*"], False, False),
        (Label.MINE, COLORS["*"], True, False),
    ],
)
def test_a_flag_that_looks_like_a_mine_where_the_mines_shown_leave_none_is_a_wrong_flag(
    pixels: Label, ground: tuple[int, int, int], *, mine_beside: bool, wrong: bool
) -> None:
    board = "*1#*1 / 11#11 / F1### / *1#1* / 11#11"
    looks, naming, topology = named(board.replace("*1#1*", "##1*1") if mine_beside else board)
    flag = np.flatnonzero(naming.names == Label.FLAG)
    looks.tiles[flag] = ground
    looks.tiles[flag, 8:16, 8:16] = 0
    costs = np.full((len(looks), len(Label)), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[flag, pixels] = -1
    name = settled(costs, naming, looks, topology).names[flag[0]]
    assert bool(name == Label.WRONG_FLAG) is wrong


@pytest.mark.parametrize(
    ("board", "middle", "margin", "told"),
    [
        ("*1#!1 / 11#11 / x#F## / *1#1* / 11#11", 60, 0.7, True),
        ("*1#!1 / 11#11 / x#F## / *1#1* / 11#11", 60, 0.1, False),  # as likely another
        ("*1#!1 / 11#11 / x#F## / *1#1* / 11#11", 0, 0.7, False),  # drawn as mines are
        ("*1#*1 / 11#11 / x#F## / *1#1* / 11#11", 60, 0.7, False),  # it may have exploded
    ],
)
def test_what_looks_like_a_wrong_flag_and_like_no_other_mark_is_one(
    board: str, middle: int, margin: float, *, told: bool
) -> None:
    looks, naming, _ = named(board)
    for name, ink in ((Label.MINE, (0, 0, 0)), (Label.FLAG, (0, 120, 0))):
        looks.tiles[naming.names == name, 8:16, 8:16] = ink
    wrong = np.flatnonzero(naming.names == Label.WRONG_FLAG)
    looks.tiles[wrong] = COLORS["*"]
    looks.tiles[wrong, 8:16, 8:16] = (middle, middle, 4 * middle)
    naming.margin[wrong], naming.rivals[wrong] = margin, Label.MINE
    assert drawn_as_no_other(naming, looks).tolist() == (wrong.tolist() if told else [])


@pytest.mark.parametrize(
    ("right", "ground", "in_doubt"),
    [
        ("*", COLORS["f"], True),
        ("f", COLORS["f"], False),  # right ones are drawn so, too
        ("*", COLORS["#"], False),  # as it was left
    ],
)
def test_where_all_flags_are_wrong_their_ground_may_say_so_or_be_that_of_all_flags(
    right: str, ground: tuple[int, int, int], *, in_doubt: bool
) -> None:
    looks, naming, topology = named(f"*1#*1 / 11#11 / f1### / *1#1{right} / 11#11")
    looks.tiles[naming.names == Label.FLAG] = ground
    assert bool(len(flags_only_disproved(naming, looks, topology))) is in_doubt


def test_a_tinted_flag_beside_one_that_is_proven_right_is_wrong_once_mines_are_shown() -> None:
    ended = "*1#*1## / 11#11## / #####f# / *1#1F## / 11#11##"
    assert read(ended).count("x") == 1
    assert read(ended.replace("*", "#")).count("x") == 0
