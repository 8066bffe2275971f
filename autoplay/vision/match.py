"""Matching tiles with the pictures of a skin, all at once."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import LABELS, Skin
from autoplay.vision.tiles import SIDE, Tiles

COARSE = 12
"""Side to which tiles are averaged for matching where their symbols are large: noise matters less,
and a digit that fills half of its cell is six pixels high."""

LARGE = SIDE * 5 // 12
"""Pixels of a tile that a symbol is high or wide at least to be large. A 4 that is four high, as
small digits in large cells are, differs from a 3 by 0.15 of what shows at COARSE, and by 0.58 pixel
by pixel.
"""

MAX_LIMIT = 12.0
"""Gray levels, root mean square: JPEG at quality 70 moves tiles by 6 to 9."""

MIN_LIMIT = 2.0
"""Gray levels: below, two captures of the same cell of an animated desktop could differ."""

SLACK = 2.0
"""A look may differ from its picture by this many times what was seen when it was learned."""

APART = 0.5
"""And by this share of what separates it from the nearest picture of another label."""

SHOWS, FAINTER = 8.0, 0.25
"""Gray levels by which what is compared differs somewhere from its usual colour where it shows
something, be it a dot, and the share of what it differs by in all by which a look may differ from
it: what shows nothing must not pass for it, nor a dot for a dash. Grain of kmines has 3 to 7."""

SMALLER = 0.15
"""The same share where symbols are small: of 15 552 unseen digits five to twelve pixels high in
cells of 48 to 72 and eight fonts it lets 80 pass for one that is known, where FAINTER lets 191 and
averaged tiles, by FAINTER, 1053.
"""

RIM = 1 / 6
"""Share of a tile along its edge where lines between cells are, and no dot."""

MAX_VARIANTS = 200
"""Pictures kept of one label, the most different ones: fractional pitches need many."""

SAME_PICTURE = 2.0
"""Gray levels, root mean square, below which two tiles are one picture."""

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
        self._same_label = _same_labels(self._known, self._known)

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


def make_skin(
    name: str, lattice: Lattice, tiles: Tiles, labels: NDArray[np.uint8], base: Skin | None = None
) -> Skin:
    """Return a skin of these labelled tiles, together with the pictures of ``base``.

    Its limit is set by what was seen: a look never seen before must not pass for a known one. Tiles
    that are UNREADABLE teach nothing.
    """
    is_read = labels != Label.UNREADABLE
    tiles, labels = tiles[is_read], labels[is_read]
    fine = _is_fine(tiles, labels, base)
    same = SAME_PICTURE
    while True:
        pictures, table = _pictures(tiles, labels, base, same, fine)
        limit = _limit(pictures, table, tiles, labels, fine)
        if limit >= same:
            break
        same = limit  # a tile that passes for one of the pictures must also be read as one
    program, license_ = (base.program, base.license) if base else ("", "")
    return Skin(name, lattice.topology.shape, table, pictures, limit, program, license_, fine)


def _is_fine(tiles: Tiles, labels: NDArray[np.uint8], base: Skin | None) -> bool:
    """Whether a number is known whose symbol is small, or none whose symbol can be told."""
    if base is not None:
        tiles = np.concatenate([tiles, base.pictures])
        labels = np.concatenate([labels, base.labels])
    opened = [label for label in np.unique(labels) if Label(label).is_number]
    usual = [tiles[labels == label].mean(axis=0) for label in opened]
    sizes = [_extent(each - usual[0]) for each in usual[1:]]
    return min(sizes, default=0) < LARGE


def _extent(difference: NDArray[np.float64]) -> int:
    """Return how many pixels high or wide is what differs, (SIDE, SIDE, 3)."""
    rim = round(RIM * SIDE)
    shows = np.abs(difference).max(axis=2) >= SHOWS
    places = np.argwhere(shows[rim:-rim, rim:-rim])
    return int(np.ptp(places, axis=0).max()) + 1 if len(places) else 0


def _pictures(
    tiles: Tiles, labels: NDArray[np.uint8], base: Skin | None, same: float, fine: bool
) -> tuple[Tiles, NDArray[np.uint8]]:
    """Return the pictures of ``base`` with the tiles that differ from them, and their labels."""
    kept, names = [], []
    if base is not None:
        kept, names = list(base.pictures), base.labels.tolist()
    for label in LABELS:
        mine = tiles[labels == label]
        have = [p for p, n in zip(kept, names, strict=True) if n == label]
        fresh = _distinct(mine, have, same, fine)
        kept += fresh
        names += [int(label)] * len(fresh)
    return np.stack(kept), np.array(names, np.uint8)


def _distinct(
    tiles: Tiles, have: list[NDArray[np.uint8]], same: float, fine: bool
) -> list[NDArray[np.uint8]]:
    """Return the tiles that differ by more than ``same`` from those there are, and each other."""
    chosen: list[int] = []
    seen = features(tiles, fine)
    nearest = np.full(len(tiles), np.inf)
    for picture in features(np.stack(have), fine) if have else ():
        nearest = np.minimum(nearest, _distances(seen, picture))
    while len(have) + len(chosen) < MAX_VARIANTS and len(tiles) and nearest.max() > same:
        index = int(nearest.argmax())
        chosen.append(index)
        nearest = np.minimum(nearest, _distances(seen, seen[index]))
    return [tiles[index] for index in chosen]


def _distances(seen: Features, picture: Features) -> NDArray[np.float64]:
    return np.asarray(np.sqrt(((seen - picture) ** 2).sum(axis=1)), dtype=np.float64)


def _squared(some: Features, others: Features) -> NDArray[np.float64]:
    """Return squared distances, (some, others)."""
    a, b = some.astype(np.float64), others.astype(np.float64)
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * (a @ b.T)
    return np.asarray(np.maximum(squared, 0), dtype=np.float64)


def _same_labels(some: NDArray[np.uint8], others: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return where two labels are the same, or as good as the same, (some, others)."""
    over = np.isin(some, HIT_OR_NOT)[:, None] & np.isin(others, HIT_OR_NOT)
    return np.asarray((some[:, None] == others) | over, dtype=np.bool_)


def _limit(
    pictures: Tiles,
    table: NDArray[np.uint8],
    tiles: Tiles,
    labels: NDArray[np.uint8],
    fine: bool,
) -> float:
    every = features(pictures, fine)
    apart = _squared(every, every)[~_same_labels(table, table)]
    between = float(np.sqrt(apart.min())) if apart.size else np.inf
    within = 0.0
    for label in np.unique(labels):
        seen = features(tiles[labels == label], fine)
        nearest = _squared(seen, every[table == label]).min(axis=1)
        within = max(within, float(np.sqrt(nearest.max())))
    faintest = (SMALLER if fine else FAINTER) * _faintest(pictures, table, fine)
    most = min(APART * between, faintest, MAX_LIMIT)
    return max(min(max(SLACK * within, MIN_LIMIT), most), 0.05)


def _faintest(pictures: Tiles, table: NDArray[np.uint8], fine: bool) -> float:
    """Return how far the picture that shows least is from its usual colour alone.

    That is of the labels whose pictures have something in common: a texture is nothing to show.
    """
    usual = np.median(pictures.reshape(len(pictures), -1, 3), axis=1).astype(np.uint8)
    bare = np.broadcast_to(usual[:, None, None], pictures.shape)
    side = SIDE if fine else COARSE
    away = (features(pictures, fine) - features(bare, fine)).reshape(-1, side, side, 3)
    rim = round(RIM * side)
    within = away[:, rim:-rim, rim:-rim]
    levels = SHOWS / np.sqrt(away[0].size)
    shows = [
        label
        for label in np.unique(table)
        if np.abs(within[table == label].mean(axis=0)).max() >= levels
    ]
    sizes = np.sqrt((away**2).sum(axis=(1, 2, 3)))
    return float(sizes[np.isin(table, shows)].min(initial=np.inf))
