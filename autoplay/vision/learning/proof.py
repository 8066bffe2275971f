"""What the rest of the board says for a look's name and against its rival."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.compared import OTHER_MARK, likeness, mark_contrast, shows_another
from autoplay.vision.learning.bare_ground import price_of_flagged_ground
from autoplay.vision.learning.ending import CARRIES_A_MARK, MOST_TRUST, TRUST, price_at_the_end
from autoplay.vision.learning.families import BARE
from autoplay.vision.learning.grounds import ODD_GROUND, SAME_GROUND
from autoplay.vision.learning.rules import IS_MINE, IS_SAFE, PERSONS, Labels, Rules
from autoplay.vision.learning.search import Search, has_ended
from autoplay.vision.looks import Looks

CONTRADICTION = 8.0
"""Natural-log cost of a name with which no layout fits: all other looks would have to be right."""

CHANCE_OF_MINE = 0.3
"""How often the cell of an unknown thing is proven to be a mine although it marks none."""

CHANCE_OF_SLIP = 0.1
"""How often a person's flag stands where it is proven wrong, to how often an unknown thing does."""

CHANCE_OF_COVERED = 0.5
"""How often an unknown thing that is seen again lies on a covered cell."""

CHANCE_OF_OPENED = 0.5
"""How often an unknown thing has none but opened cells around it."""


def price_of_rival(search: Search, names: Labels, look: int, rival: int) -> float:
    """Return how much the other cells speak against this look being the rival, >= 0.

    ``names`` are those of all looks. A game draws a label one way: a second, rarer look may be
    something over the cell, so where it stands says nothing, unless it shows the same mark on
    another ground.
    """
    labels = names[search.looks.of_cell]
    cells = np.flatnonzero(search.looks.of_cell == look)
    if rival == Label.UNREADABLE:
        price = 0.0
        same = _drawn_alike(search.looks, names, look)
        if search.looks.counts[same].sum() >= search.looks.counts[names == names[look]].max():
            all_of_it = np.flatnonzero(np.isin(search.looks.of_cell, same))
            gained = _evidence(search.rules, labels, all_of_it, ended=has_ended(labels))
            gained += _kept_to_covers(search.looks, names, same)
            price = float(min(TRUST * gained, MOST_TRUST))
    else:
        renamed = labels.copy()
        renamed[cells] = rival
        impossible = search.rules.contradicts(renamed) and not search.rules.contradicts(labels)
        price = CONTRADICTION if impossible else 0.0
    price += _price_beside_covers(search, names, look, rival)
    price += _price_of_unlike_drawings(search.looks, names, look, rival)
    price += _price_beside_mines(search.looks, names, look, rival)
    price += _price_of_secluded(search.looks, names, look, rival)
    price += _price_of_other_bare_cells(search.looks, names, look, rival)
    price += price_of_flagged_ground(search.looks, names, look, rival)
    return price + price_at_the_end(search, names, look, rival)


def _drawn_alike(looks: Looks, names: Labels, look: int) -> NDArray[np.intp]:
    """Return the looks that show the very mark which this one, named a mark, does, itself among
    them; for any other label itself alone."""
    own = np.array([look])
    if names[look] not in (Label.FLAG, Label.MINE):
        return own
    others = np.setdiff1d(np.flatnonzero(names == names[look]), own)
    alike = looks.symbols.drawn_otherwise(np.intp(look), others) <= OTHER_MARK
    return np.append(own, others[alike])


def _least_covers(search: Search, names: Labels, look: int) -> int:
    """Return how many covered cells tell that a look is none of them: as many as it has.

    Late in a game most covered cells have a flag: a few tell it of what pixels call one as well.
    """
    own, costs = int(search.looks.counts[look]), search.costs[look]
    liker = costs[Label.COVERED] - costs[Label.FLAG]
    return min(own, FEWEST_APART) if names[look] == Label.FLAG and liker >= LIKER_FLAG else own


LIKER_FLAG = 2.0
"""Natural-log units by which pixels prefer a flag to a covered cell, of those a few of which tell
how they are drawn."""


def _price_beside_covers(search: Search, names: Labels, look: int, rival: int) -> float:
    """Return how much the plain covered looks speak against this rival of the look's name."""
    looks = search.looks
    covers = np.flatnonzero(names == Label.COVERED)
    covers = covers[covers != look]
    if rival == Label.COVERED:
        # Covers of a texture have a look each: they count together.
        plain = looks.counts[covers].sum() >= _least_covers(search, names, look)
        usual = covers[looks.counts[covers] >= looks.counts[look]]
        if looks.counts[usual].sum() < MOST_COVERS * looks.counts[covers].sum():
            usual = covers
        contrast, within = mark_contrast(looks, np.array([look]), usual), looks.own_contrast(2)
        drawn = within[usual].max(initial=0.0)
        least = MARK_CONTRAST if len(usual) and drawn < BARE_WITHIN else SURE_CONTRAST
        marked = plain and (contrast.min() > MARK_CONTRAST or within[look] - drawn > least)
        if marked:
            return CARRIES_A_MARK
        ground = looks.inner_ground
        away = np.abs(ground[covers] - ground[look]).max(axis=1).min(initial=255.0)
        if not plain or away <= ODD_GROUND:
            return 0.0
        told = names[look] in (Label.MINE, Label.EXPLODED)
        if names[look] in PERSONS:  # not by its ground alone
            told = within[look] > MARK_CONTRAST and shows_another(
                looks, np.intp(look), covers, MORE_THAN_GROUND
            )
        return OTHER_COVER if told else 0.0
    return 0.0


MORE_THAN_GROUND = 0.2
"""Share of a symbol by which it differs from what covered cells on another ground show: 0.28 of a
thin ! and three dots."""


def _price_of_unlike_drawings(looks: Looks, names: Labels, look: int, rival: int) -> float:
    """Return how much another look of its name, drawn like it, speaks against its rival.

    No game draws two things alike, but covered cells and opened ones without a symbol, and marks
    that only a stroke or the ground tells apart at the end.
    """
    name, contrast = names[look], float(looks.own_contrast(2)[look])
    bare = name in BARE and (contrast < MARK_CONTRAST or rival in BARE)
    unknown = rival == Label.UNREADABLE
    if {name, rival} in ALIKE_AT_THE_END or (bare and not unknown):
        return 0.0
    others = np.flatnonzero(names == name)
    if name == Label.COVERED:
        others = others[looks.counts[others] >= looks.counts[look]]
    else:
        others = others[looks.counts[others] > looks.counts[look]]
    textured = name == Label.COVERED and unknown
    within = TEXTURE if textured else min(TEXTURE, MOVED_BY_LESS * contrast)
    others = others[others != look]
    return ONE_TEXTURE if len(others) and likeness(looks, look, others) <= within else 0.0


ALIKE_AT_THE_END = ({Label.FLAG, Label.WRONG_FLAG}, {Label.MINE, Label.EXPLODED})

MOVED_BY_LESS = 0.3
"""Share of a symbol's contrast by which drawings of it differ that are less than a pixel apart: on
hexagons letters differ by 0.1 to 0.28, the likest numbers by 0.4."""


def _price_beside_mines(looks: Looks, names: Labels, look: int, rival: int) -> float:
    """Return how much the ground of other mines speaks against one having exploded, or not."""
    if {int(names[look]), rival} != {Label.MINE, Label.EXPLODED}:
        return 0.0
    mines = np.flatnonzero(names == Label.MINE)
    others = mines[(mines != look) & (looks.counts[mines] > looks.counts[look])]
    ground = looks.inner_ground
    away = np.abs(ground[others] - ground[look]).max(axis=1)
    if rival == Label.EXPLODED:
        return SAME_MINE if away.min(initial=255.0) < SAME_GROUND else 0.0
    alone = looks.counts[look] == 1 and len(others)
    return SAME_MINE if alone and away.min() > ODD_GROUND else 0.0


MOST_COVERS = 0.5
"""Share of the covered cells whose looks tell how these are drawn: along the edge of a board others
show its frame."""

OTHER_COVER = 2.0
"""Natural-log cost of covered for what could be a mine, or a mark whose symbol no covered cell has,
on a ground that none has."""


def _price_of_secluded(looks: Looks, names: Labels, look: int, rival: int) -> float:
    """Return how much speaks against zeros drawn unlike all covered cells being covered.

    Numbers lie between them and those, as they lie around every area of zeros.
    """
    if (names[look], rival) != (Label.ZERO, Label.COVERED):
        return 0.0
    covers = np.flatnonzero(names == Label.COVERED)
    zeros = looks.counts[names == Label.ZERO].sum()
    if min(zeros, looks.counts[covers].sum()) < FEWEST_APART:
        return 0.0
    bare = looks.own_contrast(2)[[look, *covers]].max() < BARE_WITHIN
    unlike = UNLIKE_BARE_COVERS if bare else UNLIKE_COVERS
    return OTHER_KIND if likeness(looks, look, covers) > unlike else 0.0


def _price_of_other_bare_cells(looks: Looks, names: Labels, look: int, rival: int) -> float:
    """Return how much speaks against bare cells in the colours of their like being others.

    Outlines of its neighbours may show at its edges.
    """
    if {int(names[look]), rival} != {Label.COVERED, Label.ZERO}:
        return 0.0
    same, others = names == names[look], names == rival
    same[look] = False
    if min(looks.counts[same].sum(), looks.counts[others].sum()) < FEWEST_APART:
        return 0.0
    away = np.abs(looks.middles - looks.middles[look]).max(axis=1)
    return OTHER_KIND if away[same].min() < SAME_GROUND and away[others].min() > ODD_GROUND else 0.0


FEWEST_APART = 4
"""Zeros, and covered cells, that would meet somewhere by chance were they of one kind."""

OTHER_KIND, UNLIKE_COVERS = 2.0, 20.0
"""Natural-log cost of a second kind of covered cells that meets none of the first, and the gray
levels in the block that differs most from which on it is a second kind."""

BARE_WITHIN, UNLIKE_BARE_COVERS = 12.0, 12.0
"""Contrast within itself of a cell that shows nothing but neighbours' lines, and the gray levels
from which on such ones are a second kind: textures differ by more among themselves."""


SAME_MINE = 2.0
"""Natural-log cost of a mine having exploded whose ground is that of mines that did not, and of
one not having exploded whose ground no other has."""

MARK_CONTRAST = 20.0
"""Gray levels by which the middle of a cell with a mark differs from that of a plain one, and more
within itself than one that shows nothing."""

SURE_CONTRAST = 60.0
"""Gray levels of contrast within itself that a textured cover hardly has.

Of 24 won boards whose mines are all flagged, pixels call the flags covered by more than 1.0 on one,
with a contrast of 74. Covers cut from a picture of a ball have 44, and pixels call them covered by
1.8; of 40 other won boards with plain covers the most is 5.
"""

ONE_TEXTURE, TEXTURE = 2.5, 30.0
"""Natural-log cost of something else for a look that differs from another of its name by no more
than so many gray levels in any block: the pieces of a texture do."""


def _evidence(rules: Rules, labels: Labels, cells: NDArray[np.intp], *, ended: bool) -> float:
    """Return how much better the cells' name fits than something unknown would by chance.

    A number has to lie between the mines that are certain around it and those that are possible;
    a mark of a mine stands where the numbers around prove one; what is shown to be wrong at the end
    stands where they prove none, and was a covered cell; a zero touches no closed cell.
    """
    name = int(labels[cells[0]])
    unknown = labels.copy()
    unknown[cells] = Label.UNREADABLE
    state = rules.deduced(unknown, ended=ended)
    if state is None:
        return 0.0
    if 0 < name <= MAX_NUMBER:
        least, most = rules.interval(state, cells)
        if (state[cells] == IS_MINE).any() or ((name < least) | (name > most)).any():
            return 0.0
        share = (most - least + 1) / (MAX_DIGIT + 1)
        gained = -np.log(np.minimum(share, 1)).sum()
    elif name in (Label.FLAG, Label.MINE, Label.EXPLODED):
        mines, safe = ((state[cells] == known).sum() for known in (IS_MINE, IS_SAFE))
        if safe and name != Label.FLAG:
            return 0.0
        gained = max(-np.log(CHANCE_OF_MINE) * mines + np.log(CHANCE_OF_SLIP) * safe, 0.0)
    elif name == Label.WRONG_FLAG:
        are_wrong = ended and not (state[cells] == IS_MINE).any()
        gained = -np.log(CHANCE_OF_COVERED) * len(cells) * are_wrong
    elif name == Label.ZERO:
        if (rules.beside(labels > MAX_NUMBER)[cells] > 0).any():
            return 0.0
        gained = -np.log(CHANCE_OF_OPENED) * len(cells)
    else:
        return 0.0
    return float(gained)


def _kept_to_covers(looks: Looks, names: Labels, same: NDArray[np.intp]) -> float:
    """Return how much better flags on the ground of covered cells fit than something unknown would,
    which lies on opened cells as soon; 0 where these have that ground, too."""
    ground = looks.inner_ground

    def away(others: NDArray[np.bool_]) -> NDArray[np.float32]:
        apart = np.abs(ground[same][:, None] - ground[others]).max(axis=2)
        return np.asarray(apart.min(axis=1, initial=255.0), dtype=np.float32)

    on_covers = (away(names == Label.COVERED) < SAME_GROUND).all()
    on_opened = (away(names <= MAX_NUMBER) < ODD_GROUND).any()
    if names[same[0]] != Label.FLAG or not on_covers or on_opened:
        return 0.0
    return float(-np.log(CHANCE_OF_COVERED) * (looks.counts[same].sum() - 1))


MAX_DIGIT = 8
"""Numbers an unknown thing may be taken for are 0 to this."""
