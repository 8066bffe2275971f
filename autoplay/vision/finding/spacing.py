"""How a cluster of zones repeats: the tiling their middles stand in, and its steps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autoplay.game import Shape
from autoplay.vision.finding.zones import Float, Zones

SAMPLE = 300
"""Zones whose neighbours are looked at; enough for the spacing of any board."""

MAX_ASPECT = 1.6
"""Step along a row of hexagons over the step between rows: 1.15 for regular ones. Round cells with
the stars between them as second zones have 2."""


@dataclass(frozen=True)
class Spacing:
    """How zones repeat: the tiling, and the half-steps of its middles in pixels.

    Middles lie at whole multiples of (``x``, ``y``); for hexagons only at those whose two
    multiples have an even sum, with whole rows (``by_rows``) or columns in line.
    """

    shape: Shape
    x: float
    y: float
    by_rows: bool = True


def spacing_of(zones: Zones) -> Spacing | None:
    """Return how a cluster of zones repeats, None when it does not in rows and columns."""
    up = zones.pointing == 1
    if min(up.sum(), (zones.pointing == -1).sum()) > 0.2 * len(zones):
        return _of_triangles(zones[up])
    return _of_middles(zones)


def _of_triangles(zones: Zones) -> Spacing | None:
    """Return the spacing of triangles from those that point up: like hexagons in rows."""
    offsets, size = _offsets(zones)
    x, y = (_next_in_line(offsets, axis, size) for axis in (0, 1))
    if x is None:
        return None
    if y is None or not _share_at(offsets, (x / 2, y / 2)) > 0.5:
        return None
    return Spacing(Shape.TRIANGLE, x / 2, y / 2)


def _of_middles(zones: Zones) -> Spacing | None:
    offsets, size = _offsets(zones)
    x, y = (_next_in_line(offsets, axis, size) for axis in (0, 1))
    if x is None or y is None:
        return None
    between = sum(_share_at(offsets, (side * x / 2, y / 2)) for side in (-1, 1))
    if between > 0.7 and 2 * min(x, y) / max(x, y) < MAX_ASPECT:
        return Spacing(Shape.HEXAGON, x / 2, y / 2, by_rows=x < y * 1.02)
    if size[0] > 1.35 * x and 0.4 < x / y < 0.8:
        return Spacing(Shape.TRIANGLE, x, y)
    return Spacing(Shape.SQUARE, x, y) if 0.45 < x / y < 2.2 else None


def _offsets(zones: Zones) -> tuple[Float, Float]:
    """Return the offsets of all middles from some, (some, n, 2), and the usual size."""
    chosen = np.random.default_rng(0).permutation(len(zones))[:SAMPLE]
    offsets = zones.middles[None, :, :] - zones.middles[chosen][:, None, :]
    return offsets, np.median(zones.boxes[:, 2:], axis=0)


def _next_in_line(offsets: Float, axis: int, size: Float) -> float | None:
    """Return the distance to the next zone along an axis, the usual one of the shortest."""
    ahead, aside = offsets[:, :, axis], offsets[:, :, 1 - axis]
    in_line = np.abs(aside) < 0.2 * size[1 - axis]
    in_line &= (ahead > 0.35 * size[axis]) & (ahead < 4 * size[axis])
    nearest = np.where(in_line, ahead, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    if len(nearest) < 4:
        return None
    short = nearest[nearest < 1.3 * np.quantile(nearest, 0.05) + 1]
    if len(short) < max(3, 0.15 * len(nearest)):
        short = nearest
    usual = short[np.abs(short - np.median(short)) < 1.6]
    return float(usual.mean()) if len(usual) else None


def _share_at(offsets: Float, place: tuple[float, float]) -> float:
    """Return the share of zones that have another one at this offset."""
    reach = 0.26 * np.abs(place)
    hits = (np.abs(offsets - np.array(place)) < reach).all(axis=2)
    return float(hits.any(axis=1).mean())
