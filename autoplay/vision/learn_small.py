"""Symbols that are small in large cells, enlarged before they are judged.

The network was trained on symbols that fill about half of their cell; games with large cells may
draw them in letters of the usual size.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn_looks import Looks
from autoplay.vision.tiles import SIDE, Sampler, Tiles

USUAL_REACH = 0.28
"""How far a usual symbol reaches from the middle of its cell, as a share of the cell."""

SMALL_REACH = 0.2
"""Symbols that reach less far are small."""

DOT_REACH = 0.06
"""Less than this is a dot or dirt: enlarged it would look like a mine."""

ZOOMS = (1.4, 1.8, 2.4, 3.0)

INNER = 3
"""Pixels of a tile at each side where lines and bevels are; small symbols do not reach there."""

MIN_INK = 24.0
"""Gray levels: weaker deviations from the ground are no symbol."""


def enlarged(image: Image, lattice: Lattice, looks: Looks) -> Tiles:
    """Return the tile of every look, those with a small symbol with that enlarged."""
    tiles = looks.tiles.copy()
    wanted = zooms(tiles)
    for zoom in ZOOMS:
        chosen = np.flatnonzero(wanted == zoom)
        if not len(chosen):
            continue
        sampler = Sampler(lattice, zoom)
        region = sampler.region(image)
        for look in chosen:
            members = np.flatnonzero(looks.of_cell == look)[:MOST_MEMBERS]
            large = sampler.tiles_of_region(region, members)
            tiles[look] = large.mean(axis=0).round().astype(np.uint8)
    return tiles


MOST_MEMBERS = 40
"""Cells whose mean is taken; more make it no clearer."""


def zooms(tiles: Tiles) -> NDArray[np.float64]:
    """Return for every tile the zoom its symbol needs, 1 for those large enough or without any."""
    inner = tiles[:, INNER:-INNER, INNER:-INNER].astype(np.float32)
    flat = inner.reshape(len(tiles), -1, 3)
    ground = np.median(flat, axis=1)
    away = np.abs(inner - ground[:, None, None]).max(axis=3)
    most = away.max(axis=(1, 2))
    ink = away > np.maximum(most, MIN_INK)[:, None, None] * 0.4
    place = np.abs(np.arange(SIDE - 2 * INNER) - (SIDE - 1) / 2 + INNER) + 0.5
    reach = np.maximum((ink.any(axis=1) * place).max(axis=1), (ink.any(axis=2) * place).max(axis=1))
    share = reach / SIDE
    small = (most >= MIN_INK) & (share > DOT_REACH) & (share < SMALL_REACH)
    best = np.abs(np.array(ZOOMS) - (USUAL_REACH / np.maximum(share, 1e-3))[:, None]).argmin(axis=1)
    return np.where(small, np.array(ZOOMS)[best], 1.0)
