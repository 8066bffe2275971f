"""Chooses the engine: the compiled kernel where it was built, exact Python integers otherwise."""

from __future__ import annotations

import importlib.util

from autoplay.errors import UsageError
from autoplay.game import Board
from autoplay.inference import exact
from autoplay.inference.analysis import Analysis

ENGINES = ("auto", "kernel", "python")


def kernel_available() -> bool:
    """Whether the compiled kernel was built."""
    return importlib.util.find_spec("autoplay.inference._kernel") is not None


def active_engine() -> str:
    """Return the engine that "auto" takes: "kernel" or "python"."""
    return "kernel" if kernel_available() else "python"


def analyze(board: Board, engine: str = "auto") -> Analysis:
    """Return what can be known about the board.

    Raises ImpossibleBoardError (with witnesses) when no layout fits, BudgetError for a frontier too
    wide to count, UsageError for an engine that is not there.
    """
    match active_engine() if engine == "auto" else engine:
        case "python":
            return exact.analyze(board)
        case "kernel" if kernel_available():
            from autoplay.inference import kernel_engine

            return kernel_engine.analyze(board)
        case "kernel":
            raise UsageError("the kernel was not compiled here; use --engine python")
        case _:
            raise UsageError(f"no engine {engine!r}; use one of {', '.join(ENGINES)}")
