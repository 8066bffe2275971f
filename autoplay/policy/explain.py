"""Why a safe cell is safe: a smallest set of numbers that proves it."""

from __future__ import annotations

from autoplay.game import MAX_NUMBER, Board, Cell
from autoplay.inference.constraints import Constraint, components_of, constraints_of
from autoplay.inference.exact import forward

REACH = 3
"""Rings of numbers around the cell that are tried, nearest first; further ones seldom matter."""


def witnesses_of(board: Board, cell: Cell) -> tuple[Cell, ...]:
    """Return opened cells whose numbers alone prove that the cell is free, ascending.

    None of them can be left out. Empty when numbers near the cell do not prove it (the mine total
    does, or a longer chain).
    """
    by_witness = {constraint.witness: constraint for constraint in constraints_of(board)}
    mined = Constraint(cell, frozenset({cell}), 1)
    for reach in range(1, REACH + 1):
        near = [by_witness[c] for c in _numbers_within(board, cell, reach) if c in by_witness]
        if _contradict([*near, mined]):
            return tuple(sorted(c.witness for c in _needed(near, mined)))
    return ()


def _numbers_within(board: Board, cell: Cell, reach: int) -> list[Cell]:
    seen = {cell}
    for _ in range(2 * reach - 1):
        seen.update(other for inner in list(seen) for other in board.topology.neighbors[inner])
    return sorted(other for other in seen if board.labels[other] <= MAX_NUMBER)


def _contradict(constraints: list[Constraint]) -> bool:
    return any(not forward(component)[-1] for component in components_of(constraints))


def _needed(constraints: list[Constraint], mined: Constraint) -> list[Constraint]:
    for constraint in list(constraints):
        fewer = [other for other in constraints if other is not constraint]
        if _contradict([*fewer, mined]):
            constraints = fewer
    return constraints
