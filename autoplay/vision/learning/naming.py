"""Names for looks: the naming that fits the glyphs and the rules of the game best.

Every look has a cost for every label, from its pixels. A naming costs the sum over all looks, much
for every rule it breaks, some for what is unusual, and some for looks whose ground is that of the
other kind: opened cells share a ground, and covered ones do. The search starts from the best names
by pixels, decides jointly which bare looks are covered and which opened, then mends what the rules
object to. That a look is no label at all is considered last: it would fit any rule.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.families import BARE, alike_within, with_families
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.proof import price_of_rival
from autoplay.vision.learning.rules import Labels, Opens, Rules
from autoplay.vision.learning.search import Costs, Search
from autoplay.vision.looks import Looks

DOUBT = 5.0
"""Natural-log units: rivals that are nearer are held against what is around."""

REACH = 9.0
"""Labels that cost more than this are considered for no look: the network is never that wrong."""

BY_SIDES, SINGLY = 5.0, 8.0
"""Natural-log cost of a game whose zeros open only the neighbours they share a side with, or none.
"""

MOST_OVERRULED = 6.0
"""Natural-log units by which the rules may prefer another label to what a look is likeliest.

On 170 screens read rightly, 53 of them real, it was at most 3.8, between a bare covered cell and a
bare opened one. A zero caught before its neighbours were drawn was called a three, by 7.1.
"""

MAX_SWEEPS = 4

AT_ONCE, GROWTH = 16, 4
"""Renames weighed together, and how many times as many once none of these lowers the cost: on a
picture with hundreds of looks every other one may, which makes all that was weighed after it void.
"""

ABSENT: tuple[tuple[Label, ...], ...] = (
    (),
    (Label.WRONG_FLAG, Label.QUESTION, Label.EXPLODED),
    (Label.WRONG_FLAG, Label.MINE, Label.EXPLODED),
    (Label.WRONG_FLAG, Label.QUESTION, Label.FLAG),
)
"""Labels the search does without at first: from each start it may end in another naming."""


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

    Of many such only one is kept, and only its rivals are worth weighing.
    """

    search: Search

    def weighed(self) -> Naming:
        """Return the naming, its rivals held against the numbers and the cells around them."""
        return _weighed(self.search)


def best_naming(
    topology: Topology, looks: Looks, costs: Costs, least: Opens = Opens.SIDES
) -> Found:
    """Return the best naming found.

    Where some home-made games open less, and that explains the board much better, by their rules;
    ``least`` is what their zeros open at least.
    """
    grounds = Grounds(looks, topology.shape)
    naming = _best_by(Rules(topology), looks, costs, grounds)
    if naming.cost > BY_SIDES and topology.shape is not Shape.HEXAGON:
        other = _best_by(Rules(topology, Opens.SIDES), looks, costs, grounds)
        naming = other if other.cost + BY_SIDES < naming.cost else naming
    if least is not Opens.NONE or naming.cost <= SINGLY or _fits(naming, costs):
        return naming
    # Zeros that open nothing explain too much to be believed where anything else does.
    other = _best_by(Rules(topology, Opens.NONE), looks, costs, grounds)
    return other if other.cost + SINGLY < naming.cost and _fits(other, costs) else naming


def _fits(naming: Names, costs: Costs) -> bool:
    """Whether no rule is broken, and no look called what it does not look like."""
    return not (naming.broken.any() or overruled(costs, naming).any())


def overruled(costs: Costs, naming: Names) -> NDArray[np.bool_]:
    """Return which looks the rules had to call what they do not look like."""
    chosen = costs[np.arange(len(costs)), naming.names]
    return np.asarray(chosen - costs.min(axis=1) > MOST_OVERRULED, dtype=np.bool_)


def _best_by(rules: Rules, looks: Looks, costs: Costs, grounds: Grounds) -> Found:
    """Return the best naming found by these rules."""
    costs, families = with_families(costs, looks.faces, looks.counts)
    alike = alike_within(looks)
    starts = sorted({_first(costs, absent).tobytes() for absent in ABSENT})
    beside = Beside(rules, looks)
    searches = [
        Search(
            beside, grounds, costs, np.frombuffer(first, np.uint8), families=families, alike=alike
        )
        for first in starts
    ]
    for search in searches:
        _name_bare_looks(search)
    searches = list({search.names.tobytes(): search for search in searches}.values())
    for search in searches:
        _mend(search)
    searches = _promising(searches)
    for search in searches:
        descend(search)
    best = min(searches, key=lambda each: each.cost(each.names))
    broken = best.rules.broken(best.names[looks.of_cell])
    return Found(best.names, float(best.cost(best.names)), broken, best)


def _weighed(search: Search) -> Naming:
    naming = _judged(search, Label.UNREADABLE + 1)
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
        naming = _judged(search, Label.UNREADABLE + 1, naming, dearer)
        doubtful = np.array([look for look in dearer if naming.margin[look] < DOUBT], np.intp)
    return naming


def _first(costs: Costs, absent: tuple[Label, ...]) -> Labels:
    """Return the likeliest label of every look by its pixels, none of those absent."""
    possible = costs[:, : Label.UNREADABLE].copy()
    possible[:, list(absent)] = np.inf
    return np.asarray(possible.argmin(axis=1), dtype=np.uint8)


def _promising(searches: list[Search]) -> list[Search]:
    """Return the searches that are at different namings, none much dearer than the best."""
    costs = [search.cost(search.names) for search in searches]
    reached = {
        search.names.tobytes(): search
        for search, cost in zip(searches, costs, strict=True)
        if cost <= min(costs) + REACH
    }
    return list(reached.values())


def descend(search: Search) -> None:
    """Improve a naming look by look until that lowers its cost no more."""
    for _ in range(MAX_SWEEPS):
        naming = _judged(search, Label.UNREADABLE)
        better = np.flatnonzero(naming.margin < 0)
        if not len(better):
            break
        _rename(search, better, naming)


def _rename(search: Search, looks: NDArray[np.intp], naming: Naming) -> None:
    """Give each of these looks its rival's name, where that still lowers the cost."""
    looks = looks[np.argsort(naming.margin[looks], kind="stable")]
    _rename_in_turn(search, looks, naming.rivals[looks])
    tried = 0
    while len(namings := _renamed_together(search)[tried:]):
        better = np.flatnonzero(search.cost(namings) < search.cost(search.names) - LEAST_GAIN)
        if not len(better):
            break
        search.names, tried = namings[better[0]], tried + int(better[0]) + 1


def _renamed_together(search: Search) -> NDArray[np.uint8]:
    """Return what the naming becomes when groups of looks get other names at once, (n, looks).

    Alone each would be at odds with the others. Families in every way: what looks bare is covered
    here and opened there.
    """
    choices = _choices(search)
    names = np.tile(search.names, (len(choices), 1))
    for place, family in enumerate(search.families):
        bare = family[np.isin(search.names[family], BARE)]
        names[:, bare] = choices[:, place, None]
    together = [names]
    for looks in search.alike:
        others = np.flatnonzero(search.costs[looks[0], : Label.UNREADABLE] < REACH)
        names = np.tile(search.names, (len(others), 1))
        names[:, looks] = others[:, None]
        together.append(names)
    return np.concatenate(together)


def _choices(search: Search) -> NDArray[np.uint8]:
    """Return every way to call families covered or opened, (n, families)."""
    choices = list(itertools.product(BARE, repeat=len(search.families)))
    return np.array(choices, np.uint8)


def _rename_in_turn(search: Search, looks: NDArray[np.intp], others: Labels) -> bool:
    """Give each of these looks the other name, where that lowers the cost; return whether any."""
    changed, start, size = False, 0, AT_ONCE
    while start < len(looks):
        part = slice(start, start + size)
        better = np.flatnonzero(search.more(looks[part], others[part]) < -LEAST_GAIN)
        if len(better):
            first = start + int(better[0])
            search.rename(looks[first], others[first])
            changed, start, size = True, first + 1, AT_ONCE
        else:
            start, size = start + size, GROWTH * size
    return changed


def _name_bare_looks(search: Search) -> None:
    """Decide jointly which looks without a symbol are covered and which are opened."""
    choices = _choices(search)
    names = np.tile(search.names, (len(choices), 1))
    for place, looks in enumerate(search.families):
        names[:, looks] = choices[:, place, None]
    search.names = names[search.cost(names).argmin()]


def _mend(search: Search) -> None:
    """Rename looks at or beside broken rules as long as that lowers the cost."""
    for _ in range(MAX_SWEEPS):
        suspects = _suspects(search)
        rows, labels = np.nonzero(search.costs[suspects, : Label.UNREADABLE] < REACH)
        if not _rename_in_turn(search, suspects[rows], labels.astype(np.uint8)):
            break


def _suspects(search: Search) -> NDArray[np.intp]:
    """Return the looks of cells that break a rule, and of those around them."""
    broken = search.rules.broken(search.names[search.looks.of_cell]) > 0
    table = search.rules.topology.neighbor_table[broken]
    cells = np.concatenate([np.flatnonzero(broken), table[table >= 0]])
    return np.unique(search.looks.of_cell[cells])


LEAST_GAIN = 1e-9
"""Natural-log units: a cost that falls by less has not fallen, but was rounded."""

MOST_GAIN = 2.0
"""Pixels alone do not rule a name out before they speak against it by this much more."""


def _judged(
    search: Search, labels: int, before: Naming | None = None, again: list[int] | None = None
) -> Naming:
    """Return the naming found, with what each look's next best name would cost more.

    Names are the first ``labels`` labels. Groups of looks are also renamed together. Given what was
    judged ``before``, only these looks are judged ``again``.
    """
    names, cost = search.names, float(search.cost(search.names))
    chosen = np.arange(len(names)) if again is None else np.array(again, np.intp)
    margin = np.full(len(names), np.inf) if before is None else before.margin.copy()
    rivals = names.copy() if before is None else before.rivals.copy()
    margin[chosen], rivals[chosen] = _nearest(search, chosen, labels)
    together = _renamed_together(search)
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
