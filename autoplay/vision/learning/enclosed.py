"""Areas of covered cells among numbers that need no mine in them: they may be areas of zeros.

Some games draw both alike, but for lines along the border of what is opened.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Cell, Label, Topology
from autoplay.vision.learning.rules import Labels, Rules
from autoplay.vision.looks import Looks

FEWEST = 3
"""Cells of an area: single cells are left covered by persons who know that they are safe."""


def enclosed(labels: Labels, topology: Topology, looks: Looks) -> NDArray[np.bool_]:
    """Return the cells of ``enclosed_areas``, (cells,), but for areas whose cells that share a side
    with a number are all drawn as others are that do, and are covered."""
    found = np.zeros(len(labels), np.bool_)
    areas = list(enclosed_areas(labels, Rules(topology)))
    if not areas:
        return found
    for area in areas:
        found[area] = True
    numbers = np.append(labels <= MAX_NUMBER, False)  # the last where there is no neighbour
    beside = numbers[topology.side_table].any(axis=1)
    alike = beside & (looks.spread <= ALIKE)
    covered = alike & (labels == Label.COVERED) & ~found
    told: NDArray[np.bool_] = alike & np.isin(looks.of_cell, looks.of_cell[covered])
    for area in areas:
        found[area] = bool((beside & ~told)[area].any())
    return found


ALIKE = 0.05
"""Share of what parts two looks by which cells that are drawn the same differ from their look."""


def enclosed_areas(labels: Labels, rules: Rules) -> Iterator[list[Cell]]:
    """Yield areas of cells named covered that may be zeros as well, as far as the rules go.

    Each has nothing but numbers around it, and these have all their mines elsewhere.
    """
    topology, needed = rules.topology, labels.copy()
    for area in _areas(labels == Label.COVERED, topology):
        around = list({near for cell in area for near in topology.neighbors[cell]} - area)
        if len(area) < FEWEST or not around or (labels[around] > MAX_NUMBER).any():
            continue
        cells = list(area)
        needed[cells] = Label.ZERO
        if not rules.broken(needed)[around].any():
            yield cells
        needed[cells] = Label.COVERED


def _areas(cells: NDArray[np.bool_], topology: Topology) -> Iterator[set[Cell]]:
    """Yield the cells, each area of which hangs together by neighbours."""
    left = {Cell(int(cell)) for cell in np.flatnonzero(cells)}
    while left:
        area = reached = {left.pop()}
        while reached:
            reached = {near for cell in reached for near in topology.neighbors[cell]} & left
            area = area | reached
            left -= reached
        yield area
