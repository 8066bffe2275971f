"""The person takes the mouse back from a real game: at most the click under way is still made."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from Xlib import XK, X
from Xlib.ext import xtest

from autoplay.calibration import Library
from autoplay.desktop.ports import Machine
from autoplay.errors import StoppedError
from autoplay.play.board_on_screen import find_game, screen_game, tempo_of
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.live.games import RunningGame
from tests.live.screen import PrivateScreen

pytestmark = pytest.mark.live

SLOWLY = 0.02
"""Seconds between clicks, so that the game is not over before the person acts."""


def _move(screen: PrivateScreen) -> None:
    _warp(screen, 900, 900)


def _push_into_a_corner(screen: PrivateScreen) -> None:
    _warp(screen, 0, 0)


def _warp(screen: PrivateScreen, x: int, y: int) -> None:
    display = screen.connection()
    display.screen().root.warp_pointer(x, y)
    display.sync()
    display.close()


def _press_escape(screen: PrivateScreen) -> None:
    display = screen.connection()
    code = display.keysym_to_keycode(XK.string_to_keysym("Escape"))
    for event in (X.KeyPress, X.KeyRelease):
        xtest.fake_input(display, event, code)
    display.sync()
    display.close()


@pytest.mark.parametrize("act", [_move, _push_into_a_corner, _press_escape])
def test_at_most_one_click_follows_the_persons_act(
    xvfb: PrivateScreen,
    game: Callable[[str], RunningGame],
    real: Machine,
    act: Callable[[PrivateScreen], None],
) -> None:
    game("xbomb-square-3")
    found = find_game(real, Library.usual(), real.screen.monitors()[0], mines=99)
    played = screen_game(real, found, tempo_of(found.profile.limits, SLOWLY))
    clicks_at_the_act: list[int] = []
    person = threading.Thread(
        target=_act_in_mid_game, args=(xvfb, played, act, clicks_at_the_act), daemon=True
    )
    person.start()
    with pytest.raises(StoppedError):
        for _ in range(5):  # an early loss leaves nothing to stop
            Session(played, make_policy("lowest_risk"), real.clock.now).run()
            real.keyboard.press("s")
            played.forget()
    person.join()
    assert played.clicks <= clicks_at_the_act[0] + 1


def _act_in_mid_game(
    screen: PrivateScreen,
    played: ScreenGame,
    act: Callable[[PrivateScreen], None],
    clicks: list[int],
) -> None:
    while played.clicks < 3:
        time.sleep(0.001)
    act(screen)
    clicks.append(played.clicks)
