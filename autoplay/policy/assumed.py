"""A mine total that is only assumed: it weighs guesses and proves nothing."""

from __future__ import annotations

from dataclasses import replace

from autoplay.errors import ImpossibleBoardError
from autoplay.game import Board
from autoplay.inference import Analysis, analyze
from autoplay.policy.advice import Advice, Policy
from autoplay.policy.certainty import certainty


class AssumedTotal:
    """Another policy, which on boards of an unknown mine total takes it to be ``mines``.

    What is certain whatever the total comes first. After that the other policy decides, and what
    it proves by the total is a guess: one action, with the total in its reason. Where no layout
    has this total the assumption is dropped. None assumes nothing.
    """

    def __init__(self, policy: Policy, mines: int | None) -> None:
        self._policy = policy
        self._mines = mines

    @property
    def name(self) -> str:
        """The other policy's name."""
        return self._policy.name

    def advise(self, board: Board) -> Advice:
        """Return what to do next; errors as the other policy raises."""
        if self._mines is None or board.mines is not None:
            return self._policy.advise(board)
        if certain := certainty(board, analyze(board)):
            return certain
        try:
            advice = self._policy.advise(replace(board, mines=self._mines))
        except ImpossibleBoardError:
            return self._policy.advise(board)
        return replace(
            advice,
            actions=advice.actions[:1],
            assumed_mines=self._mines,
            reason=f"{advice.reason}, if there are {self._mines} mines in all",
        )


def analysis_behind(board: Board, advice: Advice) -> Analysis:
    """Return the analysis that the advice on this board rests on: by the total it assumes, if any.

    Raises as ``analyze`` does.
    """
    assumed = advice.assumed_mines
    return analyze(board if assumed is None else replace(board, mines=assumed))
