"""How looks differ in what they show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.vision.compared import OTHER_MARK, changed_by_neighbors
from autoplay.vision.looks import Looks, each_a_look
from autoplay.vision.tiles import SIDE, Tiles


def flag(move: int, sign: int) -> Tiles:
    """Return the tile of a dark flag, moved to the upper left, with a square sign beside it."""
    tile = np.full((SIDE, SIDE, 3), 150, np.uint8)
    tile[9 - move : 17 - move, 9 - move : 11 - move] = 30
    tile[9 - move : 13 - move, 9 - move : 15 - move] = 30
    tile[15 : 15 + sign, 15 : 15 + sign] = 20
    return tile


@pytest.mark.parametrize(
    ("move", "sign", "is_other"), [(0, 0, False), (2, 0, False), (0, 3, True), (2, 3, True)]
)
def test_a_small_sign_beside_a_flag_makes_it_another_mark_and_a_move_does_not(
    move: int, sign: int, *, is_other: bool
) -> None:
    looks = each_a_look(np.stack([flag(0, 0), flag(move, sign)]))
    unlike = looks.symbols.drawn_otherwise(np.intp(1), np.array([0]))
    assert bool(unlike[0] > OTHER_MARK) is is_other


def test_a_look_is_drawn_as_the_likest_of_the_others() -> None:
    looks = each_a_look(np.stack([flag(0, 3), flag(1, 0), flag(0, 0)]))
    unlike = looks.symbols.drawn_otherwise(np.intp(2), np.array([0, 1]))
    assert unlike[0] > OTHER_MARK > unlike[1]


@pytest.mark.parametrize(("right", "down"), [(0.5, 0.0), (0.0, 0.5), (1.5, 0.5), (-0.5, 1.5)])
def test_a_thin_symbol_half_a_pixel_off_is_no_other(right: float, down: float) -> None:
    tile = np.full((SIDE, SIDE, 3), 192, np.uint8)
    tile[8:17, 13] = 30
    tile[8:12, 9:13] = (0, 0, 220)
    by = np.array([[1, 0, right], [0, 1, down]], np.float32)
    moved = cv2.warpAffine(tile, by, (SIDE, SIDE), borderValue=(192, 192, 192))
    other = moved.copy()
    other[14:17, 9:12] = 30
    looks = each_a_look(np.stack([tile, np.asarray(moved), other]))
    for first, second in ((0, 1), (1, 0)):
        assert looks.symbols.drawn_otherwise(np.intp(first), np.array([second]))[0] < OTHER_MARK / 2
    assert looks.symbols.drawn_otherwise(np.intp(2), np.array([0]))[0] > OTHER_MARK


def test_a_covered_cell_whose_opened_neighbor_draws_a_line_is_told_from_an_opened_one() -> None:
    tiles = np.full((4, SIDE, SIDE, 3), 120, np.uint8)
    tiles[1, :, -2:] = 255  # a line at one side
    tiles[2, :2] = tiles[2, -2:] = tiles[2, :, :2] = tiles[2, :, -2:] = 200  # at every side
    tiles[3, 12:20, 12:20] = 0  # a symbol
    looks = Looks(np.arange(4), tiles, np.ones(4, np.intp), np.zeros(4))
    changed = changed_by_neighbors(looks, np.array([1, 2, 3]), np.array([0]))
    assert changed.tolist() == [True, False, False]
