"""Whether two lattices of one picture are the same board, two boards, or pieces of one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from autoplay.game import MAX_NUMBER
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.tiles import canonical_tiles

PITCH_TOLERANCE = 0.3
"""Pixels by which the pitches of two boards of one game differ at most."""

SAME_LINE = 0.25
"""Share of a cell by which the first columns, or rows, of two pieces of a board differ at most."""


ANOTHER_SIZE = 0.05
"""Share by which cells of another game are larger or smaller: a piece of four rows, the last one
half hidden, seemed to have rows of 59.25 pixels for 60."""


def overlap(one: Lattice, other: Lattice) -> bool:
    """Whether the cells of one lie partly where those of the other do."""
    a, b = one.box, other.box
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def is_akin(one: Lattice, board: Lattice) -> bool:
    """Whether this is a second board of the same game, or more of the board, even if unreadable.

    Its cells are of the same size both ways, or lie in the same columns, or rows.
    """
    if one.topology.shape is not board.topology.shape or overlap(one, board):
        return False
    same = np.abs(np.subtract(one.pitch, board.pitch)) < PITCH_TOLERANCE
    if same.all():
        return True
    # In the same columns, or rows: what lies between parts them.
    away = np.abs(np.subtract(one.first_cell_center, board.first_cell_center))
    sizes = [(each.topology.cols, each.topology.rows) for each in (one, board)]
    in_line = same & np.equal(sizes[0], sizes[1]) & (away < SAME_LINE * np.array(board.pitch))
    return bool(in_line.any())


def is_of_another_game(one: Lattice, board: Lattice) -> bool:
    """Whether a lattice elsewhere has cells of another shape or size than the board, so that it is
    no piece of it. One that is cut by what lies over it is measured less well."""
    if overlap(one, board):
        return False
    if one.topology.shape is not board.topology.shape:
        return True
    sizes = np.abs(np.divide(one.pitch, board.pitch) - 1)
    return bool((sizes > ANOTHER_SIZE).any())


def is_no_more(one: Lattice, part: Lattice) -> bool:
    """Whether a lattice lies where a part of a board was seen, and has no more cells than that."""
    return overlap(one, part) and len(one.topology) <= len(part.topology)


def is_blank_part(reading: Reading, best: Lattice) -> bool:
    """Whether nothing is opened where the best lattice shows more than that.

    It is less than half of it, with something over the rest, or has lines through its cells, which
    hide what these show. A board that is no rectangle was told from its page.
    """
    if min(reading.board.labels) <= MAX_NUMBER or reading.board.topology.absent:
        return False
    (left, top, right, bottom), outer = reading.lattice.box, best.box
    inside = outer[0] <= left and outer[1] <= top and right <= outer[2] and bottom <= outer[3]
    less = 2 * (right - left) * (bottom - top) < (outer[2] - outer[0]) * (outer[3] - outer[1])
    finer = 2 * len(reading.lattice.topology) > 3 * len(best.topology)
    return (inside and less) or (finer and overlap(reading.lattice, best))


MOST_FAINT, MUCH_CLEARER = 16.0, 8.0
"""Gray levels that the cells of a page's pattern show at most, and how many times more a board
beside it shows: of a web page ruled like paper 8 and 159."""


AROUND = (0.2, 0.6)
"""Pitches beside a lattice between which the page around it is looked at: beyond a thin frame."""

OWN_COLOUR = 6.0
"""Gray levels by which cells that are no pattern of the page differ from what is around them."""


def is_pattern(image: Image, reading: Reading, readings: Sequence[Reading]) -> bool:
    """Whether this is a faint pattern behind a page, with nothing opened, and one of the
    ``readings`` a clear board. The cells of a board have a colour of their own."""
    if len(readings) < 2 or min(reading.board.labels) <= MAX_NUMBER:
        return False
    shown = _shown(image, reading.lattice)
    most = max(_shown(image, each.lattice) for each in readings)
    is_faint = shown <= MOST_FAINT and shown * MUCH_CLEARER <= most
    return is_faint and not _stands_out(image, reading.lattice)


def _shown(image: Image, lattice: Lattice) -> float:
    """Return the gray levels that an average cell shows."""
    tile = canonical_tiles(image, lattice).astype(np.float32).mean(axis=0)
    return float(np.ptp(tile, axis=(0, 1)).max())


def _stands_out(image: Image, lattice: Lattice) -> bool:
    """Whether most of what is within a lattice has another colour than most of what is around."""
    left, top, right, bottom = lattice.box
    y, x = (np.arange(length) for length in image.shape[:2])
    beside = np.maximum(left - x, x - right + 1), np.maximum(top - y, y - bottom + 1)
    away = np.maximum(beside[0], beside[1][:, None]) / min(lattice.pitch)
    around = (away > AROUND[0]) & (away < AROUND[1])
    if not around.any():
        return False
    colors = (np.median(image[area][:, :3], axis=0) for area in (away <= 0, around))
    return float(np.abs(np.subtract(*colors)).max()) > OWN_COLOUR
