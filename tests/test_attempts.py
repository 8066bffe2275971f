"""Attempts at a picture with unknown looks, each alone."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import NoReturn

import numpy as np
import pytest

from autoplay.bench.known_looks import true_lattice
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.errors import UnreadableError
from autoplay.game import Label, Level, parse_board
from autoplay.play import attempts
from autoplay.play.attempts import (
    Unread,
    ended_beneath_cover,
    ended_beneath_veil,
    learned,
    learned_but_for_some,
    require_board,
)
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

BEFORE = """
####
23##
01##
"""
LOST = """
**##
23*#
01##
"""
LATTICE = true_lattice(make_virtual_desktop(Level(3, 4, 3), "square").game)
UNKNOWN = UnreadableError("unknown looks")


def _reading(text: str) -> Reading:
    nothing = np.zeros(12)
    return Reading(parse_board(text), LATTICE, nothing, nothing)


def _glance(text: str, nearest: Label = Label.COVERED, distance: float = 9.0) -> Glance:
    labels = np.frombuffer(parse_board(text).labels, np.uint8)
    unknown = labels == Label.UNREADABLE
    distances = np.where(unknown, distance, 0.0)
    return Glance(labels, np.where(unknown, np.uint8(nearest), labels), distances, np.full(12, 9.0))


def _unread(text: str, before: str | None = BEFORE) -> Unread:
    return Unread(
        image=np.zeros((90, 120, 3), np.uint8),
        lattice=LATTICE,
        mines=3,
        error=UNKNOWN,
        glance=_glance(text),
        beneath=None,
        last=None,
        previous=None if before is None else _reading(before),
        clicked=(),
        leave=False,
    )


def _rows(reading: Reading | None) -> bytes | None:
    return None if reading is None else reading.board.labels


def test_an_end_shows_through_a_veil_only_where_one_lies_over_the_board() -> None:
    unread = _unread("???? ???? ????".replace(" ", "\n"))
    assert ended_beneath_veil(unread) is None
    veiled = replace(unread, beneath=_glance(LOST))
    assert _rows(ended_beneath_veil(veiled)) == parse_board(LOST).labels
    assert ended_beneath_veil(replace(veiled, previous=None)) is None


def test_a_first_look_must_know_half_of_the_cells_and_a_later_one_any() -> None:
    little = "????\n23??\n01??"
    with pytest.raises(UnreadableError) as raised:
        require_board(_unread(little, None))
    assert raised.value is UNKNOWN
    require_board(_unread(little))
    with pytest.raises(UnreadableError):
        require_board(_unread("????\n????\n????"))


def test_what_lies_over_a_board_is_an_error_but_where_the_game_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert ended_beneath_cover(_unread("####\n23?#\n01##")) is None

    def covered(*given: object) -> NoReturn:
        raise UnreadableError("something lies over it")

    monkeypatch.setattr(attempts, "require_uncovered", covered)
    with pytest.raises(UnreadableError, match="lies over"):
        ended_beneath_cover(_unread("####\n23?#\n01##"))
    assert _rows(ended_beneath_cover(_unread(LOST))) == parse_board(LOST).labels


def test_what_the_rules_leave_in_doubt_is_an_error_that_says_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def learn(*given: object) -> NoReturn:
        raise UnreadableError("1 or 2", [10], ["both fit"])

    monkeypatch.setattr(attempts, "appearance_of", lambda image, lattice: None)
    monkeypatch.setattr(attempts, "learn_from", learn)
    unread = _unread("####\n23##\n01?#")
    assert learned(unread) is None
    assert learned_but_for_some(unread) is None
    assert str(unread.doubt) == "unknown looks; 1 or 2"
    assert (unread.doubt.cells, unread.doubt.evidence) == ((10,), ("both fit",))


def test_what_is_learned_contradicts_no_number_that_was_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(attempts, "appearance_of", lambda image, lattice: None)
    unread = _unread("####\n23##\n01?#")
    now = _reading("####\n23##\n012#")
    monkeypatch.setattr(attempts, "learn_from", lambda *given: SimpleNamespace(reading=now))
    assert learned(unread) is now
    with pytest.raises(UnreadableError) as raised:
        learned(replace(unread, previous=_reading("####\n13##\n01##")))
    assert raised.value is UNKNOWN
