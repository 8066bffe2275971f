"""A mine total that the person told and that cannot be: a wrong option, whatever found it out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autoplay.errors import ImpossibleBoardError, UsageError, WrongTotalError


@contextmanager
def told_total(mines: int | None) -> Iterator[None]:
    """Raise UsageError where the board is impossible by the mine total that the person told."""
    try:
        yield
    except (ImpossibleBoardError, WrongTotalError) as error:
        if mines is None or (isinstance(error, ImpossibleBoardError) and error.witnesses):
            raise
        wrong = UsageError(f"--mines {mines}: {error}")
        for note in getattr(error, "__notes__", ()):
            wrong.add_note(note)
        raise wrong from None
