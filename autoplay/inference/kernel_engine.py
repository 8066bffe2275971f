"""Exact inference by the compiled kernel: the fast twin of exact.py."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import BudgetError
from autoplay.game import UNOPENED, Board, Cell, Topology
from autoplay.inference._kernel import (
    CONTRADICTION,
    FREE,
    IMPRECISE,
    MINED,
    OK,
    TOO_WIDE,
    Kernel,
)
from autoplay.inference.analysis import Analysis
from autoplay.inference.contradiction import explain
from autoplay.inference.counting import MAX_LINES

UNCOUNTED = (TOO_WIDE, IMPRECISE)
"""Statuses of a board whose layouts could not be counted, where there may be some."""


@lru_cache(maxsize=16)
def kernel_of(topology: Topology) -> Kernel:
    """Return the kernel for boards of this topology; it keeps its working memory between calls."""
    return Kernel(topology.neighbor_table, MAX_LINES)


def analyze(board: Board) -> Analysis:
    """Return what can be known about the board, in doubles.

    Where the mine total is unknown every layout counts once. ``layouts`` is None: only its
    logarithm is known. Raises ImpossibleBoardError (with witnesses) when no layout fits,
    BudgetError for a frontier too wide, or for counts that doubles cannot hold.
    """
    status, probability, fate, log_layouts = _counted(board)
    if status == CONTRADICTION:
        raise explain(board)
    unopened = np.isin(board.array().ravel(), list(UNOPENED))
    return Analysis(
        board,
        "kernel",
        probability,
        safe=_cells(unopened & (fate == FREE)),
        mines=_cells(unopened & (fate == MINED)),
        log_layouts=log_layouts,
    )


def log_layouts(board: Board) -> float:
    """Return the natural logarithm of the number of layouts, -inf when none fits.

    Raises BudgetError as ``analyze`` does.
    """
    status, _, _, found = _counted(board)
    return found if status == OK else -math.inf


def require_counted(status: int, where: str = "the frontier") -> None:
    """Raise BudgetError where this status says that the layouts could not be counted."""
    if status == TOO_WIDE:
        raise BudgetError(
            f"{where} is too wide for an exact count (over {MAX_LINES} lines, or too "
            "many of all its parts together); open cells elsewhere first"
        )
    if status == IMPRECISE:
        raise BudgetError(
            f"{where} has counts too far apart for the kernel's floating point; use --engine python"
        )


def kernel_total(board: Board) -> int:
    """Return the mine total as the kernel takes it: -1 where it is not known."""
    return -1 if board.mines is None else board.mines


def _counted(board: Board) -> tuple[int, NDArray[np.float64], NDArray[np.uint8], float]:
    counted = kernel_of(board.topology).analyze(board.labels, kernel_total(board))
    require_counted(counted[0])
    return counted


def _cells(chosen: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> tuple[Cell, ...]:
    return tuple(Cell(cell) for cell in np.flatnonzero(chosen).tolist())
