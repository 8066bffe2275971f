"""A policy that lets somebody look over its shoulder."""

from __future__ import annotations

from collections.abc import Callable

from autoplay.game import Board
from autoplay.policy import Advice, OfAnother, Policy

Tell = Callable[[Board, Advice], None]


class ShownPolicy(OfAnother):
    """A policy that tells what it was asked and what it said."""

    def __init__(self, policy: Policy, tell: Tell) -> None:
        super().__init__(policy)
        self._tell = tell

    def advise(self, board: Board) -> Advice:
        """Return the policy's advice, after telling it."""
        advice = self._policy.advise(board)
        self._tell(board, advice)
        return advice
