"""Trouble in the middle of a real game: no click goes beside the board, and play goes on."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, replace

import pytest

from autoplay.calibration import Library
from autoplay.desktop.ports import Frame, Machine, Point, Pointer, Region, Screen
from autoplay.desktop.target import SIDE, XlibTarget
from autoplay.desktop.watch import DEFAULT_STOP_KEY
from autoplay.errors import AutoplayError, UnreadableError
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

pytestmark = pytest.mark.live

log = logging.getLogger(__name__)

SLOWLY = 0.02
"""Seconds between clicks, so that the game is not over before the trouble comes."""

AFTER_CLICKS = 12
"""Then the board is half open, and the game still long enough."""

PASSING_SECONDS = 0.7


class GameWindow:
    """A game's window and where the board is in it, asked for by a connection of its own."""

    def __init__(self, screen: PrivateScreen, running: RunningGame, board: Region) -> None:
        self._display = screen.connection()
        self._window = self._display.create_resource_object("window", running.window)
        left, top = self.place()
        self._board = board._replace(left=board.left - left, top=board.top - top)

    def place(self) -> tuple[int, int]:
        """Left and top of the window's inside on the screen."""
        at = self._display.screen().root.translate_coords(self._window, 0, 0)
        return int(at.x), int(at.y)

    def move_by(self, right: int, down: int) -> None:
        """Move it as a window manager's user does."""
        left, top = self.place()
        self._window.configure(x=left + right, y=top + down)
        self._display.sync()

    def board(self) -> Region:
        """Where the board is now."""
        left, top = self.place()
        return self._board._replace(left=self._board.left + left, top=self._board.top + top)

    def close(self) -> None:
        self._display.close()


class TruthfulScreen:
    """A screen that tells when it was looked at last."""

    def __init__(self, inner: Screen) -> None:
        self._inner = inner
        self.looked = 0.0

    def grab(self, region: Region) -> Frame:
        self.looked = time.monotonic()
        return self._inner.grab(region)

    def monitors(self) -> tuple[Region, ...]:
        return self._inner.monitors()


@dataclass(frozen=True)
class Click:
    """When the picture before it was taken, and when it began and ended; monotonic seconds."""

    looked: float
    began: float
    ended: float


class TruthfulPointer:
    """A pointer that keeps its clicks, and counts those that went beside the board."""

    def __init__(self, inner: Pointer, screen: TruthfulScreen) -> None:
        self._inner, self._screen = inner, screen
        self.window: GameWindow | None = None
        self.clicks: list[Click] = []
        self.outside = 0

    def click(self, point: Point, button: str = "left") -> None:
        assert self.window is not None
        before = self.window.board()
        looked, began = self._screen.looked, time.monotonic()
        self._inner.click(point, button)
        self.clicks.append(Click(looked, began, time.monotonic()))
        # It may move between the question and the click, or between the click and the question.
        self.outside += not (before.contains(point) or self.window.board().contains(point))

    def on_its_way(self, since: float, until: float) -> int:
        """One if a click decided before ``until``, when something had come, ended after ``since``.

        No program looks and clicks at the same instant: what comes in between gets that click.
        """
        return int(any(each.looked < until and since < each.ended for each in self.clicks))

    def has_gone_on(self, since: float) -> bool:
        """Whether clicks were made on pictures taken after that moment."""
        return any(each.looked >= since for each in self.clicks)

    def move(self, point: Point) -> None:
        self._inner.move(point)

    def position(self) -> Point:
        return self._inner.position()


Card = XlibTarget | None


class Troublemaker(threading.Thread):
    """Makes trouble once, after some more clicks; ``card`` is what it laid over the board."""

    def __init__(
        self, pointer: TruthfulPointer, trouble: Callable[[GameWindow], Card], *, passes: bool
    ) -> None:
        super().__init__(daemon=True)
        self._pointer, self._trouble, self._passes = pointer, trouble, passes
        self._at = len(pointer.clicks) + AFTER_CLICKS
        self.is_done = False
        self.began = self.ended = 0.0
        self.card: Card = None

    def run(self) -> None:
        while len(self._pointer.clicks) < self._at:
            time.sleep(0.001)
        assert self._pointer.window is not None
        self.began = time.monotonic()
        self.card = self._trouble(self._pointer.window)
        self.ended = time.monotonic()
        if self._passes:
            self.lift()
        self.is_done = True

    def lift(self) -> None:
        """Put what covers the board elsewhere, after a while."""
        if self.card is not None:
            time.sleep(PASSING_SECONDS)
            self.card.move_to(-SIDE - 1, -SIDE - 1)


def _move_the_window(window: GameWindow) -> Card:
    window.move_by(37, 21)
    return None


def _cover_the_board(window: GameWindow) -> XlibTarget:
    board = window.board()
    return XlibTarget(board.left + board.width // 3, board.top + board.height // 3)


@pytest.mark.parametrize(
    ("trouble", "passes"),
    [(_move_the_window, True), (_cover_the_board, True), (_cover_the_board, False)],
)
@pytest.mark.parametrize("name", ["xbomb-square-2", "sgt-mines-beginner"])
def test_no_click_goes_beside_the_board_and_play_goes_on_when_it_can(
    trouble: Callable[[GameWindow], Card],
    name: str,
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
            person = Troublemaker(pointer, trouble, passes=passes)
            end = _play_until_it_is_done(person, played, again)
            person.join()
            if person.card is not None:
                stack.callback(person.card.close)
                on_its_way = pointer.on_its_way(person.began, person.ended)
                assert len(person.card.hits()) <= on_its_way
            if isinstance(end, AutoplayError) or pointer.has_gone_on(person.ended):
                break
            _require_it_was_over(end, person, played)
            again.begin(played)
    assert pointer.outside == 0
    assert isinstance(end, Finished if passes else UnreadableError), end


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

    Raises what play fails for before the trouble.
    """
    person.start()
    while True:
        try:
            finished = Session(played, make_policy("lowest_risk"), time.monotonic).run()
        except AutoplayError as error:
            log.info("%s: %s", type(error).__name__, str(error)[:200])
            if not person.began:
                raise
            return error
        log.info("%s in %.1f s %s", finished.result, finished.seconds, finished.message or "")
        if person.is_done:
            return finished
        again.begin(played)


def _require_it_was_over(end: Finished, person: Troublemaker, played: ScreenGame) -> None:
    """Require that the game had ended as was told before the trouble came: it troubled no play.

    What came over the very last click leaves a win that is likely.
    """
    person.lift()
    played.forget()
    told = Result.WON if end.result is Result.LIKELY_WON else end.result
    assert outcome_of(played.board()).name == told.name
