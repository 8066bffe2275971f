"""How fast and how exact an engine is on positions with known answers."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from autoplay.bench.statistics import quantile
from autoplay.errors import BudgetError, ImpossibleBoardError, UsageError
from autoplay.files import read_limited
from autoplay.game import Board, parse_rows
from autoplay.inference import analyze

MAX_BYTES = 64 << 20
"""A hundred expert positions take 0.2 of a million."""


@dataclass(frozen=True, eq=False)
class Position:
    """A board and the exact mine probability of each cell, (cells,) float64, NaN for opened.

    ``where`` says where it stands: its file, and its number there from 0.
    """

    board: Board
    mine_probability: NDArray[np.float64]
    where: str = "a position"


Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class _Entry(msgspec.Struct, frozen=True):
    """A position in a file; the interior has no probability where there is none."""

    rows: list[str]
    mines: int
    frontier: dict[str, Share] = msgspec.field(name="frontier_mine_probability")
    interior: Share | None = msgspec.field(name="interior_mine_probability")


class _Entries(msgspec.Struct, frozen=True):
    positions: list[msgspec.Raw]


def read_positions(path: Path) -> list[Position]:
    """Return the positions of a file like ``fixtures/positions/expert_positions.json``.

    Raises UsageError naming the file, and the position that is wrong.
    """
    try:
        entries = msgspec.json.decode(read_limited(path, MAX_BYTES), type=_Entries).positions
    except (msgspec.MsgspecError, RecursionError) as error:
        raise UsageError(f"{path}: no positions: {error}") from None
    if not entries:
        raise UsageError(f"{path}: there are no positions in it")
    return [_position(path, number, entry) for number, entry in enumerate(entries)]


def _position(path: Path, number: int, raw: msgspec.Raw) -> Position:
    where = f"{path}: position {number}"
    try:
        entry = msgspec.json.decode(raw, type=_Entry)
        board = parse_rows(entry.rows, entry.mines)
        probability = np.full(len(board.topology), np.nan)
        if entry.interior is not None:
            probability[list(board.unopened())] = entry.interior
        for place, share in entry.frontier.items():
            probability[board.topology.cell_at(place)] = share
    except (UsageError, msgspec.MsgspecError, ValueError, IndexError, RecursionError) as error:
        raise UsageError(f"{where}: {error}") from None
    return Position(board, probability, where)


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

    Measured through Python, which is what a policy pays. Raises UsageError for a position that no
    layout fits or that is too wide to count.
    """
    times, errors = [], []
    for position in positions:
        best = float("inf")
        for _ in range(repeats):
            with _naming(position):
                started = time.thread_time()
                found = analyze(position.board, engine)
                best = min(best, time.thread_time() - started)
        times.append(1000 * best)
        errors.append(_largest_error(found.mine_probability, position))
    return Speed.of(times, errors)


def measure_kernel(positions: Sequence[Position], repeats: int) -> Speed:
    """Return the same for the compiled kernel alone, without the Python around it."""
    from autoplay.inference.kernel_engine import kernel_of, kernel_total, require_counted

    times, errors = [], []
    for position in positions:
        board, best = position.board, float("inf")
        kernel, mines = kernel_of(board.topology), kernel_total(board)
        for _ in range(repeats):
            started = time.thread_time()
            status, probability, _, _ = kernel.analyze(board.labels, mines)
            best = min(best, time.thread_time() - started)
        with _naming(position):
            require_counted(status)
        times.append(1000 * best)
        errors.append(_largest_error(probability, position))
    return Speed.of(times, errors)


@contextmanager
def _naming(position: Position) -> Iterator[None]:
    """Raise UsageError that names the position where it cannot be analyzed."""
    try:
        yield
    except (ImpossibleBoardError, BudgetError) as error:
        raise UsageError(f"{position.where}: {error}") from None


def _largest_error(found: NDArray[np.float64], position: Position) -> float:
    """Return by how much a probability differs most: 0.0 where no cell has one, and infinity where
    a cell has one of the two only."""
    if (np.isnan(found) != np.isnan(position.mine_probability)).any():
        return float("inf")
    return float(np.nanmax(np.abs(found - position.mine_probability), initial=0.0))
