"""Cells clicked last on a board that something lies over: seen open, hidden, or still closed."""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.game import Cell, Label, parse_board
from autoplay.play.clicked import ClickedCells

BEFORE = parse_board("0111\n02##\n0211\n0111", 2)
CLICKED = [Cell(6)]


def _showing(changes: dict[int, Label]) -> bytes:
    labels = bytearray(BEFORE.labels)
    for cell, label in changes.items():
        labels[cell] = label
    return bytes(labels)


def _seen(*pictures: bytes, due: Sequence[Cell] = ()) -> frozenset[Cell]:
    clicked = ClickedCells()
    for labels in pictures:
        clicked.see(CLICKED, labels, BEFORE, due)
    return clicked.opened


def test_a_cell_seen_open_stays_open_when_the_board_vanishes() -> None:
    vanished = bytes([Label.UNREADABLE]) * len(BEFORE.labels)
    assert _seen(_showing({6: Label.TWO}), vanished) == {6}


def test_a_cell_under_a_dialog_may_be_open() -> None:
    assert _seen(_showing({6: Label.UNREADABLE, 10: Label.UNREADABLE})) == {6}


def test_a_cell_beside_a_dialog_that_is_still_closed_is_not_open() -> None:
    assert _seen(_showing({10: Label.UNREADABLE})) == set()


def test_a_cell_that_was_hidden_for_a_moment_is_not_open_when_it_is_seen_closed() -> None:
    assert _seen(_showing({6: Label.UNREADABLE}), _showing({})) == set()


def test_a_board_that_vanished_says_nothing_of_its_last_click() -> None:
    assert _seen(bytes([Label.UNREADABLE]) * len(BEFORE.labels)) == set()


def test_another_game_in_its_place_says_nothing_of_its_last_click() -> None:
    assert _seen(_showing({6: Label.TWO, 1: Label.THREE})) == set()


def test_a_cell_that_stayed_closed_for_too_long_before_it_was_hidden_is_not_open() -> None:
    hidden = _showing({6: Label.UNREADABLE})
    assert _seen(_showing({}), hidden) == {6}
    assert _seen(_showing({}), hidden, due=CLICKED) == set()


def test_what_is_hidden_is_told_until_it_was_seen_open() -> None:
    clicked = ClickedCells()
    clicked.see(CLICKED, _showing({6: Label.UNREADABLE}), BEFORE, ())
    assert clicked.hidden == {6}
    clicked.see(CLICKED, _showing({6: Label.TWO}), BEFORE, ())
    assert clicked.hidden == set()


def test_numbers_that_a_flood_drew_on_closed_cells_are_told_bare_cells_are_not() -> None:
    clicked = ClickedCells()
    clicked.see(CLICKED, _showing({6: Label.ZERO, 7: Label.ONE, 3: Label.UNREADABLE}), BEFORE, ())
    assert clicked.numbers == {7: Label.ONE}
