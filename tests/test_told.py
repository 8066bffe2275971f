"""What a game in play tells of its next picture: which cells changed, and which did not."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.bench.known_looks import true_lattice
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.game import Cell, Label, Level, parse_board
from autoplay.play.told import steady_cells, told
from autoplay.vision.learning.known import Known
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

NEXT = "####\n##?#\n####"
"""One cell is in doubt: nearly what a covered one looks like."""


def _known(steady: bool | None) -> Known:
    lattice = true_lattice(make_virtual_desktop(Level(3, 4, 3), "square").game)
    nothing = np.zeros(12)
    before = Reading(parse_board("####\n####\n####"), lattice, nothing, nothing)
    labels = np.frombuffer(parse_board(NEXT).labels, np.uint8)
    nearest = np.full(12, np.uint8(Label.COVERED))
    glance = Glance(labels, nearest, np.where(labels == Label.UNREADABLE, 1.4, 0.0), nothing + 5)
    cells = None if steady is None else np.full(12, steady)
    return told(glance, before, [Cell(6)], cells)


@pytest.mark.parametrize(("steady", "changed"), [(True, []), (False, [6]), (None, [])])
def test_a_cell_that_lost_the_dot_of_a_covered_one_has_changed(
    steady: bool | None, changed: list[int]
) -> None:
    assert np.flatnonzero(_known(steady).changed).tolist() == changed


def test_the_clicked_cells_are_told() -> None:
    assert np.flatnonzero(_known(None).clicked).tolist() == [6]


def test_a_line_at_a_cells_side_leaves_its_middle_steady_and_a_dot_does_not() -> None:
    lattice = true_lattice(make_virtual_desktop(Level(3, 4, 3), "square").game)
    before = np.full((400, 400, 3), 200, np.uint8)
    now = before.copy()
    for cell, away in ((5, 11), (6, 0)):
        x, y = (round(value) for value in lattice.center(cell))
        now[y + away : y + away + 2, x - 1 : x + 1] = 0
    chosen = np.zeros(12, np.bool_)
    chosen[[4, 5, 6]] = True
    assert np.flatnonzero(steady_cells(before, now, lattice, chosen)).tolist() == [4, 5]
