"""What a game in play leaves in doubt of what came up on its board."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.in_play import PLAINLY, require_in_play
from autoplay.vision.learning.known import SECOND_LOOK, unknown
from tests.made_looks import COVERED, TOPOLOGY, doubted, named


@pytest.mark.parametrize("nearly_a_flag", [False, True])
@pytest.mark.parametrize(
    ("liker", "told", "doubt"), [(8.8, False, True), (5.0, False, False), (8.8, True, False)]
)
def test_a_persons_flag_that_all_around_it_calls_a_zero_is_in_doubt(
    liker: float, told: bool, doubt: bool, nearly_a_flag: bool
) -> None:
    """In a window of another scale the flag may be nearly what it was, and so be no change."""
    looks, naming = named(COVERED, (190, 60, Label.ZERO, 1), (220, 220, Label.ZERO, 9))
    pixels = np.full((3, 20), 9.0)
    pixels[np.arange(3), naming.names] = 0
    pixels[1, Label.ZERO], pixels[1, Label.FLAG] = liker, 0
    came_up = looks.of_cell == 1
    opened = np.where(came_up & told, np.uint8(Label.ZERO), np.uint8(Label.UNREADABLE))
    known = replace(unknown(len(came_up)), changed=came_up & (not nearly_a_flag), opened=opened)
    with doubted("1 cell looks like marks") if doubt else nullcontext():
        require_in_play(pixels, naming, looks, TOPOLOGY, known)


@pytest.mark.parametrize(
    ("clicked", "opened", "margin", "doubt"),
    [
        (8, Label.ONE, PLAINLY, True),
        (8, Label.ONE, PLAINLY + 1, False),
        (7, Label.ONE, PLAINLY + 1, True),
        (8, Label.ZERO, 3.0, False),
        (9, Label.ONE, 3.0, False),
    ],
)
def test_a_new_number_that_no_click_has_opened_is_in_doubt(
    clicked: int, opened: int, margin: float, doubt: bool
) -> None:
    """The four stands in cell 9 of a row; what was clicked there or beside it opened it."""
    row = Topology(Shape.SQUARE, 1, 10)
    looks, naming = named(COVERED, (220, 220, Label.ONE, 1), (190, 60, Label.FOUR, 1))
    looks = replace(looks, of_cell=np.array([0] * 8 + [1, 2]))
    names = np.array([Label.COVERED, opened, Label.FOUR], np.uint8)
    naming = replace(naming, names=names, margin=np.full(3, margin))
    cells = np.arange(10)
    known = replace(unknown(10), changed=cells == 9, clicked=cells == clicked)
    pixels = np.zeros((3, 20))
    with doubted("1 cell shows new numbers") if doubt else nullcontext():
        require_in_play(pixels, naming, looks, row, known)
    require_in_play(pixels, naming, looks, row, replace(known, clicked=cells < 0))
    lost = replace(naming, names=np.array([Label.COVERED, Label.EXPLODED, Label.FOUR], np.uint8))
    require_in_play(pixels, lost, looks, row, known)


@pytest.mark.parametrize(
    ("margin", "has_look", "doubt"),
    [
        (SECOND_LOOK - 1, True, True),
        (SECOND_LOOK + 1, True, False),
        (SECOND_LOOK - 1, False, False),
    ],
)
def test_a_number_that_is_another_only_because_that_one_has_a_look_is_in_doubt(
    margin: float, has_look: bool, doubt: bool
) -> None:
    looks, naming = named(COVERED, (190, 60, Label.SIX, 1))
    pixels = np.full((2, 20), 9.0)
    pixels[1, [Label.FIVE, Label.SIX]] = 0.0, 1.0
    naming = replace(
        naming,
        rivals=np.array([Label.FLAG, Label.FIVE], np.uint8),
        margin=np.array([9.0, margin]),
    )
    came_up = looks.of_cell == 1
    blank = unknown(len(came_up))
    labels = np.where(came_up, blank.labels, np.uint8(Label.COVERED))
    labels[0] = Label.FIVE if has_look else Label.COVERED
    known = replace(blank, changed=came_up, labels=labels)
    with doubted("1 cell may be known numbers drawn once more") if doubt else nullcontext():
        require_in_play(pixels, naming, looks, TOPOLOGY, known)
