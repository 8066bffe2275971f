"""Where the mines are: the truth that only the rules may look at."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UsageError
from autoplay.game.board import Label
from autoplay.game.clicks import least_clicks
from autoplay.game.topology import Cell, Topology
from autoplay.words import counted


class FirstClick(StrEnum):
    """What a game promises of the first click."""

    UNPROTECTED = "unprotected"
    SAFE = "safe"  # never a mine
    OPENING = "opening"  # neither it nor a neighbour is a mine: it opens an area


@dataclass(frozen=True)
class Minefield:
    """A topology and its mined cells; UsageError for a mine where the board has no cell."""

    topology: Topology
    mines: frozenset[Cell]

    def __post_init__(self) -> None:
        cells = len(self.topology)
        if outside := [cell for cell in self.mines if not 0 <= cell < cells]:
            raise UsageError(
                f"mine {min(outside)} lies outside the cells of the board, 0 to {cells - 1}"
            )
        if nowhere := self.topology.absent & self.mines:
            raise UsageError(f"mine {min(nowhere)} lies where the board has no cell")

    @classmethod
    def of(cls, topology: Topology, mines: Iterable[int]) -> Minefield:
        """Return the minefield with mines on these cells."""
        return cls(topology, frozenset(Cell(cell) for cell in mines))

    @cached_property
    def numbers(self) -> NDArray[np.uint8]:
        """How many neighbours of each cell are mined, (cells,) uint8."""
        mined = np.zeros(len(self.topology) + 1, dtype=np.uint8)  # index -1 is "no neighbour"
        mined[list(self.mines)] = 1
        counts: NDArray[np.uint8] = mined[self.topology.neighbor_table].sum(axis=1, dtype=np.uint8)
        return counts

    def bbbv(self) -> int:
        """Return the 3BV: the least number of left clicks that opens every free cell."""
        labels = self.numbers.copy()
        labels[list(self.mines)] = Label.MINE
        labels[list(self.topology.absent)] = Label.ABSENT
        return least_clicks(self.topology, labels.tobytes())


def place_mines(
    topology: Topology,
    mines: int,
    first: Cell,
    rule: FirstClick,
    rng: random.Random,
) -> Minefield:
    """Return a uniformly random minefield that keeps what the rule promises of the first click.

    Where an opening leaves too little room for the mines, neighbours of the first click take the
    rest (as most games do). Raises UsageError when the mines do not fit.
    """
    protected = _protected(topology, first, rule)
    free = [cell for cell in topology.cells.tolist() if cell not in protected]
    overflow = mines - len(free)
    if overflow > 0 and rule is FirstClick.OPENING:
        rim = sorted(protected - {first})
        if overflow <= len(rim):
            return Minefield.of(topology, [*free, *rng.sample(rim, overflow)])
    if overflow > 0:
        fit = counted(mines, "mine does", "mines do")
        click = f"{'a' if rule is FirstClick.SAFE else 'an'} {rule} first click"
        raise UsageError(f"{fit} not fit on {topology.rows}x{topology.cols} with {click}")
    return Minefield.of(topology, rng.sample(free, mines))


def _protected(topology: Topology, first: Cell, rule: FirstClick) -> set[Cell]:
    match rule:
        case FirstClick.UNPROTECTED:
            return set()
        case FirstClick.SAFE:
            return {first}
        case FirstClick.OPENING:
            return {first, *topology.around(first)}
