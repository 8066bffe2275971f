"""What can be known about a board: the value that every engine returns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Board, Cell


@dataclass(frozen=True, eq=False)
class Analysis:
    """What is known about a board: all there is to know, unless ``is_exact`` is False.

    ``mine_probability`` is (cells,) float64, NaN for opened cells. ``safe`` and ``mines`` hold the
    unopened cells that are free, or mined, in every layout (counted, never a rounded probability).
    ``layouts`` is the number of layouts that fit, exact from the Python engine and None from the
    kernel, which gives only ``log_layouts`` (natural logarithm).

    Where ``is_exact`` is False, ``safe`` and ``mines`` are proven all the same but may lack some,
    the probabilities of others are estimates, and ``log_layouts`` is NaN.
    """

    board: Board
    engine: str
    mine_probability: NDArray[np.float64]
    safe: tuple[Cell, ...]
    mines: tuple[Cell, ...]
    log_layouts: float
    layouts: int | None = None
    is_exact: bool = True
