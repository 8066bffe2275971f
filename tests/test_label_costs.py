"""What looks cost as each label, before any rule of the game is asked."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.game import Label, make_topology
from autoplay.vision.learn import label_costs
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE, Tiles

RED, BLACK = (0, 0, 255), (0, 0, 0)
CELLS = 12


def _flag_and_cover() -> Tiles:
    """A black flag on red, and a plain gray cell."""
    flag = np.full((SIDE, SIDE, 3), RED, np.uint8)
    cv2.line(flag, (9, 6), (9, 18), BLACK, 1, cv2.LINE_AA)
    cv2.fillPoly(flag, [np.array([(9, 6), (17, 10), (9, 13)])], BLACK, cv2.LINE_AA)
    return np.stack([flag, np.full_like(flag, 185)])


@pytest.mark.parametrize(("flags", "name"), [(1, Label.EXPLODED), (2, Label.WRONG_FLAG)])
def test_one_mark_on_the_ground_of_an_explosion_exploded_and_several_flags_are_wrong(
    flags: int, name: Label
) -> None:
    tiles, counts = _flag_and_cover(), np.array([flags, CELLS - flags])
    looks = Looks(np.repeat([0, 1], counts), tiles, counts, np.zeros(CELLS))
    costs = label_costs(looks, make_topology("square", 3, 4), [tiles])
    assert costs[0].argmin() == name
