"""How the cells of a board look: groups of alike ones, and how these differ."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

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

SAME_SYMBOL, SAME_PLAIN = 0.35, 1.5
"""Share of what a look shows within its edges, and gray levels, by which another shows the same, as
a root mean square: digits of one colour that are four pixels high in a tile differ by 0.44 and
more, and hardly in their blocks."""

SHADES = 1.5
"""How many times more than its ground the middle of a marked cell differs."""


REACH, MARGIN, FAINT = 3, 5, 100.0
"""Pixels of a tile by which a symbol may lie elsewhere, and at its edges that are left out; gray
levels of a symbol up to which its parts are not judged by their share of it."""


OTHER_MARK = 0.3
"""Share of what stands out most by which another mark differs, laid over the others as well as it
goes.

Question marks differ from flags by 0.36 and more on all of 18 boards that have both; the flags of a
board from each other by up to 0.25 on 300 of 324, most others are beneath a cursor or a light.
"""

STRONG, SAME_INK = 0.5, 16.0
"""Share of what differs most from a look's ground that is its symbol, and gray levels, as a mean,
by which another tile differs there that shows the same: 2 to 14 for a mine on another ground."""

GLOSSED = 0.5
"""Share of what stands out in the middle of a gloss by which it changes from left to right at most:
0.05 to 0.35 on 66 noisy cells, 1.5 and more of mines."""

NEARLY_ALL, BARE = 95, 32.0
"""Percentage of a ground within so many gray levels of its usual colour where nothing is drawn."""

MOST_COMPARED = 8
"""Looks that another is laid over: all that differs among the flags on the large boards of a noisy
picture is a fraction of a pixel."""


@dataclass(frozen=True, eq=False)
class Looks:
    """Groups of cells that look the same.

    ``of_cell`` is (cells,) intp, the look of every cell; ``tiles`` (looks, SIDE, SIDE, 3) uint8
    their mean tiles; ``counts`` (looks,) how many cells have each; ``spread`` (cells,) float64 how
    far each cell is from its look, as a share of what separates looks.
    """

    of_cell: NDArray[np.intp]
    tiles: Tiles
    counts: NDArray[np.intp]
    spread: NDArray[np.float64]

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

    def mark_contrast(
        self, chosen: NDArray[np.intp], plain: NDArray[np.intp]
    ) -> NDArray[np.float32]:
        """Return by how many gray levels symbols in the middle stand out, (chosen, plain).

        Each chosen look is compared with each of the plain ones; what differs as much in the
        ground is a shade or a texture, not a symbol. Negative where nothing stands out.
        """
        blocks = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)
        contrast = np.zeros((len(chosen), len(plain)), np.float32)
        for place, look in enumerate(plain):
            away = np.abs(blocks[chosen] - blocks[look]).max(axis=3)
            inner = away[:, 2:-2, 2:-2].max(axis=(1, 2))
            outer = [away[:, 0], away[:, -1], away[:, :, 0], away[:, :, -1]]
            contrast[:, place] = inner - SHADES * np.concatenate(outer, axis=1).max(axis=1)
        return contrast

    def unlike_symbols(
        self, chosen: NDArray[np.intp], others: NDArray[np.intp], away: int = 0
    ) -> NDArray[np.float64]:
        """Return by how much the symbols of looks are others than those of others, 0 to 1.

        The result is (chosen, others). Symbols are what differs from a look's ground; they are
        laid over each other where they agree best, up to ``away`` blocks off. Two drawings of one
        symbol, moved by a pixel, differ by up to half of what they add up to; only what is beyond
        that counts.
        """
        ground = np.median(self.ring(0), axis=1)
        symbols = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3) - ground[:, None, None]
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

    def drawn_otherwise(self, look: np.intp, others: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return by how much a look's symbol differs where it does most, (others,), 1 for wholly.

        It is laid over each of the others where they agree best, up to ``REACH`` pixels of a tile
        off, and compared in squares of three pixels; small signs and noise count as ``FAINT``. One
        of both may have been drawn half a pixel off.
        """
        symbol, most = self._symbols[look], self._strongest
        whole = _moved(symbol, WHOLE)
        apart = np.zeros(len(others))
        for place, other in enumerate(others):
            off = _most_apart(whole, self._moved_by_halves[other][:, :, UNMOVED])
            down, right = WHOLE[off.argmin()]
            there = _most_apart(self._moved_by_halves[other], _moved(symbol, [(down, right)]))
            near = _moved(symbol, [(down + low, right + far) for low, far in HALVES])
            here = _most_apart(near, self._moved_by_halves[other][:, :, UNMOVED])
            apart[place] = min(there.min(), here.min())
        return np.asarray(apart / np.maximum(np.maximum(most[look], most[others]), FAINT))

    @cached_property
    def _symbols(self) -> NDArray[np.float32]:
        """Each look less its usual colour, (looks, SIDE, SIDE, 3)."""
        tiles = self.tiles.astype(np.float32)
        return tiles - np.median(tiles.reshape(len(tiles), -1, 3), axis=1)[:, None, None]

    @cached_property
    def _strongest(self) -> NDArray[np.float32]:
        """By how many gray levels each look's symbol stands out most, (looks,)."""
        return np.asarray(np.abs(self._symbols).max(axis=(1, 2, 3)))

    @cached_property
    def _moved_by_halves(self) -> list[NDArray[np.float32]]:
        """Each look's symbol moved by ``HALVES``."""
        return [_moved(symbol, HALVES) for symbol in self._symbols]

    def shows_another(
        self, look: np.intp, others: NDArray[np.intp], least: float = OTHER_MARK
    ) -> bool:
        """Whether a look shows another symbol than each of these others; of many, the frequent.

        It is one that differs by more than ``least``: see ``drawn_otherwise``.
        """
        often = others[np.argsort(-self.counts[others], kind="stable")][:MOST_COMPARED]
        return bool(self.drawn_otherwise(look, often).min() > least)

    def is_on_another_ground(self, look: np.intp, other: np.intp) -> bool:
        """Whether a look shows the very symbol of another one, and nothing else, on its ground."""
        shown, usual = self.tiles[[look, other]].astype(np.float32)
        away = np.abs(usual - np.median(usual, axis=(0, 1))).max(axis=2)
        ink = away > STRONG * away.max()
        inner = slice(MARGIN, SIDE - MARGIN)
        ground = (cv2.dilate(ink.astype(np.uint8), np.ones((3, 3), np.uint8)) == 0)[inner, inner]
        if not ink.any() or not ground.any():
            return False
        rest = shown[inner, inner][ground]
        bare = np.percentile(np.abs(rest - np.median(rest, axis=0)), NEARLY_ALL) < BARE
        return bool(bare and np.abs(shown - usual)[ink].mean() < SAME_INK)

    def changed_by_neighbors(
        self, chosen: NDArray[np.intp], before: NDArray[np.intp]
    ) -> NDArray[np.bool_]:
        """Return which chosen looks differ from one of those before by up to three sides alone."""
        blocks = self.faces.reshape(len(self), BLOCKS, BLOCKS, 3)
        step = SIDE // BLOCKS
        within = self.tiles[:, step:-step, step:-step].reshape(len(self), -1, 3).astype(np.float32)
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

    def likeness(self, look: int, others: NDArray[np.intp]) -> float:
        """Return by how many gray levels the block that differs most does, of the likest other."""
        faces = self.faces
        return float(np.abs(faces[others] - faces[look]).max(axis=1).min())

    def joined(self, firsts: NDArray[np.intp]) -> Looks:
        """Return the looks, each one with the tile of its first: ``firsts`` are (looks,)."""
        kept, of_look = np.unique(firsts, return_inverse=True)
        of_cell = of_look[self.of_cell]
        return Looks(of_cell, self.tiles[kept], np.bincount(of_cell), self.spread)

    def __len__(self) -> int:
        return len(self.counts)


def _rms(away: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the root mean square over pixels and colours, the last two axes."""
    return np.asarray(np.sqrt((away**2).mean(axis=(-2, -1))), dtype=np.float32)


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


_STEPS = range(-2 * REACH, 2 * REACH + 1, 2)

WHOLE = tuple(itertools.product(_STEPS, _STEPS))
"""Shifts down and to the right, in halves of a pixel, by whole ones."""

HALVES = tuple(itertools.product((-1, 0, 1), (-1, 0, 1)))
"""Shifts by half a pixel at most."""

UNMOVED = slice(HALVES.index((0, 0)), HALVES.index((0, 0)) + 1)
"""Where the symbol is that is not moved, among these."""

MOST_CHANNELS = 126
"""Of a picture that OpenCV blurs, a multiple of three below its limit of 128."""


def _moved(symbol: NDArray[np.float32], shifts: Sequence[tuple[int, int]]) -> NDArray[np.float32]:
    """Return the middles of a symbol moved so far, (pixels, pixels, shifts, 3).

    One blur takes many that lie side by side. The middle is farther from the edge than they go.
    """
    middles = []
    for down, right in shifts:
        top, left = MARGIN - down // 2 - down % 2, MARGIN - right // 2 - right % 2
        size = SIDE - 2 * MARGIN
        middle = symbol[top : top + size + down % 2, left : left + size + right % 2]
        if down % 2:
            middle = np.float32(0.5) * (middle[1:] + middle[:-1])
        if right % 2:
            middle = np.float32(0.5) * (middle[:, 1:] + middle[:, :-1])
        middles.append(middle)
    return np.stack(middles, axis=2)


def _most_apart(some: NDArray[np.float32], one: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return by how much these symbols differ from one at most, (symbols,).

    That is averaged over squares of three pixels.
    """
    away = np.abs(some - one)
    pixels, _, count, _ = away.shape
    away = away.reshape(pixels, pixels, -1)
    parts = [away[..., at : at + MOST_CHANNELS] for at in range(0, 3 * count, MOST_CHANNELS)]
    most = [cv2.blur(np.ascontiguousarray(part), (3, 3)).max(axis=(0, 1)) for part in parts]
    return np.asarray(np.concatenate(most).reshape(count, 3).max(axis=1))
