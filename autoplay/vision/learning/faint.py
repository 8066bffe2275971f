"""Looks of faint symbols, parted where their cells are surely different numbers.

Pale digits on a pale ground differ by no more than scaling and JPEG move a block, so that looks are
as wide; what each cell shows is clear to the networks all the same.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER
from autoplay.vision.grouping import regrouped
from autoplay.vision.learning.painted import scores_of
from autoplay.vision.looks import Looks, each_a_look
from autoplay.vision.tiles import Tiles

LEAST_CONTRAST, FAINT = 8.0, 40.0
"""Gray levels within a look's own edges from which it shows a symbol, and up to which it is faint:
blocks of two digits differ by a fifth of that and more, looks by nine levels at least."""

TWO_DIGITS = 0.2
"""Share of a look's contrast by which some block of two digits differs: of a large board nine of
ten cells in faint looks lie in such as keep within it, and judging them takes a quarter minute."""

SURELY = 2.0
"""Natural-log units by which a cell must be likelier another number than that of its look. A 3 in a
look of 2s had 3.4, at 1.25 times the size of its page."""

GAP = 3.0
"""Natural-log units by which the cells of two numbers in one look are apart, of those by which each
is likelier the one than the other: none lies between, and none of the rarer number need be sure. Of
2s among 1s, gray on gray in a JPEG, or at three quarters of their size, they were apart by 6.2 and
3.6, and no 2 likelier one by more than 1.8."""


def parted_by_number(tiles: Tiles, looks: Looks) -> Looks:
    """Return the looks, faint ones parted whose cells show other numbers than most of them do.

    ``tiles`` are those of all cells.
    """
    of_cell = looks.of_cell.copy()
    contrast = looks.own_contrast(2)
    is_faint = (contrast > LEAST_CONTRAST) & (contrast < FAINT) & (looks.counts > 1)
    for look in np.flatnonzero(is_faint):
        cells = np.flatnonzero(looks.of_cell == look)
        blocks = each_a_look(tiles[cells]).middles
        if np.ptp(blocks, axis=0).max() < TWO_DIGITS * contrast[look]:
            continue
        for another in _shown_otherwise(scores_of(tiles[cells])[:, 1 : MAX_NUMBER + 1]):
            of_cell[cells[another]] = of_cell.max() + 1
    return regrouped(tiles, of_cell) if len(looks) <= of_cell.max() else looks


def _shown_otherwise(said: NDArray[np.float32]) -> Iterator[NDArray[np.bool_]]:
    """Yield which cells of a look show another number than most, for each such number.

    ``said`` are the scores of every number for each cell, (cells, numbers).
    """
    number = said.argmax(axis=1)
    usual = np.bincount(number).argmax()
    for other in np.setdiff1d(number, [usual]):
        liker = said[:, other] - said[:, usual]
        likely = np.isin(number, (other, usual))
        steps = np.sort(liker[likely])
        widest = int(np.diff(steps).argmax())
        is_other = likely & (liker > steps[widest])
        if steps[widest + 1] - steps[widest] <= GAP or not (number[is_other] == other).any():
            is_other = (number == other) & (liker > SURELY)
        if is_other.any():
            yield is_other
