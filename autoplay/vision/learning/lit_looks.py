"""Looks of a single cell that a cursor may have lit: they show what others do, in other colours."""

from __future__ import annotations

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.learning.grounds import on_own_ground
from autoplay.vision.learning.judged import Names, Naming
from autoplay.vision.learning.rules import MARKS, SHOWN
from autoplay.vision.learning.search import Costs
from autoplay.vision.lit import same_symbol, shows_symbol
from autoplay.vision.looks import Looks


def lit_cells(naming: Names, looks: Looks) -> NDArray[np.intp]:
    """Return the look of a single cell that shows in other colours what others do: named a number
    or a mine, the symbol of covered cells, or named a mark, that of a number. A cursor may light
    it."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    usual = covers[[looks.counts[covers].argmax()]] if len(covers) else covers
    is_number = (naming.names >= Label.ONE) & (naming.names <= MAX_NUMBER)
    numbers, lone = np.flatnonzero(is_number), looks.counts == 1
    lit = _drawn_like(lone & (is_number | np.isin(naming.names, SHOWN)), usual, looks)
    lit += _drawn_like(lone & np.isin(naming.names, MARKS), numbers, looks)
    return np.array(lit if len(lit) == 1 else [], np.intp)


def lone_marks(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return the look of the only flag or question mark, on a ground that no other cell has, where
    it could be something else: a cursor may light a number. Of a lost game it says nothing."""
    if np.isin(naming.names, SHOWN).any():
        return np.zeros(0, np.intp)
    named = np.bincount(naming.names, minlength=len(Label))  # how many looks have each name
    only = np.isin(naming.names, (Label.FLAG, Label.QUESTION)) & (named[naming.names] == 1)
    lone = only & (looks.counts == 1) & (naming.margin < SURELY_A_MARK)
    return np.flatnonzero(lone & on_own_ground(looks))


def lone_mines(costs: Costs, naming: Names, looks: Looks) -> NDArray[np.intp]:
    """Return the look of the only mine shown, on a ground that no other cell has, where pixels call
    the flags mines, too: it may be one of these that a cursor lit."""
    shown = np.isin(naming.names, SHOWN)
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if looks.counts[shown].sum() != 1 or not len(flags):
        return flags[:0]
    liker = costs[flags, Label.FLAG] - costs[flags, Label.MINE]
    like_mines = np.average(liker, weights=looks.counts[flags]) > 0
    return np.flatnonzero(shown & on_own_ground(looks) & like_mines)


SURELY_A_MARK = 4.0
"""Natural-log units by which the only mark on its own ground is nothing else: a 1 that a cursor lit
was called a flag by 2.3."""


def _drawn_like(chosen: NDArray[np.bool_], others: NDArray[np.intp], looks: Looks) -> list[int]:
    """Return the chosen looks that show the symbol of one of the others in other colours, two at
    most; none where they are so many that noise, and no cursor, makes every cell another look."""
    if np.count_nonzero(chosen) > MOST_LONE:
        return []
    symbols = [looks.tiles[other] for other in others if shows_symbol(looks.tiles[other])]
    alike = (
        look
        for look in np.flatnonzero(chosen).tolist()
        if any(same_symbol(looks.tiles[look], symbol) for symbol in symbols)
    )
    return list(islice(alike, 2))


MOST_LONE = 40
"""Looks of single cells of a kind: of a noisy picture of 6320 cells there are 2000."""
