"""Something over part of a board whose truth is known: what is read must be right, or refused."""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from autoplay.bench.truth import Screen
from autoplay.vision.lattice import Image, Lattice

MOST_CELLS = 6
"""Cells that a patch is wide or high at most: a menu, a tooltip, a part of a window."""

COLOURS = ((255, 255, 255), (0, 0, 0), (240, 240, 240), (192, 192, 192))
"""Of a plain patch, but for one of the picture's own: BGR."""

TINTS, CLEAR = ((255, 255, 255), (0, 0, 0), (0, 0, 255), (0, 200, 0)), (0.3, 0.5, 0.7, 0.85)
"""Colours of a veil, BGR, and how much of the picture is seen through it."""

Box = tuple[slice, slice]


def _plain(picture: Image, box: Box, rng: random.Random) -> Image:
    height, width = picture.shape[:2]
    own = picture[rng.randrange(height), rng.randrange(width)].tolist()
    picture[box] = rng.choice((*COLOURS, own, own))
    return picture


def _blurred(picture: Image, box: Box, rng: random.Random) -> Image:
    size = min(part.stop - part.start for part in box)
    picture[box] = cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.1, 0.4) * size + 2)[box]
    return picture


def _veiled(picture: Image, box: Box, rng: random.Random) -> Image:
    clear, tint = rng.choice(CLEAR), np.array(rng.choice(TINTS))
    picture[box] = np.clip(picture[box] * clear + tint * (1 - clear), 0, 255)
    return picture


COVERINGS: dict[str, Callable[[Image, Box, random.Random], Image]] = {
    "plain patch": _plain,
    "plain patch elsewhere": _plain,
    "blurred patch": _blurred,
    "veil": _veiled,
}
"""What lies over a part of a board, by name."""


def covered(screens: list[Screen]) -> list[Screen]:
    """Return every screen that has a board once under each of ``COVERINGS``, at a place that hangs
    on its name alone, with the truth of what lies beneath."""
    return [
        replace(screen, name=f"{screen.name} {name}", load=partial(_covered, screen, lattice, name))
        for screen in screens
        for lattice in [screen.truth.lattice]
        if lattice is not None and screen.truth.board is not None
        for name in COVERINGS
    ]


def _covered(screen: Screen, lattice: Lattice, name: str) -> Image:
    """Return the picture with a patch on whole cells, or up to half a cell beside them."""
    rng = random.Random(zlib.crc32(f"{screen.name} {name}".encode()))
    picture = screen.load()[:, :, :3].copy()
    box = []
    for axis in (1, 0):
        pitch, first = lattice.pitch[axis], lattice.box[axis]
        cells = (lattice.box[axis + 2] - first) / pitch
        wide = rng.randint(1, min(MOST_CELLS, max(int(cells) - 1, 1)))
        off = rng.choice((0.0, rng.uniform(-0.5, 0.5)))
        start = first + (rng.randint(0, int(cells) - wide) + off) * pitch
        box.append(slice(max(round(start), 0), max(round(start + wide * pitch), 1)))
    return COVERINGS[name](picture, (box[0], box[1]), rng)
