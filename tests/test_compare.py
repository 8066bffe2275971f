"""Policies compared on the same games: the same result wherever they are played, and intervals."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import pytest
from click.testing import CliRunner

from autoplay.bench.compare import compare
from autoplay.bench.simulate import Job, LocalRunner, Result, Runner, Setup, Tally, play_chunk
from autoplay.bench.statistics import Mean, Paired
from autoplay.cli.main import group
from autoplay.game import Cell, make_topology
from autoplay.policy.playing import GamePlayed
from tests.boards import BEGINNER
from tests.interrupted import play_first_chunks


def test_an_unknown_second_policy_is_refused_before_any_bar_is_drawn() -> None:
    result = CliRunner().invoke(group, ["bench", "compare", "winning", "foo"])
    assert "no policy 'foo'" in str(result.exception)
    assert result.output == ""


def test_a_policy_against_itself_differs_nowhere() -> None:
    tallies = Tally(), Tally()
    for found, _ in compare(BEGINNER, "lowest_risk", 60, LocalRunner(1), tallies, early=False):
        last = found
    assert (last.pair, last.without_luck[0]) == (Paired(60, 0, 0), 0.0)
    for low, high in (last.pair.interval, last.without_luck[1:]):
        assert -0.05 < low < -0.03 and high == -low


def test_a_comparison_that_is_resumed_ends_as_one_that_was_not() -> None:
    """A stopped comparison may hold more games of A than of B: only pairs count."""
    tallies = Tally(), Tally()
    whole = list(compare(BEGINNER, "winning", 100, LocalRunner(1), tallies, early=False))
    kept = Tally(dict(list(tallies[0].results.items())[:70])), Tally()
    resumed = list(compare(BEGINNER, "winning", 100, LocalRunner(1), kept, early=False))
    assert resumed[-1][0] == whole[-1][0]
    assert sum(len(new) for _, (new, _) in resumed) == 30


class Backwards:
    """Plays every job here, and gives the last one's results first."""

    def __init__(self) -> None:
        self.given = list[int]()

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[int, list[Result]]]:
        played = list(LocalRunner(1).run(jobs))
        self.given.append(len(played))
        yield from reversed(played)


class Gone(dict[int, GamePlayed]):
    """Games that are looked up one by one, and counts how often all are gone through."""

    times = 0

    def __iter__(self) -> Iterator[int]:
        self.times += 1
        return super().__iter__()

    def values(self) -> Any:
        self.times += 1
        return super().values()


def test_no_chunk_goes_through_all_games_before_it() -> None:
    """A million games would take time by their square."""
    gone = Gone(), Gone()
    tallies = Tally(gone[0]), Tally(gone[1])
    times = []
    for _ in compare(BEGINNER, "winning", 200, LocalRunner(1), tallies, early=True):
        wins = [tally.wins for tally in tallies]
        times.append([games.times for games in gone])
    assert times == times[:1] * 4
    assert wins == [sum(tally.won) for tally in tallies]


def test_a_game_that_is_counted_again_counts_once() -> None:
    tally = Tally()
    for _ in range(2):
        tally.add(play_chunk(BEGINNER, tuple(range(9))))
    assert (tally.games, tally.wins) == (9, sum(tally.won))


def test_a_mean_and_its_interval_are_the_same_in_any_order() -> None:
    values = [0.1, -0.3, 1.0, 1e-300, -1e16, 1e16, 0.7]
    first, other = (Mean(each).interval(-1e17, 1e17) for each in (values, sorted(values)))
    assert first == other
    assert first[0] == pytest.approx(fmean(values))


def test_the_interval_of_a_mean_is_of_the_sample_deviation() -> None:
    values = [0.1, 0.5, 0.9] * 4
    mean, low, high = Mean(values).interval(0.0, 1.0)
    assert mean == pytest.approx(0.5)
    assert (high - mean) == pytest.approx(1.959964 * stdev(values) / sqrt(12))
    assert (mean - low) == pytest.approx(high - mean)
    assert Mean([0.4]).interval(0.0, 1.0) == (0.4, 0.0, 1.0)
    assert Mean().interval(-1.0, 1.0) == (0.0, -1.0, 1.0)


def test_a_comparison_hands_out_all_its_chunks_at_once() -> None:
    """One after another they would keep one process busy, however many there are."""
    backwards, tallies = Backwards(), (Tally(), Tally())
    list(compare(BEGINNER, "winning", 200, backwards, tallies, early=False))
    assert backwards.given == [8]


@pytest.mark.parametrize("runner", [LocalRunner(2), Backwards()])
def test_a_comparison_ends_after_the_same_game_wherever_it_is_played(
    runner: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("autoplay.bench.compare.EDGE", 0.1)  # decides after few games
    crowded = Setup(make_topology("square", 5, 5), 8, start=Cell(0), seed=3)
    ends = []
    for player in (LocalRunner(1), runner):
        *_, (end, _) = compare(crowded, "lowest_risk", 600, player, (Tally(), Tally()), early=True)
        ends.append(end)
    assert ends[0].pair.games < 600
    assert ends[0] == ends[1]


def test_two_settings_of_one_policy_are_compared_on_any_board() -> None:
    arguments = "winning winning:plies=1 --rows 5 --cols 5 --mines 5 --topology hexagon --games 20"
    result = CliRunner().invoke(group, ["bench", "compare", *arguments.split(), "--json"])
    assert json.loads(result.output.splitlines()[-1])["b"] == "winning:plies=1"


def test_a_comparison_that_is_interrupted_prints_what_was_done_and_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    arguments = "bench compare lowest_risk lowest_risk --level 5x5/4 --games 120 --all --json"
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 3)
        stopped = CliRunner().invoke(group, arguments.split())
    assert json.loads(stopped.stdout)["games"] == 50
    assert "stopped after 50 of 120 games" in stopped.stderr
    resumed = CliRunner().invoke(group, [*arguments.split(), "--resume"])
    whole = CliRunner().invoke(group, arguments.split())
    assert json.loads(resumed.stdout) == json.loads(whole.stdout)
    assert json.loads(whole.stdout)["games"] == 120


def test_another_comparison_of_a_policy_leaves_what_is_kept_of_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    first, second = (
        f"bench compare winning {other} --level 4x4/2 --games 120 --all --json".split()
        for other in ("winning:plies=1", "winning:isolated=0")
    )
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 4)
        CliRunner().invoke(group, first)
    whole = CliRunner().invoke(group, second)
    assert json.loads(whole.stdout)["games"] == 120
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 2)  # the last 20 games of either side
        resumed = CliRunner().invoke(group, [*first, "--resume"])
    assert json.loads(resumed.stdout)["games"] == 120


def test_a_comparison_that_is_decided_early_leaves_games_that_it_did_not_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("autoplay.bench.compare.EDGE", 0.1)  # decides after few games
    sides, options = "winning lowest_risk", "--level 5x5/8 --seed 3 --games 300 --json"
    arguments = f"bench compare {sides} {options}".split()
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 10)
        CliRunner().invoke(group, [*arguments, "--all"])
    decided = json.loads(CliRunner().invoke(group, arguments).stdout)
    assert decided["games"] < 250
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 2)
        resumed = CliRunner().invoke(group, [*arguments, "--all", "--resume"])
    assert json.loads(resumed.stdout)["games"] == 300
