"""How convincing a fitted lattice is."""

from __future__ import annotations

import numpy as np

from autoplay.game import Shape
from autoplay.vision.finding.spread import Spread
from autoplay.vision.finding.tiling import Drawing, Float, outlines, sampled

SMALL = 9.0
"""Cells drawn at which a lattice gets half of its score: any few rectangles in a row have some."""


def judge(drawing: Drawing, grown: Spread) -> float:
    """Return the score of a lattice, 0 to 1: how much better its outlines are drawn than others.

    The others are the same outlines moved by half a cell along x, y or both. A lattice of a
    multiple of the true pitch loses so: what it leaves out is drawn as well.
    """
    shown = ~grown.blank | (grown.drawn > 0.5)
    if not shown.any():
        return 0.0
    corners = outlines(grown.lattice)[shown.ravel()]
    held = sampled(drawing.near, corners)
    contrast = float(held.mean()) - _elsewhere(drawing, grown, corners)
    cells = float(grown.drawn[shown].sum())
    return max(contrast, 0.0) * cells / (cells + SMALL)


def _elsewhere(drawing: Drawing, grown: Spread, corners: Float) -> float:
    """Return the support of the best drawn outlines that are not those of the lattice."""
    px, py = grown.lattice.pitch
    if grown.lattice.topology.shape is Shape.SQUARE:
        beside = sampled(drawing.near, corners + (px / 2, 0))[:, 1::2].mean()
        below = sampled(drawing.near, corners + (0, py / 2))[:, 0::2].mean()
        both = sampled(drawing.near, corners + (px / 2, py / 2)).mean()
        return float(max(beside, below, both))
    wide, high = grown.lattice.cell_size
    moves = [(wide / 2, 0), (0, high / 2), (wide / 4, high / 2), (wide / 2, high / 2)]
    return float(max(sampled(drawing.near, corners + np.array(move)).mean() for move in moves))
