"""The fonts this machine has, and ways of drawing characters that need none.

A drawn game names its font by a ``Typeface``: a font file, smooth or in coarse pixels, the pixel
font, the seven segments, drawn strokes, one of OpenCV's fonts or the one that comes with Pillow.
"""

from __future__ import annotations

import random
import re
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from autoplay.bench.synthetic.strokes import draw_strokes, drawable, hand

_FOLDERS = {
    "linux": ("/usr/share/fonts", "/usr/local/share/fonts", "~/.fonts", "~/.local/share/fonts"),
    "darwin": ("/System/Library/Fonts", "/Library/Fonts", "~/Library/Fonts"),
    "win32": ("C:/Windows/Fonts",),
}

_FAMILIES = re.compile(
    r"(dejavusans|dejavuserif|liberation|freesans|freeserif|freemono|roboto|lato|opensans"
    r"|comicneue|inter|firacode|cantarell|carlito|quicksand|urwgothic|c059|p052|nimbussans"
    r"|nimbusroman|notosans|notoserif|notomono|notosansmono|notosansdisplay"
    r"|arial|verdana|tahoma|segoeui|calibri|consola|georgia|comic|trebuc|impact"
    r"|helvetica|menlo|courier|times)"
    r"[-_]?(regular|bold|black|medium|semibold|book|roman|light|bd|z|b|mono|mono-bold"
    r"|condensed|condensed-bold|narrow-regular|narrow-bold|mono-regular|sans-regular|sans-bold"
    r"|serif-regular|serif-bold)?\d*"
)
"""Families with ordinary Latin digits: a font folder also holds symbols and other scripts."""

_EMOJI = re.compile(r"(notocoloremoji|applecoloremoji|seguiemj)")

EMOJI_SIZE = 109
"""Pixels: the only size in which the bitmap emoji fonts can be drawn."""


@dataclass(frozen=True)
class Typeface:
    """How characters are drawn: ``kind`` is ``file``, ``coarse``, ``pillow``, ``pixel``,
    ``segments``, ``strokes`` or ``opencv``; ``path`` is the font's file, the seed of the hand that
    draws strokes, or the number of one of OpenCV's fonts."""

    kind: str
    path: str = ""

    @property
    def name(self) -> str:
        """The name used in a screen's description."""
        return Path(self.path).stem if self.path else self.kind


@cache
def typefaces() -> tuple[Typeface, ...]:
    """Return the font files found that have ordinary digits, by name; Pillow's own if none."""
    found = {path.stem: str(path) for path in _font_files() if _is_text_font(path)}
    faces = tuple(Typeface("file", found[stem]) for stem in sorted(found))
    return faces or (Typeface("pillow"),)


@cache
def emoji_font() -> str:
    """Return the path of a colour emoji font, empty where there is none."""
    for path in _font_files():
        if _EMOJI.fullmatch(path.stem.lower()):
            return str(path)
    return ""


@cache
def _font_files() -> tuple[Path, ...]:
    folders = (Path(name).expanduser() for name in _FOLDERS.get(sys.platform, ()))
    files = (path for folder in folders if folder.is_dir() for path in folder.rglob("*"))
    return tuple(sorted(path for path in files if path.suffix.lower() in {".ttf", ".otf"}))


def _is_text_font(path: Path) -> bool:
    return _FAMILIES.fullmatch(path.stem.lower()) is not None


@cache
def _sized(face: Typeface, size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    if face.kind in ("file", "coarse"):
        return ImageFont.truetype(face.path, size)
    return ImageFont.load_default(size)


def pick_typeface(rng: random.Random, drawn: float = 0.12) -> Typeface:
    """Return a random typeface; ``drawn`` is the share of pixel and seven-segment ones."""
    if rng.random() < drawn:
        return Typeface(rng.choice(("pixel", "segments")))
    return rng.choice(typefaces())


def text_mask(text: str, face: Typeface, height: int, smooth: bool = True) -> Image.Image:
    """Return the text as a mode L mask, cut to its ink, its capitals ``height`` pixels high."""
    height = max(height, 3)
    if face.kind == "pixel":
        return _pixel_text(text, height)
    if face.kind == "segments" and set(text) <= set(_SEGMENTS):
        return _segment_text(text, height)
    if face.kind == "strokes" and drawable(text):
        mask = draw_strokes(text, hand(face.path), height)
        return mask.crop(mask.getbbox() or (0, 0, 1, 1))
    if face.kind == "opencv":
        return _opencv_text(text, int(face.path), height)
    if face.kind == "coarse":
        return _coarse_text(text, face, height)
    return _font_text(text, face, height, smooth)


def _font_text(text: str, face: Typeface, height: int, smooth: bool) -> Image.Image:
    font = _sized(face, max(round(height * 1.38), 5))
    left, top, right, bottom = (round(edge) for edge in font.getbbox(text))
    mask = Image.new("L", (max(right - left, 1) + 2, max(bottom - top, 1) + 2))
    draw = ImageDraw.Draw(mask)
    draw.fontmode = "L" if smooth else "1"
    draw.text((1 - left, 1 - top), text, fill=255, font=font)
    return mask.crop(mask.getbbox() or (0, 0, 1, 1))


COARSE = 9
"""Pixels: about the height of the digits in the sprites of old games, two pixels a stroke."""


def _coarse_text(text: str, face: Typeface, height: int) -> Image.Image:
    """Return the text as a sprite of few pixels, black and white, enlarged as it is."""
    small = _font_text(text, face, min(COARSE, height), smooth=False)
    bold = Image.new("L", (small.width + 1, small.height))
    bold.paste(small, (0, 0))
    bold.paste(small, (1, 0), small)
    scale = height / bold.height
    size = max(round(bold.width * scale), 1), height
    return bold.resize(size, Image.Resampling.NEAREST)


def _opencv_text(text: str, font: int, height: int) -> Image.Image:
    """Return the text in one of OpenCV's stroke fonts, as thick as programs usually draw it."""
    thickness = 1 if height < 14 else 2
    scale = cv2.getFontScaleFromHeight(font, height, thickness)
    (width, _), below = cv2.getTextSize(text, font, scale, thickness)
    canvas = np.zeros((height + below + 4, width + 4), np.uint8)
    cv2.putText(canvas, text, (2, height + 2), font, scale, 255, thickness, cv2.LINE_AA)
    mask = Image.fromarray(canvas)
    return mask.crop(mask.getbbox() or (0, 0, 1, 1))


@cache
def emoji(text: str, size: int) -> Image.Image | None:
    """Return an emoji as an RGBA picture of this size, None where the machine has no emoji."""
    path = emoji_font()
    if not path:
        return None
    font = ImageFont.truetype(path, EMOJI_SIZE)
    picture = Image.new("RGBA", (EMOJI_SIZE * 2, EMOJI_SIZE * 2))
    ImageDraw.Draw(picture).text((20, 20), text, font=font, embedded_color=True)
    picture = picture.crop(picture.getbbox() or (0, 0, 1, 1))
    scale = size / max(picture.size)
    width, height = (max(round(side * scale), 1) for side in picture.size)
    return picture.resize((width, height), Image.Resampling.LANCZOS)


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


def _pixel_text(text: str, height: int) -> Image.Image:
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


_SEGMENTS = {
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


def _segment_text(text: str, height: int) -> Image.Image:
    lit, _ = segment_digits(text, height)
    return lit.crop(lit.getbbox() or (0, 0, 1, 1))


def segment_digits(text: str, height: int) -> tuple[Image.Image, Image.Image]:
    """Return seven-segment digits as two mode L masks of one size: the lit and the dark bars."""
    thick = max(height // 8, 1)
    width = max(round(height * 0.5), 3)
    size = (len(text) * (width + thick + 1) + thick, height)
    lit, dark = Image.new("L", size), Image.new("L", size)
    for place, character in enumerate(text):
        left = place * (width + thick + 1) + thick // 2
        for name, ends in _BARS.items():
            mask = lit if name in _SEGMENTS[character] else dark
            ImageDraw.Draw(mask).polygon(_bar(ends, left, width, height, thick), fill=255)
    return lit, dark


def _bar(
    ends: tuple[int, int, int, int], left: int, width: int, height: int, thick: int
) -> list[tuple[float, float]]:
    half, tall = thick / 2, (height - 1 - thick) / 2
    x0, y0 = left + ends[0] * (width - thick) + half, half + ends[1] * tall
    x1, y1 = left + ends[2] * (width - thick) + half, half + ends[3] * tall
    if y0 == y1:
        return [
            (x0, y0),
            (x0 + half, y0 - half),
            (x1 - half, y0 - half),
            (x1, y0),
            (x1 - half, y0 + half),
            (x0 + half, y0 + half),
        ]
    return [
        (x0, y0),
        (x0 + half, y0 + half),
        (x0 + half, y1 - half),
        (x0, y1),
        (x0 - half, y1 - half),
        (x0 - half, y0 + half),
    ]
