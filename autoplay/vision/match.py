"""Matching tiles with the pictures of a skin, all at once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import SIDE, Tiles

COARSE = 12
"""Side to which tiles are averaged for matching where their symbols are large: noise matters less,
and a digit that fills half of its cell is six pixels high."""

MAX_LIMIT = 12.0
"""Gray levels, root mean square: JPEG at quality 70 moves tiles by 6 to 9."""

HIT_OR_NOT = (Label.MINE, Label.EXPLODED)
"""Labels that no doubt is raised between: the game is over, and some games draw the mine that was
hit almost like the others."""

Features = NDArray[np.float32]
"""(n, side * side * 3): tiles averaged to so many pixels a side, COARSE or SIDE."""


def features(tiles: Tiles, fine: bool) -> Features:
    """Return what is compared of tiles; distances between them are in gray levels."""
    flat = (
        tiles.reshape(len(tiles), SIDE * SIDE * 3).astype(np.float32) if fine else _averaged(tiles)
    )
    flat *= 1 / np.sqrt(flat.shape[1])
    return flat


def _averaged(tiles: Tiles) -> Features:
    step = SIDE // COARSE
    halves = tiles[:, 0::step].astype(np.uint16)
    halves += tiles[:, 1::step]
    sums = halves[:, :, 0::step] + halves[:, :, 1::step]
    flat = sums.reshape(len(tiles), COARSE * COARSE * 3).astype(np.float32)
    flat *= 1 / (step * step)
    return flat


@dataclass(frozen=True, eq=False)
class Match:
    """For every tile: the best label, its distance, its rival among the others and its distance.

    Distances are root-mean-square differences in gray levels; infinite where there is no rival. A
    mine that was hit and one that was not are no rivals.
    """

    best: NDArray[np.uint8]
    distance: NDArray[np.float64]
    second: NDArray[np.uint8]
    second_distance: NDArray[np.float64]


class Matcher:
    """A skin's pictures, ready for matching."""

    def __init__(self, skin: Skin) -> None:
        order = np.argsort(skin.labels, kind="stable")
        self._fine = skin.fine
        self._features = features(skin.pictures[order], skin.fine)
        self._squares = (self._features**2).sum(axis=1)
        self._known, self._starts = np.unique(skin.labels[order], return_index=True)
        self._same_label = same_labels(self._known, self._known)

    def match(self, tiles: Tiles) -> Match:
        """Return the best match of every tile."""
        seen = features(tiles, self._fine)
        squares = (seen**2).sum(axis=1)[:, None] + self._squares
        # OpenCV's product stays on this thread; those of a BLAS wait for one another on a busy
        # machine, which can take longer than all the rest.
        squared = cv2.gemm(seen, self._features, -2, squares, 1, flags=cv2.GEMM_2_T)
        by_label = np.minimum.reduceat(squared, self._starts, axis=1)
        rows = np.arange(len(tiles))
        best = by_label.argmin(axis=1)
        distance = np.sqrt(np.maximum(by_label[rows, best], 0)).astype(np.float64)
        by_label[self._same_label[best]] = np.inf
        rival = by_label.argmin(axis=1)
        rival_distance = np.sqrt(np.maximum(by_label[rows, rival], 0)).astype(np.float64)
        return Match(self._known[best], distance, self._known[rival], rival_distance)


def same_labels(some: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return where two labels are the same, or as good as the same, (some, others)."""
    over = np.isin(some, HIT_OR_NOT)[:, None] & np.isin(others, HIT_OR_NOT)
    return np.asarray((some[:, None] == others) | over, dtype=np.bool_)
