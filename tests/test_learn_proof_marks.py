"""What says that marks are flags, mines that the game shows, or something else."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label
from autoplay.vision.learning.ending import ALL_MARKED, TOO_FEW, UNSEEN
from autoplay.vision.learning.proof import ONE_TEXTURE, price_of_rival
from tests.drawn_boards import BAR, PANE, Drawn
from tests.labelled_looks import (
    FAR,
    board_of,
    looks_of,
    named,
    price_named,
    search_of,
    with_first_apart,
)


def test_something_unknown_where_every_mine_is_proven_is_the_flag_it_could_be() -> None:
    # Both marks stand where a 1 has no other covered neighbour.
    name, _, margin = named("F100 / 1111 / 001F", FLAG=(Label.UNREADABLE, 0.2))["FLAG"]
    assert name is Label.FLAG
    assert margin > 1.0


def test_something_unknown_among_covered_cells_stays_in_doubt() -> None:
    name, rival, margin = named("F### / ####", FLAG=(Label.UNREADABLE, 0.2))["FLAG"]
    assert (name, rival) == (Label.FLAG, Label.UNREADABLE)
    assert margin < 1.0


def test_marks_are_flags_where_a_number_lacks_some() -> None:
    text = "F2F### / 133### / 01F###"
    name, _, margin = named(text, FLAG=(Label.MINE, 0.0))["FLAG"]
    assert name is Label.FLAG
    _, _, complete = named(text.replace("133", "132"), FLAG=(Label.MINE, 0.0))["FLAG"]
    assert margin > complete


def test_two_marks_alike_are_no_mines_shown_where_numbers_lack_more() -> None:
    text = "F2#### / 13#### / 01F3## / 011211 / 000000"
    assert _price_of_mines(text) == TOO_FEW
    assert _price_of_mines(text.replace("F", "#", 1)) == 0  # some games show one of several


def _price_of_mines(text: str) -> float:
    """Return what speaks against the flags of a board being mines shown."""
    board = board_of(text)
    looks, labels = looks_of(board)
    names = np.array(labels, np.uint8)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    search = search_of(board, looks, costs, names)
    return price_of_rival(search, names, labels.index(Label.FLAG), Label.MINE)


def test_marks_that_complete_every_number_may_be_mines_shown() -> None:
    text = "*10#### / 110#### / 0001110 / 0001*10 / 0001110 / 1100000 / *100000"
    name, rival, _ = named(text, MINE=(Label.FLAG, 3.0))["MINE"]
    assert name is Label.MINE
    assert rival is Label.FLAG


def test_marks_on_a_finished_board_are_rather_flags_than_mines() -> None:
    name, rival, _ = named("F1000 / 11000 / 00011 / 0001F", FLAG=(Label.MINE, 0.0))["FLAG"]
    assert (name, rival) == (Label.FLAG, Label.MINE)


def test_marks_are_mines_where_one_exploded_and_all_cells_are_opened() -> None:
    # With all others flagged, and nothing left to open, the game would have been won before.
    text = "F1000 / 11011 / 0001! / 11011 / F1000"
    name, rival, _ = named(text, FLAG=(Label.MINE, 5.0))["FLAG"]
    assert (name, rival) == (Label.MINE, Label.FLAG)
    name, _, _ = named("F100# / 1101# / 0001! / 11011 / F1000", FLAG=(Label.MINE, 5.0))["FLAG"]
    assert name is Label.FLAG


def test_a_cell_that_the_mines_shown_prove_safe_is_hardly_a_flag() -> None:
    _, rival, margin = named("*2* / 242 / *2*", FOUR=(Label.FLAG, 0.5))["FOUR"]
    _, _, played = named("#2# / 242 / #2#", FOUR=(Label.FLAG, 0.5))["FOUR"]
    assert rival is not Label.FLAG or margin > played + 1.0


@pytest.mark.parametrize(("moved", "price"), [(15, ONE_TEXTURE), (29, 0.0)])
def test_what_is_drawn_like_another_flag_is_hardly_something_else(moved: int, price: float) -> None:
    board = board_of("F100 / 1111 / 01FF / F1##")
    looks, labels = looks_of(board)
    flag, last = labels.index(Label.FLAG), len(labels)
    split, names = with_first_apart(looks, labels, Label.FLAG)
    split.tiles[[flag, last], 12:20, 12:20] += 60
    split.tiles[last, 12:20, 12:20] += np.uint8(moved)
    assert price_named(board, split, names, last, Label.UNREADABLE) == price


def test_marks_beside_no_number_where_one_exploded_are_hardly_flags() -> None:
    lost = "##*##*##### / #####*#*### / 11111#####! / 00001######"
    for text, price in ((lost, UNSEEN), (lost.replace("!", "#"), 0.0)):
        board = board_of(text)
        looks, labels = looks_of(board)
        names = np.array(labels, np.uint8)
        search = search_of(board, looks, np.zeros((len(labels), 20)), names)
        assert price_of_rival(search, names, labels.index(Label.MINE), Label.FLAG) == price


def test_marks_that_are_just_the_mines_of_all_numbers_are_hardly_flags() -> None:
    for text, price in (
        ("#*##*# / 111111 / 000000", ALL_MARKED),
        ("#*#### / 111111 / 000000", 0.0),
        ("#*#*## / ###### / #*##*# / 111111 / 000000", ALL_MARKED),  # and where nobody saw them
        ("###### / ###### / #*##*# / 111111 / 000000", ALL_MARKED + 12 * np.log(0.9)),
        ("###### / " * 4 + "#*##*# / 111111 / 000000", 0.0),  # a person keeps to numbers
    ):
        board = board_of(text)
        looks, labels = looks_of(board)
        names = np.array(labels, np.uint8)
        search = search_of(board, looks, np.zeros((len(labels), 20)), names)
        found = price_of_rival(search, names, labels.index(Label.MINE), Label.FLAG)
        assert found == pytest.approx(price)


def test_what_is_shown_to_be_wrong_at_the_end_is_hardly_something_unknown() -> None:
    lost = Drawn("*1x*** / 11x***")
    played = Drawn("#1x### / 11x###")
    for board in (lost, played):
        board.draw("x", PANE, 60)
    assert lost.price("x", Label.UNREADABLE) > 0.5
    assert played.price("x", Label.UNREADABLE) == 0


FLAGS = "F1001F / 110011 / 1100## / f100##"
"""All flags are proven mines; one of them lies on a ground of its own."""


@pytest.mark.parametrize(("symbol", "is_told"), [(PANE, True), (BAR, False)])
def test_the_same_mark_on_another_ground_is_told_by_where_all_of_them_stand(
    symbol: tuple[slice, slice], is_told: bool
) -> None:
    drawn = Drawn(FLAGS)
    drawn.draw("F", PANE, 20)
    drawn.draw("f", symbol, 20, ground=120)
    assert (drawn.price("f", Label.UNREADABLE) > 0) is is_told


@pytest.mark.parametrize(("between", "is_told"), [("000", True), ("0F0", True), ("F0F", False)])
def test_a_flag_where_none_belongs_does_not_take_away_what_two_others_tell(
    between: str, is_told: bool
) -> None:
    drawn = Drawn(f"F1{between}1F / 1100011")
    drawn.draw("F", PANE, 20)
    assert (drawn.price("F", Label.UNREADABLE) > 0) is is_told


@pytest.mark.parametrize(
    ("board", "ground", "is_told"),
    [
        ("F##F## / 111111 / 000000", 140, True),
        ("F##F## / 111111 / 000000", 220, False),  # that of opened cells
        ("F##### / 111111 / 000000", 140, False),  # a single one
    ],
)
def test_a_mark_seen_again_on_covered_cells_alone_is_no_unknown_thing(
    board: str, ground: int, is_told: bool
) -> None:
    drawn = Drawn(board)
    drawn.draw("F", PANE, 20, ground=ground)
    assert (drawn.price("F", Label.UNREADABLE) > 0) is is_told
