"""Namings other than the cheapest one, where what looks are like beside others speaks for them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.learning.by_hand import all_mines_but_flags, unlike_sure_flags
from autoplay.vision.learning.ending import CARRIES_A_MARK, MINED, OWN_CONTRAST
from autoplay.vision.learning.inks import in_other_inks, not_in_ink_of
from autoplay.vision.learning.judged import Found, Names, Naming
from autoplay.vision.learning.kinds import (
    HESITATES,
    completing_kinds,
    odd_numbers,
    opened_covers,
    secluded_kinds,
)
from autoplay.vision.learning.naming import best_naming, is_sound, naming_singly, overruled
from autoplay.vision.learning.other_covers import (
    covers_drawn_as,
    marked_covers,
    symbols_on_covers,
)
from autoplay.vision.learning.questions import MANY_ASKED
from autoplay.vision.learning.rules import MARKS, SHOWN, Opens, Rules, are_drawn_numbers
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.tints import odd_covers, tints_of_covers
from autoplay.vision.looks import NO_LOOKS, Looks


def named(costs: Costs, looks: Looks, topology: Topology, least: Opens = Opens.SIDES) -> Naming:
    """Return the best naming; what covered looks are like beside the others may change it.

    ``least`` is what zeros open at least.

    Those of a colour of their own or, where there are several, of any one colour, those that meet
    no other, or that lie on the ground of numbers may be opened; those that are all the mines a
    board lacks are these; others carry a mark. Where every covered cell shows a question mark, that
    is how the game draws them.
    """
    return _likeliest(costs, looks, topology, least).weighed()


def _likeliest(costs: Costs, looks: Looks, topology: Topology, least: Opens) -> Found:
    naming = likely_naming(topology, looks, costs, least=least)
    if _is_hopeless(naming, costs, looks):
        return naming
    naming, costs, asked = _with_questions_as_covers(naming, costs, looks, topology, least)
    naming, costs = _with_odd_numbers_marked(naming, costs, looks, topology)
    naming, costs = _with_one_ink_a_number(naming, costs, looks, topology)
    naming, costs = _with_mines_beside_flags(naming, costs, looks, topology)
    strange = odd_covers(naming, looks, topology)
    odd = [strange] * bool(len(strange))
    lying = opened_covers(naming, looks, topology)
    tinted = [*odd, *tints_of_covers(naming, looks, strange), *[lying] * bool(len(lying))]
    opened = [*secluded_kinds(naming, looks, topology), *tinted]
    shown = odd if (costs[strange][:, list(MINED)].min(axis=1) < HESITATES).all() else []
    mined = [*completing_kinds(naming, looks, topology), *shown]
    for kinds, names in ((opened, OPENED), (mined, MINED)):
        others = [
            (other, dearer)
            for kind in kinds
            for dearer in [_with_dear_cover(costs, kind)]
            for other in [likely_naming(topology, looks, costs, dearer, least)]
            if np.isin(other.names[kind], names).all() and not other.broken.any()
            if not turns_zeros_over(naming, other, looks, topology)
        ]
        if others:
            # Of two kinds that do not meet either may be the opened one; zeros that open none of
            # what is around them hardly are such.
            broken = Rules(topology).broken
            naming, costs = min(
                others,
                key=lambda each: (broken(each[0].names[looks.of_cell]).any(), each[0].cost),
            )
            break
    else:
        naming, costs = _with_zeros_that_open_none(naming, costs, looks, topology, lying)
    marked = symbols_on_covers(costs, naming, looks)
    if not len(marked):
        marked = marked_covers(naming, looks, topology)
    marked = np.setdiff1d(covers_drawn_as(naming, looks, marked), asked)
    if not len(marked):
        return naming
    dearer = _with_dear_cover(costs, marked)
    other = likely_naming(topology, looks, costs, dearer, least)
    plain = np.setdiff1d(np.flatnonzero(naming.names == Label.COVERED), marked)
    covered = other.names[plain] == Label.COVERED
    # It is a mark only beside cells that are covered without it; a number may be beside zeros.
    numbered = are_drawn_numbers(other.names[marked]).all() and not other.broken.any()
    return other if covered.all() or (numbered and covered.any()) else naming


def turns_zeros_over(naming: Names, other: Names, looks: Looks, topology: Topology) -> bool:
    """Whether a naming calls covered what another one that keeps to the usual rules calls zeros,
    and does so itself only where zeros open nothing."""
    broken = Rules(topology).broken
    first, then = (broken(each.names[looks.of_cell]).any() for each in (naming, other))
    turned = other.names[naming.names == Label.ZERO] == Label.COVERED
    return bool(turned.any() and then and not first)


def _is_hopeless(naming: Found, costs: Costs, looks: Looks) -> bool:
    """Whether so many cells are at odds with the rules or their looks, or these fit it so badly,
    that no naming will do."""
    at_odds = (naming.broken > 0) | overruled(costs, naming)[looks.of_cell]
    return bool(at_odds.mean() > HOPELESS) or naming.cost > DEAR + DEAR_LOOK * len(looks)


HOPELESS = 0.01
"""Share of the cells: none was at odds on 423 boards read rightly. On a window over a board, or a
wrong lattice, the search for other namings took four times as long as the first."""

DEAR, DEAR_LOOK = 25.0, 0.5
"""Natural-log units that a naming of a board costs at most, and as many more for each look.

Of 307 boards that were read rightly, drawn and distorted ones among them, it was 23.8 at most, with
11 looks, and 16.4 of the others. Windows over a board, and tilings that are none, cost up to 520;
half of the time that refusing took went into other namings of these.
"""


def _with_odd_numbers_marked(
    naming: Found, costs: Costs, looks: Looks, topology: Topology
) -> tuple[Found, Costs]:
    """Return naming and costs, numbers on a ground of their own called marks where that fits."""
    odd = odd_numbers(naming, looks, costs)
    if not len(odd):
        return naming, costs
    dearer = costs.copy()
    dearer[odd, : MAX_NUMBER + 1] += ON_NO_GROUND_OF_NUMBERS
    other = likely_naming(topology, looks, costs, dearer)
    marked = np.isin(other.names[odd], MARKS).all() and not other.broken.any()
    numbers = np.setdiff1d(np.flatnonzero(are_drawn_numbers(naming.names)), odd)
    stay = (other.names[numbers] == naming.names[numbers]).all()
    return (other, dearer) if marked and stay else (naming, costs)


def _with_one_ink_a_number(
    naming: Found, costs: Costs, looks: Looks, topology: Topology
) -> tuple[Found, Costs]:
    """Return naming and costs, looks in the ink of other numbers called those where that fits."""
    odd = in_other_inks(naming, looks)
    if not len(odd):
        return naming, costs
    dearer = costs.copy()
    dearer[odd, : MAX_NUMBER + 1] += IN_ANOTHER_INK * not_in_ink_of(naming, looks)[odd]
    other = likely_naming(topology, looks, costs, dearer)
    stay = (np.delete(other.names, odd) == np.delete(naming.names, odd)).all()
    fits = stay and not other.broken.any() and not len(in_other_inks(other, looks))
    return (other, dearer) if fits else (naming, costs)


def _with_mines_beside_flags(
    naming: Found, costs: Costs, looks: Looks, topology: Topology
) -> tuple[Found, Costs]:
    """Return naming and costs, flags drawn unlike the sure ones called mines that a lost game
    shows, where they are all it has."""
    odd = unlike_sure_flags(costs, naming, looks, topology)
    if not len(odd):
        return naming, costs
    dearer = costs.copy()
    dearer[odd, Label.FLAG] += CARRIES_A_MARK
    other = likely_naming(topology, looks, costs, dearer)
    shown = np.isin(looks.of_cell, odd)
    fits = (other.names[odd] == Label.MINE).all() and not other.broken.any()
    fits = fits and all_mines_but_flags(shown, other.names[looks.of_cell], topology)
    # A single one may be the one that exploded, or the same drawn half a pixel aside.
    fits = fits and ((other.names == Label.EXPLODED).any() or looks.counts[odd].min() > 1)
    return (other, dearer) if fits else (naming, costs)


IN_ANOTHER_INK = 6.0
"""Natural-log cost of a number for a look in another ink than most of its kind."""

ON_NO_GROUND_OF_NUMBERS = 5.0
"""Natural-log cost of a number for a look that could be a mark, on a ground that no number has."""

OPENED = (Label.ZERO,)


def _with_zeros_that_open_none(
    naming: Found, costs: Costs, looks: Looks, topology: Topology, lying: NDArray[np.intp]
) -> tuple[Found, Costs]:
    """Return naming and costs, covered looks that are ``lying`` on the ground of numbers called
    zeros of a game whose zeros open nothing, where that fits and others stay covered."""
    if not len(lying):
        return naming, costs
    dearer = _with_dear_cover(costs, lying)
    other = naming_singly(topology, looks, dearer)
    told = (other.names[lying] == Label.ZERO).all() and (other.names == Label.COVERED).any()
    return (other, dearer) if told and is_sound(other, costs) else (naming, costs)


def _with_dear_cover(costs: Costs, looks: NDArray[np.intp]) -> Costs:
    costs = costs.copy()
    costs[looks, Label.COVERED] += CARRIES_A_MARK
    return costs


def _with_questions_as_covers(
    naming: Found, costs: Costs, looks: Looks, topology: Topology, least: Opens
) -> tuple[Found, Costs, NDArray[np.intp]]:
    """Return the naming with question marks as covered cells, its costs, and the looks of those.

    There are some where no covered cell goes without one: a person marks a few. So where those
    without one are fewer and show a symbol, if that is a mark, too; or if they are all zeros.
    """
    asked = costs.argmin(axis=1) == Label.QUESTION
    plain = (naming.names == Label.COVERED) & ~asked
    many, others = looks.counts[asked].sum(), looks.counts[plain].sum()
    if many < max(MANY_ASKED, others):
        return naming, costs, NO_LOOKS
    covers = costs.copy()
    covers[asked, Label.COVERED] = 0.0
    covers[asked, Label.QUESTION] += CARRIES_A_MARK
    covers[plain, Label.COVERED] += CARRIES_A_MARK
    other = likely_naming(topology, looks, covers, least=least)
    drawn = looks.own_contrast(2)[plain] > OWN_CONTRAST
    marks = np.isin(other.names[plain], (*SHOWN, Label.FLAG)) & drawn
    zeros = other.names[plain] == Label.ZERO
    fits = not other.broken.any() and (other.names[asked] == Label.COVERED).all()
    if not fits or not (marks.all() or zeros.all()):
        return naming, costs, NO_LOOKS
    return other, covers, np.flatnonzero(asked)


def likely_naming(
    topology: Topology,
    looks: Looks,
    costs: Costs,
    dearer: Costs | None = None,
    least: Opens = Opens.SIDES,
) -> Found:
    """Return the best naming, or one that calls every look what it may look like, where one fits.

    Where nearly all is opened, covered cells are likelier than flags whatever they look like.
    ``dearer`` are costs to go by that say more than what looks look like.
    """
    dearer = costs if dearer is None else dearer
    naming = best_naming(topology, looks, dearer, least)
    wrong = overruled(costs, naming)
    if not wrong.any():
        return naming
    dearer = dearer.copy()
    dearer[wrong, naming.names[wrong]] += CARRIES_A_MARK
    other = best_naming(topology, looks, dearer, least)
    return naming if other.broken.any() or overruled(costs, other).any() else other
