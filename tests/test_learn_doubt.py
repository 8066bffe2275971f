"""What makes a naming doubtful: numbers, blank cells and looks that are like nothing known."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Label
from autoplay.vision.learning.doubt import require_sense
from autoplay.vision.learning.exploded import hardly_tinted
from autoplay.vision.learning.other_marks import (
    blank_numbers,
    flags_of_less_ink,
    unlike_other_flags,
)
from tests.made_looks import TOPOLOGY, doubted, named


def sense_between(name: Label, rival: Label, margin: float) -> None:
    around = (190, 190, Label.COVERED, 14), (190, 190, Label.COVERED, 15)
    looks, naming = named(around[0], (220, 0, name, 1), around[1])
    margins, rivals = naming.margin.copy(), naming.rivals.copy()
    margins[1], rivals[1] = margin, rival
    naming = replace(naming, margin=margins, rivals=rivals)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)


def test_what_was_known_before_is_in_no_doubt_beside_others() -> None:
    looks, naming = named((190, 190, Label.COVERED, 15), (190, 60, Label.COVERED, 15))
    labels = naming.names[looks.of_cell]
    require_sense(labels, naming, looks, TOPOLOGY, None, certain=np.array([0, 1]))
    with doubted("15 cells"):
        require_sense(labels, naming, looks, TOPOLOGY, None, certain=np.array([0]))


def sense_of_blank_cells(number: Label) -> None:
    """Judge blank cells that may be opened, beside a number that has one flag."""
    looks, naming = named(
        (190, 190, Label.COVERED, 28), (190, 20, number, 1), (190, 90, Label.FLAG, 1)
    )
    margins, rivals = naming.margin.copy(), naming.rivals.copy()
    margins[0], rivals[0] = 6.0, Label.ZERO
    naming = replace(naming, margin=margins, rivals=rivals)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)


def test_blank_cells_that_no_number_needs_may_be_opened() -> None:
    sense_of_blank_cells(Label.TWO)
    with pytest.raises(UnreadableError, match="28 cells could be something else") as doubt:
        sense_of_blank_cells(Label.ONE)
    assert str(doubt.value) == "28 cells could be something else: 0,0, 0,1, 0,2 ..."
    assert doubt.value.evidence[0] == "cell 0,0: best # second 0 margin 6.00"


def test_between_two_high_numbers_more_is_asked_than_between_low_ones() -> None:
    sense_between(Label.TWO, Label.THREE, 2.0)
    sense_between(Label.SIX, Label.FIVE, 7.0)
    with pytest.raises(UnreadableError, match="something else"):
        sense_between(Label.SIX, Label.FIVE, 2.0)


def test_a_neighbours_lines_make_no_known_look_unknown() -> None:
    looks, naming = named((190, 190, Label.COVERED, 20), (190, 190, Label.COVERED, 10))
    naming.margin[1] = 0.1
    for side in (np.s_[:2], np.s_[-2:], np.s_[:, :2]):
        looks.tiles[1][side] = 0
    sees = naming.names[looks.of_cell], naming, looks, TOPOLOGY, None
    require_sense(*sees)
    looks.tiles[1, 9:15, 9:15] = 60
    with doubted("10 cells look like nothing known"):
        require_sense(sees[0], naming, replace(looks), TOPOLOGY, None)


@pytest.mark.parametrize(("ones", "is_doubted"), [(6, True), (7, False)])
def test_a_side_full_of_a_number_that_nothing_else_shows_is_no_line_of_the_board(
    ones: int, is_doubted: bool
) -> None:
    looks, naming = named((200, 60, Label.ONE, ones), (120, 120, Label.COVERED, 30 - ones))
    expected = (
        pytest.raises(UnreadableError, match="fill a side with a number")
        if is_doubted
        else nullcontext()
    )
    with expected:
        require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)
    covered = np.array([1], np.intp)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None, certain=covered)


@pytest.mark.parametrize("ones", [6, 5])
def test_numbers_that_are_the_same_all_along_the_board_are_none(ones: int) -> None:
    looks, naming = named((190, 190, Label.COVERED, 30 - ones), (220, 60, Label.ONE, ones))
    board = np.zeros(30, np.intp)
    board[6 : 6 + ones] = 1
    looks = replace(looks, of_cell=board)
    expected = doubted("6 cells are the same all along the board") if ones == 6 else nullcontext()
    with expected:
        require_sense(naming.names[board], naming, looks, TOPOLOGY, None)


def test_numbers_may_be_the_same_all_along_a_board_that_was_played_on() -> None:
    covered, zeros = (190, 190, Label.COVERED, 18), (220, 220, Label.ZERO, 6)
    looks, naming = named(covered, (220, 60, Label.ONE, 6), zeros)
    board = np.repeat([2, 1, 0, 0, 0], 6)
    looks = replace(looks, of_cell=board)
    sees = naming.names[board], naming, looks, TOPOLOGY, None
    with doubted("6 cells are the same all along the board"):
        require_sense(*sees)
    require_sense(*sees, certain=np.array([0], np.intp))


@pytest.mark.parametrize(
    ("mark", "rival", "margin", "is_doubted"),
    [
        ((190, 90), Label.FLAG, 2.0, False),
        ((60, 60), Label.FLAG, 2.0, True),
        ((60, 60), Label.FLAG, 4.0, False),
        ((60, 60), Label.MINE, 4.0, True),
        ((60, 60), Label.MINE, 7.0, False),
    ],
)
def test_bare_cells_left_when_all_is_won_are_no_flags_beside_flags_with_a_symbol_and_no_mines(
    mark: tuple[int, int], rival: Label, margin: float, is_doubted: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 1),
        (*mark, Label.FLAG, 1),
        (220, 20, Label.TWO, 2),
        (220, 60, Label.ONE, 2),
        (220, 220, Label.ZERO, 24),
    )
    rows = [0, 2, *[4] * 4], [1, 2, *[4] * 4], [3, 3, *[4] * 4], *[[4] * 6] * 2
    board = np.array(rows).ravel()
    looks = replace(looks, of_cell=board)
    margins, rivals = naming.margin.copy(), naming.rivals.copy()
    margins[0], rivals[0] = margin, rival
    naming = replace(naming, margin=margins, rivals=rivals)
    with doubted("1 cell could be something else") if is_doubted else nullcontext():
        require_sense(naming.names[board], naming, looks, TOPOLOGY, None)


@pytest.mark.parametrize(("behind", "in_doubt"), [(0.8, True), (0.2, False)])
def test_a_number_that_pixels_call_empty_is_none_beside_others_that_they_do_not(
    behind: float, in_doubt: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 20), (220, 60, Label.ONE, 6), (220, 150, Label.ONE, 4)
    )
    costs = np.full((3, len(Label)), 9.0)
    costs[[0, 1, 2], [Label.COVERED, Label.ONE, Label.ZERO]] = 0
    costs[2, Label.ONE] = behind
    assert blank_numbers(costs, naming, looks).tolist() == ([2] if in_doubt else [])
    costs[1, Label.ZERO] = -1  # so they call all of them
    assert not blank_numbers(costs, naming, looks).size


def test_a_number_that_pixels_call_empty_is_one_where_empty_cells_are_known() -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 20),
        (220, 60, Label.ONE, 6),
        (220, 150, Label.ONE, 4),
        (220, 220, Label.ZERO, 9),
    )
    costs = np.full((4, len(Label)), 9.0)
    looked_like = [Label.COVERED, Label.ONE, Label.ZERO, Label.ZERO]
    costs[range(4), looked_like] = 0
    assert blank_numbers(costs, naming, looks, np.array([0, 1])).tolist() == [2]
    assert not blank_numbers(costs, naming, looks, np.array([0, 1, 3])).size


@pytest.mark.parametrize(("colour", "is_doubted"), [(90, False), (200, True)])
def test_a_plain_mark_of_another_colour_than_all_others_may_be_no_flag(
    colour: int, is_doubted: bool
) -> None:
    looks, naming = named(
        (230, 230, Label.COVERED, 20), (60, 60, Label.FLAG, 8), (colour, colour, Label.FLAG, 2)
    )
    assert unlike_other_flags(naming, looks, TOPOLOGY).tolist() == [2] * is_doubted


@pytest.mark.parametrize(("wide", "is_doubted"), [(2, True), (4, False)])
def test_a_sign_of_far_less_ink_than_the_other_flags_may_be_no_flag(
    wide: int, *, is_doubted: bool
) -> None:
    """Letters so thin that they differ from it by little at any one place."""
    looks, naming = named(
        (230, 230, Label.COVERED, 20), (230, 230, Label.FLAG, 8), (230, 230, Label.FLAG, 1)
    )
    looks.tiles[1, 7:17, 9:13] = looks.tiles[2, 7:17, 9 : 9 + wide] = 170
    assert flags_of_less_ink(naming, looks).tolist() == [2] * is_doubted


@pytest.mark.parametrize(
    ("odd", "others", "covered", "in_doubt"),
    [
        (183, (190, 190), 220, True),
        (187, (190, 190), 220, False),  # as much as noise may be
        (183, (190, 187), 220, False),  # the others are not on one ground
        (183, (190, 190), 184, False),  # covered cells are on that ground
    ],
)
def test_a_mine_on_a_ground_hardly_of_its_own_may_have_exploded(
    *, odd: int, others: tuple[int, int], covered: int, in_doubt: bool
) -> None:
    looks, naming = named(
        *((ground, 20, Label.MINE, 3) for ground in others),
        (odd, 20, Label.MINE, 1),
        (covered, covered, Label.COVERED, 23),
    )
    assert hardly_tinted(naming, looks).tolist() == ([2] if in_doubt else [])
