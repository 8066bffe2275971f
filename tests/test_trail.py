"""Where the pointer may be without a person's hand on the mouse."""

from __future__ import annotations

import pytest

from autoplay.desktop.ports import Point
from autoplay.desktop.trail import Trail


class FakeClock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_pointer_one_click_behind_is_no_hand() -> None:
    clock = FakeClock()
    trail = Trail(clock)
    trail.put(Point(10, 10))
    trail.put(Point(50, 10))
    clock.now += 0.4  # a window manager that looks at every click takes so long
    assert trail.explains(Point(10, 10))
    assert not trail.explains(Point(30, 10))


def test_a_pointer_that_stays_behind_was_brought_back_by_a_hand() -> None:
    clock = FakeClock()
    trail = Trail(clock)
    trail.put(Point(10, 10))
    trail.put(Point(50, 10))
    clock.now += 0.6
    assert not trail.explains(Point(10, 10))
    assert trail.explains(Point(51, 10))


def test_before_the_first_click_the_pointer_may_be_anywhere() -> None:
    trail = Trail(FakeClock())
    assert trail.explains(Point(7, 7))
    trail.put(Point(50, 10), came_from=Point(7, 7))
    assert trail.explains(Point(7, 7))


def test_after_a_pause_the_pointer_counts_from_where_the_person_left_it() -> None:
    trail = Trail(FakeClock())
    trail.put(Point(50, 10))
    trail.restart(Point(300, 300))
    assert trail.explains(Point(300, 300))
    assert not trail.explains(Point(50, 10))


@pytest.mark.parametrize("next_put", [Point(90, 10), Point(300, 300)])
def test_a_hand_that_the_next_click_hides_is_remembered_until_the_pause(next_put: Point) -> None:
    trail = Trail(FakeClock())
    trail.put(Point(50, 10))
    trail.put(next_put)
    trail.left(Point(300, 300))
    assert trail.moved_by_hand(next_put) == Point(300, 300)
    trail.put(Point(130, 10))
    trail.left(next_put)
    assert trail.moved_by_hand(Point(130, 10)) == Point(300, 300)
    trail.restart(Point(130, 10))
    assert trail.moved_by_hand(Point(130, 10)) is None


def test_where_a_slow_game_had_the_pointer_before_a_click_is_no_hand() -> None:
    clock = FakeClock()
    trail = Trail(clock)
    trail.put(Point(10, 10))
    clock.now += 3.0
    trail.put(Point(50, 10))
    clock.now += 3.0  # until the answer was read
    trail.left(Point(10, 10))
    assert trail.moved_by_hand(Point(50, 10)) is None


def test_a_pointer_one_click_behind_before_a_click_is_no_hand() -> None:
    trail = Trail(FakeClock())
    for x in (10, 50, 90):
        trail.put(Point(x, 10))
    trail.left(Point(10, 10))
    assert trail.moved_by_hand(Point(90, 10)) is None
