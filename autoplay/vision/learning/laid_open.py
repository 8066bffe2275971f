"""Mines that a lost game shows on opened cells, so large that they pass for covered ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.rules import Rules
from autoplay.vision.looks import NO_LOOKS, Looks
from autoplay.vision.tiles import SIDE


def mines_called_covers(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered on the ground of zeros, where flags lie on another and every
    number has just its mines: a mine that fills its cell may pass for a covered one."""
    covers, flags, zeros = (
        np.flatnonzero(naming.names == name) for name in (Label.COVERED, Label.FLAG, Label.ZERO)
    )
    if not (len(covers) and len(flags) and len(zeros)):
        return NO_LOOKS
    away = _from_corners_of(zeros[looks.counts[zeros].argmax()], looks)
    on_open_ground = away[covers].max(axis=0) < ODD_GROUND / 2
    raised = away[flags].min(axis=0) > ODD_GROUND
    told = (on_open_ground & raised).any()
    if told and Rules(topology).complete(naming.names[looks.of_cell]):
        return np.asarray(covers, np.intp)
    return NO_LOOKS


def _from_corners_of(look: np.intp, looks: Looks) -> NDArray[np.float64]:
    """Return by how many gray levels the corners of all tiles differ from those of one, the median
    of the four, (looks, depths): of its ground a large disc leaves nothing else within the lines of
    a grid."""
    near, far = np.array(CORNERS), SIDE - 1 - np.array(CORNERS)
    rows, cols = (np.stack(each, axis=1) for each in ((near, near, far, far), (near, far) * 2))
    corners = looks.tiles[:, rows, cols].astype(np.int16)
    return np.asarray(np.median(np.abs(corners - corners[look]).max(axis=3), axis=2))


CORNERS = (1, 2, 3)
"""Pixels of a tile from its edges at which its corners are looked at."""
