"""Boards from flat zones: faces of cells are plain inside and end at a step, all at one size.

A second source of candidates beside the periods of edges. It needs no straight or long lines:
circles, gaps, hexagons and tiny boards are as good as squares; it knows by itself where a board
ends, and keeps two boards of one page apart.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Image

Float = NDArray[np.float64]
Zones = NDArray[np.float64]
"""(zones, 4) float64: left, top, width, height in pixels."""

STEPS = (2, 6, 14, 30)
"""Gray levels of a step that ends a zone: faint themes need 2, JPEG and noise 14 and more."""

SOFT_STEP = 8
"""The same after averaging 2x2 pixels, which turns a dithered face into a plain one."""

MIN_SIDE, MAX_SIDE = 5, 130
"""Pixels: zones of cells from 10 to 100 px, without their lines and bevels."""

MIN_ZONES = 8
"""So many zones of one size make a cluster worth a look; a 4x4 board has 16 cells."""

MOST_CLUSTERS = 6

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


def zone_passes(image: Image) -> list[Zones]:
    """Return the zones of a picture at every step, BGR or BGRA uint8."""
    plain = np.ascontiguousarray(image[:, :, :3])
    passes = [_zones(plain, step) for step in STEPS]
    soft = _zones(np.asarray(cv2.blur(plain, (2, 2)), dtype=np.uint8), SOFT_STEP)
    soft[:, :2] -= 0.5  # the mean of pixels 0 and 1 is at index 1
    return [*passes, soft]


def _zones(image: Image, step: int) -> Zones:
    flat = np.ones(image.shape[:2], dtype=np.uint8)
    across = cv2.absdiff(image[:, 1:], image[:, :-1]).max(axis=2)
    down = cv2.absdiff(image[1:], image[:-1]).max(axis=2)
    flat[:, :-1][across > step] = 0
    flat[:-1][down > step] = 0
    found = cv2.connectedComponentsWithStats(flat, connectivity=4)[2][1:, :4]
    sides = found[:, 2:]
    return found[((sides >= MIN_SIDE) & (sides <= MAX_SIDE)).all(axis=1)].astype(np.float64)


def middles(zones: Zones) -> Float:
    """Return the middles of zones, (zones, 2), pixel edges at whole numbers."""
    # The last pixel of a face is not in its zone: the step to the next one is counted there.
    centers: Float = zones[:, :2] + (zones[:, 2:] + 1) / 2
    return centers


def clusters(zones: Zones) -> list[Zones]:
    """Return groups of zones of one size, the most frequent sizes first."""
    by_size: dict[tuple[int, int], list[int]] = defaultdict(list)
    for index, (width, height) in enumerate(zones[:, 2:].astype(int).tolist()):
        by_size[width, height].append(index)
    frequent = sorted(by_size, key=lambda size: -len(by_size[size]))[: 2 * MOST_CLUSTERS]
    groups = []
    for width, height in frequent:
        slack = max(1, round(0.05 * max(width, height)))
        alike = (np.abs(zones[:, 2:] - (width, height)) <= slack).all(axis=1)
        if alike.sum() >= MIN_ZONES:
            groups.append(zones[alike])
    return groups[:MOST_CLUSTERS]


def spacing_of(zones: Zones) -> Spacing | None:
    """Return how a cluster of zones repeats, None when it does not in rows and columns."""
    centers = middles(zones)
    size = np.median(zones[:, 2:], axis=0)
    chosen = np.random.default_rng(0).permutation(len(centers))[:SAMPLE]
    offsets = centers[None, :, :] - centers[chosen][:, None, :]
    x, y = (_next_in_line(offsets, axis, size) for axis in (0, 1))
    if x is None or y is None:
        return None
    between = sum(_share_at(offsets, (side * x / 2, y / 2)) for side in (-1, 1))
    if between > 0.7 and 2 * min(x, y) / max(x, y) < MAX_ASPECT:
        if x < y * 1.02:
            return Spacing(Shape.HEXAGON, x / 2, y / 2, by_rows=True)
        return Spacing(Shape.HEXAGON, x / 2, y / 2, by_rows=False)
    if size[0] > 1.35 * x and 0.4 < x / y < 0.8:
        return Spacing(Shape.TRIANGLE, x, y)
    return Spacing(Shape.SQUARE, x, y) if 0.45 < x / y < 2.2 else None


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
