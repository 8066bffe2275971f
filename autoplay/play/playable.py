"""What a session plays: anything that shows a board and takes actions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from autoplay.game import Action, Board, Done


class Playable(Protocol):
    """A game by the rules, a game on a screen, or a recording of one."""

    @property
    def clicks(self) -> int:
        """Clicks made so far, in all its games."""
        ...

    def board(self) -> Board:
        """Return the board as it is now."""
        ...

    def perform(self, actions: Sequence[Action]) -> Done:
        """Do these actions in order and return what was done: a screen may change meanwhile."""
        ...
