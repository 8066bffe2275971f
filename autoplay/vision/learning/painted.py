"""Numbers on painted grounds, judged by their shape alone, too.

A game that paints the cell of a number has a ground for each, or a bright one for all: red is then
no explosion. What a network says of a number's colours counts half, and half what it says without
them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.glyphs import networks
from autoplay.vision.learning.rules import MARKS
from autoplay.vision.network import Floats
from autoplay.vision.tiles import Tiles

BRIGHT = 60
"""Gray levels between the channels of a painted ground: opened cells of beige have up to 70, but
all the same one."""

APART = 60
"""Gray levels in a channel by which two painted grounds differ: two shades of a checkerboard have
half of that."""

ONE_GROUND, LIKELIER, SURELY = 16, 2.0, 4.0
"""Gray levels by which cells on one painted ground differ at most, and the natural-log units by
which a shape is ahead of every mark that is likelier a number, and that surely is one."""

LIKELY = -4.0
"""Log-probability from which a painted cell may show its likeliest number."""

LIGHT, DARK = 220, 20
"""Gray levels of the ground and of the strongest ink in a picture of a shape alone."""

FAINTEST = 24.0
"""Gray levels of the strongest ink at least: less is no symbol, and stays as faint as it is."""

NUMBERS = slice(Label.ONE, MAX_NUMBER + 1)

INK = 98
"""Percentile of a tile's pixels that is taken for its strongest ink."""


def scores_of(tiles: Tiles) -> Floats:
    """Return the log-probability of every class for the tile of every look, (n, CLASSES)."""
    scores = networks().scores(tiles)
    grounds = np.median(tiles.reshape(len(tiles), -1, 3), axis=1)
    painted = np.flatnonzero(np.ptp(grounds, axis=1) > BRIGHT)
    if not len(painted):
        return scores
    by_shape = networks().scores(shapes_of(tiles[painted]))
    told = by_shape[:, NUMBERS].max(axis=1) - by_shape[:, MARKS].max(axis=1)
    numbers = told > 0
    if not _differ(scores[painted], grounds[painted]):
        numbers = (told > LIKELIER) & _share(by_shape, grounds[painted], told > SURELY)
    shown = painted[numbers]
    scores[shown] = (scores[shown] + by_shape[numbers]) / 2
    return scores


def _share(
    by_shape: Floats, grounds: NDArray[np.floating], surely: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which looks stand on a ground on which several are ``surely`` different numbers."""
    names = by_shape[:, NUMBERS].argmax(axis=1)
    alike = np.abs(grounds[:, None] - grounds).max(axis=2) <= ONE_GROUND
    others = surely & surely[:, None] & (names[:, None] != names) & alike
    return np.asarray((alike & others.any(axis=1)).any(axis=1), dtype=np.bool_)


def _differ(scores: Floats, grounds: NDArray[np.floating]) -> bool:
    """Whether two looks that may be different numbers have different grounds."""
    numbers = scores[:, NUMBERS]
    shown = numbers.max(axis=1) > LIKELY
    names, colors = numbers[shown].argmax(axis=1), grounds[shown]
    apart = np.abs(colors[:, None] - colors).max(axis=2) > APART
    return bool((apart & (names[:, None] != names)).any())


def shapes_of(tiles: Tiles) -> Tiles:
    """Return the tiles without their colours: dark where they differ from their grounds."""
    levels = tiles.reshape(len(tiles), -1, 3).astype(np.float32)
    away = np.abs(levels - np.median(levels, axis=1)[:, None]).max(axis=2)
    most = np.maximum(np.percentile(away, INK, axis=1), FAINTEST)
    gray = LIGHT - (LIGHT - DARK) * np.minimum(away / most[:, None], 1)
    shapes = np.repeat(gray.round().astype(np.uint8)[:, :, None], 3, axis=2)
    return np.ascontiguousarray(shapes.reshape(tiles.shape))
