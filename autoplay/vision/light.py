"""Pictures of a dimmed screen, made as bright as the screen was."""

from __future__ import annotations

import cv2
import numpy as np

from autoplay.vision.lattice import Image

WHITE = 255

BRIGHTEST = 1e-4
"""Share of the pixels that counts as the brightest of a picture: a word of a title, not noise."""

STEP = 3
"""Of so many rows, and of so many columns, one is looked at."""

LEAST_GAIN, MOST_GAIN = 1.1, 3.0
"""Gains that change anything, and beyond which noise would be drawn out."""


def brightened(image: Image) -> Image:
    """Return the picture, BGR or BGRA uint8, with its brightest pixels as bright as can be.

    How far apart two looks are is counted in gray levels, of which a dimmed screen has fewer. The
    picture itself comes back where it is bright.
    """
    channels = image[..., :3]
    counts = np.bincount(channels[::STEP, ::STEP].max(axis=2).ravel(), minlength=WHITE + 1)
    above = np.cumsum(counts[::-1])
    brightest = WHITE - int(np.searchsorted(above, BRIGHTEST * above[-1]))
    gain = min(WHITE / max(brightest, 1), MOST_GAIN)
    if gain < LEAST_GAIN:
        return image
    return np.asarray(cv2.convertScaleAbs(channels, alpha=gain), np.uint8)
