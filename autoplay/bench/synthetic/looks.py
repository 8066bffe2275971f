"""Families of looks seen across the world: covered and opened cells, each with endless variants."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

from autoplay.bench.synthetic.color import BLACK, WHITE, Color, hsv, lighter, mix, near
from autoplay.bench.synthetic.skin import Face, Mark, Relief


@dataclass(frozen=True)
class Look:
    """What a family decides of a skin.

    ``base`` is the colour between cells, ``fine`` how finely tiles are drawn (see ``Skin``),
    ``palettes`` the usual colours of its numbers, ``cover`` a symbol on covered cells, ``zero``
    one on opened cells without mines around, ``keycaps`` whether numbers are emoji.
    """

    covered: Face
    opened: Face
    base: Color
    fine: int
    palettes: tuple[str, ...]
    cover: Mark | None = None
    zero: str = ""
    keycaps: bool = False

    @property
    def is_text(self) -> bool:
        """Whether only characters are drawn, as on a terminal."""
        return self.cover is not None and self.cover.style.startswith("text:")


def plain(color: Color) -> tuple[Color, Color]:
    """Return the colour for even and odd cells alike."""
    return color, color


def _classic(rng: random.Random) -> Look:
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


def _vista(rng: random.Random) -> Look:
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


def _flat(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0, 0.6), rng.uniform(0.35, 0.9))
    pale = lighter(ground, rng.uniform(0.45, 0.85))
    gap = rng.uniform(0.05, 0.25)
    corner = rng.choice((0, 0, 0.15, 0.3))
    covered = Face(plain(ground), gap=gap, corner=corner)
    opened = Face(plain(pale), gap=gap, corner=corner)
    base = rng.choice((WHITE, lighter(ground, -0.5), lighter(pale, -0.1), BLACK))
    return Look(covered, opened, base, 4, ("material", "classic", "random", "one"))


def _material(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0.3, 0.7), rng.uniform(0.5, 0.85))
    gap = rng.uniform(0.15, 0.35)
    covered = Face(plain(ground), gap=gap, corner=rng.uniform(0.15, 0.4), shadow=True)
    page = rng.choice((WHITE, (245, 245, 245), (238, 240, 244)))
    opened = Face(plain(lighter(page, -rng.uniform(0.04, 0.16))), gap=gap, corner=covered.corner)
    return Look(covered, opened, page, 4, ("material", "one", "random"))


def _checkers(rng: random.Random) -> Look:
    hue = rng.choice((0.24, 0.26, 0.3, 0.55, 0.08, rng.random()))
    even = hsv(hue, rng.uniform(0.4, 0.65), rng.uniform(0.7, 0.9))
    odd = lighter(even, -rng.uniform(0.03, 0.09))
    sand = rng.choice(((229, 194, 159), (240, 230, 210), (225, 225, 230), lighter(even, 0.7)))
    covered = Face((even, odd))
    opened = Face((sand, lighter(sand, -rng.uniform(0.03, 0.08))))
    return Look(covered, opened, sand, rng.choice((1, 4)), ("material", "material", "classic"))


def _dark(rng: random.Random) -> Look:
    hue, saturation = rng.random(), rng.uniform(0, 0.35)
    page = hsv(hue, saturation, rng.uniform(0.05, 0.14))
    opened_color = hsv(hue, saturation, rng.uniform(0.12, 0.2))
    covered_color = hsv(hue, saturation, rng.uniform(0.28, 0.45))
    gap, corner = rng.uniform(0.06, 0.25), rng.choice((0, 0.12, 0.25))
    covered = Face(plain(covered_color), gap=gap, corner=corner)
    opened = Face(plain(opened_color), gap=gap, corner=corner)
    return Look(covered, opened, page, 4, ("bright", "pastel", "one", "random"))


def _midnight(rng: random.Random) -> Look:
    """A dark theme with almost no contrast between covered, opened and lines."""
    hue = rng.random()
    opened_value = rng.uniform(0.08, 0.14)
    opened_color = hsv(hue, 0.3, opened_value)
    covered_color = hsv(hue, 0.3, opened_value + rng.uniform(0.06, 0.1))
    line = hsv(hue, 0.3, max(opened_value - rng.uniform(0.04, 0.06), 0.01))
    covered = Face(plain(covered_color), line=line, line_width=0.08)
    opened = Face(plain(opened_color), line=line, line_width=0.08)
    return Look(covered, opened, line, rng.choice((1, 4)), ("bright", "one", "gray"))


def _pastel(rng: random.Random) -> Look:
    hue = rng.random()
    covered_color, opened_color = hsv(hue, 0.3, 0.93), hsv(hue + rng.uniform(-0.1, 0.4), 0.06, 0.99)
    gap = rng.uniform(0.08, 0.3)
    corner = rng.choice((0.2, 0.35, 0.5))
    covered = Face(plain(covered_color), gap=gap, corner=corner, shadow=rng.random() < 0.4)
    opened = Face(plain(opened_color), gap=gap, corner=corner)
    return Look(
        covered, opened, hsv(hue, 0.1, rng.choice((0.88, 1.0))), 4, ("pastel", "material", "one")
    )


def _neon(rng: random.Random) -> Look:
    hue = rng.random()
    glow = hsv(hue, 0.9, 1.0)
    covered = Face(plain(hsv(hue, 0.8, rng.uniform(0.16, 0.3))), line=glow, line_width=0.1, gap=0.2)
    opened = Face(plain((8, 8, 14)), line=mix(glow, BLACK, 0.75), line_width=0.08, gap=0.2)
    return Look(covered, opened, (4, 4, 8), 4, ("bright", "random", "one"))


def _gloss(rng: random.Random) -> Look:
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


def _dither(rng: random.Random) -> Look:
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


def _paper(rng: random.Random) -> Look:
    """Thin lines on paper; covered cells a little darker, or hatched by a stud."""
    paper = near((248, 244, 236), rng, 6)
    line = mix(paper, hsv(rng.random(), 0.5, 0.4), rng.uniform(0.3, 0.8))
    covered = Face(plain(lighter(paper, -rng.uniform(0.12, 0.3))), line=line, line_width=0.07)
    opened = Face(plain(paper), line=line, line_width=0.07)
    return Look(covered, opened, line, rng.choice((1, 4)), ("one", "classic", "gray"))


def _lineless(rng: random.Random) -> Look:
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


def _circles(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.5, 0.95))
    page = rng.choice((WHITE, (30, 32, 40), (240, 236, 226)))
    gap = rng.uniform(0.1, 0.3)
    covered = Face(plain(ground), gap=gap, corner=1.0)
    opened = Face(plain(mix(page, ground, rng.uniform(0.1, 0.25))), gap=gap, corner=1.0)
    return Look(covered, opened, page, 4, ("material", "one", "bright"))


def _diamonds(rng: random.Random) -> Look:
    ground = hsv(rng.random(), rng.uniform(0.3, 0.8), rng.uniform(0.5, 0.95))
    page = rng.choice((WHITE, (24, 26, 34)))
    covered = Face(plain(ground), tilt=True)
    opened = Face(plain(mix(page, ground, 0.2)), tilt=True)
    return Look(covered, opened, page, 4, ("material", "one", "bright"))


def _grass(rng: random.Random) -> Look:
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


def _sunken(rng: random.Random) -> Look:
    """Opened cells pressed in, covered ones flat or raised."""
    ground = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.5, 0.85))
    low = lighter(ground, rng.choice((-0.18, 0.4)))
    covered = Face(plain(ground), Relief.RAISED, lighter(ground, 0.5), lighter(ground, -0.4), 0.14)
    opened = Face(plain(low), Relief.SUNKEN, lighter(low, 0.4), lighter(low, -0.35), 0.08)
    return Look(
        covered, opened, lighter(ground, -0.4), rng.choice((1, 4)), ("classic", "bright", "one")
    )


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
    covered = Face(plain(ink if rng.random() < 0.5 else mix(paper, ink, 0.45)), gap=0.2)
    opened = Face(
        plain(paper), gap=0.2, line=mix(paper, ink, rng.choice((0.12, 0.25))), line_width=0.06
    )
    return Look(covered, opened, paper, rng.choice((1, 4)), ("one",))


def _terminal(rng: random.Random) -> Look:
    """Characters on one ground; only the symbols tell covered from opened."""
    ink, paper = rng.choice(
        (((200, 200, 200), BLACK), ((60, 255, 90), BLACK), ((0, 0, 0), (255, 255, 238)))
    )
    face = Face(plain(paper))
    symbol = rng.choice(("text:#", "text:■", "text:*", "text:.", "text:-", "text:□"))
    cover = Mark(symbol, mix(paper, ink, rng.uniform(0.5, 1)), ink, face, 0.9)
    zero = "" if symbol == "text:." else rng.choice(("", ".", "0"))
    return Look(face, face, paper, rng.choice((1, 4)), ("one", "bright", "classic"), cover, zero)


def _emoji(rng: random.Random) -> Look:
    """Every cell an emoji, as chats and small web games have it."""
    paper = rng.choice((WHITE, (54, 57, 63), (21, 32, 43), (245, 245, 245)))
    face = Face(plain(paper))
    cover = Mark("emoji:" + rng.choice("🟦🟩🟪🟨🔵🔲"), BLACK, BLACK, face, rng.uniform(1.6, 1.9))
    zero = rng.choice(("emoji:⬛", "emoji:⬜", "emoji:🟫", ""))
    keycaps = rng.random() < 0.7
    return Look(face, face, paper, 4, ("one", "material"), cover, zero, keycaps)


FAMILIES: dict[str, Callable[[random.Random], Look]] = {
    "checkers": _checkers,
    "circles": _circles,
    "classic": _classic,
    "dark": _dark,
    "diamonds": _diamonds,
    "dither": _dither,
    "emoji": _emoji,
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
    "terminal": _terminal,
    "vista": _vista,
}
"""Makers by family name."""
