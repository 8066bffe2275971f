"""Marks that a person set, among the mines that a game shows."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.compared import shows_another, unlike_symbols
from autoplay.vision.learning.bare_marks import MOST_WRONGED
from autoplay.vision.learning.completed import (
    against_chance,
    are_shown_at_the_end,
    told_by_hand,
)
from autoplay.vision.learning.ending import MIN_AWAY
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.judged import Names, Naming
from autoplay.vision.learning.other_marks import LIKE_MINES, unlike_more_frequent
from autoplay.vision.learning.plain_flags import ONE_COLOUR, to_opened
from autoplay.vision.learning.rules import IS_MINE, MARKS, SHOWN, Labels, Rules
from autoplay.vision.learning.search import SEVERAL_SHOWN, Costs
from autoplay.vision.learning.tints import linked, odd_covers
from autoplay.vision.looks import Looks


def marks_among_mines(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return the look named mine that is a person's flags, where nothing else is.

    It is drawn unlike the more frequent mines, and it would be chance that all its cells lie beside
    numbers.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    other = unlike_more_frequent(mines, mines, looks, topology)
    if len(other) != 1 or (naming.names == Label.FLAG).any():
        return other[:0]
    marks = looks.of_cell == other[0]
    labels = naming.names[looks.of_cell]
    shown = (labels == Label.MINE) & ~marks
    told = told_by_hand(marks, shown, labels, Rules(topology))
    return other if told > BY_CHANCE else other[:0]


def flags_beside_wrong_ones(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named mine that are the right flags of a lost game, which shows wrong ones, and
    no other flag.

    Pixels call them flags and the usual mines no flags, from which they are drawn otherwise; some
    games show right flags on the ground of opened cells, as they do the mines.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    flagged, wrong = ((naming.names == name).any() for name in (Label.FLAG, Label.WRONG_FLAG))
    liker = costs[mines, Label.MINE] - costs[mines, Label.FLAG]
    if flagged or not wrong or not len(mines) or liker[looks.counts[mines].argmax()] > 0:
        return mines[:0]
    return unlike_more_frequent(mines[liker > 0], mines, looks, topology)


def hardly_by_hand(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flag that may be the mines of a lost game: all that the numbers say, where
    none is shown otherwise, and neither pixels nor places speak enough for flags.

    Where hardly a covered cell is no proven mine, and pixels call the flags mines, the covered ones
    may be the flags.
    """
    flags = np.flatnonzero(naming.names == Label.FLAG)
    counts = looks.counts[flags]
    if np.isin(naming.names, SHOWN).any() or counts.sum() < SEVERAL_SHOWN:
        return flags[:0]
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    liker = np.average(costs[flags, Label.MINE] - costs[flags, Label.FLAG], weights=counts)
    by_hand = liker + against_chance(labels == Label.FLAG, labels, rules) >= LIKER_FLAGS
    is_over = not rules.unshown(labels) or (liker <= 0 and _are_mines_left(labels, rules))
    return flags if is_over and not by_hand else flags[:0]


def hardly_shown(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named mine that may be a person's flags on a board in play: covered cells are
    left, none exploded, the numbers prove nearly all, and pixels do not speak enough for mines."""
    mines = np.flatnonzero(naming.names == Label.MINE)
    others = (Label.FLAG, Label.EXPLODED, Label.WRONG_FLAG)
    is_in_play = (naming.names == Label.COVERED).any() and not np.isin(naming.names, others).any()
    if not len(mines) or not is_in_play:
        return mines[:0]
    liker = costs[mines, Label.FLAG] - costs[mines, Label.MINE]
    if np.average(liker, weights=looks.counts[mines]) >= SURELY_SHOWN:
        return mines[:0]
    labels = naming.names[looks.of_cell]
    shown = labels == Label.MINE
    labels[shown] = Label.COVERED
    state = Rules(topology).deduced(labels)
    by_hand = state is not None and (state[shown] == IS_MINE).mean() >= MOSTLY_MINES
    return mines if by_hand else mines[:0]


SURELY_SHOWN = 6.0
"""Natural-log units by which pixels call mines what a person may have marked. Black stars that are
flags have 4.7; bombs of two games that show none exploded 7.9 and more."""


def _are_mines_left(labels: Labels, rules: Rules) -> bool:
    """Whether what is left covered beside numbers are several cells, and hardly one is no proven
    mine: an unlucky person's flags on a lost board, which shows the other mines."""
    left = (labels == Label.COVERED) & (rules.beside(labels <= MAX_NUMBER) > 0)
    if np.count_nonzero(left) < SEVERAL_SHOWN:
        return False
    state = rules.deduced(labels)
    return state is not None and bool((state[left] == IS_MINE).mean() >= MOSTLY_MINES)


MOSTLY_MINES = 0.9
"""Share of the covered cells that are proven mines where a person had set flags on these: in play
those that may be opened are opened first."""


def may_be_swapped(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return the looks named flag where they may as well be the mines shown, and those the flags.

    Pixels like it no less so, the rules allow it, and where both lie does not tell them; or what
    exploded shows the very symbol of the flags, and that of the mines it does not.
    """
    flags, mines = (np.flatnonzero(naming.names == name) for name in (Label.FLAG, Label.MINE))
    if not len(flags) or not len(mines):
        return flags[:0]
    if _exploded_as_drawn(flags, mines, naming, looks):
        return flags
    dearer = costs[:, Label.MINE] - costs[:, Label.FLAG]
    of_flags, of_mines = (
        np.average(dearer[chosen], weights=looks.counts[chosen]) for chosen in (flags, mines)
    )
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    marks, shown = (np.isin(looks.of_cell, chosen) for chosen in (flags, mines))
    if of_flags > of_mines or told_by_hand(marks, shown, labels, rules) > BY_CHANCE:
        return flags[:0]
    labels[marks], labels[shown] = Label.MINE, Label.FLAG
    return flags[:0] if rules.contradicts(labels) else flags


def _exploded_as_drawn(
    flags: NDArray[np.intp], mines: NDArray[np.intp], naming: Naming, looks: Looks
) -> bool:
    """Whether a mine that exploded shows the symbol of the flags, and not that of the mines; of a
    single one nothing tells that it is not the one that exploded, and the flag wrong."""
    exploded = np.flatnonzero(naming.names == Label.EXPLODED)
    if not len(exploded):
        return False
    of_flag, of_mine = (
        unlike_symbols(looks, exploded, each).min(axis=1) for each in (flags, mines)
    )
    is_lone = looks.counts[mines].sum() == 1
    return bool(((of_flag < SAME_SYMBOL) & (is_lone | (of_mine > OTHER_SYMBOL))).any())


SAME_SYMBOL, OTHER_SYMBOL = 0.04, 0.5
"""Share of a symbol by which another one differs that is the same, and one that is not: a pumpkin
that exploded differed by 0.0 from the others, by 0.63 from the ghosts that were flags. A star on
red and a flag in that red differ by 0.09."""


def too_many_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag of which several lie beside no number, where most numbers beside the
    others have more marks around them than they say: an opened area rather than marks."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    number = labels <= MAX_NUMBER
    overfull = rules.overmarked(labels)[number & (rules.marked(labels) > 0)]
    away = np.count_nonzero((labels == Label.FLAG) & (rules.beside(number) == 0))
    most = len(overfull) > 0 and overfull.mean() > MOST_OVERFULL
    return flags if away >= MIN_AWAY and most else flags[:0]


MOST_OVERFULL = 0.5
"""Share of the numbers with marks around them that have too many, where a person set these: a few
in a hundred have, of a game that is lost or of a person who marks at random."""


def unlike_sure_flags(
    costs: Costs, naming: Names, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flag that pixels call mines as well, where all show another symbol than
    the flags that pixels call nothing else: none where there are few such cells, or no such flag.
    """
    flags = np.flatnonzero(naming.names == Label.FLAG)
    liker = costs[flags, Label.MINE] - costs[flags, Label.FLAG]
    sure, odd = flags[liker >= LIKER_FLAGS], flags[liker < LIKE_MINES]
    told = len(sure) and len(sure) + len(odd) == len(flags)
    if not told or looks.counts[odd].sum() < SEVERAL_SHOWN or topology.shape is Shape.TRIANGLE:
        return flags[:0]
    return odd if all(shows_another(looks, look, sure) for look in odd) else flags[:0]


def all_mines_but_flags(shown: NDArray[np.bool_], labels: Labels, topology: Topology) -> bool:
    """Whether these cells are just the mines that every number says, with the flags.

    Where covered cells are left, some are such as no person could know.
    """
    rules, number = Rules(topology), labels <= MAX_NUMBER
    if (labels == Label.COVERED).any():
        return are_shown_at_the_end(shown, labels, rules)
    return bool(number.any() and (rules.marked(labels) == labels)[number].all())


LIKER_FLAGS = 5.0
"""Natural-log units by which pixels call flags what lies on every mine. Of 18 won boards with all
mines flagged the flags have 5.9 and more; red discs, stars on pink and asterisks that were mines
0.8 to 3.4."""

BY_CHANCE = 6.0
"""Natural-log units of chance that are not to be believed. Bombs that do not burn, which one game
sets as flags among burning ones, had 22."""


def painted_marks(
    naming: Naming, looks: Looks, topology: Topology
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return looks named covered that are flags, and those that are mines, on a lost board that
    shows both by colours alone; none of either where that is not so.

    Together they are all mines that the numbers ask for, but for a few wrong flags; the flags lie
    beside numbers, the mines anywhere.
    """
    odd = odd_covers(naming, looks, topology)
    colours = linked(looks.colors, odd, ONE_COLOUR)
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    if len(colours) != 2 or np.isin(labels, MARKS).any():
        return odd[:0], odd[:0]
    if to_opened(odd, naming, looks) <= ODD_GROUND:
        return odd[:0], odd[:0]
    for flags, mines in (colours, colours[::-1]):
        marks, shown = (np.isin(looks.of_cell, kind) for kind in (flags, mines))
        told = told_by_hand(marks, shown, labels, rules)
        if told > BY_CHANCE and _explain_all(marks, shown, labels, rules):
            return flags, mines
    return odd[:0], odd[:0]


def _explain_all(
    marks: NDArray[np.bool_], shown: NDArray[np.bool_], labels: Labels, rules: Rules
) -> bool:
    """Whether every number has its mines among these cells, and hardly one has too many marks."""
    number = labels <= MAX_NUMBER
    mines = rules.beside(shown)[number]
    too_many = mines + rules.beside(marks)[number] - labels[number]
    fits = (too_many >= 0).all() and (mines <= labels[number]).all()
    return bool(fits and (too_many > 0).sum() <= MOST_WRONGED * np.count_nonzero(number))
