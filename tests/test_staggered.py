"""Hexagons whose lines begin a cell too early by turns."""

from __future__ import annotations

from contextlib import nullcontext

import cv2
import numpy as np
import pytest

from autoplay.bench.synthetic import make_screen
from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Topology, Variant, format_board
from autoplay.vision.finding.reach import COLS_SHIFTED, ROWS_SHIFTED
from autoplay.vision.finding.tiling import OTHER
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see
from autoplay.vision.whole.staggered import require_equal_lines, restaggered, with_no_page

HEXAGONS = (*ROWS_SHIFTED, *COLS_SHIFTED)


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


@pytest.mark.parametrize("variant", HEXAGONS)
def test_cells_in_doubt_that_overhang_at_both_sides_are_left_out(variant: Variant) -> None:
    lattice = early(variant)
    doubtful = overhang(lattice)
    assert len(doubtful) == 7
    fewer = restaggered(lattice, doubtful)
    assert fewer is not None
    assert fewer.topology.variant is OTHER[variant]
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


def drawn(lattice: Lattice, page: frozenset[int]) -> tuple[Image, bytes]:
    """Return a picture of covered cells, but for the page, and labels that call all covered."""
    picture = np.full((260, 260, 3), 230, np.uint8)
    for cell in set(range(len(lattice.topology))) - page:
        cv2.fillPoly(picture, [lattice.polygon(cell).round().astype(np.int32)], (90, 60, 40))
    return picture, bytes([Label.COVERED]) * len(lattice.topology)


@pytest.mark.parametrize("variant", HEXAGONS)
@pytest.mark.parametrize("end", ["both", "first", "last"])
def test_ends_of_lines_that_are_drawn_as_no_covered_cell_are_the_page(
    variant: Variant, end: str
) -> None:
    lattice = early(variant)
    along = lattice.centers[:, 0 if lattice.topology.cols == 9 else 1]
    page = overhang(lattice)
    if end != "both":
        page = frozenset(cell for cell in page if (along[cell] < along.mean()) == (end == "first"))
    moved = with_no_page(*_with_labels(lattice, page))
    assert moved is not None
    assert moved.topology.variant is OTHER[variant]
    assert len(moved.topology) == len(lattice.topology) - (7 if end == "both" else 0)
    left = np.delete(lattice.centers, sorted(page), axis=0)
    apart = np.linalg.norm(moved.centers[:, None] - left, axis=2)
    assert apart.min(axis=0).max() < 0.01


def _with_labels(lattice: Lattice, page: frozenset[int]) -> tuple[Image, Lattice, bytes]:
    picture, labels = drawn(lattice, page)
    return picture, lattice, labels


def test_ends_of_lines_that_are_drawn_as_other_covered_cells_are_cells() -> None:
    lattice = early(Variant.ODD_ROWS)
    assert with_no_page(*_with_labels(lattice, frozenset())) is None


@pytest.mark.parametrize("variant", HEXAGONS)
@pytest.mark.parametrize("label", [Label.FLAG, Label.MINE])
def test_lines_of_hexagons_that_have_a_cell_less_by_turns_are_no_board(
    variant: Variant, label: Label
) -> None:
    """A lattice as wide as the longer lines takes in the page beside each of the shorter ones."""
    lattice = early(variant)
    end = np.array(sorted(overhang(lattice)))
    last = end[lattice.centers[end].sum(axis=1) > np.median(lattice.centers.sum(axis=1))]
    picture, labels = drawn(lattice, frozenset(last.tolist()))
    board = np.frombuffer(labels, np.uint8).copy()
    board[last] = label
    with pytest.raises(UnreadableError, match="a cell less"):
        require_equal_lines(picture, lattice, board.tobytes())


@pytest.mark.parametrize(("darker", "are_cells"), [(0, True), (6, False)])
def test_lines_of_hexagons_that_go_on_by_turns_are_no_board(
    darker: int, *, are_cells: bool
) -> None:
    lattice = Lattice(Topology(Shape.HEXAGON, 7, 9, Variant.ODD_ROWS), (60.0, 50.0), (20.0, 17.0))
    picture, labels = drawn(lattice, frozenset())
    require_equal_lines(picture, lattice, labels)
    beyond = lattice.moved(20.0, 0.0)
    for cell in range(8, len(lattice.topology), 18):  # the last ones of every second line
        corners = beyond.polygon(cell).round().astype(np.int32)
        cv2.fillPoly(picture, [corners], (90 - darker, 60, 40))
    with pytest.raises(UnreadableError, match="less") if are_cells else nullcontext():
        require_equal_lines(picture, lattice, labels)


@pytest.mark.parametrize("seed", [8100011, 8100202])
def test_lines_of_hexagons_beside_a_page_like_covered_cells_are_told(seed: int) -> None:
    screen = make_screen(seed)
    board = see(screen.image).reading.board
    assert board.topology.variant.value == screen.truth["offset"]
    assert format_board(board).splitlines()[-board.topology.rows :] == screen.truth["board"]
