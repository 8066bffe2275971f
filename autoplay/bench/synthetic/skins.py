"""Makes up skins: families of looks seen across the world, each with endless variants."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from autoplay.bench.synthetic.color import (
    BLACK,
    WHITE,
    Color,
    contrast,
    hsv,
    lighter,
    mix,
    near,
    readable_on,
)
from autoplay.bench.synthetic.fonts import emoji_font, pick_typeface
from autoplay.bench.synthetic.palettes import number_colors, number_grounds
from autoplay.bench.synthetic.skin import Face, Mark, Numerals, Relief, Skin

RED: Color = (220, 30, 30)


def make_skin(rng: random.Random, family: str | None = None) -> Skin:
    """Return a random skin, of this family or of any."""
    name = family or rng.choice(sorted(FAMILIES))
    covered, opened, base, fine, palettes = FAMILIES[name](rng)
    numerals = _numerals(rng, opened, palettes, fine)
    flag = _flag(rng, covered, opened)
    mine = _mine(rng, covered, opened, flag)
    return Skin(
        family=name,
        fine=fine,
        smooth=fine > 1 or rng.random() < 0.3,
        base=base,
        covered=covered,
        opened=opened,
        numerals=numerals,
        flag=flag,
        question=_question(rng, covered),
        mine=mine,
        exploded=_exploded(rng, mine, opened),
        wrong=_wrong(rng, flag, mine, covered, opened),
    )


Look = tuple[Face, Face, Color, int, tuple[str, ...]]
"""Covered face, opened face, colour between cells, fineness, usual number palettes."""


def _plain(color: Color) -> tuple[Color, Color]:
    return color, color


def _classic(rng: random.Random) -> Look:
    gray = near(
        rng.choice(((192, 192, 192), (212, 208, 200), (220, 220, 220), (170, 175, 185))), rng, 8
    )
    width = rng.uniform(0.12, 0.26)
    light, shade = lighter(gray, rng.uniform(0.6, 1)), lighter(gray, -rng.uniform(0.3, 0.5))
    covered = Face(_plain(gray), Relief.RAISED, light, shade, width)
    line = rng.choice((shade, lighter(gray, -0.2), BLACK))
    opened = Face(
        _plain(near(gray, rng, 6)),
        line=line,
        line_width=rng.uniform(0.05, 0.14),
        half_line=rng.random() < 0.7,
    )
    return covered, opened, shade, 1, ("classic", "classic", "one")


def _vista(rng: random.Random) -> Look:
    hue = rng.choice((0.6, 0.58, 0.33, 0.55, 0.75))
    top, bottom = hsv(hue, 0.45, 0.95), hsv(hue, 0.8, rng.uniform(0.5, 0.75))
    line = hsv(hue, 0.7, 0.3)
    covered = Face(
        _plain(mix(top, bottom, 0.5)),
        rng.choice((Relief.GLOSS, Relief.GRADIENT)),
        top,
        bottom,
        line=line,
        line_width=0.06,
        corner=rng.choice((0, 0.15, 0.25)),
    )
    pale = hsv(hue, 0.12, 0.96)
    opened = Face(
        _plain(pale),
        rng.choice((Relief.FLAT, Relief.GRADIENT)),
        lighter(pale, 0.4),
        lighter(pale, -0.12),
        line=mix(line, pale, 0.5),
        line_width=0.06,
    )
    return covered, opened, line, 4, ("classic", "material", "ramp")


def _flat(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.35, 0.9))
    pale = lighter(ground, rng.uniform(0.45, 0.85))
    gap = rng.uniform(0.05, 0.25)
    corner = rng.choice((0, 0, 0.15, 0.3))
    covered = Face(_plain(ground), gap=gap, corner=corner)
    opened = Face(_plain(pale), gap=gap, corner=corner)
    base = rng.choice((WHITE, lighter(ground, -0.5), lighter(pale, -0.1), BLACK))
    return covered, opened, base, 4, ("material", "classic", "random", "one")


def _material(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.85))
    gap = rng.uniform(0.15, 0.35)
    covered = Face(_plain(ground), gap=gap, corner=rng.uniform(0.15, 0.4), shadow=True)
    page = rng.choice((WHITE, (245, 245, 245), (238, 240, 244)))
    opened = Face(_plain(lighter(page, -rng.uniform(0.04, 0.16))), gap=gap, corner=covered.corner)
    return covered, opened, page, 4, ("material", "one", "random")


def _checkers(rng: random.Random) -> Look:
    hue = rng.choice((0.24, 0.26, 0.3, 0.55, 0.08, rng.random()))
    even = hsv(hue, rng.uniform(0.4, 0.65), rng.uniform(0.7, 0.9))
    odd = lighter(even, -rng.uniform(0.03, 0.09))
    sand = rng.choice(((229, 194, 159), (240, 230, 210), (225, 225, 230), lighter(even, 0.7)))
    covered = Face((even, odd))
    opened = Face((sand, lighter(sand, -rng.uniform(0.03, 0.08))))
    return covered, opened, sand, rng.choice((1, 4)), ("material", "material", "classic")


def _dark(rng: random.Random) -> Look:
    hue, saturation = rng.random(), rng.uniform(0, 0.35)
    page = hsv(hue, saturation, rng.uniform(0.05, 0.14))
    opened_color = hsv(hue, saturation, rng.uniform(0.12, 0.2))
    covered_color = hsv(hue, saturation, rng.uniform(0.28, 0.45))
    gap, corner = rng.uniform(0.06, 0.25), rng.choice((0, 0.12, 0.25))
    covered = Face(_plain(covered_color), gap=gap, corner=corner)
    opened = Face(_plain(opened_color), gap=gap, corner=corner)
    return covered, opened, page, 4, ("bright", "pastel", "one", "random")


def _midnight(rng: random.Random) -> Look:
    """A dark theme with almost no contrast between covered, opened and lines."""
    hue = rng.random()
    opened_value = rng.uniform(0.08, 0.14)
    opened_color = hsv(hue, 0.3, opened_value)
    covered_color = hsv(hue, 0.3, opened_value + rng.uniform(0.06, 0.1))
    line = hsv(hue, 0.3, max(opened_value - rng.uniform(0.04, 0.06), 0.01))
    covered = Face(_plain(covered_color), line=line, line_width=0.08)
    opened = Face(_plain(opened_color), line=line, line_width=0.08)
    return covered, opened, line, rng.choice((1, 4)), ("bright", "one", "gray")


def _pastel(rng: random.Random) -> Look:
    hue = rng.random()
    covered_color, opened_color = hsv(hue, 0.3, 0.93), hsv(hue + rng.uniform(-0.1, 0.4), 0.06, 0.99)
    gap = rng.uniform(0.08, 0.3)
    corner = rng.choice((0.2, 0.35, 0.5))
    covered = Face(_plain(covered_color), gap=gap, corner=corner, shadow=rng.random() < 0.4)
    opened = Face(_plain(opened_color), gap=gap, corner=corner)
    return covered, opened, hsv(hue, 0.1, rng.choice((0.88, 1.0))), 4, ("pastel", "material", "one")


def _neon(rng: random.Random) -> Look:
    hue = rng.random()
    glow = hsv(hue, 0.9, 1.0)
    covered = Face(
        _plain(hsv(hue, 0.8, rng.uniform(0.16, 0.3))), line=glow, line_width=0.1, gap=0.2
    )
    opened = Face(_plain((8, 8, 14)), line=mix(glow, BLACK, 0.75), line_width=0.08, gap=0.2)
    return covered, opened, (4, 4, 8), 4, ("bright", "random", "one")


def _gloss(rng: random.Random) -> Look:
    """Rounded buttons with light from above on a sunken plate."""
    ground = hsv(rng.random(), rng.choice((0.0, 0.1, 0.5)), rng.uniform(0.6, 0.85))
    covered = Face(
        _plain(ground),
        rng.choice((Relief.GLOSS, Relief.GRADIENT, Relief.STUD)),
        lighter(ground, 0.3),
        lighter(ground, -0.25),
        bevel=0.22,
        corner=rng.uniform(0.1, 0.35),
        line=lighter(ground, -0.45),
        line_width=0.06,
    )
    pale = rng.choice((lighter(ground, 0.55), lighter(ground, -0.15)))
    opened = Face(_plain(pale), line=lighter(pale, -0.12), line_width=0.06)
    return covered, opened, lighter(ground, -0.35), 4, ("classic", "material")


def _dither(rng: random.Random) -> Look:
    """Old X11 programs: two colours in every other pixel, thick lines."""
    ink = rng.choice((BLACK, (0, 0, 90), (90, 60, 0)))
    paper = rng.choice((WHITE, (255, 250, 230), (200, 255, 200)))
    width = rng.uniform(0.08, 0.22)
    covered = Face(
        _plain(paper),
        Relief.DITHER,
        paper,
        rng.choice((ink, mix(ink, paper, 0.5))),
        line=ink,
        line_width=width,
    )
    opened = Face(_plain(paper), line=ink, line_width=width)
    return covered, opened, ink, 1, ("classic", "one", "one")


def _paper(rng: random.Random) -> Look:
    """Thin lines on paper; covered cells a little darker, or hatched by a stud."""
    paper = near((248, 244, 236), rng, 6)
    line = mix(paper, hsv(rng.random(), 0.5, 0.4), rng.uniform(0.3, 0.8))
    covered = Face(_plain(lighter(paper, -rng.uniform(0.12, 0.3))), line=line, line_width=0.07)
    opened = Face(_plain(paper), line=line, line_width=0.07)
    return covered, opened, line, rng.choice((1, 4)), ("one", "classic", "gray")


def _lineless(rng: random.Random) -> Look:
    """Opened cells without any line between them; only covered ones have an edge."""
    ground = hsv(rng.random(), rng.uniform(0.1, 0.6), rng.uniform(0.4, 0.85))
    pale = rng.choice((lighter(ground, 0.8), lighter(ground, -0.6), WHITE))
    covered = Face(
        _plain(ground),
        Relief.RAISED,
        lighter(ground, 0.35),
        lighter(ground, -0.3),
        rng.uniform(0.08, 0.18),
    )
    opened = Face(_plain(pale))
    return covered, opened, pale, rng.choice((1, 4)), ("classic", "material", "random")


def _circles(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.5, 0.95))
    page = rng.choice((WHITE, (30, 32, 40), (240, 236, 226)))
    gap = rng.uniform(0.1, 0.3)
    covered = Face(_plain(ground), gap=gap, corner=1.0)
    opened = Face(_plain(mix(page, ground, rng.uniform(0.1, 0.25))), gap=gap, corner=1.0)
    return covered, opened, page, 4, ("material", "one", "bright")


def _diamonds(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.5, 0.95))
    page = rng.choice((WHITE, (24, 26, 34)))
    covered = Face(_plain(ground), tilt=True)
    opened = Face(_plain(mix(page, ground, 0.2)), tilt=True)
    return covered, opened, page, 4, ("material", "one", "bright")


def _grass(rng: random.Random) -> Look:
    """Covered cells with a texture: grass, stone, wood."""
    ground = rng.choice(((90, 150, 60), (130, 130, 125), (150, 105, 60), (70, 110, 160)))
    ground = near(ground, rng, 20)
    soil = rng.choice((mix(ground, (210, 190, 150), 0.7), lighter(ground, 0.7)))
    covered = Face(
        _plain(ground),
        Relief.SPECKLE,
        lighter(ground, 0.3),
        lighter(ground, -0.3),
        line=lighter(ground, -0.35),
        line_width=0.08,
    )
    opened = Face(
        _plain(soil),
        rng.choice((Relief.FLAT, Relief.SPECKLE)),
        lighter(soil, 0.08),
        lighter(soil, -0.08),
        line=lighter(soil, -0.2),
        line_width=0.06,
    )
    return covered, opened, lighter(soil, -0.3), rng.choice((1, 4)), ("classic", "material", "one")


def _sunken(rng: random.Random) -> Look:
    """Opened cells pressed in, covered ones flat or raised."""
    ground = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.5, 0.85))
    low = lighter(ground, rng.choice((-0.18, 0.4)))
    covered = Face(_plain(ground), Relief.RAISED, lighter(ground, 0.5), lighter(ground, -0.4), 0.14)
    opened = Face(_plain(low), Relief.SUNKEN, lighter(low, 0.4), lighter(low, -0.35), 0.08)
    return covered, opened, lighter(ground, -0.4), rng.choice((1, 4)), ("classic", "bright", "one")


def _mono(rng: random.Random) -> Look:
    """One ink on one ground, as on a terminal or an early telephone."""
    ink, paper = rng.choice(
        (
            (BLACK, WHITE),
            ((60, 255, 90), (5, 12, 5)),
            ((255, 176, 0), (20, 12, 0)),
            ((40, 50, 30), (155, 172, 120)),
            (WHITE, (0, 0, 90)),
        )
    )
    covered = Face(_plain(ink if rng.random() < 0.5 else mix(paper, ink, 0.45)), gap=0.2)
    opened = Face(
        _plain(paper), gap=0.2, line=mix(paper, ink, rng.choice((0.0, 0.25))), line_width=0.06
    )
    return covered, opened, paper, rng.choice((1, 4)), ("one",)


FAMILIES: dict[str, Callable[[random.Random], Look]] = {
    "checkers": _checkers,
    "circles": _circles,
    "classic": _classic,
    "dark": _dark,
    "diamonds": _diamonds,
    "dither": _dither,
    "flat": _flat,
    "gloss": _gloss,
    "grass": _grass,
    "lineless": _lineless,
    "material": _material,
    "midnight": _midnight,
    "mono": _mono,
    "neon": _neon,
    "paper": _paper,
    "pastel": _pastel,
    "sunken": _sunken,
    "vista": _vista,
}
"""Makers by family name."""


def _numerals(rng: random.Random, opened: Face, palettes: tuple[str, ...], fine: int) -> Numerals:
    kind = (
        rng.choice(palettes)
        if rng.random() < 0.8
        else rng.choice(
            ("classic", "material", "bright", "one", "ramp", "gray", "random", "pastel")
        )
    )
    grounds = number_grounds(rng) if rng.random() < 0.08 else None
    ground = opened.colors[0]
    if grounds:
        ink = max((BLACK, WHITE), key=lambda end: min(contrast(end, g) for g in grounds))
        colors: tuple[Color, ...] = (ink,) * 12
    else:
        colors = number_colors(kind, ground, rng)
    face = pick_typeface(rng, drawn=0.3 if fine == 1 else 0.08)
    return Numerals(
        face=face,
        colors=colors,
        height=rng.uniform(0.8, 1.35) if face.kind != "segments" else rng.uniform(1.0, 1.4),
        grounds=grounds,
        offset=(rng.uniform(-0.06, 0.06), rng.uniform(-0.08, 0.08)),
        shadow=rng.random() < 0.08,
        zero=rng.choice(("0", "·")) if rng.random() < 0.02 and face.kind == "file" else "",
    )


def _strong(color: Color, ground: Face, ratio: float = 1.8) -> Color:
    """Return the colour made visible on the face."""
    return readable_on(color, ground.colors[0], ratio)


def _flag(rng: random.Random, covered: Face, opened: Face) -> Mark:
    styles = ["pole flag"] * 4 + ["banner flag"] * 3 + ["pennant"] * 3
    styles += ["triangle", "pin", "text:F", "text:P", "text:!"]
    if emoji_font():
        styles += ["emoji:🚩"] * 4 + ["emoji:⛳", "emoji:📍"]
    style = rng.choice(styles)
    ground = covered
    draw = rng.random()
    if draw < 0.08:
        color = rng.choice(((255, 200, 60), (250, 170, 170), (150, 200, 250)))
        ground = replace(covered, colors=_plain(color), relief=Relief.FLAT)
    elif draw < 0.12:
        ground = opened
    ink = rng.choice((RED, RED, RED, (255, 140, 0), (30, 90, 220), BLACK, (20, 140, 60)))
    return Mark(
        style,
        _strong(ink, ground, 2.2 if style.startswith("text") else 1.5),
        _strong(rng.choice((BLACK, BLACK, (90, 60, 30), WHITE)), ground),
        ground,
        rng.uniform(1.0, 1.4),
    )


def _question(rng: random.Random, covered: Face) -> Mark:
    ink = _strong(rng.choice((BLACK, BLACK, WHITE, (30, 60, 200), (200, 120, 0))), covered, 2.2)
    style = "emoji:❓" if emoji_font() and rng.random() < 0.15 else "text:?"
    return Mark(style, ink, ink, covered, rng.uniform(0.9, 1.3))


def _mine(rng: random.Random, covered: Face, opened: Face, flag: Mark) -> Mark:
    styles = ["spiked mine"] * 5 + ["disc mine", "bomb", "bomb", "star mine", "plain mine"]
    styles += ["text:M", "text:B", "text:*"]
    if emoji_font():
        styles += ["emoji:💣"] * 5 + ["emoji:💥", "emoji:☠"]
    style = rng.choice(styles)
    ground = rng.choice((opened, opened, opened, covered))
    if rng.random() < 0.15:
        ground = replace(
            ground,
            colors=_plain(rng.choice(((230, 120, 110), (255, 205, 210)))),
            relief=Relief.FLAT,
        )
    ink = _strong(rng.choice((BLACK, BLACK, BLACK, (60, 60, 70), (150, 20, 20))), ground, 2.2)
    accent = WHITE if contrast(WHITE, ink) > 3 else BLACK
    return Mark(style, ink, accent, ground, rng.uniform(1.0, 1.4))


def _exploded(rng: random.Random, mine: Mark, opened: Face) -> Mark:
    red = rng.choice((RED, (255, 0, 0), (255, 90, 60), (180, 0, 0)))
    ground = replace(opened, colors=_plain(red), relief=Relief.FLAT)
    ink = readable_on(mine.ink, red, 2.0)
    style = mine.style
    if emoji_font() and mine.style != "emoji:💥" and rng.random() < 0.12:
        style = "emoji:💥"
    return replace(mine, style=style, ground=ground, ink=ink)


def _wrong(rng: random.Random, flag: Mark, mine: Mark, covered: Face, opened: Face) -> Mark:
    draw = rng.random()
    if draw < 0.5:
        return replace(mine, cross=_strong(RED, mine.ground, 1.6))
    if draw < 0.85:
        return replace(flag, cross=rng.choice((BLACK, _strong(RED, flag.ground, 1.6))))
    if emoji_font() and draw < 0.92:
        return Mark("emoji:❌", RED, BLACK, covered)
    red = (235, 120, 120)
    return replace(
        flag,
        ground=replace(covered, colors=_plain(red), relief=Relief.FLAT),
        ink=readable_on(flag.ink, red, 2.0),
        cross=BLACK,
    )
