"""Draws a window's title, counters and face. Everything returned is BGR uint8."""

from __future__ import annotations

from PIL import Image, ImageDraw

from autoplay.desktop.virtual.looks import Color, Look
from autoplay.desktop.virtual.paint import FINE, Picture, font_of, to_bgr
from autoplay.game import Outcome

_SEGMENTS = (
    "abcdef",
    "bc",
    "abged",
    "abgcd",
    "fgbc",
    "afgcd",
    "afgedc",
    "abc",
    "abcdefg",
    "abfgcd",
)
_BARS = {  # x, y, width, height in a 5 x 9 box
    "a": (1, 0, 3, 1),
    "b": (4, 1, 1, 3),
    "c": (4, 5, 1, 3),
    "d": (1, 8, 3, 1),
    "e": (0, 5, 1, 3),
    "f": (0, 1, 1, 3),
    "g": (1, 4, 3, 1),
}


def counter(value: int, size: tuple[int, int], look: Look) -> Picture:
    """Return a three-digit seven-segment counter, (height, width, 3); size is (width, height)."""
    width, height = size
    image = Image.new("RGB", (width * FINE, height * FINE), (0, 0, 0))
    draw = ImageDraw.Draw(image)
    unit = min(width / 20, height / 11) * FINE
    shown = f"{max(-99, min(999, value)):03d}"
    for place, digit in enumerate(shown):
        bars = "g" if digit == "-" else _SEGMENTS[int(digit)]
        for bar in bars:
            x, y, w, h = _BARS[bar]
            left, top = (1 + place * 6.5 + x) * unit, (1 + y) * unit
            draw.rectangle([left, top, left + w * unit, top + h * unit], fill=look.counter)
    return to_bgr(image)


def face(outcome: Outcome, size: int, look: Look) -> Picture:
    """Return the button that starts again, (size, size, 3): content, in sunglasses or sad."""
    side = size * FINE
    image = Image.new("RGB", (side, side), look.covered[0])
    draw = ImageDraw.Draw(image)
    draw.rectangle([0, 0, side - 1, side - 1], outline=look.shade, width=FINE)
    draw.ellipse(
        [0.15 * side, 0.15 * side, 0.85 * side, 0.85 * side],
        fill=(255, 255, 0),
        outline=(0, 0, 0),
        width=FINE,
    )
    _expression(draw, outcome, side)
    return to_bgr(image)


def _expression(draw: ImageDraw.ImageDraw, outcome: Outcome, side: int) -> None:
    ink = (0, 0, 0)
    if outcome is Outcome.WON:
        draw.rectangle([0.25 * side, 0.38 * side, 0.75 * side, 0.44 * side], fill=ink)
    for x in (0.38, 0.62):
        radius = 0.08 if outcome is Outcome.WON else 0.05
        draw.ellipse(
            [
                (x - radius) * side,
                (0.42 - radius) * side,
                (x + radius) * side,
                (0.42 + radius) * side,
            ],
            fill=ink,
        )
    if outcome is Outcome.LOST:
        draw.arc([0.35 * side, 0.6 * side, 0.65 * side, 0.85 * side], 180, 360, ink, FINE)
    else:
        draw.arc([0.3 * side, 0.4 * side, 0.7 * side, 0.72 * side], 20, 160, ink, FINE)


def caption(text: str, size: tuple[int, int], ground: Color, ink: Color) -> Picture:
    """Return a line of text at the left of a bar, (height, width, 3); size is (width, height)."""
    width, height = size
    image = Image.new("RGB", (width * FINE, height * FINE), ground)
    draw = ImageDraw.Draw(image)
    draw.text(
        (0.35 * height * FINE, 0.5 * height * FINE),
        text,
        font=font_of(max(6, round(0.55 * height * FINE))),
        fill=ink,
        anchor="lm",
    )
    return to_bgr(image)
