"""Flags that are a colour alone: covered cells of two colours, and which of these are marked."""

from __future__ import annotations

from dataclasses import replace
from math import lgamma, log

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.learning.completed import keep_to_numbers, may_be_shown
from autoplay.vision.learning.ending import OWN_CONTRAST
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.margins import MIN_MARGIN
from autoplay.vision.learning.rules import FREE, IS_MINE, IS_SAFE, SHOWN, Labels, Rules
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.tints import linked, odd_covers
from autoplay.vision.learning.usual_covers import BARE_CONTRAST, covers_apart_within
from autoplay.vision.looks import NO_LOOKS, Looks

Cells = NDArray[np.bool_]

SELDOM, LIKELY, OFTEN = 0.01, 0.1, 0.2
"""Shares of draws that fit as well: what tells flags, what confirms them, what tells other cells.

Of 432 screens with flags of real games the numbers tell 209 with the first, none the wrong way
round, and 287 with the second, one the wrong way round.
"""


def with_told_flags(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> tuple[Costs, Naming]:
    """Return costs and naming, flags that are a colour alone as likely as anything, and no look of
    nothing known, where the game tells them.

    Pixels call such cells covered, or bare ones anything, and the rules name them flags for their
    colour alone.
    """
    within = looks.own_contrast(2)
    plain = (naming.names == Label.FLAG) & (within < OWN_CONTRAST)
    plain &= (costs.argmin(axis=1) == Label.COVERED) | (within < BARE_CONTRAST)
    if not plain.any():
        return costs, naming
    covered = replace(naming, names=np.where(plain, np.uint8(Label.COVERED), naming.names))
    told = np.intersect1d(np.flatnonzero(plain), plain_flags(covered, looks, topology))
    costs = costs.copy()
    costs[told, Label.FLAG] = costs[told].min(axis=1)
    return costs, known_by_colour(naming, told)


def known_by_colour(naming: Naming, flags: NDArray[np.intp]) -> Naming:
    """Return the naming with these flags no look of nothing known: as covered cells their colour
    alone may have made them look like that."""
    margin = naming.margin.copy()
    unlike = flags[naming.rivals[flags] == Label.UNREADABLE]
    margin[unlike] = np.maximum(margin[unlike], MIN_MARGIN)
    return replace(naming, margin=margin)


def plain_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered whose colour is that of flags: proven mines have it, or it keeps
    to what the numbers allow as no other choice of cells would by chance, or it is too far from
    that of covered cells to be anything else.

    Of a lost game that is so where it shows no more than the mine that exploded.
    """
    odd = odd_covers(naming, looks, topology)
    if not len(odd):
        odd = _in_a_pale_colour(naming, looks, topology)
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    shown = np.count_nonzero(np.isin(labels, SHOWN))
    if not len(odd) or shown > 1:
        return odd[:0]
    apart = np.isin(looks.of_cell, odd)
    brighter = is_brighter(odd, naming, looks)
    proven = _are_proven(apart, labels, rules, brighter=brighter)
    if may_be_shown(apart, labels, rules):
        return odd[:0]  # shown at the end, or all flagged
    if proven and not shown:
        return odd
    others = (labels == Label.COVERED) & ~apart
    rest = np.setdiff1d(np.flatnonzero(naming.names == Label.COVERED), odd)
    for either in () if shown else (odd, rest):
        if _are_painted(either, naming, looks, topology):
            return either
    flags = apart if proven else told_flags(apart, others, labels, rules)
    if flags is None or not _are_by_hand(flags, labels, rules):
        return odd[:0]
    return np.unique(looks.of_cell[flags])


def _in_a_pale_colour(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return bare looks named covered that differ less than a tint from bare others, and far more
    than those among themselves. Tiles of other cells than squares show the neighbours, too."""
    within = looks.own_contrast(2)[naming.names == Label.COVERED]
    if topology.shape is not Shape.SQUARE or within.max(initial=0) >= BARE_CONTRAST:
        return NO_LOOKS
    odd = covers_apart_within(naming, looks, topology)
    return NO_LOOKS if _are_veiled(odd, naming, looks) else odd


def _are_veiled(odd: NDArray[np.intp], naming: Naming, looks: Looks) -> bool:
    """Whether some zeros differ from most by the very colour that these covered looks do: a veil
    lies over all of them."""
    covers, zeros = (np.flatnonzero(naming.names == name) for name in (Label.COVERED, Label.ZERO))
    if not len(odd) or len(zeros) < 2:
        return False
    colors = looks.colors
    cover, zero = (colors[each[looks.counts[each].argmax()]] for each in (covers, zeros))
    changes = colors[zeros] - zero
    same = np.abs((colors[odd] - cover)[:, None] - changes).max(axis=2) < ONE_VEIL
    return bool((same & (np.abs(changes).max(axis=1) > 2 * ONE_VEIL)).any())


ONE_VEIL = 4.0
"""Gray levels within which two colours are changed alike, half as much as those that are changed:
covered cells and zeros beneath one tint were so by 0.1."""


def _are_by_hand(marks: Cells, labels: Labels, rules: Rules) -> bool:
    """Whether these cells are not just the mines that a finished game shows."""
    lacking = np.count_nonzero(_lacking(marks, labels, rules) > 0)
    return bool(lacking >= LACKING) or keep_to_numbers(marks, labels, rules)


def coloured_as_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered in the colour of more flags that are a colour alone, and not in
    that of opened cells."""
    odd = odd_covers(naming, looks, topology)
    plain = looks.own_contrast(2) < OWN_CONTRAST
    flags = np.flatnonzero(plain & (naming.names == Label.FLAG))
    colors = looks.colors
    away = np.abs(colors[odd][:, None] - colors[flags]).max(axis=2).min(axis=1, initial=255.0)
    alike = np.asarray(odd[plain[odd] & (away < ONE_COLOUR)], np.intp)
    more = looks.counts[flags].sum() > looks.counts[alike].sum()
    return alike if more and to_opened(alike, naming, looks) > ODD_GROUND else alike[:0]


def to_opened(chosen: NDArray[np.intp], naming: Naming, looks: Looks) -> float:
    """Return the gray levels by which the colours of these looks differ from grounds of opened
    cells at least."""
    grounds = looks.inner_ground[naming.names <= MAX_NUMBER]
    return float(np.abs(looks.colors[chosen][:, None] - grounds).max(axis=2).min(initial=255.0))


LACKING = 3
"""Numbers that lack mines: where none does, the marks may be the mines a finished game shows."""


def told_flags(
    one: Cells, other: Cells, labels: Labels, rules: Rules, most: float = SELDOM
) -> Cells | None:
    """Return which of two sets of covered cells the numbers tell to be flags, None for neither.

    By chance as many cells would fit the numbers as well in that share of draws at ``most``, as
    many as the others often.
    """
    chances = [_chance_to_fit(marks, labels, rules) for marks in (one, other)]
    if min(chances) > most or max(chances) < OFTEN:
        return None
    return one if chances[0] < chances[1] else other


def _are_proven(apart: Cells, labels: Labels, rules: Rules, *, brighter: bool) -> bool:
    """Whether the cells ``apart`` are mostly proven mines, and other covered cells are not, or of a
    duller colour."""
    state = rules.deduced(labels)
    if state is None:
        return False
    others = (labels == Label.COVERED) & ~apart
    if (state[others] == IS_MINE).all() and not brighter:
        return False  # all that is left are mines: either colour may be the flag
    states = state[apart]
    mines, safe = (states == IS_MINE).sum(), (states == IS_SAFE).sum()
    proven = mines >= max(MIN_PROVEN, (states == FREE).sum())
    return bool(proven and safe <= MOST_WRONG * mines)


def is_brighter(odd: NDArray[np.intp], naming: Naming, looks: Looks) -> bool:
    """Whether these looks have bright colours, and other covered ones are nearly gray beside."""
    covers = np.setdiff1d(np.flatnonzero(naming.names == Label.COVERED), odd)
    if not len(covers):
        return False
    chroma = np.ptp(looks.colors, axis=1)
    least = chroma[odd].min()
    return bool(least > BRIGHT and chroma[covers].max() < DULLER * least)


BRIGHT, DULLER = 80.0, 0.5
"""Gray levels between the channels of a bright colour at least, and the share of them that others
have at most: of dark red cells among gray ones 88 and 0, of yellow among dark blue 142 and 52."""


def _are_painted(odd: NDArray[np.intp], naming: Naming, looks: Looks, topology: Topology) -> bool:
    """Whether several cells have one colour, far from that of other covered cells and not that of
    opened ones, and are marked mines.

    Numbers lack more, so that no game that is over shows them, and what is proven tells them.
    """
    covers = np.setdiff1d(np.flatnonzero(naming.names == Label.COVERED), odd)
    colors = looks.colors
    away = _apart(colors[odd][:, None] - colors[covers]).min(initial=255.0)
    one_colour = len(linked(colors, odd, ONE_COLOUR)) == 1
    few = 1 < looks.counts[odd].sum() <= looks.counts[covers].sum()
    if not (one_colour and few and away > FAR_APART):
        return False
    if to_opened(odd, naming, looks) <= ODD_GROUND:
        return False
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    apart = np.isin(looks.of_cell, odd)
    if not _are_by_hand(apart, labels, rules):
        return False
    least = PAINTED_BRIGHT if is_brighter(odd, naming, looks) else PAINTED
    return _told_by_proof(apart, labels, rules) > least


def _apart(away: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return how far colours are apart that differ so, (..., 3): by more where some channels are
    higher and others lower, as no light or shadow makes them."""
    return np.asarray(np.maximum(away.max(axis=-1), 0) - np.minimum(away.min(axis=-1), 0))


def _told_by_proof(apart: Cells, labels: Labels, rules: Rules) -> float:
    """Return how much the cells ``apart`` speak for marks rather than for any covered ones beside
    numbers, in natural-log units; 0 where no layout of mines fits.

    It begins with the Bayes factor of two ways to choose cells: a person marks proven mines at a
    rate that nobody knows, unproven cells at another, and hardly a proven safe one; or all are
    chosen at one rate, whatever they are. Besides, marks fit the numbers better than other choices.
    """
    state = rules.deduced(labels)
    if state is None:
        return 0.0
    closed = (labels == Label.COVERED) & (rules.beside(labels <= MAX_NUMBER) > 0)
    told = -_chosen_at_some_rate(apart[closed])
    for known, carefulness in ((IS_MINE, 1), (FREE, 1), (IS_SAFE, CAREFULNESS)):
        told += _chosen_at_some_rate(apart[closed & (state == known)], carefulness)
    return told - log(max(_chance_to_fit(apart, labels, rules), 1 / DRAWS))


def _chosen_at_some_rate(chosen: Cells, carefulness: int = 1) -> float:
    """Return the log probability of this choice at a rate that is not known.

    The rate has a beta distribution of 1 and ``carefulness``: a mean of one in so many and one.
    """
    some = int(np.count_nonzero(chosen))
    return _log_beta(1 + some, carefulness + len(chosen) - some) - _log_beta(1, carefulness)


def _log_beta(one: int, other: int) -> float:
    return lgamma(one) + lgamma(other) - lgamma(one + other)


CAREFULNESS, PAINTED, PAINTED_BRIGHT = 19, 5.0, 0.0
"""How many proven safe cells a person leaves for each one marked, and the natural-log units that
tell marks. Where they alone are bright that tells them, unless numbers speak against it.

Of 894 boards with 2 to 15 marks beside numbers, a wrong one on two of five boards, 61 % have 5. As
many cells taken at random have 5 on 0.7 to 1.9 % of boards, every third covered one on 1.6 %, a
cell and its neighbours on 0.8 %, a column on 1.3 %."""

ONE_COLOUR, FAR_APART = 16.0, 75.0
"""Gray levels by which cells of one colour differ at most, and by which that colour differs at
least from those of covered cells: those of flags by 84 and more, of cells under a pointer by up to
51."""

MIN_PROVEN, MOST_WRONG = 3, 0.1
"""Cells of one colour that are proven mines before the colour is taken for a flag, and the share of
those that may be proven to hold none: the person was wrong there."""


def _lacking(marks: Cells, labels: Labels, rules: Rules) -> NDArray[np.int32]:
    """Return how many mines every number lacks with these cells marked, below 0 for too many."""
    number = labels <= MAX_NUMBER
    return np.asarray((labels - rules.marked(labels) - rules.beside(marks))[number], np.int32)


def _chance_to_fit(marks: Cells, labels: Labels, rules: Rules) -> float:
    """Return the share of draws, of as many covered cells beside numbers, that fit them as well."""

    def misfit(cells: Cells) -> int:
        lacking = _lacking(cells, labels, rules)
        return int(np.abs(lacking).sum() - TOO_MANY * np.minimum(lacking, 0).sum())

    beside = np.flatnonzero((labels == Label.COVERED) & (rules.beside(labels <= MAX_NUMBER) > 0))
    count, own = np.count_nonzero(marks[beside]), misfit(marks)
    rng, fitting = np.random.default_rng(0), 0
    for _ in range(DRAWS):
        drawn = np.zeros(len(labels), np.bool_)
        drawn[rng.choice(beside, count, replace=False)] = True
        fitting += misfit(drawn) <= own
    return fitting / DRAWS


DRAWS = 200
"""Draws of other cells: SELDOM is two of them, LIKELY is told to 0.02 (standard error)."""

TOO_MANY = 4
"""How much more a flag too many says against its kind than one too few: persons set few wrong ones.
With 0 five of 83 sets fewer are told."""
