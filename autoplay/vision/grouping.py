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

LEAST_FAINT, FAINT = 3.0, 12.0
"""Gray levels, and times the median distance of cells to the likest other, by which no block within
the edges differs in a clean picture: nothing but a symbol does there. Digits in gray on gray, 1.8
to 1 in contrast, differ by 4 to 9 where they are small in their cells. On 420 screens of games and
pages this parts 9 of 10 looks that were of two kinds, and makes 3 % more looks; half as many times
the distance makes 7 % more.
"""

MOST_MEASURED = 400
"""Cells whose distances to all others are measured."""

MAX_LOOKS = 900
"""Cells that fit none of this many looks each form their own: textures differ in every cell."""


def group_by_look(tiles: Tiles) -> Looks:
    """Return the tiles grouped by look; many groups rather than a wrong one."""
    blocks = block_means(tiles)
    noise = _noise(blocks)
    within = _within(noise)
    faint = min(max(FAINT * noise, LEAST_FAINT), within)
    stressed = np.where(_EDGE, blocks, blocks * np.float32(within / faint))
    of_cell = _split(blocks, _parted(tiles, look_of_each(stressed, within)))
    return _summarize(tiles, blocks, of_cell, within)


def regrouped(tiles: Tiles, of_cell: NDArray[np.intp]) -> Looks:
    """Return the tiles grouped so: ``of_cell`` (cells,) is the number of each one's look."""
    blocks = block_means(tiles)
    return _summarize(tiles, blocks, of_cell, within_of(blocks))


def within_of(blocks: NDArray[np.float32]) -> float:
    """Return by how many gray levels no block of two cells of one look differs in this picture."""
    return _within(_noise(blocks))


def _within(noise: float) -> float:
    return float(np.clip(NOISE * noise, MAX_BLOCK_DIFFERENCE, MOST_NOISE))


def _noise(blocks: NDArray[np.float32]) -> float:
    """Return by how many gray levels the block that differs most does from the likest other cell.

    That is the median of the cells: most look like another but for noise.
    """
    if len(blocks) < 2:
        return 0.0
    nearest = []
    columns = np.ascontiguousarray(blocks.T)  # ten times as fast as row by row
    away_by_block = np.empty_like(columns)
    for cell in np.linspace(0, len(blocks) - 1, min(len(blocks), MOST_MEASURED)).astype(np.intp):
        np.subtract(columns, columns[:, cell, None], out=away_by_block)
        away = np.abs(away_by_block, out=away_by_block).max(axis=0)
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
"""Gray levels between the mean colours of two shades of one look, and the blocks of two symbols in
it: JPEG moves a mean by less."""

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


APART = 2.0
"""How many times farther two kinds of one look are apart than each cell is from one of its kind. On
730 screens, half of them scaled and half JPEG, this leaves 6 looks of two kinds, of 19; 3 times
leaves 8, and 1.5 times 6 with 2 % more looks.
"""

EXACT = 0.5
"""Gray levels that cells of one kind may always differ by: rounding does."""

MOST_KINDS = 8
"""Faint kinds in a look: numbers come in no more. A texture would fall into any number of parts."""


def _split(blocks: NDArray[np.float32], of_cell: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return each cell's look, looks parted whose cells show one of several faint symbols.

    Digits in gray on a dimmed white differ by less than JPEG moves a block, but all by the same.
    What parts the edges of cells too is a shade or a line of a neighbour: only what is within them
    is looked at.
    """
    of_cell = of_cell.copy()
    for look in range(int(of_cell.max()) + 1):
        cells = np.flatnonzero(of_cell == look)
        within = blocks[cells][:, ~_EDGE]
        if np.ptp(within, axis=0).max() < MIN_GAP:
            continue
        some = np.linspace(0, len(cells) - 1, min(len(cells), MOST_MEASURED)).astype(np.intp)
        chosen = within[some]
        kind = _clean_kinds(chosen)
        if kind is not None:
            means = [chosen[kind == each].mean(axis=0) for each in range(int(kind.max()) + 1)]
            nearest = np.argmin([np.abs(within - mean).max(axis=1) for mean in means], axis=0)
            of_cell[cells] = np.where(nearest > 0, of_cell.max() + nearest, look)
    return np.unique(of_cell, return_inverse=True)[1].astype(np.intp)


def _clean_kinds(values: NDArray[np.float32]) -> NDArray[np.intp] | None:
    """Return the kind of each cell, (cells,), of kinds that lie apart; None without any.

    ``values`` are (cells, channels). Two kinds at least have two cells: one cell that lies apart
    may be noise.
    """
    cells, others, lengths = _shortest_tree(values)
    falling = np.sort(lengths)[::-1]
    clear = np.maximum(np.append(falling[1:], 0), EXACT)
    apart = falling[(falling >= MIN_GAP) & (falling >= APART * clear)]
    if not len(apart):
        return None
    group = np.arange(len(values))
    for cell, other, length in zip(cells, others, lengths, strict=True):
        if length < apart[0]:
            group[other] = group[cell]
    _, kind, counts = np.unique(group, return_inverse=True, return_counts=True)
    return kind if np.sum(counts > 1) > 1 and len(counts) <= MOST_KINDS else None


def _shortest_tree(
    values: NDArray[np.float32],
) -> tuple[list[int], list[int], NDArray[np.float32]]:
    """Return the shortest tree that joins all cells, by Prim: its edges, from the first cell out.

    That is what each joins, the cell that was in the tree first, and how far these are apart: by
    the channel that differs most.
    """
    away = np.full(len(values), np.inf, np.float32)
    left = np.ones(len(values), np.bool_)
    nearest = np.zeros(len(values), np.intp)
    cells, others, lengths = [], [], []
    cell = 0
    for _ in range(len(values) - 1):
        left[cell], away[cell] = False, np.inf
        reach = np.abs(values - values[cell]).max(axis=1)
        nearer = left & (reach < away)
        away[nearer], nearest[nearer] = reach[nearer], cell
        cell = int(away.argmin())
        cells.append(int(nearest[cell]))
        others.append(cell)
        lengths.append(away[cell])
    return cells, others, np.array(lengths, np.float32)


def joined_drawings(looks: Looks) -> Looks:
    """Return the looks, those joined that show one symbol and differ at their edges alone.

    There a neighbour draws its lines. Each joined look has the tile of the most frequent one.
    """
    inner, contrast = looks.faces[:, ~_EDGE], looks.own_contrast(1)
    joined, firsts = np.arange(len(looks)), np.zeros(0, np.intp)
    for look in np.argsort(-looks.counts, kind="stable"):
        if contrast[look] < DRAWN:
            continue
        most = np.maximum(EXACT, SAME_DRAWING * contrast[firsts])
        same = firsts[np.abs(inner[firsts] - inner[look]).max(axis=1) <= most]
        if len(same):
            joined[look] = same[0]
        else:
            firsts = np.append(firsts, look)
    return looks.joined(joined)


DRAWN, SAME_DRAWING = 60.0, 0.05
"""Gray levels by which a symbol stands out from its cell, and the share of them by which the blocks
of two that are one drawing differ: those of two digits differ by a fifth and more."""

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
