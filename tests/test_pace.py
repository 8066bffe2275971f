"""How the click rate of a game is learned."""

from __future__ import annotations

import itertools
import math

from autoplay.calibration import Limits
from autoplay.play.found_game import limits_of, tempo_of
from autoplay.play.pace import (
    CATCH_UP,
    EFFECT_SECONDS,
    ENOUGH,
    FASTEST,
    LATEST,
    SOONEST,
    Pace,
    Tempo,
)


class FakeClock:
    def __init__(self) -> None:
        self.time = 50.0

    def now(self) -> float:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.time += seconds


def _batch(
    pace: Pace,
    clock: FakeClock,
    clicks: int = 10,
    settle: float = 0.01,
    looking: float = 0.0004,
) -> None:
    """Make clicks; before each it takes ``looking`` to see whether it may be made."""
    times = []
    for _ in range(clicks):
        pace.await_turn()
        clock.time += looking
        times.append(pace.clicked())
    pace.shown(times, clock.time + settle)


def _pace(tempo: Tempo) -> tuple[Pace, FakeClock]:
    clock = FakeClock()
    return Pace(tempo, clock), clock


def test_clicks_come_at_the_rate_whatever_looking_before_each_takes() -> None:
    pace, clock = _pace(Tempo(clicks_per_second=100, fixed=True))
    _batch(pace, clock, 1, looking=0.004)
    began = clock.now()
    _batch(pace, clock, 20, looking=0.004)
    assert math.isclose(clock.now() - began, 0.2, rel_tol=0.01)


def test_a_click_that_came_late_is_made_up_for_by_half_a_millisecond_at_most() -> None:
    pace, clock = _pace(Tempo(clicks_per_second=100, fixed=True))
    times = []
    for late in (0.0, 0.02, 0.0, 0.0):
        clock.time += late
        pace.await_turn()
        times.append(pace.clicked())
    assert times[-1] == clock.now()
    gaps = [after - before for before, after in itertools.pairwise(times)]
    assert gaps[0] > 0.01
    assert math.isclose(gaps[1], 0.01 - CATCH_UP, abs_tol=1e-9)
    assert math.isclose(gaps[2], 0.01, abs_tol=1e-9)


def test_the_rate_grows_while_every_click_takes_effect() -> None:
    pace, clock = _pace(Tempo(clicks_per_second=60))
    for _ in range(30):
        _batch(pace, clock)
    assert pace.tempo.clicks_per_second == FASTEST


def test_a_rate_that_was_not_reached_does_not_grow() -> None:
    pace, clock = _pace(Tempo(clicks_per_second=900))
    _batch(pace, clock, looking=0.01)
    assert pace.tempo.clicks_per_second == 900


def test_one_lost_click_changes_nothing_and_a_second_lowers_the_rate() -> None:
    pace, _ = _pace(Tempo(clicks_per_second=200))
    pace.lost(1)
    assert pace.tempo.clicks_per_second == 200
    pace.lost(1)
    assert pace.tempo.clicks_per_second == 160
    assert pace.tempo.too_fast == 200


def test_a_rate_that_lost_clicks_is_not_tried_again_for_a_long_time() -> None:
    pace, clock = _pace(Tempo(clicks_per_second=160, too_fast=200))
    for _ in range(25):  # of ten clicks each
        _batch(pace, clock)
    assert pace.tempo.clicks_per_second == 160
    for _ in range(15):
        _batch(pace, clock)
    assert pace.tempo.clicks_per_second == 200


def test_a_rate_that_was_too_fast_is_forgotten_above_the_fastest_that_is_used() -> None:
    pace, clock = _pace(Tempo(clicks_per_second=60, too_fast=75))
    for _ in range(3000):
        _batch(pace, clock)
    assert pace.tempo.clicks_per_second == FASTEST
    assert limits_of(pace.learned()).too_fast is None


def test_a_rate_the_person_chose_stays() -> None:
    pace, clock = _pace(tempo_of(Limits(), delay=0.5))
    _batch(pace, clock)
    pace.lost(5)
    assert pace.tempo.clicks_per_second == 2


def test_the_settle_time_is_learned_once_it_was_seen_often() -> None:
    pace, clock = _pace(Tempo(settle=0.5))
    for index in range(ENOUGH):
        assert pace.learned().settle == 0.5
        _batch(pace, clock, settle=0.01 * (1 + index % 2))
    assert math.isclose(pace.learned().settle, 0.02, rel_tol=0.01)


def test_a_pause_between_a_click_and_the_look_after_it_is_no_settle_time() -> None:
    pace, clock = _pace(Tempo(settle=0.5))
    for index in range(2 * ENOUGH):
        _batch(pace, clock, settle=30.0 if index % 2 else 0.01)
    assert math.isclose(pace.learned().settle, 0.01)
    assert math.isclose(pace.waited, ENOUGH * 0.01)
    limits_of(pace.learned())


def test_clicks_lost_at_the_slowest_rate_make_no_faster_one() -> None:
    pace, _ = _pace(Tempo(clicks_per_second=0.5))
    pace.lost(5)
    assert pace.tempo.clicks_per_second == 0.5


def test_a_profile_keeps_what_was_learned() -> None:
    tempo = Tempo(clicks_per_second=160, settle=0.012, too_fast=200)
    assert tempo_of(limits_of(tempo), None) == tempo
    assert limits_of(Tempo()).too_fast is None


def test_an_effect_is_overdue_after_several_times_the_usual() -> None:
    pace, clock = _pace(Tempo())
    for settle in (0.01, 0.4, 0.01, 0.4, 0.01):
        _batch(pace, clock, 1, settle)
    when = pace.clicked()
    assert [pace.is_overdue(when, when + later) for later in (0.02, 0.3)] == [False, True]


def test_a_click_counts_as_lost_sooner_in_a_game_that_was_seen_to_be_fast() -> None:
    pace, clock = _pace(Tempo())
    for _ in range(ENOUGH):
        assert pace.patience(0) == EFFECT_SECONDS
        _batch(pace, clock, settle=0.002)
    assert pace.patience(0) == SOONEST
    _batch(pace, clock, settle=0.05)
    assert math.isclose(pace.patience(0), LATEST * 0.05)
    _batch(pace, clock, settle=0.5)
    assert pace.patience(0) == EFFECT_SECONDS


def test_a_repeated_click_is_given_the_time_of_any_game() -> None:
    pace, clock = _pace(Tempo())
    for _ in range(ENOUGH):
        _batch(pace, clock, settle=0.002)
    assert [pace.patience(repeats) for repeats in (1, 2)] == [
        2 * EFFECT_SECONDS,
        4 * EFFECT_SECONDS,
    ]
