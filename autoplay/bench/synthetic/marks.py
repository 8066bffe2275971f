"""Drawings of flags and mines: each fills a circle of radius ``r`` around (x, y), in pixels."""

from __future__ import annotations

import math
from collections.abc import Callable

from PIL import ImageDraw

from autoplay.bench.synthetic.color import BLACK, WHITE, Color, lighter

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


def _wavy_flag(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    """A flag of one colour, pole and all, its cloth in a wave: that of the usual icon fonts."""
    x, y, r = spot
    left, right = x - r * 0.75, x + r * 0.85
    steps = [step / 8 for step in range(9)]
    top = [
        (left + t * (right - left), y - r * (0.75 + 0.14 * math.sin(2 * math.pi * t)))
        for t in steps
    ]
    bottom = [(px, py + r * 1.05) for px, py in reversed(top)]
    pen.polygon(top + bottom, ink)
    pen.rectangle((left - r * 0.08, y - r, left + r * 0.1, y + r), ink)


def _outlined_flag(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    width = max(round(r * 0.14), 1)
    left, low = x - r * 0.55, y + r * 0.15
    pen.line((left, y - r, left, y + r), ink, width)
    cloth = [(left, y - r * 0.85), (x + r * 0.7, y - r * 0.7), (x + r * 0.7, low), (left, low)]
    pen.line([*cloth, cloth[0]], ink, width)


def _checkered_flag(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    left, side = x - r * 0.6, r * 0.38
    pen.rectangle((left, y - r * 0.9, left + 4 * side, y - r * 0.9 + 3 * side), WHITE)
    for row in range(3):
        for col in range(row % 2, 4, 2):
            corner = left + col * side, y - r * 0.9 + row * side
            pen.rectangle((*corner, corner[0] + side, corner[1] + side), BLACK)
    pen.rectangle((left - r * 0.14, y - r * 0.9, left, y + r), accent)


def _pointer(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    x, y, r = spot
    pen.polygon([(x - r * 0.6, y - r * 0.7), (x + r * 0.75, y), (x - r * 0.6, y + r * 0.7)], ink)


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


def _burst(pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    """An explosion: an uneven star in warm colours."""
    for color, share in (((230, 80, 30), 1.0), ((255, 190, 40), 0.65), ((255, 245, 180), 0.3)):
        x, y, r = spot
        reaches = (0.95, 0.5, 0.75, 0.45, 1.0, 0.5, 0.8, 0.4, 0.9, 0.55, 0.7, 0.45)
        points = [
            (
                x + share * r * reach * math.cos(math.pi * k / 6),
                y + share * r * reach * math.sin(math.pi * k / 6),
            )
            for k, reach in enumerate(reaches)
        ]
        pen.polygon(points, color)


DRAWINGS: dict[str, Drawing] = {
    "pole flag": _pole_flag,
    "banner flag": _banner_flag,
    "pennant": _pennant,
    "wavy flag": _wavy_flag,
    "outlined flag": _outlined_flag,
    "checkered flag": _checkered_flag,
    "pointer": _pointer,
    "triangle": _triangle,
    "pin": _pin,
    "dot": _dot,
    "spiked mine": _spiked_mine,
    "disc mine": _disc_mine,
    "plain mine": _plain_mine,
    "bomb": _bomb,
    "star mine": _star_mine,
    "burst": _burst,
}
"""Drawing by the name a ``Mark`` uses."""


def draw_cross(pen: Pen, spot: Spot, ink: Color) -> None:
    """Draw an X from corner to corner of the square around the circle."""
    x, y, r = spot
    width = max(round(r * 0.22), 1)
    pen.line((x - r, y - r, x + r, y + r), ink, width)
    pen.line((x - r, y + r, x + r, y - r), ink, width)
