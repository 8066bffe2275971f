"""Files of boards, and journals of games: taken as written, but for a line that is damaged."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner

import autoplay
from autoplay.bench.boards_file import Journal, read_boards, write_boards
from autoplay.bench.playing_code import playing_code
from autoplay.bench.simulate import LocalRunner, Result, Setup, Tally, play_chunk, simulate
from autoplay.cli.main import group
from autoplay.errors import UsageError
from autoplay.game import Cell, FirstClick, Minefield, make_topology
from autoplay.policy.playing import GamePlayed
from tests.boards import BEGINNER
from tests.interrupted import play_first_chunks

TINY = Setup(make_topology("square", 5, 5), 4, policy="lowest_risk", start=Cell(0))


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


@pytest.mark.parametrize(
    "arguments",
    [
        "--games 20 --resume",
        "--games 20",
        "--games 60 --jobs 2 --cluster tcp://127.0.0.1:8786",
    ],
)
def test_games_that_were_kept_outlive_a_smaller_run_and_a_wrong_option(
    arguments: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    setup = Setup(make_topology("square", 5, 5), 4, FirstClick.OPENING, policy="lowest_risk")
    journal = Journal(tmp_path / "autoplay", setup)
    journal.append(next(simulate(setup, 60, LocalRunner(1), Tally())))
    kept = len(journal.read())
    text = "simulate --level 5x5/4 --first-click opening --start random --policy lowest_risk --json"
    done = CliRunner().invoke(group, [*text.split(), *arguments.split()])
    assert "--resume" not in arguments or done.stderr == ""  # something was kept of these games
    assert len(journal.read()) == kept == 50


def test_without_resume_all_games_are_played_anew_and_what_is_kept_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    journal = Journal(tmp_path / "autoplay", TINY)
    for chunk in islice(simulate(TINY, 150, LocalRunner(1), Tally()), 2):
        journal.append(chunk)
    arguments = "simulate --level 5x5/4 --policy lowest_risk --start 0,0 --games 150 --json"
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 1)
        stopped = CliRunner().invoke(group, arguments.split())
    assert json.loads(stopped.stdout)["games"] == 50
    assert stopped.stderr == (
        "100 games are kept of this simulation: --resume goes on with them\n"
        "stopped after 50 of 150 games; --resume goes on\n"
    )
    kept = [result.index for result in journal.read()]
    assert kept == list(range(100))  # each once
    with monkeypatch.context() as patched:
        play_first_chunks(patched, 1)  # of the missing ones
        resumed = CliRunner().invoke(group, [*arguments.split(), "--resume"])
    assert (resumed.exit_code, json.loads(resumed.stdout)["games"]) == (0, 150)
    assert not journal.path.exists()


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
    journal = Journal(tmp_path / "autoplay", TINY)
    with monkeypatch.context() as patched:
        patched.setattr("autoplay.bench.boards_file.playing_code", lambda: "0.1 steam 0123")
        Journal(tmp_path / "autoplay", TINY).append(play_chunk(TINY, (0, 1)))
    assert (journal.is_outdated, journal.read()) == (True, [])
    arguments = "simulate --level 5x5/4 --policy lowest_risk --start 0,0 --games 2 --resume --json"
    result = CliRunner().invoke(group, arguments.split())
    assert "was played by another version of autoplay or its engine" in result.stderr
    assert result.stderr.count("\n") == 1
    assert json.loads(result.stdout)["games"] == 2


@pytest.mark.parametrize(
    ("file", "decides"),
    [
        ("game/minefield.py", True),
        ("inference/kernel/player.cpp", True),
        ("bench/simulate.py", True),
        ("bench/compare.py", False),
    ],
)
def test_what_plays_is_other_code_where_what_decides_a_game_has_changed(
    file: str, decides: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "autoplay"
    shutil.copytree(Path(autoplay.__file__).parent, home, ignore=shutil.ignore_patterns("vision"))
    monkeypatch.setattr("autoplay.__file__", str(home / "__init__.py"))
    codes = [playing_code.__wrapped__()]
    with (home / file).open("a") as source:
        source.write("\n")
    codes.append(playing_code.__wrapped__())
    assert (codes[0] != codes[1]) is decides


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
        _line(absent=[9]),
        _line(absent=["a"]),
        _line(mines=[1], absent=[1]),
        _line(first=[0, 0], absent=[0]),
        '{"rows": 3}',
    ],
)
def test_a_bad_line_of_a_boards_file_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(_line() + "\n" + line + "\n")
    with pytest.raises(UsageError, match="line 2: "):
        read_boards(path)


def test_boards_that_are_no_rectangle_are_read_as_they_were_written(tmp_path: Path) -> None:
    path, absent = tmp_path / "boards.jsonl", [0, 4, 20, 24]
    topology = make_topology("hexagon", 5, 5, "odd-rows", absent)
    boards = ((Minefield.of(topology, [6, 12]), Cell(2)),)
    assert write_boards(path, boards) == 1
    assert json.loads(path.read_text())["absent"] == absent
    assert read_boards(path) == boards


def test_the_line_of_a_boards_file_that_the_help_shows_is_one(tmp_path: Path) -> None:
    told = " ".join(
        CliRunner().invoke(group, ["simulate", "--help"], terminal_width=80).output.split()
    )
    path = tmp_path / "boards.jsonl"
    path.write_text(told[told.index("{") : told.index("}") + 1])
    (field, first), *others = read_boards(path)
    assert (sorted(field.mines), first, others) == ([1, 5], 0, [])


@pytest.mark.parametrize("command", ["simulate", "bench compare lowest_risk lowest_risk"])
def test_boards_are_read_from_standard_input_as_from_a_file(command: str, tmp_path: Path) -> None:
    path, lines = tmp_path / "boards.jsonl", _line() + "\n" + _line(mines=[0]) + "\n"
    path.write_text(lines)
    arguments = [*command.split(), "--json", "--boards"]
    of_file, piped = (
        json.loads(CliRunner().invoke(group, [*arguments, given], input=lines).stdout)
        for given in (str(path), "-")
    )
    for report in (of_file, piped):
        report.pop("cpu_ms_per_game", None)
    assert piped == of_file
    wrong = CliRunner().invoke(group, [*arguments, "-"], input=_line() + "\nno board\n")
    assert str(wrong.exception).startswith("standard input, line 2: ")


def test_a_mine_outside_its_board_is_named(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text(_line(mines=[1, 9]))
    with pytest.raises(UsageError, match=r"line 1: mine 9 lies outside the cells .* 0 to 8"):
        read_boards(path)


def test_the_mark_that_some_editors_begin_a_text_with_is_no_board(tmp_path: Path) -> None:
    path = tmp_path / "boards.jsonl"
    path.write_text("\ufeff" + _line() + "\n", encoding="utf-8")
    assert len(read_boards(path)) == 1


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


def test_going_on_with_nothing_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    arguments = "simulate --level 5x5/4 --policy lowest_risk --games 2 --resume --json"
    result = CliRunner().invoke(group, arguments.split())
    assert result.stderr == "nothing is kept of this simulation: it begins anew\n"
    assert json.loads(result.stdout)["games"] == 2


def test_the_challenge_is_written_as_the_boards_that_are_played(tmp_path: Path) -> None:
    path = tmp_path / "triangles.jsonl"
    CliRunner().invoke(group, ["bench", "boards", str(path), "--each", "1"])
    boards = read_boards(path)
    assert [len(field.mines) for field, _ in boards[:5]] == [10, 40, 90, 160, 250]
    drawn = random.Random("tri-20-25-0").sample(range(400), 10)
    assert boards[0][0].mines == frozenset(drawn)
    shown = CliRunner().invoke(group, ["bench", "boards", "-", "--each", "1"])
    assert shown.stdout == path.read_text()
    told = CliRunner().invoke(group, ["bench", "boards", str(path), "--each", "1"]).stdout
    assert told == f"20 boards written to {path}\n"
    refused = CliRunner().invoke(group, ["bench", "boards", str(path), "--each", "9" * 23])
    assert "is not in the range 1<=x<=100000" in refused.output


def test_a_simulation_goes_on_where_its_results_cannot_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_bytes(b"")
    journal = Journal(tmp_path / "taken", Setup(make_topology("square", 9, 9), 10))
    for index in range(2):
        journal.append([Result(index, GamePlayed(True, 0, 0.0, 0, 1.0), "python")])
    assert capsys.readouterr().err.count("could not be resumed") == 1
