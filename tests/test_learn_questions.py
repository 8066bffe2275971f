"""Question marks: on every covered cell of some games, and among flags."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.alternatives import named
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.questions import second_marks
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


@pytest.mark.parametrize(("usual_liker", "is_asked"), [(9.0, True), (3.6, True), (3.4, False)])
def test_no_mark_is_a_question_that_looks_less_like_one_than_the_usual_flags(
    usual_liker: float, *, is_asked: bool
) -> None:
    liker_flags = np.array([0.0, usual_liker, 3.5])
    costs = np.full((3, Label.UNREADABLE + 1), 9.0)
    costs[:, Label.FLAG], costs[:, Label.QUESTION] = 0.0, liker_flags
    tiles = np.full((3, SIDE, SIDE, 3), GROUND, np.uint8)
    tiles[1, 4:20, 9:12] = tiles[2, 9:12, 4:20] = 0
    of_cell = np.repeat([0, 1, 2], [7, 4, 1])
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell)))
    names = np.array([Label.COVERED, Label.FLAG, Label.FLAG], np.uint8)
    rivals = np.full(3, Label.QUESTION, np.uint8)
    unbroken = np.zeros(len(of_cell), np.int32)
    naming = Naming(names, 0.0, unbroken, np.full(3, 3.0), rivals)
    asked = second_marks(costs, naming, looks, Topology(Shape.SQUARE, 3, 4))
    assert asked.tolist() == ([2] if is_asked else [])
