"""The mine total that is likeliest where nothing tells it."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cache

import numpy as np

from autoplay.game import Board
from autoplay.inference import Analysis, log_layouts

DENSITY = 0.17
"""Share of the cells that is mined: 0.12 to 0.21 on the classic levels."""


def likeliest_total(board: Board, analysis: Analysis) -> int:
    """Return the mine total of the likeliest layouts, any cell being mined with the usual density.

    A total is as likely as it has layouts, times the odds of a mine for each of its mines.
    ``analysis`` is that of the board, without a total. Raises BudgetError as ``analyze`` does.
    """
    log_odds = math.log(DENSITY / (1 - DENSITY))

    @cache
    def weight(mines: int) -> float:
        return log_layouts(replace(board, mines=mines)) + mines * log_odds

    cells = len(board.labels)
    best = round(float(np.nansum(analysis.mine_probability)))
    if math.isinf(weight(best)):
        return max(range(cells + 1), key=weight)
    step = max(cells // STEPS, 1)
    while step:
        near = [mines for mines in (best - step, best + step) if 0 <= mines <= cells]
        better = max(near, key=weight)
        if weight(better) > weight(best):
            best = better
        else:
            step //= 2
    return best


STEPS = 16
"""Into how many steps the cells are divided at first; the weights have one peak."""
