"""Flags drawn as no flag known: one symbol on covered cells that numbers prove to be mines."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.compared import OTHER_MARK
from autoplay.vision.learning.alternatives import named
from autoplay.vision.learning.bare_ground import surely_numbers
from autoplay.vision.learning.ending import CARRIES_A_MARK, MOST_UNSHOWN, OWN_CONTRAST
from autoplay.vision.learning.grounds import ODD_GROUND, SAME_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.margins import LEAST_MARGINS
from autoplay.vision.learning.rules import IS_MINE, Labels, Opens, Rules
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import NO_LOOKS, Looks

UNKNOWN = 3.0
"""Natural-log units by which pixels call a symbol something rather than nothing known, at most: a #
is a mine by 0.5 to 2.8, and hardly a flag."""

FEWEST, NEARLY_ALL, SELDOM = 2, 0.8, 0.2
"""Cells of such a symbol at least, as a single one may be the mine that exploded; the share of them
that are proven mines at least: a person sets a wrong flag now and then; and the share of choices of
as many closed cells that are so, too, at most."""


def with_proven_flags(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology, least: Opens
) -> tuple[Costs, Naming]:
    """Return costs and naming, a symbol that is hardly anything known called a flag where the
    numbers prove that it is one.

    It lies on the ground of covered cells, and every cell that shows it is a mine by the numbers,
    as other cells would not be by chance; these lack more, so that no game that is over shows it.
    ``least`` is what zeros open at least.
    """
    strange = _strange_marks(costs, naming, looks)
    if not len(strange):
        return costs, naming
    flagged = costs.copy()
    flagged[strange] += CARRIES_A_MARK
    flagged[strange, Label.FLAG] = 0.0
    other = named(flagged, looks, topology, least)
    labels, rules = other.names[looks.of_cell], Rules(topology)
    fits = (other.names[strange] == Label.FLAG).all() and not other.broken.any()
    if not fits or not _are_told(np.isin(looks.of_cell, strange), labels, rules):
        return costs, naming
    return flagged, other


def _strange_marks(costs: Costs, naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return the looks of the most frequent symbol on the ground of bare covered cells, and on that
    of no number, where it is hardly anything known and in doubt."""
    drawn = looks.own_contrast(2) > OWN_CONTRAST
    covers = (naming.names == Label.COVERED) & ~drawn
    marks, numbers = np.flatnonzero(drawn), surely_numbers(costs)
    if not covers.any():
        return NO_LOOKS
    ground = looks.inner_ground

    def away(others: NDArray[np.bool_]) -> NDArray[np.float32]:
        apart = np.abs(ground[marks][:, None] - ground[others]).max(axis=2)
        return np.asarray(apart.min(axis=1, initial=255.0), dtype=np.float32)

    marks = marks[(away(covers) < SAME_GROUND) & (away(numbers) > ODD_GROUND)]
    if not len(marks):
        return NO_LOOKS
    first = marks[looks.counts[marks].argmax()]
    marks = marks[looks.symbols.drawn_otherwise(first, marks) <= OTHER_MARK]
    asked = LEAST_MARGINS[naming.names[marks], naming.rivals[marks]]
    sure = (naming.names[marks] == Label.FLAG) & (naming.margin[marks] >= asked)
    known = costs[marks, Label.UNREADABLE] > UNKNOWN
    return NO_LOOKS if sure.all() or known.any() else marks


def _are_told(marks: NDArray[np.bool_], labels: Labels, rules: Rules) -> bool:
    """Whether numbers prove nearly all of these cells to be mines, hardly by chance, and lack
    more."""
    state = rules.deduced(np.where(marks, np.uint8(Label.UNREADABLE), labels))
    if state is None or rules.unshown(labels) < MOST_UNSHOWN:
        return False
    mine, closed = state == IS_MINE, marks | (labels == Label.COVERED)
    proven, marked, mines, cells = (
        int(np.count_nonzero(chosen)) for chosen in (marks & mine, marks, closed & mine, closed)
    )
    told = marked >= FEWEST and proven >= NEARLY_ALL * marked
    return told and _chance(proven, marked, mines, cells) <= SELDOM


def _chance(proven: int, marked: int, mines: int, cells: int) -> float:
    """Return how often so many and more of the cells ``marked`` are among the ``mines``, were they
    any of so many cells: the tail of a hypergeometric distribution."""
    ways = (
        comb(mines, each) * comb(cells - mines, marked - each) for each in range(proven, marked + 1)
    )
    return sum(ways) / comb(cells, marked)
