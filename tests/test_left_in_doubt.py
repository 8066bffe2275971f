"""Open cells whose number stays in doubt: the rest of the board is read and played on."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import load_screens
from autoplay.errors import LostBoardError, UnreadableError
from autoplay.game import Action, Board, Cell, Done, Label, Outcome, Verb, parse_board
from autoplay.play.events import Result
from autoplay.play.eyes import GrowingEyes
from autoplay.play.follows import require_following, without_effect
from autoplay.play.frames import FrameReader
from autoplay.play.outcome import outcome_after
from autoplay.play.recorded import load_recording
from autoplay.play.session import Session
from autoplay.policy import make_policy
from autoplay.vision.lattice import Image
from autoplay.vision.learn import learn
from autoplay.vision.learning.known import unknown
from autoplay.vision.reading import Reading

FIXTURES = Path(__file__).parent.parent / "fixtures"
SCREENS = FIXTURES / "screens"
GAME = FIXTURES / "learning" / "xbomb-tri-left"
"""Its last picture shows an eight at 8,16, which was clicked as safe."""

STROKE = slice(182, 185), slice(208, 210)
"""Rows and columns of half of the stroke that parts this eight from a six: painted over, it may be
either."""

Last = tuple[GrowingEyes, Image, Reading, list[Cell]]


@pytest.fixture
def last() -> Last:
    """The eyes after all looks but the last, its picture, the look before, and what was clicked."""
    recording, frames = load_recording(GAME), FrameReader(GAME)
    eyes = recording.eyes(1)
    reading = None
    for _ in recording.looks:
        reading = eyes.read(frames.read(), reading)
    assert reading is not None
    picture = frames.read().copy()
    picture[STROKE] = 255
    clicked = [action.cell for action in recording.acted(len(recording.looks))]
    return eyes, picture, reading, clicked


def test_a_number_in_doubt_is_an_error_unless_it_may_be_left(last: Last) -> None:
    eyes, picture, before, clicked = last
    cell = before.board.topology.cell(8, 16)
    with pytest.raises(UnreadableError) as caught:
        eyes.read(picture, before, clicked)
    assert caught.value.cells == (cell,)
    now = eyes.read(picture, before, clicked, leave=True).board
    assert list(now.cells(Label.UNREADABLE)) == [cell]
    opened = [other for other in clicked if before.board[other] is not now[other]]
    assert len(opened) > 1 and all(now[other].is_number for other in opened if other != cell)


def test_what_was_left_before_stays_left_without_another_word(last: Last) -> None:
    eyes, picture, before, clicked = last
    left = eyes.read(picture, before, clicked, leave=True)
    assert eyes.read(picture, left).board == left.board


def test_a_guess_whose_look_is_in_doubt_is_never_left(last: Last) -> None:
    # Nothing proves that the cell holds no mine where no number beside it was seen.
    eyes, picture, before, clicked = last
    covered = Board.covered(before.board.topology, before.board.mines)
    unproven = Reading(covered, before.lattice, before.distance, before.margin)
    with pytest.raises(UnreadableError):
        eyes.read(picture, unproven, clicked, leave=True)


def test_a_cell_that_looks_like_one_left_is_left_too_or_in_doubt() -> None:
    """Once, the rules alone named it: a five was read as a three, and clicked upon."""
    screen = next(s for s in load_screens(SCREENS / "xbomb-square") if s.name == "mid2")
    lattice, board = screen.truth.lattice, screen.truth.board
    assert lattice is not None and board is not None
    labels = board.array().ravel()
    alike = labels == Label.THREE
    told = np.where(alike, np.uint8(Label.UNREADABLE), labels)
    first = np.arange(len(labels)) == alike.argmax()
    one_left = replace(unknown(len(labels)), labels=told, left=first)
    with pytest.raises(UnreadableError, match="like cells left in doubt") as caught:
        learn(screen.load(), lattice, known=one_left)
    assert list(caught.value.cells) == np.flatnonzero(alike & ~first).tolist()
    all_left = replace(one_left, left=alike)
    read = learn(screen.load(), lattice, known=all_left).reading.board
    assert list(read.cells(Label.UNREADABLE)) == np.flatnonzero(alike).tolist()


def test_an_open_cell_that_was_left_does_not_close_again() -> None:
    before = parse_board("?1#\n12#\n###", 2)
    require_following(parse_board("01#\n12#\n###", 2), before)
    with pytest.raises(LostBoardError, match="0,0"):
        require_following(parse_board("#1#\n12#\n###", 2), before)


def test_the_rest_of_a_board_with_a_cell_left_still_obeys_the_rules() -> None:
    with pytest.raises(UnreadableError):
        require_following(parse_board("?#1\n##0\n##1", 2), None)


def test_a_click_whose_number_was_left_had_its_effect() -> None:
    before, now = parse_board("#1#\n11#\n###", 2), parse_board("?1#\n11#\n###", 2)
    actions = [Action(Verb.OPEN, Cell(0)), Action(Verb.OPEN, Cell(2))]
    assert without_effect(now, before, actions) == actions[1:]


def test_a_number_decided_late_is_not_one_that_the_game_shows_after_a_loss() -> None:
    before = parse_board("??#\n11#\n001", 1)
    now = parse_board("01#\n111\n001", 1)
    clicked = [Action(Verb.OPEN, Cell(5))]
    assert outcome_after(before, clicked, now) is Outcome.WON


class _Shown:
    """A game that shows one board."""

    clicks = 0

    def __init__(self, board: Board) -> None:
        self._board = board

    def board(self) -> Board:
        """That board."""
        return self._board

    def perform(self, actions: object) -> Done:
        """Nothing is there to click."""
        raise AssertionError(actions)


def test_a_game_is_not_called_won_before_every_open_cell_was_read() -> None:
    policy = make_policy("lowest_risk")
    won = Session(_Shown(parse_board("1#1\n111\n000", 1)), policy, lambda: 0.0).run()
    assert won.result is Result.WON
    with pytest.raises(UnreadableError, match="what is open at 1,0 could not be read"):
        Session(_Shown(parse_board("1#1\n?11\n000", 1)), policy, lambda: 0.0).run()


def test_a_cell_that_is_left_is_never_clicked() -> None:
    board = parse_board("?1#\n12#\n###", 2)
    advice = make_policy("winning").advise(board)
    assert all(board[action.cell] is not Label.UNREADABLE for action in advice.actions)
    assert np.isfinite(advice.risk)
