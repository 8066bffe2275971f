"""A mine total that is only assumed: it weighs guesses and proves nothing."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board
from autoplay.inference import Analysis, best_known
from autoplay.policy.advice import Advice, OfAnother, Policy, is_flagged
from autoplay.policy.certainty import certainty
from autoplay.policy.likely_total import likeliest_total


class AssumedTotal(OfAnother):
    """Another policy, which on boards of an unknown mine total takes it to be ``mines``.

    What is certain whatever the total comes first. After that the other policy decides, and what
    it proves by the total is a guess: one action, with the total in its reason. Where no layout
    has this total, and with None, it is ``estimated`` anew for each guess, or nothing is assumed.
    """

    def __init__(self, policy: Policy, mines: int | None, *, estimated: bool = True) -> None:
        super().__init__(policy)
        self._mines = mines
        self._estimated = estimated

    def advise(self, board: Board) -> Advice:
        """Return what to do next; errors as the other policy raises."""
        if board.mines is not None or (self._mines is None and not self._estimated):
            return self._policy.advise(board)
        analysis = best_known(board)
        if certain := certainty(board, analysis):
            return certain
        if self._mines is not None:
            with suppress(ImpossibleBoardError):
                return self._advise_with(board, self._mines)
        if self._estimated:
            # A total can be dearer to count with than none; a rough one may fit no layout.
            with suppress(BudgetError, ImpossibleBoardError):
                advice = self._advise_with(board, likeliest_total(board, analysis))
                if advice.actions:
                    return advice
        return self._policy.advise(board)

    def _advise_with(self, board: Board, mines: int) -> Advice:
        advice = self._policy.advise(replace(board, mines=mines))
        reason = advice.reason.replace("certainly safe", "safe")  # nothing is by a mere assumption
        unflagged_first = sorted(advice.actions, key=lambda move: is_flagged(board, move.cell))
        return replace(
            advice,
            actions=tuple(unflagged_first[:1]),
            assumed_mines=mines,
            reason=if_in_all(reason, mines),
        )


class Untold:
    """Another policy, which is told no mine total.

    It plays as it would where no counter can be read: the total is ``estimated`` for each guess,
    or every layout counts once.
    """

    def __init__(self, policy: Policy, *, estimated: bool = True) -> None:
        self._policy = AssumedTotal(policy, None, estimated=estimated)
        self.name = f"{UNTOLD[estimated]}:{policy.name}"

    def advise(self, board: Board) -> Advice:
        """Return what to do next; errors as the other policy raises."""
        return self._policy.advise(replace(board, mines=None))


UNTOLD = {True: "untold", False: "untold-uniform"}
"""How such a policy is written before the other's name."""


def if_in_all(said: str, mines: int | None) -> str:
    """Return what is said with the assumed mine total that it rests on, if any."""
    if mines is None:
        return said
    total = "there is 1 mine" if mines == 1 else f"there are {mines} mines"
    return f"{said}, if {total} in all"


def board_behind(board: Board, advice: Advice) -> Board:
    """Return the board that this advice on a board rests on: with the total it assumes, if any."""
    assumed = advice.assumed_mines
    return board if assumed is None else replace(board, mines=assumed)


def analysis_behind(board: Board, advice: Advice) -> Analysis:
    """Return what is known of the board the advice rests on; raises as ``best_known`` does."""
    return best_known(board_behind(board, advice))


def weighed_by(mines: int, analysis: Analysis) -> Analysis:
    """Return the analysis with risks as if there were so many mines; what is certain stays so.

    Cells that only the total makes safe, or mined, are not called so. Raises what ``best_known``
    does.
    """
    weighed = best_known(replace(analysis.board, mines=mines))
    risk = weighed.mine_probability.copy()
    risk[list(analysis.safe)], risk[list(analysis.mines)] = 0.0, 1.0  # an estimate may not know
    is_exact = analysis.is_exact and weighed.is_exact
    return replace(analysis, mine_probability=risk, is_exact=is_exact)
