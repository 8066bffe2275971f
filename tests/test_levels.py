"""Named levels and custom ones."""

from __future__ import annotations

import pytest

from autoplay.errors import UsageError
from autoplay.game import Level, parse_level, usual_mines


def test_names_and_custom_sizes_are_levels() -> None:
    assert parse_level("expert") == Level(16, 30, 99)
    assert parse_level("20x40/130") == Level(20, 40, 130)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hard", "beginner, beginner-8x8"),
        ("3x3/10", "10 mines do not fit on 9 cells"),
        ("3x", "no level"),
        ("9x9/" + "1" * 5000, "too large"),
    ],
)
def test_a_wrong_level_says_what_there_is(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        parse_level(text)


def test_the_usual_mine_total_goes_by_size() -> None:
    assert usual_mines("square", 16, 30) == usual_mines("square", 30, 16) == 99
    assert usual_mines("square", 9, 9) == 10
    assert usual_mines("square", 7, 7) is None


@pytest.mark.parametrize("shape", ["hexagon", "triangle"])
def test_boards_of_other_shapes_have_no_usual_mine_total(shape: str) -> None:
    assert usual_mines(shape, 9, 9) is None
