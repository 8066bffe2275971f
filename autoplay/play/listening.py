"""A policy that the person can stop while it thinks."""

from __future__ import annotations

from autoplay.desktop.ports import Watch
from autoplay.game import Board
from autoplay.policy import Advice, OfAnother, Policy


class ListeningPolicy(OfAnother):
    """A policy that listens to the person: a guess may be thought about for long."""

    def __init__(self, policy: Policy, watch: Watch) -> None:
        super().__init__(policy)
        self._watch = watch

    def advise(self, board: Board) -> Advice:
        """Return the policy's advice; StoppedError or PausedError where the person wants to stop
        meanwhile, after which it can be asked again."""
        with self._watch.listening():
            return self._policy.advise(board)
