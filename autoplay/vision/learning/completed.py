"""Whether marks are the mines that a lost game shows, or were set by hand: by where they lie."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.learning.rules import FREE, Labels, Rules


def are_all_mines(apart: NDArray[np.bool_], labels: Labels, rules: Rules) -> bool:
    """Whether these cells, named covered or marks, are just the mines that every number says, with
    the flags that are right."""
    others = (labels == Label.COVERED) & ~apart
    number, beside = labels <= MAX_NUMBER, rules.beside(apart)
    right = _without_wrong(np.where(apart, np.uint8(Label.COVERED), labels), beside, rules)
    exact = (rules.marked(right) + beside == labels)[number].all()
    told = number & (beside > 0) & (rules.beside(others) > 0)
    return bool(exact and np.count_nonzero(told) >= COMPLETED)


def _without_wrong(labels: Labels, beside: NDArray[np.int32], rules: Rules) -> Labels:
    """Return the labels without some flags that only touch numbers with one mine too many, those of
    most such numbers first, with so many other mines ``beside`` the cells."""
    number, labels = labels <= MAX_NUMBER, labels.copy()
    for _ in range(int(MOST_WRONG * np.count_nonzero(labels == Label.FLAG))):
        excess = number & (rules.marked(labels) + beside > labels)
        touched = np.where(rules.beside(number & ~excess) > 0, 0, rules.beside(excess))
        touched[labels != Label.FLAG] = 0
        if not touched.any():
            break
        labels[touched.argmax()] = Label.COVERED
    return labels


MOST_WRONG = 0.2
"""Share of the flags that may be wrong where a lost game shows its mines."""


def are_shown_at_the_end(apart: NDArray[np.bool_], labels: Labels, rules: Rules) -> bool:
    """Whether these cells may be the mines a game shows, some of which no person could know."""
    if not may_be_shown(apart, labels, rules):
        return False
    state = rules.deduced(np.where(apart, np.uint8(Label.COVERED), labels))
    return state is not None and int((state[apart] == FREE).sum()) >= MIN_UNKNOWN


def may_be_shown(apart: NDArray[np.bool_], labels: Labels, rules: Rules) -> bool:
    """Whether these cells are just the mines of all numbers, as far as chance goes anywhere.

    So a game shows them: they are none of its where all lie beside numbers, by no chance.
    """
    return are_all_mines(apart, labels, rules) and not keep_to_numbers(apart, labels, rules)


def keep_to_numbers(apart: NDArray[np.bool_], labels: Labels, rules: Rules) -> bool:
    """Whether so few of these cells lie away from all numbers as mines would not by chance."""
    return against_chance(apart, labels, rules) > BY_CHANCE


def against_chance(apart: NDArray[np.bool_], labels: Labels, rules: Rules) -> float:
    """Return how much speaks against mines by chance where so few of these cells, or none, lie away
    from all numbers, in natural-log units: Chernoff's inequality bounds that chance."""
    elsewhere = rules.beside(labels <= MAX_NUMBER) == 0
    mines = np.count_nonzero(elsewhere & apart)
    cells = mines + np.count_nonzero(elsewhere & (labels == Label.COVERED) & ~apart)
    if mines >= FEWEST_MINES * cells:
        return 0.0
    share = np.array([mines, cells - mines]) / cells
    usual = np.array([FEWEST_MINES, 1 - FEWEST_MINES])
    return float(cells * (share * np.log(np.where(share > 0, share, 1.0) / usual)).sum())


FEWEST_MINES, BY_CHANCE = 0.1, 5.0
"""Share of the cells that hold mines at least (0.12 to 0.21 on the usual levels), and the
natural-log units of chance that are not to be believed."""

MIN_UNKNOWN = 2
"""Mines that numbers do not prove one by one: flags on all of them would have been guesses."""

COMPLETED = 5
"""Numbers beside cells of a kind and beside other covered cells, all of which it completes."""


def told_by_hand(
    marks: NDArray[np.bool_], shown: NDArray[np.bool_], labels: Labels, rules: Rules
) -> float:
    """Return how much it speaks for a person having set ``marks`` that all lie beside numbers.

    In natural-log units, 0 where one does not. Both are (cells,): mines that a game has ``shown``
    lie anywhere, so that it would be chance.
    """
    beside = rules.beside(labels <= MAX_NUMBER) > 0
    if not beside[marks].all():
        return 0.0
    share = (beside[shown].sum() + 1) / (shown.sum() + 2)
    return float(-np.log(share) * marks.sum())
