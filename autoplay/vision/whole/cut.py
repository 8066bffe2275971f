"""Whether the picture's edge, or something over the board, cuts through one more line of its cells.

What is left of such cells looks like the same part of cells within the board; a frame or a page
beside the board does not, or shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.lines import SIDES, is_inside, with_more
from autoplay.vision.whole.seams import mean_change, seen_of, shared_edges
from autoplay.vision.whole.sides import side_cells

SAMPLES = 16
"""Places across a cell that are compared."""

BLUR = 0.8
"""Pixels (standard deviation) of what a fit may be off; more, and marks would reach over a gap."""

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

ALIKE = 0.6
"""Share of the cut cells that must look like the board's."""

MOST_BEYOND = 0.15
"""Share of a cell that may lie beyond the picture's edge: a line is often cropped away."""

MOST_OFF_SCREEN = 0.03
"""The same where the picture goes on beyond the other side by a cell or more: nobody cropped it to
the board, so it is the screen that ends. Of some 700 whole boards none lies beyond it, and one that
was cut just between two columns did by 0.05: the line between them was gone."""


class _Part(NamedTuple):
    """What is looked at of a cut line: this share of its cells, next to the board.

    Something ``shows`` there from so many gray levels (standard deviation) on, but for the share
    ``beside`` the board, where its own cells' edges may shine or cast a shadow.
    """

    share: float
    shows: float
    beside: float


LEFT_BY_THE_EDGE = (_Part(1.0, SHOWS, 0.0),)
LEFT_BY_A_DIALOG = tuple(_Part(share, 12.0, 1 / SAMPLES) for share in (0.25, 0.5, 0.75))
"""Of a line inside the picture little may be in sight, but tops and feet of numbers are; or most of
it is, and digits that stand free between the lines show only there.

Of 454 whole boards of squares none has such a line beside it; 7 would have with ``SHOWS``.
"""

ANYTHING = tuple(_Part(share, SHOWS, 1 / SAMPLES) for share in (0.25, 0.5, 0.75))
"""Of a line where something goes on with the period of the cells.

Beside 5 of 470 whole boards there are letters, digits or days at the columns' places, and none of
the cells there shows what one of the board does.
"""

TIPS = _Part(0.25, 5.0, 0.0)
"""Of cells other than squares, whose corners reach between those of the line beside them.

Of 265 whole boards of hexagons and triangles 20 have a page that shows there what their cells do;
none of these has an edge beside that side, which 87 of all have.
"""

MOST_COMPARED = 1500
"""Cells of the board that a line beside it is compared with, evenly spread: all 480 of an expert's,
every 7th of a 100x100 one, which would take 7 times as long."""

OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}

Parts = NDArray[np.float32]
"""(cells, places, 3), BGR."""

Places = NDArray[np.float64]
"""(cells, places, 2), x and y in pixels."""

Floats = NDArray[np.float32]


def cut_sides(image: Image, lattice: Lattice) -> Iterator[str]:
    """Yield the sides beyond which cells of the board are cut off by the picture's edge or covered.

    ``image`` is BGR or BGRA uint8.
    """
    soft: Parts | None = None
    beyond = _beyond(image, lattice)
    for side in SIDES:
        cropped = beyond[OPPOSITE[side]] > -1
        if beyond[side] > (MOST_BEYOND if cropped else MOST_OFF_SCREEN):
            yield side
            continue
        larger = with_more(lattice, side)
        whole = larger is not None and is_inside(image, larger)
        # Corners of other cells reach between those of a page.
        if larger is None or (whole and lattice.topology.shape is not Shape.SQUARE):
            continue
        if soft is None:
            soft, left, top = _softened(image, lattice)
        there, beyond_it = lattice.moved(-left, -top), larger.moved(-left, -top)
        parts = LEFT_BY_A_DIALOG if whole else LEFT_BY_THE_EDGE
        if not _is_bare_beyond(image, lattice, larger, side) and any(
            _is_cut(soft, there, beyond_it, side, part) for part in parts
        ):
            yield side


def is_seen_beyond(image: Image, lattice: Lattice, side: str) -> bool:
    """Whether anything beyond a side looks like the board's cells do there.

    True as well where nobody can tell: where the picture ends there, and beside other cells than
    squares, whose corners reach between those of the page. ``image`` is BGR or BGRA uint8.
    """
    larger = with_more(lattice, side)
    if lattice.topology.shape is not Shape.SQUARE or larger is None or not is_inside(image, larger):
        return True
    soft, there, beyond_it = _softened_around(image, lattice, larger)
    return any(_shown(soft, there, beyond_it, side, part)[1].any() for part in ANYTHING)


def tips_beyond(image: Image, lattice: Lattice, side: str) -> bool:
    """Whether the corners of one more line, of other cells than squares, show beyond a side.

    ``image`` is BGR or BGRA uint8.
    """
    larger = with_more(lattice, side)
    if lattice.topology.shape is Shape.SQUARE or larger is None or not is_inside(image, larger):
        return False
    if _is_bare_beyond(image, lattice, larger, side):
        return False
    return _is_cut(*_softened_around(image, lattice, larger), side, TIPS)


def _is_bare_beyond(image: Image, lattice: Lattice, larger: Lattice, side: str) -> bool:
    """Whether no line is drawn between the cells of the larger lattice's line at a side, where one
    is between those of the other's: a page in the colour of opened cells is no line of them.

    Of cells other than squares, whose edges end at the corners of the board's own.
    """
    if lattice.topology.shape is Shape.SQUARE:
        return False
    own, beyond = (shared_edges(each, side_cells(each, side)) for each in (lattice, larger))
    seen = seen_of(beyond, image)
    if not len(seen) or mean_change(image, own, lattice) < LINED:
        return False
    return mean_change(image, seen, lattice) < BARE


LINED, BARE = 10.0, 2.0
"""Gray levels by which what is shown changes across edges of cells that are drawn, and of none."""


def _softened_around(
    image: Image, lattice: Lattice, larger: Lattice
) -> tuple[Parts, Lattice, Lattice]:
    """Return the part of the picture around the board, and both lattices in it."""
    soft, left, top = _softened(image, lattice)
    return soft, lattice.moved(-left, -top), larger.moved(-left, -top)


def _softened(image: Image, lattice: Lattice) -> tuple[Parts, int, int]:
    """Return the part of the picture with the board and a cell around it, and where that begins."""
    (left, top, right, bottom), (wide, high) = lattice.box, np.ceil(lattice.cell_size).astype(int)
    left, top = max(left - wide, 0), max(top - high, 0)
    part = np.ascontiguousarray(image[top : bottom + high, left : right + wide, :3])
    return np.asarray(cv2.GaussianBlur(part, (0, 0), BLUR), dtype=np.float32), left, top


def _beyond(image: Image, lattice: Lattice) -> dict[str, float]:
    """Return the share of the outermost cells that lies beyond each edge of the picture."""
    height, width = image.shape[:2]
    cell_w, cell_h = lattice.cell_size
    x, y = lattice.centers.T + 0.5
    return {
        "left": 0.5 - x.min() / cell_w,
        "right": 0.5 - (width - x.max()) / cell_w,
        "top": 0.5 - y.min() / cell_h,
        "bottom": 0.5 - (height - y.max()) / cell_h,
    }


def _is_cut(soft: Parts, lattice: Lattice, larger: Lattice, side: str, part: _Part) -> bool:
    """Whether that part of the larger lattice's line at a side looks like cells of the other's."""
    alike, shown = _shown(soft, lattice, larger, side, part)
    return bool(alike.any() and alike.mean() >= ALIKE and shown.mean() >= ALIKE / 2)


def _shown(
    soft: Parts, lattice: Lattice, larger: Lattice, side: str, part: _Part
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
    soft: Parts, own: Places, cut: Places, side: str, part: _Part
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
    clear = away[left] >= part.beside * away.max()
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
