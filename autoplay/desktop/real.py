"""The real machine: mss sees, pyautogui (on X11: XTest) clicks, the system's clock counts.

This is the only module that imports mss or pyautogui, and it does so when a machine is opened:
both fail at import where there is no display.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import numpy as np

from autoplay.desktop import macos, x11, x11_keys
from autoplay.desktop.foreign import Translated
from autoplay.desktop.interrupt import remembered_interrupt
from autoplay.desktop.keys import Chord, parse_chord
from autoplay.desktop.pointing import BUTTONS, RecentMonitors, taken
from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.desktop.session import require_session
from autoplay.desktop.trail import Trail
from autoplay.desktop.watch import DEFAULT_STOP_KEY, ListenedStopKey, PersonWatch
from autoplay.errors import DesktopError, UsageError


class RealScreen:
    """Captures by one long-lived mss instance, without copying; use it from one thread."""

    def __init__(self, open_mss: Any) -> None:
        self._open = open_mss
        with Translated("open the screen"):
            self._mss = open_mss()

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors as they are now, the primary one first."""
        self._reopen()  # mss remembers monitors; they may have changed
        with Translated("list the monitors"):
            found = sorted(self._mss.monitors[1:], key=lambda m: not m.get("is_primary", False))
        return tuple(Region(m["left"], m["top"], m["width"], m["height"]) for m in found)

    def grab(self, region: Region) -> Frame:
        """Return what the region shows now; DesktopError when it cannot be captured."""
        if region.width < 1 or region.height < 1:
            raise DesktopError(f"nothing to capture in {region.width}x{region.height} points")
        where = f"{region.width}x{region.height} at {region.left}, {region.top}"
        try:
            with Translated(f"capture {where}"):
                shot = self._mss.grab(region._asdict())
        except DesktopError:
            if not region.is_on(self.monitors()):
                raise DesktopError(f"cannot capture {where}: it is not all on the screen") from None
            raise
        pixels = np.frombuffer(shot.raw, dtype=np.uint8).reshape(shot.height, shot.width, 4)
        # macOS may give one or two pixels a point, by version and display: measure, never assume.
        return Frame(pixels, region, shot.width / region.width)

    def _reopen(self) -> None:
        with Translated("open the screen"):
            self._mss.close()
            self._mss = self._open()

    def close(self) -> None:
        """Give the screen's resources back; a screen that has gone needs no closing."""
        with suppress(DesktopError), Translated("close the screen"):
            self._mss.close()


LOGICAL = {"left": "primary", "middle": "middle", "right": "secondary"}
"""Buttons by pyautogui's names that follow the person's setting: Windows swaps the events we make
where that is for a left-handed mouse, and of "left" would make a right click."""


class PyAutoGuiPointer:
    """The mouse by pyautogui (Windows, macOS), its fail-safe corners on and its pauses off.

    Points on no monitor are refused, corners stop the program.
    """

    def __init__(
        self,
        pyautogui: Any,
        monitors: Callable[[], tuple[Region, ...]],
        platform: str = sys.platform,
    ) -> None:
        pyautogui.PAUSE = 0  # 0.1 s by default, after every call
        pyautogui.FAILSAFE = True
        self._gui = pyautogui
        self._monitors = RecentMonitors(monitors)
        # Without its pauses macOS needs this long to take an event in.
        self._catch_up = pyautogui.DARWIN_CATCH_UP_TIME if platform == "darwin" else 0.0
        self.trail = Trail()

    def position(self) -> Point:
        """Return where the pointer is now."""
        with Translated("ask where the mouse is"):
            where = self._gui.position()
        return Point(where[0], where[1])

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors, whose outer corners stop the program, as they were lately."""
        return self._monitors()

    def move(self, point: Point) -> None:
        """Move without clicking."""
        x, y = self._take(point)
        with Translated("move the mouse"):
            self._gui.moveTo(x, y)
        self._settle()

    def click(self, point: Point, button: str = "left") -> None:
        """Move to the point, press and release."""
        if button not in BUTTONS:
            raise DesktopError(f"no mouse button {button!r}; use left, middle or right")
        x, y = self._take(point)
        with Translated(f"click at {x}, {y}"):
            self._gui.click(x, y, button=LOGICAL[button])
        self._settle()

    def _take(self, point: Point) -> tuple[int, int]:
        return taken(point, self.position(), self._monitors.around(point), self.trail)

    def _settle(self) -> None:
        if self._catch_up:
            time.sleep(self._catch_up)


class PyAutoGuiKeyboard:
    """Keys by pyautogui; they go to the window that has the focus."""

    def __init__(self, pyautogui: Any) -> None:
        self._gui = pyautogui

    def press(self, keys: str) -> None:
        """Press and release a key or chord; UsageError for a key that this system lacks."""
        self.require(keys)  # pyautogui would press nothing, and say nothing
        chord = parse_chord(keys)
        with Translated(f"press {keys}"):
            self._gui.hotkey(*chord.modifiers, chord.key)

    def require(self, keys: str) -> None:
        """Return if this system has these keys; UsageError where it lacks one."""
        key = parse_chord(keys).key
        if not self._gui.isValidKey(key):
            raise UsageError(f"this keyboard has no key {key!r}; choose another")


class RealClock:
    """The system's monotonic clock."""

    def now(self) -> float:
        """Return seconds on a clock that never goes back."""
        return time.perf_counter()

    def sleep(self, seconds: float) -> None:
        """Return after this many seconds."""
        time.sleep(max(0.0, seconds))


@contextmanager
def real_machine(stop_key: str | None = DEFAULT_STOP_KEY) -> Iterator[Machine]:
    """Yield this computer's machine, and give everything back at the end.

    ``stop_key`` stops the program whatever window has the focus; None watches no key. Raises
    DesktopError, with what to do, where the screen cannot be seen or clicked; UsageError for a
    stop key that does not exist or is taken.
    """
    chord = None if stop_key is None else parse_chord(stop_key)
    require_session(os.environ)
    with ExitStack() as stack:
        # mss first: on Windows the first of the two to be imported decides how pixels are counted.
        screen = RealScreen(_mss_opener())
        stack.callback(screen.close)
        if sys.platform in ("win32", "darwin"):
            yield _machine_by_pyautogui(screen, chord, stack)
        else:
            yield _machine_by_xtest(screen, chord, stack)


def _mss_opener() -> Any:
    with Translated("load the screen library"):
        import mss

        return mss.MSS


def _load_pyautogui() -> Any:
    with Translated("load the mouse library"):
        import pyautogui

        return pyautogui


def _machine_by_pyautogui(screen: RealScreen, chord: Chord | None, stack: ExitStack) -> Machine:
    if sys.platform == "darwin":
        macos.require_permissions()
    gui = _load_pyautogui()
    pointer = PyAutoGuiPointer(gui, screen.monitors)
    key = None
    if chord is not None:
        with Translated("load the keyboard library"):
            from pynput import keyboard

        key = ListenedStopKey(keyboard, chord)
        stack.callback(key.close)
    watch = PersonWatch(pointer, key, stack.enter_context(remembered_interrupt()))
    return Machine(screen, pointer, PyAutoGuiKeyboard(gui), RealClock(), watch)


def _machine_by_xtest(screen: RealScreen, chord: Chord | None, stack: ExitStack) -> Machine:
    display = x11.open_display()
    stack.callback(x11.close_display, display)
    clock = RealClock()
    if not x11.has_xtest(display):
        # Some remote servers: pyautogui needs XTest too, so say it plainly.
        raise DesktopError("this X server has no XTEST extension; no program can click on it")
    pointer = stack.enter_context(x11.pointer_of(display))
    key = None
    if chord is not None:
        of_key = x11.open_display()
        stack.callback(x11.close_display, of_key)
        key = x11_keys.X11StopKey(of_key, chord)
    watch = PersonWatch(pointer, key, stack.enter_context(remembered_interrupt()))
    return Machine(screen, pointer, x11_keys.XTestKeyboard(display), clock, watch)
