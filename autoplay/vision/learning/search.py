"""What a naming of looks costs, and what it costs to rename some of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import OverruledError
from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.learning.beside import Beside, Ruled
from autoplay.vision.learning.grounds import Grounds, Renamed
from autoplay.vision.learning.rules import (
    MARKS,
    ONE_UNFINISHED,
    PERSONS,
    SHOWN,
    Labels,
    faults,
    prices,
)
from autoplay.vision.remembered import Remembered

Costs = NDArray[np.float64]
"""(looks, 20) how unlikely each label is for each look, in natural-log units, least is 0."""

NO_GAME = 1000.0
"""What a board costs that has neither a covered cell nor a mine, nothing but marks, or opened ones
without a number: numbers lie between them and what is covered."""

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
"""What flags or mines cost of which one has a symbol that has nothing in common with the others.
"""

LONE_WRONG = 4.0
"""What a wrong flag costs where no mine is shown: games tell it at the end."""

WON_BEFORE = 6.0
"""What a board costs where a mine exploded although all others are flagged and all cells opened."""

UNFINISHED = 3.0
"""What a board costs where every cell left has a mark, and some numbers have too many or few."""

UNOPENED = 3.0
"""What each look with a person's mark costs where nothing is opened, and mines of which none
exploded."""

SECOND_COVER = 2.0
"""What each rare look with a symbol costs that is named covered where the others look alike."""

FAINT_MARK = 15.0
"""Gray levels by which a mark stands out from plain covered cells even in a faint theme."""

RARE = 0.6
"""Share of the most frequent covered look below which another one is rare."""

TEXTURED = 0.3
"""Share of covered cells with rare looks of no symbol above which they are textured."""

AT_ONCE = 512
"""Namings held in memory at a time."""

MOST_KNOWN = 4096
"""Namings whose cost is remembered, and ways to call looks covered."""

UNLIKE = 2.0
"""Natural-log units by which a look has another name than pixels say, where none was found that
fits: text above a board that was taken for lines of it is so by 2.5 to 5."""

NONE_RENAMED = -1
"""Stands for a look where none is renamed: no look has this number."""


class Search:
    """A naming and what changes of it cost.

    ``families`` are groups of looks without a symbol that are like each other; ``alike`` are groups
    of looks that differ at their edges alone; ``areas``, found in between, are groups of looks that
    make up areas of covered cells or of zeros.
    """

    def __init__(
        self,
        beside: Beside,
        grounds: Grounds,
        costs: Costs,
        names: Labels,
        *,
        families: tuple[NDArray[np.intp], ...] = (),
        alike: tuple[NDArray[np.intp], ...] = (),
    ) -> None:
        self.rules, self.looks = beside.rules, beside.looks
        self.families, self.alike = families, alike
        self.areas: tuple[NDArray[np.intp], ...] = ()
        self._beside, self._grounds = beside, grounds
        self._weights = np.where(_BY_CELL, self.looks.counts[:, None], 1)
        self.costs, self.names = costs.copy(), names.copy()
        self._learn_which_are_like_marks()

    @property
    def names(self) -> Labels:
        """The naming found so far, (looks,)."""
        return self._names

    @names.setter
    def names(self, names: Labels) -> None:
        self._names = names
        self._standing: _Standing | None = None

    @property
    def cost_now(self) -> float:
        """What the naming found so far costs."""
        return float(self.cost.of(self._names))

    def rename(self, looks: NDArray[np.intp] | int, name: int) -> None:
        """Give these looks this name.

        Raises OverruledError where so many renames say that this is no board.
        """
        self._spend(renamed=1)
        self.names = self.names.copy()
        self.names[looks] = name

    def _spend(self, *, renamed: int = 0, weighed: int = 0) -> None:
        looks = self.looks
        if looks.effort.spend(len(looks.of_cell), renamed=renamed, weighed=weighed):
            chosen = self.costs[np.arange(len(looks)), self.names]
            unlike = np.flatnonzero(chosen[looks.of_cell] > UNLIKE).tolist()
            words = f"its cells have {len(looks)} looks, which no naming explains"
            raise OverruledError(words, unlike or range(len(looks.of_cell)))

    def _cost_of(self, names: Labels) -> NDArray[np.float64]:
        """Return what each of many namings costs, (n,): ``names`` are (n, looks)."""
        self._spend(weighed=len(names))
        labels = names[..., self.looks.of_cell]
        around = self.rules.surroundings(labels)
        total = self.costs[np.arange(len(self.looks)), names].sum(axis=-1)
        total += prices(labels, around).sum(axis=-1) + self._grounds.cost(names)
        total += _told(self._tallies(names), faults(labels, around).sum(axis=-1))
        for mark in _SYMBOLS:
            total += SECOND_KIND * self._grounds.second_kinds(names, mark)
        return np.asarray(total + SECOND_COVER * self._marked_covers(names == Label.COVERED))

    def more(self, looks: NDArray[np.intp], others: Labels) -> NDArray[np.float64]:
        """Return how much more the naming costs when one look gets another name, for each of them.

        That is as if each of these looks alone were renamed, (n,).
        """
        if self._standing is None:
            self._standing = self._stands()
        now, before = self._standing, self.names[looks]
        total = self.costs[looks, others] - self.costs[looks, before]
        dearer, more_faults = self._beside.renamed(now.ruled, looks, others)
        total += dearer + now.grounds.more(looks, others)
        change = (_TALLIED[others] - _TALLIED[before]) * self._weights[looks]
        total += _told(now.tallies + change, now.faults + more_faults) - now.told
        for mark, more in zip(_SYMBOLS, now.second_kinds, strict=True):
            toggled = (before == mark) != (others == mark)
            total[toggled] += SECOND_KIND * more[looks[toggled]]
        toggled = np.flatnonzero((before == Label.COVERED) != (others == Label.COVERED))
        if len(toggled):
            total[toggled] += SECOND_COVER * self._more_marked_covers(looks[toggled])
        return total

    def _stands(self) -> _Standing:
        names = self.names
        ruled, tallies = self._beside.ruled(names), self._tallies(names)
        lacking = ruled.faults.sum()
        second_kinds = [self._grounds.more_second_kinds.of(names == mark) for mark in _SYMBOLS]
        return _Standing(
            ruled,
            self._grounds.with_each_renamed(names),
            tallies,
            lacking,
            _told(tallies, lacking),
            second_kinds,
        )

    def make_dearer(self, look: int, name: int, price: float) -> None:
        """Add to what a name costs for a look."""
        self.costs[look, name] += price
        self._learn_which_are_like_marks()

    def _learn_which_are_like_marks(self) -> None:
        """Note which looks are likelier a mark than covered by their pixels, and forget what was so
        by other ones."""
        self._like_marks = self.costs[:, MARKS].min(axis=1) < self.costs[:, Label.COVERED]
        self._marked_covers = Remembered(self._marked_covers_of, MOST_KNOWN)
        self.cost = Remembered(self._cost_of, MOST_KNOWN)

    def _tallies(self, names: Labels) -> NDArray[np.intp]:
        """Return how many cells or looks have what ``_told`` prices, (..., 8)."""
        return np.asarray((_TALLIED[names] * self._weights).sum(axis=-2), dtype=np.intp)

    def _more_marked_covers(self, looks: NDArray[np.intp]) -> NDArray[np.intp]:
        """Return how many more ``_marked_covers`` there are with one of these looks covered that is
        not so now, or not covered, for each."""
        covered = self.names == Label.COVERED
        each, place = np.unique(np.append(looks, NONE_RENAMED), return_inverse=True)
        marked = [
            self._marked_covers(covered ^ (np.arange(len(covered)) == part[:, None]))
            for part in np.split(each, range(AT_ONCE, len(each), AT_ONCE))
        ]
        then = np.concatenate(marked)[place]
        return np.asarray(then[:-1] - then[-1])

    def _marked_covers_of(self, covered: NDArray[np.bool_]) -> NDArray[np.intp]:
        """Return how many rare looks with a symbol are taken for covered among plain ones.

        ``covered`` is (n, looks), the result (n,).
        """
        counts = self.looks.counts
        most = (covered * counts).max(axis=-1, keepdims=True)
        rare = covered & (counts < RARE * most)
        marked = self._like_marks & (self._grounds.stands_out(covered & ~rare) > FAINT_MARK)
        textured = (rare & ~marked) @ counts > TEXTURED * (covered @ counts)
        return np.where(textured, 0, (rare & marked).sum(axis=-1))


@dataclass(frozen=True, eq=False)
class _Standing:
    """What is so of a naming as a whole, whichever look is renamed in it.

    ``second_kinds`` is how much more of these there are of each symbol, with each look given its
    name or without it.
    """

    ruled: Ruled
    grounds: Renamed
    tallies: NDArray[np.intp]
    faults: np.int64
    told: NDArray[np.float64]
    second_kinds: list[NDArray[np.float64]]


def has_ended(labels: Labels) -> bool:
    """Whether these labels, (cells,), show as many mines as only the end of a game does."""
    return bool(np.isin(labels, SHOWN).sum() >= SEVERAL_SHOWN)


def _told(tallies: NDArray[np.intp], lacking: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what a board costs for what it shows as a whole, (...).

    ``tallies`` are (..., 8), ``lacking`` (...) the sum of all ``faults``.
    """
    exploded, shown, wrong, covered, opened, numbers, persons, in_play = (
        tallies[..., place] for place in range(8)
    )
    unfinished, unshown = np.divmod(lacking, ONE_UNFINISHED)
    total = SECOND_EXPLOSION * np.maximum(exploded - 1, 0)
    total += np.where(shown > 0, OVER, LONE_WRONG * (wrong > 0))
    total += UNSHOWN * np.minimum(unshown, MOST_UNSHOWN) * (shown >= SEVERAL_SHOWN)
    total += WON_BEFORE * ((exploded > 0) & (shown == exploded) & (covered == 0))
    total += UNFINISHED * ((covered == 0) & (unfinished > 0))
    total += UNOPENED * (persons + ((shown > 0) & (exploded == 0))) * (opened == 0)
    none = (in_play == 0) | ((covered == 0) & (opened == 0)) | ((opened > 0) & (numbers == 0))
    return np.asarray(total + NO_GAME * none, dtype=np.float64)


_SYMBOLS = (Label.FLAG, Label.MINE)
_TALLIED = np.zeros((32, 8), np.intp)
_TALLIED[Label.EXPLODED, 0] = 1
_TALLIED[SHOWN, 1] = 1
_TALLIED[Label.WRONG_FLAG, 2] = 1
_TALLIED[Label.COVERED, 3] = 1
_TALLIED[: MAX_NUMBER + 1, 4] = 1
_TALLIED[1 : MAX_NUMBER + 1, 5] = 1
_TALLIED[PERSONS, 6] = 1
_TALLIED[[Label.COVERED, Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED], 7] = 1
_BY_CELL = np.array([True, True, False, False, False, False, False, False])
"""What is counted of labels: cells of mines exploded and shown; looks of wrong flags, covered ones,
opened ones, numbers, a person's marks, and what is on every board that is played."""
