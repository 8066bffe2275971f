"""Changes to the pixels of a picture: it stays a sound file, of a screen that nobody has seen."""

from __future__ import annotations

import random
from collections.abc import Callable

import cv2
import numpy as np

from autoplay.vision.lattice import Image
from autoplay.vision.picture import encoded_png

LARGEST = 640
"""Pixels of a side that a changed picture has at most."""

TINY = 40
"""Pixels up to which a side is tiny: it holds a cell or two."""


def mutated_picture(data: bytes, rng: random.Random) -> bytes:
    """Return a PNG file of the picture in one, with one to three changes."""
    image = np.asarray(cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    for _ in range(rng.choice((1, 1, 2, 3))):
        image = rng.choice(MUTATIONS)(image, rng)[:LARGEST, :LARGEST]
    return encoded_png(image)


def _part(image: Image, rng: random.Random, most: int = LARGEST) -> tuple[slice, slice]:
    """Return the rows and columns of some part, up to so many of each."""
    parts = []
    for size in image.shape[:2]:
        length = rng.randint(1, min(size, most))
        start = rng.randint(0, size - length)
        parts.append(slice(start, start + length))
    return parts[0], parts[1]


def _cropped(image: Image, rng: random.Random) -> Image:
    return image[_part(image, rng)]


def _tiny(image: Image, rng: random.Random) -> Image:
    return image[_part(image, rng, TINY)]


def _narrow(image: Image, rng: random.Random) -> Image:
    rows, cols = _part(image, rng, TINY)
    return image[rows] if rng.random() < 0.5 else image[:, cols]


def _noisy(image: Image, rng: random.Random) -> Image:
    most = rng.choice((2, 10, 60))
    noise = np.random.default_rng(rng.randrange(1 << 32)).integers(-most, most + 1, image.shape)
    return np.asarray(np.clip(image + noise, 0, 255), np.uint8)


def _swapped(image: Image, rng: random.Random) -> Image:
    """Return the picture with two parts of one size in each other's place, if they are apart."""
    rows, cols = _part(image, rng)
    height, width = rows.stop - rows.start, cols.stop - cols.start
    top = rng.randint(0, image.shape[0] - height)
    left = rng.randint(0, image.shape[1] - width)
    there = slice(top, top + height), slice(left, left + width)
    changed = image.copy()
    changed[there], changed[rows, cols] = image[rows, cols], image[there]
    return changed


def _shifted(image: Image, rng: random.Random) -> Image:
    """Return the picture with one half of it moved along the other."""
    axis, changed = rng.randrange(2), image.copy()
    half = np.s_[: image.shape[0] // 2] if axis else np.s_[:, : image.shape[1] // 2]
    changed[half] = np.roll(image[half], rng.randint(1, 30), axis)
    return changed


def _repeated(image: Image, rng: random.Random) -> Image:
    return np.tile(image[_part(image, rng, 200)], (rng.randint(1, 4), rng.randint(1, 4), 1))


def _scaled(image: Image, rng: random.Random) -> Image:
    size = [max(round(side * rng.uniform(0.2, 2)), 1) for side in image.shape[1::-1]]
    how = rng.choice((cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_AREA))
    return np.asarray(cv2.resize(image, (size[0], size[1]), interpolation=how), np.uint8)


def _painted(image: Image, rng: random.Random) -> Image:
    changed = image.copy()
    changed[_part(image, rng)] = [rng.randrange(256) for _ in range(3)]
    return changed


MUTATIONS: tuple[Callable[[Image, random.Random], Image], ...] = (
    _cropped,
    _tiny,
    _narrow,
    _noisy,
    _swapped,
    _shifted,
    _repeated,
    _scaled,
    _painted,
)
