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


OF_TRIANGLES = 0.2
"""Share of zones that point up, and down, beyond which they are triangles; half of them do."""

BETWEEN = 0.3
"""Shares of zones with another half-way to the next row, left and right of it, added up: whole
hexagons have 2 but at the rim, half-opened ones less, round triangles half of that. Of 350 screens
none with a board of squares had 0.2."""

ONE_BETWEEN = 0.5
"""The same of one side for triangles that point up."""

NEARLY = 1.02
"""Ratio of two steps that count as equal: of hexagons neither way is then preferred."""

TRIANGLE_WIDTH, TRIANGLE_ASPECT = 1.35, (0.4, 0.8)
"""Least width of a triangle in steps, which is 2 with its tips; step over height, 0.58 for sides of
one length."""

SQUARE_ASPECT = (0.45, 2.2)
"""Width over height of square cells; those of a terminal are 0.5."""

IN_LINE, NEAREST, FARTHEST = 0.2, 0.35, 4.0
"""In sizes of a zone: how far beside the line the next one may lie, and from where to where."""

SHORT = 1.3
"""Distances up to so many of the shortest (the 20th part) are to the next zone, not over one."""

FEW_SHORT = 0.15
"""Share of the distances below which the short ones are chance."""

USUAL_OFF = 1.6
"""Pixels by which a distance may differ from the usual one: pitches alternate by a pixel."""

AT_PLACE = 0.26
"""Share of an offset by which another zone may be off it."""


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
    if min(up.sum(), (zones.pointing == -1).sum()) > OF_TRIANGLES * len(zones):
        return _of_triangles(zones[up])
    return _of_middles(zones)


def _of_triangles(zones: Zones) -> Spacing | None:
    """Return the spacing of triangles from those that point up: like hexagons in rows."""
    offsets, size = _offsets(zones)
    x, y = (_next_in_line(offsets, axis, size) for axis in (0, 1))
    if x is None:
        return None
    if y is None or not _share_at(offsets, (x / 2, y / 2)) > ONE_BETWEEN:
        return None
    return Spacing(Shape.TRIANGLE, x / 2, y / 2)


def _of_middles(zones: Zones) -> Spacing | None:
    offsets, size = _offsets(zones)
    x, y = (_next_in_line(offsets, axis, size) for axis in (0, 1))
    if x is None or y is None:
        return None
    between = sum(_share_at(offsets, (side * x / 2, y / 2)) for side in (-1, 1))
    if between > BETWEEN and 2 * min(x, y) / max(x, y) < MAX_ASPECT:
        return Spacing(Shape.HEXAGON, x / 2, y / 2, by_rows=x < y * NEARLY)
    if size[0] > TRIANGLE_WIDTH * x and TRIANGLE_ASPECT[0] < x / y < TRIANGLE_ASPECT[1]:
        return Spacing(Shape.TRIANGLE, x, y)
    return of_squares(x, y)


def of_squares(x: float, y: float) -> Spacing | None:
    """Return the spacing of square cells with these steps in pixels, None where they are none."""
    return Spacing(Shape.SQUARE, x, y) if SQUARE_ASPECT[0] < x / y < SQUARE_ASPECT[1] else None


def _offsets(zones: Zones) -> tuple[Float, Float]:
    """Return the offsets of the middles near some, (2, some, most), and the usual size.

    Where fewer are near one than near another, the others of its offsets are endless.
    """
    chosen = np.random.default_rng(0).permutation(len(zones))[:SAMPLE]
    size = np.median(zones.boxes[:, 2:], axis=0)
    reach = FARTHEST * size
    middles = zones.middles
    by_height = middles[np.argsort(middles[:, 1])]
    near: list[Float] = []
    for middle in middles[chosen]:
        low, high = np.searchsorted(by_height[:, 1], (middle[1] - reach[1], middle[1] + reach[1]))
        offsets = by_height[low:high] - middle
        near.append(offsets[np.abs(offsets[:, 0]) < reach[0]])
    all_offsets = np.full((2, len(near), max(map(len, near))), np.inf)
    for row, offsets in enumerate(near):
        all_offsets[:, row, : len(offsets)] = offsets.T
    return all_offsets, size


def _next_in_line(offsets: Float, axis: int, size: Float) -> float | None:
    """Return the distance to the next zone along an axis, the usual one of the shortest."""
    ahead, aside = offsets[axis], offsets[1 - axis]
    in_line = np.abs(aside) < IN_LINE * size[1 - axis]
    in_line &= (ahead > NEAREST * size[axis]) & (ahead < FARTHEST * size[axis])
    nearest = np.where(in_line, ahead, np.inf).min(axis=1)
    nearest = nearest[np.isfinite(nearest)]
    if len(nearest) < 4:
        return None
    short = nearest[nearest < SHORT * np.quantile(nearest, 0.05) + 1]
    if len(short) < max(3, FEW_SHORT * len(nearest)):
        short = nearest
    usual = short[np.abs(short - np.median(short)) < USUAL_OFF]
    return float(usual.mean()) if len(usual) else None


def _share_at(offsets: Float, place: tuple[float, float]) -> float:
    """Return the share of zones that have another one at this offset."""
    across, down = (
        np.abs(off - at) < AT_PLACE * abs(at) for off, at in zip(offsets, place, strict=True)
    )
    hits = across & down
    return float(hits.any(axis=1).mean())
