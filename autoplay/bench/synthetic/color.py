"""Colours of drawn games: red, green, blue from 0 to 255, with contrast as people see it."""

from __future__ import annotations

import colorsys
import random

Color = tuple[int, int, int]

BLACK: Color = (0, 0, 0)
WHITE: Color = (255, 255, 255)


def hsv(hue: float, saturation: float, value: float) -> Color:
    """Return a colour from hue (turns, any number), saturation and value (0 to 1)."""
    red, green, blue = colorsys.hsv_to_rgb(hue % 1.0, min(max(saturation, 0), 1), min(value, 1))
    return round(red * 255), round(green * 255), round(blue * 255)


def mix(one: Color, other: Color, share: float) -> Color:
    """Return ``one`` with this share of ``other``, 0 to 1."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


def lighter(color: Color, share: float) -> Color:
    """Return the colour moved towards white, or towards black for a negative share."""
    return mix(color, WHITE, share) if share >= 0 else mix(color, BLACK, -share)


def luminance(color: Color) -> float:
    """Return the relative luminance, 0 to 1 (WCAG 2, with sRGB's curve)."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in color)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: Color, other: Color) -> float:
    """Return the contrast ratio, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: Color, other: Color) -> int:
    """Return the largest difference of a channel, 0 to 255."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def readable_on(color: Color, ground: Color, ratio: float) -> Color:
    """Return the colour, moved away from the ground until its contrast reaches the ratio.

    Where neither black nor white reaches it, the better of the two comes back.
    """
    goal = max((BLACK, WHITE), key=lambda end: contrast(end, ground))
    for step in range(21):
        candidate = mix(color, goal, step / 20)
        if contrast(candidate, ground) >= ratio:
            return candidate
    return goal


def near(color: Color, rng: random.Random, reach: int = 12) -> Color:
    """Return a colour close by: each channel moved by at most ``reach``."""
    red, green, blue = (min(max(channel + rng.randint(-reach, reach), 0), 255) for channel in color)
    return red, green, blue
