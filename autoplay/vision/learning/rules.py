"""What the rules of the game say about labels: how badly a naming breaks them."""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology

Labels = NDArray[np.uint8]
"""(cells,) values of ``Label``."""

MARKS = [Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED, Label.WRONG_FLAG]
SHOWN = [Label.MINE, Label.EXPLODED]
PERSONS = [Label.FLAG, Label.QUESTION, Label.WRONG_FLAG]
"""Labels with a symbol that is no number: all, what a game shows, what a person sets."""


def are_drawn_numbers(labels: NDArray[np.integer]) -> NDArray[np.bool_]:
    """Return which labels are numbers that a game draws: a zero is bare."""
    return np.asarray((labels > Label.ZERO) & (labels <= MAX_NUMBER), dtype=np.bool_)


_COVER = np.zeros(32, np.int32)
_COVER[[Label.COVERED, Label.FLAG, Label.QUESTION, Label.UNREADABLE]] = 1
_MINE = np.zeros(32, np.int32)
_MINE[SHOWN] = 1
_UNFLAGGED = np.zeros(32, np.int32)
_UNFLAGGED[[Label.COVERED, Label.QUESTION]] = 1
_FLAGGED = np.zeros(32, np.int32)
_FLAGGED[Label.FLAG] = 1
_ZERO = np.zeros(32, np.int32)
_ZERO[Label.ZERO] = 1


_KINDS = (_MINE, _COVER, _FLAGGED, _UNFLAGGED, _ZERO)
_SHOWN, _FREE, _FLAGS, _OPENABLE, _ZEROS = range(5)
"""Five kinds are counted in one go, four bits each: no cell has more than 12 neighbours."""

_EACH = sum(1 << 4 * place for place in range(5))

FIELDS: NDArray[np.int32] = np.bitwise_or.reduce(
    [15 * kind << 4 * place for place, kind in enumerate(_KINDS)]
)
"""The bits of every label's kinds, (32,) int32."""


def _of_kind(around: NDArray[np.int32], place: int) -> NDArray[np.int32]:
    """Return how many of the kind at this place are ``around``."""
    return np.asarray(around >> 4 * place & 15, dtype=np.int32)


BROKEN_RULE = 4.0
"""What one broken rule costs, in natural-log units."""

STRANGE = 0.7
"""What something unusual that the rules allow costs: more flags than a number says."""

FLAGGED_ZERO = 2.0
"""What a flag beside a zero costs: it is wrong, and opening mostly removes it."""

LONELY = 0.05
"""What every number costs that is beside no zero: each needed a click of its own."""


class Opens(Enum):
    """What a zero opens: all neighbours or, in some home-made games, those it shares a side with,
    or none."""

    ALL, SIDES, NONE = range(3)


class Rules:
    """The rules on one topology, evaluated for many cells at once.

    A zero may touch the covered cells it does not open.
    """

    def __init__(self, topology: Topology, opens: Opens = Opens.ALL) -> None:
        self.topology = topology
        most = int((topology.neighbor_table >= 0).sum(axis=1).max())
        neighbors = topology.neighbor_table[:, :most]
        self._around = np.where(neighbors < 0, len(topology), neighbors)
        self.contacts = np.full(self._around.shape, _EACH, np.int32)
        if opens is not Opens.ALL:
            sides = (neighbors[:, :, None] == topology.side_table[:, None]).any(axis=2)
            opened = sides & (opens is Opens.SIDES)
            self.contacts -= np.where(opened, 0, 1 << 4 * _OPENABLE).astype(np.int32)

    def around(self, labels: Labels, kind: NDArray[np.int32]) -> NDArray[np.int32]:
        """Return how many neighbours of every cell are of this kind."""
        return self.beside(kind[labels])

    def beside(self, cells: NDArray[np.int32] | NDArray[np.bool_]) -> NDArray[np.int32]:
        """Return the sum of what these cells, (cells,), hold over the neighbours of every cell."""
        padded = np.append(cells, np.zeros(1, cells.dtype))
        return np.asarray(padded[self._around].sum(axis=1), dtype=np.int32)

    def surroundings(self, labels: Labels) -> NDArray[np.int32]:
        """Return how many neighbours of every cell are of each kind, packed, (..., cells).

        The sum of what they add: the bits of a neighbour's ``FIELDS`` that ``contacts`` has too.
        """
        outside = np.zeros((*labels.shape[:-1], 1), np.int32)
        padded = np.concatenate([FIELDS[labels], outside], axis=-1)
        # Cell beside cell: numpy is slow where it adds up a few numbers that lie side by side.
        added = padded[..., self._around.T] & self.contacts.T
        return np.asarray(added.sum(axis=-2), dtype=np.int32)

    def broken(self, labels: Labels) -> NDArray[np.int32]:
        """Return by how much every cell breaks the rules, 0 where it does not.

        A number lies between the mines shown around it and those plus the covered cells around
        it. A zero has no covered cell beside it, unless flagged: opening spreads from zeros.
        """
        return broken(labels, self.surroundings(labels))

    def unshown(self, labels: Labels) -> int:
        """Return how many numbers have fewer mines shown or flagged around them than they say."""
        return int(faults(labels, self.surroundings(labels)).sum() % ONE_UNFINISHED)

    def marked(self, labels: Labels) -> NDArray[np.int32]:
        """Return how many mines are shown or flagged around every cell."""
        return self.around(labels, _MINE) + self.around(labels, _FLAGGED)

    def overmarked(self, labels: Labels) -> NDArray[np.bool_]:
        """Return which cells are numbers with more marks around them than they say, (cells,)."""
        return np.asarray((labels <= MAX_NUMBER) & (self.marked(labels) > labels), dtype=np.bool_)

    def complete(self, labels: Labels) -> bool:
        """Whether every number has just as many mines and closed cells around it as it says."""
        number = labels <= MAX_NUMBER
        return bool((self._unopened(labels)[number] == labels[number]).all())

    def complete_but_for_flags(self, labels: Labels) -> bool:
        """The same where flags may be wrong: some numbers may have more, for as many flags."""
        number = labels <= MAX_NUMBER
        closed, flagged = self._unopened(labels)[number], self.around(labels, _FLAGGED)[number]
        return bool(((closed >= labels[number]) & (closed - flagged <= labels[number])).all())

    def leave_only_mines(self, labels: Labels) -> bool:
        """Whether cells are opened, and the covered ones beside them all proven mines: some flag
        may be wrong."""
        number, state = labels <= MAX_NUMBER, self.deduced(labels)
        if state is None or not number.any():
            return False
        beside = (labels == Label.COVERED) & (self.beside(number) > 0)
        return bool((state[beside] == IS_MINE).all())

    def _unopened(self, labels: Labels) -> NDArray[np.int32]:
        """Return how many mines and closed cells are around every cell."""
        return self.around(labels, _MINE) + self.around(labels, _COVER)

    def contradicts(self, labels: Labels) -> bool:
        """Whether simple deduction finds that no layout of mines fits these numbers.

        Flags are the player's opinion and constrain nothing.
        """
        return self.deduced(labels) is None

    def deduced(self, labels: Labels, *, ended: bool = False) -> NDArray[np.int8] | None:
        """Return what is known of every cell, (cells,): FREE, IS_MINE or IS_SAFE.

        None where no layout of mines fits the numbers. Deduces from single numbers until nothing
        changes. Once a game has ``ended`` with its mines shown, covered cells have none.
        """
        state = np.full(len(labels) + 1, FREE, dtype=np.int8)
        state[:-1] = np.where(_MINE[labels] == 1, IS_MINE, state[:-1])
        safe = (labels <= MAX_NUMBER) | (labels == Label.WRONG_FLAG)
        state[:-1][safe | (ended & (labels == Label.COVERED))] = IS_SAFE
        state[-1] = IS_SAFE
        numbers = np.flatnonzero(labels <= MAX_NUMBER)
        around, need = self._around[numbers], labels[numbers].astype(np.int32)
        while True:
            states = state[around]
            mines, free = (states == IS_MINE).sum(axis=1), (states == FREE).sum(axis=1)
            missing = need - mines
            if ((missing < 0) | (missing > free)).any():
                return None
            full, empty = (missing == free) & (free > 0), (missing == 0) & (free > 0)
            if not full.any() and not empty.any():
                return state[:-1]
            sure = np.unique(around[full][states[full] == FREE])
            clear = np.unique(around[empty][states[empty] == FREE])
            if len(np.intersect1d(sure, clear)):
                return None
            state[sure], state[clear] = IS_MINE, IS_SAFE

    def are_proven_mines(self, cells: NDArray[np.bool_], labels: Labels) -> bool:
        """Whether numbers prove each of these cells to be a mine, whatever it is named."""
        unnamed = np.where(cells, np.uint8(Label.UNREADABLE), labels)
        state = self.deduced(unnamed)
        return state is not None and bool((state[cells] == IS_MINE).all())

    def interval(
        self, state: NDArray[np.int8], cells: NDArray[np.intp]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Return the least and most mines that can be around each of these cells."""
        states = np.append(state, IS_SAFE)[self._around[cells]]
        least = (states == IS_MINE).sum(axis=1)
        return least, least + (states == FREE).sum(axis=1)


def broken(labels: Labels, around: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return by how much cells of these labels break the rules, given what is ``around`` each."""
    value = labels.astype(np.int32)
    shown, free = _of_kind(around, _SHOWN), _of_kind(around, _FREE)
    wrong = np.maximum(shown - value, 0) + np.maximum(value - shown - free, 0)
    wrong += _of_kind(around, _OPENABLE) * (value == Label.ZERO)
    return np.asarray(wrong * (value <= MAX_NUMBER), dtype=np.int32)


def prices(labels: Labels, around: NDArray[np.int32]) -> NDArray[np.float64]:
    """Return what breaks the rules, or is rarely seen, at cells of these labels."""
    row, by_mines = _ROW[labels], around & _OF_MINES
    return np.asarray(
        _PRICE_BY_MINES[row << _MINES | by_mines] + _PRICE_BY_ZEROS[row << _REST | around >> _MINES]
    )


def faults(labels: Labels, around: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return what the cells lack of the end of a game: 0, ONE_UNSHOWN, ONE_UNFINISHED or both.

    Numbers are unshown where fewer mines are shown or flagged around them than they say, and
    unfinished where mines and closed cells are more or fewer. What many cells lack is the sum.
    """
    return np.asarray(_FAULTS[_ROW[labels] << _MINES | around & _OF_MINES])


ONE_UNSHOWN, ONE_UNFINISHED = 1, 1 << 32
"""What one cell counts of each: a sum over all cells, 4 million at most, holds both apart."""


_MINES, _REST = 12, 8
"""Bits of what is around a cell that say how many mines, and all else."""

_OF_MINES = (1 << _MINES) - 1
"""What a number says of the mines around it and of the zeros is looked up apart: all that is
``around`` is more than a table holds."""

_ROW = np.minimum(np.arange(32), MAX_NUMBER + 1)
"""The numbers have a row of a table each, and all else has one."""


def _tables() -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return prices by mines and by zeros, and faults: of every number, whatever is around."""
    value = np.arange(MAX_NUMBER + 2, dtype=np.uint8)[:, None]
    number = value <= MAX_NUMBER
    around = np.arange(1 << _MINES, dtype=np.int32)
    shown, free, flags = (_of_kind(around, place) for place in (_SHOWN, _FREE, _FLAGS))
    excess = np.maximum(flags - value.astype(np.int32), 0) * number
    strange = np.where(value == Label.ZERO, FLAGGED_ZERO, STRANGE) * excess
    by_mines = BROKEN_RULE * broken(value, around) + strange
    unshown = number & (shown + flags < value)
    unfinished = number & (shown + free != value)
    lacking = ONE_UNSHOWN * unshown + ONE_UNFINISHED * unfinished
    around = np.arange(1 << _REST, dtype=np.int32) << _MINES
    lonely = number & (value > 0) & (_of_kind(around, _ZEROS) == 0)
    unopened = _of_kind(around, _OPENABLE) * (value == Label.ZERO)
    by_zeros = BROKEN_RULE * unopened + LONELY * lonely
    return by_mines.ravel(), by_zeros.ravel(), lacking.ravel()


FREE, IS_MINE, IS_SAFE = 0, 1, 2
"""What deduction knows of a cell."""

_PRICE_BY_MINES, _PRICE_BY_ZEROS, _FAULTS = _tables()
