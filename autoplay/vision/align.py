"""A lattice moved by a pixel or two to where a known skin sees it.

A line between two cells belongs to neither, so a finder may put the lattice on one side of it and
the picture the skin was made from on the other. For textures such as a dither that is everything.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.match import Matcher
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import Sampler, cell_masks

REACH = 1.5
"""Pixels to each side that are tried, in steps of half a pixel."""

SAMPLE = 24
"""Cells the shifts are compared by."""


def aligned(image: Image, lattice: Lattice, skin: Skin) -> Lattice:
    """Return the lattice, moved to where the skin fits a sample of its cells best."""
    matcher = Matcher(skin)
    cells = np.linspace(0, len(lattice.topology) - 1, SAMPLE).astype(np.intp)
    inside = cell_masks(lattice)[cells][..., None].astype(np.uint8)
    steps = np.arange(-REACH, REACH + 0.1, 0.5)
    shifts = sorted(((x, y) for x in steps for y in steps), key=lambda s: s[0] ** 2 + s[1] ** 2)
    best, least = lattice, np.inf
    for x, y in shifts:
        moved = lattice.moved(float(x), float(y))
        tiles: NDArray[np.uint8] = Sampler(moved).tiles(image, cells) * inside
        distance = float(np.median(matcher.match(tiles).distance))
        if distance < least:
            best, least = moved, distance
    return best
