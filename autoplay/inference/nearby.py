"""What can be known where the whole board is too dear to count: what numbers near each other say.

A board with some of its numbers hidden fits every layout that the board fits. So a cell that is
safe there is safe, and where nothing fits there nothing fits: proofs stay proofs. A mine
probability there is one that fewer numbers tell of, an estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import KNOWN_MINES, Board, Cell
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import (
    MAY_BE_MINED,
    Constraint,
    constraints_of,
    indexes_by_cell,
    windows,
)
from autoplay.inference.contradiction import explain
from autoplay.inference.engine import active_engine, analyze, risks

WINDOW, CORE = 24, 8
"""Numbers that are counted together, and how many in their middle are in the middle of no others.

With 16 and 4 they missed 13 of 231 safe cells of a game of triangles, with 24 and 8 one. With 32
the integers took 16 s for 900 numbers strewn over triangles, with 24 5 s; the kernel takes 0.2 s.
"""

LEAST_RISK = 0.001
"""Estimates are kept this far from 0 and 1: they prove nothing."""


def best_known(board: Board, engine: str = "auto") -> Analysis:
    """Return all that can be known about the board or, where that is too dear, a part of it.

    Raises ImpossibleBoardError and UsageError as ``analyze`` does.
    """
    try:
        return analyze(board, engine)
    except BudgetError:
        return analyze_nearby(board, engine)


def analyze_nearby(board: Board, engine: str = "auto") -> Analysis:
    """Return what each number alone proves, and then those near each other.

    Every number is checked against those around it: raises ImpossibleBoardError where they, or they
    and the mine total, contradict each other.
    """
    try:
        return _Nearby(board, engine).analysis()
    except ImpossibleBoardError:
        raise explain(board) from None


class _Nearby:
    """What is found on the way: ``fate`` whether a cell is mined, ``risk`` what is estimated."""

    def __init__(self, board: Board, engine: str) -> None:
        self._board = board
        self._engine = active_engine() if engine == "auto" else engine
        self._constraints = constraints_of(board)
        self._hidden = list(board.cells(*MAY_BE_MINED))
        self._shown = board.mines_shown()
        self._fate: dict[Cell, bool] = {}
        self._mined = 0  # of those whose fate is known
        self._risk: dict[Cell, float] = {}

    def analysis(self) -> Analysis:
        """Return what is known in the end; raises ImpossibleBoardError without witnesses."""
        self._decide_by_single_numbers()
        for window, core in windows(self._constraints, WINDOW, CORE):
            self._count(window, core)
        self._decide_by_single_numbers()
        self._require_total()
        unopened = list(self._board.unopened())
        return Analysis(
            self._board,
            self._engine,
            self._probability(),
            safe=tuple(cell for cell in unopened if self._fate.get(cell) is False),
            mines=tuple(cell for cell in unopened if self._fate.get(cell) is True),
            log_layouts=math.nan,
            is_exact=False,
        )

    def _decide_by_single_numbers(self) -> None:
        """Decide every cell that one number alone decides; keep what is left of the numbers."""
        by_cell = indexes_by_cell(self._constraints)
        todo = list(range(len(self._constraints)))
        while todo:
            left = self._left(self._constraints[todo.pop()])
            if left.cells and left.mines in (0, len(left.cells)):
                self._decide(left.cells, mined=left.mines > 0)
                todo += [index for cell in left.cells for index in by_cell[cell]]
        self._constraints = self._undecided(self._constraints)

    def _undecided(self, constraints: Iterable[Constraint]) -> list[Constraint]:
        return [left for each in constraints if (left := self._left(each)).cells]

    def _left(self, constraint: Constraint) -> Constraint:
        """Return what a number says of the cells that are not decided yet.

        Raises ImpossibleBoardError where it is too many or too few mines for them.
        """
        cells = frozenset(cell for cell in constraint.cells if cell not in self._fate)
        mines = constraint.mines - sum(self._fate.get(cell, False) for cell in constraint.cells)
        if not 0 <= mines <= len(cells):
            raise ImpossibleBoardError("a number has too many or too few mines around it")
        return Constraint(constraint.witness, cells, mines)

    def _decide(self, cells: Iterable[Cell], *, mined: bool) -> None:
        for cell in cells:
            if cell not in self._fate:
                self._fate[cell] = mined
                self._mined += mined

    def _mines_left(self) -> int | None:
        """Return the mines among undecided cells, None where the total is unknown."""
        total = self._board.mines
        return None if total is None else total - self._shown - self._mined

    def _require_total(self) -> None:
        """Raise ImpossibleBoardError where the mine total does not fit what is decided."""
        left = self._mines_left()
        if left is not None and not 0 <= left <= len(self._hidden) - len(self._fate):
            raise ImpossibleBoardError("the mine total does not fit")

    def _count(self, window: Sequence[Constraint], core: Sequence[Constraint]) -> None:
        """Take what the window's numbers say: what is certain, and of its core the risks.

        A window that is too dear to count is tried in halves; a single number never is.
        """
        self._require_total()
        heard = self._undecided(sorted(window, key=_place))
        interior = len(self._hidden) - len(self._fate)
        interior -= len({cell for constraint in heard for cell in constraint.cells})
        try:
            risk, elsewhere = risks(heard, interior, self._mines_left(), self._engine)
        except BudgetError:
            if len(window) == 1:
                raise
            half = len(window) // 2
            for part in (window[:half], window[half:]):
                self._count(part, part)
            return
        self._decide([cell for cell, mined in risk.items() if mined == 0], mined=False)
        self._decide([cell for cell, mined in risk.items() if mined == 1], mined=True)
        if interior and elsewhere in (0, 1):
            self._decide([cell for cell in self._hidden if cell not in risk], mined=elsewhere == 1)
        for constraint in core:
            for cell in constraint.cells & risk.keys():
                self._risk.setdefault(cell, _estimate(risk[cell]))

    def _probability(self) -> NDArray[np.float64]:
        """Return the mine probability by cell, NaN for opened cells."""
        found = np.full(len(self._board.labels), np.nan)
        found[list(self._board.cells(*KNOWN_MINES))] = 1.0
        known = {**self._risk, **self._fate}  # what is decided is no estimate any more
        for cell, risk in known.items():
            found[cell] = risk
        interior = [cell for cell in self._hidden if cell not in known]
        found[interior] = self._risk_elsewhere(np.nansum(found), len(interior))
        return found

    def _risk_elsewhere(self, mines: float, cells: int) -> float:
        """Return the risk of each of so many cells beside no number, ``mines`` being elsewhere."""
        if self._board.mines is None or not cells:
            return 0.5  # every layout counts once
        return _estimate((self._board.mines - mines) / cells)


def _estimate(risk: float) -> float:
    return min(max(risk, LEAST_RISK), 1 - LEAST_RISK)


def _place(constraint: Constraint) -> Cell:
    return constraint.witness
