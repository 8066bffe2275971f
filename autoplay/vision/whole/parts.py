"""Parts of cells that are cut off: which look like the same part of whole ones, and show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Lattice
from autoplay.vision.whole.sides import side_cells

SAMPLES = 16
"""Places across a cell that are compared."""

LEAST_LEFT = 0.12
"""Share of a cell's places that must be left of it: less is a line or a bevel, which frames have
too."""

LIKE = 9.0
"""Gray levels (root mean square) up to which two parts look alike."""

SHOWS = 1.8
"""Gray levels (standard deviation) within a part that shows something.

Of 448 boards cut by the picture's edge, half of them JPEG, this misses 16, and takes 3 of 448 whole
ones in a tight crop for cut; 5.0 misses 32, those of faint themes, and takes 1.
"""

SAME = 0.5
"""Share of its own contrast by which a part may differ from another that shows the same."""


class Part(NamedTuple):
    """What is looked at of a cut line: this share of its cells, next to the board.

    Something ``shows`` there from so many gray levels (standard deviation) on, but for the share
    ``beside`` the board, where its own cells' edges may shine or cast a shadow.
    """

    share: float
    shows: float
    beside: float


MOST_COMPARED = 1500
"""Cells of the board that a line beside it is compared with, evenly spread: all 480 of an expert's,
every 7th of a 100x100 one, which would take 7 times as long."""

Parts = NDArray[np.float32]
"""(cells, places, 3), BGR."""

Places = NDArray[np.float64]
"""(cells, places, 2), x and y in pixels."""

Floats = NDArray[np.float32]


def shown_beyond(
    soft: Parts, lattice: Lattice, larger: Lattice, side: str, part: Part
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which cells of the larger lattice's line at a side look like the other's in that part,
    and which of these show something there, (cells,) each."""
    found = [
        _compared(soft, _places(lattice, up), _places(larger, up, cells), side, part)
        for cells in _equally_cut(larger, side)
        for up in ((True, False) if lattice.topology.shape is Shape.TRIANGLE else (True,))
    ]
    alike, course, tints = (np.concatenate(each) for each in zip(*found, strict=True))
    if not alike.any():
        return alike, alike
    # A frame is the same all along a side; cells change within themselves or, tinted, in turns. So
    # does no page that is shaded from one end to the other.
    tinted = np.abs(tints - np.quantile(tints[alike], 0.2, axis=0)).max(axis=1)
    if np.abs(np.diff(tints[alike], axis=0)).max(initial=0) < part.shows:
        tinted[:] = 0
    return alike, alike & (np.maximum(course, tinted) >= part.shows)


def _equally_cut(larger: Lattice, side: str) -> Iterator[NDArray[np.bool_]]:
    """Yield the cells of the line at a side in groups of which as much lies beyond the picture:
    every other one of hexagons lies half a cell farther out."""
    line = np.array(side_cells(larger, side), np.intp)
    away = larger.centers[line, 1 if side in ("top", "bottom") else 0].round(2)
    for each in np.unique(away):
        cells = np.zeros(len(larger.topology), bool)
        cells[line[away == each]] = True
        yield cells


def _compared(
    soft: Parts, own: Places, cut: Places, side: str, part: Part
) -> tuple[NDArray[np.bool_], Floats, Floats]:
    """Return which cut cells look like the board's, how each changes along the side, its colour.

    Both are the places of cells, of which that part is looked at that is next to the board; none
    of the three has a cell where too little is left of them.
    """
    height, width = soft.shape[:2]
    left = ((cut >= 0) & (cut <= (width - 1, height - 1))).all(axis=(0, 2))
    if len(cut):
        away = cut[0, :, 1 if side in ("top", "bottom") else 0]
        away = away.max() - away if side in ("left", "top") else away - away.min()
        left &= away <= part.share * away.max()
    if not left.size or left.mean() < LEAST_LEFT:
        return np.zeros(0, bool), np.zeros(0, np.float32), np.zeros((0, 3), np.float32)
    parts = _sampled(soft, cut[:, left])
    _, distance = nearest(parts, _sampled(soft, own[:: 1 + len(own) // MOST_COMPARED, left]))
    contrast = parts.std(axis=1).max(axis=1)
    alike = (distance < LIKE) & ((contrast < SHOWS) | (distance < SAME * contrast))
    beside = part.beside * away.max()
    clear = away[left] >= min(beside, away[left].max())
    parts, along = parts[:, clear], cut[0, left, 0 if side in ("top", "bottom") else 1][clear]
    return alike, _course(parts, along).std(axis=1).max(axis=1), parts.mean(axis=1)


def _places(lattice: Lattice, up: bool, chosen: NDArray[np.bool_] | None = None) -> Places:
    """Return the places that are compared of every cell, or of chosen ones.

    Of triangles only those that point up, or down.
    """
    cells = np.ones(len(lattice.topology), bool) if chosen is None else chosen
    if lattice.topology.shape is Shape.TRIANGLE:
        cells = cells & (lattice.topology.points_up == up)
    which = np.flatnonzero(cells)
    if not len(which):
        return np.zeros((0, 0, 2))
    steps = (np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2) * lattice.cell_size
    first = int(which[0])
    outline = (lattice.polygon(first) - lattice.center(first)).astype(np.float32)
    within = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    return np.asarray(lattice.centers[which, None, :] + points[within])


def _course(parts: Parts, along: NDArray[np.float64]) -> Parts:
    """Return the mean of each part at every coordinate along a side, (cells, coordinates, 3)."""
    spots = np.unique(along.round(3))
    return np.stack([parts[:, np.abs(along - spot) < 0.01].mean(axis=1) for spot in spots], axis=1)


def _sampled(soft: Parts, places: Places) -> Parts:
    x, y = places[..., 0].astype(np.float32), places[..., 1].astype(np.float32)
    return np.asarray(cv2.remap(soft, x, y, cv2.INTER_LINEAR), dtype=np.float32)


def nearest(parts: Parts, others: Parts) -> tuple[NDArray[np.intp], Floats]:
    """Return which of the others is nearest to each part, and its root mean square distance."""
    one, other = (each.reshape(len(each), -1) for each in (parts, others))
    squares = (one**2).sum(axis=1)[:, None] + (other**2).sum(axis=1) - 2 * one @ other.T
    away = np.sqrt(np.maximum(squares.min(axis=1), 0) / one.shape[1])
    return squares.argmin(axis=1), np.asarray(away, np.float32)
