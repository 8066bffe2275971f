"""Recordings run again without their game: refused where they are broken, else kept as fixtures."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from autoplay.cli.main import group, main
from autoplay.errors import RecordingError, UsageError
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Recorder
from autoplay.play.replay import replay
from autoplay.vision.picture import load_picture
from tests.recordings import lines_of, play, sit_down


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    machine, game = sit_down()
    folder = tmp_path_factory.mktemp("recordings") / "game-001"
    play(machine, game, Recorder(game, folder))
    return folder


def _write(folder: Path, lines: list[dict[str, Any]]) -> None:
    (folder / "events.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


@pytest.fixture
def copy(recorded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "copy"))


def test_a_recording_takes_the_same_decisions_again(recorded: Path) -> None:
    recording = load_recording(recorded)
    done = replay(recording)
    assert done.looks == len(recording.looks) > 1
    assert done.differences == ()
    assert done.error is None


def test_a_frame_of_a_recording_shows_only_what_changed(recorded: Path) -> None:
    first, second = (recorded / f"frame-000{number}.png" for number in (1, 2))
    assert load_picture(second, alpha=True)[..., 3].mean() < 255
    assert load_picture(first, alpha=True).shape[2] == 3


def test_a_change_without_the_frame_it_changes_is_named(copy: Path) -> None:
    shutil.copy(copy / "frame-0002.png", copy / "frame-0001.png")
    with pytest.raises(RecordingError, match=r"frame-0001\.png: is only what changed"):
        replay(load_recording(copy))


def test_a_different_decision_is_told(copy: Path) -> None:
    events = copy / "events.jsonl"
    lines = [json.loads(line) for line in events.read_text().splitlines()]
    next(line for line in lines if line["event"] == "advised")["actions"] = ["open 8,8"]
    events.write_text("\n".join(map(json.dumps, lines)) + "\n")
    assert "look 1" in replay(load_recording(copy)).differences[0]


def test_a_missing_frame_is_named(copy: Path) -> None:
    (copy / "frame-0002.png").unlink()
    with pytest.raises(RecordingError, match=r"frame-0002\.png"):
        replay(load_recording(copy))


def test_a_cut_line_is_named(copy: Path) -> None:
    events = copy / "events.jsonl"
    events.write_bytes(events.read_bytes()[:-9])
    with pytest.raises(RecordingError, match=r"events\.jsonl: line \d+"):
        load_recording(copy)


@pytest.mark.parametrize("lines", [0, 2])
def test_lines_that_are_gone_are_noticed_by_the_frames_that_are_there(
    lines: int, copy: Path
) -> None:
    events = copy / "events.jsonl"
    events.write_text("".join(events.read_text().splitlines(keepends=True)[:lines]))
    with pytest.raises(RecordingError, match=r"events\.jsonl: .*the recording is not whole"):
        load_recording(copy)


def _as_if_killed(folder: Path) -> None:
    path = folder / "recording.json"
    header = json.loads(path.read_text())
    path.write_text(json.dumps({key: header[key] for key in header if key != "events"}))


def test_a_game_killed_before_it_told_of_its_last_frame_replays(copy: Path) -> None:
    lines = lines_of(copy)
    last = max(n for n, line in enumerate(lines) if line["event"] == "looked")
    _as_if_killed(copy)
    _write(copy, lines[:last])
    done = replay(load_recording(copy))
    assert (done.is_same, done.looks) == (True, len(list(copy.glob("frame-*.png"))) - 1)


def test_a_game_that_ended_misses_each_line_that_is_gone(copy: Path) -> None:
    lines = lines_of(copy)
    for line in range(len(lines)):
        _write(copy, [*lines[:line], *lines[line + 1 :]])
        with pytest.raises(RecordingError, match=r"events\.jsonl: "):
            load_recording(copy)


def test_a_click_on_no_cell_is_named(copy: Path) -> None:
    events = copy / "events.jsonl"
    lines = [json.loads(line) for line in events.read_text().splitlines()]
    next(line for line in lines if line["event"] == "acted")["actions"] = ["open 99,99"]
    events.write_text("\n".join(map(json.dumps, lines)) + "\n")
    with pytest.raises(RecordingError, match=r"events\.jsonl: look 1: 'open 99,99' is no action"):
        load_recording(copy)


def test_a_wrong_key_of_the_header_is_named(copy: Path) -> None:
    path = copy / "recording.json"
    path.write_text(path.read_text().replace('"rows": 9', '"rows": "nine"'))
    with pytest.raises(RecordingError, match=r"recording\.json.*rows"):
        load_recording(copy)


def test_a_recording_of_a_board_that_no_screen_has_is_refused(copy: Path) -> None:
    path = copy / "recording.json"
    path.write_text(path.read_text().replace('"rows": 9', '"rows": 9000'))
    path.write_text(path.read_text().replace('"cols": 9', '"cols": 400'))
    with pytest.raises(RecordingError, match=r"recording\.json.*100000 cells at most"):
        load_recording(copy)


def test_a_folder_without_a_recording_is_an_error_of_usage(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        main(["replay", str(tmp_path)])
    assert end.value.code == 2
    assert "no recording here" in capsys.readouterr().err


def test_a_fixture_is_a_copy_that_replays(recorded: Path, tmp_path: Path) -> None:
    with pytest.raises(SystemExit) as end:
        main(["fixture", str(recorded), "--name", "kept", "--into", str(tmp_path)])
    assert end.value.code == 0
    assert replay(load_recording(tmp_path / "kept")).differences == ()


def test_only_what_the_tests_run_is_said_to_be_run_by_them(
    recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    command = ["fixture", str(recorded.resolve()), "--name", "kept"]
    done = CliRunner().invoke(group, command)
    assert isinstance(done.exception, UsageError)
    assert not (tmp_path / "fixtures").exists()
    done = CliRunner().invoke(group, [*command, "--into", "elsewhere"])
    assert done.output.endswith("kept: kept\n")


@pytest.mark.parametrize("name", ["events.jsonl", "recording.json"])
def test_a_recording_without_one_of_its_files_is_one_line(copy: Path, name: str) -> None:
    (copy / name).unlink()
    with pytest.raises(RecordingError) as caught:
        load_recording(copy)
    message = f"{copy / name}: No such file or directory; the recording is not whole"
    assert str(caught.value) == message


def test_what_is_not_whole_becomes_no_fixture(copy: Path, tmp_path: Path) -> None:
    """One with a frame or line missing would fail for ever; a folder of games is not one."""
    cut = Path(shutil.copytree(copy, tmp_path / "cut"))
    (cut / "events.jsonl").write_bytes(b"")
    (copy / "frame-0002.png").unlink()
    for bundle in (copy, cut, copy.parent):
        done = CliRunner().invoke(group, ["fixture", str(bundle), "--into", str(tmp_path / "kept")])
        assert isinstance(done.exception, UsageError)
    assert not (tmp_path / "kept").exists()


@pytest.mark.parametrize("into", [".", "sub"])
def test_a_recording_is_not_copied_into_itself(copy: Path, into: str) -> None:
    before = sorted(copy.iterdir())
    done = CliRunner().invoke(group, ["fixture", str(copy), "--into", str(copy / into)])
    assert isinstance(done.exception, UsageError)
    assert "this is in the recording itself; name another folder" in str(done.exception)
    assert sorted(copy.iterdir()) == before


def test_what_does_not_come_out_the_same_becomes_no_fixture(copy: Path, tmp_path: Path) -> None:
    """The picture of another look is sound, and reads as another board."""
    shutil.copy(copy / "frame-0001.png", copy / "frame-0003.png")
    done = CliRunner().invoke(group, ["fixture", str(copy), "--into", str(tmp_path / "kept")])
    assert isinstance(done.exception, UsageError)
    told = str(done.exception)
    assert told.startswith(f"{copy}: no test can pass on it: not the same (look 3: ")
    assert not (tmp_path / "kept").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_why_a_fixture_could_not_be_copied_is_told(copy: Path, tmp_path: Path) -> None:
    import resource

    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        done = CliRunner().invoke(group, ["fixture", str(copy), "--into", str(tmp_path / "kept")])
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert str(done.exception).endswith("could not be copied there whole: File too large")
    assert list((tmp_path / "kept").iterdir()) == []


def test_a_click_that_nothing_asked_for_is_told(copy: Path) -> None:
    lines = lines_of(copy)
    told = [line for line in lines if line["event"] == "clicked"]
    told[1]["clicks"][0]["action"] = "open 8,8"
    _write(copy, lines)
    difference = replay(load_recording(copy)).differences[0]
    assert difference.startswith("look 2: what was not to be was clicked, line ")


def test_a_click_that_is_gone_is_told(copy: Path) -> None:
    lines = lines_of(copy)
    del [line for line in lines if line["event"] == "clicked"][1]["clicks"][0]
    _write(copy, lines)
    assert "told before" in replay(load_recording(copy)).differences[0]


def test_a_recording_of_a_board_beyond_its_frames_is_refused(copy: Path) -> None:
    path = copy / "recording.json"
    header = json.loads(path.read_text())
    header["places"][0]["pitch"] = [90_000.0, 90_000.0]
    path.write_text(json.dumps(header))
    recording = load_recording(copy)
    with pytest.raises(RecordingError, match=r"recording\.json: look 1: .*beyond the \d+x\d+ pix"):
        replay(recording)
