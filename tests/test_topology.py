"""Neighbours of every tiling, against figures written out by hand and against symmetry."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.errors import UsageError
from autoplay.game import (
    VARIANTS,
    Board,
    Cell,
    Label,
    Shape,
    Topology,
    Variant,
    make_topology,
)
from tests.strategies import TILINGS


def _around(topology: Topology, row: int, col: int) -> set[tuple[int, int]]:
    cell = topology.cell(row, col)
    return {(r - row, c - col) for r, c in map(topology.row_col, topology.neighbors[cell])}


@pytest.mark.parametrize(
    ("shape", "count"), [(Shape.SQUARE, 8), (Shape.HEXAGON, 6), (Shape.TRIANGLE, 12)]
)
def test_inner_cells_have_8_6_or_12_neighbors(shape: Shape, count: int) -> None:
    for variant in VARIANTS[shape]:
        topology = Topology(shape, 9, 9, variant)
        assert len(topology.neighbors[topology.cell(4, 4)]) == count
        assert len(topology.neighbors[topology.cell(4, 5)]) == count


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_touching_is_mutual_and_never_with_oneself(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 7, 8, variant)
    for cell, around in enumerate(topology.neighbors):
        assert cell not in around
        assert all(cell in topology.neighbors[other] for other in around)


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
@pytest.mark.parametrize("size", [(1, 1), (1, 6), (6, 1), (2, 2)])
def test_small_boards_keep_neighbors_inside(
    shape: Shape, variant: Variant, size: tuple[int, int]
) -> None:
    topology = Topology(shape, *size, variant)
    assert all(0 <= other < len(topology) for around in topology.neighbors for other in around)


def test_a_triangle_that_points_up_has_three_above_and_five_below() -> None:
    up = _around(Topology(Shape.TRIANGLE, 9, 9), 4, 4)
    same = {(0, -2), (0, -1), (0, 1), (0, 2)}
    assert up == same | {(-1, d) for d in range(-1, 2)} | {(1, d) for d in range(-2, 3)}


def test_a_triangle_that_points_down_has_five_above_and_three_below() -> None:
    down = _around(Topology(Shape.TRIANGLE, 9, 9), 4, 5)
    same = {(0, -2), (0, -1), (0, 1), (0, 2)}
    assert down == same | {(-1, d) for d in range(-2, 3)} | {(1, d) for d in range(-1, 2)}


def test_a_shifted_hexagon_row_touches_the_columns_to_its_right() -> None:
    odd_rows = Topology(Shape.HEXAGON, 9, 9, Variant.ODD_ROWS)
    beside = {(0, -1), (0, 1)}
    assert _around(odd_rows, 4, 4) == beside | {(-1, -1), (-1, 0), (1, -1), (1, 0)}
    assert _around(odd_rows, 3, 4) == beside | {(-1, 0), (-1, 1), (1, 0), (1, 1)}


def test_offset_columns_are_offset_rows_with_the_axes_exchanged() -> None:
    by_rows = Topology(Shape.HEXAGON, 9, 9, Variant.EVEN_ROWS)
    by_cols = Topology(Shape.HEXAGON, 9, 9, Variant.EVEN_COLS)
    for row, col in ((4, 4), (4, 5), (5, 4)):
        assert _around(by_cols, row, col) == {(c, r) for r, c in _around(by_rows, col, row)}


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_the_table_says_the_same_as_the_tuples(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 5, 6, variant)
    table = topology.neighbor_table
    assert table.shape == (30, 12)
    assert table.dtype == np.int32
    assert [tuple(x for x in row if x >= 0) for row in table.tolist()] == list(topology.neighbors)
    with pytest.raises(ValueError, match="read-only"):
        table[0, 0] = 1


def test_unknown_words_name_the_known_ones() -> None:
    with pytest.raises(UsageError, match="square, hexagon, triangle"):
        make_topology("octagon", 3, 3)
    with pytest.raises(UsageError, match="odd-rows"):
        make_topology("hexagon", 3, 3, "row+col even")
    with pytest.raises(UsageError, match="at least one row"):
        make_topology("square", 0, 3)


@pytest.mark.parametrize(("shape", "sides"), [("square", 4), ("hexagon", 6), ("triangle", 3)])
def test_cells_share_sides_with_those_beside_them_alone(shape: str, sides: int) -> None:
    topology = make_topology(shape, 7, 7)
    table = topology.side_table
    assert (table[24] >= 0).sum() == sides
    for cell, row in enumerate(table.tolist()):
        for other in (each for each in row if each >= 0):
            common = set(topology.polygon(Cell(cell))) & set(topology.polygon(Cell(other)))
            assert len(common) == 2
            assert cell in table[other]


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_the_neighbours_of_one_cell_are_those_of_all(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 4, 5, variant)
    assert tuple(topology.around(Cell(cell)) for cell in range(20)) == topology.neighbors


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_a_place_without_a_cell_touches_nothing(shape: Shape, variant: Variant) -> None:
    whole = Topology(shape, 6, 7, variant)
    absent = frozenset({0, 6, 23})
    board = Topology(shape, 6, 7, variant, absent)
    assert (len(board), board.present) == (42, 39)
    for cell, around in enumerate(whole.neighbors):
        expected = () if cell in absent else tuple(each for each in around if each not in absent)
        assert board.neighbors[cell] == expected


def test_places_without_a_cell_lie_on_the_board_and_leave_some() -> None:
    with pytest.raises(UsageError, match="outside a 2x2 board"):
        Topology(Shape.SQUARE, 2, 2, absent=frozenset({4}))
    with pytest.raises(UsageError, match="at least one cell"):
        make_topology("square", 2, 2, absent=range(4))


def test_places_without_a_cell_do_not_make_a_board_less_fresh() -> None:
    board = Board.covered(Topology(Shape.SQUARE, 2, 2, absent=frozenset({1})), 1)
    assert board.is_fresh
    assert board.is_closed
    marked = board.with_labels({Cell(0): Label.FLAG})
    assert (marked.is_fresh, marked.is_closed) == (False, True)
    assert not board.with_labels({Cell(0): Label.ONE}).is_closed
