"""How convincing a fitted lattice is."""

from __future__ import annotations

import numpy as np

from autoplay.game import Shape
from autoplay.vision.finding.spread import Spread
from autoplay.vision.finding.tiling import (
    LEVEL,
    UPRIGHT,
    Drawing,
    Float,
    edge_kinds,
    outlines,
    sampled,
)

SMALL = 6.0
"""Cells drawn at which a lattice gets half of its score: any few rectangles in a row have some."""

FLOOR = 0.05
"""Least share of outlines that could still be told from their surroundings."""


def judge(drawing: Drawing, grown: Spread) -> float:
    """Return the score of a lattice, 0 to 1: how much of what could be drawn better is.

    Compares the outlines with the same ones moved by a part of a cell. A lattice of a multiple of
    the true pitch loses so: what it leaves out is drawn as well.
    """
    shown = ~grown.blank | (grown.drawn > 0.5)
    if not shown.any():
        return 0.0
    corners = outlines(grown.lattice)[shown.ravel()]
    cells = float(grown.drawn[shown].sum())
    kinds = np.unique(edge_kinds(corners[:2]))
    contrast = min(_contrast(drawing, corners, int(kind), grown) for kind in kinds)
    return contrast * cells / (cells + SMALL)


def _contrast(drawing: Drawing, corners: Float, kind: int, grown: Spread) -> float:
    """Return the share of the outlines of one kind that are drawn beyond what is drawn anyway."""
    of_kind = edge_kinds(corners) == kind
    wide, high = grown.lattice.cell_size
    own = float(sampled(drawing.near, corners)[of_kind].mean())
    shares = (1 / 2, 1 / 3) if grown.lattice.topology.shape is Shape.SQUARE else (1 / 2,)
    moves = [] if kind == LEVEL else [np.array([wide * share, 0.0]) for share in shares]
    moves += [] if kind == UPRIGHT else [np.array([0.0, high * share]) for share in shares]
    # Level edges moved along themselves still lie on lines, and upright ones likewise.
    other = max(float(sampled(drawing.near, corners + move)[of_kind].mean()) for move in moves)
    return max(own - other, 0.0) / (1 - other + FLOOR)
