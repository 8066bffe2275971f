"""Looks of web pages and telephones: flat cells, told apart by colour, shape or lines."""

from __future__ import annotations

import random

from autoplay.bench.synthetic.color import BLACK, WHITE, hsv, lighter, mix, near
from autoplay.bench.synthetic.look import Look, plain
from autoplay.bench.synthetic.skin import Face, Relief


def flat(rng: random.Random) -> Look:
    """Flat cells with gaps, opened ones paler."""
    ground = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.35, 0.9))
    pale = lighter(ground, rng.uniform(0.45, 0.85))
    gap = rng.uniform(0.05, 0.25)
    corner = rng.choice((0, 0, 0.15, 0.3))
    covered = Face(plain(ground), gap=gap, corner=corner)
    opened = Face(plain(pale), gap=gap, corner=corner)
    base = rng.choice((WHITE, lighter(ground, -0.5), lighter(pale, -0.1), BLACK))
    return Look(covered, opened, base, 4, ("material", "classic", "random", "one"))


def material(rng: random.Random) -> Look:
    """Rounded cards with a shadow."""
    ground = hsv(rng.random(), rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.85))
    gap = rng.uniform(0.15, 0.35)
    covered = Face(plain(ground), gap=gap, corner=rng.uniform(0.15, 0.4), shadow=True)
    page = rng.choice((WHITE, (245, 245, 245), (238, 240, 244)))
    opened = Face(plain(lighter(page, -rng.uniform(0.04, 0.16))), gap=gap, corner=covered.corner)
    return Look(covered, opened, page, 4, ("material", "one", "random"))


def checkers(rng: random.Random) -> Look:
    """Two shades of green or another colour, in turn, without lines."""
    hue = rng.choice((0.24, 0.26, 0.3, 0.55, 0.08, rng.random()))
    even = hsv(hue, rng.uniform(0.4, 0.65), rng.uniform(0.7, 0.9))
    odd = lighter(even, -rng.uniform(0.03, 0.09))
    sand = rng.choice(((229, 194, 159), (240, 230, 210), (225, 225, 230), lighter(even, 0.7)))
    covered = Face((even, odd))
    opened = Face((sand, lighter(sand, -rng.uniform(0.03, 0.08))))
    return Look(covered, opened, sand, rng.choice((1, 4)), ("material", "material", "classic"))


def dark(rng: random.Random) -> Look:
    """A dark page, covered cells lighter than opened ones."""
    hue, saturation = rng.random(), rng.uniform(0, 0.35)
    page = hsv(hue, saturation, rng.uniform(0.05, 0.14))
    opened_color = hsv(hue, saturation, rng.uniform(0.12, 0.2))
    covered_color = hsv(hue, saturation, rng.uniform(0.28, 0.45))
    gap, corner = rng.uniform(0.06, 0.25), rng.choice((0, 0.12, 0.25))
    covered = Face(plain(covered_color), gap=gap, corner=corner)
    opened = Face(plain(opened_color), gap=gap, corner=corner)
    return Look(covered, opened, page, 4, ("bright", "pastel", "one", "random"))


def midnight(rng: random.Random) -> Look:
    """A dark theme with almost no contrast between covered, opened and lines."""
    hue = rng.random()
    opened_value = rng.uniform(0.08, 0.14)
    opened_color = hsv(hue, 0.3, opened_value)
    covered_color = hsv(hue, 0.3, opened_value + rng.uniform(0.06, 0.1))
    line = hsv(hue, 0.3, max(opened_value - rng.uniform(0.04, 0.06), 0.01))
    covered = Face(plain(covered_color), line=line, line_width=0.08)
    opened = Face(plain(opened_color), line=line, line_width=0.08)
    return Look(covered, opened, line, rng.choice((1, 4)), ("bright", "one", "gray"))


def pastel(rng: random.Random) -> Look:
    """Pale colours, rounded, with gaps."""
    hue = rng.random()
    covered_color, opened_color = hsv(hue, 0.3, 0.93), hsv(hue + rng.uniform(-0.1, 0.4), 0.06, 0.99)
    gap = rng.uniform(0.08, 0.3)
    corner = rng.choice((0.2, 0.35, 0.5))
    covered = Face(plain(covered_color), gap=gap, corner=corner, shadow=rng.random() < 0.4)
    opened = Face(plain(opened_color), gap=gap, corner=corner)
    return Look(
        covered, opened, hsv(hue, 0.1, rng.choice((0.88, 1.0))), 4, ("pastel", "material", "one")
    )


def neon(rng: random.Random) -> Look:
    """Glowing lines on a dark page."""
    hue = rng.random()
    glow = hsv(hue, 0.9, 1.0)
    covered = Face(plain(hsv(hue, 0.8, rng.uniform(0.16, 0.3))), line=glow, line_width=0.1, gap=0.2)
    opened = Face(plain((8, 8, 14)), line=mix(glow, BLACK, 0.75), line_width=0.08, gap=0.2)
    return Look(covered, opened, (4, 4, 8), 4, ("bright", "random", "one"))


def paper(rng: random.Random) -> Look:
    """Thin lines on paper; covered cells a little darker, or hatched by a stud."""
    paper = near((248, 244, 236), rng, 6)
    line = mix(paper, hsv(rng.random(), 0.5, 0.4), rng.uniform(0.3, 0.8))
    covered = Face(plain(lighter(paper, -rng.uniform(0.12, 0.3))), line=line, line_width=0.07)
    opened = Face(plain(paper), line=line, line_width=0.07)
    return Look(covered, opened, line, rng.choice((1, 4)), ("one", "classic", "gray"))


def lineless(rng: random.Random) -> Look:
    """Opened cells without any line between them; only covered ones have an edge."""
    ground = hsv(rng.random(), rng.uniform(0.1, 0.6), rng.uniform(0.4, 0.85))
    pale = rng.choice((lighter(ground, 0.8), lighter(ground, -0.6), WHITE))
    covered = Face(
        plain(ground),
        Relief.RAISED,
        lighter(ground, 0.35),
        lighter(ground, -0.3),
        rng.uniform(0.08, 0.18),
    )
    opened = Face(plain(pale))
    return Look(covered, opened, pale, rng.choice((1, 4)), ("classic", "material", "random"))


def circles(rng: random.Random) -> Look:
    """Round cells on a plain page."""
    ground = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.5, 0.95))
    page = rng.choice((WHITE, (30, 32, 40), (240, 236, 226)))
    gap = rng.uniform(0.1, 0.3)
    covered = Face(plain(ground), gap=gap, corner=1.0)
    opened = Face(plain(mix(page, ground, rng.uniform(0.1, 0.25))), gap=gap, corner=1.0)
    return Look(covered, opened, page, 4, ("material", "one", "bright"))


def diamonds(rng: random.Random) -> Look:
    """Cells turned by an eighth, on a plain page."""
    ground = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.5, 0.95))
    page = rng.choice((WHITE, (24, 26, 34)))
    covered = Face(plain(ground), tilt=True)
    opened = Face(plain(mix(page, ground, 0.2)), tilt=True)
    return Look(covered, opened, page, 4, ("material", "one", "bright"))
