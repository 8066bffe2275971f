"""Words of what is told to people."""

from __future__ import annotations

ZERO = "·"
"""How an opened cell without a number is drawn in a terminal."""


def counted(number: int, one: str, many: str | None = None) -> str:
    """Return the number with what is counted: ``one`` of it, or ``many`` (one with an s)."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"
