"""Names for looks: the naming that fits the glyphs and the rules of the game best.

Every look has a cost for every label, from its pixels. A naming costs the sum over all looks, much
for every rule it breaks, some for what is unusual, and some for looks whose ground is that of the
other kind: opened cells share a ground, and covered ones do. The search starts from the best names
by pixels, decides jointly which bare looks are covered and which opened, then mends what the rules
object to. That a look is no label at all is considered last: it would fit any rule.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.absent import are_cells
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.enclosed import enclosed_areas
from autoplay.vision.learning.families import alike_within, with_families
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.judged import (
    REACH,
    Found,
    Names,
    Naming,
    choices_of,
    judged,
    renamed_together,
)
from autoplay.vision.learning.rules import Labels, Opens, Rules
from autoplay.vision.learning.search import Costs, Search
from autoplay.vision.looks import Looks

BY_SIDES, SINGLY = 5.0, 8.0
"""Natural-log cost of a game whose zeros open only the neighbours they share a side with, or none.
"""

WRITTEN, WRITES = 1.0, 6.0
"""The same of zeros that are written as 0, where none is open by chance; and the gray levels by
which such a symbol stands out in the middle of cells, even a small one."""

MOST_OVERRULED = 6.0
"""Natural-log units by which the rules may prefer another label to what a look is likeliest.

On 170 screens read rightly, 53 of them real, it was at most 3.8, between a bare covered cell and a
bare opened one. A zero caught before its neighbours were drawn was called a three, by 7.1.
"""

MAX_SWEEPS = 4
"""Times that all looks are gone through: of 1881 searches on fixtures/screens 160 take the fourth,
and its 48 screens of games are read the same by 2."""

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


def best_naming(
    topology: Topology, looks: Looks, costs: Costs, least: Opens = Opens.SIDES
) -> Found:
    """Return the best naming found.

    Where some home-made games open less, and that explains the board much better, by their rules;
    ``least`` is what their zeros open at least.
    """
    grounds = Grounds(looks, topology.shape)
    naming = _best_by(Rules(topology), looks, costs, grounds)
    at_odds = naming.cost > BY_SIDES or naming.broken.any()
    if at_odds and topology.shape is not Shape.HEXAGON:
        other = _best_by(Rules(topology, Opens.SIDES), looks, costs, grounds)
        told = other.cost + BY_SIDES < naming.cost or _opens_by_sides(naming, other, looks)
        naming = other if told else naming
    if least is not Opens.NONE:
        return naming
    written = _written_zeros(naming, costs, looks)
    explained = naming.cost <= SINGLY or is_sound(naming, costs)
    if explained and not len(written):
        return naming
    # Zeros that open nothing explain too much to be believed where anything else does.
    other = _best_by(Rules(topology, Opens.NONE), looks, costs, grounds)
    dearer = WRITTEN if (other.names[written] == Label.ZERO).any() else SINGLY
    return other if other.cost + dearer < naming.cost and is_sound(other, costs) else naming


def naming_singly(topology: Topology, looks: Looks, costs: Costs) -> Found:
    """Return the best naming found by the rules of a game whose zeros open nothing."""
    return _best_by(Rules(topology, Opens.NONE), looks, costs, Grounds(looks, topology.shape))


def _opens_by_sides(naming: Names, other: Names, looks: Looks) -> bool:
    """Whether two namings are the same, and fit the rules once zeros open by their sides alone.

    Every zero that touches a covered cell by a corner looks like several that touch none: it is no
    number that cannot be seen.
    """
    same = (naming.names == other.names).all() and not other.broken.any()
    if not same or not naming.broken.any():
        return False
    broken = np.bincount(looks.of_cell[naming.broken > 0], minlength=len(looks))
    zeros = other.names == Label.ZERO
    sure = looks.counts - broken >= SURE_ZEROS
    return bool((zeros & sure)[broken > 0].all())


SURE_ZEROS = 5
"""Zeros of one look that open all their neighbours, as do most in a game that opens by sides."""


def _written_zeros(naming: Names, costs: Costs, looks: Looks) -> NDArray[np.intp]:
    """Return the looks named covered that pixels call zeros and that show a symbol, a 0, where most
    covered cells show none."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    zeros = np.asarray(covers[costs[covers].argmin(axis=1) == Label.ZERO], np.intp)
    if not len(zeros):
        return zeros
    contrast = looks.own_contrast(2)
    usual = covers[looks.counts[covers].argmax()]
    return np.asarray(zeros[contrast[zeros] > contrast[usual] + WRITES], np.intp)


def is_sound(naming: Names, costs: Costs) -> bool:
    """Whether no rule is broken, and no look called what it does not look like."""
    return not (naming.broken.any() or overruled(costs, naming).any())


def overruled(costs: Costs, naming: Names) -> NDArray[np.bool_]:
    """Return which looks the rules had to call what they do not look like."""
    chosen = costs[np.arange(len(costs)), naming.names]
    return np.asarray(chosen - costs.min(axis=1) > MOST_OVERRULED, dtype=np.bool_)


def _best_by(rules: Rules, looks: Looks, costs: Costs, grounds: Grounds) -> Found:
    """Return the best naming found by these rules."""
    costs, families = with_families(costs, looks.faces, looks.counts)
    alike = tuple(each[are_cells(costs)[each]] for each in alike_within(looks))
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
        if _may_open_areas(search):
            descend(search)
    best = min(searches, key=lambda each: each.cost_now)
    broken = best.rules.broken(best.names[looks.of_cell])
    return Found(best.names, best.cost_now, broken, best)


def _first(costs: Costs, absent: tuple[Label, ...]) -> Labels:
    """Return the likeliest label of every look by its pixels, none of those absent."""
    possible = costs.copy()
    possible[:, [*absent, Label.UNREADABLE]] = np.inf
    return np.asarray(possible.argmin(axis=1), dtype=np.uint8)


def _promising(searches: list[Search]) -> list[Search]:
    """Return the searches that are at different namings, none much dearer than the best."""
    costs = [search.cost_now for search in searches]
    reached = {
        search.names.tobytes(): search
        for search, cost in zip(searches, costs, strict=True)
        if cost <= min(costs) + REACH
    }
    return list(reached.values())


def _may_open_areas(search: Search) -> bool:
    """Let the search rename together the looks of areas that may be zeros as well, if any.

    Each alone would open what lies around it.
    """
    labels = search.names[search.looks.of_cell]
    areas = list(enclosed_areas(labels, search.rules))
    elsewhere = np.ones(len(labels), np.bool_)
    elsewhere[[cell for area in areas for cell in area]] = False
    shared = np.unique(search.looks.of_cell[elsewhere])
    groups = [np.setdiff1d(search.looks.of_cell[area], shared) for area in areas]
    search.areas = tuple(group for group in groups if len(group))
    return bool(search.areas)


def descend(search: Search) -> None:
    """Improve a naming look by look until that lowers its cost no more."""
    for _ in range(MAX_SWEEPS):
        naming = judged(search, Label.UNREADABLE)
        better = np.flatnonzero(naming.margin < 0)
        if not len(better):
            break
        _rename(search, better, naming)


def _rename(search: Search, looks: NDArray[np.intp], naming: Naming) -> None:
    """Give each of these looks its rival's name, where that still lowers the cost."""
    looks = looks[np.argsort(naming.margin[looks], kind="stable")]
    _rename_in_turn(search, looks, naming.rivals[looks])
    tried = 0
    while len(namings := renamed_together(search)[tried:]):
        better = np.flatnonzero(search.cost(namings) < search.cost_now - LEAST_GAIN)
        if not len(better):
            break
        search.names, tried = namings[better[0]], tried + int(better[0]) + 1


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
    choices = choices_of(search)
    names = np.tile(search.names, (len(choices), 1))
    for place, looks in enumerate(search.families):
        names[:, looks] = choices[:, place, None]
    search.names = names[search.cost(names).argmin()]


def _mend(search: Search) -> None:
    """Rename looks at or beside broken rules as long as that lowers the cost, what they are likely
    to be first."""
    for _ in range(MAX_SWEEPS):
        suspects = _suspects(search)
        costs = search.costs[suspects, : Label.UNREADABLE]
        rows, labels = np.nonzero(costs < REACH)
        order = np.argsort(costs[rows, labels], kind="stable")
        looks, names = suspects[rows][order], labels[order].astype(np.uint8)
        if not _rename_in_turn(search, looks, names):
            break


def _suspects(search: Search) -> NDArray[np.intp]:
    """Return the looks of cells that break a rule, and of those around them."""
    broken = search.rules.broken(search.names[search.looks.of_cell]) > 0
    table = search.rules.topology.neighbor_table[broken]
    cells = np.concatenate([np.flatnonzero(broken), table[table >= 0]])
    return np.unique(search.looks.of_cell[cells])


LEAST_GAIN = 1e-9
"""Natural-log units: a cost that falls by less has not fallen, but was rounded."""
