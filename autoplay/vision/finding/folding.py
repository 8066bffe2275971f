"""Laying a picture's edges over one another by a period: how sharp they fall, and where."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.finding.edges import Edges

Box = tuple[int, int, int, int]
Values = NDArray[np.float64]

COARSE_STEPS = np.arange(-0.6, 0.61, 0.06)
"""Pixels around an autocorrelation's period: its error in one block is below 0.5."""

FINE_REACH = 12
"""Steps to each side of the refining search; a step moves the far end by half a pixel."""


@dataclass(frozen=True, eq=False)
class Points:
    """Edge pixels: place (x, y), strength, and whether the step is across (in x) or down."""

    x: Values
    y: Values
    strength: Values
    across: NDArray[np.bool_]

    def within(self, box: Box) -> Points:
        """Return those inside (left, top, right, bottom)."""
        left, top, right, bottom = box
        inside = (self.x >= left) & (self.x < right) & (self.y >= top) & (self.y < bottom)
        return Points(self.x[inside], self.y[inside], self.strength[inside], self.across[inside])


def points_of(edges: Edges, box: Box) -> Points:
    """Return the edge pixels inside a box; pixel centres at .0, steps half-way between them."""
    left, top, right, bottom = box
    part = np.s_[top:bottom, left:right]
    y, x = np.nonzero(edges.across[part])
    v, u = np.nonzero(edges.down[part])
    strength = np.concatenate([edges.across[part][y, x], edges.down[part][v, u]])
    return Points(
        np.concatenate([x + left + 0.5, u + left]).astype(np.float64),
        np.concatenate([y + top, v + top + 0.5]).astype(np.float64),
        strength.astype(np.float64),
        np.arange(len(strength)) < len(x),
    )


@dataclass(frozen=True, eq=False)
class Fold:
    """Mean edge strength by phase: ``across`` and ``down`` are (bins y, bins x), a pixel a bin."""

    across: Values
    down: Values
    period: tuple[float, float]


def fold(points: Points, period: tuple[float, float], area: float) -> Fold:
    """Lay the points over one another; ``area`` in pixels is where they come from."""
    count_x, count_y = max(round(period[0]), 4), max(round(period[1]), 4)
    at = _bins(points.y, period[1], count_y) * count_x + _bins(points.x, period[0], count_x)
    at += np.where(points.across, 0, count_x * count_y)
    total = np.bincount(at, points.strength, 2 * count_x * count_y)
    across, down = (total * (count_x * count_y / area)).reshape(2, count_y, count_x)
    return Fold(across, down, period)


def sharpest(points: Points, period: tuple[float, float], extent: float) -> tuple[float, float]:
    """Return the period near this one that lays the points over one another most sharply.

    ``extent`` is the larger side in pixels of the part the points come from: 0.5 px of drift over
    it is the resolution.
    """
    x, y = period
    for steps in (COARSE_STEPS, None):
        step = 0.5 * x / extent if steps is None else 0.0
        by = np.arange(-FINE_REACH, FINE_REACH + 1) * step if steps is None else steps
        x += by[int(np.argmax([_sharpness(points, (x + d, y)) for d in by]))]
        step = 0.5 * y / extent if steps is None else 0.0
        by = np.arange(-FINE_REACH, FINE_REACH + 1) * step if steps is None else steps
        y += by[int(np.argmax([_sharpness(points, (x, y + d)) for d in by]))]
    return float(x), float(y)


def _bins(places: Values, period: float, count: int) -> NDArray[np.intp]:
    share = places / period
    return np.minimum(((share - np.floor(share)) * count).astype(np.intp), count - 1)


def _sharpness(points: Points, period: tuple[float, float]) -> float:
    folded = fold(points, period, 1.0)
    total = 0.0
    for part in (folded.across, folded.down):
        smooth = part + np.roll(part, 1, axis=0)
        smooth = smooth + np.roll(smooth, 1, axis=1)
        total += float(np.square(smooth).sum()) / part.size
    return total
