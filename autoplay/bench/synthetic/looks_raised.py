"""Looks of desktop programs: covered cells stand out by bevels, light, dither or texture."""

from __future__ import annotations

import random

from autoplay.bench.synthetic.color import BLACK, WHITE, hsv, lighter, mix, near
from autoplay.bench.synthetic.look import Look, plain
from autoplay.bench.synthetic.skin import Face, Relief


def classic(rng: random.Random) -> Look:
    """Grey with bevels, as the classics of the nineties."""
    gray = near(
        rng.choice(((192, 192, 192), (212, 208, 200), (220, 220, 220), (170, 175, 185))), rng, 8
    )
    width = rng.uniform(0.12, 0.26)
    light, shade = lighter(gray, rng.uniform(0.6, 1)), lighter(gray, -rng.uniform(0.3, 0.5))
    covered = Face(plain(gray), Relief.RAISED, light, shade, width)
    line = rng.choice((shade, lighter(gray, -0.2), BLACK))
    opened = Face(
        plain(near(gray, rng, 6)),
        line=line,
        line_width=rng.uniform(0.05, 0.14),
        half_line=rng.random() < 0.7,
    )
    return Look(covered, opened, shade, 1, ("classic", "classic", "one"))


def vista(rng: random.Random) -> Look:
    """Glossy blue or green gradients with thin dark lines."""
    hue = rng.choice((0.6, 0.58, 0.33, 0.55, 0.75))
    top, bottom = hsv(hue, 0.45, 0.95), hsv(hue, 0.8, rng.uniform(0.5, 0.75))
    line = hsv(hue, 0.7, 0.3)
    covered = Face(
        plain(mix(top, bottom, 0.5)),
        rng.choice((Relief.GLOSS, Relief.GRADIENT)),
        top,
        bottom,
        line=line,
        line_width=0.06,
        corner=rng.choice((0, 0.15, 0.25)),
    )
    pale = hsv(hue, 0.12, 0.96)
    opened = Face(
        plain(pale),
        rng.choice((Relief.FLAT, Relief.GRADIENT)),
        lighter(pale, 0.4),
        lighter(pale, -0.12),
        line=mix(line, pale, 0.5),
        line_width=0.06,
    )
    return Look(covered, opened, line, 4, ("classic", "material", "ramp"))


def sunken(rng: random.Random) -> Look:
    """Opened cells pressed in, covered ones flat or raised."""
    ground = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.5, 0.85))
    low = lighter(ground, rng.choice((-0.18, 0.4)))
    covered = Face(plain(ground), Relief.RAISED, lighter(ground, 0.5), lighter(ground, -0.4), 0.14)
    opened = Face(plain(low), Relief.SUNKEN, lighter(low, 0.4), lighter(low, -0.35), 0.08)
    return Look(
        covered, opened, lighter(ground, -0.4), rng.choice((1, 4)), ("classic", "bright", "one")
    )


def gloss(rng: random.Random) -> Look:
    """Rounded buttons with light from above on a sunken plate."""
    ground = hsv(rng.random(), rng.choice((0.0, 0.1, 0.5)), rng.uniform(0.6, 0.85))
    covered = Face(
        plain(ground),
        rng.choice((Relief.GLOSS, Relief.GRADIENT, Relief.STUD)),
        lighter(ground, 0.3),
        lighter(ground, -0.25),
        bevel=0.22,
        corner=rng.uniform(0.1, 0.35),
        line=lighter(ground, -0.45),
        line_width=0.06,
    )
    pale = rng.choice((lighter(ground, 0.55), lighter(ground, -0.15)))
    opened = Face(plain(pale), line=lighter(pale, -0.12), line_width=0.06)
    return Look(covered, opened, lighter(ground, -0.35), 4, ("classic", "material"))


def dither(rng: random.Random) -> Look:
    """Old X11 programs: two colours in every other pixel, thick lines."""
    ink = rng.choice((BLACK, (0, 0, 90), (90, 60, 0)))
    paper = rng.choice((WHITE, (255, 250, 230), (200, 255, 200)))
    width = rng.uniform(0.08, 0.22)
    covered = Face(
        plain(paper),
        Relief.DITHER,
        paper,
        rng.choice((ink, mix(ink, paper, 0.5))),
        line=ink,
        line_width=width,
    )
    opened = Face(plain(paper), line=ink, line_width=width)
    return Look(covered, opened, ink, 1, ("classic", "one", "one"))


def grass(rng: random.Random) -> Look:
    """Covered cells with a texture: grass, stone, wood."""
    ground = rng.choice(((90, 150, 60), (130, 130, 125), (150, 105, 60), (70, 110, 160)))
    ground = near(ground, rng, 20)
    soil = rng.choice((mix(ground, (210, 190, 150), 0.7), lighter(ground, 0.7)))
    covered = Face(
        plain(ground),
        Relief.SPECKLE,
        lighter(ground, 0.3),
        lighter(ground, -0.3),
        line=lighter(ground, -0.35),
        line_width=0.08,
    )
    opened = Face(
        plain(soil),
        rng.choice((Relief.FLAT, Relief.SPECKLE)),
        lighter(soil, 0.08),
        lighter(soil, -0.08),
        line=lighter(soil, -0.2),
        line_width=0.06,
    )
    return Look(
        covered, opened, lighter(soil, -0.3), rng.choice((1, 4)), ("classic", "material", "one")
    )
