"""Where a picture changes: maps of its vertical and horizontal edges, blind to dithers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image

Map = NDArray[Any]
"""(height, width) float32, 0 to 1; OpenCV's own types do not say so."""

SMALLEST_PICTURE = 24
"""Pixels of a side: a smaller picture holds no three cells of the smallest boards."""

FULL_STEP = 14.0
"""Gray levels of a step that counts as a whole edge; fainter ones count in proportion.

Faint lines of dark and pastel themes are 6 to 12 levels high, strong outlines 64 and more: with
the cap a strong frame does not outweigh the cells.
"""

NOISE = 2.0
"""Gray levels of a step below which there is none: JPEG at quality 70 ripples flat areas so."""


@dataclass(frozen=True, eq=False)
class Edges:
    """Edge strengths, each (height, width) float32 from 0 to 1.

    ``across`` are steps in x (vertical lines), ``down`` steps in y, ``any`` the larger of both.
    A value at (y, x) is the step between pixel x and x+1 (or y and y+1); its place is (x+.5, y),
    or (x, y+.5).
    """

    across: Map
    down: Map
    any: Map

    @property
    def shape(self) -> tuple[int, int]:
        """Height and width in pixels."""
        height, width = self.any.shape
        return height, width

    def crop(self, box: tuple[int, int, int, int]) -> Edges:
        """Return the part inside (left, top, right, bottom), a view."""
        left, top, right, bottom = box
        part = np.s_[top:bottom, left:right]
        return Edges(self.across[part], self.down[part], self.any[part])


def edges_of(image: Image) -> Edges:
    """Return the edges of a picture, BGR or BGRA.

    Each step is taken on the picture smoothed along the edge by 1-2-1, which turns a dither of
    alternating pixels into plain gray and keeps a straight edge sharp.
    """
    picture = np.ascontiguousarray(image[:, :, :3])
    smooth, alone = np.array([1.0, 2.0, 1.0]), np.ones(1)
    along_y = cv2.sepFilter2D(picture, cv2.CV_16S, alone, smooth)
    across = np.zeros(picture.shape[:2], np.float32)
    _strength(cv2.absdiff(along_y[:, 1:], along_y[:, :-1]), across[:, :-1])
    along_x = cv2.sepFilter2D(picture, cv2.CV_16S, smooth, alone)
    down = np.zeros(picture.shape[:2], np.float32)
    _strength(cv2.absdiff(along_x[1:], along_x[:-1]), down[:-1])
    return Edges(across, down, np.maximum(across, down))


def _strength(steps: NDArray[Any], out: Map) -> None:
    """Put 0 to 1 from the largest step of the three channels; steps are int16 quarter levels."""
    # Bytes end at 255 quarters, well above a whole step.
    blue, green, red = cv2.split(cv2.convertScaleAbs(steps))
    largest = np.minimum(cv2.max(cv2.max(blue, green), red), round(4 * FULL_STEP))
    none = round(4 * NOISE)
    np.multiply(np.maximum(largest, none) - none, np.float32(1 / (4 * FULL_STEP - none)), out=out)
