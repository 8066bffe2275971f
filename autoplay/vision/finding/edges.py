"""Where a picture changes: maps of its vertical and horizontal edges, blind to dithers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image

Map = NDArray[Any]
"""(height, width) uint8, or float32 from 0 to 1; OpenCV's own types do not say so."""

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
    """Steps between pixels, each (height, width) uint8, which ``strength`` makes edges from 0 to 1.

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


BLOCK = 256
"""Pixels of a side of what is made at once: all of it stays in the processor's cache."""


class PictureEdges:
    """The edges of a whole picture, made block by block where they are first looked at.

    On a large screen a board and what is taken for one are a small part of the picture.
    """

    def __init__(self, image: Image) -> None:
        """Of a picture, BGR or BGRA."""
        self._image = image
        self.shape: tuple[int, int] = (image.shape[0], image.shape[1])
        self._maps = Edges(*(np.zeros(self.shape, np.uint8) for _ in range(3)))
        self._made = np.zeros([-(-side // BLOCK) for side in self.shape], np.bool_)

    def crop(self, box: tuple[int, int, int, int]) -> Edges:
        """Return the part inside (left, top, right, bottom), a view."""
        left, top, right, bottom = box
        rows = slice(top // BLOCK, -(-bottom // BLOCK))
        cols = slice(left // BLOCK, -(-right // BLOCK))
        for row, col in np.argwhere(~self._made[rows, cols]).tolist():
            self._make((cols.start + col) * BLOCK, (rows.start + row) * BLOCK)
        self._made[rows, cols] = True
        return self._maps.crop(box)

    def whole(self) -> Edges:
        """Return the edges of the whole picture."""
        return self.crop((0, 0, self.shape[1], self.shape[0]))

    def _make(self, left: int, top: int) -> None:
        """Fill the block that begins at (left, top)."""
        # A step is told from the pixels next to it on every side.
        before, above = min(left, 1), min(top, 1)
        part = self._image[top - above : top + BLOCK + 1, left - before : left + BLOCK + 1]
        made, out = edges_of(part), self._maps.crop((left, top, left + BLOCK, top + BLOCK))
        high, wide = out.shape
        there = made.crop((before, above, before + wide, above + high))
        out.across[:], out.down[:], out.any[:] = there.across, there.down, there.any


def edges_of(image: Image) -> Edges:
    """Return the edges of a picture, BGR or BGRA.

    Each step is taken on the picture smoothed along the edge by 1-2-1, which turns a dither of
    alternating pixels into plain gray and keeps a straight edge sharp.
    """
    picture = np.ascontiguousarray(image[:, :, :3])
    smooth, alone = np.array([1.0, 2.0, 1.0]), np.ones(1)
    along_y = cv2.sepFilter2D(picture, cv2.CV_16S, alone, smooth)
    across = np.zeros(picture.shape[:2], np.uint8)
    across[:, :-1] = _largest(cv2.absdiff(along_y[:, 1:], along_y[:, :-1]))
    along_x = cv2.sepFilter2D(picture, cv2.CV_16S, smooth, alone)
    down = np.zeros(picture.shape[:2], np.uint8)
    down[:-1] = _largest(cv2.absdiff(along_x[1:], along_x[:-1]))
    return Edges(across, down, cv2.max(across, down))


def _largest(steps: NDArray[Any]) -> Map:
    """Return the largest step of the three channels, uint8; steps are int16 quarter levels."""
    # Bytes end at 255 quarters, well above a whole step.
    blue, green, red = cv2.split(cv2.convertScaleAbs(steps))
    return cv2.max(cv2.max(blue, green), red)


def strength(steps: Map) -> Map:
    """Return how strong edges of such steps are, float32 from 0 to 1."""
    return cv2.LUT(steps, STRENGTHS)


def _strengths() -> NDArray[np.float32]:
    none, whole = 4 * NOISE, 4 * FULL_STEP
    steps = np.clip(np.arange(256), none, whole).astype(np.float32)
    return np.asarray((steps - none) * np.float32(1 / (whole - none)), np.float32)


STRENGTHS = _strengths()
"""The strength of an edge by its step in quarter levels, (256,)."""
