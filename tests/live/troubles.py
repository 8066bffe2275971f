"""What goes wrong around a real game in mid-play; a screen and a pointer that tell the truth."""

from __future__ import annotations

import itertools
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from Xlib import XK, X, Xutil
from Xlib.ext import xtest
from Xlib.protocol.event import ClientMessage

from autoplay.desktop.ports import Frame, Point, Pointer, Region, Screen
from autoplay.desktop.target import SIDE, XlibTarget
from tests.live.games import RunningGame, wait_until_quiet
from tests.live.screen import PrivateScreen, wait_until

AFTER_CLICKS = 12
"""Then the board is half open, and the game still long enough."""

PASSING_SECONDS = 0.7

ON_ITS_WAY_SECONDS = 0.05
"""A click that was decided on follows its picture by much less."""


class GameWindow:
    """A game's window and where the board is in it, asked for by a connection of its own."""

    def __init__(self, screen: PrivateScreen, running: RunningGame, board: Region) -> None:
        self.screen = screen
        self._display = screen.connection()
        self._root = self._display.screen().root
        self._window = self._display.create_resource_object("window", running.window)
        left, top = self.place()
        self._board = board._replace(left=board.left - left, top=board.top - top)

    def place(self) -> tuple[int, int]:
        """Left and top of the window's inside on the screen."""
        at = self._root.translate_coords(self._window, 0, 0)
        return int(at.x), int(at.y)

    def move_by(self, right: int, down: int) -> None:
        """Move it as a window manager's user does."""
        left, top = self.place()
        self._window.configure(x=left + right, y=top + down)
        self._display.sync()

    def grow(self) -> None:
        """Make it half as large again, as sgt-mines grows: a board of nine rows and columns in the
        middle of its room, with one and a half cells around it and a whole number of pixels a cell.
        """
        was, cells, around = self._window.get_geometry(), 9, 3
        cell = round(self._board.width / cells)
        bars = was.height - (cells + around) * cell
        wide, high = was.width * 3 // 2, was.height * 3 // 2
        menu = self._board.top - around * cell // 2
        cell = min(wide, high - bars) // (cells + around)
        side = cells * cell
        left, top = (wide - side) // 2, menu + (high - bars - side) // 2
        self._window.configure(width=wide, height=high)
        self._display.sync()
        wait_until(lambda: self._window.get_geometry().width == wide, "a larger window")
        self._board = Region(left, top, side, side)

    def minimise(self) -> None:
        """Take it off the screen, as by its title's button."""
        self._tell("WM_CHANGE_STATE", self._window, [Xutil.IconicState])

    def show_again(self) -> None:
        """Bring it back from where it was minimised."""
        self._window.map()
        self._display.sync()

    def open_dialog(self) -> int:
        """Open sgt-mines' own dialog about itself, by keys in its menus; return its window's id."""
        before = set(self.screen.windows())
        for name in ("F10", "Left", "Up", "Return"):
            code = self._display.keysym_to_keycode(XK.string_to_keysym(name))
            for event in (X.KeyPress, X.KeyRelease):
                xtest.fake_input(self._display, event, code)
            self._display.sync()
        wait_until(lambda: bool(set(self.screen.windows()) - before), "a dialog")
        wait_until_quiet(self.screen)
        return next(iter(set(self.screen.windows()) - before))

    def close_dialog(self, dialog: int) -> None:
        """Close it, as by its title's button."""
        window = self._display.create_resource_object("window", dialog)
        self._tell("_NET_CLOSE_WINDOW", window, [])

    def _tell(self, name: str, window: Any, values: list[int]) -> None:
        """Tell the window manager, by the message of this name, what to do with a window."""
        data = (32, values + [0] * (5 - len(values)))
        message = ClientMessage(
            window=window, client_type=self._display.intern_atom(name), data=data
        )
        mask = X.SubstructureRedirectMask | X.SubstructureNotifyMask
        self._root.send_event(message, event_mask=mask)
        self._display.sync()

    def board(self) -> Region:
        """Where the board is now."""
        left, top = self.place()
        return self._board._replace(left=self._board.left + left, top=self._board.top + top)

    def close(self) -> None:
        self._display.close()


class TruthfulScreen:
    """A screen that tells when it was looked at last; nobody looks while ``held``."""

    def __init__(self, inner: Screen) -> None:
        self._inner = inner
        self.looked = 0.0
        self.held = threading.Lock()

    def grab(self, region: Region) -> Frame:
        with self.held:
            self.looked = time.monotonic()
            return self._inner.grab(region)

    def monitors(self) -> tuple[Region, ...]:
        return self._inner.monitors()


ON_ITS_WAY = 0.02
"""Seconds that a click may lie with the X server, which takes turns between programs."""


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

        No program looks and clicks at the same instant: what comes in between gets that click. A
        click that was sent may be taken by the X server after what another program sent later.
        """
        return int(
            any(each.looked < until and since < each.ended + ON_ITS_WAY for each in self.clicks)
        )

    def has_gone_on(self, since: float) -> bool:
        """Whether clicks were made on pictures taken after that moment."""
        return any(each.looked >= since for each in self.clicks)

    def decided(self, since: float, until: float) -> int:
        """How many clicks were made on pictures taken between these moments."""
        return sum(since <= each.looked < until for each in self.clicks)

    def move(self, point: Point) -> None:
        self._inner.move(point)

    def position(self) -> Point:
        return self._inner.position()


@dataclass(frozen=True)
class Trouble:
    """What was made: how it passes, how what it opened is closed, and the clicks that went there.

    While a game ``is_hidden`` no picture shows where to click. What ``moves_the_pointer`` is taken
    for a hand on the mouse, where the pointer was where it can no longer be.
    """

    lift: Callable[[], None] = lambda: None
    close: Callable[[], None] = lambda: None
    hits: Callable[[], int] = lambda: 0
    is_hidden: bool = False
    moves_the_pointer: bool = False


Make = Callable[[GameWindow, TruthfulScreen], Trouble]


class Troublemaker(threading.Thread):
    """Makes trouble once, after some more clicks; it lasts from ``ended`` until ``lifted``."""

    def __init__(
        self, pointer: TruthfulPointer, screen: TruthfulScreen, make: Make, *, passes: bool
    ) -> None:
        super().__init__(daemon=True)
        self._pointer, self._screen, self._make, self._passes = pointer, screen, make, passes
        self._at = len(pointer.clicks) + AFTER_CLICKS
        self.is_done = False
        self.began = self.ended = 0.0
        self.lifted = float("inf")
        self.made = Trouble()

    def run(self) -> None:
        while len(self._pointer.clicks) < self._at:
            time.sleep(0.001)
        assert self._pointer.window is not None
        self.began = time.monotonic()
        try:
            self.made = self._make(self._pointer.window, self._screen)
            self.ended = time.monotonic()
            if self._passes:
                self.lift()
        finally:  # play must not wait for one that failed
            self.is_done = True

    def lift(self) -> None:
        """Let it pass, after a while."""
        time.sleep(PASSING_SECONDS)
        self.lifted = time.monotonic()
        self.made.lift()


def move_the_window(window: GameWindow, screen: TruthfulScreen) -> Trouble:
    """Drag it elsewhere."""
    window.move_by(37, 21)
    return Trouble()


def resize_the_window(window: GameWindow, screen: TruthfulScreen) -> Trouble:
    """Drag its corner, so that its cells grow, while nobody looks.

    Until the game has drawn itself anew the screen shows the cells where they no longer are, and
    no picture tells.
    """
    with screen.held:
        time.sleep(ON_ITS_WAY_SECONDS)
        window.grow()
        wait_until_quiet(window.screen)
    return Trouble()


def cover_the_board(window: GameWindow, screen: TruthfulScreen) -> Trouble:
    """Put another window over a part of it."""
    board = window.board()
    card = XlibTarget(board.left + board.width // 3, board.top + board.height // 3)
    return Trouble(lambda: card.move_to(-SIDE - 1, -SIDE - 1), card.close, lambda: len(card.hits()))


def minimise_the_window(window: GameWindow, screen: TruthfulScreen) -> Trouble:
    """Take it off the screen."""
    window.minimise()
    wait_until_quiet(window.screen)
    return Trouble(window.show_again, is_hidden=True)


def open_the_games_dialog(window: GameWindow, screen: TruthfulScreen) -> Trouble:
    """Open the game's own dialog; a click on its way, or a menu that a click closes, is left out.

    The keys for the menus would play the game if a click closed these.
    """
    with screen.held:
        time.sleep(ON_ITS_WAY_SECONDS)
        dialog = window.open_dialog()
    return Trouble(lambda: window.close_dialog(dialog), is_hidden=True)


def shrink_the_screen(window: GameWindow, screen: TruthfulScreen) -> Trouble:
    """Change its resolution to one that still shows the window; later back."""
    return _resolution(window, "40 1000 1040 1168 1256 800 801 805 828")


def shrink_the_screen_so_that_it_cuts_the_board(
    window: GameWindow, screen: TruthfulScreen
) -> Trouble:
    """Change its resolution to one that ends within the window; later back."""
    made = _resolution(window, "25 640 656 752 800 480 490 492 525")
    return replace(made, is_hidden=True, moves_the_pointer=True)


MODES = itertools.count()
"""Numbers for modes: a name is taken once it was used."""


def _resolution(window: GameWindow, timing: str) -> Trouble:
    mode = f"mode-{next(MODES)}"
    xrandr(window.screen, "--newmode", mode, *timing.split())
    xrandr(window.screen, "--addmode", "screen", mode)
    xrandr(window.screen, "--output", "screen", "--mode", mode)
    back = partial(xrandr, window.screen, "--output", "screen", "--mode", "1280x1024")
    return Trouble(back, back)


def xrandr(screen: PrivateScreen, *arguments: str) -> None:
    """Change the monitors of a private screen."""
    subprocess.run(["xrandr", *arguments], env=screen.environment, check=True)
