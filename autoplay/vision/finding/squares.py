"""Square cells on a known period: where their sides are, and how strongly each side shows."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.finding.folding import Fold, Points, Values

SIDE_SHARE = 0.35
"""Share of the strongest phase's edges above which a phase belongs to the sides of cells."""


@dataclass(frozen=True)
class Axis:
    """Where the sides of cells are along one axis: ``origin`` + k ``pitch``, in pixels."""

    origin: float
    pitch: float

    def index(self, place: Values) -> Values:
        """Return places in units of cells, 0 at the origin."""
        return (place - self.origin) / self.pitch


@dataclass(frozen=True, eq=False)
class Sides:
    """How strongly each side of each cell shows, 1 for a typical one.

    ``upright`` is (rows, cols + 1), ``level`` (rows + 1, cols); (0, 0) is at the axes' origins.
    """

    upright: Values
    level: Values

    @property
    def cells(self) -> Values:
        """Mean over each cell's four sides, (rows, cols)."""
        upright, level = np.minimum(self.upright, 1), np.minimum(self.level, 1)
        cells: Values = (upright[:, :-1] + upright[:, 1:] + level[:-1] + level[1:]) / 4
        return cells


def profiles(folded: Fold) -> tuple[Values, Values]:
    """Return mean edge strength by phase of x, and of y."""
    return folded.across.mean(axis=0), folded.down.mean(axis=1)


def phase_of(profile: Values, period: float) -> tuple[float, float]:
    """Return the phase of the cells' sides in pixels, and how much they stand out (0 to 1).

    The middle of a cell is the middle of the widest stretch of phases without its sides, which
    holds for thin lines, bevels and gaps alike.
    """
    count = len(profile)
    base = float(np.percentile(profile, 30))
    peak = float(profile.max())
    if peak <= 0:
        return 0.0, 0.0
    sides = np.flatnonzero(profile - base >= SIDE_SHARE * (peak - base))
    gaps = np.diff(np.append(sides, sides[0] + count))
    widest = int(np.argmax(gaps))
    # Sides are the weighted middle of what is left of the period without the widest stretch.
    start = (sides[widest] + gaps[widest]) % count
    run = (start + np.arange(count - gaps[widest] + 1)) % count
    middle = start + (len(run) - 1) / 2
    return float((middle + 0.5) * period / count), (peak - base) / max(peak, 0.05)


def sides_of(
    points: Points, axes: tuple[Axis, Axis], size: tuple[int, int], folded: tuple[Values, Values]
) -> Sides:
    """Return the sides of ``size`` (rows, cols) cells, weighing edges by the profiles of a fold."""
    rows, cols = size
    upright = _strengths(points, axes, True, (rows, cols + 1), folded[0])
    level = _strengths(points, axes, False, (cols, rows + 1), folded[1]).T
    return Sides(upright, level)


def _strengths(
    points: Points, axes: tuple[Axis, Axis], upright: bool, size: tuple[int, int], profile: Values
) -> Values:
    """Return (cells along, sides across): edges at the phases of sides, over the typical value."""
    chosen = points.across if upright else ~points.across
    x, y = axes[0].index(points.x[chosen]), axes[1].index(points.y[chosen])
    across, along = (x, y) if upright else (y, x)
    pitch, origin = (axes[0].pitch, axes[0].origin) if upright else (axes[1].pitch, axes[1].origin)
    side = np.floor(across + 0.5).astype(int)
    cell = np.floor(along).astype(int)
    place = across * pitch + origin
    phase = np.floor((place / pitch) % 1 * len(profile)).astype(int) % len(profile)
    weight = np.clip(profile - np.percentile(profile, 30), 0, None)
    inside = (side >= 0) & (side < size[1]) & (cell >= 0) & (cell < size[0])
    at = cell[inside] * size[1] + side[inside]
    strength = points.strength[chosen][inside] * weight[phase[inside]]
    total: Values = np.bincount(at, strength, size[0] * size[1]).reshape(size)
    typical = np.percentile(total[total > 0.2 * total.max()], 60) if total.max() > 0 else 1.0
    return total / max(float(typical), 1e-9)


def largest_board(cells: Values, gain: float, cost: float) -> tuple[int, int, int, int, float]:
    """Return (first row, first col, end row, end col, sum) of the rectangle with the largest sum.

    A cell counts its evidence less ``gain`` where that is positive, else ``-cost``: opened areas
    without lines lie inside a board, so they cost little.
    """
    value = np.where(cells > gain, cells - gain, -cost)
    rows, cols = value.shape
    total = np.vstack([np.zeros(cols), np.cumsum(value, axis=0)])
    best = (0, 0, 0, 0, 0.0)
    for top in range(rows):
        strips = total[top + 1 :] - total[top]
        sums = np.concatenate([np.zeros((len(strips), 1)), np.cumsum(strips, axis=1)], axis=1)
        lowest = np.minimum.accumulate(sums, axis=1)
        rise = sums - lowest
        at = int(np.argmax(rise))
        row, end = np.unravel_index(at, rise.shape)
        if rise[row, end] > best[4]:
            left = int(np.argmin(sums[row, : int(end) + 1]))
            best = (top, left, top + 1 + int(row), int(end), float(rise[row, end]))
    return best


def refined(points: Points, axis: Axis, count: int, profile: Values, upright: bool) -> Axis:
    """Return the axis fitted by least squares to where each of the ``count`` + 1 sides shows."""
    chosen = points.across if upright else ~points.across
    place = (points.x if upright else points.y)[chosen]
    share = axis.index(place)
    side = np.floor(share + 0.5).astype(int)
    weight = np.clip(profile - np.percentile(profile, 30), 0, None)
    shifts = np.arange(-0.2, 0.2001, 0.02) * axis.pitch
    offsets: NDArray[np.float64] = np.full(count + 1, np.nan)
    strengths = points.strength[chosen]
    for k in range(count + 1):
        here = side == k
        if here.sum() < 3:
            continue
        scores = [
            float((strengths[here] * _weight_at(place[here] - shift, axis, weight)).sum())
            for shift in shifts
        ]
        if max(scores) > 0:
            top = np.flatnonzero(np.asarray(scores) >= 0.98 * max(scores))
            offsets[k] = shifts[top].mean()
    known = np.flatnonzero(~np.isnan(offsets))
    if len(known) < 3:
        return axis
    slope, start = np.polyfit(known, offsets[known], 1)
    return Axis(axis.origin + float(start), axis.pitch + float(slope))


def _weight_at(place: Values, axis: Axis, weight: Values) -> Values:
    phase = (place / axis.pitch) % 1 * len(weight) - 0.5
    return np.interp(phase, np.arange(len(weight)), weight, period=len(weight))
