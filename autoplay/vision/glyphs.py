"""Small convolutional networks that say together which label a single tile looks like.

They are trained on drawn tiles only (``autoplay.bench.train_glyphs``) and evaluated in numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import ceil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.tiles import SIDE, Tiles

CLASSES = 20
"""The values of ``Label``; ``Label.UNREADABLE`` stands for looks that are no label."""

FOLDER = Path(__file__).parent / "networks"
"""Folder of the trained networks: one file each, with what it was trained by beside it."""

MIN_SPREAD = 10.0
"""Gray levels: deviations within a tile are not amplified beyond this, so noise stays noise."""

CHANNELS = 6

Floats = NDArray[np.float32]


def inputs_of(tiles: Tiles) -> Floats:
    """Return what the network sees of tiles, (n, CHANNELS, SIDE, SIDE) float32.

    Colours, and deviations from the tile's median colour scaled to its largest ones, so that a
    digit looks the same bright, dimmed and tinted.
    """
    colors = tiles.astype(np.float32)
    flat = colors.reshape(len(tiles), -1, 3)
    median = np.median(flat[:, ::2], axis=1)
    deviation = flat - median[:, None]
    reach = np.abs(deviation).max(axis=2)
    spread = np.partition(reach, -12, axis=1)[:, -12]
    deviation /= np.maximum(spread, MIN_SPREAD)[:, None, None]
    both = np.concatenate([flat / 255 - 0.5, np.clip(deviation, -1.5, 1.5)], axis=2)
    return np.ascontiguousarray(
        both.reshape(len(tiles), SIDE, SIDE, CHANNELS).transpose(0, 3, 1, 2)
    )


class Networks:
    """The trained networks; ``scores`` is all they do.

    Networks that were trained apart are wrong about different tiles: two together misread less
    than either, and are less sure where they disagree.
    """

    def __init__(self, weights: Sequence[dict[str, Floats]]) -> None:
        self._weights = weights

    def scores(self, tiles: Tiles) -> Floats:
        """Return the log-probability of every class for every tile, (n, CLASSES) float32."""
        parts = [self._of_batch(tiles[at : at + BATCH]) for at in range(0, len(tiles), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, CLASSES), np.float32)

    def _of_batch(self, tiles: Tiles) -> Floats:
        x = inputs_of(tiles)
        said = [_forward(weights, x) for weights in self._weights]
        return _normalized(np.mean(said, axis=0))


def _forward(weights: dict[str, Floats], x: Floats) -> Floats:
    """Return what one network says, (n, CLASSES) log-probabilities."""
    x = np.ascontiguousarray(x.transpose(0, 2, 3, 1))
    for index, stride in enumerate(STRIDES):
        x = _convolve(x, weights[f"kernel{index}"], weights[f"shift{index}"], stride)
    n, height, width, channels = x.shape
    pooled = x.reshape(n, height // 2, 2, width // 2, 2, channels).max(axis=(2, 4))
    features = pooled.transpose(0, 3, 1, 2).reshape(n, -1)
    hidden = features @ weights["hidden_weight"].T + weights["hidden_bias"]
    return _normalized(np.maximum(hidden, 0) @ weights["out_weight"].T + weights["out_bias"])


def _normalized(scores: Floats) -> Floats:
    """Return the scores shifted so that their exponentials add up to 1, row by row."""
    scores = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)


STRIDES = (1, 2, 2, 1)
BATCH = 64


def _convolve(x: Floats, kernel: Floats, shift: Floats, stride: int) -> Floats:
    """Return a 3x3 convolution of (n, height, width, channels), zeros around, and the rectifier.

    Channels come last, so that every copy is of whole pixels.
    """
    n, height, width, channels = x.shape
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    shape = (n, ceil(height / stride), ceil(width / stride))
    columns = np.empty((*shape, 9, channels), np.float32)
    for index in range(9):
        top, left = divmod(index, 3)
        window = padded[:, top : top + height : stride, left : left + width : stride]
        columns[:, :, :, index] = window
    table = kernel.transpose(2, 3, 1, 0).reshape(9 * channels, -1)
    out = columns.reshape(-1, 9 * channels) @ table
    out += shift
    return np.maximum(out, 0, out=out).reshape(*shape, -1)


@cache
def networks() -> Networks:
    """Return the networks this installation ships."""
    return Networks([_load(path) for path in sorted(FOLDER.glob("*.npz"))])


def _load(path: Path) -> dict[str, Floats]:
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
