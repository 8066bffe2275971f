"""Another guess than the best one, where that carries the person's flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from autoplay.game import Action, Board, Verb
from autoplay.policy.advice import Advice, Alternative, OfAnother, is_flagged
from autoplay.policy.assumed import analysis_behind, if_in_all

NEARLY_AS_GOOD = 0.1
"""The chance, to win or to survive, that a guess may give away to spare the person's flag: who sets
one knows nothing that the numbers do not say, but should not be asked about every cell."""


class Unflagged(OfAnother):
    """Another policy, whose guess is one without the person's flag where that is nearly as good."""

    def advise(self, board: Board) -> Advice:
        """Return what to do next; errors as the other policy raises."""
        advice = self._policy.advise(board)
        is_flag_advised = any(is_flagged(board, action.cell) for action in advice.actions)
        if not advice.is_guess or not is_flag_advised:
            return advice
        other = _best_unflagged(board, advice)
        if other is None or _given_away(advice, other) > NEARLY_AS_GOOD:
            return advice
        place = board.topology.place(other.cell)
        reason = (
            f"nothing is certain; {place} is a mine with a chance of {other.risk:.1%}, the best "
            "guess that carries no flag of yours"
        )
        return replace(
            advice,
            actions=(Action(Verb.OPEN, other.cell),),
            risk=other.risk,
            reason=if_in_all(reason, advice.assumed_mines),
            win_probability=None if advice.win_probability is None else other.value,
        )


def _best_unflagged(board: Board, advice: Advice) -> Alternative | None:
    """Return the first of the alternatives without a flag, or of all cells the least risky one."""
    if listed := next(_without_flag(board, advice.alternatives), None):
        return listed
    others = _without_flag(board, _all_guesses(board, advice))
    return min(others, key=lambda guess: guess.risk, default=None)


def _without_flag(board: Board, guesses: Iterable[Alternative]) -> Iterator[Alternative]:
    return (guess for guess in guesses if not is_flagged(board, guess.cell))


def _all_guesses(board: Board, advice: Advice) -> Iterator[Alternative]:
    """Yield every cell that may be free, with its risk alone."""
    analysis = analysis_behind(board, advice)
    mines = set(analysis.mines)
    for cell in board.unopened():
        if cell not in mines:
            yield Alternative(cell, float(analysis.mine_probability[cell]), None)


def _given_away(advice: Advice, other: Alternative) -> float:
    """Return the chance that the other guess gives away, by the risk where no value is known."""
    value = next((a.value for a in advice.alternatives if a.cell == advice.actions[0].cell), None)
    if value is None or other.value is None:
        return other.risk - advice.risk
    return value - other.value
