"""Marks that show no symbol, or hardly one: bare flags, plain ones, and what opened cells show."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.compared import mark_contrast, shows_another
from autoplay.vision.learning.completed import are_shown_at_the_end
from autoplay.vision.learning.ending import MIN_AWAY, OWN_CONTRAST
from autoplay.vision.learning.grounds import SAME_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.other_marks import OTHER_COLOUR
from autoplay.vision.learning.plain_flags import LIKELY, is_brighter, told_flags
from autoplay.vision.learning.rules import SHOWN, Rules
from autoplay.vision.learning.search import FAINT_MARK, Costs
from autoplay.vision.looks import Looks
from autoplay.vision.symbols import MARGIN


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
    is_told = is_brighter(flags, naming, looks)  # no game marks bright cells with gray
    if is_told or told_flags(flagged, others, labels, rules, LIKELY) is flagged:
        return flags[:0]
    labels[others] = Label.FLAG
    too_many, numbers = rules.overmarked(labels), labels <= MAX_NUMBER
    few = np.count_nonzero(too_many) <= MOST_WRONGED * np.count_nonzero(numbers)
    return flags if few else flags[:0]


def in_colour_alone(
    flags: NDArray[np.intp], looks: Looks, least: float = OWN_CONTRAST
) -> NDArray[np.intp]:
    """Return which of these looks show no symbol, that stands out by so many gray levels at least:
    a small one that falls between pixels is nearly as faint as others of it are, and the same."""
    contrast = looks.own_contrast(2)
    drawn = flags[contrast[flags] >= least]
    plain = flags[contrast[flags] < least]
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


def bare_flags(naming: Naming, looks: Looks, _: Topology) -> NDArray[np.intp]:
    """Return looks named flag that show nothing, in the colour of covered cells, nor on the ground
    of these, whose gradient may differ within itself as much as a thin letter from it."""
    flags, covers = (np.flatnonzero(naming.names == name) for name in (Label.FLAG, Label.COVERED))
    colors = looks.colors
    away = np.abs(colors[flags][:, None] - colors[covers]).max(axis=2).min(axis=1, initial=255.0)
    contrast = looks.own_contrast(2)
    least = np.clip(FAR_MORE * contrast[covers].max(initial=0.0), FAINTLY_DRAWN, OWN_CONTRAST)
    marked = mark_contrast(looks, flags, covers).min(axis=1, initial=255.0)
    alike = flags[(away < COVER_COLOUR) & (marked < OWN_CONTRAST)]
    return np.intersect1d(in_colour_alone(flags, looks, float(least)), alike)


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
