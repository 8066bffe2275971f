"""The same seed gives the same games however the work is divided, and nothing done is lost."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev, stdev
from typing import Any

import pytest
from click.testing import CliRunner

from autoplay.bench.boards_file import Journal, read_boards
from autoplay.bench.compare import Comparison, compare
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
from autoplay.bench.statistics import Mean, Paired, quantile, wilson
from autoplay.cli.main import group
from autoplay.errors import AutoplayError, UsageError
from autoplay.game import Cell, make_topology
from autoplay.policy.playing import GamePlayed

BEGINNER = Setup(make_topology("square", 9, 9), 10, start=Cell(0), policy="lowest_risk", seed=3)


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


def test_a_journal_gives_back_what_was_played_and_only_the_rest_is_played_again(
    tmp_path: Path,
) -> None:
    whole, journal = Tally(), Journal(tmp_path, BEGINNER)
    chunks = simulate(BEGINNER, 150, LocalRunner(1), whole)
    journal.append(next(chunks))
    with journal.path.open("ab") as file:
        file.write(b"[77, tr")  # the process died in the middle of a line
    resumed = Tally()
    resumed.add(journal.read())
    kept = resumed.games
    played = sum(len(results) for results in simulate(BEGINNER, 150, LocalRunner(1), resumed))
    for _ in chunks:
        pass
    assert (kept, played) == (50, 100)
    assert resumed.wins == whole.wins


def _line(**changes: object) -> str:
    line = {"rows": 3, "cols": 3, "topology": "square", "mines": [8], "first": [0, 0]}
    return json.dumps(line | changes)


def test_the_report_names_the_engine_of_whoever_played(tmp_path: Path) -> None:
    results = play_chunk(BEGINNER, (0, 1))
    other = "python" if results[0].engine == "kernel" else "kernel"
    journal = Journal(tmp_path, BEGINNER)
    journal.append([replace(result, engine=other) for result in results])
    tally = Tally()
    tally.add(journal.read())
    assert tally.report("lowest_risk")["engine"] == other
    tally.add(results[:1])
    assert tally.report("lowest_risk")["engine"] == "mixed"


def test_what_other_code_played_is_not_taken_up_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    setup = Setup(make_topology("square", 5, 5), 4, policy="lowest_risk", start=Cell(0))
    journal = Journal(tmp_path / "autoplay", setup)
    with monkeypatch.context() as patched:
        patched.setattr("autoplay.bench.boards_file.playing_code", lambda: "0.1 steam 0123")
        Journal(tmp_path / "autoplay", setup).append(play_chunk(setup, (0, 1)))
    assert (journal.is_outdated, journal.read()) == (True, [])
    arguments = "simulate --level 5x5/4 --policy lowest_risk --start 0,0 --games 2 --resume --json"
    result = CliRunner().invoke(group, arguments.split())
    assert "was played by another version of autoplay or its engine" in result.stderr
    assert result.stderr.count("\n") == 1
    assert json.loads(result.stdout)["games"] == 2


def test_a_journal_begun_before_journals_named_their_code_is_outdated(tmp_path: Path) -> None:
    journal = Journal(tmp_path, BEGINNER)
    assert not journal.is_outdated
    journal.path.write_text("[7, true, 1, 0.5, 0, 1.0]\n")
    assert (journal.is_outdated, journal.read()) == (True, [])
    journal.append(play_chunk(BEGINNER, (0,)))
    assert not journal.is_outdated
    assert [result.index for result in journal.read()] == [0]


def test_other_boards_are_another_simulation(tmp_path: Path) -> None:
    boards = BEGINNER.game(0), BEGINNER.game(1)
    paths = [
        Journal(tmp_path, replace(BEGINNER, boards=given)).path for given in (boards, boards[:1])
    ]
    assert paths[0] != paths[1]


def test_only_the_line_that_was_cut_off_is_lost_of_a_journal(tmp_path: Path) -> None:
    results = play_chunk(BEGINNER, (0, 1, 2))
    Journal(tmp_path, BEGINNER).append(results[:2])
    journal = Journal(tmp_path, BEGINNER)
    journal.path.write_bytes(journal.path.read_bytes()[:-9])
    journal.append(results[2:])
    assert [result.index for result in journal.read()] == [0, 2]


@pytest.mark.parametrize(
    "line",
    [
        '[-1,true,0,0.1,0,1.0,"kernel"]',
        '[2,true,-5,0.1,0,1.0,"kernel"]',
        '[2,true,0,-1.0,0,1.0,"kernel"]',
        '[2,true,0,0.1,0,1e300,"kernel"]',
        '[2,true,0,0.1,0,NaN,"kernel"]',
    ],
)
def test_a_damaged_line_of_a_journal_is_no_game(tmp_path: Path, line: str) -> None:
    journal = Journal(tmp_path, BEGINNER)
    journal.append(play_chunk(BEGINNER, (0,)))
    with journal.path.open("a") as file:
        file.write(line + "\n")
    assert [result.index for result in journal.read()] == [0]


def test_boards_of_a_file_are_played_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(_line() + "\n\n" + _line(mines=[0], first=[0, 0]) + "\n")
    boards = read_boards(path)
    assert boards[0][0].topology is boards[1][0].topology  # its tables are made once
    setup = Setup(boards[0][0].topology, 1, policy="lowest_risk", boards=boards)
    tally = Tally()
    for _ in simulate(setup, 2, LocalRunner(1), tally):
        pass
    assert [tally.results[index].won for index in range(2)] == [True, False]


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

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[int, list[Result]]]:
        self.jobs += jobs
        yield from LocalRunner(1).run(jobs)


@pytest.mark.parametrize(
    "line",
    [
        "{",
        _line(mines=[9]),
        _line(mines=[1, 1]),
        _line(first=[3, 0]),
        _line(topology="round"),
        _line(rows=0),
        _line(colour="red"),
        '{"rows": 3}',
    ],
)
def test_a_bad_line_of_a_boards_file_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(_line() + "\n" + line + "\n")
    with pytest.raises(UsageError, match="line 2: "):
        read_boards(path)


def test_the_line_of_a_boards_file_that_the_help_shows_is_one(tmp_path: Path) -> None:
    told = " ".join(
        CliRunner().invoke(group, ["simulate", "--help"], terminal_width=80).output.split()
    )
    path = tmp_path / "boards.jsonl"
    path.write_text(told[told.index("{") : told.index("}") + 1])
    (field, first), *others = read_boards(path)
    assert (sorted(field.mines), first, others) == ([1, 5], 0, [])


def test_a_mine_outside_its_board_is_named(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(_line(mines=[1, 9]))
    with pytest.raises(UsageError, match=r"line 1: mine 9 lies outside the cells .* 0 to 8"):
        read_boards(path)


def test_the_mark_that_some_editors_begin_a_text_with_is_no_board(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text("\ufeff" + _line() + "\n", encoding="utf-8")
    assert len(read_boards(path)) == 1


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


@pytest.mark.parametrize("command", ["simulate", "bench compare lowest_risk lowest_risk"])
def test_more_games_than_boards_are_refused_before_any_bar_is_drawn(
    command: str, tmp_path: Path
) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(_line() + "\n")
    arguments = [*command.split(), "--boards", str(path)]
    result = CliRunner().invoke(group, [*arguments, "--games", "9"])
    assert str(result.exception) == "9 games were asked for, but there is 1 board"
    assert result.output == ""
    whole = CliRunner().invoke(group, [*arguments, "--json"])
    assert json.loads(whole.stdout)["games"] == 1


def test_an_unknown_second_policy_is_refused_before_any_bar_is_drawn() -> None:
    result = CliRunner().invoke(group, ["bench", "compare", "winning", "foo"])
    assert "no policy 'foo'" in str(result.exception)
    assert result.output == ""


def test_going_on_with_nothing_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    arguments = "simulate --level 5x5/4 --policy lowest_risk --games 2 --resume --json"
    result = CliRunner().invoke(group, arguments.split())
    assert result.stderr == "nothing is kept of this simulation: it begins anew\n"
    assert json.loads(result.stdout)["games"] == 2


def test_without_luck_the_win_rate_is_the_same_and_less_spread() -> None:
    setup = Setup(make_topology("square", 6, 6), 8, start=Cell(0))
    played = [result.played for result in play_chunk(setup, tuple(range(1500)))]
    gaps = [game.expectation - game.won for game in played]
    mean, _, high = Mean(gaps).interval(-2.0, 2.0)
    allowed = 2 * (high - mean)  # four standard errors
    assert abs(mean) < allowed < 0.05
    assert pstdev(game.expectation for game in played) < 0.8 * pstdev(game.won for game in played)


def test_a_policy_against_itself_differs_nowhere() -> None:
    tallies = Tally(), Tally()
    for found, _ in compare(BEGINNER, "lowest_risk", 60, LocalRunner(1), tallies, early=False):
        last = found
    assert last == Comparison(Paired(60, 0, 0), (0.0, 0.0, 0.0))


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

    def run(self, jobs: Sequence[Job]) -> Iterator[tuple[int, list[Result]]]:
        self.given.append(len(jobs))
        yield from reversed(list(LocalRunner(1).run(jobs)))


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
    values = [0.1, 0.5, 0.9]
    mean, low, high = Mean(values).interval(0.0, 1.0)
    assert mean == pytest.approx(0.5)
    assert (high - mean) == pytest.approx(1.959964 * stdev(values) / sqrt(3))
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


def test_the_rate_without_luck_is_a_rate() -> None:
    lost = GamePlayed(won=False, guesses=1, cpu_seconds=0.0, expectation=-0.4)
    tally = Tally({0: lost, 1: replace(lost, expectation=-0.3)})
    assert tally.report("winning")["without_luck"] == {"rate": 0.0, "ci95": [0.0, 0.0]}


def test_the_wilson_interval_is_the_published_one() -> None:
    """Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611."""
    assert wilson(81, 263) == pytest.approx((0.2553, 0.3662), abs=5e-5)
    assert wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=5e-5)
    assert (wilson(0, 10)[0], wilson(7, 7)[1]) == (0.0, 1.0)


def test_quantiles_are_values_that_occurred() -> None:
    assert quantile([3.0, 1.0, 2.0], 0.5) == 2.0
    assert quantile([3.0, 1.0, 2.0], 0.99) == 3.0
    assert quantile([], 0.5) == 0.0


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
        runs = iter([play_chunk] * 3)

        def interrupted(setup: Setup, chunk: tuple[int, ...]) -> list[Result]:
            run = next(runs, None)
            if run is None:
                raise KeyboardInterrupt
            return run(setup, chunk)

        patched.setattr("autoplay.bench.simulate.play_chunk", interrupted)
        stopped = CliRunner().invoke(group, arguments.split())
    assert json.loads(stopped.stdout)["games"] == 50
    assert "stopped after 50 of 120 games" in stopped.stderr
    resumed = CliRunner().invoke(group, [*arguments.split(), "--resume"])
    whole = CliRunner().invoke(group, arguments.split())
    assert json.loads(resumed.stdout) == json.loads(whole.stdout)
    assert json.loads(whole.stdout)["games"] == 120


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

    def interrupted(setup: Setup, chunk: tuple[int, ...]) -> list[Result]:
        raise KeyboardInterrupt

    monkeypatch.setattr("autoplay.bench.simulate.play_chunk", interrupted)
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


def test_the_challenge_is_written_as_the_boards_that_are_played(tmp_path: Path) -> None:
    path = tmp_path / "triangles.jsonl"
    CliRunner().invoke(group, ["bench", "boards", str(path), "--each", "1"])
    boards = read_boards(path)
    assert [len(field.mines) for field, _ in boards[:5]] == [10, 40, 90, 160, 250]
    drawn = random.Random("tri-20-25-0").sample(range(400), 10)
    assert boards[0][0].mines == frozenset(drawn)
    shown = CliRunner().invoke(group, ["bench", "boards", "-", "--each", "1"])
    assert shown.stdout == path.read_text()


def test_every_move_of_a_game_is_timed() -> None:
    arguments = "bench moves --level 6x6/6 --policy lowest_risk --games 2 --moves 3 --json"
    found = json.loads(CliRunner().invoke(group, arguments.split()).output)
    assert 2 <= found["moves"] <= 6
    assert 0 < found["p50"] <= found["max"]
    assert found["moves"] == found["certain"]["moves"] + found["guesses"]["moves"]
    assert found["moves"] == found["session"]["moves"]


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
