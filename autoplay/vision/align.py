"""A lattice moved by a pixel or two to where a known skin, or a change, shows its cells.

A line between two cells belongs to neither, so a finder may put the lattice on one side of it and
the picture the skin was made from on the other. For textures such as a dither that is everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from math import ceil, floor, hypot

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.grouping import look_of_each
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import block_means
from autoplay.vision.match import MAX_LIMIT, Matcher
from autoplay.vision.shrinking import shrunk
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import Sampler, cell_masks, region_of

REACH = 2.0
"""Pixels to each side that are tried, in steps of half a pixel."""

LEAST = 0.25
"""Pixels a lattice must be off before a change moves it: less blurs no cell."""

EDGE = 2.0
"""Pixels by which a change may be wider or narrower than its cells: their outlines and gaps."""

HALF = 0.5
"""Pixels a finder is off at most where buttons have a shadow on one side, or a line."""

FARTHER = (1.0, 2.0)
"""Pixels a finder is off at times where digits stand beside the middles of small round cells."""

FEWER = 0.75
"""Share of the looks that must be left for a lattice to be moved.

On the eight screens where the finder was off by half a pixel a third to a half was left, on 40
others at most nine tenths.
"""

GRID_REACH, GRID_SHARE = 1.5, 0.07
"""Pixels, and the share of a pitch, that are tried where cells begin with whole pixels: shadows and
outlines are as wide, and as far do digits in a corner of their cells stand from its edge."""

WHOLE = 0.005
"""Pixels a pitch may differ from a whole number and count as one: 100 cells add up to half."""

SPARED = 3
"""Looks that a move by more than half a pixel spares at least: a checkerboard has one more at its
right place than beside it."""

MOST_COMPARED = 512
"""Cells whose looks are counted."""

SAMPLE = 24
"""Cells the shifts are compared by."""

FINE = (0.25, 0.125, 0.0625)
"""Pixels of the steps that follow: a look on whole pixels does not survive a tenth of one."""

MOST_SHRUNK = 9
"""Boards kept at a time: shifts by half a pixel mostly have that of another one."""

EXACT = 0.2
"""Gray levels of mean distance below which the cells are the skin's own pixels."""

NEIGHBORS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]

Shift = tuple[float, float]
"""Pixels to the right and down."""


def aligned(image: Image, lattice: Lattice, skin: Skin) -> Lattice:
    """Return the lattice, moved to where the skin fits a sample of its cells best."""
    matcher = Matcher(skin)
    every = lattice.topology.cells
    cells = every[np.linspace(0, len(every) - 1, SAMPLE).astype(np.intp)]
    inside = cell_masks(lattice)[cells][..., None].astype(np.uint8)

    @lru_cache(maxsize=MOST_SHRUNK)
    def board(box: tuple[int, int, int, int], size: tuple[int, int]) -> Image:
        return shrunk(region_of(image, box), *size)

    def distance(shift: Shift) -> float:
        sampler = Sampler(lattice.moved(*shift), cells=cells)
        shown = board(sampler.box, sampler.size)
        tiles: NDArray[np.uint8] = sampler.tiles_of_shrunk(shown) * inside
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


def aligned_to_looks(image: Image, lattice: Lattice, steps: Sequence[float] = (HALF,)) -> Lattice:
    """Return the lattice, moved by one of these steps, in pixels, to each side along an axis or
    both, to where its cells have the fewest looks.

    Off by half a pixel, every cell holds a share of its neighbours' outlines and has as many looks
    as it has kinds of neighbours. Only of square cells, as ``aligned_to_change``.
    """
    if lattice.topology.shape is not Shape.SQUARE:
        return lattice
    best, fewest = lattice, count_looks(image, lattice)
    most = FEWER * fewest
    moves = [*(-step for step in steps), *steps]
    for axis in (0, 1):
        sides = [best.moved(*(by * (axis == each) for each in (0, 1))) for by in moves]
        counts = [count_looks(image, side) for side in sides]
        if min(counts) < fewest:
            best, fewest = sides[int(np.argmin(counts))], min(counts)
    return best if fewest <= most else lattice


def aligned_to_pixels(image: Image, lattice: Lattice) -> Lattice:
    """Return the lattice, its cells begun with whole pixels, where they have the fewest looks.

    Only of square cells a whole number of pixels wide or high; others stay as they are.
    """
    if lattice.topology.shape is not Shape.SQUARE or any(lattice.wider):
        return lattice
    for axis in (0, 1):
        found = [
            (count_looks(image, there), round(2 * abs(by)), by, there)
            for by in _to_whole_pixels(lattice, axis)
            for there in [lattice.moved(*(by * (axis == each) for each in (0, 1)))]
        ]
        if not found:
            continue
        # By half pixels: a finder is no more exact. Farther moves have to spare looks.
        near = min(each[:3] for each in found if each[1] <= 1)
        best = min(each[:3] for each in found)
        if best[0] > min(FEWER * near[0], near[0] - SPARED):
            best = near
        lattice = next(each[3] for each in found if each[2] == best[2])
    return lattice


def with_whole_pitch(lattice: Lattice) -> Lattice:
    """Return the lattice with its pitch rounded where that moves no cell by more than a pixel.

    Its middle stays where it is. Only of square cells.
    """
    if lattice.topology.shape is not Shape.SQUARE or any(lattice.wider):
        return lattice
    pitch, steps = np.array(lattice.pitch), np.array([lattice.topology.cols, lattice.topology.rows])
    away = np.round(pitch) - pitch
    by = np.where(np.abs(away) * (steps - 1) <= 2 * DRIFT, away, 0.0)
    x, y = np.array(lattice.first_cell_center) - by * (steps - 1) / 2
    return replace(lattice, first_cell_center=(x, y), pitch=(pitch[0] + by[0], pitch[1] + by[1]))


DRIFT = 1.0
"""Pixels by which a finder's pitch may put the outermost cells off."""


def _to_whole_pixels(lattice: Lattice, axis: int) -> list[float]:
    """Return how far a lattice may move so that its cells begin with a whole pixel."""
    pitch, at = lattice.pitch[axis], lattice.first_cell_center[axis]
    if abs(pitch - round(pitch)) > WHOLE:
        return []
    phase, reach = (round(pitch) - 1) / 2, max(GRID_REACH, GRID_SHARE * pitch)
    first, last = ceil(at - reach - phase), floor(at + reach - phase)
    return [k + phase - at for k in range(first, last + 1)]


def count_looks(image: Image, lattice: Lattice) -> int:
    """Return how many looks the cells have, or a sample of them."""
    every = lattice.topology.cells
    tiles = Sampler(lattice).tiles(image, every[:: 1 + len(every) // MOST_COMPARED])
    return int(look_of_each(block_means(tiles)).max()) + 1


def aligned_to_change(before: Image, now: Image, lattice: Lattice) -> Lattice:
    """Return the lattice, moved to where the cells are that changed between two pictures.

    Buttons with a shadow look alike wherever one puts the lines between them; what a click opens
    shows where a cell ends. Only of square cells: others have corners that fix them. Unchanged
    where the change is no whole number of cells wide and high.
    """
    if lattice.topology.shape is not Shape.SQUARE or before.shape != now.shape:
        return lattice
    if any(lattice.wider):  # found by the faces of its cells, one by one
        return lattice
    left, top, right, bottom = lattice.box
    part = (slice(max(0, top), bottom), slice(max(0, left), right))
    differs = (before[part] != now[part]).any(axis=2)
    shift = []
    for axis, corner in ((0, max(0, left)), (1, max(0, top))):
        lines = corner + np.flatnonzero(differs.any(axis=axis))
        if not len(lines):
            return lattice
        pitch, first = lattice.pitch[axis], lattice.first_cell_center[axis]
        cells = max(1, round((lines[-1] + 1 - lines[0]) / pitch))
        if abs(lines[-1] + 1 - lines[0] - cells * pitch) > EDGE:
            return lattice
        steps = ((lines[0] + lines[-1]) / 2 - first) / pitch - (cells - 1) / 2
        shift.append(float(steps - round(steps)) * pitch)
    return lattice.moved(*shift) if LEAST < np.abs(shift).max() <= REACH else lattice
