"""How the cells of a board look: groups of alike ones, and what each group shows."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.effort import Effort
from autoplay.vision.symbols import Symbols
from autoplay.vision.tiles import SIDE, Tiles

NO_LOOKS = np.zeros(0, np.intp)
"""No looks at all."""

BLOCKS = 8
"""Tiles are compared by the mean colours of BLOCKS x BLOCKS blocks: noise averages out in them."""

MAX_BLOCK_DIFFERENCE = 9.0
"""Gray levels by which no block of two cells of one look differs.

Digits of the faintest theme drawn, 2.2 : 1 in contrast, differ by 20 and more; JPEG at quality 70
by up to 8 where cells are large.
"""

GLOSSED = 0.5
"""Share of what stands out in the middle of a gloss by which it changes from left to right at most:
0.05 to 0.35 on 66 noisy cells, 1.5 and more of mines."""


@dataclass(frozen=True, eq=False)
class Looks:
    """Groups of cells that look the same.

    ``of_cell`` is (cells,) intp, the look of every cell; ``tiles`` (looks, SIDE, SIDE, 3) uint8
    their mean tiles; ``counts`` (looks,) how many cells have each; ``spread`` (cells,) float64 how
    far each cell is from its look, as a share of what separates looks. ``effort`` counts what
    naming them takes.
    """

    of_cell: NDArray[np.intp]
    tiles: Tiles
    counts: NDArray[np.intp]
    spread: NDArray[np.float64]
    effort: Effort = field(default_factory=Effort, repr=False)

    @cached_property
    def faces(self) -> NDArray[np.float32]:
        """The colours of each look's blocks, (looks, n) float32."""
        return block_means(self.tiles)

    @cached_property
    def colors(self) -> NDArray[np.float32]:
        """The usual colour of each look, (looks, 3)."""
        return np.asarray(np.median(self.faces.reshape(len(self), -1, 3), axis=1), np.float32)

    @property
    def grounds(self) -> NDArray[np.float32]:
        """The colours along the edges of each look's tile, (looks, n) float32."""
        return self.ring(0).reshape(len(self), -1)

    def ring(self, depth: int) -> NDArray[np.float32]:
        """Return the colours of the blocks so many blocks from the edge, (looks, n, 3) float32."""
        blocks = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)
        ring = np.zeros((BLOCKS, BLOCKS), bool)
        ring[depth : BLOCKS - depth, depth : BLOCKS - depth] = True
        ring[depth + 1 : BLOCKS - depth - 1, depth + 1 : BLOCKS - depth - 1] = False
        return np.ascontiguousarray(blocks[:, ring])

    @property
    def inner_ground(self) -> NDArray[np.float32]:
        """The usual colour of each look within the lines that neighbours draw, (looks, 3)."""
        return np.asarray(np.median(self.ring(1), axis=1), dtype=np.float32)

    @cached_property
    def middles(self) -> NDArray[np.float32]:
        """The colours of the blocks at least two from the edge, one after the other, (looks, n)."""
        blocks = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)
        return np.ascontiguousarray(blocks[:, 2:-2, 2:-2]).reshape(len(self), -1)

    def own_contrast(self, depth: int) -> NDArray[np.float32]:
        """Return by how many gray levels each look's blocks differ from their usual colour.

        The result is (looks,); the blocks are those at least so many from the edge.
        """
        blocks = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)
        inner = blocks[:, depth : BLOCKS - depth, depth : BLOCKS - depth].reshape(len(self), -1, 3)
        away = np.abs(inner - np.median(inner, axis=1)[:, None])
        return np.asarray(away.max(axis=(1, 2)), dtype=np.float32)

    @property
    def are_glossed(self) -> NDArray[np.bool_]:
        """Whether what each look shows within changes from its top to its bottom alone, (looks,).

        It is how light falls on a button, no symbol.
        """
        inner = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)[:, 1:-1, 1:-1]
        across = np.ptp(inner, axis=2).max(axis=(1, 2))
        return np.asarray(across < GLOSSED * self.own_contrast(2), dtype=np.bool_)

    @property
    def inks(self) -> NDArray[np.float32]:
        """How the block that differs most from a look's ground differs from it, (looks, 3)."""
        blocks = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)[:, 1:-1, 1:-1]
        away = blocks.reshape(len(self), -1, 3) - self.inner_ground[:, None]
        most = np.linalg.norm(away, axis=2).argmax(axis=1)
        return np.asarray(away[np.arange(len(self)), most], dtype=np.float32)

    @cached_property
    def symbols(self) -> Symbols:
        """What each look shows on its usual colour."""
        return Symbols(self.tiles)

    def joined(self, firsts: NDArray[np.intp]) -> Looks:
        """Return the looks, each one with the tile of its first: ``firsts`` are (looks,)."""
        kept, of_look = np.unique(firsts, return_inverse=True)
        of_cell = of_look[self.of_cell]
        return Looks(of_cell, self.tiles[kept], np.bincount(of_cell), self.spread)

    def __len__(self) -> int:
        return len(self.counts)


def each_a_look(tiles: Tiles) -> Looks:
    """Return the tiles as they are, each a look of its own."""
    count = len(tiles)
    return Looks(np.arange(count), tiles, np.ones(count, np.intp), np.zeros(count))


def block_means(tiles: Tiles) -> NDArray[np.float32]:
    """Return the mean colours of each tile's blocks, (n, BLOCKS * BLOCKS * 3) float32."""
    step = SIDE // BLOCKS
    # Whole rows of pixels are added first: numpy is slow where few numbers lie side by side.
    rows = tiles.reshape(len(tiles), BLOCKS, step, SIDE * 3).sum(axis=2, dtype=np.uint16)
    pixels = rows.reshape(len(tiles), BLOCKS, BLOCKS, step, 3)
    sums = sum(pixels[:, :, :, column] for column in range(step))
    return np.asarray(sums / np.float32(step**2), np.float32).reshape(len(tiles), -1)
