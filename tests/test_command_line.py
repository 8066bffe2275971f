"""What every command owes a person: exit codes, whole files, and no loss where a disk is full."""

from __future__ import annotations

import errno
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict, replace
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from autoplay.bench.boards_file import Journal
from autoplay.bench.fuzz import Try
from autoplay.bench.simulate import Result, Setup
from autoplay.calibration import Library, read_profile
from autoplay.cli import play_games
from autoplay.cli.bench import BENCHES
from autoplay.cli.main import COMMANDS as TOP
from autoplay.cli.main import group, main
from autoplay.cli.play_games import is_over
from autoplay.cli.profiles import PROFILES
from autoplay.cli.show import show
from autoplay.desktop import real
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.errors import (
    BoardTextError,
    ImpossibleBoardError,
    MissingExtraError,
    ProfileError,
    StoppedError,
    UsageError,
)
from autoplay.files import keep_latest, next_number, numbered, read_limited, write_whole
from autoplay.game import format_rows, make_topology, parse_board
from autoplay.play import events
from autoplay.play.board_on_screen import find_in_picture
from autoplay.policy.playing import GamePlayed
from autoplay.policy.settings import MEANINGS, Settings
from autoplay.vision.lattice import Image
from autoplay.vision.picture import load_picture, save_picture
from autoplay.vision.reading import Reading
from autoplay.vision.skin import load_skin

FIXTURES = Path(__file__).parent.parent / "fixtures"
SCREENS = FIXTURES / "screens"


def _commands(
    command: click.Command, name: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield " ".join(name), command
        return
    yield from _inner_commands(command, name)
    if command.invoke_without_command:  # after its own ones: an example is of the longest name
        yield " ".join(name), command


def _inner_commands(
    command: click.Group, name: tuple[str, ...]
) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(command)
    for each in command.list_commands(context):
        inner = command.get_command(context, each)
        assert inner is not None
        yield from _commands(inner, (*name, each))


COMMANDS = dict(_commands(group))


def test_every_option_says_what_it_does() -> None:
    silent = [
        f"{name} {option.opts[-1]}"
        for name, command in COMMANDS.items()
        for option in command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert silent == []


@pytest.mark.parametrize(
    "words", ["--help", "bench --help", "bench vision --help", "read --help", "profiles --help"]
)
def test_help_waits_for_none_of_what_work_takes(words: str) -> None:
    program = (
        "import sys; from autoplay.cli.main import main\n"
        f"try: main({words.split()})\n"
        "finally: print({'cv2', 'PIL', 'autoplay.vision.see'} & set(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "set()\n")
    assert "Usage: autoplay" in done.stdout


@pytest.mark.parametrize("words", ["run", "calibrate", "bench live"])
def test_every_command_that_restarts_a_game_says_all_the_ways(words: str) -> None:
    told = " ".join(CliRunner().invoke(group, [*words.split(), "--help"]).output.split())
    assert "--restart KEY|face|X,Y|@X,Y ..." in told
    assert "@X,Y are cells from the middle of the board's first one" in told


def test_every_command_has_its_line_in_the_help() -> None:
    for words, names in (([], TOP), (["bench"], BENCHES), (["profiles"], PROFILES)):
        told = CliRunner().invoke(group, [*words, "--help"]).output
        for name, (_, line) in names.items():
            assert f"  {name} " in told and f" {line}\n" in told


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_are_ones_it_takes(name: str) -> None:
    examples = COMMANDS[name].examples  # type: ignore[attr-defined]
    assert any(f"autoplay {name}" in example for example in examples)
    for example in examples:
        for part in example.partition("  #")[0].split(" | "):
            words = shlex.split(part.replace("--calibrate", "calibrate"))
            named = next(n for n in COMMANDS if words[1 : 1 + len(n.split())] == n.split())
            COMMANDS[named].make_context(named, words[1 + len(named.split()) :])


@pytest.mark.parametrize("command", ["run", "simulate", "solve"])
def test_the_settings_of_the_policy_are_listed_where_they_are_asked_for(command: str) -> None:
    listed = CliRunner().invoke(group, [command, "--policy", "winning:help"])
    assert listed.exit_code == 0
    told = dict(line.split(maxsplit=1) for line in listed.output.splitlines()[1:-1])
    assert told == {f"{name}={value}": MEANINGS[name] for name, value in asdict(Settings()).items()}
    assert "budget=50ms" in listed.output.splitlines()[-1]
    assert max(map(len, listed.output.splitlines())) <= 100


@pytest.mark.parametrize(
    ("last", "options", "code"),
    [
        (events.Result.WON, ["--games", "2"], 0),
        (events.Result.LOST, ["--games", "2"], 1),
        (events.Result.UNDECIDED, ["--games", "2", "--guess", "never"], 5),
        (events.Result.STOPPED, ["--until-win"], 130),
        (events.Result.LOST, ["--dry-run"], 0),
    ],
)
def test_the_exit_code_of_run_is_that_of_the_last_game_as_its_help_says(
    monkeypatch: pytest.MonkeyPatch, last: events.Result, options: list[str], code: int
) -> None:
    desktop = make_virtual_desktop()
    monkeypatch.setattr(real, "real_machine", lambda key: nullcontext(desktop.machine()))
    ended = events.Finished(seconds=1.0, result=last, clicks=1, bbbv=None, guesses=[])
    monkeypatch.setattr(play_games, "play_games", lambda *given: ended)
    assert group.main(["run", *options], standalone_mode=False) == code
    told = CliRunner().invoke(group, ["run", "--help"]).output
    assert "of several games the last one's counts" in " ".join(told.split())


def test_a_file_that_cannot_be_written_whole_is_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kept.txt"
    write_whole(path, b"old")

    def full(self: Path, data: bytes) -> int:
        with self.open("wb") as file:
            file.write(data[:1])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(UsageError, match=r"kept\.txt: No space left"):
        write_whole(path, b"new")
    assert [file.name for file in tmp_path.iterdir()] == ["kept.txt"]
    assert path.read_bytes() == b"old"


def test_more_than_is_to_be_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "large"
    path.write_bytes(bytes((1 << 20) + 1))
    with pytest.raises(UsageError, match="larger than 1 MiB"):
        read_limited(path, 1 << 20)


def test_a_profile_that_is_too_large_is_refused_whole(tmp_path: Path) -> None:
    """A line of comment of one MiB, and keys behind it that were never read."""
    kept = (FIXTURES.parent / "calibration" / "xdemineur.toml").read_text()
    (tmp_path / "large.toml").write_text(f"{kept}\n#{'-' * (1 << 20)}\nmade = 'never read'\n")
    with pytest.raises(ProfileError, match=r"large\.toml: larger than 1 MiB"):
        read_profile(tmp_path / "large.toml")


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


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["bench", "faults", "--share", "nan"], "'nan' is no number"),
        (["run", "--delay", "nan"], "'nan' is no number"),
        (["run", "--delay", "0"], "0.0 is not in the range 0<x<=60"),
    ],
)
def test_a_setting_that_is_no_number_or_out_of_bounds_is_refused(
    arguments: list[str], words: str
) -> None:
    done = CliRunner().invoke(group, arguments)
    assert done.exit_code == 2
    assert words in done.output


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (
            "run --delay 0",
            "invalid value for '--delay': 0.0 is not in the range 0<x<=60; "
            "see `autoplay run --help`",
        ),
        ("solve", "missing argument 'BOARD'; see `autoplay solve --help`"),
        ("profiles delete", "missing argument 'NAME...'; see `autoplay profiles delete --help`"),
        ("nosuch", "no such command 'nosuch'; see `autoplay --help`"),
    ],
)
def test_what_is_wrong_with_a_command_line_is_one_line(
    words: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(words.split())
    assert (end.value.code, capsys.readouterr().err) == (2, f"autoplay: {line}\n")


def test_no_command_prints_the_commands_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([])
    told = "".join(capsys.readouterr())
    assert told.startswith("Usage: autoplay ") and "  solve " in told


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


PICTURE = str(SCREENS / "xdemineur" / "mid1.png")


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
        (["demo", "--out", "absent/film.gif"], "there is no folder absent"),
        (["demo", "--level", "3x9/2"], "boards of 4 to 100 rows and columns"),
        (["demo", "--level", "1000x1000/9"], "boards of 4 to 100 rows and columns"),
        (["simulate", "--policy", "steam"], "no policy 'steam'"),
        (["simulate", "--plot", "rate.txt"], "rate.txt: write it to a name in .png, .svg, .pdf"),
        (["simulate", "--start", "99,0"], "--start '99,0': write ROW,COL within 16x30"),
        (["bench", "starts", "best"], "'best': write ROW,COL within 16x30"),
        (["run", "--dry-run", "--games", "2"], "--dry-run clicks nothing"),
        (["run", "--dry-run", "--step"], "--dry-run clicks nothing"),
        (["run", "--restart", "F2"], "--restart begins the next game: give --games or"),
        (
            ["run", "--policy", "untold:winning", "--mines", "9"],
            "told no mine total: leave --mines",
        ),
        (["run", "--policy", "steam"], "no policy 'steam'"),
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


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder that takes no file")
def test_no_profile_is_kept_where_its_picture_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To root every folder says that it can be written, and /proc takes no file all the same."""
    monkeypatch.setattr(Library, "usual", lambda: Library(((tmp_path, tmp_path),)))
    arguments = ["calibrate", "--image", PICTURE, "--out", "/proc/x.png", "--no-open"]
    done = CliRunner().invoke(group, arguments)
    assert str(done.exception) == "/proc/x.png: the folder /proc cannot be written; choose another"
    assert list(tmp_path.iterdir()) == []


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


def test_what_is_no_profile_hides_none(tmp_path: Path) -> None:
    """A folder by a profile's name, and a name that would be taken for a path."""
    (tmp_path / "office.toml").mkdir()
    (tmp_path / "other.toml.toml").write_text("")
    (tmp_path / "home.toml").write_text("")
    assert Library(((tmp_path, tmp_path),)).names() == ["home"]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"\xff\xfe", "no text file; mend it"), (b"fun = 1", r"`name`|`fun`"), (b"", "mend it, or")],
)
def test_a_damaged_profile_is_named_with_what_to_do(
    content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "office.toml"
    path.write_bytes(content)
    with pytest.raises(ProfileError, match=rf"office\.toml: .*{message}"):
        read_profile(path)


@pytest.mark.parametrize(("key", "value"), [("name", "../x"), ("skin", "../../etc")])
def test_a_profile_of_a_name_that_climbs_out_names_file_and_key(
    key: str, value: str, tmp_path: Path
) -> None:
    path = tmp_path / "office.toml"
    given = {"name": "a", "skin": "a", key: value}
    names = "".join(f'{name}="{text}"\n' for name, text in given.items())
    path.write_text(f'{names}topology="square"\nrows=8\ncols=8\n')
    with pytest.raises(ProfileError) as told:
        read_profile(path)
    assert str(told.value).startswith(f"{path}: key '{key}': '{value}' is no name: use up to 64 ")


def test_a_profile_of_more_mines_than_cells_names_file_and_key(tmp_path: Path) -> None:
    path = tmp_path / "office.toml"
    path.write_text('name="a"\nskin="a"\ntopology="square"\nrows=8\ncols=8\nmines=1000\n')
    with pytest.raises(ProfileError, match=r"office\.toml: mines = 1000: the board has 64 cells"):
        read_profile(path)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("first_cell_center", "[nan, 20.0]"),
        ("first_cell_center", "[20.0, 1e30]"),
        ("first_cell_center", "[-50.0, 20.0]"),
        ("pitch", "[0.0, 16.0]"),
        ("pitch", "[inf, 16.0]"),
        ("wider", f"[0, {2**70}]"),
        ("more", "-1.0"),
    ],
)
def test_a_profile_of_a_place_on_no_screen_is_left_out(
    key: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    place = {"first_cell_center": "[20.0, 20.0]", "pitch": "[16.0, 16.0]", "screen": "[320, 320]"}
    place[key] = value
    lines = "\n".join(f"{name} = {numbers}" for name, numbers in place.items())
    kept = (FIXTURES.parent / "calibration" / "xdemineur.toml").read_text()
    (tmp_path / "xdemineur.toml").write_text(f"{kept}\n[place]\n{lines}\n")
    library = Library(((tmp_path, FIXTURES.parent / "templates"),))
    assert library.load_all() == []
    told = capsys.readouterr().err
    assert told.startswith("autoplay: profile 'xdemineur' is left out: ")
    assert "xdemineur.toml: " in told
    assert key in told


@pytest.mark.parametrize("size", [(10_000, 10_000), (1, 100_001), (0, 9)])
def test_a_profile_of_a_board_that_no_screen_has_is_refused(
    size: tuple[int, int], tmp_path: Path
) -> None:
    path = tmp_path / "office.toml"
    path.write_text(
        f'name="a"\nskin="a"\ntopology="square"\nrows={size[0]}\ncols={size[1]}\nmines=0\n'
    )
    with pytest.raises(ProfileError, match=r"office\.toml: rows and cols .* 100000 cells at most"):
        read_profile(path)


def test_a_profile_of_another_game_is_not_replaced_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    picture = str(SCREENS / "xdemineur" / "mid1.png")
    arguments = ["calibrate", "--image", picture, "--name", "winemine", "--no-open"]
    for replaced in (True, False):  # the second time the game is known by that name
        told = CliRunner().invoke(group, arguments).output
        assert "winemine.toml" in told
        assert re.search(r"^reading: certain, (over )?[\d.]+ times the threshold$", told, re.M)
        assert ("it replaces another of that name" in told) is replaced
        assert "it is used instead of the bundled profile winemine; `autoplay profiles " in told
    told = CliRunner().invoke(group, [*arguments[:-3], "--name", "office", "--no-open"]).output
    assert "bundled" not in told


def test_the_picture_of_a_calibration_tells_the_mine_total_as_the_terminal_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    titles: list[str] = []

    def draw(image: Image, reading: Reading, *, title: str) -> Image:
        titles.append(title)
        return image

    monkeypatch.setattr(Library, "usual", lambda: Library(((tmp_path, tmp_path),)))
    monkeypatch.setattr("autoplay.vision.annotate.annotate", draw)
    told = CliRunner().invoke(group, ["calibrate", "--image", PICTURE, "--no-open"]).output
    assert "16x30, 99 mines assumed, as usual (" in told
    assert "16 x 30, 99 mines assumed, as usual (" in titles[0]


def test_a_simulation_goes_on_where_its_results_cannot_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_bytes(b"")
    journal = Journal(tmp_path / "taken", Setup(make_topology("square", 9, 9), 10))
    for index in range(2):
        journal.append([Result(index, GamePlayed(True, 0, 0.0, 0, 1.0), "python")])
    assert capsys.readouterr().err.count("could not be resumed") == 1


def test_a_profile_that_cannot_be_kept_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"")
    profile, skin = Library.usual().load("xdemineur")
    library = Library(((tmp_path / "taken", tmp_path / "taken"),))
    with pytest.raises(ProfileError, match=r"taken/xdemineur\.toml"):
        library.save(profile, skin)


def test_a_profile_whose_file_is_a_folder_names_it(tmp_path: Path) -> None:
    profile, skin = Library.usual().load("xdemineur")
    (tmp_path / "calibration" / "xdemineur.toml").mkdir(parents=True)
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    with pytest.raises(ProfileError, match=r"calibration/xdemineur\.toml: Is a directory"):
        library.save(profile, skin)


def test_a_profile_that_cannot_be_kept_leaves_the_older_skin(tmp_path: Path) -> None:
    profile, skin = Library.usual().load("xdemineur")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    path = library.save(profile, skin)
    path.unlink()
    path.mkdir()
    with pytest.raises(ProfileError, match="Is a directory"):
        library.save(profile, replace(skin, limit=9.0))
    assert load_skin(tmp_path / "templates" / profile.skin).limit == skin.limit


def test_a_damaged_skin_hides_no_shipped_one_of_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    usual = Library.usual()
    profile, skin = usual.load("xdemineur")
    library = Library(((tmp_path / "calibration", tmp_path / "templates"), usual.folders[1]))
    library.save(profile, skin)
    (tmp_path / "templates" / profile.skin / "skin.toml").write_text("")
    assert len(library.load("xdemineur")[1]) == len(skin)
    said = capsys.readouterr().err
    assert "skin.toml: " in said and "mend it, or delete it and calibrate again" in said
    alone = Library(library.folders[:1])
    with pytest.raises(ProfileError, match=r"skin\.toml: .*mend it, or delete it"):
        alone.load("xdemineur")


def test_a_second_new_game_leaves_the_first_ones_profile_alone(tmp_path: Path) -> None:
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    names = []
    for game in ("xdemineur", "xbomb-hex"):
        found = find_in_picture(load_picture(SCREENS / game / "mid1.png"), library)
        library.save(found.profile, found.skin)
        names.append(found.profile.name)
    assert names == ["learned", "learned-2"]
    assert [library.load(name)[1].name for name in names] == names
    again = find_in_picture(load_picture(SCREENS / "xdemineur" / "mid2.png"), library)
    assert (again.known, again.profile.name) == (True, "learned")


def test_a_profile_copied_to_another_name_goes_by_its_files_name(tmp_path: Path) -> None:
    usual = Library.usual()
    library = Library(((tmp_path, tmp_path), *usual.folders[1:]))
    shutil.copy(usual.folders[1][0] / "xdemineur.toml", tmp_path / "office.toml")
    profile, _ = library.load("office")
    assert (profile.name, profile.skin) == ("office", "xdemineur")


def test_a_damaged_profile_keeps_no_other_game_from_being_known(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = tmp_path / "calibration"
    home.mkdir()
    (home / "office.toml").write_text("fun = 1")
    library = Library(((home, tmp_path / "templates"), *Library.usual().folders[1:]))
    found = find_in_picture(load_picture(SCREENS / "xdemineur" / "mid1.png"), library)
    assert (found.known, found.profile.name) == (True, "xdemineur")
    said = capsys.readouterr().err
    assert said.startswith("autoplay: profile 'office' is left out: ")
    assert said.count("\n") == 1
    with pytest.raises(ProfileError, match=r"office\.toml"):
        library.load("office")


def test_a_board_on_which_only_proven_mines_are_covered_is_over() -> None:
    assert is_over(parse_board("2#\n#2"))
    assert not is_over(parse_board("1#\n##"))


def test_how_sure_a_board_is_of_which_only_one_look_is_known_is_a_number_in_json(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    desktop = make_virtual_desktop(look="dark")
    picture = desktop.machine().screen.grab(desktop.screens[0].region).pixels
    save_picture(tmp_path / "fresh.png", picture[:, :, :3])
    arguments = ["calibrate", "--image", str(tmp_path / "fresh.png"), "--json"]
    for known in (False, True):  # the second time by the covered look alone
        told = CliRunner().invoke(group, arguments, catch_exceptions=False).output
        found = json.loads(told, parse_constant=pytest.fail)
        assert (found["known"], found["labels"]) == (known, ["covered"])
    assert found["confidence"] == 1000


def test_what_was_found_is_told_where_the_profile_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a file").write_text("no folder")
    library = Library(((tmp_path / "a file" / "calibration", tmp_path / "skins"),))
    monkeypatch.setattr(Library, "usual", lambda: library)
    picture = str(SCREENS / "xdemineur" / "mid1.png")
    done = CliRunner().invoke(group, ["calibrate", "--image", picture, "--json"])
    assert isinstance(done.exception, ProfileError)
    told = json.loads(done.output)
    assert (told["topology"], told["rows"], told["path"], told["picture"]) == (
        "square",
        16,
        None,
        None,
    )
    done = CliRunner().invoke(group, ["calibrate", "--image", picture, "--no-open"])
    assert isinstance(done.exception, ProfileError)
    assert not list((tmp_path / "skins").iterdir())  # no skin without its profile
    assert "square board, " in done.output and "profile:" not in done.output
    assert "a file" in str(done.exception) and "free space" in str(done.exception)
