"""Chooses the engine: the compiled kernel where it was built, exact Python integers otherwise."""

from __future__ import annotations

import importlib.util
from collections.abc import Sequence
from functools import cache
from typing import Protocol

from autoplay.errors import UsageError
from autoplay.game import Board, Cell
from autoplay.inference import exact
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import Constraint

ENGINES = ("auto", "kernel", "python")


@cache
def kernel_available() -> bool:
    """Whether the compiled kernel was built."""
    return importlib.util.find_spec("autoplay.inference._kernel") is not None


def active_engine() -> str:
    """Return the engine that "auto" takes: "kernel" or "python"."""
    return "kernel" if kernel_available() else "python"


def chosen_engine(name: str) -> str:
    """Return the engine that this name takes: "kernel" or "python".

    Raises UsageError for one that is not there.
    """
    match name:
        case "auto":
            return active_engine()
        case "kernel" if not kernel_available():
            raise UsageError("the kernel was not compiled here; use --engine python")
        case "kernel" | "python":
            return name
        case _:
            raise UsageError(f"no engine {name!r}; use one of {', '.join(ENGINES)}")


def analyze(board: Board, engine: str = "auto") -> Analysis:
    """Return what can be known about the board.

    Raises ImpossibleBoardError (with witnesses) when no layout fits, BudgetError for a frontier too
    wide to count, UsageError for an engine that is not there.
    """
    return _engine(engine).analyze(board)


def log_layouts(board: Board, engine: str = "auto") -> float:
    """Return the natural logarithm of the number of layouts, -inf when none fits.

    Raises BudgetError and UsageError as ``analyze`` does.
    """
    return _engine(engine).log_layouts(board)


def risks(
    constraints: Sequence[Constraint], interior: int, mines_left: int | None, engine: str = "auto"
) -> tuple[dict[Cell, float], float]:
    """Return the mine probability of each cell of these constraints, and that of any other.

    They are all that is known of a board, each possible alone; ``interior`` cells are in none of
    them, and ``mines_left`` mines in all, None when unknown. 0.0 and 1.0 are told only of what is
    certain. Takes no longer on a large board than on a small one.

    Raises ImpossibleBoardError (without witnesses), BudgetError and UsageError as ``analyze`` does.
    """
    return _engine(engine).risks(constraints, interior, mines_left)


class _Engine(Protocol):
    def analyze(self, board: Board) -> Analysis: ...
    def log_layouts(self, board: Board) -> float: ...
    def risks(
        self, constraints: Sequence[Constraint], interior: int, mines_left: int | None
    ) -> tuple[dict[Cell, float], float]: ...


def _engine(name: str) -> _Engine:
    """Return the module of this engine."""
    if chosen_engine(name) == "python":
        return exact
    from autoplay.inference import kernel_engine

    return kernel_engine
