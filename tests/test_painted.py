"""Numbers on painted grounds: the colour of a ground is no mark of its own."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.glyphs import networks
from autoplay.vision.learning.painted import DARK, LIGHT, scores_of, shapes_of
from autoplay.vision.tiles import SIDE

BLUE, YELLOW, RED, BEIGE = (255, 60, 0), (0, 230, 240), (0, 0, 255), (200, 215, 225)
GREEN = (0, 255, 0)


def tile(text: str, ground: tuple[int, int, int]) -> NDArray[np.uint8]:
    drawn = np.full((SIDE, SIDE, 3), ground, np.uint8)
    cv2.putText(drawn, text, (7, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    return drawn


def test_numbers_on_grounds_of_their_own_are_judged_by_their_shape_as_well() -> None:
    tiles = np.stack([tile("1", BLUE), tile("2", YELLOW), tile("3", RED)])
    said, before = scores_of(tiles), networks().scores(tiles)
    assert said.argmax(axis=1).tolist() == [Label.ONE, Label.TWO, Label.THREE]
    explosion = said[2, Label.EXPLODED] - said[2, Label.THREE]
    assert explosion < before[2, Label.EXPLODED] - before[2, Label.THREE]


def test_so_are_different_numbers_on_one_bright_ground() -> None:
    tiles = np.stack([tile("1", GREEN), tile("2", GREEN), tile("", GREEN)])
    said, before = scores_of(tiles), networks().scores(tiles)
    assert said[:2].argmax(axis=1).tolist() == [Label.ONE, Label.TWO]
    assert (said[:2, Label.EXPLODED] < before[:2, Label.EXPLODED]).all()
    assert np.array_equal(said[2], before[2])


@pytest.mark.parametrize(
    "tiles",
    [
        [tile("1", GREEN), tile("1", GREEN), tile("", GREEN)],
        [tile("1", BEIGE), tile("2", BEIGE), tile("3", RED)],
        [tile("1", BLUE), tile("1", YELLOW), tile("", RED)],
    ],
    ids=["one number alone", "one ground for all", "one number on two grounds"],
)
def test_where_grounds_tell_no_numbers_the_networks_alone_judge(
    tiles: list[NDArray[np.uint8]],
) -> None:
    stacked = np.stack(tiles)
    assert np.array_equal(scores_of(stacked), networks().scores(stacked))


def test_a_shape_is_dark_on_light_whatever_its_colours() -> None:
    shapes = shapes_of(np.stack([tile("4", BLUE), 255 - tile("4", BLUE), tile("", RED)]))
    assert np.array_equal(shapes[0], shapes[1])
    assert (shapes[0].min(), shapes[0].max()) == (DARK, LIGHT)
    assert (shapes[2] == LIGHT).all()
