"""What every command owes a person: whole files, errors of one line, and told before the work."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from autoplay.bench.fuzz import Try
from autoplay.cli.main import group, main
from autoplay.cli.show import show
from autoplay.errors import (
    BoardTextError,
    ImpossibleBoardError,
    MissingExtraError,
    StoppedError,
    UsageError,
)
from autoplay.files import (
    keep_latest,
    next_number,
    numbered,
    read_limited,
    write_parts,
    write_whole,
)
from autoplay.game import format_rows, parse_board
from tests.fixture_files import FIXTURES, PICTURE, SCREENS


def test_a_file_that_cannot_be_written_whole_is_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "kept.txt"
    write_whole(path, b"old")

    def full() -> Iterator[bytes]:
        yield b"n"
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(UsageError, match=r"kept\.txt: No space left"):
        write_parts(path, full())
    assert [file.name for file in tmp_path.iterdir()] == ["kept.txt"]
    assert path.read_bytes() == b"old"


def test_more_than_is_to_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(UsageError, match="larger than 1 MiB"):
        read_limited(path, 1 << 20)


def test_an_input_that_is_too_large_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autoplay.cli.solve.MAX_BYTES", 1 << 20)
    rows = "1#\n" * 400_000
    with pytest.raises(UsageError, match="standard input: larger than 1 MiB"):
        CliRunner().invoke(group, ["solve", "-"], input=rows, catch_exceptions=False)


@pytest.mark.parametrize(
    "words",
    [["read", str(SCREENS / "xdemineur" / "mid1.png")], ["profiles"], ["--help"], ["bench", "-h"]],
)
def test_a_reader_that_leaves_stops_the_program_quietly(words: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "autoplay", *words],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="closed by a shell of POSIX")
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_output_takes_nothing_from_what_is_done(closed: str, tmp_path: Path) -> None:
    words = f'exec "$0" -m autoplay demo --level 9x9/10 --out film.gif {closed}'
    done = subprocess.run(
        ["sh", "-c", words, sys.executable], cwd=tmp_path, capture_output=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert [path.name for path in tmp_path.iterdir()] == ["film.gif"]


def test_a_name_that_the_output_has_no_characters_for_is_told_by_their_numbers(
    tmp_path: Path,
) -> None:
    kept = tmp_path / "Игры"
    shutil.copytree(FIXTURES / "replays" / "xdemineur", kept)
    done = subprocess.run(
        [sys.executable, "-m", "autoplay", "replay", str(kept)],
        env={**os.environ, "PYTHONIOENCODING": "cp1252"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert rb"\u0418\u0433\u0440\u044b" in done.stdout


def test_a_board_is_drawn_where_the_output_has_letters_only(tmp_path: Path) -> None:
    (tmp_path / "won.txt").write_text("1#1\n111\n000\n")
    done = subprocess.run(
        [sys.executable, "-m", "autoplay", "solve", str(tmp_path / "won.txt")],
        env={**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\n1 1 1 \n. . . \n" in done.stdout


def test_a_board_that_was_read_can_be_piped_into_solve() -> None:
    picture = str(SCREENS / "xbomb-square" / "mid2.png")
    read = CliRunner().invoke(group, ["read", picture, "--risks", "--mines", "99"])
    assert "; o advised, s certainly safe, M certainly mined" in read.output
    solved = CliRunner().invoke(group, ["solve", "-", "--mines", "99"], input=read.output)
    assert solved.exit_code == 0, solved.output
    assert "mine total 99" in solved.output


@pytest.mark.parametrize("game", ["xbomb-hex", "xbomb-tri"])
def test_a_piped_board_says_its_topology_and_mine_total_to_solve(game: str) -> None:
    picture = str(SCREENS / game / "mid1.png")
    read = CliRunner().invoke(group, ["read", picture, "--risks", "--mines", "99"])
    piped = CliRunner().invoke(group, ["solve", "-"], input=read.output)
    assert piped.exit_code == 0, piped.output
    assert "mine total 99" in piped.output
    board = parse_board(read.output)
    told = ["--mines", "99", "--topology", board.topology.shape.value]
    rows = "\n".join(format_rows(board))
    alone = CliRunner().invoke(group, ["solve", "-", *told], input=rows)
    assert alone.output == piped.output
    otherwise = CliRunner().invoke(group, ["solve", "-", "--topology", "square"], input=read.output)
    assert isinstance(otherwise.exception, ImpossibleBoardError | BoardTextError)


@pytest.mark.parametrize("writable", [True, False])
def test_an_error_of_our_own_is_one_line_and_its_traceback_a_file(
    writable: bool,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if not writable:
        (tmp_path / "taken").write_bytes(b"")
    logs = tmp_path / "taken"
    monkeypatch.setattr("platformdirs.user_log_path", lambda name: logs / name)

    def fails(*_: object, **__: object) -> None:
        raise KeyError("key")

    monkeypatch.setattr(group, "main", fails)
    with pytest.raises(SystemExit) as end:
        main([])
    said = capsys.readouterr().err
    assert (end.value.code, said.count("\n")) == (70, 1)
    assert said.startswith("autoplay: unexpected KeyError: 'key'; ")
    kept = logs / "autoplay" / "last-error.txt"
    assert ("KeyError" in kept.read_text()) if writable else ("no details" in said)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["read", PICTURE, "--out", "picture.jpg"], "picture.jpg: write it to a name in .png"),
        (["read", PICTURE, "--out", "absent/x.png"], "there is no folder absent"),
        (["read", PICTURE, "--out", "folder.png"], "folder.png: this is a folder"),
        (["calibrate", "--image", PICTURE, "--out", "x.bmp"], "x.bmp: write it to a name in .png"),
        (["calibrate", "--image", PICTURE, "--name", "../x"], "--name '../x': use up to 64"),
        (["calibrate", "--image", PICTURE, "--name", "x.toml"], "no .toml at the end"),
        (["calibrate", "--image", PICTURE, "--restart", "nokey"], "restart 'nokey': no key"),
        (["calibrate", "--image", PICTURE, "--region", "9999,0,9,9"], "not all in the picture"),
        (["bench", "vision", "--synthetic", "1", "--write", PICTURE], "mid1.png: this is a file"),
        (["bench", "vision", "--synthetic", "1", "--pictures", PICTURE], "this is a file; name a"),
        (["bench", "vision", "--synthetic", "1", "--distort"], "--distort is of screens"),
        (["bench", "vision", "--screens", "x", "--write", "y"], "--write is of screens"),
        (
            ["bench", "vision", "--synthetic", "1", "--write", "y", "--json"],
            "--write only draws screens: leave --json out",
        ),
        (
            ["bench", "vision", "--browser", "x", "--synthetic", "1"],
            "--browser only draws screens: leave --synthetic out",
        ),
        (["bench", "vision", "--browser", "x", "--workers", "2"], "leave --workers out"),
        (["demo", "--out", "absent/film.gif"], "there is no folder absent"),
        (["demo", "--level", "3x9/2"], "boards of 4 to 100 rows and columns"),
        (["demo", "--level", "1000x1000/9"], "boards of 4 to 100 rows and columns"),
        (["simulate", "--policy", "steam"], "no policy 'steam'"),
        (["simulate", "--plot", "rate.txt"], "rate.txt: write it to a name in .png, .svg, .pdf"),
        (["simulate", "--start", "99,0"], "--start '99,0': write ROW,COL within 16x30"),
        (["bench", "starts", "best"], "'best': write ROW,COL within 16x30"),
        (["run", "--dry-run", "--games", "2"], "--dry-run clicks nothing"),
        (["run", "--dry-run", "--step"], "--dry-run clicks nothing"),
        (["run", "--restart", "F2"], "--restart begins the next game: give --games 2"),
        (
            ["run", "--policy", "untold:winning", "--mines", "9"],
            "told no mine total: leave --mines",
        ),
        (["run", "--policy", "steam"], "no policy 'steam'"),
        (["run", "--policy", ""], "no policy ''"),
        (["run", "--policy", "steam:winning:help"], "no policy 'steam'"),
    ],
)
def test_what_cannot_be_done_is_told_before_the_work(
    arguments: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.png").mkdir()
    done = CliRunner().invoke(group, arguments)
    assert isinstance(done.exception, UsageError)
    assert message in str(done.exception)
    assert (done.output, [path.name for path in tmp_path.iterdir()]) == ("", ["folder.png"])


@pytest.mark.parametrize("words", ["bench vision --screens", "run --record", "replay", "solve"])
def test_an_empty_path_is_not_taken_for_the_current_folder(words: str) -> None:
    done = CliRunner().invoke(group, [*words.split(), ""], standalone_mode=False)
    assert isinstance(done.exception, click.BadParameter)
    assert done.exception.message == "it is empty; name a file or a folder"


def test_a_script_gets_no_window_over_its_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("sys.stdin", None)
    monkeypatch.setattr("subprocess.run", lambda *command, **settings: pytest.fail("a window"))
    show(Path("calibration.png"))


def test_a_plot_that_cannot_be_written_is_told_before_the_games(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "absent" / "rate.png"
    done = CliRunner().invoke(group, ["simulate", "--games", "10", "--plot", str(plot)])
    assert isinstance(done.exception, UsageError)
    assert done.output == ""


def test_a_plot_without_its_package_is_told_before_the_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("autoplay.bench.plot.find_spec", lambda name: None)
    for name, kind in (("rate.txt", UsageError), ("rate.png", MissingExtraError)):
        done = CliRunner().invoke(group, ["simulate", "--plot", str(tmp_path / name)])
        assert type(done.exception) is kind


def test_what_was_measured_before_ctrl_c_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(inputs: int, seed: int, only: int | None) -> Iterator[Try]:
        yield from (Try(index, "board", "board.txt", "read", "") for index in range(3))
        raise KeyboardInterrupt

    monkeypatch.setattr("autoplay.bench.fuzz.campaign", interrupted)
    done = CliRunner().invoke(group, ["bench", "fuzz", "--inputs", "500", "--json"])
    assert json.loads(done.output)["inputs"] == 3
    assert isinstance(done.exception, StoppedError)
    assert str(done.exception) == "stopped after 3 of 500 inputs"


def test_numbers_of_kept_files_go_on_from_the_largest(tmp_path: Path) -> None:
    for name in ("game-2", "game-0010", "game-x", "games-77", "99", "game-9.png"):
        (tmp_path / name).write_bytes(b"")
    assert sorted(numbered(tmp_path, "game")) == [2, 9, 10]
    assert next_number(tmp_path, "game") == 11
    assert next_number(tmp_path / "absent", "game") == 1


def test_of_kept_files_and_folders_the_latest_stay(tmp_path: Path) -> None:
    for number in (1, 2, 10):
        (tmp_path / f"bundle-{number}").mkdir()
        (tmp_path / f"bundle-{number}" / "frame.png").write_bytes(b"")
    (tmp_path / "bundle-3.png").write_bytes(b"")
    (tmp_path / "bundle-x").mkdir()
    keep_latest(tmp_path, "bundle", 1)
    assert {path.name for path in tmp_path.iterdir()} == {"bundle-10", "bundle-x"}
