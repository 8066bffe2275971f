"""The person takes the mouse back from a real game: at most the click under way is still made."""

from __future__ import annotations

import json
import logging
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace

import pytest
from click.testing import CliRunner
from Xlib import XK, X
from Xlib.ext import xtest

from autoplay.bench.stop import TimedClicks
from autoplay.calibration import Library
from autoplay.cli.main import group
from autoplay.desktop.ports import Machine
from autoplay.errors import AutoplayError, StoppedError
from autoplay.play.board_on_screen import find_game
from autoplay.play.found_game import screen_game, tempo_of
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.live.games import RunningGame
from tests.live.screen import PrivateScreen

pytestmark = pytest.mark.live

log = logging.getLogger(__name__)

SLOWLY = 0.02
"""Seconds between clicks, so that the game is not over before the person acts."""


def _move(screen: PrivateScreen) -> None:
    _warp(screen, 900, 900)


def _push_into_a_corner(screen: PrivateScreen) -> None:
    _warp(screen, 0, 0)


def _warp(screen: PrivateScreen, x: int, y: int) -> None:
    """Hold the pointer there for a moment, as a hand does: play moves it at the same time."""
    display = screen.connection()
    for _ in range(10):
        display.screen().root.warp_pointer(x, y)
        display.sync()
        time.sleep(0.002)
    display.close()


def _press_escape(screen: PrivateScreen) -> None:
    display = screen.connection()
    code = display.keysym_to_keycode(XK.string_to_keysym("Escape"))
    for event in (X.KeyPress, X.KeyRelease):
        xtest.fake_input(display, event, code)
    display.sync()
    display.close()


def _interrupt(screen: PrivateScreen) -> None:
    signal.raise_signal(signal.SIGINT)


class Person(threading.Thread):
    """Acts once, after the third click of a game; ``began`` and ``done`` say when."""

    def __init__(
        self, screen: PrivateScreen, pointer: TimedClicks, act: Callable[[PrivateScreen], None]
    ) -> None:
        super().__init__()
        self._screen, self._pointer, self._act = screen, pointer, act
        self.began = self.done = 0.0

    def run(self) -> None:
        while len(self._pointer.times) < 3:
            time.sleep(0.001)
        self.began = time.perf_counter()
        self._act(self._screen)
        self.done = time.perf_counter()


interrupts = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""Ctrl-C may come while mss cleans a capture up: Python warns, and the watch stops play later."""


@interrupts
@pytest.mark.parametrize("act", [_move, _push_into_a_corner, _press_escape, _interrupt])
def test_at_most_one_click_follows_the_persons_act(
    xvfb: PrivateScreen,
    game: Callable[[str], RunningGame],
    real: Machine,
    act: Callable[[PrivateScreen], None],
) -> None:
    running = game("xbomb-square-3")
    pointer = TimedClicks(real.pointer, real.clock)
    person = Person(xvfb, pointer, act)
    with pytest.raises((StoppedError, KeyboardInterrupt)):
        _play_until_stopped(replace(real, pointer=pointer), person)
    stopped = time.perf_counter()
    person.join()
    assert running.process.poll() is None
    # A busy machine may take longer, so no time is asserted; --log-cli-level=info shows it.
    log.info("stopped %.1f ms after the person began to act", 1000 * (stopped - person.began))
    assert sum(when > person.done for when in pointer.times) <= 1


def test_at_most_one_click_follows_the_end_of_the_game(
    xvfb: PrivateScreen,
    game: Callable[[str], RunningGame],
    real: Machine,
) -> None:
    running = game("xbomb-square-3")
    pointer = TimedClicks(real.pointer, real.clock)
    person = Person(xvfb, pointer, lambda screen: running.close())
    with pytest.raises(AutoplayError):
        _play_until_stopped(replace(real, pointer=pointer), person)
    person.join()
    last = max(pointer.times)
    log.info("last click %.1f ms after the game began to end", 1000 * (last - person.began))
    assert sum(when > person.done for when in pointer.times) <= 1


@interrupts
@pytest.mark.parametrize("ignored", [False, True])
def test_every_way_to_stop_is_measured(
    game: Callable[[str], RunningGame], xvfb: PrivateScreen, ctrl_c: None, *, ignored: bool
) -> None:
    game("xdemineur")
    if ignored:  # as a shell tells what it starts in the background
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    options = ["bench", "stop", "--stops", "8", "--json"]
    done = CliRunner().invoke(group, options, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    report = json.loads(done.output.splitlines()[-1])
    ways = {way: each["stops"] for way, each in report["ways"].items()}
    by_hand = {"stop key": 3, "corner": 3, "mouse moved": 2}
    every = {"stop key": 2, "corner": 2, "mouse moved": 2, "Ctrl-C": 2}
    assert ways == (by_hand if ignored else every)
    log.info("%s", report)  # a busy machine may be late, so no time is asserted


def _play_until_stopped(machine: Machine, person: Person) -> None:
    found = find_game(machine, Library.usual(), machine.screen.monitors()[0], mines=99)
    played = screen_game(machine, found, tempo_of(found.profile.limits, SLOWLY))
    person.start()
    for _ in range(5):  # an early loss leaves nothing to stop
        Session(played, make_policy("lowest_risk"), machine.clock.now).run()
        machine.keyboard.press("s")
        played.forget()
