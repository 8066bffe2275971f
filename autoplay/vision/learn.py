"""Reading a board without knowing how its game looks.

Cells are grouped by look, a network that knows drawn digits and marks says what each look could
be, and the rules of the game decide. Doubt is an error that names the cells.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Board, Label, Topology
from autoplay.vision.glyphs import networks
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learning.doubt import (
    MARKS,
    MIN_MARGIN,
    marked_covers,
    require_seen,
    require_sense,
)
from autoplay.vision.learning.naming import Naming, best_naming
from autoplay.vision.learning.proof import CARRIES_A_MARK
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.settled import odd_covers, secluded_kinds, settled
from autoplay.vision.learning.small import judged_views
from autoplay.vision.looks import Looks, group_by_look
from autoplay.vision.read import skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin
from autoplay.vision.tiles import Tiles, canonical_tiles

USUAL = {
    Label.COVERED: 0.0, Label.ZERO: 0.3, Label.ONE: 0.3, Label.TWO: 0.5, Label.THREE: 1.0,
    Label.FOUR: 1.7, Label.FIVE: 2.5, Label.SIX: 3.2, Label.SEVEN: 4.2, Label.EIGHT: 5.0,
    Label.NINE: 4.0, Label.TEN: 4.0, Label.ELEVEN: 4.5, Label.TWELVE: 5.0, Label.FLAG: 0.7,
    Label.QUESTION: 2.0, Label.MINE: 1.5, Label.EXPLODED: 2.0, Label.WRONG_FLAG: 2.5,
    Label.UNREADABLE: 3.5,
}  # fmt: skip
"""Natural-log cost of a label before anything is seen: rare ones need better evidence."""

CROWD = {Label.EXPLODED: 2.0, Label.QUESTION: 0.8, Label.WRONG_FLAG: 0.8, Label.UNREADABLE: 1.0}
"""What every factor of e in the cells of a look adds for labels that are rare by nature."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A reading without templates, and the skin that reads the next picture of this game.

    ``confidence`` is the least margin of any look in natural-log units; ``naming`` and ``looks``
    are what it was decided on.
    """

    reading: Reading
    skin: Skin
    confidence: float
    looks: Looks
    naming: Naming


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of a picture in mid-game.

    ``labels`` (cells,) uint8 are certain, UNREADABLE where nothing is; ``changed`` (cells,) bool
    are the cells in doubt that were unopened in the look before; ``free`` (cells,) bool are proven
    to hold no mine, or are open already: once changed they hardly show anything but a number.
    ``opened`` (cells,) uint8 are the numbers of cells that were open before, ``nearly`` (cells,)
    uint8 the numbers that cells in doubt are nearly drawn like, both UNREADABLE elsewhere.
    """

    labels: NDArray[np.uint8]
    changed: NDArray[np.bool_]
    free: NDArray[np.bool_]
    opened: NDArray[np.uint8]
    nearly: NDArray[np.uint8]


def learn(
    image: Image,
    lattice: Lattice,
    mines: int | None = None,
    name: str = "learned",
    known: Known | None = None,
) -> Learned:
    """Read the board on this lattice and return the reading with the skin it shows.

    ``known`` is what a game in play tells beside the picture. Raises UnreadableError,
    with the cells and the rival names, where the rules or the glyphs leave a doubt.
    """
    tiles = canonical_tiles(image, lattice)
    looks = group_by_look(tiles)
    costs = label_costs(looks, lattice.topology, judged_views(image, lattice, looks))
    if known is not None:
        costs = _with_known(costs, looks, known)
    naming = _named(costs, looks, lattice.topology)
    require_seen(costs, naming, looks, lattice.topology)
    naming = settled(naming, looks, lattice.topology)
    labels = naming.names[looks.of_cell]
    require_sense(labels, naming, looks, lattice.topology, mines)
    reading = _reading(labels, naming, looks, lattice, mines)
    skin = skin_of(image, reading, name)
    return Learned(reading, skin, float(naming.margin.min()), looks, naming)


def _named(costs: Costs, looks: Looks, topology: Topology) -> Naming:
    """Return the best naming; what covered looks are like beside the others may change it.

    Those of a colour of their own, or that meet no other, may be opened; others carry a mark.
    """
    naming = best_naming(topology, looks, costs)
    strange = odd_covers(naming, looks, topology)
    groups = [*secluded_kinds(naming, looks, topology), *([strange] if len(strange) else [])]
    for apart in groups:
        other = best_naming(topology, looks, _with_dear_cover(costs, apart))
        if (other.names[apart] == Label.ZERO).all() and not other.broken.any():
            naming = other
            break
    marked = marked_covers(naming, looks, topology)
    if not len(marked):
        return naming
    other = best_naming(topology, looks, _with_dear_cover(costs, marked))
    plain = np.setdiff1d(np.flatnonzero(naming.names == Label.COVERED), marked)
    # It is a mark only beside cells that are covered without it.
    return other if (other.names[plain] == Label.COVERED).all() else naming


def _with_dear_cover(costs: Costs, looks: NDArray[np.intp]) -> Costs:
    costs = costs.copy()
    costs[looks, Label.COVERED] += CARRIES_A_MARK
    return costs


def label_costs(looks: Looks, topology: Topology, views: list[Tiles]) -> Costs:
    """Return what each label costs for each look, (looks, 20), 0 for the cheapest.

    ``views`` are tiles, (looks, SIDE, SIDE, 3) each, that the looks are judged by. A number greater
    than a cell has neighbours is impossible.
    """
    costs = -np.mean([networks().scores(tiles) for tiles in views], axis=0).astype(np.float64)
    costs += np.array([USUAL[Label(label)] for label in range(costs.shape[1])])
    if looks.counts[costs.argmin(axis=1) == Label.EXPLODED].sum() > MOST_EXPLOSIONS:
        # A game that draws every mine of a lost board on the ground of an explosion.
        costs[:, Label.MINE] = costs[:, [Label.MINE, Label.EXPLODED]].min(axis=1)
        costs[:, Label.EXPLODED] += CERTAIN
    for label, price in CROWD.items():
        costs[:, label] += price * np.log(looks.counts)
    degree = np.full(len(looks), MAX_NUMBER)
    np.minimum.at(degree, looks.of_cell, (topology.neighbor_table >= 0).sum(axis=1))
    numbers = np.arange(MAX_NUMBER + 1)
    costs[:, : MAX_NUMBER + 1][numbers > degree[:, None]] = IMPOSSIBLE
    # Nothing but the rules tells a bare covered cell from a bare opened one for certain.
    bare = np.minimum(costs[:, Label.COVERED], costs[:, Label.ZERO])
    for label in (Label.COVERED, Label.ZERO):
        costs[:, label] = np.minimum(costs[:, label], bare + BARE_REACH)
    return np.asarray(costs - costs.min(axis=1, keepdims=True), dtype=np.float64)


def _with_known(costs: Costs, looks: Looks, known: Known) -> Costs:
    """Return the costs with every other name made dear for looks that known cells have.

    A look that only cells have which changed just now is most likely a number, unless it is the
    covered one but for a side: a neighbour that was opened may draw its line there.
    """
    costs = costs.copy()
    certain = np.flatnonzero(known.labels != Label.UNREADABLE)
    pairs = np.unique(np.stack([looks.of_cell[certain], known.labels[certain]]), axis=1)
    for look in np.unique(pairs[0]):
        names = pairs[1][pairs[0] == look]
        costs[look] += KNOWN
        costs[look, names] = 0
    fresh = np.setdiff1d(looks.of_cell[known.changed], looks.of_cell[~known.changed])
    fresh = fresh[~looks.changed_by_neighbors(fresh, pairs[0][pairs[1] == Label.COVERED])]
    for label, price in SURPRISE.items():
        costs[fresh, label] += price
    several = fresh[looks.counts[fresh] >= AT_ONCE]
    costs[np.ix_(several, np.array([Label.FLAG, Label.QUESTION]))] += CERTAIN
    proven = np.setdiff1d(looks.of_cell[known.free], looks.of_cell[~known.free])
    costs[np.ix_(np.setdiff1d(proven, pairs[0]), np.array(MARKS))] += NO_MARK
    strange = np.setdiff1d(np.arange(len(looks)), pairs[0])
    costs[np.ix_(strange, np.unique(pairs[1][_is_drawn_number(pairs[1])]))] += SECOND_LOOK
    for look in strange:
        stayed = np.unique(known.opened[looks.of_cell == look])
        if len(stayed) == 1 and stayed[0] != Label.UNREADABLE:
            likely = [stayed[0], Label.UNREADABLE]
            costs[look, stayed[0]] -= SECOND_LOOK * _is_drawn_number(stayed)[0]
            costs[look] += NO_OTHER_NUMBER
            costs[look, likely] -= NO_OTHER_NUMBER
            continue
        nearly = np.unique(known.nearly[looks.of_cell == look])
        if len(nearly) == 1 and nearly[0] != Label.UNREADABLE:
            costs[look, nearly[0]] -= SECOND_LOOK
    return costs


def _is_drawn_number(labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    return np.asarray((labels > Label.ZERO) & (labels <= MAX_NUMBER), dtype=np.bool_)


IMPOSSIBLE = 1e6

MOST_EXPLOSIONS = 2
"""Mines that explode at once: one, or a few by a wrong chord."""

CERTAIN = 3.0
"""Natural-log units by which a name is set apart where the game leaves no choice."""

KNOWN = 20.0
"""Natural-log units by which a name that is certain already beats all others."""

SURPRISE = {
    Label.COVERED: 8.0, Label.FLAG: 4.0, Label.QUESTION: 4.0, Label.WRONG_FLAG: 4.0,
    Label.MINE: 1.5, Label.EXPLODED: 1.5, Label.UNREADABLE: 6.0,
}  # fmt: skip
"""Natural-log cost of a look that came up in play on closed cells not being a number."""

AT_ONCE = 3
"""A person marks one cell at a time: as many new marks were made by the game."""

NO_MARK = 4.0
"""Natural-log cost of a mark on a cell that has no mine and was clicked open, or was open.

The person may have flagged it instead: what looks like a flag and hardly like a number must stay
in doubt. A flag drawn in a window of another scale was a number by 5.7 such units.
"""

NO_OTHER_NUMBER = 8.0
"""Natural-log cost of any other name for a look that only cells have which showed one number.

Opened cells stay what they are; some games draw them otherwise once the game is over.
"""

SECOND_LOOK = 4.0
"""Natural-log cost of a look being a number that already has one: a game draws it one way."""

BARE_REACH = 5.0
"""Natural-log units by which pixels alone may prefer covered to opened, or the reverse."""


def _reading(
    labels: NDArray[np.uint8],
    naming: Naming,
    looks: Looks,
    lattice: Lattice,
    mines: int | None,
) -> Reading:
    margin = naming.margin[looks.of_cell] / MIN_MARGIN
    board = Board(lattice.topology, labels.tobytes(), mines)
    return Reading(board, lattice, looks.spread, np.minimum(margin, MAX_MARGIN))


MAX_MARGIN = 10.0
"""Margins are told up to this; beyond, nothing else was near at all."""
