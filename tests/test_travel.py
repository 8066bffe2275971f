"""The order of clicks."""

from __future__ import annotations

import random
from math import dist

from autoplay.desktop.ports import Point
from autoplay.game import Cell, parse_board
from autoplay.inference import analyze
from autoplay.play.travel import by_travel, click_order


def test_the_nearest_cell_comes_next() -> None:
    points = [Point(50, 0), Point(10, 0), Point(90, 0), Point(11, 5)]
    assert by_travel(points, Point(0, 0)) == [1, 3, 0, 2]


def test_each_next_cell_is_the_nearest_one_left_the_first_of_equals() -> None:
    rng = random.Random(1)
    for _ in range(50):
        points = [Point(rng.randrange(-9, 20) * 16.5, rng.randrange(9)) for _ in range(60)]
        here, left, nearest = Point(-900, 40), list(range(60)), list[int]()
        while left:
            nearest.append(min(left, key=lambda index: dist(points[index], here)))
            here = points[nearest[-1]]
            left.remove(nearest[-1])
        assert by_travel(points, Point(-900, 40)) == nearest


def test_a_large_batch_is_ordered_within_a_test() -> None:
    points = [Point(x, y) for x in range(250) for y in range(250)]
    assert by_travel(points, Point(-9, -9))[:250] == list(range(250))  # down the first column


def test_a_cell_that_opens_an_area_comes_before_nearer_ones() -> None:
    board = parse_board("1####\n1####\n#####", 1)
    cells = [Cell(1), Cell(4)]  # beside the only mine, and far away from it
    points = [Point(10, 0), Point(40, 0)]
    assert click_order(cells, points, Point(0, 0), analyze(board)) == [1, 0]
