"""Flat zones of a picture: faces of cells are plain inside and end at a step, all at one size.

They need no straight or long lines: circles, gaps, hexagons and tiny boards are as good as squares;
their middles lie on a lattice that knows by itself where a board ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image

Float = NDArray[np.float64]

STEPS = (2, 6, 14, 30)
"""Gray levels of a step that ends a zone: faint themes need 2, JPEG and noise 14 and more."""

SOFT_STEP = 8
"""The same after averaging 2x2 pixels, which turns a dithered face into a plain one."""

WIDE_STEPS = (2, 4)
"""Gray levels of a step over three pixels of a picture averaged over 3x3: JPEG at quality 70 turns
the step of 8 between two greens into a slope with ripples as high as its own."""

MIN_SIDE, MAX_SIDE = 5, 220
"""Pixels: zones of cells from 10 to 100 px, without their lines and bevels; triangles are twice
as wide as their pitch."""

MIN_ZONES = 8
"""So many zones of one size make a cluster worth a look; a 4x4 board has 16 cells."""

MOST_CLUSTERS = 6
"""Sizes of zones that are looked at, the most frequent: pictures in fixtures/screens have up to 10.
Read by zones alone, 1 of the 48 with a game needs the second, and none the third."""

TRIANGLE_FILL = (0.3, 0.68)
"""Share of its box that a triangle fills: 0.5, less with a digit in it, more with round corners."""

LEAST_LEAN = 0.07
"""Share of its height by which a triangle's centre of mass lies off the middle of its box: 1/6."""


UNEVEN = 0.3
"""Share of their size by which triangles of one board differ: digits cut off their tips."""


@dataclass(frozen=True, eq=False)
class Zones:
    """Flat zones: ``boxes`` (n, 4) float64 (left, top, width, height), ``areas`` (n,) in pixels,
    ``masses`` (n, 2) float64, the (x, y) of their centres of mass."""

    boxes: Float
    areas: Float
    masses: Float

    def __len__(self) -> int:
        return len(self.boxes)

    def __getitem__(self, which: NDArray[Any]) -> Zones:
        return Zones(self.boxes[which], self.areas[which], self.masses[which])

    @cached_property
    def sides(self) -> Float:
        """Widths and heights, (n, 2)."""
        # The last pixel of a face is not in its zone: the step to the next one is counted there.
        sides: Float = self.boxes[:, 2:] + 1
        return sides

    @cached_property
    def middles(self) -> Float:
        """Middles of the boxes, (n, 2), pixel edges at whole numbers."""
        middles: Float = self.boxes[:, :2] + self.sides / 2
        return middles

    @cached_property
    def pointing(self) -> NDArray[np.int8]:
        """1 for triangles that point up, -1 for those that point down, 0 for other zones."""
        lean = (self.masses + 1 - self.middles) / self.sides
        fill = self.areas / np.maximum(self.boxes[:, 2:].prod(axis=1), 1)
        triangle = (fill > TRIANGLE_FILL[0]) & (fill < TRIANGLE_FILL[1])
        triangle &= (np.abs(lean[:, 1]) > LEAST_LEAN) & (np.abs(lean[:, 0]) < LEAST_LEAN)
        return np.where(triangle, np.sign(lean[:, 1]), 0).astype(np.int8)


def zone_passes(image: Image) -> Iterator[Zones]:
    """Yield the zones of a picture at every step, BGR or BGRA uint8; steps without any left out."""
    plain = np.ascontiguousarray(image[:, :, :3])
    steps = steps_of(plain)
    for step in STEPS:
        yield _zones(steps, step, 0.0)
    # The mean of pixels 0 and 1 is at index 1.
    yield _zones(steps_of(np.asarray(cv2.blur(plain, (2, 2)), dtype=np.uint8)), SOFT_STEP, -0.5)


def wide_zone_passes(image: Image) -> Iterator[Zones]:
    """Yield the zones of a picture whose edges are slopes, BGR or BGRA uint8."""
    plain = cv2.blur(np.ascontiguousarray(image[:, :, :3]), (3, 3))
    steps = steps_of(np.asarray(plain, dtype=np.uint8), 3)
    for step in WIDE_STEPS:
        yield _zones(steps, step, 0.0)


def steps_of(image: Image, wide: int = 1) -> NDArray[np.uint8]:
    """Return the step from each pixel to the one on its right or below, the largest channel's.

    A step over more pixels, an odd number, stands at the pixel before its middle.
    """
    steps = np.zeros(image.shape[:2], dtype=np.uint8)
    low, high = wide // 2, -(wide // 2) - 1
    for channel in cv2.split(image):
        across = cv2.absdiff(channel[:, wide:], channel[:, :-wide])
        down = cv2.absdiff(channel[wide:], channel[:-wide])
        cv2.max(steps[:, low:high], across, dst=steps[:, low:high])
        cv2.max(steps[low:high], down, dst=steps[low:high])
    return steps


def _zones(steps: NDArray[np.uint8], step: int, shift: float) -> Zones:
    flat = (steps <= step).astype(np.uint8)
    _, _, found, masses = cv2.connectedComponentsWithStats(flat, connectivity=4, ltype=cv2.CV_32S)
    sides = found[1:, 2:4]
    fit = 1 + np.flatnonzero(((sides >= MIN_SIDE) & (sides <= MAX_SIDE)).all(axis=1))
    boxes = found[fit, :4].astype(np.float64)
    boxes[:, :2] += shift
    return Zones(boxes, found[fit, 4].astype(np.float64), masses[fit].astype(np.float64) + shift)


def clusters(zones: Zones) -> list[Zones]:
    """Return groups of zones of one size, the most frequent sizes first; a zone is in one only."""
    left = zones
    groups: list[Zones] = []
    while len(groups) < MOST_CLUSTERS and len(left) >= MIN_ZONES:
        sizes = left.boxes[:, 2:]
        counts = Counter(map(tuple, sizes.astype(int).tolist()))
        size, count = counts.most_common(1)[0]
        if count == 1:
            break
        same = (sizes == size).all(axis=1)
        slack = max(1, round(0.05 * max(size)))
        alike = (np.abs(sizes - size) <= slack).all(axis=1)
        if (left.pointing[same] != 0).mean() > 0.5:
            slack = round(UNEVEN * max(size))
            alike |= (np.abs(sizes - size) <= slack).all(axis=1) & (left.pointing != 0)
        if alike.sum() >= MIN_ZONES:
            groups.append(left[alike])
        left = left[~alike]
    return groups
