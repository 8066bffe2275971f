"""What a naming of looks costs, and what it costs to rename some of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.rules import Labels, Rules
from autoplay.vision.looks import Looks

Costs = NDArray[np.float64]
"""(looks, 20) how unlikely each label is for each look, in natural-log units, least is 0."""

NO_GAME = 1000.0
"""What a board costs that has neither a covered cell nor a mine."""

SECOND_EXPLOSION = 1.5
"""What every exploded mine after the first costs."""

OVER = 1.5
"""What a board costs that shows mines: most are in play, and their marks are flags."""

SEVERAL_SHOWN = 3
"""A game that shows as many mines shows all: some show only the one that exploded."""

UNSHOWN, MOST_UNSHOWN = 1.0, 8
"""What a number costs whose mines are not all shown or flagged although mines are shown.

Of 46 screens that show several mines, real ones and drawn by programs, none has such a number; of
74 with flags alone all but five have many. Beyond so many it costs no more.
"""

SECOND_KIND = 4.0
"""What a flag or a mine costs whose symbol has nothing in common with that of the others."""

LONE_WRONG = 4.0
"""What a wrong flag costs where no mine is shown: games tell it at the end."""

UNFINISHED = 3.0
"""What a board costs where every cell left has a mark, and some numbers have too many or few."""

UNOPENED = 3.0
"""What each look with a person's mark costs where nothing is opened."""

SECOND_COVER = 2.0
"""What each rare look with a symbol costs that is named covered where the others look alike."""

FAINT_MARK = 15.0
"""Gray levels by which a mark stands out from plain covered cells even in a faint theme."""

RARE = 0.6
"""Share of the most frequent covered look below which another one is rare."""

TEXTURED = 0.3
"""Share of covered cells with rare looks of no symbol above which they are textured."""


class Search:
    """A naming and what changes of it cost.

    ``names`` is the naming found so far; ``families`` are groups of looks without a symbol that
    are like each other, and ``together`` these and all of them as one.
    """

    def __init__(
        self,
        rules: Rules,
        looks: Looks,
        costs: Costs,
        grounds: Grounds,
        names: Labels,
        *,
        families: tuple[NDArray[np.intp], ...] = (),
    ) -> None:
        self.rules, self.looks, self.families = rules, looks, families
        every = (np.concatenate(families),) if len(families) > 1 else ()
        self.together = (*families, *every)
        self.costs = costs.copy()
        self._grounds = grounds
        self._every = np.arange(len(looks))
        self._like_marks = self._which_are_like_marks()
        self._reached: dict[int, NDArray[np.intp]] = {}
        self.set_names(names)

    @property
    def names(self) -> Labels:
        """The naming found so far, (looks,); ``set_names`` and ``rename`` change it."""
        return self._names

    def set_names(self, names: Labels) -> None:
        """Make this the naming found."""
        self._names = names.copy()
        self._prices = self.rules.prices(self._names[self.looks.of_cell])
        self._apart = self._elsewhere(self._names)

    def rename(self, looks: NDArray[np.intp], name: int) -> None:
        """Give these looks this name."""
        names = self._names.copy()
        names[looks] = name
        self.set_names(names)

    def cost(self, names: Labels) -> float:
        """Return what a naming costs."""
        labels = names[self.looks.of_cell]
        return self._elsewhere(names) + float(self.rules.prices(labels).sum())

    def more(self, looks: NDArray[np.intp], name: int) -> float:
        """Return how much more the naming found costs when these looks get this name."""
        names = self._names.copy()
        names[looks] = name
        cells = self._cells_reached(looks)
        prices = self.rules.prices(names[self.looks.of_cell], cells)
        beside = float(prices.sum() - self._prices[cells].sum())
        return self._elsewhere(names) - self._apart + beside

    def make_dearer(self, look: int, name: int, price: float) -> None:
        """Add to what a name costs for a look."""
        self.costs[look, name] += price
        self._like_marks = self._which_are_like_marks()
        self._apart = self._elsewhere(self._names)

    def _which_are_like_marks(self) -> NDArray[np.bool_]:
        """Return which looks are likelier a mark than covered by their pixels."""
        likest = self.costs[:, _MARKS].min(axis=1)
        return np.asarray(likest < self.costs[:, Label.COVERED], dtype=np.bool_)

    def _cells_reached(self, looks: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return the cells of these looks and all beside them."""
        if len(looks) != 1:
            return self.rules.reached(np.flatnonzero(np.isin(self.looks.of_cell, looks)))
        look = int(looks[0])
        if look not in self._reached:
            cells = np.flatnonzero(self.looks.of_cell == look)
            self._reached[look] = self.rules.reached(cells)
        return self._reached[look]

    def _elsewhere(self, names: Labels) -> float:
        """Return what a naming costs apart from the rules between neighbours."""
        pixels = self.costs[self._every, names].sum()
        exploded = int(self.looks.counts[names == Label.EXPLODED].sum())
        shown = exploded + int(self.looks.counts[names == Label.MINE].sum())
        total = float(pixels) + self._grounds.cost(names)
        total += SECOND_EXPLOSION * max(exploded - 1, 0)
        if shown:
            total += OVER
            if shown >= SEVERAL_SHOWN:
                total += UNSHOWN * min(self.rules.unshown(names[self.looks.of_cell]), MOST_UNSHOWN)
        elif (names == Label.WRONG_FLAG).any():
            total += LONE_WRONG
        if not (names == Label.COVERED).any():
            total += UNFINISHED * (not self.rules.complete(names[self.looks.of_cell]))
        for mark in (Label.FLAG, Label.MINE):
            total += SECOND_KIND * self._grounds.second_kinds(names, mark)
        if not (names <= MAX_NUMBER).any():
            total += UNOPENED * _PERSONS[names].sum()
        total += SECOND_COVER * self._marked_covers(names)
        return total if _IN_PLAY[names].any() else total + NO_GAME

    def _marked_covers(self, names: Labels) -> int:
        """Return how many rare looks with a symbol are taken for covered among plain ones."""
        covered = names == Label.COVERED
        if not covered.any():
            return 0
        rare = covered & (self.looks.counts < RARE * self.looks.counts[covered].max())
        plain = covered & ~rare
        marked = self._like_marks & (self._grounds.stands_out(plain) > FAINT_MARK)
        if self.looks.counts[rare & ~marked].sum() > TEXTURED * self.looks.counts[covered].sum():
            return 0
        return int((rare & marked).sum())


def has_ended(labels: Labels) -> bool:
    """Whether these labels, (cells,), show as many mines as only the end of a game does."""
    return bool(np.isin(labels, (Label.MINE, Label.EXPLODED)).sum() >= SEVERAL_SHOWN)


def _among(labels: tuple[Label, ...]) -> NDArray[np.bool_]:
    """Return a table that says of every label whether it is one of these."""
    table = np.zeros(32, bool)
    table[list(labels)] = True
    return table


_MARKS = [Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED, Label.WRONG_FLAG]
_PERSONS = _among((Label.FLAG, Label.QUESTION, Label.WRONG_FLAG))
_IN_PLAY = _among(
    (Label.COVERED, Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED),
)
