"""The chance to win the whole game: exact where it is known, else from games played on.

The games begin at the board as it is seen, each on a layout drawn evenly from all that fit, and
are played by the policy itself; so the estimate is that of its own play, without bias.
"""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import Protocol, runtime_checkable

from autoplay.errors import BudgetError
from autoplay.game import Board, Label
from autoplay.inference import log_layouts
from autoplay.policy.advice import Advice, Policy
from autoplay.policy.search import Search

GAMES = 400
"""Games of an estimate: its standard error is 2.5 points at most; on expert they take a second."""

SAMPLED = f"{GAMES} sampled games"
"""The method of a chance that is an estimate."""

FEW_LAYOUTS, FEW_POSITIONS = 100, 3000
"""Layouts and positions of boards whose game tree is searched: together a second's work at most."""

MOST_COVERED = 1000
"""Covered cells of a board that is played on: games on larger ones take minutes."""


@runtime_checkable
class PlaysOn(Protocol):
    """A policy that can play many games on from a board."""

    def play_on(self, board: Board, games: int, seed: int) -> int:
        """Return how many of so many games that go on from here, on drawn layouts, are won."""
        ...


def with_chance(board: Board, advice: Advice, policy: Policy) -> Advice:
    """Return the advice with its win probability, and how it was found.

    What is exact stays, and certain moves that open every free cell win. Where few layouts are left
    the chance is that of the best play, searched to its end. Nothing is added where the policy
    cannot play on, a cell is unreadable, or the games would take too long.
    """
    is_over = not advice.actions
    if advice.win_probability is not None or is_over or Label.UNREADABLE in board.labels:
        return advice
    if not advice.is_guess and len(advice.actions) == _free(board):
        return replace(advice, win_probability=1.0, method="exact")
    if not isinstance(policy, PlaysOn) or len(list(board.unopened())) > MOST_COVERED:
        return advice
    with suppress(BudgetError):
        return replace(advice, win_probability=_searched(board), method="exact")
    with suppress(BudgetError):
        won = policy.play_on(board, GAMES, seed=0)
        return replace(advice, win_probability=won / GAMES, method=SAMPLED)
    return advice


def why_no_chance(board: Board, policy: Policy) -> str:
    """Return in words why ``with_chance`` adds nothing to a move advised here, or would not."""
    if board.mines is None:
        return "the mine total is needed (--mines N)"
    if Label.UNREADABLE in board.labels:
        return "a cell is unreadable"
    if not isinstance(policy, PlaysOn):
        return f"policy {policy.name!r} plays no games on"
    if len(list(board.unopened())) > MOST_COVERED:
        return f"it is found by games played on, on at most {MOST_COVERED} covered cells"
    return "there are too many layouts to draw one from"


def _searched(board: Board) -> float:
    """Return the chance to win with the best play; BudgetError for more than few layouts."""
    if log_layouts(board) > math.log(FEW_LAYOUTS) + 1e-9:  # sooner said than by listing them
        raise BudgetError(f"over {FEW_LAYOUTS} layouts are left")
    return float(Search(board, FEW_LAYOUTS, FEW_POSITIONS).win_probability())


def _free(board: Board) -> int | None:
    """Return how many unopened cells are free, None where the mine total is unknown."""
    if board.mines is None:
        return None
    shown = board.mines_shown()
    return sum(1 for _ in board.unopened()) - (board.mines - shown)
