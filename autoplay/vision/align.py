"""A lattice moved by a pixel or two to where a known skin sees it.

A line between two cells belongs to neither, so a finder may put the lattice on one side of it and
the picture the skin was made from on the other. For textures such as a dither that is everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor, hypot

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.match import MAX_LIMIT, Matcher
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import Sampler, cell_masks

REACH = 1.5
"""Pixels to each side that are tried, in steps of half a pixel."""

FINE = (0.25, 0.125, 0.0625)
"""Pixels of the steps that follow: a look on whole pixels does not survive a tenth of one."""

EXACT = 0.2
"""Gray levels of mean distance below which the cells are the skin's own pixels."""

SAMPLE = 24
"""Cells the shifts are compared by."""


NEIGHBORS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]

Shift = tuple[float, float]
"""Pixels to the right and down."""


def aligned(image: Image, lattice: Lattice, skin: Skin) -> Lattice:
    """Return the lattice, moved to where the skin fits a sample of its cells best."""
    matcher = Matcher(skin)
    cells = np.linspace(0, len(lattice.topology) - 1, SAMPLE).astype(np.intp)
    inside = cell_masks(lattice)[cells][..., None].astype(np.uint8)

    def distance(shift: Shift) -> float:
        tiles: NDArray[np.uint8] = Sampler(lattice.moved(*shift)).tiles(image, cells) * inside
        # The mean: most cells of a young board are covered and fit wherever they are looked at.
        # One that shows something new counts no more than one that is far off.
        return float(np.minimum(matcher.match(tiles).distance, MAX_LIMIT).mean())

    best, least = _least(distance, _grid(lattice.first_cell_center))
    for step in FINE:
        if least < EXACT:
            break
        around = [(best[0] + x * step, best[1] + y * step) for x, y in NEIGHBORS]
        best, least = min((best, least), _least(distance, around), key=lambda found: found[1])
    return lattice.moved(*best)


def _grid(center: tuple[float, float]) -> list[Shift]:
    """Return the coarse shifts of a cell's center to half and whole pixels, the shortest first.

    That is where the cells of most games lie.
    """
    xs, ys = (
        [half / 2 - at for half in range(ceil(2 * (at - REACH)), floor(2 * (at + REACH)) + 1)]
        for at in center
    )
    return sorted(((x, y) for x in xs for y in ys), key=lambda shift: hypot(*shift))


def _least(distance: Callable[[Shift], float], shifts: Sequence[Shift]) -> tuple[Shift, float]:
    """Return the shift of the least distance, the first of those that fit exactly."""
    best, least = shifts[0], np.inf
    for shift in shifts:
        found = distance(shift)
        if found < least:
            best, least = shift, found
        if least < EXACT:
            break
    return best, least
