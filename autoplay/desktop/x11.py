"""X11 through python-xlib: the display, and clicks by XTest.

XTest with one round trip a click takes a seventh of pyautogui's time (0.14 ms against 1.03 ms under
Xvfb) and needs neither tkinter nor a display that is fixed at import.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from autoplay.desktop.foreign import Translated
from autoplay.desktop.pointing import BUTTONS, RecentMonitors, taken
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.trail import Trail
from autoplay.desktop.x11_line import MOTION, PRESS, RELEASE, PointerLine
from autoplay.errors import DesktopError

THROUGH_SECONDS = 0.1
"""How long a click may take to get through to its window before the next one goes out anyway.

A window manager that looks at every click first, to raise its window, freezes the pointer until it
has: clicks made meanwhile were lost now and then (1 in 60 on openbox, at any rate, on a machine
with eight times more work than processors; none without a window manager).
"""

THROUGH_STEP = 0.0002
"""Seconds between two looks whether it got through: less than a round trip to the server takes."""

BUTTONS_DOWN = 0x700
"""The mask of the left, middle and right button, where they are held down."""

JUST_NOW = 0.005
"""Seconds for which the pointer's place need not be asked again."""


def open_display() -> Any:
    """Return a connection to the display of the environment; DesktopError when there is none."""
    with Translated("open the display"):
        from Xlib.display import Display

        return Display()


def close_display(display: Any) -> None:
    """Close a connection; one to a display that has gone is closed already."""
    from Xlib.error import ConnectionClosedError

    with suppress(ConnectionClosedError, OSError):
        display.close()


@contextmanager
def pointer_of(display: Any) -> Iterator[XTestPointer]:
    """Yield the mouse of this display, with a connection of its own until the block ends."""
    own = open_display()
    try:
        with Translated("open a connection for the mouse"):
            line = PointerLine(own)
        try:
            yield XTestPointer(display, line)
        finally:
            line.close()
    finally:
        close_display(own)


def has_xtest(display: Any) -> bool:
    """Whether the server lets programs make clicks."""
    with Translated("ask whether programs may click"):
        return bool(display.query_extension("XTEST"))


def is_xwayland(display: Any) -> bool:
    """Whether the server only shows X programs in a Wayland session, blind to all others.

    Servers from 23.1 on say so by an extension; older ones name their input devices after it.
    """
    from Xlib.ext.xinput import AllDevices

    with Translated("ask what server this is"):
        if display.query_extension("XWAYLAND"):
            return True
        if not display.has_extension("XInputExtension"):
            return False
        display.xinput_query_version()
        devices = display.xinput_query_device(AllDevices).devices
        return any(device.name.startswith("xwayland-") for device in devices)


def monitors_of(display: Any) -> tuple[Region, ...]:
    """Return the monitors as the server has them now; the whole screen where it knows of none."""
    found = []
    with Translated("list the monitors"):
        if display.has_extension("XINERAMA"):  # which every server with RandR answers for, too
            found = display.xinerama_query_screens().screens
        if not found:
            found = [display.screen().root.get_geometry()]
    return tuple(Region(each.x, each.y, each.width, each.height) for each in found)


class XTestPointer:
    """The mouse by XTest. Points on no monitor are refused, corners stop the program."""

    def __init__(self, display: Any, line: PointerLine) -> None:
        """``display`` tells of the monitors and the mouse; over its own ``line`` it is moved."""
        self._line = line
        # A left-handed mouse swaps buttons after the events we make: undo it here.
        with Translated("ask for the buttons of the mouse"):
            mapping = list(display.get_pointer_mapping())
        self._physical = {
            name: mapping.index(number) + 1 if number in mapping else number
            for number, name in enumerate(BUTTONS, 1)
        }
        self.trail = Trail()
        self._seen: tuple[float, Point] | None = None  # since the last move, all buttons up
        self._monitors = RecentMonitors(lambda: monitors_of(display))

    def position(self) -> Point:
        """Return where the pointer is now; one round trip to the server."""
        with Translated("ask where the mouse is"):
            left, now = self._line.where()
        if left is not None:  # a hand may have taken the mouse before it was set out
            self.trail.left(Point(left.x, left.y))
        here = Point(now.x, now.y)
        self._seen = None if now.mask & BUTTONS_DOWN else (time.monotonic(), here)
        return here

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors, whose outer corners stop the program, as they were lately."""
        return self._monitors()

    def _place_with_buttons_up(self) -> Point:
        """Return the pointer's place once the last click is through, or its time is over.

        While the pointer is frozen a button is down. What was asked just now is not asked again:
        on a busy machine a round trip takes milliseconds.
        """
        if self._seen is not None and time.monotonic() - self._seen[0] < JUST_NOW:
            return self._seen[1]
        end = time.monotonic() + THROUGH_SECONDS
        here = self.position()
        while self._seen is None and time.monotonic() < end:
            time.sleep(THROUGH_STEP)
            here = self.position()
        return here

    def move(self, point: Point) -> None:
        """Move without clicking."""
        x, y = self._take(point)
        with Translated("move the mouse"):
            self._line.make(self._line.event(MOTION, 0, x, y))
        self.position()  # it has moved once that is answered

    def click(self, point: Point, button: str = "left") -> None:
        """Move to the point, press and release."""
        if button not in BUTTONS:
            raise DesktopError(f"no mouse button {button!r}; use left, middle or right")
        x, y = self._take(point)
        number, event = self._physical[button], self._line.event
        with Translated(f"click at {x}, {y}"):
            self._line.make(event(MOTION, 0, x, y), event(PRESS, number), event(RELEASE, number))

    def _take(self, point: Point) -> tuple[int, int]:
        monitors = self._monitors.around(point)
        x, y = taken(point, self._place_with_buttons_up(), monitors, self.trail)
        self._seen = None
        return x, y
