"""Matching tiles with the pictures of a skin, all at once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import LABELS, Skin
from autoplay.vision.tiles import SIDE, Tiles

COARSE = 12
"""Side to which tiles are averaged for matching: fine enough for a digit at 10 pixels."""

MAX_LIMIT = 12.0
"""Gray levels, root mean square: JPEG at quality 70 moves tiles by 6 to 9."""

MIN_LIMIT = 2.0
"""Gray levels: below, two captures of the same cell of an animated desktop could differ."""

SLACK = 2.0
"""A look may differ from its picture by this many times what was seen when it was learned."""

APART = 0.5
"""And by this share of what separates it from the nearest picture of another label."""

MAX_VARIANTS = 96
"""Pictures kept of one label, the most different ones: fractional pitches need many."""

SAME_PICTURE = 2.0
"""Gray levels, root mean square, below which two tiles are one picture."""

Features = NDArray[np.float32]
"""(n, COARSE * COARSE * 3): tiles averaged to COARSE pixels a side."""


def features(tiles: Tiles) -> Features:
    """Return what is compared of tiles; distances between them are in gray levels."""
    step = SIDE // COARSE
    halves = tiles[:, 0::step].astype(np.uint16)
    halves += tiles[:, 1::step]
    sums = halves[:, :, 0::step] + halves[:, :, 1::step]
    flat = sums.reshape(len(tiles), -1).astype(np.float32)
    flat *= 1 / (step * step * np.sqrt(flat.shape[1]))
    return flat


@dataclass(frozen=True, eq=False)
class Match:
    """For every tile: the best label, its distance, the best other label and its distance.

    Distances are root-mean-square differences in gray levels; infinite where there is no other.
    """

    best: NDArray[np.uint8]
    distance: NDArray[np.float64]
    second: NDArray[np.uint8]
    second_distance: NDArray[np.float64]


class Matcher:
    """A skin's pictures, ready for matching."""

    def __init__(self, skin: Skin) -> None:
        order = np.argsort(skin.labels, kind="stable")
        self._features = features(skin.pictures[order])
        self._squares = (self._features**2).sum(axis=1)
        self._known, self._starts = np.unique(skin.labels[order], return_index=True)

    def match(self, tiles: Tiles) -> Match:
        """Return the best match of every tile."""
        seen = features(tiles)
        squares = (seen**2).sum(axis=1)[:, None] + self._squares
        # OpenCV's product stays on this thread; those of a BLAS wait for one another on a busy
        # machine, which can take longer than all the rest.
        squared = cv2.gemm(seen, self._features, -2, squares, 1, flags=cv2.GEMM_2_T)
        by_label = np.minimum.reduceat(squared, self._starts, axis=1)
        order = np.argsort(by_label, axis=1, kind="stable")[:, :2]
        found = np.sqrt(np.maximum(np.take_along_axis(by_label, order, axis=1), 0)).astype(float)
        if order.shape[1] == 1:
            alone = np.full(len(tiles), np.inf)
            return Match(self._known[order[:, 0]], found[:, 0], self._known[order[:, 0]], alone)
        return Match(self._known[order[:, 0]], found[:, 0], self._known[order[:, 1]], found[:, 1])


def make_skin(
    name: str, lattice: Lattice, tiles: Tiles, labels: NDArray[np.uint8], base: Skin | None = None
) -> Skin:
    """Return a skin of these labelled tiles, together with the pictures of ``base``.

    Its limit is set by what was seen: a look never seen before must not pass for a known one.
    """
    kept, names = [], []
    if base is not None:
        kept, names = list(base.pictures), base.labels.tolist()
    for label in LABELS:
        mine = tiles[labels == label]
        have = [p for p, n in zip(kept, names, strict=True) if n == label]
        fresh = _distinct(mine, have)
        kept += fresh
        names += [int(label)] * len(fresh)
    pictures, table = np.stack(kept), np.array(names, np.uint8)
    limit = _limit(pictures, table, tiles, labels)
    program, license_ = (base.program, base.license) if base else ("", "")
    return Skin(name, lattice.topology.shape, table, pictures, limit, program, license_)


def _distinct(tiles: Tiles, have: list[NDArray[np.uint8]]) -> list[NDArray[np.uint8]]:
    """Return the tiles that differ from those there are, and from one another."""
    chosen = list(have)
    seen = features(tiles) if len(tiles) else np.zeros((0, 1), np.float32)
    nearest = np.full(len(tiles), np.inf)
    for picture in have:
        nearest = np.minimum(nearest, _distances(seen, picture))
    while len(chosen) < MAX_VARIANTS and len(tiles) and nearest.max() > SAME_PICTURE:
        index = int(nearest.argmax())
        chosen.append(tiles[index])
        nearest = np.minimum(nearest, _distances(seen, tiles[index]))
    return chosen[len(have) :]


def _distances(seen: Features, picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    squared = ((seen - features(picture[None])) ** 2).sum(axis=1)
    return np.asarray(np.sqrt(squared), dtype=np.float64)


def _squared(some: Features, others: Features) -> NDArray[np.float64]:
    """Return squared distances, (some, others)."""
    a, b = some.astype(np.float64), others.astype(np.float64)
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * (a @ b.T)
    return np.asarray(np.maximum(squared, 0), dtype=np.float64)


def _limit(
    pictures: Tiles, table: NDArray[np.uint8], tiles: Tiles, labels: NDArray[np.uint8]
) -> float:
    every = features(pictures)
    apart = _squared(every, every)[table[:, None] != table[None]]
    between = float(np.sqrt(apart.min())) if apart.size else np.inf
    within = 0.0
    for label in np.unique(labels):
        nearest = _squared(features(tiles[labels == label]), every[table == label]).min(axis=1)
        within = max(within, float(np.sqrt(nearest.max())))
    return max(min(max(SLACK * within, MIN_LIMIT), APART * between, MAX_LIMIT), 0.05)
