"""Cells clicked last on a board that something lies over: seen open, hidden, or still closed."""

from __future__ import annotations

import pytest

from autoplay.errors import Beneath
from autoplay.game import Cell, Label, parse_board
from autoplay.play.clicked import ClickedCells

BEFORE = parse_board("0111\n02##\n0211\n0111", 2)
CLICKED = [Cell(6)]


def _showing(changes: dict[int, Label]) -> bytes:
    labels = bytearray(BEFORE.labels)
    for cell, label in changes.items():
        labels[cell] = label
    return bytes(labels)


VANISHED = bytes([Label.UNREADABLE]) * len(BEFORE.labels)


def _beneath(*pictures: bytes) -> Beneath:
    clicked = ClickedCells()
    for labels in pictures:
        clicked.see(CLICKED, labels, BEFORE)
    return clicked.beneath


def test_a_cell_seen_open_stays_open_when_the_board_vanishes() -> None:
    beneath = _beneath(_showing({6: Label.TWO}), VANISHED)
    assert beneath.opened == {6}
    assert not beneath.hidden


def test_a_cell_under_a_dialog_may_be_open() -> None:
    assert _beneath(_showing({6: Label.UNREADABLE, 10: Label.UNREADABLE})).hidden == {6}


def test_a_cell_beside_a_dialog_that_is_still_closed_is_not_open() -> None:
    assert _beneath(_showing({10: Label.UNREADABLE})) == Beneath()


def test_a_cell_that_was_hidden_for_a_moment_is_not_open_when_it_is_seen_closed() -> None:
    assert _beneath(_showing({6: Label.UNREADABLE}), _showing({})) == Beneath()


@pytest.mark.parametrize("changes", [{}, {0: Label.ZERO}], ids=["nothing shows", "a bare corner"])
def test_a_cell_of_a_board_that_something_hides_all_over_may_be_open(
    changes: dict[int, Label],
) -> None:
    labels = bytearray(VANISHED)
    for cell, label in changes.items():
        labels[cell] = label
    assert _beneath(_showing({}), bytes(labels)).hidden == {6}


def test_a_closed_cell_beside_what_hides_all_the_rest_is_not_open() -> None:
    labels = bytearray(VANISHED)
    labels[6] = Label.COVERED
    assert _beneath(bytes(labels)) == Beneath()


def test_another_game_in_its_place_says_nothing_of_its_last_click() -> None:
    assert _beneath(_showing({6: Label.TWO, 1: Label.THREE})) == Beneath()


def test_what_is_hidden_is_told_until_it_was_seen_open() -> None:
    hidden = _showing({6: Label.UNREADABLE})
    assert _beneath(hidden).hidden == {6}
    assert _beneath(hidden, _showing({6: Label.TWO})).hidden == frozenset()


def test_numbers_that_a_flood_drew_on_closed_cells_are_told_bare_cells_are_not() -> None:
    labels = _showing({6: Label.ZERO, 7: Label.ONE, 3: Label.UNREADABLE})
    assert _beneath(labels).numbers == {7: Label.ONE}
