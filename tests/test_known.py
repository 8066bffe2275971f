"""What a game in play tells of looks that come up: numbers that already have a look."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Label, Topology, make_topology
from autoplay.vision.grouping import group_by_look
from autoplay.vision.learning.known import SECOND_LOOK, Known, with_known
from autoplay.vision.looks import BLOCKS
from autoplay.vision.tiles import SIDE, Tiles

SEVEN, TWO = int(Label.SEVEN), int(Label.TWO)


def _costs_of_the_last(
    topology: Topology, tiles: Sequence[Tiles], sevens: Sequence[int]
) -> NDArray[np.float64]:
    """Return what each name costs for the last cell, which came up beside known sevens."""
    looks = group_by_look(np.stack(tiles))
    nothing = np.full(len(topology), np.uint8(Label.UNREADABLE))
    labels = nothing.copy()
    labels[list(sevens)] = SEVEN
    new = np.arange(len(topology)) == len(topology) - 1
    known = Known(labels, new, new, nothing, nothing)
    costs = with_known(np.zeros((len(looks), 20)), looks, topology, known)
    return np.asarray(costs[looks.of_cell[-1]])


def _tile(middle: int, below: int = 0) -> Tiles:
    """Return a white tile with a gray middle, and a line as dark as that at the bottom."""
    tile = np.full((SIDE, SIDE, 3), 255, np.uint8)
    part = SIDE // BLOCKS
    tile[3 * part : -3 * part, 3 * part : -3 * part] = middle
    tile[-part:] -= np.uint8(below)
    return tile


@pytest.mark.parametrize(("sevens", "price"), [([1], SECOND_LOOK), ([0, 2], 0.0)])
def test_a_number_has_one_look_in_triangles_that_point_one_way(
    sevens: Sequence[int], price: float
) -> None:
    row = make_topology("triangle", 1, 4, "row+col even")
    costs = _costs_of_the_last(row, [*[_tile(120)] * 3, _tile(40)], sevens)
    assert costs[SEVEN] - costs[TWO] == price


def test_a_number_whose_neighbour_draws_a_line_is_no_other_number() -> None:
    row = make_topology("square", 1, 2)
    costs = _costs_of_the_last(row, [_tile(120), _tile(120, below=60)], [0])
    assert costs[SEVEN] < np.delete(costs, SEVEN).min() - SECOND_LOOK


def test_another_middle_beside_that_line_is_another_number() -> None:
    row = make_topology("square", 1, 2)
    costs = _costs_of_the_last(row, [_tile(120), _tile(40, below=60)], [0])
    assert costs[SEVEN] - costs[TWO] == SECOND_LOOK


@pytest.mark.parametrize(("is_over", "rival"), [(False, Label.FLAG), (True, Label.SEVEN)])
def test_marks_that_came_up_at_the_end_of_a_game_are_mines(is_over: bool, rival: Label) -> None:
    row = make_topology("square", 1, 4)
    looks = group_by_look(np.stack([_tile(120), *[_tile(40)] * 3]))
    nothing = np.full(4, np.uint8(Label.UNREADABLE))
    labels, new = nothing.copy(), np.array([False, True, True, True])
    labels[0] = Label.ONE
    seen = np.full((len(looks), 20), 30.0)
    seen[:, [Label.MINE, Label.FLAG, Label.SEVEN]] = [2.0, 0.0, 20.0]
    known = Known(labels, new, ~new, nothing, nothing, is_over)
    costs = with_known(seen, looks, row, known)[looks.of_cell[-1]]
    best, second = np.argsort(costs)[:2]
    assert (best, second) == (Label.MINE, rival)
