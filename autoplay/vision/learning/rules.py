"""What the rules of the game say about labels: how badly a naming breaks them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology

Labels = NDArray[np.uint8]
"""(cells,) values of ``Label``."""

_COVER = np.zeros(32, np.int32)
_COVER[[Label.COVERED, Label.FLAG, Label.QUESTION, Label.UNREADABLE]] = 1
_MINE = np.zeros(32, np.int32)
_MINE[[Label.MINE, Label.EXPLODED]] = 1
_UNFLAGGED = np.zeros(32, np.int32)
_UNFLAGGED[[Label.COVERED, Label.QUESTION]] = 1
_FLAGGED = np.zeros(32, np.int32)
_FLAGGED[Label.FLAG] = 1
_ZERO = np.zeros(32, np.int32)
_ZERO[Label.ZERO] = 1


_AT_ONCE = _MINE | _COVER << 4 | _UNFLAGGED << 8 | _FLAGGED << 12 | _ZERO << 16
"""Five kinds counted in one go, four bits each: no cell has more than 12 neighbours."""


def _of_kind(counts: NDArray[np.int32], place: int) -> NDArray[np.int32]:
    """Return the counts of the kind at this place of ``_AT_ONCE``."""
    return np.asarray(counts >> 4 * place & 15, dtype=np.int32)


BROKEN_RULE = 4.0
"""What one broken rule costs, in natural-log units."""

STRANGE = 0.7
"""What something unusual that the rules allow costs: more flags than a number says."""

FLAGGED_ZERO = 2.0
"""What a flag beside a zero costs: it is wrong, and opening mostly removes it."""

LONELY = 0.05
"""What every number costs that is beside no zero: each needed a click of its own."""


class Rules:
    """The rules on one topology, evaluated for many cells at once.

    In some games zeros open their neighbours ``by_sides`` alone, and may touch covered cells by a
    corner.
    """

    def __init__(self, topology: Topology, *, by_sides: bool = False) -> None:
        self.topology = topology
        self._around = _padded(topology.neighbor_table)
        self._opened = _padded(topology.side_table) if by_sides else self._around

    def around(
        self, labels: Labels, kind: NDArray[np.int32], cells: NDArray[np.intp] | None = None
    ) -> NDArray[np.int32]:
        """Return how many neighbours of every cell, or of these, are of this kind."""
        return _count(self._around, labels, kind, cells)

    def reached(self, cells: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return these cells and their neighbours, ascending."""
        every = np.unique(np.concatenate([cells, self._around[cells].ravel()]))
        return np.asarray(every[every < len(self.topology)], dtype=np.intp)

    def broken(self, labels: Labels, cells: NDArray[np.intp] | None = None) -> NDArray[np.int32]:
        """Return by how much every cell, or these, break the rules, 0 where they do not.

        A number lies between the mines shown around it and those plus the covered cells around
        it. A zero has no covered cell beside it, unless flagged: opening spreads from zeros.
        """
        return self._broken(labels, cells, self.around(labels, _AT_ONCE, cells))

    def _broken(
        self, labels: Labels, cells: NDArray[np.intp] | None, around: NDArray[np.int32]
    ) -> NDArray[np.int32]:
        """Return by how much cells break the rules, given what is ``around`` each."""
        value = (labels if cells is None else labels[cells]).astype(np.int32)
        shown, free = _of_kind(around, 0), _of_kind(around, 1)
        broken = np.maximum(shown - value, 0) + np.maximum(value - shown - free, 0)
        beside_zero = _of_kind(around, 2)
        if self._opened is not self._around:
            beside_zero = _count(self._opened, labels, _UNFLAGGED, cells)
        broken = np.where(value == Label.ZERO, broken + beside_zero, broken)
        return np.asarray(np.where(value <= MAX_NUMBER, broken, 0), dtype=np.int32)

    def prices(self, labels: Labels, cells: NDArray[np.intp] | None = None) -> NDArray[np.float64]:
        """Return what breaks the rules, or is rarely seen, at every cell or at these."""
        value = (labels if cells is None else labels[cells]).astype(np.int32)
        around = self.around(labels, _AT_ONCE, cells)
        number = value <= MAX_NUMBER
        excess = np.maximum(_of_kind(around, 3) - value, 0)
        strange = np.where(value == Label.ZERO, FLAGGED_ZERO, STRANGE) * excess * number
        lonely = number & (value > 0) & (_of_kind(around, 4) == 0)
        broken = self._broken(labels, cells, around)
        return np.asarray(BROKEN_RULE * broken + strange + LONELY * lonely, dtype=np.float64)

    def unshown(self, labels: Labels) -> int:
        """Return how many numbers have fewer mines shown or flagged around them than they say."""
        return int(((labels <= MAX_NUMBER) & (self.marked(labels) < labels)).sum())

    def marked(self, labels: Labels) -> NDArray[np.int32]:
        """Return how many mines are shown or flagged around every cell."""
        return self.around(labels, _MINE) + self.around(labels, _FLAGGED)

    def complete(self, labels: Labels) -> bool:
        """Whether every number has just as many mines and closed cells around it as it says."""
        number = labels <= MAX_NUMBER
        marked = self.around(labels, _MINE) + self.around(labels, _COVER)
        return bool((marked[number] == labels[number]).all())

    def contradicts(self, labels: Labels) -> bool:
        """Whether simple deduction finds that no layout of mines fits these numbers.

        Flags are the player's opinion and constrain nothing.
        """
        return self.deduced(labels) is None

    def deduced(self, labels: Labels, *, ended: bool = False) -> NDArray[np.int8] | None:
        """Return what is known of every cell, (cells,): FREE, IS_MINE or IS_SAFE.

        None where no layout of mines fits the numbers. Deduces from single numbers until nothing
        changes. Once a game has ``ended`` with its mines shown, covered cells have none.
        """
        state = np.full(len(labels) + 1, FREE, dtype=np.int8)
        state[:-1] = np.where(_MINE[labels] == 1, IS_MINE, state[:-1])
        safe = (labels <= MAX_NUMBER) | (labels == Label.WRONG_FLAG)
        state[:-1][safe | (ended & (labels == Label.COVERED))] = IS_SAFE
        state[-1] = IS_SAFE
        numbers = np.flatnonzero(labels <= MAX_NUMBER)
        around, need = self._around[numbers], labels[numbers].astype(np.int32)
        while True:
            states = state[around]
            mines, free = (states == IS_MINE).sum(axis=1), (states == FREE).sum(axis=1)
            missing = need - mines
            if ((missing < 0) | (missing > free)).any():
                return None
            full, empty = (missing == free) & (free > 0), (missing == 0) & (free > 0)
            if not full.any() and not empty.any():
                return state[:-1]
            sure = np.unique(around[full][states[full] == FREE])
            clear = np.unique(around[empty][states[empty] == FREE])
            if len(np.intersect1d(sure, clear)):
                return None
            state[sure], state[clear] = IS_MINE, IS_SAFE

    def interval(
        self, state: NDArray[np.int8], cells: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the least and most mines that can be around each of these cells."""
        states = np.append(state, IS_SAFE)[self._around[cells]]
        least = (states == IS_MINE).sum(axis=1)
        return least, least + (states == FREE).sum(axis=1)


def _padded(table: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the table with the number of cells where it has no neighbour."""
    return np.where(table < 0, len(table), table)


def _count(
    around: NDArray[np.int32],
    labels: Labels,
    kind: NDArray[np.int32],
    cells: NDArray[np.intp] | None,
) -> NDArray[np.int32]:
    """Return how many of the cells ``around`` each, or each of ``cells``, are of this kind."""
    padded = np.append(kind[labels], np.int32(0))
    return np.asarray(
        padded[around if cells is None else around[cells]].sum(axis=1), dtype=np.int32
    )


FREE, IS_MINE, IS_SAFE = 0, 1, 2
"""What deduction knows of a cell."""
