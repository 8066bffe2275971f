"""Words above and below a picture, broken into lines where it is narrow."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from PIL import Image as PillowImage
from PIL import ImageDraw, ImageFont

Color = tuple[int, int, int]
"""Red, green, blue."""

STRIP = 34
"""Height in pixels of the strips above and below the board, each with one line of letters."""

LETTERS, LINE_STEP, EDGE, SWATCH = 16, 22, 10, 12
"""Pixels: the size of these letters, from one line to the next, beside them, and of the legend's
colours."""

NIGHT, PAPER = (24, 26, 32), (245, 245, 245)
"""Red, green and blue of the ground and of writing."""


def with_captions(
    picture: PillowImage.Image, title: str, legend: Sequence[tuple[Color | None, str]] = ()
) -> PillowImage.Image:
    """Return the picture with its title above and, where there is one, the legend below.

    The legend has colours with what they mean; None stands for a ring, as ``draw_ring`` draws it.
    What is too long for a line goes on in the next: smaller letters could not be read.
    """
    strips = [_title(title, picture.width), picture]
    if legend:
        strips.append(_legend(legend, picture.width))
    whole = PillowImage.new("RGB", (picture.width, sum(strip.height for strip in strips)))
    top = 0
    for strip in strips:
        whole.paste(strip, (0, top))
        top += strip.height
    return whole


def _title(text: str, width: int) -> PillowImage.Image:
    words, font = text.split(), font_of(LETTERS)
    rows = _rows([font.getbbox(f"{word} ")[2] for word in words], width - 2 * EDGE)
    strip, pen = _empty_strip(width, len(rows))
    for row, chosen in enumerate(rows):
        line = " ".join(words[chosen])
        pen.text((EDGE, STRIP / 2 + row * LINE_STEP), line, fill=PAPER, font=font, anchor="lm")
    return strip


def _legend(legend: Sequence[tuple[Color | None, str]], width: int) -> PillowImage.Image:
    font, half = font_of(LETTERS), SWATCH / 2
    widths = [3 * SWATCH + font.getbbox(text)[2] for _, text in legend]
    rows = _rows(widths, width - 2 * EDGE)
    strip, pen = _empty_strip(width, len(rows))
    for row, chosen in enumerate(rows):
        x, y = float(EDGE), STRIP / 2 + row * LINE_STEP
        for (color, text), wide in zip(legend[chosen], widths[chosen], strict=True):
            if color is None:
                draw_ring(pen, x + half, y, half + 2, 2)
            else:
                pen.rectangle((x, y - half, x + SWATCH, y + half), fill=color)
            pen.text((x + 1.5 * SWATCH, y), text, fill=PAPER, font=font, anchor="lm")
            x += wide
    return strip


def _rows(widths: Sequence[float], room: float) -> list[slice]:
    """Return which of these things stand in each row, as many side by side as there is room for."""
    rows, first, taken = [], 0, 0.0
    for index, width in enumerate(widths):
        if index > first and taken + width > room:
            rows.append(slice(first, index))
            first, taken = index, 0.0
        taken += width
    return [*rows, slice(first, len(widths))]


def _empty_strip(width: int, rows: int) -> tuple[PillowImage.Image, ImageDraw.ImageDraw]:
    strip = PillowImage.new("RGB", (width, STRIP + (rows - 1) * LINE_STEP), NIGHT)
    return strip, ImageDraw.Draw(strip)


def draw_ring(pen: ImageDraw.ImageDraw, x: float, y: float, radius: float, width: int) -> None:
    """Draw a white ring with a dark one inside it, in lines of so many pixels."""
    box = (x - radius, y - radius, x + radius, y + radius)
    pen.ellipse(box, outline=(*NIGHT, 255), width=2 * width)
    pen.ellipse(box, outline=(*PAPER, 255), width=width)


@cache
def font_of(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the font of all that is written on pictures, in this size."""
    return ImageFont.load_default(size)
