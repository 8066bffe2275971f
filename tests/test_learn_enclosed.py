"""Covered cells among numbers that need no mine in them."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Board, Label, parse_board
from autoplay.vision.learning.enclosed import enclosed
from autoplay.vision.learning.naming import best_naming
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

IN_THE_MIDDLE = """
###########
#221111122#
#2#######2#
#211111112#
##########2
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (IN_THE_MIDDLE, 7),
        ("####### / #22122# / #2###2# / #22122# / #######", 3),
        ("#### / ####", 0),  # nothing is opened
        ("###### / #2222# / #2##2# / #2222# / ######", 0),  # a person knew that they are safe
        (IN_THE_MIDDLE.replace("2#######2", "2F######2"), 0),  # beside a mark
        (IN_THE_MIDDLE.replace("#221111122#", "#221181122#"), 0),  # a number needs some of them
    ],
)
def test_an_area_that_no_number_needs_may_be_zeros(text: str, found: int) -> None:
    board = parse_board(text.replace("/", "\n"))
    looks, _ = looks_of(board)
    labels = np.frombuffer(board.labels, np.uint8)
    assert np.count_nonzero(enclosed(labels, board.topology, looks)) == found


@pytest.mark.parametrize(
    ("lines", "spread", "found"),
    [
        (False, 0.0, 0),
        (True, 0.0, 7),  # the border of what is opened is drawn, and not within
        (False, 0.2, 7),  # two faint looks may have been taken for one
    ],
)
def test_an_area_drawn_as_covered_cells_beside_numbers_are_is_covered(
    lines: bool, spread: float, found: int
) -> None:
    board = parse_board(IN_THE_MIDDLE)
    labels = np.frombuffer(board.labels, np.uint8)
    within = enclosed(labels, board.topology, looks_of(board)[0])
    kinds = np.where(within & lines, Label.ZERO, labels)
    _, first, of_cell = np.unique(kinds, return_index=True, return_inverse=True)
    tiles = np.zeros((len(first), SIDE, SIDE, 3), np.uint8)
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.full(len(labels), spread))
    assert np.count_nonzero(enclosed(labels, board.topology, looks)) == found


AREA_OF_ZEROS = """
#########
#1112211#
#1000001#
#1000001#
#2111111#
#########
"""


@pytest.mark.parametrize(("opened", "blank"), [(2.5, Label.ZERO), (0.5, Label.COVERED)])
def test_an_area_of_a_look_a_cell_is_opened_as_a_whole_where_pixels_say_so(
    opened: float, blank: Label
) -> None:
    board = parse_board(AREA_OF_ZEROS)
    looks, names = looks_of(board)
    costs = np.full((len(looks), len(Label)), 40.0)
    costs[np.arange(len(looks)), names] = 0
    costs[names == Label.ZERO, Label.COVERED] = opened
    costs[names == Label.COVERED, Label.ZERO] = 2.5
    found = best_naming(board.topology, looks, costs)
    assert (found.names[names == Label.ZERO] == blank).all()
    assert (found.names == names)[names != Label.ZERO].all()


def looks_of(board: Board) -> tuple[Looks, NDArray[np.uint8]]:
    """Return a look for every blank cell and one for every number, with their names.

    All have one ground, and blank cells differ at random at their edges.
    """
    labels = np.frombuffer(board.labels, np.uint8)
    blank = np.isin(labels, (Label.COVERED, Label.ZERO))
    kinds = np.where(blank, len(Label) + np.arange(len(labels)), labels)
    _, first, of_cell = np.unique(kinds, return_index=True, return_inverse=True)
    shades = np.random.default_rng(0).integers(0, 255, (len(first), 4))
    tiles = np.full((len(first), SIDE, SIDE, 3), 200, np.uint8)
    for tile, edges, name in zip(tiles, shades, labels[first], strict=True):
        for side, shade in enumerate(edges):
            np.rot90(tile, side)[:4] = shade if name in (Label.COVERED, Label.ZERO) else 200
    return Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell))), labels[first]
