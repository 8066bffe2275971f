"""Colours of the numbers 1 to 12 and their grounds, as games across the world choose them."""

from __future__ import annotations

import random

from autoplay.bench.synthetic.color import BLACK, WHITE, Color, contrast, hsv, mix, readable_on

CLASSIC: tuple[Color, ...] = (
    (0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128), (128, 0, 0), (0, 128, 128),
    (0, 0, 0), (128, 128, 128), (160, 60, 0), (110, 0, 150), (0, 90, 200), (90, 90, 0),
)  # fmt: skip

MATERIAL: tuple[Color, ...] = (
    (25, 118, 210), (56, 142, 60), (211, 47, 47), (123, 31, 162), (255, 143, 0), (0, 151, 167),
    (66, 66, 66), (120, 100, 90), (20, 60, 160), (160, 20, 110), (90, 70, 0), (0, 90, 60),
)  # fmt: skip

BRIGHT: tuple[Color, ...] = (
    (100, 181, 246), (129, 199, 132), (239, 115, 115), (186, 140, 240), (255, 183, 77),
    (77, 208, 225), (245, 245, 245), (144, 164, 174), (240, 240, 120), (250, 150, 200),
    (160, 240, 190), (200, 200, 255),
)  # fmt: skip


def number_colors(kind: str, ground: Color, rng: random.Random) -> tuple[Color, ...]:
    """Return twelve colours that can be read on the ground.

    ``kind``: classic, material, bright, one (all alike), ramp (cold to warm), gray (a ramp of
    grays), random (any hues), pastel.
    """
    ratio = rng.uniform(2.2, 4.0)
    return tuple(readable_on(color, ground, ratio) for color in _raw(kind, ground, rng))


FIXED = {"classic": CLASSIC, "material": MATERIAL, "bright": BRIGHT}


def _raw(kind: str, ground: Color, rng: random.Random) -> tuple[Color, ...]:
    """Return twelve colours of this kind, before they are made readable."""
    start = rng.random()
    match kind:
        case "one":
            best = max((BLACK, WHITE), key=lambda end: contrast(end, ground))
            tint = mix(best, hsv(start, 0.8, 0.8), rng.choice((0.0, 0.15, 0.5)))
            colors: tuple[Color, ...] = (readable_on(tint, ground, 3.0),) * 12
        case "ramp":
            span = rng.uniform(0.25, 0.6)
            colors = tuple(hsv(start + span * k / 8, 0.85, 0.8) for k in range(12))
        case "gray":
            faint, strong = (readable_on((128, 128, 128), ground, ratio) for ratio in (2.2, 9.0))
            colors = tuple(mix(faint, strong, min(k / 7, 1)) for k in range(12))
        case "pastel":
            colors = tuple(hsv(k * 0.382 + start * 0.05, 0.4, 0.7) for k in range(12))
        case "random":
            colors = tuple(
                hsv(start + k * 0.382, rng.uniform(0.5, 1), rng.uniform(0.5, 1)) for k in range(12)
            )
        case _:
            colors = FIXED[kind]
    return colors


def number_grounds(rng: random.Random) -> tuple[Color, ...]:
    """Return twelve grounds, one a number: a ramp of hues, of one hue, or a set of tints."""
    start, span = rng.random(), rng.uniform(0.3, 0.8)
    kind = rng.choice(("hues", "one hue", "tints"))
    if kind == "hues":
        return tuple(hsv(start + span * k / 8, 0.75, 0.85) for k in range(12))
    if kind == "one hue":
        return tuple(hsv(start, 0.15 + 0.07 * k, 0.95 - 0.04 * k) for k in range(12))
    return tuple(hsv(start + k * 0.382, 0.28, 0.97) for k in range(12))
