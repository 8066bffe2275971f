"""Hexagons whose lines begin a cell too early by turns."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.lattice import Lattice
from autoplay.vision.whole.staggered import OTHERS, restaggered


def early(variant: Variant) -> Lattice:
    """Return hexagons seven by nine, or nine by seven, of which the longer lines are too long."""
    by_rows = variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS)
    rows, cols, pitch = (7, 9, (20.0, 17.0)) if by_rows else (9, 7, (17.0, 20.0))
    return Lattice(Topology(Shape.HEXAGON, rows, cols, variant), (60.0, 50.0), pitch)


def overhang(lattice: Lattice) -> frozenset[int]:
    """Return the cells that lie farthest out along the lines of cells."""
    axis = 0 if lattice.topology.cols == 9 else 1
    along = lattice.centers[:, axis]
    outermost = (along < along.min() + 1) | (along > along.max() - 1)
    return frozenset(np.flatnonzero(outermost).tolist())


@pytest.mark.parametrize("variant", OTHERS)
def test_cells_in_doubt_that_overhang_at_both_sides_are_left_out(variant: Variant) -> None:
    lattice = early(variant)
    doubtful = overhang(lattice)
    assert len(doubtful) == 7
    fewer = restaggered(lattice, doubtful)
    assert fewer is not None
    assert fewer.topology.variant is OTHERS[variant]
    left = np.delete(lattice.centers, sorted(doubtful), axis=0)
    apart = np.linalg.norm(fewer.centers[:, None] - left, axis=2)
    assert len(fewer.centers) == len(left)
    assert apart.min(axis=0).max() < 0.01


def test_other_cells_in_doubt_tell_nothing_of_how_lines_begin() -> None:
    lattice = early(Variant.ODD_ROWS)
    doubtful = overhang(lattice)
    assert restaggered(lattice, doubtful | {30}) is None
    assert restaggered(lattice, frozenset(sorted(doubtful)[:4])) is None
    squares = Lattice(Topology(Shape.SQUARE, 7, 9), (60.0, 50.0), (20.0, 20.0))
    assert restaggered(squares, doubtful) is None
