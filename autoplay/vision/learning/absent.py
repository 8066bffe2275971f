"""Places of a board that have no cell: a look with a name of its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.grouping import regrouped
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import Tiles

NO_NAME = 1e6
"""Natural-log cost of any label where there is no cell, and of there being none where one is."""


def set_apart(tiles: Tiles, looks: Looks, topology: Topology) -> Looks:
    """Return the looks, the absent places one of their own whatever they show; it is the last.

    ``tiles`` are those of all places.
    """
    if not topology.absent:
        return looks
    of_cell = looks.of_cell.copy()
    of_cell[list(topology.absent)] = len(looks)
    return regrouped(tiles, np.unique(of_cell, return_inverse=True)[1])


def named_absent(costs: Costs, looks: Looks, topology: Topology) -> Costs:
    """Return the costs with a column for ABSENT, where the topology has such places: it costs
    nothing for their look, and all else does."""
    if not topology.absent:
        return costs
    nowhere = looks.of_cell[min(topology.absent)]
    named = np.pad(costs, ((0, 0), (0, Label.ABSENT + 1 - costs.shape[1])), constant_values=NO_NAME)
    named[nowhere] = NO_NAME
    named[nowhere, Label.ABSENT] = 0.0
    return named


def are_cells(costs: Costs) -> NDArray[np.bool_]:
    """Return which looks are those of cells, (looks,)."""
    if costs.shape[1] <= Label.ABSENT:
        return np.ones(len(costs), np.bool_)
    return np.asarray(costs[:, Label.ABSENT] > 0, np.bool_)
