"""Bare cells on the ground of others: of numbers, without a mark; of flags, covered ones."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape
from autoplay.vision.learning.grounds import ODD_GROUND, SAME_GROUND
from autoplay.vision.learning.rules import MARKS, Labels
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import MAX_BLOCK_DIFFERENCE, Looks

SURELY = 1.5
"""Natural-log units by which pixels call a look a number rather than anything that is none."""

KINDS = 2
"""Different numbers on a ground that is that of opened cells: a game may give each its own."""

FEWEST_APART = 4
"""Cells on another ground: covered ones."""

SHOWS_NOTHING = 1.0
"""Gray levels within a cell below which nothing is drawn there."""

NO_MARK = 8.0
"""Natural-log cost of a mark that is nothing but the ground of numbers: plain red was a mine rather
than an opened cell by 3.9, although numbers were drawn on the same red."""


def without_bare_marks(costs: Costs, looks: Looks, shape: Shape) -> Costs:
    """Return the costs, least 0, marks dear for looks that show only the ground of numbers.

    That ground is one on which pixels surely see two different numbers, and other cells lie on
    another: where all share one, as in a puzzle with clues, it tells nothing.
    """
    # The outlines of other shapes than squares run through the outer blocks of their tiles.
    contrast = looks.own_contrast(1 if shape is Shape.SQUARE else 2)
    bare = np.flatnonzero(contrast < SHOWS_NOTHING)
    numbers = costs[:, Label.ONE : MAX_NUMBER + 1]
    sure = np.flatnonzero(surely_numbers(costs))
    if not len(bare) or not len(sure):
        return costs
    ground = looks.inner_ground
    apart = np.abs(ground[:, None] - ground[sure]).max(axis=2).min(axis=1) > ODD_GROUND
    if looks.counts[apart].sum() < FEWEST_APART:
        return costs
    away = np.abs(looks.colors[bare][:, None] - ground[sure]).max(axis=2)
    number = numbers[sure].argmin(axis=1)
    kinds = [len(np.unique(number[near])) for near in away < SAME_GROUND]
    plain = bare[np.array(kinds) >= KINDS]
    costs = costs.copy()
    costs[np.ix_(plain, np.array(MARKS, np.intp))] += NO_MARK
    return np.asarray(costs - costs.min(axis=1, keepdims=True), np.float64)


def surely_numbers(costs: Costs) -> NDArray[np.bool_]:
    """Return which looks pixels surely call a number, whichever."""
    numbers = costs[:, Label.ONE : MAX_NUMBER + 1].min(axis=1)
    others = np.delete(costs, np.arange(Label.ONE, MAX_NUMBER + 1), axis=1).min(axis=1)
    return np.asarray(others - numbers >= SURELY, dtype=np.bool_)


def price_of_flagged_ground(looks: Looks, names: Labels, look: int, rival: int) -> float:
    """Return how much speaks against a bare covered cell being something unknown, where it is just
    what flags are set on, and no opened cell is.

    Late in a game it may be the only one left.
    """
    told = (names[look], rival) == (Label.COVERED, Label.UNREADABLE)
    if not told or looks.own_contrast(1)[look] > SHOWS_NOTHING:
        return 0.0
    away = np.abs(looks.grounds - looks.grounds[look]).max(axis=1)
    same = away <= MAX_BLOCK_DIFFERENCE
    flags = same & (names == Label.FLAG)
    opened = (away <= ODD_GROUND) & (names <= MAX_NUMBER)
    return FLAGGED_GROUND if looks.counts[flags].sum() >= FEWEST_FLAGS and not opened.any() else 0.0


FLAGGED_GROUND, FEWEST_FLAGS = 2.5, 3
"""Natural-log cost of something unknown that is drawn as the ground of so many flags at least."""
