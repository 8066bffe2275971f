"""Symbols laid over each other: by how much one is drawn otherwise than others."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.tiles import SIDE, Tiles

REACH, MARGIN, FAINT = 3, 5, 100.0
"""Pixels of a tile by which a symbol may lie elsewhere, and at its edges that are left out; gray
levels of a symbol up to which its parts are not judged by their share of it."""

HARDLY = 12.0
"""Gray levels by which noise and the ends of a gloss stand out as well."""

_STEPS = range(-2 * REACH, 2 * REACH + 1, 2)

WHOLE = tuple(itertools.product(_STEPS, _STEPS))
"""Shifts down and to the right, in halves of a pixel, by whole ones."""

HALVES = tuple(itertools.product((-1, 0, 1), (-1, 0, 1)))
"""Shifts by half a pixel at most."""

UNMOVED = slice(HALVES.index((0, 0)), HALVES.index((0, 0)) + 1)
"""Where the symbol is that is not moved, among these."""

MOST_CHANNELS = 126
"""Of a picture that OpenCV blurs, a multiple of three below its limit of 128."""


@dataclass(frozen=True, eq=False)
class Symbols:
    """What tiles show on their usual colour: ``tiles`` (symbols, SIDE, SIDE, 3) uint8."""

    tiles: Tiles

    def drawn_otherwise(self, one: np.intp, others: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return by how much one symbol differs where it does most, (others,), 1 for wholly.

        It is laid over each of the others where they agree best, up to ``REACH`` pixels of a tile
        off, and compared in squares of three pixels; small signs and noise count as ``FAINT``. One
        of both may have been drawn half a pixel off.
        """
        symbol, most = self._symbols[one], self._strongest
        whole = _moved(symbol, WHOLE)
        apart = np.zeros(len(others))
        for place, other in enumerate(others):
            off = _most_apart(whole, self._moved_by_halves[other][:, :, UNMOVED])
            down, right = WHOLE[off.argmin()]
            there = _most_apart(self._moved_by_halves[other], _moved(symbol, [(down, right)]))
            near = _moved(symbol, [(down + low, right + far) for low, far in HALVES])
            here = _most_apart(near, self._moved_by_halves[other][:, :, UNMOVED])
            apart[place] = min(there.min(), here.min())
        return np.asarray(apart / np.maximum(np.maximum(most[one], most[others]), FAINT))

    @cached_property
    def ink(self) -> NDArray[np.float32]:
        """By how many gray levels the pixels of each symbol stand out on average, (symbols,), those
        that hardly do left out: where between the pixels it lies changes little of it."""
        inner = np.abs(self._symbols[:, MARGIN:-MARGIN, MARGIN:-MARGIN]).max(axis=3)
        return np.asarray(np.where(inner > HARDLY, inner, 0.0).mean(axis=(1, 2)), np.float32)

    @cached_property
    def _symbols(self) -> NDArray[np.float32]:
        """Each tile less its usual colour, (symbols, SIDE, SIDE, 3)."""
        tiles = self.tiles.astype(np.float32)
        return tiles - np.median(tiles.reshape(len(tiles), -1, 3), axis=1)[:, None, None]

    @cached_property
    def _strongest(self) -> NDArray[np.float32]:
        """By how many gray levels each symbol stands out most, (symbols,)."""
        return np.asarray(np.abs(self._symbols).max(axis=(1, 2, 3)))

    @cached_property
    def _moved_by_halves(self) -> list[NDArray[np.float32]]:
        """Each symbol moved by ``HALVES``."""
        return [_moved(symbol, HALVES) for symbol in self._symbols]


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
