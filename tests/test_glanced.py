"""How a game that is over shows at a glance, by the looks known before."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.bench.known_looks import true_lattice
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.game import Label, Level, parse_board
from autoplay.play.glanced import as_it_ended
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

BEFORE = """
####
23##
01##
"""
"""Two mines are proven, and one of two cells beside the 1 is the third."""


def _reading(text: str) -> Reading:
    lattice = true_lattice(make_virtual_desktop(Level(3, 4, 3), "square").game)
    board = parse_board(text)
    nothing = np.zeros(len(board.labels))
    return Reading(board, lattice, nothing, nothing)


def _ended(text: str) -> NDArray[np.uint8] | None:
    """Return what the game's end is taken for at a glance; ``?`` is like nothing known."""
    labels = np.frombuffer(parse_board(text).labels, np.uint8)
    distance = np.where(labels == Label.UNREADABLE, 9.0, 0.0)
    return as_it_ended(Glance(labels, labels, distance, np.ones(len(labels))), _reading(BEFORE))


def test_what_came_up_at_once_where_all_numbers_ask_for_mines_are_mines() -> None:
    ended = _ended("??##\n23?#\n01##")
    assert ended is not None
    assert ended.tobytes() == parse_board("**##\n23*#\n01##").labels


@pytest.mark.parametrize(
    "text",
    [
        "???#\n23##\n01##",  # the 1 has no mine
        "??##\n23??\n01?#",  # the 1 has two
        "??##\n2??#\n01##",  # an open cell changed, too
    ],
)
def test_what_came_up_elsewhere_is_no_end_of_a_game(text: str) -> None:
    assert _ended(text) is None


def test_what_came_up_where_no_number_asks_for_mines_is_no_lost_game() -> None:
    # A first opening: its zeros and numbers are like nothing known, and nothing was open before.
    before, now = "####\n####\n####", "??##\n??##\n####"
    labels = np.frombuffer(parse_board(now).labels, np.uint8)
    distance = np.where(labels == Label.UNREADABLE, 9.0, 0.0)
    glance = Glance(labels, labels, distance, np.ones(len(labels)))
    assert as_it_ended(glance, _reading(before)) is None
