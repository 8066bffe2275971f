"""Draws single tiles. Everything returned is BGR uint8."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from autoplay.desktop.virtual.layout import Vertices
from autoplay.desktop.virtual.looks import Color, Look
from autoplay.game import MAX_NUMBER, Label

FINE = 4
"""Tiles are drawn this many times larger and averaged down, for smooth edges."""

Picture = NDArray[np.uint8]


@lru_cache(maxsize=64)
def font_of(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Return the letters of this many pixels."""
    # The font that Pillow carries: the same letters on every system, nothing to install.
    return ImageFont.load_default(size)


def to_bgr(image: Image.Image) -> Picture:
    """Return a drawing FINE times too large as a picture of its size."""
    small = image.reduce(FINE) if FINE > 1 else image
    return np.ascontiguousarray(np.asarray(small)[:, :, ::-1])


class TilePainter:
    """Paints tiles of one look; a tile asked for again comes from memory."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._tiles: dict[tuple[Vertices, int, int], Picture] = {}

    def tile(self, corners: Vertices, label: int, parity: int) -> Picture:
        """Return the picture of a cell's box, (height, width, 3)."""
        key = (corners, label, parity)
        if key not in self._tiles:
            self._tiles[key] = self._paint(corners, Label(label), parity)
        return self._tiles[key]

    def _paint(self, corners: Vertices, label: Label, parity: int) -> Picture:
        look = self._look
        width = max(int(x) for x, _ in corners) * FINE
        height = max(int(y) for _, y in corners) * FINE
        fine = [(x * FINE, y * FINE) for x, y in corners]
        middle, radius = _circle(fine)
        raised = label in (Label.COVERED, Label.FLAG, Label.QUESTION)
        ground = look.covered[parity] if raised else look.opened[parity]
        if label is Label.EXPLODED:
            ground = look.exploded
        image = Image.new("RGB", (width, height), ground)
        draw = ImageDraw.Draw(image)
        if raised and look.bevel:
            _bevel(draw, fine, middle, look)
        if look.line:
            _outline(
                draw, fine, middle, look.line / 2 if raised and look.bevel else look.line, look
            )
        self._mark(draw, label, middle, radius)
        return to_bgr(image)

    def _mark(
        self, draw: ImageDraw.ImageDraw, label: Label, middle: tuple[float, float], radius: float
    ) -> None:
        look = self._look
        if 0 < label <= MAX_NUMBER:
            size = radius * (1.65 if label < 10 else 1.3)
            _text(draw, middle, str(int(label)), size, look.numbers[label - 1])
        elif label is Label.QUESTION:
            _text(draw, middle, "?", radius * 1.45, look.ink)
        elif label is Label.FLAG:
            _flag(draw, middle, radius, look)
        elif label in (Label.MINE, Label.EXPLODED, Label.WRONG_FLAG):
            _mine(draw, middle, radius, look.ink)
            if label is Label.WRONG_FLAG:
                _cross(draw, middle, radius, look.exploded)


@lru_cache(maxsize=16)
def painter_of(look: Look) -> TilePainter:
    """Return the painter of a look, the same one every time: its tiles serve all windows."""
    return TilePainter(look)


def _circle(corners: list[tuple[float, float]]) -> tuple[tuple[float, float], float]:
    """Return middle and radius of the circle inside a regular polygon."""
    x = sum(c[0] for c in corners) / len(corners)
    y = sum(c[1] for c in corners) / len(corners)
    (ax, ay), (bx, by) = corners[0], corners[1]
    distance = abs((bx - ax) * (ay - y) - (by - ay) * (ax - x)) / math.hypot(bx - ax, by - ay)
    return (x, y), distance


def _shrunk(
    corners: list[tuple[float, float]], middle: tuple[float, float], share: float
) -> list[tuple[float, float]]:
    return [(x + (middle[0] - x) * share, y + (middle[1] - y) * share) for x, y in corners]


def _bevel(
    draw: ImageDraw.ImageDraw,
    corners: list[tuple[float, float]],
    middle: tuple[float, float],
    look: Look,
) -> None:
    """Light from the top left: sides that face it are bright, the others dark."""
    inner = _shrunk(corners, middle, look.bevel)
    count = len(corners)
    for k in range(count):
        j = (k + 1) % count
        side_x = (corners[k][0] + corners[j][0]) / 2 - middle[0]
        side_y = (corners[k][1] + corners[j][1]) / 2 - middle[1]
        color = look.light if side_x + 1.01 * side_y < 0 else look.shade
        draw.polygon([corners[k], corners[j], inner[j], inner[k]], fill=color)


def _outline(
    draw: ImageDraw.ImageDraw,
    corners: list[tuple[float, float]],
    middle: tuple[float, float],
    share: float,
    look: Look,
) -> None:
    inner = _shrunk(corners, middle, share)
    count = len(corners)
    for k in range(count):
        j = (k + 1) % count
        draw.polygon([corners[k], corners[j], inner[j], inner[k]], fill=look.grid)


def _text(
    draw: ImageDraw.ImageDraw, middle: tuple[float, float], text: str, size: float, color: Color
) -> None:
    bold = max(1, round(size / 40))  # more would close the gap of a small five
    draw.text(
        middle,
        text,
        font=font_of(max(4, round(size))),
        fill=color,
        anchor="mm",
        stroke_width=bold,
        stroke_fill=color,
    )


def _flag(
    draw: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float, look: Look
) -> None:
    x, y = middle
    r = radius
    draw.polygon(
        [(x + 0.1 * r, y - 0.6 * r), (x + 0.1 * r, y + 0.05 * r), (x - 0.55 * r, y - 0.27 * r)],
        fill=look.flag,
    )
    draw.rectangle([x + 0.05 * r, y - 0.6 * r, x + 0.17 * r, y + 0.5 * r], fill=look.ink)
    draw.rectangle([x - 0.4 * r, y + 0.42 * r, x + 0.5 * r, y + 0.6 * r], fill=look.ink)


def _mine(
    draw: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float, ink: Color
) -> None:
    x, y = middle
    r = radius
    draw.ellipse([x - 0.42 * r, y - 0.42 * r, x + 0.42 * r, y + 0.42 * r], fill=ink)
    width = max(1, round(0.13 * r))
    for turn in range(4):
        dx, dy = 0.62 * r * math.cos(turn * math.pi / 4), 0.62 * r * math.sin(turn * math.pi / 4)
        draw.line([(x - dx, y - dy), (x + dx, y + dy)], fill=ink, width=width)
    draw.ellipse([x - 0.25 * r, y - 0.25 * r, x - 0.05 * r, y - 0.05 * r], fill=(255, 255, 255))


def _cross(
    draw: ImageDraw.ImageDraw, middle: tuple[float, float], radius: float, color: Color
) -> None:
    (x, y), r = middle, 0.62 * radius
    width = max(1, round(0.2 * radius))
    draw.line([(x - r, y - r), (x + r, y + r)], fill=color, width=width)
    draw.line([(x - r, y + r), (x + r, y - r)], fill=color, width=width)
