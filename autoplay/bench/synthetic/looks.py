"""Families of looks seen across the world: covered and opened cells, each with endless variants."""

from __future__ import annotations

import random
from collections.abc import Callable

from autoplay.bench.synthetic import looks_flat, looks_raised, looks_text
from autoplay.bench.synthetic.look import Look

FAMILIES: dict[str, Callable[[random.Random], Look]] = {
    "checkers": looks_flat.checkers,
    "circles": looks_flat.circles,
    "classic": looks_raised.classic,
    "dark": looks_flat.dark,
    "diamonds": looks_flat.diamonds,
    "dither": looks_raised.dither,
    "emoji": looks_text.emoji,
    "flat": looks_flat.flat,
    "gloss": looks_raised.gloss,
    "grass": looks_raised.grass,
    "lineless": looks_flat.lineless,
    "material": looks_flat.material,
    "midnight": looks_flat.midnight,
    "mono": looks_text.mono,
    "neon": looks_flat.neon,
    "paper": looks_flat.paper,
    "pastel": looks_flat.pastel,
    "sunken": looks_raised.sunken,
    "terminal": looks_text.terminal,
    "vista": looks_raised.vista,
}
"""Makers by family name."""
