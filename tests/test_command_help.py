"""What is told of every command: its help, its examples, its exit codes, and a wrong option."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import asdict

import click
import pytest
from click.testing import CliRunner

from autoplay.cli import play_games
from autoplay.cli.bench import BENCHES
from autoplay.cli.main import COMMANDS as TOP
from autoplay.cli.main import group, main
from autoplay.cli.profiles import PROFILES
from autoplay.desktop import real
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.play import events
from autoplay.policy.settings import MEANINGS, Settings


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


@pytest.mark.parametrize(
    "command", [*(f"{name} --policy" for name in ("run", "simulate", "solve")), "bench compare"]
)
def test_the_settings_of_the_policy_are_listed_where_they_are_asked_for(command: str) -> None:
    listed = CliRunner().invoke(group, [*command.split(), "winning:help"])
    assert listed.exit_code == 0
    told = dict(line.split(maxsplit=1) for line in listed.output.splitlines()[1:-1])
    assert told == {f"{name}={value}": MEANINGS[name] for name, value in asdict(Settings()).items()}
    assert "budget=50ms" in listed.output.splitlines()[-1]
    assert max(map(len, listed.output.splitlines())) <= 100


@pytest.mark.parametrize("sides", [["winning:help", "winning"], ["winning", "winning:help"]])
def test_settings_are_listed_on_either_side_of_a_comparison(sides: list[str]) -> None:
    listed = CliRunner().invoke(group, ["bench", "compare", *sides])
    assert listed.output.startswith("settings of winning")


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
