"""Covered cells among numbers that need no mine in them."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import parse_board
from autoplay.vision.learning.enclosed import enclosed

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
    labels = np.frombuffer(board.labels, np.uint8)
    assert np.count_nonzero(enclosed(labels, board.topology)) == found
