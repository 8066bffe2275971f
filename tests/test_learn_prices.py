"""What the rules charge for, looked up in tables, held against a count cell by cell."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import MAX_NUMBER, Cell, Label, make_topology
from autoplay.vision.learning.rules import (
    BROKEN_RULE,
    FLAGGED_ZERO,
    LONELY,
    ONE_UNFINISHED,
    ONE_UNSHOWN,
    STRANGE,
    Rules,
    faults,
    prices,
)

SHOWN = (Label.MINE, Label.EXPLODED)
CLOSED = (Label.COVERED, Label.FLAG, Label.QUESTION, Label.UNREADABLE)


@pytest.mark.parametrize("shape", ["square", "hexagon", "triangle"])
def test_prices_and_faults_are_those_of_a_count_cell_by_cell(shape: str) -> None:
    topology = make_topology(shape, 9, 8)
    labels = (
        np.random.default_rng(2).integers(0, Label.UNREADABLE + 1, len(topology)).astype(np.uint8)
    )
    around = Rules(topology).surroundings(labels)
    every = range(len(topology))
    beside = [[int(labels[each]) for each in topology.neighbors[Cell(cell)]] for cell in every]
    expected = [price(int(labels[cell]), beside[cell]) for cell in every]
    np.testing.assert_allclose(prices(labels, around), expected)
    assert faults(labels, around).tolist() == [lacks(int(labels[c]), beside[c]) for c in every]


def price(label: int, beside: list[int]) -> float:
    """Return what the rules charge for a cell of this label, beside cells of those."""
    if label > MAX_NUMBER:
        return 0.0
    shown = sum(each in SHOWN for each in beside)
    free = sum(each in CLOSED for each in beside)
    flags = sum(each == Label.FLAG for each in beside)
    total = BROKEN_RULE * (max(shown - label, 0) + max(label - shown - free, 0))
    if label == 0:
        unopened = sum(each in (Label.COVERED, Label.QUESTION) for each in beside)
        return total + BROKEN_RULE * unopened + FLAGGED_ZERO * flags
    lonely = LONELY if Label.ZERO not in beside else 0.0
    return total + STRANGE * max(flags - label, 0) + lonely


def lacks(label: int, beside: list[int]) -> int:
    """Return what a cell of this label lacks of the end of a game, beside cells of those."""
    if label > MAX_NUMBER:
        return 0
    shown = sum(each in SHOWN for each in beside)
    unshown = shown + sum(each == Label.FLAG for each in beside) < label
    unfinished = shown + sum(each in CLOSED for each in beside) != label
    return ONE_UNSHOWN * unshown + ONE_UNFINISHED * unfinished
