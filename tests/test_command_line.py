"""What every command owes a person: exit codes, whole files, and no loss where a disk is full."""

from __future__ import annotations

import errno
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from autoplay.bench.boards_file import Journal
from autoplay.bench.simulate import Result, Setup
from autoplay.calibration import Library
from autoplay.cli.main import group
from autoplay.cli.play_games import is_over
from autoplay.errors import ProfileError, UsageError
from autoplay.files import read_limited, write_whole
from autoplay.game import make_topology, parse_board
from autoplay.play.board_on_screen import find_in_picture
from autoplay.policy.playing import GamePlayed
from autoplay.vision.picture import load_picture

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"


def _commands(
    command: click.Command, name: tuple[str, ...] = ()
) -> Iterator[tuple[str, click.Command]]:
    if not isinstance(command, click.Group):
        yield " ".join(name), command
        return
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


@pytest.mark.parametrize("name", COMMANDS)
def test_the_examples_of_a_command_are_ones_it_takes(name: str) -> None:
    examples = COMMANDS[name].examples  # type: ignore[attr-defined]
    assert any(f"autoplay {name}" in example for example in examples)
    for example in examples:
        for part in example.partition("  #")[0].split(" | "):
            words = shlex.split(part.replace("--calibrate", "calibrate"))
            named = next(n for n in COMMANDS if words[1 : 1 + len(n.split())] == n.split())
            COMMANDS[named].make_context(named, words[1 + len(named.split()) :])


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


def test_a_file_without_end_is_refused() -> None:
    with pytest.raises(UsageError, match="larger than"):
        read_limited(Path("/dev/zero"), 1 << 20)


def test_a_reader_that_leaves_stops_the_program_quietly() -> None:
    screen = SCREENS / "xdemineur" / "mid1.png"
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "autoplay", "read", str(screen)],
        stdout=writer,
        stderr=subprocess.PIPE,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (130, b"")


def test_a_board_that_was_read_can_be_piped_into_solve() -> None:
    read = CliRunner().invoke(group, ["read", str(SCREENS / "xbomb-square" / "mid2.png")])
    solved = CliRunner().invoke(group, ["solve", "-", "--mines", "99"], input=read.output)
    assert solved.exit_code == 0, solved.output
    assert "mine total 99" in solved.output


@pytest.mark.parametrize(
    "arguments", [["bench", "faults", "--share", "nan"], ["run", "--delay", "nan"]]
)
def test_a_setting_that_is_no_number_is_refused(arguments: list[str]) -> None:
    done = CliRunner().invoke(group, arguments)
    assert done.exit_code == 2
    assert "'nan' is no number" in done.output


def test_a_plot_that_cannot_be_written_is_told_before_the_games(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    plot = tmp_path / "absent" / "rate.png"
    done = CliRunner().invoke(group, ["simulate", "--games", "10", "--plot", str(plot)])
    assert isinstance(done.exception, UsageError)
    assert done.output == ""


def test_a_simulation_goes_on_where_its_results_cannot_be_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_bytes(b"")
    journal = Journal(tmp_path / "taken", Setup(make_topology("square", 9, 9), 10))
    for index in range(2):
        journal.append([Result(index, GamePlayed(True, 0, 0.0, 0, 1.0))])
    assert capsys.readouterr().err.count("could not be resumed") == 1


def test_a_profile_that_cannot_be_kept_names_its_file(tmp_path: Path) -> None:
    (tmp_path / "taken").write_bytes(b"")
    profile, skin = Library.usual().load("xdemineur")
    library = Library(((tmp_path / "taken", tmp_path / "taken"),))
    with pytest.raises(ProfileError, match=r"taken/xdemineur\.toml"):
        library.save(profile, skin)


def test_a_second_new_game_leaves_the_first_ones_profile_alone(tmp_path: Path) -> None:
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    names = []
    for game in ("xdemineur", "xbomb-hex"):
        found = find_in_picture(load_picture(SCREENS / game / "mid1.png"), library)
        library.save(found.profile, found.skin)
        names.append(found.profile.name)
    assert names == ["learned", "learned-2"]
    again = find_in_picture(load_picture(SCREENS / "xdemineur" / "mid2.png"), library)
    assert (again.known, again.profile.name) == (True, "learned")


def test_a_board_on_which_only_proven_mines_are_covered_is_over() -> None:
    assert is_over(parse_board("2#\n#2"))
    assert not is_over(parse_board("1#\n##"))
