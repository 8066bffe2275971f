"""Simulated games: the same whatever divides the work, their statistics, and how they are told."""

from __future__ import annotations

import json
import tracemalloc
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from statistics import pstdev
from typing import Any

import pytest
from click.testing import CliRunner

from autoplay.bench.plot import height_of, plot_rate
from autoplay.bench.simulate import (
    Job,
    LocalRunner,
    Result,
    Runner,
    Setup,
    Tally,
    play_chunk,
    simulate,
)
from autoplay.bench.statistics import Mean, quantile, wilson
from autoplay.cli.main import group
from autoplay.errors import AutoplayError, UsageError
from autoplay.game import Board, Cell, make_topology
from autoplay.policy import Advice, LowestRisk
from autoplay.policy.playing import GamePlayed
from tests.boards import BEGINNER
from tests.interrupted import play_first_chunks


def _wins(jobs: int, games: int) -> dict[int, bool]:
    tally = Tally()
    for _ in simulate(BEGINNER, games, LocalRunner(jobs), tally):
        pass
    return {index: played.won for index, played in sorted(tally.results.items())}


def test_the_same_seed_gives_the_same_games_whatever_the_jobs() -> None:
    assert _wins(1, 120) == _wins(2, 120)


def test_more_games_begin_with_the_same_games() -> None:
    few, many = _wins(1, 20), _wins(1, 60)
    assert {index: many[index] for index in few} == few


def test_a_chunk_takes_only_its_own_boards_along_and_plays_the_same_anywhere() -> None:
    boards = tuple(BEGINNER.game(index) for index in range(120))
    setup = replace(BEGINNER, boards=boards)
    told = Recording()
    tallies = Tally(), Tally(), Tally()
    tallies[0].add(play_chunk(setup, (3, 77)))  # what was kept of an interrupted simulation
    runners: tuple[Runner, ...] = (told, LocalRunner(2), LocalRunner(1))
    for tally, runner in zip(tallies, runners, strict=True):
        for _ in simulate(setup, 120, runner, tally):
            pass
    assert [len(given.boards) for given, _ in told.jobs] == [50, 50, 18]
    drawn = Tally()
    for _ in simulate(BEGINNER, 120, LocalRunner(1), drawn):
        pass
    assert all(tally.won == drawn.won for tally in tallies)


class Recording:
    """Plays every job here, and keeps what it was given."""

    def __init__(self) -> None:
        self.jobs = list[Job]()

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[int, list[Result]]]:
        self.jobs += jobs
        yield from LocalRunner(1).run(self.jobs)


@pytest.mark.parametrize(
    "command", ["simulate --policy lowest_risk", "bench compare lowest_risk lowest_risk"]
)
def test_however_many_games_are_asked_for_the_first_are_played_at_once(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list of a billion games would be made for minutes, and take gigabytes."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    play_first_chunks(monkeypatch, 1)
    arguments = [*command.split(), "--level", "5x5/4", "--games"]
    tracemalloc.start()
    stopped = CliRunner().invoke(group, [*arguments, "1000000000"])
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert "of 1000000000 games" in stopped.stderr
    assert most < 50_000_000
    refused = CliRunner().invoke(group, [*arguments, "9" * 23])
    assert "is not in the range 1<=x<=1000000000" in refused.output


def test_the_command_ends_with_its_report() -> None:
    arguments = "simulate --level beginner --policy lowest_risk --games 30 --seed 1 --json"
    result = CliRunner().invoke(group, arguments.split())
    report = json.loads(result.output.splitlines()[-1])
    assert report["games"] == 30
    assert report["rate"] == report["wins"] / 30
    assert report["ci95"][0] <= report["rate"] <= report["ci95"][1]
    assert set(report["cpu_ms_per_game"]) == {"mean", "p50", "p99", "max"}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("--level hard", "no level 'hard'"),
        ("--level expert --rows 3", "not both"),
        ("--rows 3", "go together"),
        ("--rows 3 --cols 3 --mines 9", "9 mines do not fit"),
        ("--level beginner --start 9,9", "--start '9,9'"),
        ("--policy best", "no policy 'best'"),
        ("--policy winning:depth=3", "no setting 'depth'"),
        ("--policy winning:plies=deep", "plies must be a whole number"),
        ("--boards nowhere.jsonl", "nowhere.jsonl: No such file"),
        ("--cluster=", "--cluster '': write the scheduler's address"),
        ("--cluster tcp://127.0.0.1:8786 --jobs 2", "leave --jobs out"),
        ("--boards nowhere.jsonl --level expert", "leave --level out"),
        ("--boards nowhere.jsonl --first-click safe", "leave --first-click out"),
    ],
)
def test_a_wrong_option_is_one_line(arguments: str, message: str) -> None:
    result = CliRunner().invoke(group, ["simulate", "--games", "1", *arguments.split()])
    assert isinstance(result.exception, AutoplayError)
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)


def test_without_luck_the_win_rate_is_the_same_and_less_spread() -> None:
    setup = Setup(make_topology("square", 6, 6), 8, start=Cell(0))
    played = [result.played for result in play_chunk(setup, tuple(range(1500)))]
    gaps = [game.expectation - game.won for game in played]
    mean, _, high = Mean(gaps).interval(-2.0, 2.0)
    allowed = 2 * (high - mean)  # four standard errors
    assert abs(mean) < allowed < 0.05
    assert pstdev(game.expectation for game in played) < 0.8 * pstdev(game.won for game in played)


def test_of_a_policy_that_is_not_told_the_total_no_luck_is_taken_out() -> None:
    """What it holds for the risk of a guess is not that of the game."""
    setup = Setup(make_topology("square", 6, 6), 8, policy="untold:winning", start=Cell(0))
    played = [result.played for result in play_chunk(setup, tuple(range(20)))]
    assert any(game.guesses for game in played)
    assert [game.expectation for game in played] == [float(game.won) for game in played]


def test_the_rate_without_luck_is_a_rate() -> None:
    lost = GamePlayed(won=False, guesses=1, cpu_seconds=0.0, expectation=-0.4)
    tally = Tally({0: lost, 1: replace(lost, expectation=-0.3)})
    found: Any = tally.report("winning")["without_luck"]
    assert (found["rate"], found["ci95"][0]) == (0.0, 0.0)


@pytest.mark.parametrize("games", [2, 10, 1000])
def test_of_few_games_that_are_all_won_the_rate_without_luck_is_no_certainty(games: int) -> None:
    won = GamePlayed(won=True, guesses=0, cpu_seconds=0.0, expectation=1.0)
    found: Any = Tally(dict.fromkeys(range(games), won)).report("winning")["without_luck"]
    low, high = found["ci95"]
    assert high == 1.0
    assert low == pytest.approx(1 - 1.959964 / games)


def test_the_wilson_interval_is_the_published_one() -> None:
    """Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert (wilson(0, 10)[0], wilson(7, 7)[1]) == (0.0, 1.0)


def test_quantiles_are_values_that_occurred() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([3.0, 1.0, 2.0], 0.99) == 3.0
    assert quantile([], 0.5) == 0.0


@pytest.mark.parametrize("command", ["simulate", "bench compare lowest_risk lowest_risk"])
def test_of_one_game_the_interval_is_all_there_is_and_of_none_nothing_is_told(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    arguments = f"{command} --level 5x5/4 --games 1".split()
    of_one = CliRunner().invoke(group, arguments).stdout
    assert "of 1 game" in of_one
    whole = [0.0, 1.0] if command == "simulate" else [-1.0, 1.0]
    words = "(0.00% to 100.00%)" if command == "simulate" else "(-100.00% to +100.00%)"
    assert words in of_one.partition("luck")[2]
    report = json.loads(CliRunner().invoke(group, [*arguments, "--json"]).stdout)
    assert report["without_luck"]["ci95"] == whole
    assert command == "simulate" or report["ci95"] == whole

    play_first_chunks(monkeypatch, 0)
    of_none = CliRunner().invoke(group, arguments)
    assert of_none.stdout == "nothing was played\n"
    assert "stopped after 0 of 1 game" in of_none.stderr


@pytest.mark.parametrize(("mines", "is_warned"), [(16, False), (17, True), (24, True)])
def test_an_opening_that_has_no_room_is_told_of(mines: int, is_warned: bool) -> None:
    arguments = f"simulate --level 5x5/{mines} --first-click opening --start 2,2 --games 1 --json"
    done = CliRunner().invoke(group, arguments.split())
    assert done.exit_code == 0
    assert (f"{mines} mines leave no room for an opening on 5x5" in done.stderr) is is_warned
    assert json.loads(done.stdout)["games"] == 1


def test_a_simulation_tells_people_its_facts_in_words() -> None:
    arguments = "simulate --level 5x5/4 --policy lowest_risk --games 20 --start 0,0"
    told = CliRunner().invoke(group, arguments.split()).stdout
    report = json.loads(CliRunner().invoke(group, [*arguments.split(), "--json"]).stdout)
    won, without_luck, guesses, time = told.splitlines()
    assert f"won {report['wins']} of 20 games" in won
    assert without_luck.startswith(f"without luck: {report['without_luck']['rate']:.2%} (")
    assert guesses == f"guesses a game: {report['guesses_per_game']:.2f}"
    assert time.startswith("CPU time a game: mean ")
    single = CliRunner().invoke(group, [*arguments.split(), "--games", "1"]).stdout
    assert "of 1 game," in single


def test_each_first_click_gets_its_rate() -> None:
    arguments = "bench starts 0,0 1,1 --level 5x5/4 --policy lowest_risk --games 10 --json"
    result = CliRunner().invoke(group, arguments.split())
    rates = [json.loads(line) for line in result.output.splitlines()]
    assert [rate["cell"] for rate in rates] == [[0, 0], [1, 1]]


def test_first_clicks_that_are_interrupted_tell_what_was_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    arguments = "bench starts 0,0 1,1 2,2 --level 5x5/4 --policy lowest_risk --games 70"
    play_first_chunks(monkeypatch, 3)
    stopped = CliRunner().invoke(group, arguments.split())
    whole, part = stopped.stdout.splitlines()
    assert whole.startswith("0,0: ") and "games" not in whole
    assert part.startswith("1,1: ") and " of 50 games (" in part
    assert str(stopped.exception) == "stopped after 1 of 3 first clicks"
    play_first_chunks(monkeypatch, 3)
    told = CliRunner().invoke(group, [*arguments.split(), "--json"]).stdout
    assert [json.loads(line)["games"] for line in told.splitlines()] == [70, 50]


@pytest.mark.parametrize("before", [0, 1, 3])
def test_moves_that_are_interrupted_are_summed_up(
    before: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left, advise = iter(range(before)), LowestRisk.advise

    def interrupted(policy: LowestRisk, board: Board) -> Advice:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return advise(policy, board)

    monkeypatch.setattr(LowestRisk, "advise", interrupted)
    arguments = "bench moves --level 9x9/10 --seed 1 --policy lowest_risk --games 9 --json"
    stopped = CliRunner().invoke(group, arguments.split())
    assert json.loads(stopped.stdout)["moves"] == before
    games = json.loads(stopped.stdout)["games"]
    assert str(stopped.exception) == f"stopped after {games} of 9 games"


def test_every_move_of_a_game_is_timed() -> None:
    arguments = "bench moves --level 6x6/6 --policy lowest_risk --games 2 --moves 3 --json"
    found = json.loads(CliRunner().invoke(group, arguments.split()).output)
    assert 2 <= found["moves"] <= 6
    assert 0 < found["p50"] <= found["max"]
    assert found["moves"] == found["certain"]["moves"] + found["guesses"]["moves"]
    assert found["moves"] == found["session"]["moves"]


def test_moves_are_timed_on_the_boards_there_are(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    board = {"rows": 2, "cols": 3, "topology": "square", "mines": [5], "first": [0, 0]}
    path.write_text(f"{json.dumps(board)}\n" * 2)
    arguments = ["bench", "moves", "--boards", str(path), "--policy", "lowest_risk", "--json"]
    assert json.loads(CliRunner().invoke(group, arguments).output)["games"] == 2
    done = CliRunner().invoke(group, [*arguments, "--games", "3"])
    assert str(done.exception) == "3 games were asked for, but there are 2 boards"


def test_a_curve_at_the_top_is_wholly_in_the_picture() -> None:
    least, most = height_of([(0.8, 1.0), (0.9, 0.98)])
    assert (least, most) == pytest.approx((79.0, 101.0))


def test_the_win_rate_is_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "rate.png"
    arguments = f"simulate --level 5x5/4 --policy lowest_risk --games 20 --plot {picture}"
    assert CliRunner().invoke(group, arguments.split()).exit_code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(UsageError, match="rate"):
        plot_rate([True, False], tmp_path / "rate.unknown", "")
