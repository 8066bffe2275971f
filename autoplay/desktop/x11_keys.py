"""Keys on X11: pressed by XTest, and the stop key by a grab of that key."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from autoplay.desktop.foreign import Translated
from autoplay.desktop.keys import Chord, parse_chord
from autoplay.errors import UsageError

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


class Place(NamedTuple):
    """Where a key is on the keyboard: its code, and whether Shift must be held for it."""

    code: int
    shifted: bool


def place_of(display: Any, key: str) -> Place:
    """Return where a key is on this keyboard; UsageError where it has none, or needs AltGr."""
    from Xlib import XK

    places = list(display.keysym_to_keycodes(XK.string_to_keysym(KEYSYMS.get(key, key))))
    if not places and len(key) == 1:
        # Characters such as "+" have keysyms that are their code points.
        places = list(display.keysym_to_keycodes(ord(key)))
    if not places:
        raise UsageError(f"this keyboard has no key {key!r}; choose another")
    # The server lists what a key types alone first, then with Shift, then by AltGr or in another
    # layout; the lowest place of the character comes first.
    code, column = places[0]
    if column > 1:
        raise UsageError(
            f"this keyboard types {key!r} neither alone nor with Shift; choose another"
        )
    return Place(int(code), column == 1)


def _held(chord: Chord, place: Place) -> tuple[str, ...]:
    """Return the modifiers to hold, each once, with Shift where the key's place needs it."""
    return tuple(dict.fromkeys((*chord.modifiers, *(["shift"] if place.shifted else []))))


class XTestKeyboard:
    """Keys by XTest; they go to the window that has the focus."""

    def __init__(self, display: Any) -> None:
        self._display = display

    def press(self, keys: str) -> None:
        """Press and release a key or chord, with Shift where its character needs that."""
        from Xlib import X
        from Xlib.ext.xtest import fake_input

        codes = self._codes(keys)
        with Translated(f"press {keys}"):
            try:
                for code in codes:
                    fake_input(self._display, X.KeyPress, code)
            finally:  # a press on its way is sent later, whatever comes between
                for code in reversed(codes):
                    fake_input(self._display, X.KeyRelease, code)
                self._display.sync()

    def require(self, keys: str) -> None:
        """Return if this keyboard has these keys; UsageError where it lacks one."""
        self._codes(keys)

    def _codes(self, keys: str) -> list[int]:
        """Return the codes to press, in their order."""
        chord = parse_chord(keys)
        place = place_of(self._display, chord.key)
        held = [place_of(self._display, name).code for name in _held(chord, place)]
        return [*held, place.code]


class X11StopKey:
    """A key taken from all windows until its connection, which is its own, is closed.

    Raises UsageError when another program has taken the key already.
    """

    def __init__(self, display: Any, chord: Chord) -> None:
        from Xlib import X
        from Xlib.error import BadAccess, CatchError

        self._display = display
        masks = {"ctrl": X.ControlMask, "alt": X.Mod1Mask, "shift": X.ShiftMask}
        place = place_of(display, chord.key)
        held = sum(masks[name] for name in _held(chord, place))
        refused = CatchError(BadAccess)
        # Caps lock and num lock count as modifiers: the key must work with them, too.
        for locks in itertools.product((0, X.LockMask), (0, X.Mod2Mask)):
            display.screen().root.grab_key(
                place.code,
                held | sum(locks),
                True,
                X.GrabModeAsync,
                X.GrabModeAsync,
                onerror=refused,
            )
        display.sync()
        if refused.get_error() is not None:
            raise UsageError(
                f"another program has taken the stop key {chord}, another autoplay perhaps; "
                "end it, or choose another key by --stop-key"
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
