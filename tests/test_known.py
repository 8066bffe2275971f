"""What a game in play tells of looks that come up: numbers that already have a look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Label, Topology, make_topology
from autoplay.vision.grouping import group_by_look
from autoplay.vision.learning.known import (
    A_MINE_WAS_HIT,
    KNOWN,
    NO_MINE_WAS_HIT,
    SECOND_LOOK,
    unknown,
    with_known,
)
from autoplay.vision.looks import BLOCKS
from autoplay.vision.tiles import SIDE, Tiles

SEVEN, TWO = int(Label.SEVEN), int(Label.TWO)


def _costs_of_the_last(
    topology: Topology, tiles: Sequence[Tiles], sevens: Sequence[int]
) -> NDArray[np.float64]:
    """Return what each name costs for the last cell, which came up beside known sevens."""
    looks = group_by_look(np.stack(tiles))
    blank = unknown(len(topology))
    labels = blank.labels.copy()
    labels[list(sevens)] = SEVEN
    new = np.arange(len(topology)) == len(topology) - 1
    known = replace(blank, labels=labels, changed=new, free=new)
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
    blank = unknown(4)
    labels, new = blank.labels.copy(), np.array([False, True, True, True])
    labels[0] = Label.ONE
    seen = np.full((len(looks), 20), 30.0)
    seen[:, [Label.MINE, Label.FLAG, Label.SEVEN]] = [2.0, 0.0, 20.0]
    known = replace(blank, labels=labels, changed=new, free=~new, is_over=is_over)
    costs = with_known(seen, looks, row, known)[looks.of_cell[-1]]
    best, second = np.argsort(costs)[:2]
    assert (best, second) == (Label.MINE, rival)


Cells = NDArray[np.bool_]

NONE = np.zeros(4, np.bool_)
FIRST, THIRD, LAST = (np.arange(4) == cell for cell in (0, 2, 3))


def _costs_in_play(
    steady: Cells = NONE,
    left: Cells = NONE,
    clicked: Cells = NONE,
    third: Label = Label.ONE,
    is_third_known: bool = False,
) -> NDArray[np.float64]:
    """Return what each name costs for the last of four cells, where pixels say one or a mine.

    The first two are covered, the third looks like a one, or like another label, and may be known
    to be it.
    """
    row = make_topology("square", 1, 4)
    looks = group_by_look(np.stack([*[_tile(120)] * 2, _tile(200), _tile(40)]))
    seen = np.full((len(looks), 20), 30.0)
    seen[:, [Label.ONE, Label.MINE]] = [1.0, 0.0]
    seen[:, [Label.COVERED, Label.ZERO]] = 9.0
    seen[looks.of_cell[2]] = np.where(np.arange(20) == third, 0.0, 9.0)
    labels = np.where(THIRD | LAST, np.uint8(Label.UNREADABLE), np.uint8(Label.COVERED))
    changed = THIRD | LAST
    if is_third_known:
        labels, changed = np.where(THIRD, np.uint8(third), labels), LAST
    known = replace(unknown(4), labels=labels, changed=changed)
    known = replace(known, steady=steady, left=left, clicked=clicked)
    return np.asarray(with_known(seen, looks, row, known)[looks.of_cell[-1]])


def test_no_mine_is_shown_where_every_clicked_cell_is_a_number() -> None:
    assert _costs_in_play()[Label.MINE] < _costs_in_play()[Label.ONE] + 1
    costs = _costs_in_play(clicked=THIRD)
    assert costs.argmin() == Label.ONE
    assert costs[Label.MINE] - costs[Label.ONE] > NO_MINE_WAS_HIT


def test_a_click_that_was_lost_hit_no_mine() -> None:
    second = np.arange(4) == 1  # covered still
    costs = _costs_in_play(clicked=THIRD | second)
    assert costs[Label.MINE] - costs[Label.ONE] > NO_MINE_WAS_HIT
    # Where all were lost, the person may have hit one.
    costs = _costs_in_play(clicked=second)
    assert costs[Label.MINE] < costs[Label.ONE] + 1


def test_a_clicked_cell_that_may_be_a_mine_says_nothing_of_others() -> None:
    before, costs = _costs_in_play(), _costs_in_play(clicked=LAST)
    assert (np.delete(costs, Label.COVERED) == np.delete(before, Label.COVERED)).all()


def test_the_clicked_cell_is_open_where_another_one_shows_a_number_since() -> None:
    for third, price in ((Label.ONE, KNOWN), (Label.COVERED, 0.0)):
        before, costs = (
            _costs_in_play(clicked=clicked, third=third, steady=LAST) for clicked in (NONE, LAST)
        )
        assert costs[Label.COVERED] - before[Label.COVERED] == price


@pytest.mark.parametrize(("clicked", "price"), [(FIRST | LAST, KNOWN), (FIRST, 0.0)])
def test_of_several_those_are_open_beside_which_another_one_shows_a_number_since(
    clicked: Cells, price: float
) -> None:
    before, costs = (
        _costs_in_play(clicked=cells, is_third_known=True, steady=LAST) for cells in (NONE, clicked)
    )
    assert costs[Label.COVERED] - before[Label.COVERED] == price


def test_a_cell_whose_middle_did_not_change_shows_no_symbol() -> None:
    costs = _costs_in_play(steady=LAST)
    assert {int(label) for label in np.argsort(costs)[:2]} == {Label.COVERED, Label.ZERO}


def test_a_number_that_is_left_in_doubt_is_any_number() -> None:
    costs = _costs_in_play(left=LAST)
    numbers = costs[Label.ONE : Label.TWELVE + 1]
    assert (numbers == numbers[0]).all()
    assert np.delete(costs, np.s_[Label.ONE : Label.TWELVE + 1]).min() > numbers[0] + 10


def test_hardly_a_number_is_opened_where_the_one_clicked_cell_is_a_mine() -> None:
    likelier = [
        costs[Label.MINE] - costs[Label.ONE]
        for clicked in (NONE, THIRD, THIRD | LAST)
        for costs in [_costs_in_play(clicked=clicked, third=Label.MINE)]
    ]
    assert likelier[1] == likelier[0] - A_MINE_WAS_HIT
    assert likelier[2] == likelier[0]
