"""A board is thought about once, however often a look and its clicks ask."""

from __future__ import annotations

import pytest

from autoplay.errors import ImpossibleBoardError
from autoplay.game import parse_board
from autoplay.inference import analyze
from autoplay.play.analysis import analysis_of


def test_an_equal_board_is_not_thought_about_again() -> None:
    first = analysis_of(parse_board("1#\n##", mines=1))
    assert analysis_of(parse_board("1#\n##", mines=1)) is first
    assert first.safe == analyze(parse_board("1#\n##", mines=1)).safe


def test_another_mine_total_makes_another_board() -> None:
    assert analysis_of(parse_board("1##", mines=1)).safe != analysis_of(parse_board("1##")).safe


def test_a_board_that_no_layout_explains_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(ImpossibleBoardError):
            analysis_of(parse_board("3#\n##", mines=1))
