"""How looks differ: which show another symbol, and which the same one on another ground."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.looks import BLOCKS, MAX_BLOCK_DIFFERENCE, Looks
from autoplay.vision.symbols import MARGIN
from autoplay.vision.tiles import SIDE

SHADES = 1.5
"""How many times more than its ground the middle of a marked cell differs."""

OTHER_MARK = 0.3
"""Share of what stands out most by which another mark differs, laid over the others as well as it
goes.

Question marks differ from flags by 0.36 and more on all of 18 boards that have both; the flags of a
board from each other by up to 0.25 on 300 of 324, most others are beneath a cursor or a light.
"""

MOST_COMPARED = 8
"""Looks that another is laid over: all that differs among the flags on the large boards of a noisy
picture is a fraction of a pixel."""

STRONG, VISIBLE, SAME_INK = 0.5, 24.0, 16.0
"""Share of what differs most from a look's ground that is its symbol; gray levels by which it
stands out from another ground, as a mean; and those by which it differs there from what shines
through: hardly 1 for bombs and letters on two grounds, 50 and more for other signs."""

OPAQUE = 0.3
"""Share of its ground that a symbol hides at least, as a mean: a letter of thin strokes hides 0.4,
in shades of gray another symbol may pass for a glass that hides 0.1."""

NEARLY_ALL, BARE = 95, 32.0
"""Percentage of a tile within so many gray levels of that where nothing else is drawn."""

SAME_SYMBOL, SAME_PLAIN = 0.35, 1.5
"""Share of what a look shows within its edges, and gray levels, by which another shows the same, as
a root mean square: digits of one colour that are four pixels high in a tile differ by 0.44 and
more, and hardly in their blocks."""


def likeness(looks: Looks, look: int, others: NDArray[np.intp]) -> float:
    """Return by how many gray levels the block that differs most does, of the likest other."""
    faces = looks.faces
    return float(np.abs(faces[others] - faces[look]).max(axis=1).min())


def mark_contrast(
    looks: Looks, chosen: NDArray[np.intp], plain: NDArray[np.intp]
) -> NDArray[np.float32]:
    """Return by how many gray levels symbols in the middle stand out, (chosen, plain).

    Each chosen look is compared with each of the plain ones; what differs as much in the
    ground is a shade or a texture, not a symbol. Negative where nothing stands out.
    """
    blocks = looks.faces.reshape(len(looks), BLOCKS, BLOCKS, 3)
    contrast = np.zeros((len(chosen), len(plain)), np.float32)
    for place, look in enumerate(plain):
        away = np.abs(blocks[chosen] - blocks[look]).max(axis=3)
        inner = away[:, 2:-2, 2:-2].max(axis=(1, 2))
        outer = [away[:, 0], away[:, -1], away[:, :, 0], away[:, :, -1]]
        contrast[:, place] = inner - SHADES * np.concatenate(outer, axis=1).max(axis=1)
    return contrast


def unlike_symbols(
    looks: Looks, chosen: NDArray[np.intp], others: NDArray[np.intp], away: int = 0
) -> NDArray[np.float64]:
    """Return by how much the symbols of looks are others than those of others, 0 to 1.

    The result is (chosen, others). Symbols are what differs from a look's ground; they are
    laid over each other where they agree best, up to ``away`` blocks off. Two drawings of one
    symbol, moved by a pixel, differ by up to half of what they add up to; only what is beyond
    that counts.
    """
    ground = np.median(looks.ring(0), axis=1)
    symbols = looks.faces.reshape(len(looks), BLOCKS, BLOCKS, 3) - ground[:, None, None]
    strength = np.abs(symbols).sum(axis=(1, 2, 3))
    moved = np.pad(symbols[chosen], ((0, 0), (away, away), (away, away), (0, 0)))
    steps = range(2 * away + 1)
    views = [
        moved[:, down : down + BLOCKS, right : right + BLOCKS].reshape(len(chosen), -1)
        for down, right in itertools.product(steps, steps)
    ]
    unlike = np.zeros((len(chosen), len(others)))
    for place, look in enumerate(others):
        flat = symbols[look].ravel()
        least = np.min([np.abs(view - flat).sum(axis=1) for view in views], axis=0)
        unlike[:, place] = least / np.maximum(strength[chosen] + strength[look], 1)
    return np.clip(2 * unlike - 1, 0, 1)


def shows_another(
    looks: Looks, look: np.intp, others: NDArray[np.intp], least: float = OTHER_MARK
) -> bool:
    """Whether a look shows another symbol than each of these others; of many, the frequent.

    It is one that differs by more than ``least``: see ``Symbols.drawn_otherwise``.
    """
    often = others[np.argsort(-looks.counts[others], kind="stable")][:MOST_COMPARED]
    return bool(looks.symbols.drawn_otherwise(look, often).min() > least)


def is_on_another_ground(looks: Looks, look: np.intp, other: np.intp) -> bool:
    """Whether a look shows the very symbol of another one, and nothing else, on its ground.

    Where a symbol lets a share of its ground through, tiles differ by that share of what their
    grounds differ by, and by nothing else.
    """
    inner = slice(MARGIN, SIDE - MARGIN)
    shown, usual = looks.tiles[[look, other], inner, inner].astype(np.float32)
    ground, usual_ground = (np.median(tile, axis=(0, 1)) for tile in (shown, usual))
    between, apart = usual_ground - ground, usual - shown
    opaque = 1 - np.clip(apart @ between / max(float(between @ between), 1.0), 0, 1)
    unlike = np.abs(apart - (1 - opaque)[..., None] * between).max(axis=2)
    away, visible = (
        np.abs(tile - its).max(axis=2) for tile, its in ((usual, usual_ground), (shown, ground))
    )
    ink = away > STRONG * away.max()
    if not ink.any() or visible[ink].mean() < VISIBLE or opaque[ink].mean() < OPAQUE:
        return False
    return bool(np.percentile(unlike, NEARLY_ALL) < BARE and unlike[ink].mean() < SAME_INK)


def changed_by_neighbors(
    looks: Looks, chosen: NDArray[np.intp], before: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Return which chosen looks differ from one of those before by up to three sides alone."""
    blocks = looks.faces.reshape(len(looks), BLOCKS, BLOCKS, 3)
    step = SIDE // BLOCKS
    within = looks.tiles[:, step:-step, step:-step].reshape(len(looks), -1, 3).astype(np.float32)
    found = np.zeros(len(chosen), np.bool_)
    for look in before:
        shown = _rms(within[look] - np.median(within[look], axis=0))
        same = np.abs(blocks[chosen] - blocks[look]).max(axis=3) <= MAX_BLOCK_DIFFERENCE
        inner = same[:, 1:-1, 1:-1].all(axis=(1, 2))
        most = max(SAME_PLAIN, SAME_SYMBOL * float(shown))
        inner &= _rms(within[chosen] - within[look]) <= most
        sides = same[:, 0, 1:-1], same[:, -1, 1:-1], same[:, 1:-1, 0], same[:, 1:-1, -1]
        found |= inner & np.logical_or.reduce([side.all(axis=1) for side in sides])
    return found


def _rms(away: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the root mean square over pixels and colours, the last two axes."""
    return np.asarray(np.sqrt((away**2).mean(axis=(-2, -1))), dtype=np.float32)
