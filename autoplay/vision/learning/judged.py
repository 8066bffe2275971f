"""How near the rivals of a naming are: what the next best name of every look would cost more."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.learning.families import BARE
from autoplay.vision.learning.proof import price_of_rival
from autoplay.vision.learning.rules import Labels
from autoplay.vision.learning.search import Search

DOUBT = 5.0
"""Natural-log units: rivals that are nearer are held against what is around."""

REACH = 9.0
"""Labels that cost more than this are considered for no look: the network is never that wrong."""

MOST_GAIN = 2.0
"""Pixels alone do not rule a name out before they speak against it by this much more."""

_IS_BARE = np.zeros(32, np.bool_)
_IS_BARE[list(BARE)] = True


@dataclass(frozen=True, eq=False)
class Names:
    """A label for every look.

    ``broken`` is by how much cells break the rules, (cells,), all 0 in a consistent naming.
    """

    names: Labels
    cost: float
    broken: NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Naming(Names):
    """Names with the doubt about each.

    ``margin`` (looks,) is how much any other label for that look alone would cost more; ``rivals``
    (looks,) which label that is.
    """

    margin: NDArray[np.float64]
    rivals: Labels


@dataclass(frozen=True, eq=False)
class Found(Names):
    """Names that a search found.

    Of many such only one is kept, and only its rivals are worth weighing; once, for the search
    then knows what speaks against them.
    """

    search: Search

    def weighed(self) -> Naming:
        """Return the naming, its rivals held against the numbers and the cells around them."""
        return _weighed(self.search)


def _weighed(search: Search) -> Naming:
    naming = judged(search, Label.UNREADABLE + 1)
    weighed: set[tuple[int, int]] = set()
    doubtful = np.flatnonzero(naming.margin < DOUBT)
    while len(doubtful):
        dearer = []
        for look in doubtful.tolist():
            rival = int(naming.rivals[look])
            if (look, rival) not in weighed:
                weighed.add((look, rival))
                price = price_of_rival(search, naming.names, look, rival)
                if price > 0:
                    search.make_dearer(look, rival, price)
                    dearer.append(look)
        naming = judged(search, Label.UNREADABLE + 1, naming, dearer)
        doubtful = np.array([look for look in dearer if naming.margin[look] < DOUBT], np.intp)
    return naming


def judged(
    search: Search, labels: int, before: Naming | None = None, again: list[int] | None = None
) -> Naming:
    """Return the naming found, with what each look's next best name would cost more.

    Names are the first ``labels`` labels. Groups of looks are also renamed together. Given what was
    judged ``before``, only these looks are judged ``again``.
    """
    names, cost = search.names, search.cost_now
    chosen = np.arange(len(names)) if again is None else np.array(again, np.intp)
    margin = np.full(len(names), np.inf) if before is None else before.margin.copy()
    rivals = names.copy() if before is None else before.rivals.copy()
    margin[chosen], rivals[chosen] = _nearest(search, chosen, labels)
    together = renamed_together(search)
    together = together[(together != names)[:, chosen].any(axis=1)]
    if len(together):
        more = np.where(together != names, (search.cost(together) - cost)[:, None], np.inf)
        nearest = more.argmin(axis=0), np.arange(len(names))
        nearer = more[nearest] < margin
        margin[nearer], rivals[nearer] = more[nearest][nearer], together[nearest][nearer]
    broken = search.rules.broken(names[search.looks.of_cell])
    return Naming(names.copy(), cost, broken, margin, rivals)


def _nearest(
    search: Search, looks: NDArray[np.intp], labels: int
) -> tuple[NDArray[np.float64], Labels]:
    """Return what the next best name of each of these looks costs more, and that name.

    Names are tried by what they cost by pixels, up to where these rule all others out.
    """
    names, costs = search.names[looks, None], search.costs[looks]
    order = np.argsort(costs[:, :labels], axis=1, kind="stable").astype(np.uint8)
    pixels = np.take_along_axis(costs, order, axis=1) - np.take_along_axis(costs, names, axis=1)
    rows, places = np.nonzero((pixels < REACH + MOST_GAIN) & (order != names))
    more = np.full(order.shape, np.inf)
    more[rows, places] = search.more(looks[rows], order[rows, places])
    least = np.minimum.accumulate(more, axis=1)
    before = np.insert(least[:, :-1], 0, np.inf, axis=1)
    more[pixels >= np.minimum(before, REACH) + MOST_GAIN] = np.inf
    every, nearest = np.arange(len(looks)), more.argmin(axis=1)
    return more[every, nearest], order[every, nearest]


def renamed_together(search: Search) -> NDArray[np.uint8]:
    """Return what the naming becomes when groups of looks get other names at once, (n, looks).

    Alone each would be at odds with the others. Families in every way: what looks bare is covered
    here and opened there; areas as a whole.
    """
    choices = choices_of(search)
    names = np.tile(search.names, (len(choices), 1))
    for place, family in enumerate(search.families):
        bare = family[_IS_BARE[search.names[family]]]
        names[:, bare] = choices[:, place, None]
    together = [names]
    for looks in search.alike:
        others = np.flatnonzero(search.costs[looks[0], : Label.UNREADABLE] < REACH)
        names = np.tile(search.names, (len(others), 1))
        names[:, looks] = others[:, None]
        together.append(names)
    for looks in search.areas:
        names = np.tile(search.names, (len(BARE), 1))
        names[:, looks] = np.array(BARE, np.uint8)[:, None]
        together.append(names)
    return np.concatenate(together)


def choices_of(search: Search) -> NDArray[np.uint8]:
    """Return every way to call families covered or opened, (n, families)."""
    choices = list(itertools.product(BARE, repeat=len(search.families)))
    return np.array(choices, np.uint8)
