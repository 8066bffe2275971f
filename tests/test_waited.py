"""The time in which the person is waited for is told apart from the time of play."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.errors import PausedError, UnreadableError
from autoplay.game import Action, Board, Done, FirstClick, Game, Level, Verb, make_topology
from autoplay.play.events import AnyEvent, Finished, Result, decode, encode
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.recorded import load_recording
from autoplay.play.replay import replay
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.kept_library import kept_library

POLICY = make_policy("lowest_risk")


def _beginner() -> Game:
    topology = make_topology("square", 9, 9)
    return Game(topology, 10, FirstClick.OPENING, random.Random(3))


class _Clock:
    """A clock that the person lets go on for TAKES seconds each time; all else takes none."""

    TAKES = 16.0  # seconds, which add up without rounding

    def __init__(self, game: Game) -> None:
        self.seconds, self.game, self.times = 0.0, game, 0

    def now(self) -> float:
        return self.seconds

    def takes_time(self, *given: object) -> bool:
        self.seconds += self.TAKES
        self.times += 1
        return True

    def clicks(self) -> None:
        self.takes_time()
        mines = self.game.minefield.mines if self.game.minefield else frozenset()
        free = next(c for c in self.game.board().unopened() if c not in mines)
        self.game.perform([Action(Verb.OPEN, free)])


class _Paused:
    """A game whose every second look, and one batch of clicks, the mouse in a hand interrupts."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.looks = self.batches = 0

    @property
    def clicks(self) -> int:
        return self.game.clicks

    def board(self) -> Board:
        self.looks += 1
        if self.looks % 2:
            raise PausedError("paused")
        return self.game.board()

    def perform(self, actions: Sequence[Action]) -> Done:
        self.batches += 1
        if self.batches == 2:
            raise PausedError("paused")
        return self.game.perform(actions)


def test_a_step_that_is_asked_for_is_waited_for_and_not_played() -> None:
    game, events = _beginner(), list[AnyEvent]()
    clock = _Clock(game)
    manner = Manner(allow=clock.takes_time)
    finished = Session(game, POLICY, clock.now, manner, [events.append]).run()
    assert clock.times > 1
    assert (finished.waited, finished.played) == (clock.seconds, 0.0)
    assert finished.seconds == clock.seconds
    assert [event.seconds for event in events] == sorted(event.seconds for event in events)
    assert decode(encode(finished)) == finished


def test_a_guess_that_is_the_persons_is_waited_for_and_not_played() -> None:
    game = _beginner()
    clock = _Clock(game)
    manner = Manner(GuessMode.ASK, wait=clock.clicks)
    finished = Session(game, POLICY, clock.now, manner).run()
    assert clock.times > 0
    assert (finished.waited, finished.seconds) == (clock.seconds, clock.seconds)


@pytest.mark.parametrize("guess", [GuessMode.AUTO, GuessMode.ASK])
def test_a_pause_is_waited_for_and_counted_once(guess: GuessMode) -> None:
    inner = _beginner()
    clock, game = _Clock(inner), _Paused(inner)
    manner = Manner(guess, wait=clock.clicks, go_on=clock.takes_time)
    finished = Session(game, POLICY, clock.now, manner).run()
    assert clock.times > 2
    assert (finished.waited, finished.seconds) == (clock.seconds, clock.seconds)


class _Covered(_Paused):
    """A game over which a window came after the first look, for one look."""

    def board(self) -> Board:
        self.looks += 1
        if self.looks == 2:
            raise UnreadableError("a window is over the board")
        return self.game.board()


def test_what_came_over_the_board_is_waited_for_while_it_is_asked_about() -> None:
    inner = _beginner()
    clock = _Clock(inner)
    manner = Manner(look_again=clock.takes_time, go_on=lambda: True)
    finished = Session(_Covered(inner), POLICY, clock.now, manner).run()
    assert (finished.waited, finished.seconds) == (clock.TAKES, clock.TAKES)


def test_a_refusal_and_ctrl_c_end_the_time_that_was_waited() -> None:
    def presses(*given: object) -> bool:
        clock.takes_time()
        raise KeyboardInterrupt

    def refuses(*given: object) -> bool:
        return not clock.takes_time()

    clock = _Clock(_beginner())
    refused = Session(clock.game, POLICY, clock.now, Manner(allow=refuses)).run()
    assert (refused.result, refused.waited) == (Result.STOPPED, clock.TAKES)
    events = list[AnyEvent]()
    with pytest.raises(KeyboardInterrupt):
        Session(clock.game, POLICY, clock.now, Manner(allow=presses), [events.append]).run()
    last = events[-1]
    assert isinstance(last, Finished) and (last.waited, last.played) == (clock.TAKES, 0.0)


def test_a_game_whose_every_move_is_the_persons_is_played_all_the_time() -> None:
    game = _beginner()
    clock = _Clock(game)
    manner = Manner(advise_only=True, wait=clock.clicks)
    finished = Session(game, POLICY, clock.now, manner).run()
    assert finished.waited == 0
    assert finished.played == clock.seconds > 0


def test_a_recording_tells_of_it_and_is_decided_as_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = Region(0, 0, 480, 480)
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 3, pitch=24, monitors=(Monitor(room),)
    )
    asked: list[str] = []

    def confirm(question: str, err: bool) -> bool:
        asked.append(question)
        desktop.sleep(60.0)
        return True

    monkeypatch.setattr("autoplay.cli.progress.click.confirm", confirm)
    plan = Plan(step=True, mines=10, policy="lowest_risk", record=tmp_path, as_json=True)
    finished = play_games(desktop.machine(), (room,), kept_library(tmp_path / "kept"), plan)
    assert finished.waited == pytest.approx(60.0 * len(asked))
    assert 0 < finished.played < 10
    told = (tmp_path / "game-001" / "events.jsonl").read_text().splitlines()[-1]
    assert decode(told) == finished
    assert replay(load_recording(tmp_path / "game-001")).is_same


def test_a_recording_of_before_it_was_told_still_reads() -> None:
    told = decode(
        '{"event":"finished","seconds":1.5,"result":"won","clicks":3,"bbbv":3,"guesses":[]}'
    )
    assert isinstance(told, Finished)
    assert (told.waited, told.played) == (0.0, 1.5)
