"""Looks of characters: one ink on one ground, terminals, emoji."""

from __future__ import annotations

import random

from autoplay.bench.synthetic.color import BLACK, WHITE, mix
from autoplay.bench.synthetic.look import Look, plain
from autoplay.bench.synthetic.skin import Face, Mark


def mono(rng: random.Random) -> Look:
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


def terminal(rng: random.Random) -> Look:
    """Characters on one ground; only the symbols tell covered from opened."""
    ink, paper = rng.choice(
        (((200, 200, 200), BLACK), ((60, 255, 90), BLACK), ((0, 0, 0), (255, 255, 238)))
    )
    face = Face(plain(paper))
    symbol = rng.choice(("text:#", "text:■", "text:*", "text:.", "text:-", "text:□"))
    cover = Mark(symbol, mix(paper, ink, rng.uniform(0.5, 1)), ink, face, 0.9)
    zero = "" if symbol == "text:." else rng.choice(("", ".", "0"))
    return Look(face, face, paper, rng.choice((1, 4)), ("one", "bright", "classic"), cover, zero)


def emoji(rng: random.Random) -> Look:
    """Every cell an emoji, as chats and small web games have it."""
    paper = rng.choice((WHITE, (54, 57, 63), (21, 32, 43), (245, 245, 245)))
    face = Face(plain(paper))
    cover = Mark("emoji:" + rng.choice("🟦🟩🟪🟨🔵🔲"), BLACK, BLACK, face, rng.uniform(1.6, 1.9))
    zero = rng.choice(("emoji:⬛", "emoji:⬜", "emoji:🟫", ""))
    keycaps = rng.random() < 0.7
    return Look(face, face, paper, 4, ("one", "material"), cover, zero, keycaps)
