"""Numbers beyond a board that are drawn as its own: it is but a piece of the board they are in."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.errors import CutOffError
from autoplay.game import MAX_NUMBER, Shape
from autoplay.vision.lattice import Image, Lattice

FARTHEST = 6.0
"""Pitches beyond the board that are looked at."""

WITHIN = 0.3
"""Share of a pitch from the middle of a cell within which its number is compared."""

ALIKE = 0.4
"""Share of how far a number stands out from its ground, in root mean squares of gray levels, by
which the same one differs elsewhere: where its cells lie half a pixel aside, up to 0.3."""

SMALL = 24.0
"""Pixels of a cell that are enough to tell its number: the larger ones are made as small."""

FEWEST = 2
"""Numbers beyond that tell: a page has one at times, with its own numbers written as a game's."""


def require_no_numbers_beyond(
    image: Image,
    lattice: Lattice,
    labels: bytes,
    box: tuple[int, int, int, int] | None = None,
) -> None:
    """Raise CutOffError where numbers just as those of the board are drawn outside of it.

    Opened cells of hexagons and triangles may have no lines: then few of them seem a board, with
    lines of another pitch. ``image`` is BGR or BGRA uint8, ``labels`` are those read; ``box``
    (left, top, right, bottom) limits where to look.
    """
    if lattice.topology.shape is Shape.SQUARE:
        return
    reach = FARTHEST * max(lattice.pitch)
    ends = np.add(lattice.box, (-reach, -reach, reach, reach)).astype(int)
    limits = (0, 0, image.shape[1], image.shape[0]) if box is None else box
    left, top = np.maximum(ends[:2], limits[:2])
    right, bottom = np.minimum(ends[2:], limits[2:])
    around, own = _small(image[top:bottom, left:right, :3], lattice.moved(-left, -top))
    board = np.frombuffer(labels, np.uint8)
    numbers = [np.flatnonzero(board == number) for number in range(1, MAX_NUMBER + 1)]
    found = sum(_places(around, own, int(cells[0])) for cells in numbers if len(cells))
    if found >= FEWEST:
        raise CutOffError(
            "numbers just as those of the board are drawn beyond it: it is a piece of a larger one",
            lattice=lattice,
            more="bring the whole board into view, or frame it with --region",
        )


def _small(image: Image, lattice: Lattice) -> tuple[Image, Lattice]:
    """Return a picture whose cells are ``SMALL`` at most, and the lattice in it."""
    share = min(SMALL / min(lattice.cell_size), 1.0)
    x, y = (share * (place + 0.5) - 0.5 for place in lattice.first_cell_center)
    wide, high = (share * side for side in lattice.pitch)
    small = cv2.resize(image, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), replace(
        lattice, first_cell_center=(x, y), pitch=(wide, high)
    )


def _places(image: Image, lattice: Lattice, cell: int) -> int:
    """Return at how many places beyond the lattice what this cell shows is drawn."""
    half = np.rint(WITHIN * np.array(lattice.cell_size)).astype(int)
    x, y = np.rint(lattice.center(cell)).astype(int)
    shown = image[y - half[1] : y + half[1] + 1, x - half[0] : x + half[0] + 1]
    if min(np.subtract(image.shape[:2], shown.shape[:2])) < 0 or not shown.size:
        return 0
    stands_out = shown.astype(np.float32) - np.median(shown, axis=(0, 1))
    away = cv2.matchTemplate(image, shown, cv2.TM_SQDIFF)
    rows, cols = np.nonzero(away <= ALIKE**2 * np.square(stands_out).sum())
    places = np.stack([cols + half[0], rows + half[1]], axis=1)
    return len(_apart(_outside(places, lattice), min(half)))


def _outside(places: NDArray[np.intp], lattice: Lattice) -> NDArray[np.intp]:
    """Return the places that lie in no cell of the lattice, (n, 2)."""
    near = [
        np.hypot(*(lattice.centers - place).T).min() < max(lattice.cell_size) / 2
        for place in places
    ]
    return places[~np.array(near, np.bool_)]


def _apart(places: NDArray[np.intp], least: int) -> list[NDArray[np.intp]]:
    """Return one of all places that lie nearer to each other than this."""
    kept: list[NDArray[np.intp]] = []
    for place in places:
        if all(np.abs(place - other).max() > least for other in kept):
            kept.append(place)
    return kept
