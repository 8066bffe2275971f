"""Makes up skins: families of looks seen across the world, each with endless variants."""

from __future__ import annotations

import random
from dataclasses import replace

from autoplay.bench.synthetic.color import BLACK, WHITE, Color, contrast, readable_on
from autoplay.bench.synthetic.fonts import emoji_font, pick_typeface
from autoplay.bench.synthetic.look import Look, plain
from autoplay.bench.synthetic.looks import FAMILIES
from autoplay.bench.synthetic.palettes import number_colors, number_grounds
from autoplay.bench.synthetic.skin import Face, Mark, Numerals, Relief, Skin

RED: Color = (220, 30, 30)


def make_skin(rng: random.Random, family: str | None = None) -> Skin:
    """Return a random skin, of this family or of any that can be drawn here."""
    names = sorted(FAMILIES) if emoji_font() else sorted(set(FAMILIES) - {"emoji"})
    name = family or rng.choice(names)
    look = FAMILIES[name](rng)
    covered, opened = look.covered, look.opened
    flag = _flag(rng, look)
    mine = _mine(rng, look)
    return Skin(
        family=name,
        fine=look.fine,
        smooth=look.fine > 1 or rng.random() < 0.3,
        base=look.base,
        covered=covered,
        opened=opened,
        cover=look.cover,
        numerals=_numerals(rng, look),
        flag=flag,
        question=_question(rng, covered),
        mine=mine,
        exploded=_exploded(rng, mine, opened),
        wrong=_wrong(rng, flag, mine, covered),
    )


ALL_PALETTES = ("classic", "material", "bright", "one", "ramp", "gray", "random", "pastel")


def _numerals(rng: random.Random, look: Look) -> Numerals:
    palette = rng.choice(look.palettes if rng.random() < 0.8 else ALL_PALETTES)
    grounds = number_grounds(rng) if rng.random() < 0.08 and look.cover is None else None
    if grounds:
        ink = max((BLACK, WHITE), key=lambda end: min(contrast(end, g) for g in grounds))
        colors: tuple[Color, ...] = (ink,) * 12
    else:
        colors = number_colors(palette, look.opened.colors[0], rng)
    face = pick_typeface(rng, drawn=0.3 if look.fine == 1 else 0.08)
    zero = rng.choice(("0", "·")) if rng.random() < 0.02 and face.kind == "file" else ""
    return Numerals(
        face=face,
        colors=colors,
        height=rng.uniform(0.8, 1.35) if face.kind != "segments" else rng.uniform(1.0, 1.4),
        grounds=grounds,
        offset=(rng.uniform(-0.06, 0.06), rng.uniform(-0.08, 0.08)),
        shadow=rng.random() < 0.08,
        zero=look.zero or zero,
        keycaps=look.keycaps,
    )


ORANGE, YELLOW = (255, 140, 0), (255, 205, 0)


def _strong(color: Color, ground: Face, ratio: float = 1.8) -> Color:
    """Return the colour made visible on the face."""
    return readable_on(color, ground.colors[0], ratio)


def _flag(rng: random.Random, look: Look) -> Mark:
    styles = ["text:F", "text:P", "text:!"]
    if not look.is_text:
        styles += ["pole flag"] * 4 + ["banner flag"] * 3 + ["pennant"] * 3 + ["triangle", "pin"]
        styles += ["wavy flag"] * 3 + ["outlined flag", "checkered flag", "pointer"]
        emoji = ["emoji:🚩"] * 4 + ["emoji:⛳", "emoji:📍", "emoji:🏁", "emoji:🏴"]
        styles += emoji if emoji_font() else []
    style = rng.choice(styles)
    covered, opened = look.covered, look.opened
    ground = covered
    draw = rng.random()
    if draw < 0.08:
        color = rng.choice(((255, 200, 60), (250, 170, 170), (150, 200, 250)))
        ground = replace(covered, colors=plain(color), relief=Relief.FLAT)
    elif draw < 0.12:
        ground = opened
    ink = rng.choice((RED, RED, RED, ORANGE, (30, 90, 220), BLACK, (20, 140, 60), YELLOW, WHITE))
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


def _mine(rng: random.Random, look: Look) -> Mark:
    styles = ["text:M", "text:B", "text:@" if look.is_text else "text:*"]
    if not look.is_text:
        styles += ["spiked mine"] * 5 + ["disc mine", "bomb", "bomb", "star mine", "plain mine"]
        styles += (["emoji:💣"] * 5 + ["emoji:💥", "emoji:☠"]) if emoji_font() else []
    style = rng.choice(styles)
    ground = rng.choice((look.opened, look.opened, look.opened, look.covered))
    if rng.random() < 0.15:
        ground = replace(
            ground,
            colors=plain(rng.choice(((230, 120, 110), (255, 205, 210)))),
            relief=Relief.FLAT,
        )
    ink = _strong(rng.choice((BLACK, BLACK, BLACK, (60, 60, 70), (150, 20, 20))), ground, 2.2)
    accent = WHITE if contrast(WHITE, ink) > 3 else BLACK
    return Mark(style, ink, accent, ground, rng.uniform(1.0, 1.4))


def _exploded(rng: random.Random, mine: Mark, opened: Face) -> Mark:
    red = rng.choice((RED, (255, 0, 0), (255, 90, 60), (180, 0, 0)))
    ground = replace(opened, colors=plain(red), relief=Relief.FLAT)
    ink = readable_on(mine.ink, red, 2.0)
    style = mine.style
    if emoji_font() and mine.style.startswith("emoji:💣") and rng.random() < 0.3:
        style = "emoji:💥"
    elif not mine.style.startswith("text:") and rng.random() < 0.1:
        style = "burst"
    return replace(mine, style=style, ground=ground, ink=ink)


def _wrong(rng: random.Random, flag: Mark, mine: Mark, covered: Face) -> Mark:
    draw = rng.random()
    if draw < 0.5:
        return replace(mine, cross=_strong(RED, mine.ground, 1.6))
    if draw < 0.85:
        return replace(flag, cross=rng.choice((BLACK, _strong(RED, flag.ground, 1.6))))
    if mine.style.startswith("emoji") and draw < 0.92:
        return Mark("emoji:❌", RED, BLACK, covered)
    red = (235, 120, 120)
    return replace(
        flag,
        ground=replace(covered, colors=plain(red), relief=Relief.FLAT),
        ink=readable_on(flag.ink, red, 2.0),
        cross=BLACK,
    )
