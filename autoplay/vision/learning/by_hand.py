"""Marks that a person set, among the mines that a game shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.learning.completed import told_by_hand
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.other_marks import unlike_more_frequent
from autoplay.vision.learning.rules import Rules
from autoplay.vision.looks import Looks


def marks_among_mines(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return the look named mine that is a person's flags, where nothing else is.

    It is drawn unlike the more frequent mines, and it would be chance that all its cells lie beside
    numbers.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    other = unlike_more_frequent(mines, mines, looks, topology)
    if len(other) != 1 or (naming.names == Label.FLAG).any():
        return other[:0]
    marks = looks.of_cell == other[0]
    labels = naming.names[looks.of_cell]
    shown = (labels == Label.MINE) & ~marks
    told = told_by_hand(marks, shown, labels, Rules(topology))
    return other if told > BY_CHANCE else other[:0]


BY_CHANCE = 6.0
"""Natural-log units of chance that are not to be believed. Bombs that do not burn, which one game
sets as flags among burning ones, had 22."""
