"""Names for looks: the naming that fits the glyphs and the rules of the game best.

Every look has a cost for every label, from its pixels. A naming costs the sum over all looks, much
for every rule it breaks, some for what is unusual, and some for looks whose ground is that of the
other kind: opened cells share a ground, and covered ones do. The search starts from the best names by pixels, decides jointly
which bare looks are covered and which opened, then mends what the rules object to.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.learn_rules import Labels, Rules

Costs = NDArray[np.float64]
"""(looks, 20) how unlikely each label is for each look, in natural-log units, least is 0."""

REACH = 9.0
"""Labels that cost more than this are considered for no look: the network is never that wrong."""

BROKEN_RULE = 4.0
"""What one broken rule costs, in the same unit."""

MAX_FAMILIES = 6
"""Groups of bare looks that are named jointly: 2 to this power namings are tried."""

BARE = (Label.COVERED, Label.ZERO)

MAX_SWEEPS = 4

STRANGE = 0.7
"""What something unusual that the rules allow costs: a flag beside a zero, say."""

NO_GAME = 30.0
"""What a board costs that has neither a covered cell nor a mine."""

GROUND = 4.0
"""What a look costs whose ground is exactly that of the other kind, and not of its own."""

SAME_GROUND = 8.0
"""Gray levels: grounds that differ by this are alike by 1/e."""

GROUNDS = 64
"""Looks whose grounds are compared, the most frequent ones."""

SECOND_EXPLOSION = 1.5
"""What every exploded mine after the first costs."""


@dataclass(frozen=True, eq=False)
class Naming:
    """A label for every look.

    ``broken`` is by how much cells break the rules, (cells,), all 0 in a consistent naming;
    ``margin`` (looks,) how much any other label for that look alone would cost more; ``rivals``
    (looks,) which label that is.
    """

    names: Labels
    cost: float
    broken: NDArray[np.int32]
    margin: NDArray[np.float64]
    rivals: Labels


@dataclass
class _Search:
    """What the search for a naming works on; ``names`` is the naming found so far."""

    rules: Rules
    of_cell: NDArray[np.intp]
    counts: NDArray[np.intp]
    costs: Costs
    grounds: _Grounds
    names: Labels

    def cost(self, names: Labels) -> float:
        pixels = self.costs[np.arange(len(names)), names].sum()
        labels = names[self.of_cell]
        total = pixels + BROKEN_RULE * self.rules.broken(labels).sum()
        total += STRANGE * self.rules.strange(labels) + self.grounds.cost(names)
        total += SECOND_EXPLOSION * max(int((labels == Label.EXPLODED).sum()) - 1, 0)
        if not np.isin(names, _IN_PLAY).any():
            total += NO_GAME
        return float(total)


_IN_PLAY = (
    Label.COVERED, Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED, Label.UNREADABLE,
)  # fmt: skip


class _Grounds:
    """How alike the grounds of looks are: what is around their symbols."""

    def __init__(self, grounds: NDArray[np.float32], counts: NDArray[np.intp]) -> None:
        self._common = np.argsort(-counts, kind="stable")[:GROUNDS]
        away = np.stack(
            [np.abs(grounds - grounds[look]).mean(axis=1) for look in self._common], axis=1
        )
        self._alike = np.exp(-away / SAME_GROUND)
        self._alike[self._common, np.arange(len(self._common))] = 0  # itself proves nothing

    def cost(self, names: Labels) -> float:
        """Return what the naming costs for grounds that are those of the other kind."""
        kinds = _KIND[names]
        common = kinds[self._common]
        opened = (self._alike * (common == _OPENED)).max(axis=1)
        closed = (self._alike * (common == _CLOSED)).max(axis=1)
        wrong = np.where(
            kinds == _OPENED, closed - opened, np.where(kinds == _CLOSED, opened - closed, 0)
        )
        return GROUND * float(wrong.sum())


_OPENED, _CLOSED = 1, 2
_KIND = np.zeros(32, np.int8)
_KIND[: Label.COVERED] = _OPENED
_KIND[[Label.COVERED, Label.FLAG, Label.QUESTION]] = _CLOSED


def best_naming(
    topology: Topology,
    of_cell: NDArray[np.intp],
    costs: Costs,
    shades: NDArray[np.float32],
    grounds: NDArray[np.float32],
) -> Naming:
    """Return the best naming found.

    ``of_cell`` is each cell's look; ``shades`` (looks, 3) their mean colours, by which bare looks
    are taken together where there are too many to try each; ``grounds`` (looks, n) the colours
    around their symbols.
    """
    counts = np.bincount(of_cell)
    first = costs.argmin(axis=1).astype(np.uint8)
    search = _Search(Rules(topology), of_cell, counts, costs, _Grounds(grounds, counts), first)
    _name_bare_looks(search, shades)
    for _ in range(MAX_SWEEPS):
        if not _mend(search):
            break
    naming = _judged(search)
    for _ in range(MAX_SWEEPS):
        better = naming.margin < 0
        if not better.any():
            break
        _rename(search, np.flatnonzero(better), naming)
        naming = _judged(search)
    return naming


def _rename(search: _Search, looks: NDArray[np.intp], naming: Naming) -> None:
    """Give each of these looks its rival's name, where that still lowers the cost."""
    cost = search.cost(search.names)
    for look in looks[np.argsort(naming.margin[looks], kind="stable")]:
        names = search.names.copy()
        names[look] = naming.rivals[look]
        if (other := search.cost(names)) < cost:
            search.names, cost = names, other


def _name_bare_looks(search: _Search, shades: NDArray[np.float32]) -> None:
    """Decide jointly which looks without a symbol are covered and which are opened."""
    bare = np.flatnonzero(np.isin(search.names, BARE))
    if not len(bare):
        return
    families = _families(shades[bare], search.counts[bare])
    start, least = search.names.copy(), np.inf
    for choice in itertools.product(BARE, repeat=int(families.max()) + 1):
        names = start.copy()
        names[bare] = np.array(choice, np.uint8)[families]
        if (cost := search.cost(names)) < least:
            search.names, least = names, cost


def _families(shades: NDArray[np.float32], counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the family of each look: the nearest of the most different, frequent shades."""
    middles = [shades[counts.argmax()]]
    while len(middles) < min(MAX_FAMILIES, len(shades)):
        away = np.min([np.abs(shades - middle).max(axis=1) for middle in middles], axis=0)
        if away.max() == 0:
            break
        middles.append(shades[(away * np.sqrt(counts)).argmax()])
    distance = np.stack([np.abs(shades - middle).max(axis=1) for middle in middles])
    family = distance.argmin(axis=0)
    return np.asarray(np.unique(family, return_inverse=True)[1], dtype=np.intp)


def _mend(search: _Search) -> bool:
    """Rename looks at or beside broken rules where that lowers the cost; whether any was."""
    changed = False
    cost = search.cost(search.names)
    for look in _suspects(search):
        for label in np.flatnonzero(search.costs[look] < REACH):
            if label == search.names[look]:
                continue
            names = search.names.copy()
            names[look] = label
            if (other := search.cost(names)) < cost - 1e-9:
                search.names, cost, changed = names, other, True
    return changed


def _suspects(search: _Search) -> NDArray[np.intp]:
    """Return the looks of cells that break a rule, and of those around them."""
    broken = search.rules.broken(search.names[search.of_cell]) > 0
    table = search.rules.topology.neighbor_table[broken]
    cells = np.concatenate([np.flatnonzero(broken), table[table >= 0]])
    return np.unique(search.of_cell[cells])


MOST_GAIN = 2.0
"""Pixels alone do not rule a name out before they speak against it by this much more."""


def _judged(search: _Search) -> Naming:
    """Return the naming found, with what each look's next best name would cost more."""
    names, cost = search.names, search.cost(search.names)
    margin = np.full(len(names), np.inf)
    rivals = names.copy()
    for look in range(len(names)):
        for label in np.argsort(search.costs[look], kind="stable"):
            pixels = search.costs[look, label] - search.costs[look, names[look]]
            if label == names[look]:
                continue
            if pixels >= min(margin[look], REACH) + MOST_GAIN:
                break
            other = names.copy()
            other[look] = label
            more = search.cost(other) - cost
            if more < margin[look]:
                margin[look], rivals[look] = more, label
    return Naming(names, cost, search.rules.broken(names[search.of_cell]), margin, rivals)
