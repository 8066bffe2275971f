"""Recorded games of real programs are read and decided again, and come out the same."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from autoplay.cli.main import group
from autoplay.cli.replay import verdict
from autoplay.errors import RecordingError
from autoplay.play.recorded import load_recording, recordings_in
from autoplay.play.replay import Replayed, replay

REPLAYS = Path(__file__).parents[1] / "fixtures" / "replays"
MAX_BYTES = 300_000


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("folder", recordings_in(REPLAYS), ids=lambda folder: folder.name)
def test_a_recorded_game_takes_the_same_decisions_again(folder: Path) -> None:
    recording = load_recording(folder)
    done = replay(recording)
    assert done.looks > 0
    assert done.differences == ()
    assert done.is_same, f"{recording.header.error!r} became {done.error!r}"


def test_one_of_them_is_a_bundle_that_ends_in_doubt_about_its_cells() -> None:
    header = load_recording(REPLAYS / "drawn-covered").header
    assert header.error is not None
    assert header.error.startswith("UnreadableError: ")
    assert header.error_cells


@pytest.mark.parametrize(
    "change", [{"error": "LostBoardError: it was covered"}, {"error_cells": (0, 80)}]
)
def test_another_error_than_the_recorded_one_is_not_the_same(change: dict[str, Any]) -> None:
    recording = load_recording(REPLAYS / "drawn-covered")
    header = msgspec.structs.replace(recording.header, **change)
    assert not replay(replace(recording, header=header)).is_same


REWORDED = "UnreadableError: something lies over the board"


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({}, "the same again"),
        (
            {"error": REWORDED},
            "the same again: an error of the same kind, in doubt about the same cells; "
            "only its words differ",
        ),
        (
            {"error": REWORDED, "error_cells": ()},
            "the same again: an error of the same kind; only its words differ",
        ),
        ({"error_cells": (0, 80)}, "not the same: other cells are in doubt"),
        ({"error": "LostBoardError: it was covered"}, "not the same: another kind of error"),
    ],
)
def test_how_two_errors_compare_is_told(change: dict[str, Any], told: str) -> None:
    recording = load_recording(REPLAYS / "drawn-covered")
    header = msgspec.structs.replace(recording.header, **change)
    assert verdict(header, replay(replace(recording, header=header))) == told


def test_an_error_that_is_gone_and_a_look_that_differs_are_told() -> None:
    header = load_recording(REPLAYS / "drawn-covered").header
    assert verdict(header, Replayed(3, (), None, False)) == "not the same: the error is gone"
    assert verdict(header, Replayed(3, ("look 1: ...",), header.error, False)) == "not the same"


def test_one_damaged_recording_hides_none_of_the_others(tmp_path: Path) -> None:
    for name in ("a", "b", "c"):
        shutil.copytree(REPLAYS / "drawn-covered", tmp_path / name)
    (tmp_path / "b" / "frame-0001.png").write_bytes(b"\x89PNG\r\n\x1a\n, cut off")
    done = CliRunner().invoke(group, ["replay", str(tmp_path)], standalone_mode=False)
    assert done.return_value == 1
    first, damaged, last = (
        line for line in done.output.splitlines() if line.startswith(str(tmp_path))
    )
    assert "the same again" in first and "the same again" in last
    assert damaged.startswith(f"{tmp_path / 'b'}: cannot be used: {tmp_path / 'b'}/frame-0001.png")
    assert "download" not in damaged
    lines = CliRunner().invoke(group, ["replay", str(tmp_path), "--json"]).output.splitlines()
    assert [json.loads(line)["same"] for line in lines] == [True, False, True]
    alone = CliRunner().invoke(group, ["replay", str(tmp_path / "b")])
    assert isinstance(alone.exception, RecordingError)


def test_a_recording_without_its_header_is_told_of_beside_others(tmp_path: Path) -> None:
    for name in ("bundle-0001", "game-001", "game-002"):
        shutil.copytree(REPLAYS / "drawn-covered", tmp_path / name)
    (tmp_path / "game-002" / "recording.json").unlink()
    (tmp_path / "game-003").mkdir()  # stopped before its first look
    done = CliRunner().invoke(group, ["replay", str(tmp_path), "--json"], standalone_mode=False)
    told = {
        Path(line["recording"]).name: line for line in map(json.loads, done.output.splitlines())
    }
    assert {name: line["same"] for name, line in told.items()} == {
        "bundle-0001": True,
        "game-001": True,
        "game-002": False,
    }
    assert "game-002/recording.json: No such file" in told["game-002"]["unusable"]
    assert done.return_value == 1


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A recording that tells neither of the clicks made nor how many lines it has."""
    return Path(shutil.copytree(REPLAYS / "xbomb-square", tmp_path / "old"))


Lines = list[dict[str, Any]]


def _lines(folder: Path) -> Lines:
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def _write(folder: Path, lines: Lines) -> None:
    (folder / "events.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


def _of(lines: Lines, event: str) -> Lines:
    return [line for line in lines if line["event"] == event]


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (lambda lines: [x for x in lines if x["event"] != "advised"], "line 3: 'acted' after"),
        (lambda lines: [x for x in lines if x["event"] != "looked"], "no look is told of"),
        (lambda lines: lines[:8] + lines[9:], "line 9: 'acted' after 'looked'"),
        (lambda lines: lines[1:], "line 2: 'advised' after 'started'"),
        (lambda lines: lines[:1] + lines[2:], "line 2: 'advised' after 'looked'"),
        (lambda lines: lines[2:], "line 1: 'advised' at the beginning"),
        (lambda lines: lines[:-4], "line 17: 'looked' before the last frame"),
        (lambda lines: [*lines, lines[-1]], "'finished' after 'finished'"),
    ],
)
def test_a_line_that_is_gone_is_named(left: Callable[[Lines], Lines], told: str, old: Path) -> None:
    _write(old, left(_lines(old)))
    with pytest.raises(RecordingError) as caught:
        load_recording(old)
    assert str(caught.value).startswith(f"{old / 'events.jsonl'}: ")
    assert told in str(caught.value)


def _without_acted(lines: Lines) -> Lines:
    return [line for line in lines if line["event"] != "acted"]


def _cut_to_one_move(lines: Lines) -> Lines:
    for line in _of(lines, "acted"):
        del line["actions"][1:]
    return lines


def _with_another_move(lines: Lines) -> Lines:
    _of(lines, "acted")[1]["actions"].append("open 7,7")
    return lines


def _changed(line: int, **change: Any) -> Callable[[Lines], Lines]:
    def change_it(lines: Lines) -> Lines:
        lines[line].update(change)
        return lines

    return change_it


@pytest.mark.parametrize(
    ("alter", "told"),
    [
        (_without_acted, "look 7: 21 clicks in all, but 0 told before, line 15 of events.jsonl"),
        (_cut_to_one_move, "look 2: open 1,3 was not done, line 7 of events.jsonl"),
        (
            _with_another_move,
            "look 2: open 7,7 was done, and was not advised, line 7 of events.jsonl",
        ),
        (lambda lines: lines[:3] + lines[4:], "look 7: no open 0,0 is told before, line 20"),
        (lambda lines: lines[:6] + lines[7:], "look 2: nothing was done, line 6 of events.jsonl"),
        (_changed(4, board=["########"] * 8), "reads differently than line 5 of events.jsonl"),
        (_changed(5, actions=["open 7,7"]), "instead of ['open 7,7'], line 6 of events.jsonl"),
        (_changed(5, risk=-5.0), "a risk of -5.0 instead of 0.0, line 6 of events.jsonl"),
        (_changed(5, assumed_mines=3), "3 mines assumed instead of None, line 6 of events.jsonl"),
        (_changed(4, covered=-9), "look 2: -9 cells covered instead of "),
        (_changed(4, mines_left=-7), "look 2: -7 mines left instead of "),
        (_changed(-1, result="lost"), "look 7: lost, but the board shows: won, line 21"),
        (_changed(-1, result="likely_won"), "look 7: likely_won, but the board shows: won"),
        (_changed(-1, result="stopped"), "look 7: stopped, and no reason is told, line 21"),
    ],
)
def test_what_was_altered_in_a_recording_is_told(
    alter: Callable[[Lines], Lines], told: str, old: Path
) -> None:
    _write(old, alter(_lines(old)))
    done = replay(load_recording(old))
    assert not done.is_same
    assert told in done.differences[0]


@pytest.mark.parametrize(
    ("alter", "told"),
    [
        (_changed(-1, guesses=[{"cell": [999, 0], "risk": 0.1}]), "look 7: guess at 999,0"),
        (_changed(4, board=["########"] * 9), "look 2: a board of 9x8, and not of 8x8"),
        (_changed(4, board=["####"]), "look 2: a board of 1x4, and not of 8x8"),
        (_changed(4, board=["no board"] * 8), "look 2: line 1, column 1: 'n' is no cell"),
    ],
)
def test_what_is_told_of_another_board_than_the_recordings_is_refused(
    alter: Callable[[Lines], Lines], told: str, old: Path
) -> None:
    _write(old, alter(_lines(old)))
    with pytest.raises(RecordingError) as caught:
        load_recording(old)
    assert told in str(caught.value)


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("mines", -3, "recording.json: mines = -3: the board has 64 cells"),
        ("assumed_mines", 82, "recording.json: assumed_mines = 82: the board has 64 cells"),
        ("policy", "nix", "recording.json: key 'policy': no policy 'nix'"),
    ],
)
def test_a_header_of_what_cannot_be_is_refused(
    key: str, value: object, told: str, old: Path
) -> None:
    path = old / "recording.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {key: value}))
    with pytest.raises(RecordingError, match=re.escape(told)):
        replay(load_recording(old))


def test_a_game_of_which_nothing_was_left_to_open_is_not_lost(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(REPLAYS / "xbomb-tri", tmp_path / "game"))
    _write(folder, _changed(-1, result="lost")(_lines(folder)))
    assert "lost instead of won" in replay(load_recording(folder)).differences[0]


def test_recorded_games_are_small() -> None:
    assert max(_size(folder) for folder in recordings_in(REPLAYS)) < MAX_BYTES
