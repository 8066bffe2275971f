"""Whether the picture's edge, or something over the board, cuts through one more line of its cells.

What is left of such cells looks like the same part of cells within the board; a frame or a page
beside the board does not, or shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from autoplay.game import Shape
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.lines import SIDES, is_inside, with_more
from autoplay.vision.whole.parts import SAMPLES, SHOWS, Part, Parts, shown_beyond
from autoplay.vision.whole.seams import Edges, mean_change, seen_of, shared_edges
from autoplay.vision.whole.sides import side_cells

BLUR = 0.8
"""Pixels (standard deviation) of what a fit may be off; more, and marks would reach over a gap."""

ALIKE = 0.6
"""Share of the cut cells that must look like the board's."""

MOST_BEYOND = 0.15
"""Share of a cell that may lie beyond the picture's edge: a line is often cropped away."""

MOST_OFF_SCREEN = 0.03
"""The same where the picture goes on beyond the other side by a cell or more: nobody cropped it to
the board, so it is the screen that ends. Of some 700 whole boards none lies beyond it, and one that
was cut just between two columns did by 0.05: the line between them was gone."""


LEFT_BY_THE_EDGE = (Part(1.0, SHOWS, 1 / SAMPLES),)
"""Of 331 boards of squares cropped to 2 to 9 pixels beside them 1 seems cut, 3 where cells could
shine into a bare page next to them; of as many cut through a line 322 are told, 321 with that."""

LEFT_BY_A_DIALOG = tuple(Part(share, 12.0, 1 / SAMPLES) for share in (0.25, 0.5, 0.75))
"""Of a line inside the picture little may be in sight, but tops and feet of numbers are; or most of
it is, and digits that stand free between the lines show only there.

Of 454 whole boards of squares none has such a line beside it; 7 would have with ``SHOWS``.
"""

ANYTHING = tuple(Part(share, SHOWS, 1 / SAMPLES) for share in (0.25, 0.5, 0.75))
"""Of a line where something goes on with the period of the cells.

Beside 5 of 470 whole boards there are letters, digits or days at the columns' places, and none of
the cells there shows what one of the board does.
"""

TIPS = Part(0.25, 5.0, 0.0)
"""Of cells other than squares, whose corners reach between those of the line beside them.

Of 265 whole boards of hexagons and triangles 20 have a page that shows there what their cells do;
none of these has an edge beside that side, which 87 of all have.
"""

OPPOSITE = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}


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
    return any(shown_beyond(soft, there, beyond_it, side, part)[1].any() for part in ANYTHING)


def tips_beyond(image: Image, lattice: Lattice, side: str) -> bool:
    """Whether the corners of one more line, of other cells than squares, show beyond a side.

    ``image`` is BGR or BGRA uint8.
    """
    larger = with_more(lattice, side)
    if lattice.topology.shape is Shape.SQUARE or larger is None or not is_inside(image, larger):
        return False
    if _begins_bare(image, lattice, larger, side):
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
    return _are_undrawn(image, lattice, own, seen_of(beyond, image))


def _begins_bare(image: Image, lattice: Lattice, larger: Lattice, side: str) -> bool:
    """Whether the lines between the cells of the larger lattice's line at a side, where they begin
    at those of the other's, are not drawn, while these are: the page has the colour of cells."""
    own, beyond = (shared_edges(each, side_cells(each, side)) for each in (lattice, larger))
    middle = np.array(lattice.box).reshape(2, 2).mean(axis=0)
    away = np.linalg.norm(beyond - middle, axis=2)
    turned = away[:, 0] > away[:, 1]
    beyond[turned] = beyond[turned, ::-1]
    beyond[:, 1] = beyond[:, 0] + BEGINS * (beyond[:, 1] - beyond[:, 0])
    return _are_undrawn(image, lattice, own, beyond)


def _are_undrawn(image: Image, lattice: Lattice, own: Edges, beyond: Edges) -> bool:
    """Whether nothing is drawn at the edges beyond the board, if there are any, while its own edges
    are drawn."""
    if not len(beyond) or mean_change(image, own, lattice) < LINED:
        return False
    return mean_change(image, beyond, lattice) < BARE


BEGINS = 0.25
"""Share of a line between two cells by which it is seen where a window hides the rest of them."""

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


def _is_cut(soft: Parts, lattice: Lattice, larger: Lattice, side: str, part: Part) -> bool:
    """Whether that part of the larger lattice's line at a side looks like cells of the other's."""
    alike, shown = shown_beyond(soft, lattice, larger, side, part)
    return bool(alike.any() and alike.mean() >= ALIKE and shown.mean() >= ALIKE / 2)
