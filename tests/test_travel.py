"""The order of clicks."""

from __future__ import annotations

from autoplay.desktop.ports import Point
from autoplay.game import Cell, parse_board
from autoplay.inference import analyze
from autoplay.play.travel import by_travel, click_order


def test_the_nearest_cell_comes_next() -> None:
    points = [Point(50, 0), Point(10, 0), Point(90, 0), Point(11, 5)]
    assert by_travel(points, Point(0, 0)) == [1, 3, 0, 2]


def test_a_cell_that_opens_an_area_comes_before_nearer_ones() -> None:
    board = parse_board("1####\n1####\n#####", 1)
    cells = [Cell(1), Cell(4)]  # beside the only mine, and far away from it
    points = [Point(10, 0), Point(40, 0)]
    assert click_order(cells, points, Point(0, 0), analyze(board)) == [1, 0]
