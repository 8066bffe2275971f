"""Why: numbers that prove a safe cell, none of which can be left out, and what a guess may show."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board, Cell, Label
from autoplay.inference import Analysis, analyze
from autoplay.inference.constraints import Constraint, constraints_of
from autoplay.inference.contradiction import ReasonSearch
from autoplay.policy.advice import Advice, Reveal
from autoplay.policy.assumed import board_behind


def explained(board: Board, advice: Advice, engine: str = "auto") -> Advice:
    """Return the advice with its reason proved: witnesses of a safe cell, reveals of a guess.

    Without, where that is too dear.
    """
    if not advice.actions:
        return advice
    cell = advice.actions[0].cell
    if advice.is_guess:
        with suppress(BudgetError):  # it is an estimate
            advice = replace(advice, reveals=reveals_of(board_behind(board, advice), cell, engine))
        return advice
    try:
        witnesses = witnesses_of(board, cell)
    except BudgetError:  # it is proven all the same
        return advice
    return replace(advice, witnesses=witnesses, reason=_proved(board, advice, witnesses))


def _proved(board: Board, advice: Advice, witnesses: tuple[Cell, ...]) -> str:
    place = board.topology.place
    numbers = ", ".join(place(cell) for cell in witnesses)
    proof = f"the numbers at {numbers}" if witnesses else "the mine total"
    named = "" if len(advice.actions) == 1 else f": {place(advice.actions[0].cell)}"
    return f"{advice.reason}{named} by {proof}"


def witnesses_of(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """Return opened cells whose numbers alone prove that the cell is free, ascending.

    None of them can be left out, unless that takes too long to find out. Empty when numbers do not
    prove it without the mine total; raises BudgetError where it takes too long to say that they do.
    """
    mined = Constraint(cell, frozenset({cell}), 1)
    search = ReasonSearch()
    if reason := search.near(constraints_of(board), cell, [mined]):
        return tuple(sorted(constraint.witness for constraint in reason.constraints))
    if search.is_unsure:
        raise BudgetError(f"it takes too long to say why {board.topology.place(cell)} is free")
    return ()


def reveals_of(board: Board, cell: Cell, engine: str = "auto") -> tuple[Reveal, ...]:
    """Return the numbers that the cell may show if it is free, with their probability then.

    Raises ImpossibleBoardError where no layout leaves the cell free, BudgetError as ``analyze``.
    """
    opened = list(opened_as(board, cell, engine))
    if not opened:
        place = board.topology.place(cell)
        raise ImpossibleBoardError(f"{place} is a mine in every layout", (cell,))
    largest = max(analysis.log_layouts for _, analysis in opened)
    weights = [math.exp(analysis.log_layouts - largest) for _, analysis in opened]
    return tuple(
        Reveal(number, weight / sum(weights), len(analysis.safe))
        for (number, analysis), weight in zip(opened, weights, strict=True)
    )


def opened_as(board: Board, cell: Cell, engine: str = "auto") -> Iterator[tuple[int, Analysis]]:
    """Yield every number that the cell may show, with the analysis of the board that shows it."""
    for number in range(len(board.topology.neighbors[cell]) + 1):
        try:
            yield number, analyze(board.with_labels({cell: Label(number)}), engine)
        except ImpossibleBoardError:
            continue  # no layout shows this number
