"""Why: numbers that prove a safe cell, none of which can be left out, and what a guess may show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board, Cell, Label
from autoplay.inference import Analysis, analyze
from autoplay.inference.constraints import MAY_BE_MINED, Constraint, constraints_of
from autoplay.inference.contradiction import MOST_NAMED, Reason, ReasonSearch
from autoplay.policy.advice import Advice, Reveal
from autoplay.policy.assumed import board_behind
from autoplay.words import first_of

MOST_HIDDEN = 1000
"""Covered cells up to which it is looked for the numbers that prove a cell with the mine total: of
1000 it takes 1.7 s where all of 480 numbers are needed, of an expert board 0.9 s with 96 of them.
"""


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
        witnesses, by_total = witnesses_of(board, cell)
    except BudgetError:  # it is proven all the same
        return advice
    reason = _proved(board, advice, witnesses, by_total=by_total)
    return replace(advice, witnesses=witnesses, by_total=by_total, reason=reason)


def _proved(board: Board, advice: Advice, witnesses: tuple[Cell, ...], *, by_total: bool) -> str:
    place = board.topology.place
    named = first_of([place(cell) for cell in witnesses], MOST_NAMED)
    numbers = f"the numbers at {named}" if witnesses else ""
    proof = " and ".join(filter(None, [numbers, "the mine total" if by_total else ""]))
    first = "" if len(advice.actions) == 1 else f": {place(advice.actions[0].cell)}"
    return f"{advice.reason}{first} by {proof}"


def witnesses_of(board: Board, cell: Cell) -> tuple[tuple[Cell, ...], bool]:
    """Return opened cells whose numbers prove that the cell is free, ascending.

    And whether they do so only with the mine total, which may need none of them. No number can be
    left out, unless that takes too long to find out. Raises BudgetError where it takes too long to
    say which prove it.
    """
    mined = Constraint(cell, frozenset({cell}), 1)
    search = ReasonSearch()
    constraints = constraints_of(board)
    by_total = False
    reason = search.near(constraints, cell, [mined])
    if reason is None and not search.is_unsure and board.mines is not None:
        by_total = True
        reason = _with_total(board, constraints, board.mines, mined, search)
    if reason is None:
        raise BudgetError(f"it takes too long to say why {board.topology.place(cell)} is free")
    return tuple(sorted(constraint.witness for constraint in reason.constraints)), by_total


def _with_total(
    board: Board,
    constraints: Sequence[Constraint],
    mines: int,
    mined: Constraint,
    search: ReasonSearch,
) -> Reason | None:
    """Return which numbers contradict a mine and the total, None where it is too costly to say."""
    hidden = frozenset(board.cells(*MAY_BE_MINED))
    if len(hidden) > MOST_HIDDEN:
        return None
    shown = board.mines_shown()
    given = [mined, Constraint(mined.witness, hidden, mines - shown)]
    if not search.contradictory([*constraints, *given]):
        return None
    return search.reduced(constraints, given)


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
    for number in range(len(board.topology.around(cell)) + 1):
        try:
            yield number, analyze(board.with_labels({cell: Label(number)}), engine)
        except ImpossibleBoardError:
            continue  # no layout shows this number
