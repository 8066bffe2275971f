"""Lattices that are tried where a board cannot be read on the first one."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Shape, Topology
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.lattice import Lattice
from autoplay.vision.retry import other_candidates


def first_tried(rows: int, cols: int, pitch: tuple[float, float]) -> list[Lattice]:
    found = Lattice(Topology(Shape.SQUARE, rows, cols), (40.0, 40.0), pitch)
    image = np.full((400, 600, 3), 90, np.uint8)
    tried = next(other_candidates(image, (Candidate(found, 0.9, ""),), None))
    return [each.lattice for each in tried]


def test_two_halves_of_a_square_are_tried_as_one_cell() -> None:
    (high,) = first_tried(30, 25, (24.2, 12.1))
    assert high.topology == Topology(Shape.SQUARE, 15, 25)
    assert (high.first_cell_center, high.pitch) == ((40.0, 46.05), (24.2, 24.2))
    (wide,) = first_tried(9, 18, (16.0, 32.0))
    assert wide.topology == Topology(Shape.SQUARE, 9, 9)
    assert (wide.first_cell_center, wide.pitch) == ((48.0, 40.0), (32.0, 32.0))


@pytest.mark.parametrize(
    ("rows", "pitch"), [(29, (24.0, 12.0)), (30, (24.0, 14.0)), (30, (24.0, 24.0))]
)
def test_cells_that_make_no_squares_two_by_two_are_left(
    rows: int, pitch: tuple[float, float]
) -> None:
    assert first_tried(rows, 25, pitch) == []
