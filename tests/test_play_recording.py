"""Recordings: kept as a game goes, run again without it, and refused when they are broken."""

from __future__ import annotations

import errno
import json
import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library
from autoplay.cli.main import group, main
from autoplay.desktop.ports import Machine, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.errors import (
    AutoplayError,
    LostBoardError,
    NoEffectError,
    RecordingError,
    UnreadableError,
    UsageError,
)
from autoplay.game import Action, FirstClick, Label, Level, make_topology
from autoplay.play.black_box import MOST_BUNDLES, BlackBox
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import (
    Acted,
    AnyEvent,
    Clicked,
    Finished,
    Listener,
    Looked,
    Result,
    Unseen,
    decode,
    encode,
)
from autoplay.play.found_game import screen_game
from autoplay.play.frames import FrameWriter
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.pace import Tempo
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Pages, Recorder, recording_folder
from autoplay.play.replay import replay
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import Premises, make_policy, on_premises
from autoplay.vision.lattice import Image
from autoplay.vision.picture import load_picture

SCREEN = Region(0, 0, 640, 480)


def _drawn(
    seed: int = 3, library: Library | None = None
) -> tuple[VirtualDesktop, Machine, ScreenGame]:
    desktop = make_virtual_desktop(
        Level(9, 9, 10),
        "square",
        "classic",
        3,
        pitch=24,
        monitors=(Monitor(SCREEN),),
    )
    machine = desktop.machine()
    found = find_game(machine, library or Library(()), SCREEN, mines=10)
    return desktop, machine, screen_game(machine, found, Tempo())


def _sit_down() -> tuple[Machine, ScreenGame]:
    _, machine, game = _drawn()
    return machine, game


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    machine, game = _sit_down()
    folder = tmp_path_factory.mktemp("recordings") / "game-001"
    _play(machine, game, Recorder(game, folder))
    return folder


def _play(machine: Machine, game: ScreenGame, *listeners: Listener) -> Finished:
    policy, now = make_policy("lowest_risk"), machine.clock.now
    return Session(game, policy, now, listeners=listeners, taken=game.taken).run()


def _lines(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def _write(folder: Path, lines: list[dict[str, Any]]) -> None:
    (folder / "events.jsonl").write_text("".join(f"{json.dumps(line)}\n" for line in lines))


@pytest.fixture
def copy(recorded: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(recorded, tmp_path / "copy"))


def test_a_first_click_that_a_profile_knew_best_is_taken_again(tmp_path: Path) -> None:
    machine, game = _sit_down()
    policy = on_premises(make_policy("lowest_risk"), Premises(FirstClick.OPENING))
    recorder = Recorder(game, tmp_path / "game", Premises(FirstClick.OPENING))
    Session(game, policy, machine.clock.now, listeners=[recorder]).run()
    recording = load_recording(tmp_path / "game")
    assert recording.looks[0].advised is not None
    assert recording.looks[0].advised.actions == ["open 2,2"]
    assert replay(recording).differences == ()


def test_a_recording_takes_the_same_decisions_again(recorded: Path) -> None:
    recording = load_recording(recorded)
    done = replay(recording)
    assert done.looks == len(recording.looks) > 1
    assert done.differences == ()
    assert done.error is None


def test_what_is_left_of_a_killed_game_replays(tmp_path: Path) -> None:
    machine, game = _sit_down()
    recorder, events = Recorder(game, tmp_path / "game"), count(1)

    def copy(event: AnyEvent) -> None:
        shutil.copytree(tmp_path / "game", tmp_path / f"after-{next(events):02d}")

    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[recorder, copy]).run()
    for left in sorted(tmp_path.glob("after-*"))[1:8]:  # the second event writes the header
        assert replay(load_recording(left)).differences == ()


def test_a_recording_follows_a_board_that_was_resized(tmp_path: Path) -> None:
    machine, game = _sit_down()
    looks = count(1)

    def resize(event: AnyEvent) -> None:
        if isinstance(event, Looked) and next(looks) == 3:
            assert isinstance(machine.screen, VirtualDesktop)
            machine.screen.game.resize(1.25)

    listeners: list[Listener] = [Recorder(game, tmp_path / "game"), resize]
    with suppress(AutoplayError):
        Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=listeners).run()
    recording = load_recording(tmp_path / "game")
    assert len(recording.header.places) > 1
    assert replay(recording).differences == ()


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
    lines = _lines(copy)
    last = max(n for n, line in enumerate(lines) if line["event"] == "looked")
    _as_if_killed(copy)
    _write(copy, lines[:last])
    done = replay(load_recording(copy))
    assert (done.is_same, done.looks) == (True, len(list(copy.glob("frame-*.png"))) - 1)


def test_a_game_that_ended_misses_each_line_that_is_gone(copy: Path) -> None:
    lines = _lines(copy)
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


def test_a_second_run_records_beside_the_first(tmp_path: Path) -> None:
    home = tmp_path / "games"
    for number in (1, 2):
        folder = recording_folder(home)
        assert folder == home / f"game-{number:03d}"
        folder.mkdir()


def test_a_place_where_nothing_can_be_recorded_is_named(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file, not a folder")
    with pytest.raises(UsageError, match=r"--record .*taken"):
        recording_folder(tmp_path / "taken")


def test_play_goes_on_where_nothing_can_be_recorded(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = _sit_down()
    (tmp_path / "taken").write_text("a file, not a folder")
    recorder = Recorder(game, tmp_path / "taken" / "game-001")
    finished = Session(
        game, make_policy("lowest_risk"), machine.clock.now, listeners=[recorder]
    ).run()
    assert finished.result in ("won", "lost")
    assert capsys.readouterr().err.count("recording ends") == 1


def _fill_the_disk_after(frames: int, monkeypatch: pytest.MonkeyPatch) -> None:
    write = FrameWriter.write
    left = iter(range(frames))

    def write_while_there_is_room(writer: FrameWriter, pixels: Image) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(writer, pixels)

    monkeypatch.setattr(FrameWriter, "write", write_while_there_is_room)


def test_what_was_kept_before_the_disk_was_full_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = _sit_down()
    _fill_the_disk_after(2, monkeypatch)
    recorder = Recorder(game, tmp_path / "game-001")
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[recorder]).run()
    assert capsys.readouterr().err.count("No space left on device") == 1
    done = replay(load_recording(tmp_path / "game-001"))
    assert (done.looks, done.differences) == (2, ())


def test_a_recording_for_whose_first_look_the_disk_has_no_room_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = _sit_down()
    _fill_the_disk_after(0, monkeypatch)
    _play(machine, game, Recorder(game, tmp_path / "game-002"))
    assert "game-002: No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_removed_in_mid_game_ends_its_recording_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = _sit_down()
    folder = tmp_path / "game-001"

    def remove(event: AnyEvent) -> None:
        if isinstance(event, Clicked) and folder.is_dir():
            shutil.rmtree(folder)

    finished = _play(machine, game, Recorder(game, folder), remove)
    assert finished.result in ("won", "lost")
    told = capsys.readouterr().err
    assert told == f"autoplay: recording ends: {folder}: this folder is gone; play goes on\n"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_an_event_for_which_the_disk_has_no_room_is_not_begun(tmp_path: Path) -> None:
    import resource

    pages, told = Pages(tmp_path, Premises()), 0
    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        with pytest.raises(OSError, match="too large"):
            for told in range(1000):
                pages.tell(Unseen(reason=f"{told} cells in doubt"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    lines = (tmp_path / "events.jsonl").read_text().splitlines()
    assert len(lines) == told > 0
    assert all(isinstance(decode(line), Unseen) for line in lines)


def test_a_bundle_that_has_no_room_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, game = _sit_down()
    box = BlackBox(game, tmp_path)
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[box]).run()
    _fill_the_disk_after(1, monkeypatch)
    assert box.write(UnreadableError("1 cell in doubt")) is None
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_keeps_the_last_looks_and_old_bundles_go(tmp_path: Path) -> None:
    machine, game = _sit_down()
    box = BlackBox(game, tmp_path)
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[box]).run()
    doubt = UnreadableError("1 cell in doubt", [7], ["it looks like two labels"])
    folders = [box.write(doubt) for _ in range(MOST_BUNDLES + 2)]
    assert len(list(tmp_path.iterdir())) == MOST_BUNDLES
    assert folders[-1] is not None
    recording = load_recording(folders[-1])
    header = recording.header
    assert header.error == "UnreadableError: 1 cell in doubt"
    assert (header.error_cells, header.error_evidence) == ((7,), ("it looks like two labels",))
    assert replay(recording).differences == ()


def test_a_bundle_of_another_game_in_its_place_ends_as_it_did(tmp_path: Path) -> None:
    desktop, machine, game = _drawn()
    box = BlackBox(game, tmp_path)
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[box]).run()
    desktop.game.repaint(labels=bytes([Label.COVERED]) * 81)
    with pytest.raises(LostBoardError) as lost:
        game.board()
    folder = box.write(lost.value)
    assert folder is not None
    assert replay(load_recording(folder)).error == f"LostBoardError: {lost.value}"


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


def test_the_clicks_that_were_made_are_recorded_with_their_times_and_places(tmp_path: Path) -> None:
    machine, game = _sit_down()
    events, began = list[AnyEvent](), machine.clock.now()
    finished = _play(machine, game, Recorder(game, tmp_path / "game"), events.append)
    told = [event for event in events if isinstance(event, Clicked)]
    clicks = [click for event in told for click in event.clicks]
    assert len(clicks) == finished.clicks > 0
    assert [event for event in _lines(tmp_path / "game") if event["event"] == "clicked"] == [
        json.loads(encode(event)) for event in told
    ]
    times = [click.seconds for click in clicks]
    assert times == sorted(times)
    assert 0 < times[0] < times[-1] < finished.seconds <= machine.clock.now() - began
    for click in clicks:
        cell = Action.parse(click.action, game.lattice.topology).cell
        assert game.frame is not None
        assert click.point == game.frame.point_at(*game.lattice.center(cell))


def _lose_clicks_after_look(number: int, monkeypatch: pytest.MonkeyPatch) -> Listener:
    """Return a listener: from this look on the game gets no click, as beneath a clear window."""
    looks = count(1)

    def listen(event: AnyEvent) -> None:
        if isinstance(event, Looked) and next(looks) == number:
            monkeypatch.setattr(Delivery, "delays", lambda self: [])

    return listen


def test_clicks_that_were_repeated_in_a_look_are_recorded_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, game = _sit_down()
    lose = _lose_clicks_after_look(2, monkeypatch)
    with pytest.raises(NoEffectError):
        _play(machine, game, Recorder(game, tmp_path / "game"), lose)
    *_, acted, made, repeated, finished = _lines(tmp_path / "game")
    first, again = ([click["action"] for click in told["clicks"]] for told in (made, repeated))
    assert sorted(first) == sorted(acted["actions"])
    assert sorted(again) == sorted(2 * first)
    assert finished["clicks"] == 1 + len(first) + len(again)


def test_a_click_that_nothing_asked_for_is_told(copy: Path) -> None:
    lines = _lines(copy)
    told = [line for line in lines if line["event"] == "clicked"]
    told[1]["clicks"][0]["action"] = "open 8,8"
    _write(copy, lines)
    difference = replay(load_recording(copy)).differences[0]
    assert difference.startswith("look 2: what was not to be was clicked, line ")


def test_a_click_that_is_gone_is_told(copy: Path) -> None:
    lines = _lines(copy)
    del [line for line in lines if line["event"] == "clicked"][1]["clicks"][0]
    _write(copy, lines)
    assert "told before" in replay(load_recording(copy)).differences[0]


Spoil = Callable[[VirtualDesktop, Acted, pytest.MonkeyPatch], None]


def _bundle(home: Path, spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the bundle of a game that is spoilt before its second batch of clicks."""
    desktop, machine, game = _drawn(library=library_for("classic", "square", 24))
    batches = count(1)

    def listen(event: AnyEvent) -> None:
        if isinstance(event, Acted) and next(batches) == 2:
            spoil(desktop, event, monkeypatch)

    box = BlackBox(game, home)
    with pytest.raises(AutoplayError) as failed:
        _play(machine, game, box, listen)
    folder = box.write(failed.value)
    assert folder is not None
    return folder


def _lose_the_capture(desktop: VirtualDesktop, event: Acted, patch: pytest.MonkeyPatch) -> None:
    desktop.capture_lost = True


def _never_stand_still(desktop: VirtualDesktop, event: Acted, patch: pytest.MonkeyPatch) -> None:
    desktop.faults = replace(desktop.faults, noisy_capture=1.0)


def _drop_the_clicks(desktop: VirtualDesktop, event: Acted, patch: pytest.MonkeyPatch) -> None:
    """As a clear window over the board does."""
    patch.setattr(Delivery, "delays", lambda self: [])


def _explode(desktop: VirtualDesktop, event: Acted, patch: pytest.MonkeyPatch) -> None:
    _drop_the_clicks(desktop, event, patch)
    topology = make_topology("square", 9, 9)
    labels = bytearray(desktop.game.game.board().labels)
    assert desktop.game.game.minefield is not None
    hit = [Action.parse(action, topology).cell for action in event.actions]
    for mine in [*desktop.game.game.minefield.mines, *hit]:
        labels[mine] = Label.MINE
    desktop.later(0.3, lambda: desktop.game.repaint(labels=bytes(labels)))


FROM_SCREEN = "the same again up to its end, which came from the screen and was not replayed"


@pytest.mark.parametrize(
    ("spoil", "error"),
    [
        (_lose_the_capture, "DesktopError: the screen could not be captured"),
        (_never_stand_still, "LostBoardError: the board did not stand still"),
        (_drop_the_clicks, "NoEffectError: open "),
    ],
)
def test_a_bundle_whose_end_came_from_the_screen_replays_up_to_it(
    spoil: Spoil, error: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _bundle(tmp_path, spoil, monkeypatch)
    told = CliRunner().invoke(group, ["replay", str(folder)], standalone_mode=False)
    assert told.return_value == 0
    recorded, verdict = told.output.splitlines()
    assert recorded.startswith(f"recorded: {error}")
    assert verdict == f"{folder}: 2 looks, {FROM_SCREEN}"
    line = json.loads(CliRunner().invoke(group, ["replay", str(folder), "--json"]).output)
    assert (line["same"], line["ending_replayed"], line["error"]) == (True, False, None)
    shutil.copy(folder / "frame-0001.png", folder / "frame-0002.png")
    assert not replay(load_recording(folder)).is_same


def test_a_bundle_of_a_mine_where_none_could_be_ends_as_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = _bundle(tmp_path, _explode, monkeypatch)
    recording = load_recording(folder)
    done = replay(recording)
    assert done.is_same, done
    assert str(recording.header.error).startswith("DisprovedError: the game is lost: open ")
    assert str(done.error).startswith("DisprovedError: the game is lost: open ")


@pytest.mark.parametrize("manner", [Manner(guess=GuessMode.ASK), Manner(advise_only=True)])
def test_moves_that_were_the_persons_are_missing_from_no_recording(
    manner: Manner, tmp_path: Path
) -> None:
    desktop, machine, game = _drawn()

    def the_person_opens_a_free_cell() -> None:
        window = desktop.game
        mines = window.game.minefield.mines if window.game.minefield else frozenset()
        free = [cell for cell in window.game.board().cells(Label.COVERED) if cell not in mines]
        window.open_quietly(free[0])
        machine.clock.sleep(0.2)

    manner = replace(manner, wait=the_person_opens_a_free_cell)
    recorder, policy = Recorder(game, tmp_path / "game"), make_policy("lowest_risk")
    now, taken = machine.clock.now, game.taken
    finished = Session(game, policy, now, manner, [recorder], taken=taken).run()
    assert finished.result is Result.WON
    done = replay(load_recording(tmp_path / "game"))
    assert done.is_same, done.differences
