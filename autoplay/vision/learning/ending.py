"""What a game that is over, or whose mines are all marked, says against a look's rival."""

from __future__ import annotations

import numpy as np

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.completed import against_chance, are_all_mines, told_by_hand
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.rules import IS_SAFE, SHOWN, Labels
from autoplay.vision.learning.search import SEVERAL_SHOWN, Search, has_ended

TRUST = 0.5
"""Share of the evidence that counts: neighbouring cells of a look are no independent witnesses."""

MOST_TRUST = 4.0
"""Natural-log units that are the most evidence of this kind."""

CARRIES_A_MARK = 8.0
"""Natural-log cost of covered for a look that carries what no other covered look has."""

OWN_CONTRAST = 30.0
"""Gray levels by which the middle of a marked cell differs within itself: all that was covered had
12 or less on 39 of 40 boards that were won with nothing marked, 29 on a textured one; what was
marked had 36 or more on 82 of 86."""

MIN_AWAY = 3
"""Cells of one colour beside no number that no person has marked."""


def price_at_the_end(search: Search, names: Labels, look: int, rival: int) -> float:
    """Return how much the end of a game, or of the search for its mines, speaks against a rival."""
    if rival == Label.COVERED:
        price = _price_of_plain_cover(search, names, look)
        price += _price_of_marks_that_fit(search, names, look)
        return price + _price_of_last_covers(search, names, look)
    return _price_of_the_end(search, names, look, rival)


def _price_of_the_end(search: Search, names: Labels, look: int, rival: int) -> float:
    """Return how much the end of a game speaks against this rival, none of covered.

    Where all else is opened flags are no mines shown; where mines are shown, numbers prove that a
    cell is none, and what stood there wrongly would be shown as a wrong flag.
    """
    if (names[look], rival) == (Label.FLAG, Label.MINE):
        won = not np.isin(names, (Label.COVERED, Label.MINE, Label.EXPLODED)).any()
        if won:
            return WON
        return _price_of_too_few_mines(search, names, look) + _price_by_hand(search, names, look)
    labels = names[search.looks.of_cell]
    if (names[look], rival) == (Label.MINE, Label.FLAG):
        unseen = search.rules.beside(labels <= MAX_NUMBER) == 0
        away = np.count_nonzero(unseen[search.looks.of_cell == look])
        nobody_saw = away >= MANY_AWAY and (names == Label.EXPLODED).any()
        marks = np.isin(labels, (*SHOWN, Label.FLAG))
        all_marked = ALL_MARKED * are_all_mines(marks, labels, search.rules)
        by_hand = against_chance(marks, labels, search.rules)
        kept = by_hand * (by_hand > SURPRISING)
        return UNSEEN * nobody_saw + max(all_marked - kept, 0.0)
    if names[look] == Label.EXPLODED and rival == Label.FLAG:
        return _price_of_another_flag(search, names, look)
    if names[look] > MAX_NUMBER or rival != Label.FLAG or not has_ended(labels):
        return 0.0
    cells = search.looks.of_cell == look
    labels[cells] = Label.UNREADABLE
    state = search.rules.deduced(labels, ended=True)
    return DISPROVED if state is not None and (state[cells] == IS_SAFE).all() else 0.0


def _price_by_hand(search: Search, names: Labels, look: int) -> float:
    """Return how much speaks against marks being mines shown where those are drawn otherwise.

    A person marks what lies beside numbers.
    """
    mines = np.flatnonzero(names == Label.MINE)
    several = search.looks.counts[mines].sum() >= SEVERAL_SHOWN
    if not several or not shows_another(search.looks, np.intp(look), mines):
        return 0.0
    of_cell = search.looks.of_cell
    told = told_by_hand(of_cell == look, np.isin(of_cell, mines), names[of_cell], search.rules)
    return min(TRUST * told, MOST_TRUST)


def _price_of_another_flag(search: Search, names: Labels, look: int) -> float:
    """Return how much speaks against what is on a ground of its own being a flag, where all flags
    are drawn otherwise."""
    flags, looks = np.flatnonzero(names == Label.FLAG), search.looks
    if looks.counts[flags].sum() < SEVERAL_SHOWN or not shows_another(looks, np.intp(look), flags):
        return 0.0
    away = np.abs(looks.inner_ground[flags] - looks.inner_ground[look]).max(axis=1)
    return ANOTHER_FLAG if away.min() > ODD_GROUND else 0.0


def _price_of_too_few_mines(search: Search, names: Labels, look: int) -> float:
    """Return how much speaks against marks being mines shown where several numbers lack mines.

    A game that shows one mine of several shows the one that exploded; two alike did not both.
    """
    alike = search.looks.counts[look]
    if alike < 2 or alike >= SEVERAL_SHOWN or np.isin(names, SHOWN).any():
        return 0.0
    labels = names[search.looks.of_cell]
    labels[search.looks.of_cell == look] = Label.MINE
    return TOO_FEW if search.rules.unshown(labels) >= MOST_UNSHOWN else 0.0


ANOTHER_FLAG = 2.0
"""Natural-log cost of a flag drawn unlike all others, on another ground."""

TOO_FEW = 2.0
"""Natural-log cost of a pair of mines shown where several numbers lack mines: the search prices the
same of three and more."""

MOST_UNSHOWN = 3
"""Numbers whose mines are not all shown, although the game seems to show them: one in none of 46
lost boards, in all but five of 74 with flags alone, which some themes draw as others draw mines."""

UNSEEN, MANY_AWAY = 2.0, 3
"""Natural-log cost of flags, so many of them beside no number, where one mine exploded: a person
could not have set them, and a lost game shows its mines."""

ALL_MARKED = 2.0
"""Natural-log cost of flags that are just the mines of all numbers, beside other covered cells: so
were the mines of all of 14 lost boards that show none exploded, and the flags of none of 96 others
in mid-game."""

SURPRISING = 1.0
"""Natural-log units from which on what speaks against chance counts."""

ALL_OPENED = 2.0
"""Natural-log cost of the only covered cells of a board whose mines are shown."""

DISPROVED = 2.0
"""Natural-log cost of a flag on a cell that the mines shown prove to be safe."""

WON = 2.5
"""Natural-log cost of shown mines where nothing is covered and none exploded: a game won flags."""


def _price_of_last_covers(search: Search, names: Labels, look: int) -> float:
    """Return how much speaks against a number being the only covered cells where mines are shown:
    the game has opened all."""
    if names[look] > MAX_NUMBER or (names == Label.COVERED).any():
        return 0.0
    return ALL_OPENED if has_ended(names[search.looks.of_cell]) else 0.0


def _price_of_plain_cover(search: Search, names: Labels, look: int) -> float:
    """Return how much speaks against flags, or what is plainly mines, being plain covered cells
    where all else is opened.

    None need be left to compare with. Beside mines shown some flags may be wrong.
    """
    liker = search.costs[look, Label.COVERED] - search.costs[look, Label.MINE]
    shown = names[look] == Label.MINE and liker > PLAINLY_MINES
    if names[look] != Label.FLAG and not shown:
        return 0.0
    labels, rules = names[search.looks.of_cell], search.rules
    complete = rules.complete_but_for_flags(labels) if shown else rules.complete(labels)
    opened = (labels <= MAX_NUMBER).any() and complete
    marked = search.looks.own_contrast(2)[look] > OWN_CONTRAST
    return CARRIES_A_MARK if opened and marked else 0.0


PLAINLY_MINES = 2.0
"""Natural-log units by which pixels call mines what could be how a game draws its covered cells."""


def _price_of_marks_that_fit(search: Search, names: Labels, look: int) -> float:
    """Return how much speaks against marks being covered cells that explain every number alone.

    Covered cells that are no marks lie beside numbers, too; so that none of them is a mine, all
    mines would have to carry a mark by chance. A few flags may be wrong: too many marks, never too
    few.
    """
    if names[look] not in MINED:
        return 0.0
    labels, rules = names[search.looks.of_cell], search.rules
    number = labels <= MAX_NUMBER
    spare = rules.marked(labels)[number] - labels[number]
    if not len(spare) or (spare < 0).any() or (spare > 0).mean() > MOST_SPARE:
        return 0.0
    others = np.count_nonzero((labels == Label.COVERED) & (rules.beside(number) > 0))
    return float(min(-TRUST * np.log(1 - COVERED_MINES) * others, MOST_TRUST))


MINED = (Label.FLAG, Label.MINE, Label.EXPLODED)

MOST_SPARE = 0.1
"""Share of the numbers that may have more marks around them than they say."""

COVERED_MINES = 0.3
"""How often a covered cell beside a number is a mine."""
