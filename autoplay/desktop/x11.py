"""X11 through python-xlib: clicks and keys by XTest, and the stop key by a grab of that key.

XTest with one round trip a click takes a third of pyautogui's time (0.35 ms against 1.03 ms under
Xvfb) and needs neither tkinter nor a display that is fixed at import.
"""

from __future__ import annotations

import itertools
import math
import time
from contextlib import suppress
from typing import Any

from autoplay.desktop.foreign import Translated
from autoplay.desktop.keys import Chord, parse_chord
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.trail import Trail
from autoplay.errors import DesktopError, StoppedError, UsageError

THROUGH_SECONDS = 0.1
"""How long a click may take to get through to its window before the next one goes out anyway.

A window manager that looks at every click first, to raise its window, freezes the pointer until it
has: clicks made meanwhile were lost now and then (1 in 60 on openbox, at any rate, on a machine
with eight times more work than processors; none without a window manager).
"""

THROUGH_STEP = 0.0002

JUST_NOW = 0.005
"""Seconds for which the pointer's place need not be asked again."""

SCREEN_LASTS = 0.25
"""Seconds for which the screen's size need not be asked again."""

BUTTONS = {"left": 1, "middle": 2, "right": 3}

KEYSYMS = {
    "esc": "Escape",
    "enter": "Return",
    "space": "space",
    "tab": "Tab",
    "pause": "Pause",
    "home": "Home",
    "end": "End",
    "insert": "Insert",
    "delete": "Delete",
    "backspace": "BackSpace",
    "ctrl": "Control_L",
    "alt": "Alt_L",
    "shift": "Shift_L",
    **{f"f{number}": f"F{number}" for number in range(1, 13)},
}


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


def has_xtest(display: Any) -> bool:
    """Whether the server lets programs make clicks."""
    return bool(display.query_extension("XTEST"))


def keycode(display: Any, key: str) -> int:
    """Return the code of a key on this keyboard; UsageError when it has none."""
    from Xlib import XK

    code = int(display.keysym_to_keycode(XK.string_to_keysym(KEYSYMS.get(key, key))))
    if code == 0:
        # Characters such as "+" have keysyms that are their code points.
        code = int(display.keysym_to_keycode(ord(key))) if len(key) == 1 else 0
    if code == 0:
        raise UsageError(f"this keyboard has no key {key!r}; choose another")
    return code


class XTestPointer:
    """The mouse by XTest. Points outside the screen are refused, corners stop the program."""

    def __init__(self, display: Any) -> None:
        self._display = display
        self._root = display.screen().root
        # A left-handed mouse swaps buttons after the events we make: undo it here.
        mapping = list(display.get_pointer_mapping())
        self._physical = {
            name: mapping.index(number) + 1 if number in mapping else number
            for name, number in BUTTONS.items()
        }
        self.trail = Trail()
        self._seen: tuple[float, Point] | None = None  # since the last click, all buttons up
        self._asked = -math.inf
        self._screen = Region(0, 0, 0, 0)

    def position(self) -> Point:
        """Return where the pointer is now; one round trip to the server."""
        from Xlib import X

        down = X.Button1Mask | X.Button2Mask | X.Button3Mask
        with Translated("ask where the mouse is"):
            answer = self._root.query_pointer()
        here = Point(answer.root_x, answer.root_y)
        self._seen = None if answer.mask & down else (time.monotonic(), here)
        return here

    def corners(self) -> Region:
        """Return the whole screen, whose corners stop the program, as it was lately."""
        now = time.monotonic()
        if now - self._asked >= SCREEN_LASTS:
            with Translated("ask how large the screen is"):
                shape = self._root.get_geometry()
            self._asked, self._screen = now, Region(0, 0, shape.width, shape.height)
        return self._screen

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
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        x, y = self._take(point)
        with Translated("move the mouse"):
            fake_input(self._display, X.MotionNotify, x=x, y=y)
            self._display.sync()

    def click(self, point: Point, button: str = "left") -> None:
        """Move to the point, press and release."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        if button not in BUTTONS:
            raise DesktopError(f"no mouse button {button!r}; use left, middle or right")
        x, y = self._take(point)
        with Translated(f"click at {x}, {y}"):
            fake_input(self._display, X.MotionNotify, x=x, y=y)
            fake_input(self._display, X.ButtonPress, self._physical[button])
            fake_input(self._display, X.ButtonRelease, self._physical[button])
            self._display.flush()
        self._seen = None

    def _take(self, point: Point) -> tuple[int, int]:
        """Return the nearest pixel, where the pointer goes next.

        The fail-safe corner is looked at before every move.
        """
        screen, here = self.corners(), self._place_with_buttons_up()
        reject_corner(here, screen)
        if not screen.contains(point):
            raise DesktopError(f"({point.x:g}, {point.y:g}) is on no monitor")
        x = min(math.floor(point.x + 0.5), screen.width - 1)
        y = min(math.floor(point.y + 0.5), screen.height - 1)
        self.trail.put(Point(x, y), came_from=here)
        return x, y


def reject_corner(pointer: Point, screen: Region) -> None:
    """Raise StoppedError when the pointer is in a corner of the screen."""
    right, bottom = screen.left + screen.width - 1, screen.top + screen.height - 1
    if pointer.x in (screen.left, right) and pointer.y in (screen.top, bottom):
        raise StoppedError("stopped: the mouse was pushed into a corner of the screen")


class XTestKeyboard:
    """Keys by XTest; they go to the window that has the focus."""

    def __init__(self, display: Any) -> None:
        self._display = display

    def press(self, keys: str) -> None:
        """Press and release a key or chord."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        chord = parse_chord(keys)
        codes = [keycode(self._display, key) for key in (*chord.modifiers, chord.key)]
        with Translated(f"press {keys}"):
            for code in codes:
                fake_input(self._display, X.KeyPress, code)
            for code in reversed(codes):
                fake_input(self._display, X.KeyRelease, code)
            self._display.sync()


class X11StopKey:
    """A key taken from all windows while this exists, on a connection of its own.

    Raises UsageError when another program has taken the key already.
    """

    def __init__(self, display: Any, chord: Chord) -> None:
        from Xlib import X
        from Xlib.error import BadAccess, CatchError

        self._display = display
        masks = {"ctrl": X.ControlMask, "alt": X.Mod1Mask, "shift": X.ShiftMask}
        held = sum(masks[name] for name in chord.modifiers)
        code = keycode(display, chord.key)
        refused = CatchError(BadAccess)
        # Caps lock and num lock count as modifiers: the key must work with them, too.
        for locks in itertools.product((0, X.LockMask), (0, X.Mod2Mask)):
            display.screen().root.grab_key(
                code, held | sum(locks), True, X.GrabModeAsync, X.GrabModeAsync, onerror=refused
            )
        display.sync()
        if refused.get_error() is not None:
            close_display(display)
            raise UsageError(
                f"another program has taken the stop key {chord.key!r}; choose one by --stop-key"
            )
        self._pressed = False

    def pressed(self) -> bool:
        """Whether the key was pressed since this was made; does not wait."""
        from Xlib import X

        with Translated("look for the stop key"):
            while self._display.pending_events():
                if self._display.next_event().type == X.KeyPress:
                    self._pressed = True
        return self._pressed

    def close(self) -> None:
        """Give the key back."""
        close_display(self._display)
