"""How convincing a fitted lattice is."""

from __future__ import annotations

import numpy as np

from autoplay.game import Shape
from autoplay.vision.finding.spread import Spread
from autoplay.vision.finding.tiling import Drawing, Float, edge_kinds, outlines, sampled

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
    own, other = float(sampled(drawing.near, corners).mean()), _elsewhere(drawing, grown, corners)
    cells = float(grown.drawn[shown].sum())
    return max(own - other, 0.0) / (1 - other + FLOOR) * cells / (cells + SMALL)


def _elsewhere(drawing: Drawing, grown: Spread, corners: Float) -> float:
    """Return the support of the best drawn outlines that are not those of the lattice."""
    wide, high = grown.lattice.cell_size
    kinds = edge_kinds(corners)
    shares = (1 / 2, 1 / 3) if grown.lattice.topology.shape is Shape.SQUARE else (1 / 2,)
    seen = []
    for share in shares:
        # Level edges moved along themselves still lie on lines, and upright ones likewise.
        beside = sampled(drawing.near, corners + np.array([wide * share, 0.0]))
        seen.append(beside[:, kinds != 1].mean())
        below = sampled(drawing.near, corners + np.array([0.0, high * share]))
        seen.append(below[:, kinds != 0].mean())
    return float(max(seen))
