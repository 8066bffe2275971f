"""Words of what is told to people."""

from __future__ import annotations

from collections.abc import Sequence

ZERO = "·"
"""How an opened cell without a number is drawn in a terminal."""


MOST_NAMED = 3
"""Places named in a line."""


def first_of(names: Sequence[str], most: int = MOST_NAMED) -> str:
    """Return the first of these names, as many as ``most``, with dots where there are more."""
    return ", ".join(names[:most]) + (" ..." if len(names) > most else "")


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return the number with what is counted: ``one`` of it, or ``many`` (one with an s)."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
