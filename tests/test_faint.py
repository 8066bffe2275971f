"""Faint looks that took cells of two numbers."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image as Picture

from autoplay.bench.synthetic.fonts import Typeface, text_mask
from autoplay.game import Label
from autoplay.vision.grouping import regrouped
from autoplay.vision.learning import faint
from autoplay.vision.learning.faint import parted_by_number
from autoplay.vision.tiles import SIDE, Tiles


def tiles_of(digits: str, ink: int, ground: int = 245) -> Tiles:
    """Return a tile for each digit, gray on a paler gray."""
    tiles = []
    for digit in digits:
        tile = Picture.new("RGB", (SIDE, SIDE), (ground,) * 3)
        mask = text_mask(digit, Typeface("pillow"), 12)
        tile.paste((ink,) * 3, ((SIDE - mask.width) // 2, (SIDE - mask.height) // 2), mask)
        tiles.append(np.asarray(tile))
    return np.stack(tiles)


@pytest.mark.parametrize(("digits", "looks"), [("222223", 2), ("222222", 1), ("1121", 2)])
def test_a_faint_look_is_parted_where_a_cell_surely_shows_another_number(
    digits: str, looks: int
) -> None:
    tiles = tiles_of(digits, ink=205)
    together = regrouped(tiles, np.zeros(len(digits), np.intp))
    parted = parted_by_number(tiles, together)
    assert len(parted) == looks
    assert [parted.of_cell[place] == parted.of_cell[0] for place in range(len(digits))] == [
        digit == digits[0] for digit in digits
    ]


@pytest.mark.parametrize(
    ("twos", "parted"),
    [
        ([1.2, 1.8, -5.5], [True, True, False]),
        ([1.2, -1.4, -5.5], [True, True, False]),  # nor is one of them likelier one at all
        ([1.0, -1.0, -3.0], [False, False, False]),  # one after another, to the ones
        ([0.0, 2.5, -2.5], [False, True, False]),
        ([-0.2, -1.4, -5.5], [False, False, False]),  # all are likelier ones
    ],
)
def test_numbers_that_no_cell_lies_between_are_parted_though_none_is_sure(
    twos: list[float], parted: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By how much three of seven cells are likelier twos than ones; the others are ones."""
    said = np.full((7, len(Label)), -9.0, np.float32)
    said[:, Label.ONE] = 0.0
    said[:, Label.TWO] = [-5.0, *twos, -5.2, -5.4, -5.6]
    monkeypatch.setattr(faint, "scores_of", lambda _: said)
    tiles = tiles_of("1222111", ink=205)
    of_cell = parted_by_number(tiles, regrouped(tiles, np.zeros(7, np.intp))).of_cell
    assert (of_cell[1:4] != of_cell[0]).tolist() == parted
    assert len(set(of_cell[1:4][np.array(parted)])) <= 1
    assert (of_cell[4:] == of_cell[0]).all()


def test_what_differs_less_than_two_digits_do_is_not_judged_cell_by_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def unasked(_: Tiles) -> None:
        raise AssertionError("the networks were asked")

    tiles = tiles_of("222222", ink=205)
    tiles[::2] -= 2  # half a pixel elsewhere
    together = regrouped(tiles, np.zeros(6, np.intp))
    monkeypatch.setattr(faint, "scores_of", unasked)
    assert parted_by_number(tiles, together) is together
    with pytest.raises(AssertionError, match="were asked"):
        parted_by_number(tiles_of("222223", ink=205), together)


def test_cells_that_show_nothing_stay_together() -> None:
    tiles = np.full((8, SIDE, SIDE, 3), 200, np.uint8)
    together = regrouped(tiles, np.zeros(8, np.intp))
    assert parted_by_number(tiles, together) is together
