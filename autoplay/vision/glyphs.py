"""Small convolutional networks that say together which label a single tile looks like.

They are trained on drawn tiles only (``autoplay.bench.train_glyphs``) and evaluated in numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from autoplay.vision.channels import strongest
from autoplay.vision.network import Floats, Weights, load, log_probabilities, normalized
from autoplay.vision.remembered import Remembered
from autoplay.vision.tiles import SIDE, Tiles

CLASSES = 20
"""The values of ``Label``; ``Label.UNREADABLE`` stands for looks that are no label."""

FOLDER = Path(__file__).parent / "networks"
"""Folder of the trained networks: one file each, with what it was trained by beside it."""

MIN_SPREAD = 10.0
"""Gray levels: deviations within a tile are not amplified beyond this, so noise stays noise."""

CHANNELS = 6
"""Values of a pixel: blue, green and red, and their deviations from the tile's median colour."""

BATCH = 64
"""Tiles scored at once: 512 take 0.73 s, with batches of 256 0.71 s and twice the memory."""

MOST_KNOWN = 8192
"""Tiles whose scores are remembered, 16 MB: every other one of a game in play was scored at an
earlier look, too."""


def inputs_of(tiles: Tiles) -> Floats:
    """Return what the network sees of tiles, (n, CHANNELS, SIDE, SIDE) float32.

    Colours, and deviations from the tile's median colour scaled to its largest ones, so that a
    digit looks the same bright, dimmed and tinted.
    """
    colors = tiles.astype(np.float32)
    flat = colors.reshape(len(tiles), -1, 3)
    median = np.median(flat[:, ::2], axis=1)
    deviation = flat - median[:, None]
    reach = strongest(np.abs(deviation))
    spread = np.partition(reach, -12, axis=1)[:, -12]
    deviation /= np.maximum(spread, MIN_SPREAD)[:, None, None]
    both = np.concatenate([flat / 255 - 0.5, np.clip(deviation, -1.5, 1.5)], axis=2)
    return np.ascontiguousarray(
        both.reshape(len(tiles), SIDE, SIDE, CHANNELS).transpose(0, 3, 1, 2)
    )


class Networks:
    """The trained networks; ``scores``, remembered, is all they do.

    Networks that were trained apart are wrong about different tiles: two together misread less
    than either, and are less sure where they disagree.
    """

    def __init__(self, weights: Sequence[Weights]) -> None:
        self._weights = weights
        self.scores = Remembered(self._scores_of, MOST_KNOWN)

    def _scores_of(self, tiles: Tiles) -> Floats:
        """Return the log-probability of every class for every tile, (n, CLASSES) float32."""
        parts = [self._of_batch(tiles[at : at + BATCH]) for at in range(0, len(tiles), BATCH)]
        return np.concatenate(parts) if parts else np.zeros((0, CLASSES), np.float32)

    def _of_batch(self, tiles: Tiles) -> Floats:
        x = inputs_of(tiles)
        said = [log_probabilities(weights, x) for weights in self._weights]
        return normalized(np.mean(said, axis=0))


@cache
def networks() -> Networks:
    """Return the networks this installation ships."""
    return Networks([load(path) for path in sorted(FOLDER.glob("*.npz"))])
