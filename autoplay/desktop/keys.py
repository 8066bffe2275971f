"""Names of keys and chords, such as ``n``, ``F2`` or ``ctrl+n``."""

from __future__ import annotations

import re
from dataclasses import dataclass

from autoplay.errors import UsageError

MODIFIERS = {"ctrl": "ctrl", "control": "ctrl", "alt": "alt", "shift": "shift"}

NAMED = {
    "escape": "esc",
    "esc": "esc",
    "enter": "enter",
    "return": "enter",
    "space": "space",
    "tab": "tab",
    "pause": "pause",
    "home": "home",
    "end": "end",
    "insert": "insert",
    "delete": "delete",
    "backspace": "backspace",
    **{f"f{number}": f"f{number}" for number in range(1, 13)},
}
"""Keys that are not a character, by every name they go by; the value is the one used here."""


KEYS = re.compile(r"(?<=[^+])\+")
"""What stands between the keys of a chord; a plus that nothing stands before is the key."""


@dataclass(frozen=True)
class Chord:
    """A key with the modifiers held down; ``key`` is a value of ``NAMED`` or one character."""

    key: str
    modifiers: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The chord as help texts write it."""
        return "+".join((*self.modifiers, "escape" if self.key == "esc" else self.key))


def parse_chord(text: str) -> Chord:
    """Return the chord a text names; UsageError for a text that names none."""
    *held, key = KEYS.split(text.strip().lower())
    known = key in NAMED or (len(key) == 1 and key.isprintable() and not key.isspace())
    if not known or any(word not in MODIFIERS for word in held):
        raise UsageError(
            f"no key {text!r}; write one character, F1 to F12 or escape, enter, space, tab, pause, "
            "home, end, insert, delete, backspace, with ctrl+, alt+ or shift+ before it"
        )
    return Chord(NAMED.get(key, key), tuple(MODIFIERS[word] for word in held))
