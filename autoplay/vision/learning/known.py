"""What a game in play tells of a picture beside the picture itself."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.compared import changed_by_neighbors
from autoplay.vision.learning.rules import MARKS, SHOWN, are_drawn_numbers
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import Looks

KNOWN = 20.0
"""Natural-log units by which a name that is certain already beats all others."""

SURPRISE = {
    Label.COVERED: 8.0, Label.FLAG: 4.0, Label.QUESTION: 4.0, Label.WRONG_FLAG: 4.0,
    Label.MINE: 1.5, Label.EXPLODED: 1.5, Label.UNREADABLE: 6.0,
}  # fmt: skip
"""Natural-log cost of a look that came up in play on closed cells not being a number."""

AT_ONCE = 3
"""A person marks one cell at a time: as many new marks were made by the game."""

NOT_THE_PERSONS = 3.0
"""Natural-log cost of a mark that only a person makes, for looks of so many cells at once."""

NO_MARK = 4.0
"""Natural-log cost of a mark on a cell that has no mine and was clicked open, or was open.

The person may have flagged it instead: what looks like a flag and hardly like a number must stay
in doubt. A flag drawn in a window of another scale was a number by 5.7 such units.
"""

NO_OTHER_NUMBER = 8.0
"""Natural-log cost of any other name for a look that only cells have which showed one number, or
that is drawn like one but for its sides.

Opened cells stay what they are; some games draw them otherwise once the game is over. xbomb draws
thicker lines where a covered triangle begins: a seven was read as likely a two as a seven.
"""

SECOND_LOOK = 4.0
"""Natural-log cost of a look being a number that already has one: a game draws it one way.

In triangles that point up and down the same digit lies elsewhere and makes two looks.
"""


NO_MINE_WAS_HIT, PLAINLY_A_NUMBER = 6.0, 3.0
"""Natural-log cost of a mine shown where all clicked cells are numbers, and the units by which each
must be likelier one than any mark. The person may have hit a mine at the same moment."""


A_MINE_WAS_HIT = 3.0
"""Natural-log cost of a number elsewhere where the one clicked cell shows a mine: it opens nothing.
Games that open the whole board then show numbers likelier than that."""


@dataclass(frozen=True, eq=False)
class Known:
    """What is known of a picture in mid-game.

    ``labels`` (cells,) uint8 are certain, UNREADABLE where nothing is; ``changed`` (cells,) bool
    are the cells in doubt that were unopened in the look before; ``free`` (cells,) bool are proven
    to hold no mine, or are open already: once changed they hardly show anything but a number.
    ``opened`` (cells,) uint8 are the numbers of cells that were open before, ``nearly`` (cells,)
    uint8 the numbers that cells in doubt are nearly drawn like, both UNREADABLE elsewhere.
    ``steady`` (cells,) bool were covered and show the same in their middle as before: no symbol
    came up. ``left`` (cells,) bool are open, and which number they show is left in doubt; so it was
    in the look before for those that are ``waiting`` (cells,) bool.
    ``clicked`` (cells,) bool are those clicked since the look before: a game shows its mines when
    one of them was hit.
    Once a game ``is_over``, new flags are mines, too: it shows where they were.
    """

    labels: NDArray[np.uint8]
    changed: NDArray[np.bool_]
    free: NDArray[np.bool_]
    opened: NDArray[np.uint8]
    nearly: NDArray[np.uint8]
    steady: NDArray[np.bool_]
    left: NDArray[np.bool_]
    waiting: NDArray[np.bool_]
    clicked: NDArray[np.bool_]
    is_over: bool = False


def unknown(cells: int) -> Known:
    """Return what is known of a picture of so many cells where nothing is."""
    none, nowhere = np.zeros(cells, np.bool_), np.full(cells, np.uint8(Label.UNREADABLE))
    return Known(nowhere, none, none, nowhere, nowhere, none, none, none, none)


def with_known(costs: Costs, looks: Looks, topology: Topology, known: Known) -> Costs:
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
    fresh = fresh[~changed_by_neighbors(looks, fresh, pairs[0][pairs[1] == Label.COVERED])]
    changed = fresh
    steady = np.setdiff1d(looks.of_cell[known.steady], looks.of_cell[~known.steady])
    symbols = np.delete(np.arange(costs.shape[1]), [Label.COVERED, Label.ZERO])
    costs[np.ix_(steady, symbols)] += KNOWN
    fresh = np.setdiff1d(fresh, steady)
    for label, price in SURPRISE.items():
        costs[fresh, label] += price
    several = fresh[looks.counts[fresh] >= AT_ONCE]
    costs[np.ix_(several, np.array([Label.FLAG, Label.QUESTION]))] += NOT_THE_PERSONS
    if known.is_over:
        costs[fresh, Label.MINE] = costs[fresh][:, [Label.MINE, Label.FLAG]].min(axis=1)
        costs[fresh, Label.FLAG] += KNOWN
    clicked = looks.of_cell[known.clicked]
    if _no_mine_was_hit(costs, clicked):
        costs[:, [*SHOWN, Label.WRONG_FLAG]] += NO_MINE_WAS_HIT
    elif _a_mine_was_hit(costs, clicked):
        costs[np.setdiff1d(fresh, clicked), Label.ONE : MAX_NUMBER + 1] += A_MINE_WAS_HIT
    openers = looks.of_cell[_have_opened_more(costs, looks, topology, known)]
    costs[np.intersect1d(changed, openers), Label.COVERED] += KNOWN
    left = np.setdiff1d(looks.of_cell[known.left], pairs[0])
    costs[left] = KNOWN
    costs[left, Label.ONE : MAX_NUMBER + 1] = 0
    proven = np.setdiff1d(looks.of_cell[known.free], looks.of_cell[~known.free])
    costs[np.ix_(np.setdiff1d(proven, pairs[0]), np.array(MARKS))] += NO_MARK
    numbered = pairs[:, are_drawn_numbers(pairs[1])]
    strange = np.setdiff1d(np.arange(len(looks)), pairs[0])
    but_for_sides = _but_for_sides(strange, looks, numbered)
    for place, look in enumerate(strange):
        here = looks.of_cell == look
        second = np.zeros(costs.shape[1])
        second[_numbers_with_a_look(here, topology, known)] = SECOND_LOOK
        stayed, nearly = _only(known.opened[here]), _only(known.nearly[here])
        plain = _only(numbered[1, but_for_sides[:, place]]) if stayed is None else stayed
        if plain is not None:
            second[plain] = 0.0
            second[np.arange(len(second)) != plain] += NO_OTHER_NUMBER
        elif nearly is not None:
            second[nearly] = 0.0
        if stayed is not None:
            second[Label.UNREADABLE] -= NO_OTHER_NUMBER
        costs[look] += second
    return costs


def _no_mine_was_hit(costs: Costs, clicked: NDArray[np.intp]) -> bool:
    """Whether cells were clicked, and all look like numbers or still covered, but not all covered.

    These are their looks. A click that was lost, or whose cell is not drawn yet, has hit no mine.
    """
    number = costs[clicked, : MAX_NUMBER + 1].min(axis=1)
    none = np.minimum(number, costs[clicked, Label.COVERED])
    other = costs[clicked][:, [*SHOWN, Label.FLAG, Label.WRONG_FLAG, Label.UNREADABLE]].min(axis=1)
    are_plain = (other - none > PLAINLY_A_NUMBER).all()
    return bool(are_plain and (number < costs[clicked, Label.COVERED]).any())


def _a_mine_was_hit(costs: Costs, clicked: NDArray[np.intp]) -> bool:
    """Whether one cell was clicked, of this look, and looks like a mine."""
    number = costs[clicked, : MAX_NUMBER + 1].min(axis=1)
    mine = costs[clicked][:, SHOWN].min(axis=1)
    return bool(len(clicked) == 1 and (number - mine > PLAINLY_A_NUMBER).all())


def _have_opened_more(
    costs: Costs, looks: Looks, topology: Topology, known: Known
) -> NDArray[np.bool_]:
    """Return which clicked cells are open since others beside them are that nobody clicked; a lone
    one wherever they are, (cells,).

    In a picture that is only half repainted its zero may lie beside cells that are covered still.
    """
    is_new = (known.opened == Label.UNREADABLE) & ~known.clicked
    seems = np.where(known.changed, costs.argmin(axis=1)[looks.of_cell], known.labels)
    opened = np.append(is_new & are_drawn_numbers(seems), False)  # -1 is no neighbour
    if known.clicked.sum() == 1 and opened.any():
        return known.clicked
    return known.clicked & opened[topology.neighbor_table].any(axis=1)


def _numbers_with_a_look(
    cells: NDArray[np.bool_], topology: Topology, known: Known
) -> NDArray[np.uint8]:
    """Return the numbers known to be drawn otherwise in cells that lie like some of these."""
    alike = np.isin(topology.points_up, topology.points_up[cells])
    labels = np.unique(known.labels[alike])
    return np.asarray(labels[are_drawn_numbers(labels)], dtype=np.uint8)


def _but_for_sides(
    chosen: NDArray[np.intp], looks: Looks, numbered: NDArray[np.intp]
) -> NDArray[np.bool_]:
    """Return which looks are drawn like those of numbers but for sides, where neighbours draw
    lines, (numbers' looks, chosen); ``numbered`` are looks and their numbers, (2, n)."""
    found = np.zeros((numbered.shape[1], len(chosen)), np.bool_)
    for place, look in enumerate(numbered[0]):
        found[place] = changed_by_neighbors(looks, chosen, np.array([look]))
    return found


def _only(labels: NDArray[np.integer]) -> int | None:
    """Return the one label that all these are, None where they differ or are in doubt."""
    different = np.unique(labels)
    if len(different) != 1 or different[0] == Label.UNREADABLE:
        return None
    return int(different[0])
