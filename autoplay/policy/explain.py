"""Why: a smallest set of numbers that proves a safe cell, and what a guess may show."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from autoplay.errors import ImpossibleBoardError
from autoplay.game import Board, Cell, Label
from autoplay.inference import Analysis, analyze
from autoplay.inference.constraints import Constraint, components_of, constraints_of
from autoplay.inference.exact import forward
from autoplay.policy.advice import Advice, Reveal


def explained(board: Board, advice: Advice, engine: str = "auto") -> Advice:
    """Return the advice with its reason proved: witnesses of a safe cell, reveals of a guess."""
    if not advice.actions:
        return advice
    cell = advice.actions[0].cell
    if advice.is_guess:
        return replace(advice, reveals=reveals_of(board, cell, engine))
    witnesses = witnesses_of(board, cell)
    return replace(advice, witnesses=witnesses, reason=_proved(board, advice, witnesses))


def _proved(board: Board, advice: Advice, witnesses: tuple[Cell, ...]) -> str:
    def place(cell: Cell) -> str:
        return "{},{}".format(*board.topology.row_col(cell))

    numbers = ", ".join(place(cell) for cell in witnesses)
    proof = f"the numbers at {numbers}" if witnesses else "the mine total"
    named = "" if len(advice.actions) == 1 else f": {place(advice.actions[0].cell)}"
    return f"{advice.reason}{named} by {proof}"


def witnesses_of(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """Return opened cells whose numbers alone prove that the cell is free, ascending.

    None of them can be left out. Empty when numbers do not prove it without the mine total.
    """
    mined = Constraint(cell, frozenset({cell}), 1)
    for near in _rings(constraints_of(board), cell):
        if _contradict([*near, mined]):
            return tuple(sorted(needed.witness for needed in _needed(near, mined)))
    return ()


def _rings(constraints: Sequence[Constraint], cell: Cell) -> Iterator[list[Constraint]]:
    """Yield the constraints linked to the cell by one shared cell, by up to two, and so on.

    Each list is nearest first; the last holds the whole component.
    """
    near: list[Constraint] = []
    reached, rest = {cell}, list(constraints)
    while ring := [constraint for constraint in rest if reached & constraint.cells]:
        near = [*near, *ring]
        rest = [constraint for constraint in rest if not reached & constraint.cells]
        reached = reached.union(*(constraint.cells for constraint in ring))
        yield near


def _needed(constraints: list[Constraint], mined: Constraint) -> list[Constraint]:
    """Drop every constraint without which the others still prove it, the furthest first."""
    for constraint in reversed(constraints):
        fewer = [other for other in constraints if other is not constraint]
        if _contradict([*fewer, mined]):
            constraints = fewer
    return constraints


def _contradict(constraints: Sequence[Constraint]) -> bool:
    return any(not forward(component)[-1] for component in components_of(constraints))


def reveals_of(board: Board, cell: Cell, engine: str = "auto") -> tuple[Reveal, ...]:
    """Return the numbers that the cell may show if it is free, with their probability then.

    Raises ImpossibleBoardError where no layout leaves the cell free, BudgetError as ``analyze``.
    """
    opened: list[tuple[int, Analysis]] = []
    for number in range(len(board.topology.neighbors[cell]) + 1):
        try:
            opened.append((number, analyze(board.with_labels({cell: Label(number)}), engine)))
        except ImpossibleBoardError:
            continue  # no layout shows this number
    if not opened:
        row, col = board.topology.row_col(cell)
        raise ImpossibleBoardError(f"{row},{col} is a mine in every layout", (cell,))
    largest = max(analysis.log_layouts for _, analysis in opened)
    weights = [math.exp(analysis.log_layouts - largest) for _, analysis in opened]
    return tuple(
        Reveal(number, weight / sum(weights), len(analysis.safe))
        for (number, analysis), weight in zip(opened, weights, strict=True)
    )
