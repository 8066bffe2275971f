"""Exact inference by the compiled kernel: the fast twin of exact.py."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board, Cell, Label, Topology, are_unopened
from autoplay.game.topology import MAX_NEIGHBORS
from autoplay.inference._kernel import (
    CONTRADICTION,
    FREE,
    IMPRECISE,
    MINED,
    OK,
    TOO_WIDE,
    Excerpt,
    Kernel,
)
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import Constraint
from autoplay.inference.contradiction import explain
from autoplay.inference.counting import MAX_LINES

UNCOUNTED = (TOO_WIDE, IMPRECISE)
"""Statuses of a board whose layouts could not be counted, where there may be some."""


LARGE = 50_000
"""Cells from which on only the kernel used last is kept: it takes some 200 bytes a cell."""


def kernel_of(topology: Topology) -> Kernel:
    """Return the kernel for boards of this topology; it keeps its working memory between calls."""
    kept = _small if len(topology) < LARGE else _large
    return kept(topology, MAX_LINES)


def _made(topology: Topology, max_lines: int) -> Kernel:
    return Kernel(topology.neighbor_table, max_lines)


_small, _large = lru_cache(maxsize=16)(_made), lru_cache(maxsize=1)(_made)


def analyze(board: Board) -> Analysis:
    """Return what can be known about the board, in doubles.

    Where the mine total is unknown every layout counts once. ``layouts`` is None: only its
    logarithm is known. Raises ImpossibleBoardError (with witnesses) when no layout fits,
    BudgetError for a frontier too wide, or for counts that doubles cannot hold.
    """
    status, probability, fate, log_layouts = _counted(board)
    if status == CONTRADICTION:
        raise explain(board)
    unopened = are_unopened(board.array().ravel())
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


def risks(
    constraints: Sequence[Constraint], interior: int, mines_left: int | None
) -> tuple[dict[Cell, float], float]:
    """Return the mine probability of each cell of these constraints, and that of any other.

    As ``exact.risks``, in doubles.
    """
    cells = sorted({cell for constraint in constraints for cell in constraint.cells})
    place = {cell: index for index, cell in enumerate(cells, start=len(constraints))}
    # One more cell stands for the whole interior.
    table = np.full((len(constraints) + len(cells) + 1, MAX_NEIGHBORS), -1, np.int32)
    for row, constraint in zip(table, constraints, strict=False):
        row[: len(constraint.cells)] = sorted(place[cell] for cell in constraint.cells)
    labels = bytearray([Label.COVERED]) * len(table)
    labels[: len(constraints)] = bytes(constraint.mines for constraint in constraints)
    if not interior:
        labels[-1] = Label.WRONG_FLAG  # no cell at all
    total = -1 if mines_left is None else mines_left
    excerpt = _excerpt_of(MAX_LINES)
    status, probability = excerpt.analyze(table, bytes(labels), max(0, interior - 1), total)
    if status == CONTRADICTION:
        raise ImpossibleBoardError("no layout fits these numbers together")
    require_counted(status)
    return {cell: probability[at] for cell, at in place.items()}, probability[-1]


@cache
def _excerpt_of(max_lines: int) -> Excerpt:
    """Return the kernel for parts of boards; it keeps its working memory between calls."""
    return Excerpt(max_lines)


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
