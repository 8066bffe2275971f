"""Bare cells on the ground of others: of numbers, without a mark; of flags, covered ones."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label, Shape
from autoplay.vision.learning.bare_ground import FLAGGED_GROUND, without_bare_marks
from tests.drawn_boards import BAR, PANE, Drawn

RED, BLACK = (0, 0, 255), (0, 0, 0)


def mine_cost(
    bare: tuple[int, int, int],
    text: str = "012# / 111# / 122# / ####",
    *,
    corner: int = 0,
    shape: Shape = Shape.SQUARE,
) -> float:
    """Return what a mine costs for a bare cell of this colour that pixels call one, beside numbers
    drawn on red; so many pixels of its ``corner`` are white."""
    drawn = Drawn(text)
    for kind, symbol in (("1", BAR), ("2", PANE)):
        if kind in drawn.kinds:
            drawn.paint(kind, RED)
            drawn.tiles[drawn.kinds.index(kind)][symbol] = 255
    drawn.paint("0", bare)
    zero = drawn.kinds.index("0")
    drawn.tiles[zero][:corner, :corner] = 255
    drawn.costs[zero, [Label.MINE, Label.COVERED, Label.ZERO]] = 0.0, 2.5, 3.9
    costs = without_bare_marks(drawn.costs, drawn.looks, shape)
    assert (costs.min(axis=1) == 0).all()
    return float(costs[zero, Label.MINE])


def test_bare_cells_in_the_colour_that_numbers_are_drawn_on_are_no_mines() -> None:
    assert mine_cost(RED) > 5
    assert mine_cost(BLACK) == 0
    assert mine_cost(RED, "011# / 111# / 111# / ####") == 0  # each number may have its own ground
    assert mine_cost(RED, "012 / 111 / 122") == 0  # in a puzzle all cells have one ground


def test_a_sign_in_the_corner_of_a_square_is_one_but_not_where_neighbours_show_there() -> None:
    assert mine_cost(RED, corner=6) == 0
    assert mine_cost(RED, corner=6, shape=Shape.HEXAGON) > 5


@pytest.mark.parametrize(
    ("edge", "flags", "price"),
    [
        (80, 3, FLAGGED_GROUND),
        (140, 3, 0.0),  # drawn otherwise than the ground of flags
        (80, 2, 0.0),  # so few may lie over the board as well
    ],
)
def test_a_bare_cell_drawn_as_what_flags_are_set_on_is_covered(
    edge: int, flags: int, price: float
) -> None:
    drawn = Drawn("FFF / 232 / 00# / 000".replace("F", "0", 3 - flags))
    drawn.draw("F", PANE, ink=20)
    for kind, color in (("F", 80), ("#", edge)):
        drawn.tiles[drawn.kinds.index(kind)][-3:] = color
    assert drawn.price("#", Label.UNREADABLE) == price


def test_so_it_is_not_where_opened_cells_are_drawn_so_too() -> None:
    drawn = Drawn("FFF / 232 / 00# / 000")
    drawn.draw("F", PANE, ink=20)
    drawn.tiles[np.array([drawn.kinds.index(kind) for kind in "0#F"]), -3:] = 80
    drawn.tiles[drawn.kinds.index("0"), :-3] = 140
    assert drawn.price("#", Label.UNREADABLE) == 0
