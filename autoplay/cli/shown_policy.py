"""A policy that lets somebody look over its shoulder."""

from __future__ import annotations

from collections.abc import Callable

from autoplay.game import Board
from autoplay.policy import Advice, Policy

Tell = Callable[[Board, Advice], None]


class ShownPolicy:
    """A policy that tells what it was asked and what it said."""

    def __init__(self, policy: Policy, tell: Tell) -> None:
        self._policy = policy
        self._tell = tell

    @property
    def name(self) -> str:
        """The policy's own name."""
        return self._policy.name

    def advise(self, board: Board) -> Advice:
        """Return the policy's advice, after telling it."""
        advice = self._policy.advise(board)
        self._tell(board, advice)
        return advice
