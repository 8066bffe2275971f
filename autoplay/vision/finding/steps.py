"""A lattice laid where the colours of cells change: of cells that have no outlines."""

from __future__ import annotations

import cv2
import numpy as np

from autoplay.game import Shape
from autoplay.vision.channels import strongest
from autoplay.vision.finding.edges import SMALLEST_PICTURE
from autoplay.vision.finding.tiling import Float
from autoplay.vision.lattice import Image, Lattice

THIN = 0.4
"""Share of a pitch within which strokes are wiped out: an area of cells is a pitch wide at least, a
digit's stroke a fifth of that."""

STEP = 6
"""Gray levels by which the colours of cells beside each other differ at least."""

PLACES = 24
"""Places within a pitch that are told apart, finer than a pixel for most cells."""

AT_LINES = 0.4
"""Share of all steps within three places beside each other that lie at the lines of cells: 0.5 to
0.8 of boards whose symbols stand aside; 0.2 to 0.33 where nothing but symbols is drawn."""

AREAS = 0.25
"""Share of the lines of pixels across a pitch in which a step lies, at least: 0.37 to 1.3 of such
boards, 0.18 of what is left of digits without any area."""


def laid_at_steps(image: Image, lattice: Lattice) -> Lattice | None:
    """Return the lattice of squares with its lines where areas of one colour end.

    Cells without outlines that lie beside cells of their colour end nowhere, but areas of them do
    so at lines alone. ``image`` is BGR or BGRA uint8. None where the steps lie anywhere.
    """
    if lattice.topology.shape is not Shape.SQUARE or any(lattice.wider):
        return None
    left, top, right, bottom = lattice.box
    wide, high = lattice.pitch
    left, top = (max(int(start - step), 0) for start, step in ((left, wide), (top, high)))
    part = np.ascontiguousarray(image[top : int(bottom + high), left : int(right + wide), :3])
    if min(part.shape[:2]) < SMALLEST_PICTURE:
        return None
    width = max(int(THIN * min(wide, high)) // 2 * 2 + 1, 3)
    areas = np.asarray(cv2.medianBlur(part, width), np.uint8)
    moves = []
    for axis, start in enumerate((left, top)):
        steps = strongest(cv2.absdiff(*_neighbours(areas, axis))) > STEP
        away = start + np.arange(steps.shape[1 - axis]) + 0.5 - lattice.first_cell_center[axis]
        move = _line(np.asarray(away / lattice.pitch[axis], np.float64), steps.mean(axis=axis))
        if move is None:
            return None
        moves.append(move * lattice.pitch[axis])
    return lattice.moved(*moves)


def _neighbours(image: Image, axis: int) -> tuple[Image, Image]:
    """Return all pixels but the last ones and all but the first ones along an axis, 0 for x."""
    return (image[:, :-1], image[:, 1:]) if axis == 0 else (image[:-1], image[1:])


def _line(away: Float, weights: Float) -> float | None:
    """Return how far from halfway between two cells, -0.5 to 0.5 of a pitch, most weights lie.

    ``away`` are pitches from the middle of a cell. None where they lie at no one place.
    """
    held = np.bincount(np.floor(away * PLACES).astype(np.intp) % PLACES, weights, PLACES)
    around = np.stack([np.roll(held, 1), held, np.roll(held, -1)])
    best = int(around.sum(axis=0).argmax())
    there = around[:, best]
    if held.sum() < AREAS * np.ptp(away) or there.sum() < AT_LINES * held.sum():
        return None
    place = best + 0.5 + there @ (-1, 0, 1) / there.sum()
    return float(place / PLACES % 1 - 0.5)
