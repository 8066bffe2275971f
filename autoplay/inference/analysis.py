"""What can be known about a board: the value that every engine returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Board, Cell


@dataclass(frozen=True, eq=False)
class Analysis:
    """Exact knowledge about a board.

    ``mine_probability`` is (cells,) float64, NaN for opened cells. ``safe`` and ``mines`` hold the
    unopened cells that are free, or mined, in every layout (counted, never a rounded probability).
    ``layouts`` is the number of layouts that fit, exact from the Python engine and None from the
    kernel, which gives only ``log_layouts`` (natural logarithm).
    """

    board: Board
    engine: str
    mine_probability: NDArray[np.float64]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    log_layouts: float
    layouts: int | None = None
