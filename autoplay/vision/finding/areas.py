"""Lattices of squares on whose lines the sides of a plain area stand: that of the covered cells.

Cells that are drawn without outlines are one area of a colour. Where some are opened it has sides
within, and these, as its ends, are whole numbers of cells apart.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology
from autoplay.vision.finding.zones import steps_of
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice

LEAST_PITCH, MOST_PITCH = 10, 100
"""Pixels."""

MOST_AREAS = 8
"""Plain areas that are looked at, the largest ones."""

FLAT = 2
"""Gray levels from a pixel to the next one within a plain area."""

SAME = 6
"""Gray levels by which a pixel of the area differs from its colour."""

COVERED, ALL = 0.5, 0.95
"""Share of its box, and of each end of that, that an area of covered cells fills at least: on a
map countries fill 0.1 to 0.48 of their ends. And of the picture that the box fills at most.
"""

UNEVEN = 0.03
"""Share by which the sides of a cell differ at most."""

WHOLE_SIDE = 0.7
"""Share of a pitch that a side of the area runs straight: one of a mark is shorter."""

OFF, ON_LINES = 1.0, 0.95
"""Pixels that a side stands from a line at most, and the share of all sides that do."""

FEWEST_LINES, FEWEST_IN_ALL = 2, 5
"""Lines within the area at which sides of it stand, in either direction and in both: an early board
had three and two. Of 91 real screens and puzzles one has so many that is no such board."""

Mask = NDArray[np.uint8]
"""(height, width) uint8, 0 and 1."""


def lattices_of_areas(image: Image) -> Iterator[Lattice]:
    """Yield a lattice of squares for each plain area that tells one, of the largest cells it may.

    ``image`` is BGR or BGRA uint8.
    """
    for (left, top), mask in _areas(np.ascontiguousarray(image[:, :, :3])):
        if (size := _division(mask)) is not None:
            rows, cols = size
            high, wide = np.divide(mask.shape, (rows, cols)).tolist()
            first = left + wide / 2 - 0.5, top + high / 2 - 0.5
            yield Lattice(Topology(Shape.SQUARE, rows, cols), first, (wide, high))


def _areas(image: Image) -> Iterator[tuple[tuple[int, int], Mask]]:
    """Yield the corner and the mask of each plain area that may be of covered cells, cut to it."""
    flat = (steps_of(image) <= FLAT).astype(np.uint8)
    _, parts, stats, _ = cv2.connectedComponentsWithStats(flat, connectivity=4)
    boxes, sizes = stats[:, :4], stats[:, cv2.CC_STAT_AREA]
    box_sizes = boxes[:, 2] * boxes[:, 3]
    fit = (boxes[:, 2:] >= SMALLEST_BOARD * LEAST_PITCH).all(axis=1)
    fit &= (sizes >= COVERED * box_sizes) & (box_sizes <= ALL * flat.size)
    fit[0] = False  # what is not flat
    chosen = np.flatnonzero(fit)
    for part in chosen[np.argsort(-sizes[chosen], kind="stable")][:MOST_AREAS]:
        left, top, wide, high = boxes[part].tolist()
        place = np.s_[top : top + high + 1, left : left + wide + 1]  # the last pixels step outward
        pixels = image[place].astype(np.int16)
        color = np.median(pixels[parts[place] == part], axis=0)
        mask = (np.abs(pixels - color) <= SAME).all(axis=2).astype(np.uint8)
        x, y, wide, high = cv2.boundingRect(mask)
        mask = mask[y : y + high, x : x + wide]
        ends = mask[0], mask[-1], mask[:, 0], mask[:, -1]
        if min(each.mean() for each in (mask, *ends)) >= COVERED:
            yield (left + x, top + y), mask


def _division(mask: Mask) -> tuple[int, int] | None:
    """Return the fewest rows and columns at whose lines the sides of an area stand, or None."""
    high, wide = mask.shape
    sides = [
        np.abs(np.diff(each.astype(np.int8), axis=0)).astype(np.uint8) for each in (mask, mask.T)
    ]
    fewest = max(SMALLEST_BOARD, -(-wide // MOST_PITCH))
    for cols in range(fewest, wide // LEAST_PITCH + 1):
        rows = round(high * cols / wide)
        pitches = high / max(rows, 1), wide / cols
        if rows < SMALLEST_BOARD or abs(pitches[0] / pitches[1] - 1) > UNEVEN:
            continue
        lines = [_lines_met(*each) for each in zip(sides, pitches, strict=True)]
        if min(lines) >= FEWEST_LINES and sum(lines) >= FEWEST_IN_ALL:
            return rows, cols
    return None


def _lines_met(sides: Mask, pitch: float) -> int:
    """Return at how many lines of this pitch sides of the area stand, 0 where some stand elsewhere.

    ``sides`` are 1 where a line of pixels differs from the next one, (lines - 1, along them).
    """
    long = np.ones((1, max(round(WHOLE_SIDE * pitch), 3)), np.uint8)
    lengths = cv2.morphologyEx(sides, cv2.MORPH_OPEN, long).sum(axis=1, dtype=np.int64)
    places = np.flatnonzero(lengths)
    nearest = np.rint((places + 1) / pitch)
    on_line = np.abs(places + 1 - nearest * pitch) <= OFF
    lengths = lengths[places]
    if lengths[on_line].sum() < ON_LINES * lengths.sum():
        return 0
    return len(np.unique(nearest[on_line]))
