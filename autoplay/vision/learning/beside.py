"""What one look's name means for the rules: at its own cells, and at those beside them.

Little of a board changes when one look gets another name. What it touches is listed once; then any
number of such changes is judged in one go.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.learning.rules import FIELDS, Labels, Rules, faults, prices
from autoplay.vision.looks import Looks


class Beside:
    """Which cells each look touches: those that have it, and their neighbours.

    ``_cells`` lists the touched ones look by look, those of a look from its ``_first`` on;
    ``_own`` says which have the look themselves, ``_contacts`` by how many neighbours the others
    touch it, packed as the rules count.
    """

    def __init__(self, rules: Rules, looks: Looks) -> None:
        self.rules, self.looks = rules, looks
        neighbors = rules.topology.neighbor_table
        cell, slot = np.nonzero(neighbors >= 0)
        count = len(looks.of_cell)
        own = looks.of_cell * count + np.arange(count)
        touching = looks.of_cell[neighbors[cell, slot]] * count + cell
        every, place = np.unique(np.concatenate([own, touching]), return_inverse=True)
        look, self._cells = np.divmod(every, count)
        self._own = looks.of_cell[self._cells] == look
        weights = np.concatenate([np.zeros(count), rules.contacts[cell, slot]])
        self._contacts = np.bincount(place, weights).astype(np.int32)
        self._touched = np.bincount(look, minlength=len(looks))
        self._first = np.cumsum(self._touched) - self._touched

    def ruled(self, names: Labels) -> Ruled:
        """Return what the rules say of a naming, (looks,)."""
        labels = names[self.looks.of_cell]
        around = self.rules.surroundings(labels)
        return Ruled(names, labels, around, prices(labels, around), faults(labels, around))

    def renamed(
        self, before: Ruled, looks: NDArray[np.intp], others: Labels
    ) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """Return what changes when one of these looks alone gets the other name, for each of them.

        That is how much more the rules cost, and how many more ``faults`` there are, (n,) each.
        """
        touched = self._touched[looks]
        starts = np.cumsum(touched) - touched
        every = np.repeat(self._first[looks] - starts, touched) + np.arange(touched.sum())
        cells, contacts = self._cells[every], self._contacts[every]
        gone, come = (FIELDS[each] for each in (before.names[looks], others))
        around = before.around[cells] - (contacts & np.repeat(gone, touched))
        around += contacts & np.repeat(come, touched)
        labels = np.where(self._own[every], np.repeat(others, touched), before.labels[cells])
        dearer = prices(labels, around) - before.prices[cells]
        lacking = faults(labels, around) - before.faults[cells]
        return np.add.reduceat(dearer, starts), np.add.reduceat(lacking, starts)


@dataclass(frozen=True, eq=False)
class Ruled:
    """What the rules say of a naming: ``names`` (looks,), all else (cells,).

    ``around`` is packed as the rules count; ``prices`` and ``faults`` are what these return.
    """

    names: Labels
    labels: Labels
    around: NDArray[np.int32]
    prices: NDArray[np.float64]
    faults: NDArray[np.int64]
