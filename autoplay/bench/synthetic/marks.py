"""Drawings of flags and mines: each fills a circle of radius ``r`` around (x, y), in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import ImageDraw

from autoplay.bench.synthetic.color import Color, lighter

Pen = ImageDraw.ImageDraw
Spot = tuple[float, float, float]
"""x and y of the middle, and the radius, in pixels."""

Drawing = Callable[[Pen, Spot, Color, Color], None]


def _pole_flag(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    width = max(r * 0.16, 1)
    pen.polygon([(x + width, y - r), (x + width, y + r * 0.1), (x - r * 0.75, y - r * 0.45)], ink)
    pen.rectangle((x, y - r, x + width, y + r * 0.7), accent)
    pen.rectangle((x - r * 0.45, y + r * 0.45, x + r * 0.6, y + r * 0.65), accent)
    pen.rectangle((x - r * 0.75, y + r * 0.65, x + r * 0.85, y + r * 0.95), accent)


def _banner_flag(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    width = max(r * 0.18, 1)
    left = x - r * 0.55
    pen.rectangle((left, y - r, left + width, y + r), accent)
    pen.polygon(
        [
            (left + width, y - r),
            (x + r * 0.85, y - r * 0.8),
            (x + r * 0.55, y - r * 0.35),
            (x + r * 0.85, y + r * 0.1),
            (left + width, y - r * 0.02),
        ],
        ink,
    )


def _pennant(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    width = max(r * 0.2, 1)
    left = x - r * 0.6
    pen.rectangle((left, y - r, left + width, y + r), accent)
    pen.polygon(
        [(left + width, y - r), (x + r * 0.8, y - r * 0.4), (left + width, y + r * 0.2)], ink
    )


def _triangle(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    pen.polygon([(x, y - r * 0.8), (x + r * 0.85, y + r * 0.7), (x - r * 0.85, y + r * 0.7)], ink)


def _pin(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    pen.polygon([(x - r * 0.42, y), (x + r * 0.42, y), (x, y + r)], ink)
    pen.ellipse((x - r * 0.6, y - r, x + r * 0.6, y + r * 0.2), ink)
    pen.ellipse((x - r * 0.25, y - r * 0.65, x + r * 0.25, y - r * 0.15), accent)


def _dot(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    pen.ellipse((x - r * 0.55, y - r * 0.55, x + r * 0.55, y + r * 0.55), ink)


def _spiked_mine(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    width = max(round(r * 0.16), 1)
    pen.line((x - r, y, x + r, y), ink, width)
    pen.line((x, y - r, x, y + r), ink, width)
    for sign in (-1, 1):
        pen.line((x - r * 0.7, y - sign * r * 0.7, x + r * 0.7, y + sign * r * 0.7), ink, width)
    pen.ellipse((x - r * 0.68, y - r * 0.68, x + r * 0.68, y + r * 0.68), ink)
    pen.ellipse((x - r * 0.38, y - r * 0.38, x - r * 0.08, y - r * 0.08), accent)


def _disc_mine(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    pen.ellipse((x - r * 0.75, y - r * 0.75, x + r * 0.75, y + r * 0.75), ink)
    pen.ellipse((x - r * 0.35, y - r * 0.35, x, y), lighter(ink, 0.5))


def _plain_mine(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    pen.ellipse((x - r * 0.62, y - r * 0.62, x + r * 0.62, y + r * 0.62), ink)


def _bomb(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    width = max(round(r * 0.14), 1)
    pen.arc((x, y - r * 1.05, x + r * 0.9, y - r * 0.2), 180, 320, accent, width)
    pen.ellipse((x - r * 0.85, y - r * 0.6, x + r * 0.65, y + r * 0.9), ink)
    pen.rectangle((x - r * 0.12, y - r * 0.75, x + r * 0.25, y - r * 0.45), ink)
    pen.ellipse((x - r * 0.5, y - r * 0.3, x - r * 0.15, y + r * 0.05), lighter(ink, 0.6))


def _star_mine(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    points = []
    for k in range(16):
        reach = r * (0.95 if k % 2 == 0 else 0.5)
        turn = math.pi * k / 8
        points.append((x + reach * math.sin(turn), y - reach * math.cos(turn)))
    pen.polygon(points, ink)


DRAWINGS: dict[str, Drawing] = {
    "pole flag": _pole_flag,
    "banner flag": _banner_flag,
    "pennant": _pennant,
    "triangle": _triangle,
    "pin": _pin,
    "dot": _dot,
    "spiked mine": _spiked_mine,
    "disc mine": _disc_mine,
    "plain mine": _plain_mine,
    "bomb": _bomb,
    "star mine": _star_mine,
}
"""Drawing by the name a ``Mark`` uses."""


def draw_cross(pen: Pen, spot: Spot, ink: Color) -> None:
    """Draw an X from corner to corner of the square around the circle."""
    x, y, r = spot
    width = max(round(r * 0.22), 1)
    pen.line((x - r, y - r, x + r, y + r), ink, width)
    pen.line((x - r, y + r, x + r, y - r), ink, width)
