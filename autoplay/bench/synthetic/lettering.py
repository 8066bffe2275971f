"""Digits that need no font file: in coarse pixels, in seven segments and in OpenCV's strokes."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from PIL import Image, ImageDraw


def opencv_text(text: str, font: int, height: int) -> Image.Image:
    """Return the text in one of OpenCV's stroke fonts, as thick as programs usually draw it."""
    thickness = 1 if height < 14 else 2
    scale = cv2.getFontScaleFromHeight(font, height, thickness)
    (width, _), below = cv2.getTextSize(text, font, scale, thickness)
    canvas = np.zeros((height + below + 4, width + 4), np.uint8)
    cv2.putText(canvas, text, (2, height + 2), font, scale, 255, thickness, cv2.LINE_AA)
    mask = Image.fromarray(canvas)
    return mask.crop(mask.getbbox() or (0, 0, 1, 1))


_PIXELS = {
    "0": "01110 10001 10011 10101 11001 10001 01110",
    "1": "00100 01100 00100 00100 00100 00100 01110",
    "2": "01110 10001 00001 00110 01000 10000 11111",
    "3": "11110 00001 00001 01110 00001 00001 11110",
    "4": "00010 00110 01010 10010 11111 00010 00010",
    "5": "11111 10000 11110 00001 00001 10001 01110",
    "6": "00110 01000 10000 11110 10001 10001 01110",
    "7": "11111 00001 00010 00100 01000 01000 01000",
    "8": "01110 10001 10001 01110 10001 10001 01110",
    "9": "01110 10001 10001 01111 00001 00010 01100",
    "F": "11111 10000 10000 11110 10000 10000 10000",
    "P": "11110 10001 10001 11110 10000 10000 10000",
    "M": "10001 11011 10101 10101 10001 10001 10001",
    "B": "11110 10001 10001 11110 10001 10001 11110",
    "X": "10001 10001 01010 00100 01010 10001 10001",
    "?": "01110 10001 00001 00110 00100 00000 00100",
    "!": "00100 00100 00100 00100 00100 00000 00100",
    "#": "01010 01010 11111 01010 11111 01010 01010",
    "-": "00000 00000 00000 11111 00000 00000 00000",
    ".": "00000 00000 00000 00000 00000 01100 01100",
    "*": "00000 00100 10101 01110 10101 00100 00000",
}


def pixel_text(text: str, height: int) -> Image.Image:
    """Return text of coarse pixels as a mode L mask, cut to its ink; what is unknown is a box."""
    unit = max(round(height / 7), 1)
    mask = Image.new("L", (unit * 6 * len(text), unit * 7))
    draw = ImageDraw.Draw(mask)
    for place, character in enumerate(text):
        for y, row in enumerate(_PIXELS.get(character, "11111 " * 7).split()):
            for x, bit in enumerate(row):
                if bit == "1":
                    left, top = (place * 6 + x) * unit, y * unit
                    draw.rectangle((left, top, left + unit - 1, top + unit - 1), fill=255)
    return mask.crop(mask.getbbox() or (0, 0, 1, 1))


SEGMENTS = {
    "0": "abcdef",
    "1": "bc",
    "2": "abged",
    "3": "abgcd",
    "4": "fgbc",
    "5": "afgcd",
    "6": "afgedc",
    "7": "abc",
    "8": "abcdefg",
    "9": "abcdfg",
    "-": "g",
    " ": "",
}

_BARS = {
    "a": (0, 0, 1, 0),
    "b": (1, 0, 1, 1),
    "c": (1, 1, 1, 2),
    "d": (0, 2, 1, 2),
    "e": (0, 1, 0, 2),
    "f": (0, 0, 0, 1),
    "g": (0, 1, 1, 1),
}
"""Ends of each segment on a grid of 1 by 2."""


def segment_text(text: str, height: int) -> Image.Image:
    """Return digits of seven segments as a mode L mask, cut to its ink."""
    lit, _ = segment_digits(text, height)
    return lit.crop(lit.getbbox() or (0, 0, 1, 1))


@dataclass(frozen=True)
class Bars:
    """How seven segments are drawn: shares of their height that a digit is wide and a bar thick,
    pixels by which bars are shorter at either end, and whether they fill the digit's corners."""

    wide: float = 0.5
    thick: float = 0.125
    gap: int = 0
    mitred: bool = False


HEXAGONS = Bars()


def segment_digits(
    text: str, height: int, bars: Bars = HEXAGONS
) -> tuple[Image.Image, Image.Image]:
    """Return seven-segment digits as two mode L masks of one size: the lit and the dark bars."""
    thick = max(int(height * bars.thick), 1)
    width = max(round(height * bars.wide), 3)
    size = (len(text) * (width + thick + 1) + thick, height)
    lit, dark = Image.new("L", size), Image.new("L", size)
    for place, character in enumerate(text):
        left = place * (width + thick + 1) + thick // 2
        for name in _BARS:
            mask = lit if name in SEGMENTS[character] else dark
            corners = _bar(name, (width, height, thick), bars)
            ImageDraw.Draw(mask).polygon([(left + x, y) for x, y in corners], fill=255)
    return lit, dark


def _bar(name: str, size: tuple[int, int, int], bars: Bars) -> list[tuple[float, float]]:
    """Return the corners of a bar of a digit so wide and high, so thick."""
    (width, height, thick), ends = size, _BARS[name]
    half, tall = thick / 2, (height - 1 - thick) / 2
    x0, y0, x1, y1 = (
        end * (tall if axis else width - thick) + half
        for end, axis in zip(ends, (0, 1, 0, 1), strict=True)
    )
    filled = half if bars.mitred else -half
    if y0 == y1:
        x0, x1 = x0 + bars.gap, x1 - bars.gap
        above, below = (filled if name == side else -half for side in "ad")
        return [
            (x0, y0),
            (x0 - above, y0 - half),
            (x1 + above, y0 - half),
            (x1, y0),
            (x1 + below, y0 + half),
            (x0 - below, y0 + half),
        ]
    y0, y1 = y0 + bars.gap, y1 - bars.gap
    (top_left, top_right), (low_left, low_right) = (
        tuple(filled if name == corner else -half for corner in pair) for pair in ("fb", "ec")
    )
    return [
        (x0, y0),
        (x0 + half, y0 - top_right),
        (x0 + half, y1 + low_right),
        (x0, y1),
        (x0 - half, y1 + low_left),
        (x0 - half, y0 - top_left),
    ]
