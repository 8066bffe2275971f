"""Pictures of a dimmed screen, made as bright as the screen was."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.channels import strongest
from autoplay.vision.jpeg import is_jpeg
from autoplay.vision.lattice import Image

WHITE = 255
"""The largest gray level of a channel."""

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
    light = strongest(channels)
    gain = _gain(np.asarray(cv2.medianBlur(light, JPEG_EDGE), np.uint8))
    if gain >= LEAST_GAIN and not is_jpeg(image):
        gain = _gain(light)
    if gain < LEAST_GAIN:
        return image
    return np.asarray(cv2.convertScaleAbs(channels, alpha=gain), np.uint8)


def brightened_around(image: Image, box: tuple[int, int, int, int]) -> Image:
    """Return a picture, BGR or BGRA uint8, as bright as what is in the box (left, top, right,
    bottom) can be made: a veil over a board is as dark beneath a message that shines.

    The picture itself comes back where that is bright.
    """
    left, top, right, bottom = (max(each, 0) for each in box)
    part = image[top:bottom, left:right, :3]
    gain = _gain(strongest(part)) if part.size else 1.0
    if gain < VEILED:
        return image
    return np.asarray(cv2.convertScaleAbs(image[..., :3], alpha=gain), np.uint8)


VEILED = 1.5
"""Gain from which on a board is dim: dark themes have something brighter."""

JPEG_EDGE = 3
"""Pixels across of the median that drops what shines at edges where JPEG keeps colours at half the
size of brightness: at two of six dimmed pages it was brighter by a third than the white page."""


def _gain(light: NDArray[np.uint8]) -> float:
    """Return by how much the brightest of these gray levels can be brightened at most."""
    counts = np.bincount(light[::STEP, ::STEP].ravel(), minlength=WHITE + 1)
    above = np.cumsum(counts[::-1])
    brightest = WHITE - int(np.searchsorted(above, BRIGHTEST * above[-1]))
    return min(WHITE / max(brightest, 1), MOST_GAIN)


LEAST_LIGHT, MOST_LIGHT = 0.15, 0.95
"""Shares of what was seen before that still shine through: less is lost in the gray levels."""

SHINES, WITHIN = 0.5, 4
"""Share of the pixels that must show what they did before, and gray levels they may be off."""

LEAST_SPAN, MOST_USUAL = 40, 8
"""Gray levels between two colours that tell how much shines through, and how many of the most
frequent ones are asked: a message hides some of them."""


def undimmed(image: Image, before: Image) -> Image | None:
    """Return the picture, BGR uint8, in the light of the one ``before`` of the same place.

    Many games lay a veil over the board, and their message over that, once a game has ended. None
    where most of the picture is not what was there before, all mixed with one other colour, and
    where the two differ in size: the screen's resolution may have changed between them.
    """
    if image.shape[:2] != before.shape[:2] or not image.size:
        return None
    lit = [_unmixed(image[..., channel], before[..., channel]) for channel in range(3)]
    if lit[0] is None or lit[1] is None or lit[2] is None:
        return None
    return np.ascontiguousarray(np.stack([lit[0], lit[1], lit[2]], axis=2))


def _unmixed(now: NDArray[np.uint8], before: NDArray[np.uint8]) -> NDArray[np.uint8] | None:
    """Return what is mixed into ``now``: ``now = share * before + other`` at most pixels."""
    levels = np.arange(WHITE + 1)
    pairs = before[::STEP, ::STEP].astype(np.intp) * len(levels) + now[::STEP, ::STEP]
    counts = np.bincount(pairs.ravel(), minlength=len(levels) ** 2).reshape(len(levels), -1)
    became, pixels = counts.argmax(axis=1), counts.max(axis=1)
    usual = np.argsort(-pixels, kind="stable")[:MOST_USUAL]
    best, most = (1.0, 0.0), -1
    for low, high in itertools.permutations(usual[pixels[usual] > 0], 2):
        if high - low < LEAST_SPAN:
            continue
        share = float(became[high] - became[low]) / float(high - low)
        other = float(became[low] - share * low)
        off = np.abs(share * levels[:, None] + other - levels[None, :])
        if (explained := int(counts[off <= WITHIN].sum())) > most:
            best, most = (share, other), explained
    share, other = best
    if not LEAST_LIGHT <= share <= MOST_LIGHT or most < SHINES * pairs.size:
        return None
    lit = np.clip((levels - other) / share, 0, WHITE).round().astype(np.uint8)
    return np.asarray(lit[now], np.uint8)
