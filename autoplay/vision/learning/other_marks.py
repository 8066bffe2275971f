"""Marks that may be others than they are named."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.ending import MIN_AWAY, OWN_CONTRAST
from autoplay.vision.learning.grounds import ODD_GROUND, as_on_another_ground
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.rules import SHOWN, Rules
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.usual_covers import BARE_CONTRAST
from autoplay.vision.looks import NO_LOOKS, Looks


def flags_nobody_set(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flag on a lost board that shows one mine, and that look like mines, too.

    Some lie beside no number: a person could not have marked them. Those that show that mine's very
    symbol are left out: ``mines_as_shown``.
    """
    unset = _set_by_nobody(costs, naming, looks, topology)
    return np.setdiff1d(unset, _as_shown(unset, naming, looks))


def mines_as_shown(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flag that are mines: nobody set them, and they show the very symbol of the
    one that is shown, on another ground."""
    return _as_shown(_set_by_nobody(costs, naming, looks, topology), naming, looks)


def _as_shown(unset: NDArray[np.intp], naming: Naming, looks: Looks) -> NDArray[np.intp]:
    if not len(unset):
        return unset
    shown = np.flatnonzero(np.isin(naming.names, SHOWN))[0]
    return as_on_another_ground(unset, shown, looks)


def _set_by_nobody(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if looks.counts[np.isin(naming.names, SHOWN)].sum() != 1:
        return flags[:0]
    unseen = Rules(topology).beside(naming.names[looks.of_cell] <= MAX_NUMBER) == 0
    away = np.bincount(looks.of_cell[unseen], minlength=len(looks))
    like_mines = costs[flags, Label.MINE] - costs[flags, Label.FLAG] < LIKE_MINES
    return np.asarray(flags[(away[flags] >= MIN_AWAY) & like_mines], dtype=np.intp)


LIKE_MINES = 2.0
"""Natural-log units by which pixels call flags what may be mines. Bombs with a burning fuse, beside
others without one as flags, had 0.7."""


def may_be_mines(costs: Costs, naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named flag that pixels call mines, on a board with nothing covered and a single
    question mark: that may be the mine that exploded."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    is_alone = looks.counts[naming.names == Label.QUESTION].sum() == 1
    liker = costs[flags, Label.MINE] < costs[flags, Label.FLAG]
    return np.asarray(flags[liker & is_alone], dtype=np.intp)


def unlike_other_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag that are drawn unlike the more frequent flags: a question mark.

    It may be a flag, too, with a small sign beside it. In triangles that point up and down a symbol
    lies elsewhere. Where flags are a colour alone, another colour may be the mine that exploded.
    """
    flags = np.flatnonzero(naming.names == Label.FLAG)
    drawn = unlike_more_frequent(flags, flags, looks, topology)
    bare = flags[looks.own_contrast(2)[flags] < OWN_CONTRAST]
    if not len(bare):
        return drawn
    usual = looks.inner_ground[bare[looks.counts[bare].argmax()]]
    away = np.abs(looks.inner_ground[bare] - usual).max(axis=1)
    return np.union1d(drawn, bare[away > OTHER_COLOUR])


def flags_of_less_ink(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named flag that have far less ink than the most frequent flags: a thin sign
    differs from a letter by little at any one place."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    ink = looks.symbols.ink[flags]
    if not len(flags) or (most := ink[looks.counts[flags].argmax()]) < DRAWN:
        return flags[:0]
    return np.asarray(flags[ink < LESS_INK * most], np.intp)


DRAWN, LESS_INK = 3.0, 0.65
"""Ink that the most frequent flags have at least, and the share of it that any other has: of 140
boards 0.74 and more. An exclamation mark among letters had 0.5."""


def unlike_other_mines(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named mine that are drawn unlike the more frequent ones, and may be flags.

    Some games that are lost show a sign of their own where a flag was right, or paint it as they do
    the mines. Where wrong flags are shown and no flag, one kind of mines may be the right ones.
    Where mines are a colour alone, what shows a sign on another colour is none of them. The very
    symbol of the others on a ground that is not that of covered cells is theirs: some games paint
    the mines that were marked.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    if not len(mines):
        return mines
    liker = costs[mines, Label.FLAG] - costs[mines, Label.MINE]
    flags = (naming.rivals[mines] == Label.FLAG) & (naming.margin[mines] < NO_FLAG)
    usual = looks.counts[mines].argmax()
    flags |= liker < liker[usual] - LESS_LIKE_MINES
    flagged, wrong = ((naming.names == name).any() for name in (Label.FLAG, Label.WRONG_FLAG))
    flags |= wrong and not flagged
    unlike = np.union1d(
        unlike_more_frequent(mines[flags], mines, looks, topology),
        mines[_are_drawn_apart(mines, usual, looks)],
    )
    return np.setdiff1d(unlike, _painted_mines(unlike, mines[usual], naming, looks))


def _painted_mines(
    chosen: NDArray[np.intp], usual: np.intp, naming: Naming, looks: Looks
) -> NDArray[np.intp]:
    """Return which looks show the usual mine's symbol on a ground that no covered cell has."""
    painted = as_on_another_ground(chosen, usual, looks)
    ground = looks.inner_ground
    covers = ground[naming.names == Label.COVERED]
    away = np.abs(ground[painted][:, None] - covers).max(axis=2).min(axis=1, initial=255.0)
    return np.asarray(painted[away > ODD_GROUND], np.intp)


def _are_drawn_apart(mines: NDArray[np.intp], usual: np.intp, looks: Looks) -> NDArray[np.bool_]:
    """Return which of these looks show a sign on another ground than the usual one, that is bare.

    Outlines of round cells hide from the comparison of symbols that it shows none.
    """
    contrast, ground = looks.own_contrast(2)[mines], looks.inner_ground[mines]
    drawn = (contrast > OWN_CONTRAST) & (contrast[usual] < BARE_CONTRAST)
    return np.asarray(drawn & (np.abs(ground - ground[usual]).max(axis=1) > OTHER_COLOUR), np.bool_)


OTHER_COLOUR = 90.0
"""Gray levels by which what is but a colour is in another one: shades of one differ by half, a red
disc differs by 155 from blue ones."""

NO_FLAG = 5.0
"""Natural-log units by which a mine drawn unlike the others is no flag: check marks beside bombs
had 2.7, bombs that do not burn, which one game sets as flags, 4.8, mines of another kind 5.7."""

LESS_LIKE_MINES = 2.3
"""Natural-log units by which pixels prefer these to a flag less than they do the most frequent
mine: letters F beside letters M, all on red, 2.6 and more; bombs of many colours up to 2.1."""


def unlike_more_frequent(
    chosen: NDArray[np.intp], marks: NDArray[np.intp], looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return which ``chosen`` ones of these looks show another symbol than those of more cells.

    They may be like each other.
    """
    if topology.shape is Shape.TRIANGLE:
        return chosen[:0]
    marks = marks[np.argsort(-looks.counts[marks], kind="stable")]
    is_unlike = np.zeros(len(marks), np.bool_)
    for place, mark in enumerate(marks[1:], 1):
        usual = marks[:place][~is_unlike[:place]]
        is_unlike[place] = mark in chosen and shows_another(looks, mark, usual)
    return marks[is_unlike]


def lone_numbers(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named numbers, alone among covered cells, in another ink than their equals.

    A flag of a stroke and a dot that is too small to see is drawn as some fonts draw a 1.
    """
    opened = naming.names[looks.of_cell] <= MAX_NUMBER
    alone = looks.of_cell[opened & (Rules(topology).beside(opened) == 0)]
    sizes = np.linalg.norm(looks.inks, axis=1)
    inks = looks.inks / np.maximum(sizes, 1)[:, None]
    found = []
    for look in np.unique(alone):
        equals = (naming.names == naming.names[look]) & (looks.counts > looks.counts[look])
        if equals.any() and (inks[equals] @ inks[look]).max() < SAME_INK:
            found.append(look)
    return np.array(found, np.intp)


SAME_INK = 0.9
"""Cosine between how two inks differ from their grounds: white and blue on black have 0.8."""


def blank_numbers(
    costs: Costs, naming: Naming, looks: Looks, certain: NDArray[np.intp] = NO_LOOKS
) -> NDArray[np.intp]:
    """Return looks named a number that pixels call empty, where they call others of it a number.

    What they show is no such number: where a game opens no neighbours of a zero it may draw a digit
    there, too. None are where an empty cell is one of the ``certain`` looks, known before: these
    look otherwise. A pale 7 of xbomb ended a game of triangles.
    """
    if (naming.names[certain] == Label.ZERO).any():
        return NO_LOOKS
    numbers = np.flatnonzero((naming.names > 0) & (naming.names <= MAX_NUMBER))
    behind = costs[numbers, naming.names[numbers]] - costs[numbers].min(axis=1)
    empty = (costs[numbers].argmin(axis=1) == Label.ZERO) & (behind > BEHIND_EMPTY)
    shown = np.unique(naming.names[numbers[behind == 0]])
    return np.asarray(numbers[empty & np.isin(naming.names[numbers], shown)], np.intp)


BEHIND_EMPTY = 0.5
"""Natural-log units by which pixels prefer an empty cell: a faint digit 0 beside 1s had 0.8."""
