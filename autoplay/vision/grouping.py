"""Groups the cells of a board by appearance."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.looks import BLOCKS, MAX_BLOCK_DIFFERENCE, Looks, block_means
from autoplay.vision.tiles import Tiles

NOISE, MOST_NOISE = 1.5, 25.0
"""Times the median distance of cells to the likest other, and gray levels, up to which looks are
wider in a noisy picture: JPEG moves the small blocks of small cells by more. On 696 boards, 530 of
them JPEG at quality 70, this leaves 38 % fewer looks and joined no two kinds of cells; twice the
median joined two.
"""

MOST_MEASURED = 400
"""Cells whose distances to all others are measured."""

MAX_LOOKS = 900
"""Cells that fit none of this many looks each form their own: textures differ in every cell."""


def group_by_look(tiles: Tiles) -> Looks:
    """Return the tiles grouped by look; many groups rather than a wrong one."""
    blocks = block_means(tiles)
    within = float(np.clip(NOISE * _noise(blocks), MAX_BLOCK_DIFFERENCE, MOST_NOISE))
    of_cell = _split(blocks, _parted(tiles, look_of_each(blocks, within)))
    return _summarize(tiles, blocks, of_cell, within)


def _noise(blocks: NDArray[np.float32]) -> float:
    """Return by how many gray levels the block that differs most does from the likest other cell.

    That is the median of the cells: most look like another but for noise.
    """
    if len(blocks) < 2:
        return 0.0
    nearest = []
    for cell in np.linspace(0, len(blocks) - 1, min(len(blocks), MOST_MEASURED)).astype(np.intp):
        away = np.abs(blocks - blocks[cell]).max(axis=1)
        away[cell] = np.inf
        nearest.append(away.min())
    return float(np.median(nearest))


def look_of_each(
    blocks: NDArray[np.float32], within: float = MAX_BLOCK_DIFFERENCE
) -> NDArray[np.intp]:
    """Return the number of the look of every cell, (cells,) intp, by its ``block_means``.

    No block of a cell differs from its look by more than so many gray levels.
    """
    of_cell = np.full(len(blocks), -1, dtype=np.intp)
    left = np.arange(len(blocks))
    look = 0
    while len(left) and look < MAX_LOOKS:
        leader = blocks[left[0]]
        for _ in range(2):  # the first cell, then the mean of those like it, which is less noisy
            near = np.abs(blocks[left] - leader).max(axis=1) <= within
            near[0] = True
            leader = blocks[left[near]].mean(axis=0)
        of_cell[left[near]] = look
        left = left[~near]
        look += 1
    of_cell[left] = np.arange(look, look + len(left))
    return of_cell


MIN_GAP = 3.0
"""Gray levels between the mean colours of two shades of one look: JPEG moves a mean by less."""

CLEAN = 4.0
"""How many times wider the gap between two shades is than any other among the means."""


def _parted(tiles: Tiles, of_cell: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return each cell's look, looks of two clean shades parted: a dark theme has faint ones.

    Textures and gradients have every shade between; they stay together.
    """
    colors = tiles.reshape(len(tiles), -1, 3).mean(axis=1, dtype=np.float64)
    of_cell = of_cell.copy()
    for look in range(int(of_cell.max()) + 1):
        cells = np.flatnonzero(of_cell == look)
        if len(cells) < 4:
            continue
        ordered = np.sort(colors[cells], axis=0)
        gaps = np.diff(ordered, axis=0)
        channel = int(gaps.max(axis=0).argmax())
        second, widest = np.sort(gaps[:, channel])[-2:]
        at = int(gaps[:, channel].argmax())
        if widest >= max(MIN_GAP, CLEAN * second) and 1 <= at <= len(cells) - 3:
            border = ordered[at : at + 2, channel].mean()
            of_cell[cells[colors[cells, channel] > border]] = of_cell.max() + 1
    return of_cell


ALIKE_CHANNELS = 9
"""Colour channels of blocks that part a look's cells in the same two clean groups, three blocks:
noise parts them otherwise in each."""


def _split(blocks: NDArray[np.float32], of_cell: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return each cell's look, looks parted whose cells show one of two faint symbols.

    Digits in gray on a dimmed white differ by less than JPEG moves a block, but all by the same.
    """
    of_cell = of_cell.copy()
    todo = list(range(int(of_cell.max()) + 1))
    while todo:
        cells = np.flatnonzero(of_cell == todo.pop())
        if len(cells) < 4:
            continue
        upper = _clean_half(blocks[cells])
        if upper is not None:
            look, new = int(of_cell[cells[0]]), int(of_cell.max()) + 1
            of_cell[cells[upper]] = new
            todo += [look, new]
    return of_cell


def _clean_half(values: NDArray[np.float32]) -> NDArray[np.bool_] | None:
    """Return which cells, (cells, channels), are of a second kind that many channels part alike."""
    ordered = np.sort(values, axis=0)
    gaps = np.diff(ordered, axis=0)
    at = gaps.argmax(axis=0)
    second, widest = np.partition(gaps, -2, axis=0)[-2:]
    clean = (widest >= np.maximum(MIN_GAP, CLEAN * second)) & (at >= 1) & (at <= len(values) - 3)
    channels = np.flatnonzero(clean)
    if len(channels) < ALIKE_CHANNELS:
        return None
    borders = (ordered[at[channels], channels] + ordered[at[channels] + 1, channels]) / 2
    halves = values[:, channels] > borders
    halves ^= halves[0]  # the first cell's kind is the lower one
    kinds, inverse, counts = np.unique(halves, axis=1, return_inverse=True, return_counts=True)
    best = counts.argmax()
    # What parts the edges of cells too is a shade or a texture, not a symbol.
    at_edges = _EDGE[channels[inverse.ravel() == best]].any()
    return kinds[:, best] if counts[best] >= ALIKE_CHANNELS and not at_edges else None


_INNER = np.zeros((BLOCKS - 2, BLOCKS - 2, 3), np.bool_)
_EDGE = np.pad(_INNER, ((1, 1), (1, 1), (0, 0)), constant_values=True).ravel()


def _summarize(
    tiles: Tiles, blocks: NDArray[np.float32], of_cell: NDArray[np.intp], within: float
) -> Looks:
    counts = np.bincount(of_cell)
    by_look = np.argsort(of_cell, kind="stable")
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]])
    sums = np.add.reduceat(tiles[by_look], firsts, axis=0, dtype=np.uint32)
    means = sums / counts[:, None, None, None]
    middle = block_means(means.astype(np.uint8))
    spread = np.abs(blocks - middle[of_cell]).max(axis=1) / (2 * within)
    return Looks(of_cell, (means + 0.5).astype(np.uint8), counts, spread.astype(np.float64))
