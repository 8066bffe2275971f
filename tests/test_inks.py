"""Inks of numbers, one for each, and marks on the ground of opened cells."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autoplay.game import Label
from autoplay.vision.learning.bare_marks import marks_on_opened_cells
from autoplay.vision.learning.inks import doubted_inks, in_other_inks, not_in_ink_of
from autoplay.vision.learning.judged import Naming
from tests.made_looks import COVERED, Look, named

ZERO = (255, 255, Label.ZERO, 9)
ONES = (255, 20, Label.ONE, 8)
TWOS, ODD_TWOS = (255, 120, Label.TWO, 6), (255, 20, Label.TWO, 2)


def unsure(naming: Naming, margin: float) -> Naming:
    return replace(naming, margin=np.full(len(naming.names), margin))


def test_a_number_in_the_ink_of_another_is_in_doubt_unless_it_is_surely_that_number() -> None:
    looks, naming = named(COVERED, ZERO, ONES, TWOS, ODD_TWOS)
    assert in_other_inks(naming, looks).tolist() == [4]
    assert not len(doubted_inks(naming, looks))
    assert doubted_inks(unsure(naming, 3.9), looks).tolist() == [4]


@pytest.mark.parametrize(
    "made",
    [
        (COVERED, ZERO, (255, 120, Label.ONE, 8), TWOS, ODD_TWOS),  # of one ink all of them
        (COVERED, ONES, TWOS, ODD_TWOS),  # nothing tells the ground
        (COVERED, ZERO, ONES, TWOS, (255, 150, Label.TWO, 2)),  # a shade of the same
        (COVERED, ZERO, ONES, TWOS, (255, 250, Label.TWO, 2)),  # nothing is drawn
    ],
)
def test_where_inks_tell_no_numbers_none_is_odd(made: tuple[Look, ...]) -> None:
    looks, naming = named(*made)
    assert not len(in_other_inks(naming, looks))


@pytest.mark.parametrize(
    ("ink", "odd"),
    [
        ((195, 134, 134), []),  # half of it is ground: a thin stroke
        ((88, 154, 88), [4]),  # the hue of ones
    ],
)
def test_a_thin_stroke_has_the_ink_of_a_broad_one_in_its_hue(
    ink: tuple[int, int, int], odd: list[int]
) -> None:
    looks, naming = named(COVERED, ZERO, ONES, TWOS, ODD_TWOS)
    tiles = looks.tiles.copy()
    for look, drawn in ((2, (82, 150, 82)), (3, (152, 48, 48)), (4, ink)):
        middle = (looks.tiles[look] != 255).all(axis=-1)
        tiles[look][middle] = drawn
    assert in_other_inks(naming, replace(looks, tiles=tiles)).tolist() == odd


def test_the_ink_on_a_painted_ground_is_what_differs_from_that_ground() -> None:
    """Dark digits on grounds of each number's own, that of some strokes a little less dark."""
    looks, naming = named(COVERED, ZERO, ONES, TWOS, ODD_TWOS)
    tiles = looks.tiles.copy()
    red = (200, 150, 120)
    for look, ground, ink in ((2, (90, 220, 90), 60), (3, red, (110, 90, 80)), (4, red, 20)):
        middle = (looks.tiles[look] != 255).all(axis=-1)
        tiles[look] = ground
        tiles[look][middle] = ink
    assert not len(in_other_inks(naming, replace(looks, tiles=tiles)))


def test_a_stroke_over_most_of_a_cell_is_no_ground() -> None:
    """A digit that outgrows its cells, cut off at its foot, in the ink of another number."""
    looks, naming = named(COVERED, ZERO, ONES, TWOS, ODD_TWOS)
    tiles = looks.tiles.copy()
    shades = np.tile(np.linspace(90, 200, tiles.shape[2]), (tiles.shape[1], 1))  # softened
    shades[6:13] = 15
    tiles[4] = shades[..., None].astype(np.uint8)
    assert in_other_inks(naming, replace(looks, tiles=tiles)).tolist() == [4]


def test_broad_strokes_are_of_the_ink_of_more_frequent_thin_ones() -> None:
    """A navy blue, of which half is ground in most cells: it has a hue all the same."""
    looks, naming = named(COVERED, ZERO, ONES, TWOS, ODD_TWOS)
    tiles = looks.tiles.copy()
    for look, drawn in ((2, (88, 154, 88)), (3, (195, 133, 133)), (4, (154, 53, 53))):
        middle = (looks.tiles[look] != 255).all(axis=-1)
        tiles[look][middle] = drawn
    assert not len(in_other_inks(naming, replace(looks, tiles=tiles)))


PALE_BLUE, PALE_PURPLE, PALE_RED = (244, 222, 179), (227, 187, 210), (181, 178, 255)


@pytest.mark.parametrize(
    ("ink", "others"),
    [(PALE_BLUE, [Label.TWO]), (PALE_PURPLE, [Label.ONE]), (PALE_RED, [Label.ONE, Label.TWO])],
)
def test_pale_inks_are_others_where_they_differ_by_half_their_strength(
    ink: tuple[int, int, int], others: list[Label]
) -> None:
    looks, naming = named(COVERED, ZERO, ONES, TWOS, ODD_TWOS)
    tiles = looks.tiles.copy()
    for look, drawn in ((2, PALE_BLUE), (3, PALE_PURPLE), (4, ink)):
        middle = (looks.tiles[look] != 255).all(axis=-1)
        tiles[look][middle] = drawn
    looks = replace(looks, tiles=tiles)
    assert np.flatnonzero(not_in_ink_of(naming, looks)[4]).tolist() == others
    assert in_other_inks(naming, looks).tolist() == ([4] if Label.TWO in others else [])


@pytest.mark.parametrize(
    ("mark", "margin", "doubted"),
    [
        ((255, 60, Label.FLAG, 3), 2.0, 1),
        ((255, 60, Label.QUESTION, 3), 2.0, 1),
        ((255, 60, Label.FLAG, 3), 9.0, 0),
        ((190, 60, Label.FLAG, 3), 2.0, 0),  # on the ground of covered cells
        ((90, 60, Label.FLAG, 3), 2.0, 0),  # on one of its own
    ],
)
def test_a_mark_on_the_ground_of_opened_cells_may_be_a_number(
    mark: Look, margin: float, doubted: int
) -> None:
    looks, naming = named(COVERED, ZERO, ONES, mark)
    assert len(marks_on_opened_cells(unsure(naming, margin), looks)) == doubted
