"""The winning policy in plain Python: what plays where the kernel was not compiled.

The readable twin of the compiled searches, under a budget that plain Python can keep: fewer
layouts are searched to the end, fewer cells looked at. Every guess says when that cut it short.
Parts that are games of their own, and what comes after the next move, are for the kernel.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from autoplay.errors import BudgetError, UsageError
from autoplay.game import Action, Board, Cell, Label, Verb
from autoplay.inference import Analysis, best_known
from autoplay.policy.advice import (
    ALTERNATIVES,
    Advice,
    Alternative,
    guess_reason,
    is_flagged,
    told_method,
)
from autoplay.policy.certainty import certainty
from autoplay.policy.estimate import by_estimate
from autoplay.policy.explain import opened_as
from autoplay.policy.search import Search
from autoplay.policy.settings import Settings

ENGINE = "python"
ENDGAME_LAYOUTS = 100
ENDGAME_POSITIONS = 3000
"""Together a second's work at most."""
QUERIES = 60
"""Analyses of what a guess may show: a second's work on an expert board."""
ABSENT = {"isolated": 0, "off_frontier": None, "extension": 0, "second_share": 0.0}
"""The settings of what only the kernel does, with the values that do without it."""


class WinningTwin:
    """The same play with less search.

    Raises UsageError for settings of what only the kernel does.
    """

    def __init__(
        self, settings: Settings | None = None, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._settings = settings or Settings()
        self._clock = clock
        self._deadline = math.inf  # of the guess that is decided
        self.name = self._settings.named("winning")
        changed = [
            name
            for name, without in ABSENT.items()
            if getattr(self._settings, name) not in (getattr(Settings, name), without)
        ]
        if changed:
            raise UsageError(
                f"{', '.join(changed)}: only the compiled kernel has this; leave it out"
            )

    def advise(self, board: Board) -> Advice:
        """Return every certainly safe cell in one batch, or else one guess.

        Where the board is too wide to count, they are what numbers near each other prove, or an
        estimate by them. Raises ImpossibleBoardError for a board no layout fits.
        """
        budget = self._settings.budget_ms / 1000
        self._deadline = self._clock() + budget if budget else math.inf
        analysis = best_known(board, ENGINE)
        if not analysis.is_exact:
            return by_estimate(board, analysis)
        return certainty(board, analysis) or self._guess(board, analysis)

    def _guess(self, board: Board, analysis: Analysis) -> Advice:
        cells = self._candidates(board, analysis)
        searched = self._searched(board, analysis, cells)
        if searched is not None:
            return _advice(board, analysis, searched, "exact", cut_short=False)
        layouts = analysis.layouts or math.inf
        cut_short = Label.UNREADABLE not in board.labels
        cut_short = cut_short and layouts <= self._settings.endgame_layouts
        if self._settings.plies == 1:
            survival = {cell: 1.0 - float(analysis.mine_probability[cell]) for cell in cells}
            return _advice(board, analysis, survival, "survival", cut_short)
        values: dict[Cell, float] = {}
        queries = 0
        for cell in cells:
            queries += len(board.topology.neighbors[cell]) + 1
            if values and (queries > QUERIES or self._too_late()):
                cut_short = True
                break
            values[cell] = self._survival(board, analysis, cell)
        return _advice(board, analysis, values, "two-ply survival", cut_short)

    def _candidates(self, board: Board, analysis: Analysis) -> list[Cell]:
        """Return the cells worth a look, the safest first."""
        mines, risk = set(analysis.mines), analysis.mine_probability
        openable = [cell for cell in board.unopened() if cell not in mines]
        openable.sort(key=lambda c: (round(float(risk[c]), 9), is_flagged(board, c), c))
        least = (1.0 - float(risk[openable[0]])) * self._settings.window
        near = [cell for cell in openable if 1.0 - float(risk[cell]) >= least - 1e-12]
        return near[: max(1, self._settings.candidates)]

    def _searched(
        self, board: Board, analysis: Analysis, cells: Sequence[Cell]
    ) -> dict[Cell, float] | None:
        """Return the exact chance to win with each cell, None where there is too much to search."""
        most = min(ENDGAME_LAYOUTS, self._settings.endgame_layouts)
        if Label.UNREADABLE in board.labels or analysis.layouts is None or analysis.layouts > most:
            return None
        try:
            search = Search(
                board,
                most,
                min(ENDGAME_POSITIONS, self._settings.endgame_nodes),
                too_late=self._too_late,
            )
            return {cell: float(search.win_probability_of(cell)) for cell in board.unopened()}
        except BudgetError:
            return None

    def _too_late(self) -> bool:
        return self._clock() >= self._deadline

    def _survival(self, board: Board, analysis: Analysis, cell: Cell) -> float:
        """Return the chance to survive this cell and then the best one after it."""
        certain = 1.0 + self._settings.certainty_bonus
        value = 0.0
        for _, after in opened_as(board, cell, ENGINE):
            chance = math.exp(after.log_layouts - analysis.log_layouts)
            mines = set(after.mines)
            rest = [other for other in after.board.unopened() if other not in mines]
            goes_on = not rest or bool(after.safe)
            best = max((1.0 - float(after.mine_probability[other]) for other in rest), default=1.0)
            value += chance * (certain if goes_on else best)
        return value


def _advice(
    board: Board, analysis: Analysis, values: dict[Cell, float], method: str, cut_short: bool
) -> Advice:
    risk = analysis.mine_probability

    def rank(cell: Cell) -> tuple[float, float, bool, Cell]:
        value, mined = round(values[cell], 9), round(float(risk[cell]), 9)
        return -value, mined, is_flagged(board, cell), cell

    ranked = sorted(values, key=rank)
    best = ranked[0]
    method = told_method(board, method)
    return Advice(
        (Action(Verb.OPEN, best),),
        float(risk[best]),
        guess_reason(board, best, float(risk[best]), method, values[best]),
        win_probability=values[best] if method == "exact" else None,
        method=method,
        alternatives=tuple(
            Alternative(cell, float(risk[cell]), values[cell]) for cell in ranked[:ALTERNATIVES]
        ),
        cut_short=cut_short,
    )
