"""Trouble in the middle of a real game: no click goes beside the board, and play goes on."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace

import pytest

from autoplay.calibration import Library
from autoplay.desktop.ports import Machine, Region
from autoplay.desktop.watch import DEFAULT_STOP_KEY
from autoplay.errors import AutoplayError, DesktopError, PausedError, UnreadableError
from autoplay.play.board_on_screen import Found, find_game
from autoplay.play.events import Finished, Result
from autoplay.play.found_game import screen_game, tempo_of
from autoplay.play.outcome import outcome_of
from autoplay.play.restart import NewGames
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.live.games import RunningGame
from tests.live.screen import PrivateScreen
from tests.live.troubles import (
    GameWindow,
    Make,
    Troublemaker,
    TruthfulPointer,
    TruthfulScreen,
    cover_the_board,
    minimise_the_window,
    move_the_window,
    open_the_games_dialog,
    resize_the_window,
    shrink_the_screen,
    shrink_the_screen_so_that_it_cuts_the_board,
)

pytestmark = pytest.mark.live

log = logging.getLogger(__name__)

SLOWLY = 0.02
"""Seconds between clicks, so that the game is not over before the trouble comes."""


@pytest.mark.parametrize(
    ("name", "trouble", "passes"),
    [
        ("xbomb-square-2", move_the_window, True),
        ("xbomb-square-2", cover_the_board, True),
        ("xbomb-square-2", cover_the_board, False),
        ("xbomb-square-2", minimise_the_window, True),
        ("xbomb-square-2", shrink_the_screen, True),
        ("xbomb-square-2", shrink_the_screen_so_that_it_cuts_the_board, True),
        ("xbomb-square-2", shrink_the_screen_so_that_it_cuts_the_board, False),
        ("sgt-mines-beginner", move_the_window, True),
        ("sgt-mines-beginner", cover_the_board, True),
        ("sgt-mines-beginner", cover_the_board, False),
        ("sgt-mines-beginner", minimise_the_window, False),
        ("sgt-mines-beginner", resize_the_window, True),
        ("sgt-mines-beginner", open_the_games_dialog, True),
        ("sgt-mines-beginner", open_the_games_dialog, False),
    ],
)
def test_no_click_goes_beside_the_board_and_play_goes_on_when_it_can(
    name: str,
    trouble: Make,
    xvfb: PrivateScreen,
    game: Callable[[str], RunningGame],
    real: Machine,
    *,
    passes: bool,
) -> None:
    running = game(name)
    screen = TruthfulScreen(real.screen)
    pointer = TruthfulPointer(real.pointer, screen)
    machine = replace(real, screen=screen, pointer=pointer)
    found = _found(running, real)
    played = screen_game(machine, found, tempo_of(found.profile.limits, SLOWLY))
    again = NewGames(machine, found, running.game.restart, DEFAULT_STOP_KEY)
    with ExitStack() as stack:
        pointer.window = _window_of(running, xvfb, found)
        stack.callback(pointer.window.close)
        while True:
            person = Troublemaker(pointer, screen, trouble, passes=passes)
            end = _play_until_it_is_done(person, played, again)
            person.join()
            stack.callback(person.made.close)
            assert person.made.hits() <= pointer.on_its_way(person.began, person.ended)
            if person.made.is_hidden:
                assert pointer.decided(person.ended, person.lifted) == 0
            if isinstance(end, AutoplayError) or pointer.has_gone_on(person.ended):
                break
            _require_it_was_over(end, person, played)
            again.begin(played)
    assert pointer.outside == 0
    ends: list[type] = [Finished] if passes else [UnreadableError, DesktopError]
    if person.made.moves_the_pointer:
        ends.append(PausedError)
    assert isinstance(end, tuple(ends)), end


def _window_of(running: RunningGame, screen: PrivateScreen, found: Found) -> GameWindow:
    left, top, right, bottom = found.lattice.box
    return GameWindow(screen, running, Region(left, top, right - left, bottom - top))


def _found(running: RunningGame, machine: Machine) -> Found:
    area = machine.screen.monitors()[0]
    return find_game(machine, Library(()), area, mines=running.game.mines)


def _play_until_it_is_done(
    person: Troublemaker, played: ScreenGame, again: NewGames
) -> Finished | AutoplayError:
    """Play games until one ends that was troubled; return how, or what it failed for.

    Trouble that comes between two games may be what the next one cannot begin for. Raises what
    play fails for before the trouble.
    """
    person.start()
    while True:
        try:
            finished = Session(played, make_policy("lowest_risk"), time.monotonic).run()
            log.info("%s in %.1f s %s", finished.result, finished.seconds, finished.message or "")
            if person.is_done:
                return finished
            again.begin(played)
        except AutoplayError as error:
            log.info("%s: %s", type(error).__name__, str(error)[:200])
            if not person.began:
                raise
            return error


def _require_it_was_over(end: Finished, person: Troublemaker, played: ScreenGame) -> None:
    """Require that the game had ended as was told before the trouble came: it troubled no play.

    What came over the very last click leaves a win that is likely.
    """
    person.lift()
    played.forget()
    told = Result.WON if end.result is Result.LIKELY_WON else end.result
    assert outcome_of(played.board()).name == told.name
