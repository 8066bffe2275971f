"""How fast and how exact an engine is on positions with known answers."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from autoplay.bench.statistics import quantile
from autoplay.errors import UsageError
from autoplay.game import Board, parse_rows
from autoplay.inference import analyze


@dataclass(frozen=True, eq=False)
class Position:
    """A board and the exact mine probability of each cell, (cells,) float64, NaN for opened."""

    board: Board
    mine_probability: NDArray[np.float64]


POSITION = (
    "it must have rows, mines, frontier_mine_probability by ROW,COL and interior_mine_probability"
)
"""What is said of an entry that is no position."""


def read_positions(path: Path) -> list[Position]:
    """Return the positions of a file like ``fixtures/positions/expert_positions.json``.

    Raises UsageError naming the file, and the position that is wrong.
    """
    try:
        entries = json.loads(path.read_text(encoding="utf-8"))["positions"]
        assert isinstance(entries, list)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; name a file of positions") from None
    except (AssertionError, KeyError, TypeError, ValueError, RecursionError):
        raise UsageError(f"{path}: no positions; it must be JSON with a list 'positions'") from None
    if not entries:
        raise UsageError(f"{path}: there are no positions in it")
    return [_position(path, number, entry) for number, entry in enumerate(entries)]


def _position(path: Path, number: int, entry: object) -> Position:
    try:
        assert isinstance(entry, dict)
        rows, mines, frontier = (
            entry[key] for key in ("rows", "mines", "frontier_mine_probability")
        )
        assert isinstance(rows, list) and isinstance(mines, int) and isinstance(frontier, dict)
        board = parse_rows(rows, mines)
        probability = np.full(len(board.topology), np.nan)
        probability[list(board.unopened())] = entry["interior_mine_probability"]
        for place, value in frontier.items():
            probability[board.topology.cell(*map(int, place.split(",")))] = value
    except UsageError as error:
        raise UsageError(f"{path}: position {number}: {error}") from None
    except (AssertionError, KeyError, TypeError, ValueError, IndexError):
        raise UsageError(f"{path}: position {number}: {POSITION}") from None
    return Position(board, probability)


@dataclass(frozen=True)
class Speed:
    """CPU milliseconds of one analysis from scratch, the fastest of several, over positions."""

    median: float
    p99: float
    worst: float
    largest_error: float

    @classmethod
    def of(cls, times: Sequence[float], errors: Iterable[float]) -> Speed:
        """Return the summary of these times and errors."""
        return cls(quantile(times, 0.5), quantile(times, 0.99), max(times), max(errors))


def measure(positions: Sequence[Position], engine: str, repeats: int) -> Speed:
    """Return how fast the engine analyzes the positions, and its largest error of a probability.

    Measured through Python, which is what a policy pays.
    """
    times, errors = [], []
    for position in positions:
        best = float("inf")
        for _ in range(repeats):
            started = time.thread_time()
            found = analyze(position.board, engine)
            best = min(best, time.thread_time() - started)
        times.append(1000 * best)
        difference = np.abs(found.mine_probability - position.mine_probability)
        errors.append(float(np.nanmax(difference)))
    return Speed.of(times, errors)


def measure_kernel(positions: Sequence[Position], repeats: int) -> Speed:
    """Return the same for the compiled kernel alone, without the Python around it."""
    from autoplay.inference.kernel_engine import kernel_of

    times, errors = [], []
    for position in positions:
        board, best = position.board, float("inf")
        kernel, mines = kernel_of(board.topology), -1 if board.mines is None else board.mines
        for _ in range(repeats):
            started = time.thread_time()
            _, probability, _, _ = kernel.analyze(board.labels, mines)
            best = min(best, time.thread_time() - started)
        times.append(1000 * best)
        errors.append(float(np.nanmax(np.abs(probability - position.mine_probability))))
    return Speed.of(times, errors)
