"""Which first click wins most: the same number of games from each of several cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from autoplay.bench.simulate import Runner, Setup, Tally, simulate
from autoplay.bench.statistics import wilson
from autoplay.game import Cell, Topology

NEAR = 5
"""Rows and columns from a corner that are tried: further in, a board has no edge to offer."""


@dataclass(frozen=True)
class StartRate:
    """How often games that began with ``cell`` were won."""

    cell: Cell
    games: int
    wins: int

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return wilson(self.wins, self.games)


def cells_near_a_corner(topology: Topology) -> list[Cell]:
    """Return the cells at most NEAR rows and columns from the first corner, the middle included."""
    rows, cols = (min(NEAR, (side + 1) // 2) for side in (topology.rows, topology.cols))
    return [topology.cell(row, col) for row in range(rows) for col in range(cols)]


def rates(setup: Setup, cells: Iterable[Cell], games: int, runner: Runner) -> Iterator[StartRate]:
    """Yield the win rate of each first click so far, after every chunk of so many games."""
    for cell in cells:
        tally = Tally()
        for _ in simulate(replace(setup, start=cell), games, runner, tally):
            yield StartRate(cell, tally.games, tally.wins)
