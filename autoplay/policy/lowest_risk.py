"""Open what is certainly safe; otherwise the cell that is least likely a mine."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

from autoplay.errors import BudgetError
from autoplay.game import KNOWN_MINES, MAX_NUMBER, Action, Board, Cell, Label, Verb
from autoplay.inference import Analysis, best_known, log_layouts
from autoplay.inference.constraints import MAY_BE_MINED
from autoplay.policy.advice import ALTERNATIVES, Advice, Alternative, is_flagged
from autoplay.policy.certainty import certainty
from autoplay.policy.estimate import by_estimate, numbers_around

SAME_RISK = 1e-9
"""Risks closer than this are ties: engines agree to it with the exact answers."""


class LowestRisk:
    """The lowest mine probability; ties by the chance to open a zero, then by numbers around.

    Of equals one without a flag is taken.
    """

    name = "lowest_risk"

    def __init__(self, engine: str = "auto") -> None:
        self._engine = engine

    def advise(self, board: Board) -> Advice:
        """Return every certainly safe cell in one batch, or else one guess."""
        analysis = best_known(board, self._engine)
        if not analysis.is_exact:
            return by_estimate(board, analysis)
        return certainty(board, analysis) or self._guess(board, analysis)

    def _guess(self, board: Board, analysis: Analysis) -> Advice:
        risk = analysis.mine_probability
        mines = set(analysis.mines)
        openable = [cell for cell in board.unopened() if cell not in mines]
        lowest = min(float(risk[cell]) for cell in openable)
        tied = [cell for cell in openable if risk[cell] <= lowest + SAME_RISK]
        zero = self._chances_of_zero(board, analysis, tied)

        def rank(cell: Cell) -> tuple[float, int, bool, int]:
            around = numbers_around(board, cell)
            return round(zero[cell], 9), around, not is_flagged(board, cell), -cell

        best = max(tied, key=rank)
        others = sorted(openable, key=lambda cell: (cell != best, float(risk[cell]), cell))
        return Advice(
            (Action(Verb.OPEN, best),),
            lowest,
            f"nothing is certain; {board.topology.place(best)} is a mine with a chance of "
            f"{lowest:.1%}, the least of all"
            + (f"; it opens a zero with one of {zero[best]:.1%}" if zero[best] else ""),
            alternatives=tuple(
                Alternative(cell, float(risk[cell]), 1.0 - float(risk[cell]))
                for cell in others[:ALTERNATIVES]
            ),
        )

    def _chances_of_zero(
        self, board: Board, analysis: Analysis, cells: Iterable[Cell]
    ) -> dict[Cell, float]:
        """Return for each cell the share of layouts in which it shows a zero.

        Cells that see the same kinds of cells have the same chance, so each kind is counted once.
        """
        known: dict[object, float] = {}
        chances = {}
        for cell in cells:
            kind = _kind(board, cell)
            if kind not in known:
                known[kind] = self._chance_of_zero(board, analysis, cell)
            chances[cell] = known[kind]
        return chances

    def _chance_of_zero(self, board: Board, analysis: Analysis, cell: Cell) -> float:
        try:
            opened = log_layouts(board.with_labels({cell: Label.ZERO}), self._engine)
        except BudgetError:
            return 0.0
        return math.exp(opened - analysis.log_layouts)


def _kind(board: Board, cell: Cell) -> object:
    """What decides a cell's chance of a zero: the witnesses of itself and of each cell around."""

    def witnesses(other: Cell) -> tuple[Cell, ...]:
        around = board.topology.neighbors[other]
        return tuple(cell for cell in around if board.labels[cell] <= MAX_NUMBER)

    around = board.topology.neighbors[cell]
    covered = [other for other in around if board.labels[other] in MAY_BE_MINED]
    shown = sum(board.labels[other] in KNOWN_MINES for other in around)
    seen = Counter(witnesses(other) for other in covered)
    return witnesses(cell), frozenset(seen.items()), shown
