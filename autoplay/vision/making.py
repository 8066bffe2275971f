"""Making a skin of labelled tiles: its pictures, and how far a look may differ from them."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Lattice
from autoplay.vision.match import COARSE, MAX_LIMIT, Features, features, same_labels
from autoplay.vision.skin import LABELS, Skin
from autoplay.vision.tiles import SIDE, Tiles, distinct_masks

LARGE = SIDE * 5 // 12
"""Pixels of a tile that a symbol is high or wide at least to be large. A 4 that is four high, as
small digits in large cells are, differs from a 3 by 0.15 of what shows at COARSE, and by 0.58 pixel
by pixel.
"""

MIN_LIMIT = 2.0
"""Gray levels: below, two captures of the same cell of an animated desktop could differ."""

LEAST_LIMIT = 0.05
"""Gray levels: below, equal tiles could differ by what is lost to rounding."""

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

OUTLINE = 1 / 12
"""The same share along the sides of other shapes than squares: digits of triangles go farther."""

MAX_VARIANTS = 200
"""Pictures kept of one label, the most different ones: fractional pitches need many."""

SAME_PICTURE = 2.0
"""Gray levels, root mean square, below which two tiles are one picture."""


def make_skin(
    name: str, lattice: Lattice, tiles: Tiles, labels: NDArray[np.uint8], base: Skin | None = None
) -> Skin:
    """Return a skin of these labelled tiles, together with the pictures of ``base``.

    Its limit is set by what was seen: a look never seen before must not pass for a known one. Tiles
    that are UNREADABLE or ABSENT teach nothing.
    """
    is_read = ~np.isin(labels, (Label.UNREADABLE, Label.ABSENT))
    tiles, labels = tiles[is_read], labels[is_read]
    masks = distinct_masks(lattice)
    fine = _is_fine(tiles, labels, base, masks)
    same = SAME_PICTURE
    while True:
        pictures, table = _pictures(tiles, labels, base, same, fine)
        faintest = _faintest(pictures, table, fine, masks)
        limit = max(min(_limit(pictures, table, tiles, labels, fine), faintest), LEAST_LIMIT)
        if limit >= same:
            break
        same = limit  # a tile that passes for one of the pictures must also be read as one
    program, license_ = (base.program, base.license) if base else ("", "")
    return Skin(name, lattice.topology.shape, table, pictures, limit, program, license_, fine)


def _is_fine(
    tiles: Tiles, labels: NDArray[np.uint8], base: Skin | None, masks: NDArray[np.bool_]
) -> bool:
    """Whether a number is known whose symbol is small, or none whose symbol can be told."""
    if base is not None:
        tiles = np.concatenate([tiles, base.pictures])
        labels = np.concatenate([labels, base.labels])
    opened = [label for label in np.unique(labels) if Label(label).is_number]
    within = _middles(tiles, masks)
    usual = [tiles[labels == label].mean(axis=0) for label in opened]
    middle = [within[labels == label].any(axis=0) for label in opened]
    sizes = [
        _extent(each - usual[0], where & middle[0])
        for each, where in zip(usual[1:], middle[1:], strict=True)
    ]
    return min(sizes, default=0) < LARGE


def _extent(difference: NDArray[np.float64], middle: NDArray[np.bool_]) -> int:
    """Return how many pixels high or wide is what differs in the middle, (SIDE, SIDE, 3)."""
    places = np.argwhere((np.abs(difference).max(axis=2) >= SHOWS) & middle)
    return int(np.ptp(places, axis=0).max()) + 1 if len(places) else 0


def _middles(tiles: Tiles, masks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which pixels of each tile are in its cell and off its rim, (n, SIDE, SIDE).

    Lines are drawn along it. A tile's mask is the one beyond which it is black.
    """
    beyond = strongest(tiles).reshape(-1, SIDE * SIDE).astype(np.float32)
    outside = (~masks).reshape(len(masks), -1).astype(np.float32)
    of_tile = (beyond @ outside.T).argmin(axis=1)
    rim = round((RIM if masks.all() else OUTLINE) * SIDE)
    beside = np.ones((2 * rim + 1, 2 * rim + 1), np.uint8)
    framed = np.pad(masks, ((0, 0), (rim, rim), (rim, rim))).astype(np.uint8)
    inner = [cv2.erode(mask, beside)[rim:-rim, rim:-rim] for mask in framed]
    return np.asarray(np.stack(inner)[of_tile], dtype=np.bool_)


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


def _limit(
    pictures: Tiles,
    table: NDArray[np.uint8],
    tiles: Tiles,
    labels: NDArray[np.uint8],
    fine: bool,
) -> float:
    every = features(pictures, fine)
    apart = _squared(every, every)[~same_labels(table, table)]
    between = float(np.sqrt(apart.min())) if apart.size else np.inf
    within = 0.0
    for label in np.unique(labels):
        seen = features(tiles[labels == label], fine)
        nearest = _squared(seen, every[table == label]).min(axis=1)
        within = max(within, float(np.sqrt(nearest.max())))
    return min(max(SLACK * within, MIN_LIMIT), APART * between, MAX_LIMIT)


def _squared(some: Features, others: Features) -> NDArray[np.float64]:
    """Return squared distances, (some, others)."""
    a, b = some.astype(np.float64), others.astype(np.float64)
    squared = (a**2).sum(axis=1)[:, None] + (b**2).sum(axis=1) - 2 * (a @ b.T)
    return np.asarray(np.maximum(squared, 0), dtype=np.float64)


def _faintest(
    pictures: Tiles, table: NDArray[np.uint8], fine: bool, masks: NDArray[np.bool_]
) -> float:
    """Return what a look may differ by from its picture for the least that any of them shows.

    Of numbers that is what their middles show: a small digit is far less than the outline of its
    cell, and with one number known 25 of 51 small twos passed for it.
    """
    least = _least_shown(pictures, table, fine)
    is_number = (table > Label.ZERO) & (table <= MAX_NUMBER)
    shown = _shown(pictures[is_number], fine, masks)
    return (SMALLER if fine else FAINTER) * float(shown.min(initial=least))


def _shown(pictures: Tiles, fine: bool, masks: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return how far each picture is in its middle from its usual colour there."""
    middles = _middles(pictures, masks)
    pairs = zip(pictures, middles, strict=True)
    usual = np.array([np.median(picture[middle], axis=0) for picture, middle in pairs])
    away = _away_from(usual.reshape(-1, 3), pictures, fine)
    side = away.shape[1]
    step = SIDE // side
    within = middles.reshape(-1, side, step, side, step).min(axis=(2, 4))
    away *= np.expand_dims(within, 3)
    return np.asarray(np.sqrt((away**2).sum(axis=(1, 2, 3))), dtype=np.float64)


def _least_shown(pictures: Tiles, table: NDArray[np.uint8], fine: bool) -> float:
    """Return how far the picture that shows least is from its usual colour alone.

    That is of the labels whose pictures have something in common: a texture is nothing to show.
    """
    usual = np.median(pictures.reshape(len(pictures), -1, 3), axis=1)
    away = _away_from(usual, pictures, fine)
    rim = round(RIM * away.shape[1])
    within = away[:, rim:-rim, rim:-rim]
    levels = SHOWS / np.sqrt(away[0].size)
    shows = [
        label
        for label in np.unique(table)
        if np.abs(within[table == label].mean(axis=0)).max() >= levels
    ]
    sizes = np.sqrt((away**2).sum(axis=(1, 2, 3)))
    return float(sizes[np.isin(table, shows)].min(initial=np.inf))


def _away_from(usual: NDArray[np.float64], pictures: Tiles, fine: bool) -> Features:
    """Return how what is compared of each picture differs from a colour, (n, side, side, 3).

    ``usual`` (n, 3) are the colours, BGR.
    """
    bare = np.broadcast_to(usual.astype(np.uint8)[:, None, None], pictures.shape)
    side = SIDE if fine else COARSE
    return (features(pictures, fine) - features(bare, fine)).reshape(-1, side, side, 3)
