"""A mine total that the person told and that cannot be: a wrong option, whatever found it out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from autoplay.errors import ImpossibleBoardError, UsageError, WrongTotalError

if TYPE_CHECKING:
    from autoplay.game import Board
    from autoplay.policy import Policy


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


def require_told_none(policy: Policy, named: str, where: str) -> None:
    """Raise UsageError where a policy, ``named`` so, is told no total and ``where`` tells one."""
    from autoplay.policy import Untold

    if isinstance(policy, Untold):
        raise UsageError(f"--policy {named} is told no mine total: leave {where} out")


def require_layout(board: Board) -> None:
    """Raise ImpossibleBoardError where no layout of so many mines fits."""
    from autoplay.inference import best_known

    best_known(board)
