"""Marks that stand alone on a plain ground: one kind of digit or dash repeats from cell to cell.

Where cells have no outlines, as in a terminal or on an opened board of one colour, the places of
their marks alone say where they are.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.finding.spacing import Spacing, of_squares
from autoplay.vision.finding.zones import Float, Zones
from autoplay.vision.lattice import Image, Lattice

STEP = 24
"""Gray levels of a step that outlines a mark: JPEG at quality 70 ripples by up to 16 beside one."""

LARGEST = 80
"""Pixels of a mark; in cells of 100 px they fill up to three quarters."""

FARTHEST = 400
"""Pixels to the next mark of a kind: a few cells."""

IN_LINE = 2.0
"""Pixels by which marks of one kind in a row or a column are out of line."""

AT_ONCE = 512
"""Marks whose next ones are sought at once: a limit of memory."""

LEAST_SHARE = 0.15
"""Share of the marks of a kind that have the next one at a distance that counts as a step."""

MULTIPLE = 0.08
"""Steps by which the distance to the next mark may be off a whole number of them."""

REGULAR = 0.7
"""Share of the distances that are multiples of a step, at least: words on a page have 0.3."""

NARROWEST = 9.0
"""Pixels of a step."""

MOST_STEPS = 2
"""Steps tried along an axis: on the 86 screens in fixtures/screens none of 70 axes has more."""

WAVES = np.arange(1, 6)
SOFTLY = np.exp(-((0.4 * WAVES) ** 2) / 2)
PHASES = np.arange(0.0, 1.0, 0.025)
"""Waves of a step by which what is drawn is summed up, each with its weight: gaps of a fifth of a
step are told, strokes within a mark are not; and the shares of a step that are tried."""


def marks_of(image: Image) -> Zones:
    """Return the boxes of small connected outlines in a picture, BGR or BGRA uint8."""
    _, _, found, masses = cv2.connectedComponentsWithStats(_outlines(image), connectivity=8)
    fit = 1 + np.flatnonzero((found[1:, 2:4] <= LARGEST).all(axis=1))
    # An outline reaches a pixel beyond its mark, and a zone's box ends a pixel before its side.
    boxes = found[fit, :4] + np.array([1, 1, -3, -3])
    whole = (boxes[:, 2:] >= 0).all(axis=1)
    return Zones(
        boxes[whole].astype(np.float64),
        found[fit, 4][whole].astype(np.float64),
        masses[fit][whole].astype(np.float64),
    )


def _outlines(image: Image) -> NDArray[np.uint8]:
    """Return where a picture steps within 3x3 pixels, (height, width), 1 there."""
    gray = cv2.cvtColor(np.ascontiguousarray(image[:, :, :3]), cv2.COLOR_BGR2GRAY)
    span = np.ones((3, 3), np.uint8)
    return (cv2.subtract(cv2.dilate(gray, span), cv2.erode(gray, span)) > STEP).astype(np.uint8)


def around_marks(image: Image, lattice: Lattice) -> Lattice:
    """Return the lattice of squares moved to where its lines lie between what is drawn.

    Of cells without outlines the strokes of their marks repeat like outlines.
    """
    left, top, right, bottom = lattice.box
    left, top = max(left, 0), max(top, 0)
    drawn = _outlines(image[top:bottom, left:right])
    moves = []
    for axis, start in enumerate((left, top)):
        profile, pitch = drawn.mean(axis=axis), lattice.pitch[axis]
        steps = (start + np.arange(len(profile)) - lattice.first_cell_center[axis]) / pitch
        waves = np.exp(-2j * np.pi * WAVES[:, None] * steps) @ (profile - profile.mean())
        there = (SOFTLY * waves) @ np.exp(2j * np.pi * WAVES[:, None] * PHASES)
        line = float(PHASES[int(np.argmin(there.real))])
        moves.append((line - 0.5) * pitch)
    return lattice.moved(*moves)


def mark_spacings(marks: Zones) -> Iterator[Spacing]:
    """Yield the ways in which marks of one kind repeat in rows and columns."""
    across, down = (_steps(marks, axis) for axis in (0, 1))
    for x, y in product(across, down):
        if (spacing := of_squares(x, y)) is not None:
            yield spacing


def _steps(marks: Zones, axis: int) -> list[float]:
    """Return the distances that the next mark in line most often has, and others are multiples of.

    The smallest first.
    """
    least = max(NARROWEST, float(np.median(marks.sides[:, axis])))
    nearest = np.sort(_next_in_line(marks.middles, axis, least))
    found: list[float] = []
    for group in _groups(nearest):
        step = float(group.mean())
        if len(group) < max(3, LEAST_SHARE * len(nearest)):
            continue
        longer = nearest[nearest >= group[0]] / step
        if (np.abs(longer - np.rint(longer)) < MULTIPLE).mean() >= REGULAR:
            found.append(step)
    return found[:MOST_STEPS]


def _next_in_line(middles: Float, axis: int, least: float) -> Float:
    """Return how far the next mark in line is, of those that have one beyond the least distance."""
    middles = middles[np.argsort(middles[:, 1 - axis])]
    along, across = middles[:, axis], middles[:, 1 - axis]
    found = []
    for start in range(0, len(middles), AT_ONCE):
        here = np.s_[start : start + AT_ONCE]
        first = np.searchsorted(across, across[here][0] - IN_LINE)
        last = np.searchsorted(across, across[here][-1] + IN_LINE, "right")
        ahead = along[None, first:last] - along[here, None]
        aside = np.abs(across[None, first:last] - across[here, None])
        in_line = (aside <= IN_LINE) & (ahead > least) & (ahead < FARTHEST)
        nearest = np.where(in_line, ahead, np.inf).min(axis=1)
        found.append(nearest[np.isfinite(nearest)])
    return np.concatenate(found)


def _groups(values: Float) -> list[Float]:
    """Return ascending values in groups of those that are within a pixel of the next."""
    return np.split(values, np.flatnonzero(np.diff(values) > 1.0) + 1) if len(values) else []
