"""The person is heard while something long is computed: a look learned, a board sought, a guess."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, replace
from functools import partial

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library
from autoplay.cli.first_look import find_or_keep
from autoplay.desktop.asking import asked_meanwhile
from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import PausedError, StoppedError
from autoplay.game import Board, Cell, Label, Level, Outcome, Shape, Topology
from autoplay.play.board_on_screen import find_game
from autoplay.play.found_game import screen_game
from autoplay.play.listening import ListeningPolicy
from autoplay.play.manner import Manner
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import Advice, Policy, make_policy

# By default a test that takes too long is ended by the timer that this is about.
pytestmark = pytest.mark.timeout(60, method="thread")

ROOM = Region(0, 0, 480, 560)
OFTEN = 0.002
LONG = 20.0
"""Seconds after which something that nobody stops ends."""


def _stop() -> None:
    raise StoppedError("stopped by the stop key")


def _compute_for_long() -> None:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        pass


def test_what_is_asked_ends_a_computation_and_is_asked_no_more() -> None:
    before = signal.getsignal(signal.SIGALRM)
    with pytest.raises(StoppedError), asked_meanwhile(_stop, OFTEN):
        _compute_for_long()
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("made", [TypeError, None])
def test_what_is_asked_ends_the_block_whatever_a_library_makes_of_it(
    made: type[Exception] | None,
) -> None:
    with pytest.raises(StoppedError), asked_meanwhile(_stop, OFTEN):
        with suppress(StoppedError):
            _compute_for_long()
        if made is not None:
            raise made("cannot compare")


def test_an_error_of_the_block_that_nobody_asked_for_is_its_own() -> None:
    with pytest.raises(TypeError), asked_meanwhile(lambda: None, OFTEN):
        raise TypeError("cannot compare")


def test_a_wish_that_comes_as_the_block_ends_leaves_its_end_alone() -> None:
    """The timer may be heard before the end of the block is: what is left is thrown away then."""

    def wish() -> None:
        raise StoppedError("enough")

    block = asked_meanwhile(wish, 0.01)
    block.__enter__()
    with pytest.raises(StoppedError):
        while True:
            pass
    block.gen.close()  # as the garbage collector does
    assert signal.getitimer(signal.ITIMER_REAL)[0] == 0


def test_it_is_asked_again_and_again_and_not_after_the_block() -> None:
    asked = list[float]()
    with asked_meanwhile(lambda: asked.append(time.monotonic()), OFTEN):
        while len(asked) < 3:
            pass
    then = len(asked)
    time.sleep(5 * OFTEN)
    assert len(asked) == then


def test_a_question_that_takes_long_is_not_asked_within_itself() -> None:
    asking, deepest, asked = 0, 0, 0

    def ask() -> None:
        nonlocal asking, deepest, asked
        asking, asked = asking + 1, asked + 1
        deepest = max(deepest, asking)
        end = time.monotonic() + 3 * OFTEN
        while time.monotonic() < end:
            pass
        asking -= 1

    with asked_meanwhile(ask, OFTEN):
        while asked < 3:
            pass
    assert deepest == 1


def test_within_another_block_the_outer_one_asks() -> None:
    outer, inner = list[None](), list[None]()
    with asked_meanwhile(lambda: outer.append(None), OFTEN):
        with asked_meanwhile(lambda: inner.append(None), OFTEN):
            pass
        while not outer:
            pass
    assert not inner


def test_another_thread_leaves_the_timer_alone() -> None:
    ran = list[None]()

    def compute() -> None:
        with asked_meanwhile(_stop, OFTEN):
            time.sleep(5 * OFTEN)
        ran.append(None)

    thread = threading.Thread(target=compute)
    thread.start()
    thread.join()
    assert ran


@dataclass
class ListeningWatch:
    """The watch of a desktop, which is asked while something is computed, as a real one is."""

    desktop: VirtualDesktop

    def check(self) -> None:
        """Ask the desktop."""
        self.desktop.check()

    def listening(self) -> AbstractContextManager[None]:
        """Ask it every few milliseconds."""
        return asked_meanwhile(self.check, OFTEN)

    def resume(self) -> None:
        """Accept the pointer where it is."""
        self.desktop.resume()


def _desktop() -> tuple[VirtualDesktop, Machine]:
    level = Level(9, 9, 10)
    desktop = make_virtual_desktop(
        level, look="classic", seed=2, pitch=28, monitors=(Monitor(ROOM),)
    )
    return desktop, replace(desktop.machine(), watch=ListeningWatch(desktop))


def _play(machine: Machine) -> None:
    found = find_game(machine, Library(()), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    Session(game, make_policy("lowest_risk"), machine.clock.now).run()
    game.forget()


def _find(machine: Machine) -> None:
    find_or_keep(machine, Library(()), [ROOM], None, 10)


@pytest.mark.parametrize(
    ("long", "act"),
    [
        ("autoplay.play.board_on_screen.see", _play),
        ("autoplay.play.board_on_screen.see", _find),
        ("autoplay.play.eyes.GrowingEyes.read", _play),
        ("autoplay.play.eyes.GrowingEyes.learn", _play),
    ],
)
def test_play_stops_while_looks_are_learned_and_boards_sought(
    monkeypatch: pytest.MonkeyPatch, long: str, act: Callable[[Machine], None]
) -> None:
    desktop, machine = _desktop()

    def stop_in_the_middle(*arguments: object, **more: object) -> None:
        desktop.ask_to_stop()
        _compute_for_long()

    monkeypatch.setattr(long, stop_in_the_middle)
    with pytest.raises(StoppedError, match="stop key"):
        act(machine)


def test_play_stops_while_the_board_is_sought_again(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop, machine = _desktop()
    found = find_game(machine, Library(()), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())

    def stop_in_the_middle(*arguments: object) -> None:
        desktop.ask_to_stop()
        _compute_for_long()

    monkeypatch.setattr("autoplay.play.found_game.find_again", stop_in_the_middle)
    desktop.game.move_to(30, 20)
    with pytest.raises(StoppedError, match="stop key"):
        game.board()


@dataclass
class SlowPolicy:
    """A policy during whose second thought the person does something; it thinks until stopped."""

    inner: Policy
    meanwhile: Callable[[], None]
    thoughts: int = 0

    @property
    def name(self) -> str:
        """The policy's own name."""
        return self.inner.name

    def advise(self, board: Board) -> Advice:
        """Return the advice, the second time after the person did something."""
        self.thoughts += 1
        if self.thoughts == 2:
            self.meanwhile()
            _compute_for_long()
        return self.inner.advise(board)


def _session(desktop: VirtualDesktop, machine: Machine, policy: Policy, manner: Manner) -> Session:
    found = find_game(machine, library_for("classic", "square", 28), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    return Session(game, ListeningPolicy(policy, machine.watch), machine.clock.now, manner)


def test_play_stops_while_a_guess_is_thought_about() -> None:
    desktop, machine = _desktop()
    policy = SlowPolicy(make_policy("lowest_risk"), desktop.ask_to_stop)
    with pytest.raises(StoppedError, match="stop key"):
        _session(desktop, machine, policy, Manner()).run()
    assert policy.thoughts == 2


@pytest.mark.parametrize("goes_on", [True, False])
def test_a_hand_on_the_mouse_pauses_thought_and_it_begins_anew(*, goes_on: bool) -> None:
    desktop, machine = _desktop()
    policy = SlowPolicy(make_policy("lowest_risk"), partial(desktop.person_moves, Point(20, 540)))

    def go_on() -> bool:
        machine.watch.resume()
        return goes_on

    session = _session(desktop, machine, policy, Manner(go_on=go_on))
    if goes_on:
        session.run()
        assert desktop.game.game.outcome is not Outcome.PLAYING
    else:
        with pytest.raises(PausedError):
            session.run()


def test_a_search_that_was_stopped_leaves_the_policy_as_it_was() -> None:
    board = Board.covered(Topology(Shape.SQUARE, 5, 5), 6).with_labels({Cell(0): Label.TWO})
    policy = make_policy("winning:endgame_layouts=65535,endgame_nodes=1000000")
    stopped = 0
    for seconds in (0.001, 0.01, 0.03, 0.06):
        with suppress(StoppedError), asked_meanwhile(_stop, seconds):
            policy.advise(board)
            continue
        stopped += 1
    assert stopped
    assert policy.advise(board) == make_policy(policy.name).advise(board)
