"""What the rules of the game say about labels: how badly a naming breaks them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology

Labels = NDArray[np.uint8]
"""(cells,) values of ``Label``."""

_COVER = np.zeros(32, np.int32)
_COVER[[Label.COVERED, Label.FLAG, Label.QUESTION]] = 1
_MINE = np.zeros(32, np.int32)
_MINE[[Label.MINE, Label.EXPLODED]] = 1
_UNFLAGGED = np.zeros(32, np.int32)
_UNFLAGGED[[Label.COVERED, Label.QUESTION]] = 1
_FLAGGED = np.zeros(32, np.int32)
_FLAGGED[Label.FLAG] = 1
_ANY = np.zeros(32, np.int32)
_ANY[[Label.UNREADABLE]] = 1


class Rules:
    """The rules on one topology, evaluated for whole boards at once."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        table = topology.neighbor_table
        self._around = np.where(table < 0, len(topology), table)

    def around(self, labels: Labels, kind: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return how many neighbours of every cell are of this kind."""
        padded = np.append(kind[labels], np.int32(0))
        return np.asarray(padded[self._around].sum(axis=1), dtype=np.int32)

    def broken(self, labels: Labels) -> NDArray[np.int32]:
        """Return by how much every cell breaks the rules, 0 where it does not.

        A number lies between the mines shown around it and those plus the covered cells around
        it. A zero has no covered cell beside it, unless flagged: opening spreads from zeros.
        """
        number = labels <= MAX_NUMBER
        shown = self.around(labels, _MINE)
        free = self.around(labels, _COVER + _ANY)
        value = labels.astype(np.int32)
        broken = np.maximum(shown - value, 0) + np.maximum(value - shown - free, 0)
        beside_zero = self.around(labels, _UNFLAGGED)
        broken = np.where(labels == Label.ZERO, broken + beside_zero, broken)
        return np.where(number, broken, 0)

    def strange(self, labels: Labels) -> int:
        """Return how often something is seen that the rules allow but players rarely do.

        Flags beside a zero, and flags around a number that are more than it.
        """
        flagged = self.around(labels, _FLAGGED)
        excess = flagged - labels.astype(np.int32)
        return int(np.maximum(excess, 0)[labels <= MAX_NUMBER].sum())

    def contradicts(self, labels: Labels) -> bool:
        """Whether simple deduction finds that no layout of mines fits these numbers.

        Deduces from single numbers until nothing changes. Flags are the player's opinion and
        constrain nothing.
        """
        state = np.full(len(labels) + 1, _FREE, dtype=np.int8)
        state[:-1] = np.where(_MINE[labels] == 1, _IS_MINE, state[:-1])
        state[:-1] = np.where(
            (labels <= MAX_NUMBER) | (labels == Label.WRONG_FLAG), _IS_SAFE, state[:-1]
        )
        state[-1] = _IS_SAFE
        numbers = np.flatnonzero(labels <= MAX_NUMBER)
        around, need = self._around[numbers], labels[numbers].astype(np.int32)
        while True:
            states = state[around]
            mines, free = (states == _IS_MINE).sum(axis=1), (states == _FREE).sum(axis=1)
            missing = need - mines
            if ((missing < 0) | (missing > free)).any():
                return True
            full, empty = (missing == free) & (free > 0), (missing == 0) & (free > 0)
            if not full.any() and not empty.any():
                return False
            sure = np.unique(around[full][states[full] == _FREE])
            safe = np.unique(around[empty][states[empty] == _FREE])
            if len(np.intersect1d(sure, safe)):
                return True
            state[sure], state[safe] = _IS_MINE, _IS_SAFE


_FREE, _IS_MINE, _IS_SAFE = 0, 1, 2
