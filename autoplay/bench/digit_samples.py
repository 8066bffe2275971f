"""Tiles to train and measure the network on that reads counters: drawn writing, cut out as there.

Digits in the fonts this machine has and in seven segments, lit and not, in words and with what
stands beside them: panels, colons, strokes, icons. No picture of a real game is used.
"""

from __future__ import annotations

import random
from functools import partial

import numpy as np

from autoplay.bench.glyph_samples import WORKERS, Samples, is_held_out
from autoplay.bench.synthetic.writing import Writing, draw_writing
from autoplay.bench.workers import worked_off
from autoplay.vision.digits import CHANNELS, OTHER, SIDE, STROKE, tile_of
from autoplay.vision.writing import Box, layers, spots

LOOK_ALIKES = frozenset("OoIl|SZBiQD!")
"""Characters that may look just like a digit: nothing is learned of them."""

SEEN_WHOLE, SEEN = 0.75, 0.45
"""Share that a spot and a character have in common where it is that one, and below which it is
another; of spots lower than ``LOW`` pixels 0.6 is the whole."""

LOW, SEEN_WHOLE_LOW = 12, 0.6

PER_PAGE, PER_LAYER, LAYERS = 16, 12, 10
"""Tiles taken from one page and from one of its layers, and layers looked at, at most."""

OTHERS_TAKEN = 0.4
"""Share of the spots taken that are no digits: there are many more of them."""


def collect(pages: int, start: int, held_out: bool = False) -> Samples:
    """Return the tiles of so many pages, (n, SIDE, SIDE, CHANNELS) uint8, and their classes.

    Fonts are those kept from training where ``held_out``, the others elsewhere.
    """
    draw = partial(draw_samples, held_out=held_out)
    parts = list(worked_off(draw, range(start, start + pages), WORKERS))
    tiles, classes = zip(*parts, strict=True)
    return np.concatenate(tiles), np.concatenate(classes)


def draw_samples(seed: int, held_out: bool = False) -> Samples:
    """Return the tiles of one page, (n, SIDE, SIDE, CHANNELS) uint8, and their classes."""
    rng = random.Random(f"digits {seed}")
    writing = draw_writing(rng, lambda face: is_held_out(face) == held_out)
    every = list(layers(writing.page, np.s_[0:0, 0:0]))
    # The last third, of how colourful a pixel is, does not tell which way the ink is drawn.
    every = every[: len(every) * 2 // 3]
    rng.shuffle(every)
    tiles, classes = [], []
    for layer in every[:LAYERS]:
        found = spots(layer.ink)
        rng.shuffle(found)
        for box in found[:PER_LAYER]:
            shown = _class_of(box, writing)
            if shown != OTHER and writing.bright != {layer.is_bright}:
                shown = OTHER if writing.bright == {not layer.is_bright} else None
            if shown is None or (shown == OTHER and rng.random() > OTHERS_TAKEN):
                continue
            tiles.append(tile_of(layer, box))
            classes.append(shown)
    kept = slice(PER_PAGE)
    stacked = np.array(tiles[kept], np.uint8).reshape(-1, SIDE, SIDE, CHANNELS)
    return stacked, np.array(classes[kept], np.int64)


def _class_of(spot: Box, writing: Writing) -> int | None:
    """Return what a spot is, None where that is not to be said."""
    right, bottom = spot.right, spot.top + spot.height
    size = spot.width * spot.height
    most, character, whole = 0.0, "", 0
    for left, top, end, low, text in writing.boxes:
        wide, high = min(right, end) - max(spot.left, left), min(bottom, low) - max(spot.top, top)
        if wide <= 0 or high <= 0:
            continue
        own = (end - left) * (low - top)
        whole += wide * high > own / 2
        shared = wide * high / (size + own - wide * high)
        if shared > most:
            most, character = shared, text
    if whole > 1 or most < SEEN:
        return OTHER
    if most < (SEEN_WHOLE_LOW if spot.height < LOW else SEEN_WHOLE) or character in LOOK_ALIKES:
        return None
    if character.isdigit():
        return int(character)
    return STROKE if character == "/" else OTHER
