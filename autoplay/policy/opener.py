"""The first click where a game is known to promise something of it."""

from __future__ import annotations

from autoplay.game import Action, Board, FirstClick, Verb
from autoplay.policy.advice import Advice, OfAnother, Policy
from autoplay.policy.first_click import best_first_click

PROMISES = {
    FirstClick.SAFE: "is never a mine",
    FirstClick.OPENING: "always opens an area",
}


class Opener(OfAnother):
    """Another policy, whose first click makes the most of what the game promises.

    On a board that is not fresh, or whose mine total is neither known nor likely to be
    ``likely_mines``, the other policy decides. What is promised holds for any total.
    """

    def __init__(
        self, policy: Policy, rule: FirstClick | None, likely_mines: int | None = None
    ) -> None:
        super().__init__(policy)
        self._rule = rule
        self._likely_mines = likely_mines

    def advise(self, board: Board) -> Advice:
        """Return what to do next; errors as the other policy raises."""
        mines = self._likely_mines if board.mines is None else board.mines
        if self._rule not in PROMISES or not board.is_fresh or mines is None:
            return self._policy.advise(board)
        cell = best_first_click(board.topology, self._rule, mines)
        reason = f"in this game the first click {PROMISES[self._rule]}"
        return Advice((Action(Verb.OPEN, cell),), 0.0, reason)
