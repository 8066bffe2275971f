"""What may be written on a screen: regions of ink at several thresholds, side by side as words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.channels import strongest, weakest

LEAST_HEIGHT, MOST_HEIGHT = 7, 80
"""Pixels: characters are read from and up to this height."""

LEVELS = 6
"""Thresholds between the darkest and the brightest pixel; unlit segments fall away at some."""

JOINED = (np.ones((1, 1), np.uint8), np.ones((3, 3), np.uint8), np.ones((5, 1), np.uint8))
"""Gaps that are filled, high and wide: those between the segments of a digit, in a digit whose next
one is near those above one another alone."""

MOST_SPOTS = 400
"""Connected regions beyond which a thresholded picture is a texture, not writing."""

MOST_CHARACTERS = 9
"""Of a word that is read: two numbers with a stroke between."""

EVEN = 0.15
"""Share of its height by which a digit of one number stands or reaches higher than the one before:
the s behind the seconds of a clock reaches a fifth lower."""

GAP, DOTTED, ROOM = 0.9, 1.3, 0.35
"""Shares of its height from a character to the next one of its word at most, the same with a dot or
a colon between, and around a word in which no other character stands: beside a slim 1 of seven
segments there is much room."""

TALL = 0.7
"""Share of the height at which ink between two characters parts them: a stroke too thin for a
character does, the dots of a colon do not."""

Gray = NDArray[np.uint8]


class Box(NamedTuple):
    """Where a character or a word stands, in pixels."""

    left: int
    top: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """The first column beyond it."""
        return self.left + self.width

    @property
    def bottom(self) -> int:
        """The first row below it."""
        return self.top + self.height


@dataclass(frozen=True, eq=False)
class Layer:
    """A picture in gray, (height, width) uint8, and where it is ink: brighter, or darker, than a
    threshold, with gaps between the segments of digits filled."""

    gray: Gray
    ink: NDArray[np.uint8]
    is_bright: bool


@dataclass(frozen=True)
class Word:
    """Boxes of characters, left to right, and those of others that stand too near to be apart.

    ``dotted`` are the places of characters before which lower ink stands, as a colon does.
    """

    boxes: tuple[Box, ...]
    touching: tuple[Box, ...]
    dotted: frozenset[int]


def layers(part: NDArray[np.uint8], hidden: tuple[slice, slice]) -> Iterator[Layer]:
    """Yield a picture, BGR uint8, at every threshold, without what is ``hidden`` of it."""
    brightest, darkest = strongest(part), weakest(part)
    # Red digits in a white frame that they nearly touch stand alone in how colourful they are.
    for gray in (brightest, darkest, brightest - darkest):
        low, high = int(gray.min()), int(gray.max())
        for level in np.linspace(low, high, LEVELS + 2)[1:-1]:
            for is_bright in (True, False):
                ink = np.asarray((gray > level) == is_bright, np.uint8)
                for kernel in JOINED:
                    joined = np.asarray(cv2.morphologyEx(ink, cv2.MORPH_CLOSE, kernel), np.uint8)
                    joined[hidden] = 0
                    yield Layer(gray, joined, is_bright)


def words(ink: NDArray[np.uint8]) -> list[Word]:
    """Return the characters that stand beside one another on a line."""
    every = spots(ink)
    found: list[list[Box]] = []
    for spot in every:
        word = next((word for word in found if _continues(word[-1], spot, ink)), None)
        if word is None:
            found.append([spot])
        else:
            word.append(spot)
    return [
        Word(
            tuple(word),
            tuple(_touching(word, every)),
            frozenset(n for n, pair in enumerate(pairwise(word), 1) if _between(*pair, ink) > 0),
        )
        for word in found
        if 1 < len(word) <= MOST_CHARACTERS
    ]


def spots(ink: NDArray[np.uint8]) -> list[Box]:
    """Return the boxes of regions of digit-like size, left to right."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    fits = (height >= LEAST_HEIGHT) & (height <= MOST_HEIGHT) & (width <= height)
    fits &= area >= 0.12 * width * height
    fits[0] = False  # the ground
    chosen = np.flatnonzero(fits)
    if count > MOST_SPOTS * 10 or len(chosen) > MOST_SPOTS:
        return []
    ordered = chosen[np.argsort(stats[chosen, 0], kind="stable")]
    return [Box(*(int(number) for number in stats[spot, :4])) for spot in ordered]


def _continues(last: Box, spot: Box, ink: NDArray[np.uint8]) -> bool:
    slack = max(EVEN * max(last.height, spot.height), 1)
    level = max(abs(spot.top - last.top), abs(spot.bottom - last.bottom)) <= slack
    between = _between(last, spot, ink)
    near = spot.left - last.right <= (DOTTED if between else GAP) * last.height
    return level and near and between < TALL


def _between(last: Box, spot: Box, ink: NDArray[np.uint8]) -> float:
    """Return at which share of the height there is ink between two characters."""
    between = ink[last.top : last.top + last.height, last.right : spot.left]
    return float(between.any(axis=1).mean()) if between.size else 0.0


def _touching(word: list[Box], every: list[Box]) -> Iterator[Box]:
    """Yield what stands right beside the word: it would be a piece of a text."""
    left, right = word[0].left, word[-1].right
    top, height = word[0].top, word[0].height
    room = round(ROOM * height)
    for spot in every:
        on_line = spot.top < top + height and top < spot.top + spot.height
        if on_line and (left - room < spot.right <= left or right <= spot.left < right + room):
            yield spot
