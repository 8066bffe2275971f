"""Flags that the end of a game shows to be wrong, or may."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.vision.learning.by_hand import too_many_flags
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.wrong_flags import unproven_tints
from tests.drawn_boards import PANE, Drawn

TOLD = "1F1000 / 111000 / 000000 / 111111 / "


@pytest.mark.parametrize(
    ("board", "ground", "in_doubt"),
    [
        (TOLD + "#e##a# / a###f#", (180, 180, 250), True),
        (TOLD + "#e##a# / a###f#", (140, 140, 140), False),  # the ground of the others
        (TOLD + "#e##f# / a###a#", (180, 180, 250), False),  # a proven mine
        (TOLD + "###### / ####f#", (180, 180, 250), False),  # in play
    ],
)
def test_a_flag_on_its_own_ground_may_be_shown_to_be_wrong(
    board: str, ground: tuple[int, int, int], in_doubt: bool
) -> None:
    drawn = Drawn(board)
    for kind in set(board) & {"F", "f", "a", "e"}:
        drawn.draw(kind, PANE, 20)
    drawn.paint("f", ground)
    drawn.tiles[drawn.kinds.index("f")][PANE] = 20
    broken = np.zeros(len(drawn.of_cell), np.int32)
    naming = Naming(drawn.names, 0.0, broken, drawn.margin, drawn.rivals)
    found = unproven_tints(naming, drawn.looks, drawn.topology)
    assert [drawn.kinds[look] for look in found] == (["f"] if in_doubt else [])


@pytest.mark.parametrize(
    ("board", "in_doubt"),
    [
        ("FFFFF1## / FFFF12## / FF111### / 111##### / ########", True),
        ("FFF##1## / 111#12## / 00111### / 111##### / ########", False),  # each beside a number
        ("FFF#11## / ###12### / #F1##### / ######F# / ########", False),  # hardly a number has more
    ],
)
def test_an_area_of_flags_beside_numbers_that_say_less_is_none(board: str, in_doubt: bool) -> None:
    drawn = Drawn(board)
    naming = Naming(
        drawn.names, 0.0, np.zeros(len(drawn.of_cell), np.int32), drawn.margin, drawn.rivals
    )
    found = too_many_flags(naming, drawn.looks, drawn.topology)
    assert [drawn.kinds[look] for look in found] == (["F"] if in_doubt else [])
