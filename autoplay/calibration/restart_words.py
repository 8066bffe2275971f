"""The words that say how a game starts again, as ``--restart`` and profiles have them."""

from __future__ import annotations

import re

from autoplay.desktop.keys import parse_chord
from autoplay.errors import UsageError

HOW = (
    "KEY (F5 loads a page again), face, X,Y on the screen or @X,Y in cells from the middle of the "
    "board's first one, several with spaces between ('escape ctrl+n' closes a dialog first; "
    "--stop-key must then be another than escape)"
)

FACE = "face"
"""The step that clicks what stands above the middle of the board."""

POINT = re.compile(r"(@?)(-?\d{1,6}(?:\.\d+)?),(-?\d{1,6}(?:\.\d+)?)")
"""X,Y in desktop points, or behind an @ in cells from the middle of the board's first one, which is
how profiles keep it; anything else with a comma is a key, such as ``ctrl+,``."""


def restart_words(how: str) -> list[str]:
    """Return the steps of a restart, one after another: FACE, a POINT, or a key or chord.

    UsageError for a text that says none.
    """
    words = how.split()
    if not words:
        raise UsageError(f"restart {how!r}: write {HOW}")
    for word in words:
        if word != FACE and not POINT.fullmatch(word):
            try:
                parse_chord(word)
            except UsageError as error:
                raise UsageError(f"restart {how!r}: {error}; or write face or X,Y") from None
    return words
