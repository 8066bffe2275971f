"""A desktop under test, virtual or real, with the other side's hands: windows and a person."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from autoplay.desktop.keys import parse_chord
from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.real import PyAutoGuiPointer
from autoplay.desktop.target import SIDE, Hit, XlibTarget, patch_color
from autoplay.desktop.virtual import Monitor, Target, VirtualDesktop, make_virtual_desktop
from autoplay.desktop.virtual.windows import PlainWindow
from autoplay.desktop.watch import DEFAULT_STOP_KEY, ListenedStopKey, PersonWatch
from tests.live.screen import PrivateScreen


class Desk(Protocol):
    """A machine with one window on it whose colours and clicks are known."""

    machine: Machine

    def window(self) -> Region:
        """Where the window is."""
        ...

    def color_at(self, x: int, y: int) -> tuple[int, int, int]:
        """Red, green, blue of the window's point (x, y)."""
        ...

    def hits(self) -> list[Hit]:
        """The clicks the window got."""
        ...

    def move_window(self, left: int, top: int) -> None: ...

    def cover_window(self) -> None: ...

    def close_window(self) -> None: ...

    def person_moves(self, point: Point) -> None: ...

    def person_presses_stop_key(self) -> None: ...


class CardWindow(PlainWindow):
    """The test card, drawn by hand on the virtual desktop."""

    def picture(self, now: float) -> Any:
        picture = super().picture(now)
        for y in range(SIDE):
            for x in range(SIDE):
                picture[y, x, :3] = patch_color(x, y)[::-1]
        return picture


class VirtualDesk:
    """The virtual desktop with the test card on top of its game."""

    def __init__(self) -> None:
        monitors = (Monitor(Region(0, 0, 1280, 1024)),)
        self.desktop: VirtualDesktop = make_virtual_desktop(monitors=monitors)
        self.machine = self.desktop.machine()
        self.card = CardWindow("card", "", Region(400, 300, SIDE, SIDE), monitors[0])
        self.desktop.windows.append(self.card)

    def window(self) -> Region:
        return self.card.region

    def color_at(self, x: int, y: int) -> tuple[int, int, int]:
        return patch_color(x, y)

    def hits(self) -> list[Hit]:
        return [
            Hit(
                int(c.point.x) - self.card.region.left,
                int(c.point.y) - self.card.region.top,
                c.button,
            )
            for c in self.desktop.clicks
            if c.target is Target.OTHER
        ]

    def move_window(self, left: int, top: int) -> None:
        self.card.region = self.card.region._replace(left=left, top=top)

    def cover_window(self) -> None:
        monitor = self.desktop.screens[0]
        self.desktop.windows.append(PlainWindow("over", "", self.card.region, monitor))

    def close_window(self) -> None:
        self.desktop.windows.remove(self.card)

    def person_moves(self, point: Point) -> None:
        self.desktop.person_moves(point)

    def person_presses_stop_key(self) -> None:
        self.desktop.ask_to_stop()


class FakeGui:
    """Stands for pyautogui, and the system behind it; ``done`` has what arrives in the windows."""

    PAUSE = 0.1
    FAILSAFE = False
    DARWIN_CATCH_UP_TIME = 0.0

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.left_handed = False
        self.known_keys = {"n", "f2"}
        self.where = (640, 500)  # in no corner

    def position(self) -> tuple[int, int]:
        return self.where

    def moveTo(self, x: int, y: int) -> None:  # noqa: N802  pyautogui's name
        self.where = (x, y)
        self.done.append(("move", x, y))

    def click(self, x: int, y: int, button: str) -> None:
        self.where = (x, y)
        logical = {"primary": "left", "secondary": "right"}
        swapped = {"left": "right", "right": "left"} if self.left_handed else {}
        self.done.append(("click", x, y, logical.get(button) or swapped.get(button, button)))

    def isValidKey(self, key: str) -> bool:  # noqa: N802
        return key in self.known_keys

    def hotkey(self, *keys: str) -> None:
        self.done.append(("keys", *keys))


class FakeKeyboard:
    """Stands for pynput.keyboard; ``keys`` are the hot keys listened to."""

    def __init__(self) -> None:
        self.keys: dict[str, Callable[[], None]] = {}
        self.running = False

    def GlobalHotKeys(self, keys: dict[str, Callable[[], None]]) -> FakeKeyboard:  # noqa: N802
        self.keys = keys
        return self

    def start(self) -> None:
        self.running = True

    def stop(self) -> None:
        self.running = False


class PyAutoGuiDesk(VirtualDesk):
    """The virtual desktop with the mouse and stop key of Windows and macOS, their libraries faked.

    As with these, nothing keeps a click on the monitors but our own code.
    """

    def __init__(self) -> None:
        super().__init__()
        self._gui, self._keyboard = FakeGui(), FakeKeyboard()
        pointer = PyAutoGuiPointer(self._gui, self.desktop.monitors)
        key = ListenedStopKey(self._keyboard, parse_chord(DEFAULT_STOP_KEY))
        watch = PersonWatch(pointer, key, lambda: None)
        self.machine = replace(self.machine, pointer=pointer, watch=watch)

    def hits(self) -> list[Hit]:
        left, top = self.card.region[:2]
        clicks = [each[1:] for each in self._gui.done if each[0] == "click"]
        return [Hit(x - left, y - top, button) for x, y, button in clicks]

    def person_moves(self, point: Point) -> None:
        self._gui.where = (int(point.x), int(point.y))

    def person_presses_stop_key(self) -> None:
        for heard in self._keyboard.keys.values():
            heard()


class RealDesk:
    """The real machine on a private screen; the person's hands are a connection of their own."""

    def __init__(self, machine: Machine, screen: PrivateScreen) -> None:
        self.machine = machine
        self._screen = screen
        self._person = screen.connection()
        self._card = XlibTarget(400, 300)
        self._cover: XlibTarget | None = None

    def close(self) -> None:
        for window in (self._card, self._cover):
            if window is not None:
                window.close()
        self._person.close()

    def window(self) -> Region:
        return self._card.region

    def color_at(self, x: int, y: int) -> tuple[int, int, int]:
        return patch_color(x, y)

    def hits(self) -> list[Hit]:
        return self._card.hits()

    def move_window(self, left: int, top: int) -> None:
        self._card.move_to(left, top)
        self._card.draw()

    def cover_window(self) -> None:
        # Moved by one patch, the same card shows other colours at the same places.
        self._cover = XlibTarget(400 - SIDE // 3, 300)

    def close_window(self) -> None:
        self._card.move_to(-SIDE - 1, -SIDE - 1)

    def person_moves(self, point: Point) -> None:
        self._person.screen().root.warp_pointer(int(point.x), int(point.y))
        self._person.sync()

    def person_presses_stop_key(self) -> None:
        from Xlib import XK, X
        from Xlib.ext.xtest import fake_input

        code = self._person.keysym_to_keycode(XK.string_to_keysym("Escape"))
        fake_input(self._person, X.KeyPress, code)
        fake_input(self._person, X.KeyRelease, code)
        self._person.sync()
