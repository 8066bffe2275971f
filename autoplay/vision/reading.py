"""A board read from a picture, with the evidence for every cell."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Board
from autoplay.vision.lattice import Lattice


@dataclass(frozen=True, eq=False)
class Reading:
    """A board with its evidence.

    ``distance`` is (cells,) float64: how far each tile is from what it was read as, 0.0 for a
    perfect match, in units of the skin's rejection limit (1.0 is the limit). ``margin`` is (cells,)
    float64: how much farther the best other label is, in the same unit. ``min_margin`` is the
    smallest margin. A Reading exists only without doubt: readers raise UnreadableError otherwise.
    UNREADABLE are cells of a lost game's board, and in play open ones whose number stays in doubt.
    """

    board: Board
    lattice: Lattice
    distance: NDArray[np.float64]
    margin: NDArray[np.float64]

    @property
    def min_margin(self) -> float:
        """The smallest margin of any cell."""
        return float(self.margin.min())
