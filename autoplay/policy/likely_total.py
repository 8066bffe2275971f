"""The mine total that is likeliest where nothing tells it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import count

import numpy as np

from autoplay.game import Board
from autoplay.inference import Analysis, log_layouts

DENSITY = 0.17
"""Share of the cells that is mined: 0.12 to 0.21 on the classic levels."""


def likeliest_total(board: Board, analysis: Analysis) -> int:
    """Return the mine total of the likeliest layouts, any cell being mined with the usual density.

    A total is as likely as it has layouts, times the odds of a mine for each of its mines.
    ``analysis`` is that of the board, without a total; where it is not exact, the total is that of
    the usual density, or what is known to be mined. Raises BudgetError as ``analyze`` does.
    """
    if not analysis.is_exact:
        shown = board.mines_shown()
        return max(round(DENSITY * board.topology.present), shown + len(analysis.mines))
    log_odds = math.log(DENSITY / (1 - DENSITY))

    cells = board.topology.present

    @cache
    def weight(mines: int) -> float:
        if not 0 <= mines <= cells:
            return -math.inf
        return log_layouts(replace(board, mines=mines)) + mines * log_odds

    best = _nearest_possible(round(float(np.nansum(analysis.mine_probability))), weight)
    step = max(cells // STEPS, 1)
    while step:
        away = [step] if step > 1 else range(1, WIDEST_HOLE + 2)
        better = max((best + way * far for far in away for way in (-1, 1)), key=weight)
        if weight(better) > weight(best):
            best = better
        else:
            step //= 2
    return best


def _nearest_possible(mines: int, weight: Callable[[int], float]) -> int:
    """Return the total nearest to this one that some layout has; there is one."""
    near = (mines + way * far for far in count() for way in (-1, 1))
    return next(total for total in near if weight(total) > -math.inf)


STEPS = 16
"""Into how many steps the cells are divided at first; the weights have one peak, but for holes."""

WIDEST_HOLE = 3
"""Totals in a row that no layout has, between others; some numbers fit 4 mines or 6, but not 5."""
