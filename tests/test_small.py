"""Which part of a tile shows its symbol."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.learning.small import RIM, WHOLE, views_of
from autoplay.vision.tiles import SIDE

MIDDLE = (SIDE // 2, SIDE // 2)


def _disc(radius: int) -> NDArray[np.uint8]:
    tile = np.full((SIDE, SIDE, 3), 190, np.uint8)
    return np.asarray(cv2.circle(tile, MIDDLE, radius, (0, 0, 0), -1), np.uint8)


def _zoom(tile: NDArray[np.uint8]) -> float:
    inside = np.zeros((1, SIDE, SIDE), np.bool_)
    inside[:, RIM:-RIM, RIM:-RIM] = True
    return views_of(tile[None], inside, centered=True)[0].zoom


def test_a_small_symbol_is_enlarged() -> None:
    assert _zoom(_disc(3)) > 1


def test_a_symbol_that_fills_its_cell_is_left_as_it_is() -> None:
    assert _zoom(_disc(8)) == WHOLE.zoom


def test_the_light_on_a_mine_that_fills_its_cell_is_no_symbol() -> None:
    mine = _disc(8)
    mine[9:12, 9:12] = 255
    assert _zoom(mine) == WHOLE.zoom
