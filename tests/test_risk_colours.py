"""A board in the terminal: its colours say the same on every kind of terminal."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rich.color import Color, ColorSystem
from rich.style import Style

from autoplay.cli.risk_colours import NUMBERS, board_in_colour
from autoplay.game import Cell, parse_board
from autoplay.inference import analyze

SYSTEMS = (ColorSystem.STANDARD, ColorSystem.EIGHT_BIT, ColorSystem.TRUECOLOR)


@pytest.mark.parametrize("system", SYSTEMS)
def test_safe_is_green_a_mine_red_and_a_risk_yellow(system: ColorSystem) -> None:
    board = parse_board("1##\n1##\n1##", 3)
    drawn = board_in_colour(board, analyze(board))
    grounds = {}
    for span in drawn.spans:
        if isinstance(span.style, Style) and span.style.bgcolor is not None:
            row, col = divmod(span.start, 7)  # three cells of two characters, and a line's end
            grounds[row, col // 2] = span.style.bgcolor.downgrade(system).get_truecolor()
    red, green, blue = grounds[0, 1]
    assert green > 1.5 * max(red, blue)
    red, green, blue = grounds[1, 1]
    assert red > 3 * max(green, blue)
    for row in range(3):  # two of three are mines
        red, green, blue = grounds[row, 2]
        assert 2 * green > red >= green > 1.5 * blue


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_first_six_numbers_have_six_colours(system: ColorSystem) -> None:
    shown = [Color.parse(color).downgrade(system).get_truecolor() for color in NUMBERS[1:7]]
    assert len(set(shown)) == 6


class _Unsearched(tuple[Cell, ...]):
    """Cells that no drawing may search through: it would, cell by cell, on a board of a million."""

    def __contains__(self, cell: object) -> bool:
        raise AssertionError(f"{cell} was searched for")


def test_a_large_board_is_drawn_without_a_search_for_each_cell() -> None:
    board = parse_board("1##\n1##\n1##", 3)
    found = analyze(board)
    unsearched = replace(found, safe=_Unsearched(found.safe), mines=_Unsearched(found.mines))
    assert board_in_colour(board, unsearched) == board_in_colour(board, found)
