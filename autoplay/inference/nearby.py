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
from autoplay.game import Board, Cell, Label
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import (
    KNOWN_MINES,
    MAY_BE_MINED,
    Constraint,
    constraints_of,
    indexes_by_cell,
    windows,
)
from autoplay.inference.contradiction import explain
from autoplay.inference.engine import active_engine, analyze

WINDOW, CORE = 24, 8
"""Numbers that are counted together, and how many in their middle are in the middle of no others.

With 16 and 4 they missed 13 of 231 safe cells of a game of triangles, with 24 and 8 one. With 32
the integers took 16 s for 900 numbers strewn over triangles, with 24 5 s; the kernel takes 0.2 s.
"""

SILENT = Label.WRONG_FLAG
"""What is put for an opened cell whose number is hidden: no mine, and it says nothing."""

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
        self._fate: dict[Cell, bool] = {}
        self._risk: dict[Cell, float] = {}

    def analysis(self) -> Analysis:
        """Return what is known in the end; raises ImpossibleBoardError without witnesses."""
        self._decide_by_single_numbers()
        for window, core in windows(constraints_of(self._known()), WINDOW, CORE):
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
        """Decide every cell that one number alone decides, until there is none."""
        constraints = constraints_of(self._known())
        by_cell = indexes_by_cell(constraints)
        todo = list(range(len(constraints)))
        while todo:
            constraint = constraints[todo.pop()]
            left = [cell for cell in constraint.cells if cell not in self._fate]
            need = constraint.mines - sum(self._fate.get(cell, False) for cell in constraint.cells)
            if not 0 <= need <= len(left):
                raise ImpossibleBoardError("a number has too many or too few mines around it")
            if left and need in (0, len(left)):
                self._fate.update(dict.fromkeys(left, need > 0))
                todo += [index for cell in left for index in by_cell[cell]]

    def _require_total(self) -> None:
        """Raise ImpossibleBoardError where the mine total does not fit what is decided."""
        known, total = self._known(), self._board.mines
        mined = sum(1 for _ in known.cells(*KNOWN_MINES))
        undecided = sum(1 for _ in known.cells(*MAY_BE_MINED))
        if total is not None and not mined <= total <= mined + undecided:
            raise ImpossibleBoardError("the mine total does not fit")

    def _count(self, window: Sequence[Constraint], core: Sequence[Constraint]) -> None:
        """Take what the window's numbers say: what is certain, and of its core the risks.

        A window that is too dear to count is tried in halves; a single number never is.
        """
        try:
            found = analyze(self._known(constraint.witness for constraint in window), self._engine)
        except BudgetError:
            if len(window) == 1:
                raise
            half = len(window) // 2
            for part in (window[:half], window[half:]):
                self._count(part, part)
            return
        self._fate.update(dict.fromkeys(found.safe, False))
        self._fate.update(dict.fromkeys(found.mines, True))
        for constraint in core:
            for cell in constraint.cells:
                self._risk.setdefault(cell, _estimate(float(found.mine_probability[cell])))

    def _known(self, heard: Iterable[Cell] | None = None) -> Board:
        """Return the board with what is decided shown, and no number but those that are heard."""
        labels = np.frombuffer(self._board.labels, np.uint8).copy()
        if heard is not None:
            kept = np.fromiter(heard, np.intp)
            numbers = labels[kept]
            labels[labels <= Label.TWELVE] = SILENT
            labels[kept] = numbers
        labels[[cell for cell, mined in self._fate.items() if mined]] = Label.MINE
        labels[[cell for cell, mined in self._fate.items() if not mined]] = SILENT
        return Board(self._board.topology, labels.tobytes(), self._board.mines)

    def _probability(self) -> NDArray[np.float64]:
        """Return the mine probability by cell, NaN for opened cells."""
        found = np.full(len(self._board.labels), np.nan)
        found[list(self._board.cells(*KNOWN_MINES))] = 1.0
        hidden = list(self._board.cells(*MAY_BE_MINED))
        known = {**self._risk, **self._fate}  # what is decided is no estimate any more
        for cell in known.keys() & hidden:
            found[cell] = known[cell]
        interior = [cell for cell in hidden if cell not in known]
        found[interior] = self._risk_elsewhere(np.nansum(found), len(interior))
        return found

    def _risk_elsewhere(self, mines: float, cells: int) -> float:
        """Return the risk of each of so many cells beside no number, ``mines`` being elsewhere."""
        if self._board.mines is None or not cells:
            return 0.5  # every layout counts once
        return _estimate((self._board.mines - mines) / cells)


def _estimate(risk: float) -> float:
    return min(max(risk, LEAST_RISK), 1 - LEAST_RISK)
