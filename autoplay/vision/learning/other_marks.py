"""Marks that may be others than they are named."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.completed import are_shown_at_the_end
from autoplay.vision.learning.ending import MIN_AWAY, OWN_CONTRAST
from autoplay.vision.learning.grounds import SAME_GROUND, as_on_another_ground
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.plain_flags import LIKELY, told_flags
from autoplay.vision.learning.rules import SHOWN, Rules
from autoplay.vision.learning.search import FAINT_MARK, Costs
from autoplay.vision.learning.usual_covers import BARE_CONTRAST
from autoplay.vision.looks import NO_LOOKS, Looks
from autoplay.vision.symbols import MARGIN


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


def unlike_other_mines(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named mine that are drawn unlike the more frequent ones, and may be flags.

    Some games that are lost show a sign of their own where a flag was right, or paint it as they do
    the mines. Where wrong flags are shown and no flag, one kind of mines may be the right ones.
    Where mines are a colour alone, what shows a sign on another colour is none of them.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    if not len(mines):
        return mines
    liker = costs[mines, Label.FLAG] - costs[mines, Label.MINE]
    flags = (naming.rivals[mines] == Label.FLAG) & (naming.margin[mines] < NO_FLAG)
    usual = looks.counts[mines].argmax()
    flags |= liker < liker[usual] - LESS_LIKE_MINES
    flags |= (
        bool((naming.names == Label.WRONG_FLAG).any()) and not (naming.names == Label.FLAG).any()
    )
    return np.union1d(
        unlike_more_frequent(mines[flags], mines, looks, topology),
        mines[_are_drawn_apart(mines, usual, looks)],
    )


def _are_drawn_apart(mines: NDArray[np.intp], usual: np.intp, looks: Looks) -> NDArray[np.bool_]:
    """Return which of these looks show a sign on another ground than the usual one, that is bare.

    Outlines of round cells hide from the comparison of symbols that it shows none.
    """
    contrast, ground = looks.own_contrast(2)[mines], looks.inner_ground[mines]
    drawn = (contrast > OWN_CONTRAST) & (contrast[usual] < BARE_CONTRAST)
    return np.asarray(drawn & (np.abs(ground - ground[usual]).max(axis=1) > OTHER_COLOUR), np.bool_)


NO_FLAG = 5.0
"""Natural-log units by which a mine drawn unlike the others is no flag: check marks beside bombs
had 2.7, bombs that do not burn, which one game sets as flags, 4.8, mines of another kind 5.7."""

LESS_LIKE_MINES = 2.3
"""Natural-log units by which pixels prefer these to a flag less than they do the most frequent
mine: letters F beside letters M, all on red, 2.6 and more; bombs of many colours up to 2.1."""


def unlike_more_frequent(
    chosen: NDArray[np.intp], marks: NDArray[np.intp], looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return which ``chosen`` ones of these looks show another symbol than those of more cells."""
    if topology.shape is Shape.TRIANGLE:
        return chosen[:0]
    marks = marks[np.argsort(-looks.counts[marks], kind="stable")]
    unlike = [
        mark
        for place, mark in enumerate(marks[1:], 1)
        if mark in chosen and shows_another(looks, mark, marks[:place])
    ]
    return np.array(unlike, np.intp)


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


def exchangeable_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag that are a colour alone, where the covered ones may be the flags.

    Those are a colour alone, too, and as flags would be too many for few numbers or none: a person
    sets a wrong flag now and then. The numbers do not tell which they are.
    """
    plain = looks.own_contrast(2) < OWN_CONTRAST
    flags = in_colour_alone(np.flatnonzero(naming.names == Label.FLAG), looks)
    covers = (naming.names == Label.COVERED) & plain
    if not len(flags) or not covers.any():
        return np.zeros(0, np.intp)
    rules, names = Rules(topology), naming.names.copy()
    if rules.complete(names[looks.of_cell]):  # won: nothing is left to be mistaken
        return flags[:0]
    names[flags] = Label.COVERED
    labels = names[looks.of_cell]
    flagged, others = np.isin(looks.of_cell, flags), covers[looks.of_cell]
    if told_flags(flagged, others, labels, rules, LIKELY) is flagged:
        return flags[:0]
    labels[others] = Label.FLAG
    too_many, numbers = rules.overmarked(labels), labels <= MAX_NUMBER
    few = np.count_nonzero(too_many) <= MOST_WRONGED * np.count_nonzero(numbers)
    return flags if few else flags[:0]


def in_colour_alone(flags: NDArray[np.intp], looks: Looks) -> NDArray[np.intp]:
    """Return which of these looks show no symbol: a small one that falls between pixels is nearly
    as faint as others of it are, and the same."""
    contrast = looks.own_contrast(2)
    drawn = flags[contrast[flags] >= OWN_CONTRAST]
    plain = flags[contrast[flags] < OWN_CONTRAST]
    if not len(drawn):
        return plain
    faint = contrast[plain] > NEARLY * np.median(contrast[drawn])
    same = [not shows_another(looks, look, drawn) for look in plain]
    return np.asarray(plain[~(faint & np.array(same, np.bool_))], np.intp)


NEARLY = 0.5
"""Share of what flags stand out by that a fainter one of them does at least."""

MOST_WRONGED = 0.05
"""Share of the numbers that may have more flags around them than they say."""


def _is_no_flag(plain: NDArray[np.intp], naming: Naming, looks: Looks, topology: Topology) -> bool:
    """Whether this is the look of a single cell, proven to be a mine, in another colour than those
    of several flags: neither one of them nor a wrong one."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if looks.counts[plain].sum() != 1 or looks.counts[flags].sum() < MIN_AWAY:
        return False
    ground = looks.inner_ground
    if np.abs(ground[flags] - ground[plain]).max(axis=1).min() <= OTHER_COLOUR:
        return False
    labels = naming.names[looks.of_cell]
    return Rules(topology).are_proven_mines(looks.of_cell == plain[0], labels)


OTHER_COLOUR = 90.0
"""Gray levels by which what is but a colour is in another one: shades of one differ by half, a red
disc differs by 155 from blue ones."""


def bare_flags(naming: Naming, looks: Looks, _: Topology) -> NDArray[np.intp]:
    """Return looks named flag that show nothing, in the colour of covered cells."""
    flags, covers = (np.flatnonzero(naming.names == name) for name in (Label.FLAG, Label.COVERED))
    colors = looks.colors
    away = np.abs(colors[flags][:, None] - colors[covers]).max(axis=2).min(axis=1, initial=255.0)
    contrast = looks.own_contrast(2)
    least = np.clip(FAR_MORE * contrast[covers].max(initial=0.0), FAINTLY_DRAWN, OWN_CONTRAST)
    bare = (contrast[flags] < least) & (away < COVER_COLOUR)
    return np.asarray(flags[bare], dtype=np.intp)


FAINTLY_DRAWN, FAR_MORE = 15.0, 3.0
"""Gray levels by which the middle of a flag differs within itself, and how many times as much as
that of any covered cell, where these are plain: thin outlines of flags had 28, covered ones 5."""


COVER_COLOUR = 12.0
"""Gray levels by which the usual colour of a flag that shows nothing is that of covered cells."""


def hardly_flags(costs: Costs, naming: Naming) -> NDArray[np.intp]:
    """Return looks named flag that pixels hardly prefer to covered cells, where none is covered: a
    game that draws these with a symbol shows no other at its end."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if (naming.names == Label.COVERED).any():
        return flags[:0]
    liker = costs[flags, Label.COVERED] - costs[flags, Label.FLAG]
    return np.asarray(flags[liker < HARDLY], np.intp)


HARDLY = 1.5
"""Natural-log units by which pixels must prefer a flag: 2.7 and more on 18 won boards that have all
mines flagged, 0.9 of a bracket for covered cells."""


def plain_marks(costs: Costs, naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named mine that are a colour alone and may be the person's flags as well.

    They are not just the mines of all numbers, known and unknown; and all their cells lie beside
    numbers, but for a few, or nothing tells how flags are drawn, and none exploded. Where one
    exploded and nothing is covered the game has opened all: with all else flagged it would have
    been won before. Where it draws flags with a symbol, none is a colour alone.
    """
    if _has_sure_flags(costs, naming, looks):
        return np.zeros(0, np.intp)
    if (naming.names == Label.EXPLODED).any() and not (naming.names == Label.COVERED).any():
        return np.zeros(0, np.intp)
    mines = np.flatnonzero(np.isin(naming.names, SHOWN))
    contrast = looks.own_contrast(2)[mines]
    others = np.delete(costs[mines], [*SHOWN, Label.WRONG_FLAG], axis=1).min(axis=1)
    liker = others - costs[mines][:, SHOWN].min(axis=1)
    drawn = (contrast > FAINT_MARK) & (liker > SURELY_MINE)
    plain = np.asarray(mines[(contrast < OWN_CONTRAST) & ~drawn], np.intp)
    if not len(plain) or _is_no_flag(plain, naming, looks, topology):
        return plain[:0]
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    painted = np.isin(looks.of_cell, plain)
    away = np.count_nonzero(painted & (rules.beside(labels <= MAX_NUMBER) == 0))
    told = away >= MIN_AWAY and np.isin(naming.names, (Label.EXPLODED, Label.FLAG)).any()
    return plain[:0] if told or are_shown_at_the_end(painted, labels, rules) else plain


def _has_sure_flags(costs: Costs, naming: Naming, looks: Looks) -> bool:
    """Whether several flags show a symbol that pixels surely call one."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    others = np.delete(costs[flags], Label.FLAG, axis=1).min(axis=1)
    sure = others - costs[flags, Label.FLAG] >= SURELY_FLAG
    sure &= looks.own_contrast(2)[flags] > OWN_CONTRAST
    return bool(looks.counts[flags[sure]].sum() >= MIN_AWAY)


SURELY_FLAG = 5.0
"""Natural-log units by which pixels call a flag what can be nothing else, as of ``LIKER_FLAGS``."""

SURELY_MINE = 5.0
"""Natural-log units by which pixels call a faint symbol a mine rather than anything else: three had
6.0 to 7.0, what is but a colour up to 4.6."""


def marks_on_opened_cells(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named flag or question mark that may be numbers, by what they are drawn on.

    Much of each shows the colour of empty opened cells and hardly any that of plain covered ones.
    Some games draw their flags so, and those surely look like flags.
    """
    covers, zeros = (np.flatnonzero(naming.names == name) for name in (Label.COVERED, Label.ZERO))
    marks = np.flatnonzero(np.isin(naming.names, (Label.FLAG, Label.QUESTION)))
    marks = marks[naming.margin[marks] < SURELY_MARKED]
    if not len(covers) or not len(zeros):
        return marks[:0]
    covered, opened = (
        _shares_of(looks.colors[same[looks.counts[same].argmax()]], marks, looks)
        for same in (covers, zeros)
    )
    return np.asarray(marks[(opened > MUCH) & (covered < HARDLY_ANY)], np.intp)


SURELY_MARKED, MUCH, HARDLY_ANY = 4.0, 0.2, 0.05
"""Natural-log units by which a mark must be ahead on the ground of opened cells; the shares of its
pixels that show that ground, and that of covered cells. Fives cut off at their foot were flags by
2.2, and 0.35 of them showed the ground."""


def _shares_of(
    ground: NDArray[np.float32], chosen: NDArray[np.intp], looks: Looks
) -> NDArray[np.float64]:
    """Return the share of the pixels of each chosen look, within its edges, of this colour."""
    pixels = looks.tiles[chosen, MARGIN:-MARGIN, MARGIN:-MARGIN].astype(np.float32)
    away = np.abs(pixels - ground).max(axis=3)
    return np.asarray((away < SAME_GROUND).mean(axis=(1, 2)), np.float64)
