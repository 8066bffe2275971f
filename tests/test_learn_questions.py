"""Games that draw a question mark on every covered cell, and nothing on a zero."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.alternatives import named
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

GROUND, SYMBOLS = 217, {"?": 60, "1": 120, " ": 217}
BY_PIXELS = {
    "?": {Label.QUESTION: 0.0, Label.COVERED: 3.0},
    "1": {Label.ONE: 0.0},
    " ": {Label.COVERED: 0.0, Label.ZERO: 1.8},
}


def names_of(*rows: str) -> str:
    """Return what the cells of a board are called that is drawn so, by the rules as well."""
    kinds, cells = sorted(SYMBOLS), "".join(rows)
    tiles = np.full((len(kinds), SIDE, SIDE, 3), GROUND, np.uint8)
    costs = np.full((len(kinds), Label.UNREADABLE + 1), 9.0)
    for look, kind in enumerate(kinds):
        tiles[look, 9:15, 9:15] = SYMBOLS[kind]
        for label, cost in BY_PIXELS[kind].items():
            costs[look, label] = cost
    of_cell = np.array([kinds.index(cell) for cell in cells])
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(cells)))
    naming = named(costs, looks, Topology(Shape.SQUARE, len(rows), len(rows[0])))
    shown = {Label.COVERED: "#", Label.QUESTION: "Q", Label.ZERO: "0", Label.ONE: "1"}
    return "".join(shown[Label(int(naming.names[look]))] for look in of_cell)


def test_more_question_marks_than_blank_cells_are_covered_ones_where_blank_ones_are_zeros() -> None:
    assert names_of(*[" 1??????"] * 5) == "01######" * 5


@pytest.mark.parametrize("rows", [(*["?? 1"] * 4, "????"), (*[" 1?     "] * 5,)])
def test_otherwise_they_are_question_marks(rows: tuple[str, ...]) -> None:
    assert "Q" in names_of(*rows)
