"""A small network that says which character a spot of writing is: a digit, a stroke, another one.

It is trained on drawn writing only (``autoplay.bench.train_digits``), in fonts and in seven
segments, cut out as here.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.network import Floats, Weights, load, log_probabilities
from autoplay.vision.writing import Box, Gray, Layer

STROKE, OTHER = 10, 11
"""The classes beside the ten digits: a slanted stroke between two numbers, and all others."""

CLASSES = 12
"""All classes that the network tells apart."""

SIDE, TALL = 32, 20
"""Pixels of a tile, and of the character in its middle; what stands beside it shows as well."""

CHANNELS = 2
"""The picture in gray, where the segments that are not lit may show, and its ink."""

Tile = NDArray[np.uint8]
"""(SIDE, SIDE, CHANNELS)."""

LEVEL_OF_PAPER, LEVEL_OF_INK = 40, 200
"""Gray levels in a tile; what is beyond them beside the character shows by a quarter more."""

MIN_LEAD = 3.0
"""Natural-log units by which a character must be likelier than any other."""

FILE = Path(__file__).parent / "networks" / "digits" / "seed1.npz"


def tile_of(layer: Layer, box: Box) -> Tile:
    """Return a character as the network sees it: bright on dark, whichever way it is drawn."""
    own = layer.gray[box.top : box.top + box.height, box.left : box.right]
    low, high = float(own.min()), float(own.max())
    seen = _seen(layer.gray, box)
    shade = (seen - low if layer.is_bright else high - seen) / max(high - low, 1.0)
    gray = LEVEL_OF_PAPER + np.clip(shade, -0.25, 1.25) * (LEVEL_OF_INK - LEVEL_OF_PAPER)
    ink = LEVEL_OF_PAPER + _seen(layer.ink, box, LEVEL_OF_INK - LEVEL_OF_PAPER)
    return np.stack([gray, ink], axis=2).astype(np.uint8)


def _seen(picture: Gray, box: Box, times: int = 1) -> Floats:
    """Return what lies in and around a box, (SIDE, SIDE) float32, so many times as bright."""
    scale = box.height / TALL
    half = scale * SIDE / 2
    left, top = box.left + box.width / 2 - half, box.top + box.height / 2 - half
    margin = 2 + int(scale)
    x, y, size = int(left) - margin, int(top) - margin, int(2 * half) + 2 * margin + 2
    near = _cut(picture, x, y, size) * np.uint8(times)
    if scale > 1:
        near = np.asarray(cv2.GaussianBlur(near, (0, 0), 0.35 * scale), np.uint8)
    first = (scale - 1) / 2
    matrix = np.array([[scale, 0, left - x + first], [0, scale, top - y + first]], np.float32)
    seen = cv2.warpAffine(
        near,
        matrix,
        (SIDE, SIDE),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(seen, np.float32)


def _cut(gray: Gray, x: int, y: int, size: int) -> Gray:
    """Return a square of a picture, its last pixels repeated beyond its edges."""
    height, width = gray.shape
    rows = np.clip(np.arange(y, y + size), 0, height - 1)
    columns = np.clip(np.arange(x, x + size), 0, width - 1)
    return gray[np.ix_(rows, columns)]


def inputs_of(tiles: NDArray[np.uint8]) -> Floats:
    """Return what the network sees of tiles, (n, CHANNELS, SIDE, SIDE) float32."""
    ink = (tiles.astype(np.float32) - LEVEL_OF_PAPER) / (LEVEL_OF_INK - LEVEL_OF_PAPER)
    return np.ascontiguousarray(ink.transpose(0, 3, 1, 2) - np.float32(0.5))


def characters(tiles: Sequence[Tile]) -> list[int | None]:
    """Return the class of each tile, None where it is in doubt."""
    if not tiles:
        return []
    distinct, which = np.unique(np.stack(tiles), axis=0, return_inverse=True)
    parts = [
        log_probabilities(_network(), inputs_of(distinct[at : at + BATCH]))
        for at in range(0, len(distinct), BATCH)
    ]
    scores = np.concatenate(parts)[which.ravel()]
    best, ranked = scores.argmax(axis=1), np.partition(scores, -2, axis=1)
    is_clear = ranked[:, -1] - ranked[:, -2] >= MIN_LEAD
    return [int(one) if clear else None for one, clear in zip(best, is_clear, strict=True)]


BATCH = 128
"""Tiles scored at once: more take memory, and no less time."""


@cache
def _network() -> Weights:
    return load(FILE)
