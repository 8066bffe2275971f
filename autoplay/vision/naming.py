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

from autoplay.game import Label, Topology
from autoplay.vision.learn_rules import Labels, Rules

Costs = NDArray[np.float64]
"""(looks, 20) how unlikely each label is for each look, in natural-log units, least is 0."""

REACH = 9.0
"""Labels that cost more than this are considered for no look: the network is never that wrong."""

MAX_FAMILIES = 6
"""Groups of bare looks that are named jointly: 2 to this power namings are tried."""

BARE = (Label.COVERED, Label.ZERO)

MAX_SWEEPS = 4

NO_GAME = 1000.0
"""What a board costs that has neither a covered cell nor a mine."""

GROUND = np.zeros(32)
GROUND[: Label.COVERED + 1] = 4.0
GROUND[[Label.FLAG, Label.QUESTION, Label.MINE]] = 1.5
"""What a look costs whose ground is exactly that of the other kind, and not of its own.

Marks count for less, and prove nothing for others: some games draw flags on a ground of their own
or on that of opened cells, and mines on covered ones.
"""

SAME_GROUND = 8.0
"""Gray levels: grounds that differ by this are alike by 1/e."""

GROUNDS = 40
"""Looks whose grounds are compared, the most frequent ones."""

SECOND_EXPLOSION = 1.5
"""What every exploded mine after the first costs."""

OVER = 1.5
"""What a board costs that shows mines: most are in play, and their marks are flags."""

SECOND_COVER = 2.0
"""What each rare look with a symbol costs that is named covered where the others look alike."""

RARE = 0.6
"""Share of the most frequent covered look below which another one is rare."""

TEXTURED = 0.3
"""Share of covered cells with rare looks of no symbol above which they are textured."""


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
    families: tuple[NDArray[np.intp], ...] = ()

    def cost(self, names: Labels) -> float:
        """Return what a naming costs."""
        labels = names[self.of_cell]
        return self._elsewhere(names) + self.rules.price(labels)

    def more(self, looks: NDArray[np.intp], name: int) -> float:
        """Return how much more the naming found costs when these looks get this name."""
        renamed = self.names.copy()
        renamed[looks] = name
        cells = self.rules.reached(np.flatnonzero(np.isin(self.of_cell, looks)))
        after = self._elsewhere(renamed) + self.rules.price(renamed[self.of_cell], cells)
        before = self._elsewhere(self.names) + self.rules.price(self.names[self.of_cell], cells)
        return after - before

    def _elsewhere(self, names: Labels) -> float:
        """Return what a naming costs apart from the rules between neighbours."""
        pixels = self.costs[np.arange(len(names)), names].sum()
        exploded = int(self.counts[names == Label.EXPLODED].sum())
        total = float(pixels) + self.grounds.cost(names)
        total += SECOND_EXPLOSION * max(exploded - 1, 0)
        if exploded or (names == Label.MINE).any():
            total += OVER
        total += SECOND_COVER * self._marked_covers(names)
        return total if np.isin(names, _IN_PLAY).any() else total + NO_GAME

    def _marked_covers(self, names: Labels) -> int:
        """Return how many rare looks with a symbol are taken for covered among plain ones."""
        covered = names == Label.COVERED
        if not covered.any():
            return 0
        rare = covered & (self.counts < RARE * self.counts[covered].max())
        marked = self.costs[:, _MARKS].min(axis=1) < self.costs[:, Label.COVERED]
        if self.counts[rare & ~marked].sum() > TEXTURED * self.counts[covered].sum():
            return 0
        return int((rare & marked).sum())


_MARKS = [Label.FLAG, Label.QUESTION]

_IN_PLAY = (
    Label.COVERED, Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED,
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
        opened = (self._alike * (names[self._common] < Label.COVERED)).max(axis=1)
        covered = names[self._common] == Label.COVERED
        closed = (self._alike * covered).max(axis=1)
        wrong = np.where(
            kinds == _OPENED, closed - opened, np.where(kinds == _CLOSED, opened - closed, 0)
        )
        return float((GROUND[names] * np.maximum(wrong, 0)).sum())


_OPENED, _CLOSED = 1, 2
_KIND = np.zeros(32, np.int8)
_KIND[: Label.COVERED] = _KIND[Label.MINE] = _OPENED
_KIND[[Label.COVERED, Label.FLAG, Label.QUESTION]] = _CLOSED


def best_naming(
    topology: Topology,
    of_cell: NDArray[np.intp],
    costs: Costs,
    faces: NDArray[np.float32],
    grounds: NDArray[np.float32],
) -> Naming:
    """Return the best naming found.

    ``of_cell`` is each cell's look; ``faces`` (looks, n) their colours, by which bare looks are
    taken together where there are too many to try each; ``grounds`` (looks, n) the colours around
    their symbols.
    """
    counts = np.bincount(of_cell)
    first = costs[:, : Label.UNREADABLE].argmin(axis=1).astype(np.uint8)
    search = _Search(
        Rules(topology), of_cell, counts, costs.copy(), _Grounds(grounds, counts), first
    )
    _name_bare_looks(search, faces)
    for _ in range(MAX_SWEEPS):
        if not _mend(search):
            break
    for _ in range(MAX_SWEEPS):
        naming = _judged(search, Label.UNREADABLE)
        better = np.flatnonzero(naming.margin < 0)
        if not len(better):
            break
        _rename(search, better, naming)
    return _judged(search, Label.UNREADABLE + 1)


def _rename(search: _Search, looks: NDArray[np.intp], naming: Naming) -> None:
    """Give each of these looks its rival's name, where that still lowers the cost."""
    for look in looks[np.argsort(naming.margin[looks], kind="stable")]:
        if search.more(np.array([look]), int(naming.rivals[look])) < 0:
            search.names[look] = naming.rivals[look]
    for family, label in itertools.product(search.families, BARE):
        bare = family[np.isin(search.names[family], BARE)]
        if len(bare) and search.more(bare, label) < 0:
            search.names[bare] = label


def _name_bare_looks(search: _Search, faces: NDArray[np.float32]) -> None:
    """Decide jointly which looks without a symbol are covered and which are opened."""
    bare = np.flatnonzero(np.isin(search.names, BARE))
    if not len(bare):
        return
    families = _families(faces[bare], search.counts[bare])
    # Looks of one family are no independent evidence: together they count as a few.
    share = 1 / np.sqrt(np.bincount(families)[families])
    search.costs[np.ix_(bare, np.array(BARE, np.intp))] *= share[:, None]
    start, least = search.names.copy(), np.inf
    for choice in itertools.product(BARE, repeat=int(families.max()) + 1):
        names = start.copy()
        names[bare] = np.array(choice, np.uint8)[families]
        if (cost := search.cost(names)) < least:
            search.names, least = names, cost
    search.families = tuple(bare[families == family] for family in range(families.max() + 1))


def _families(faces: NDArray[np.float32], counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the family of each look: the nearest of the most different, frequent ones."""
    middles = [faces[counts.argmax()]]
    while len(middles) < min(MAX_FAMILIES, len(faces)):
        away = np.min([np.abs(faces - middle).mean(axis=1) for middle in middles], axis=0)
        if away.max() == 0:
            break
        middles.append(faces[(away * np.sqrt(counts)).argmax()])
    distance = np.stack([np.abs(faces - middle).mean(axis=1) for middle in middles])
    family = distance.argmin(axis=0)
    return np.asarray(np.unique(family, return_inverse=True)[1], dtype=np.intp)


def _mend(search: _Search) -> bool:
    """Rename looks at or beside broken rules where that lowers the cost; whether any was."""
    changed = False
    for look in _suspects(search):
        for label in np.flatnonzero(search.costs[look, : Label.UNREADABLE] < REACH).tolist():
            if label != search.names[look] and search.more(np.array([look]), label) < -1e-9:
                search.names[look] = label
                changed = True
    return changed


def _suspects(search: _Search) -> NDArray[np.intp]:
    """Return the looks of cells that break a rule, and of those around them."""
    broken = search.rules.broken(search.names[search.of_cell]) > 0
    table = search.rules.topology.neighbor_table[broken]
    cells = np.concatenate([np.flatnonzero(broken), table[table >= 0]])
    return np.unique(search.of_cell[cells])


MOST_GAIN = 2.0
"""Pixels alone do not rule a name out before they speak against it by this much more."""


def _judged(search: _Search, labels: int) -> Naming:
    """Return the naming found, with what each look's next best name would cost more.

    Names are the first ``labels`` labels. Bare looks of one family are also renamed together.
    """
    names = search.names
    margin = np.full(len(names), np.inf)
    rivals = names.copy()

    def consider(looks: NDArray[np.intp], label: int) -> None:
        more = search.more(looks, label)
        nearer = looks[more < margin[looks]]
        margin[nearer], rivals[nearer] = more, label

    for look in range(len(names)):
        for label in np.argsort(search.costs[look, :labels], kind="stable"):
            pixels = search.costs[look, label] - search.costs[look, names[look]]
            if pixels >= min(margin[look], REACH) + MOST_GAIN:
                break
            if label != names[look]:
                consider(np.array([look]), label)
    for family in search.families:
        for label in BARE:
            looks = family[np.isin(names[family], BARE) & (names[family] != label)]
            if len(looks):
                consider(looks, label)
    broken = search.rules.broken(names[search.of_cell])
    return Naming(names.copy(), search.cost(names), broken, margin, rivals)
