"""Recordings kept as a game goes: every click and look, as long as the disk has room."""

from __future__ import annotations

import json
import shutil
import sys
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from autoplay.desktop.virtual import VirtualDesktop
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.errors import AutoplayError, NoEffectError, UsageError
from autoplay.game import Action, FirstClick, Label
from autoplay.play.events import AnyEvent, Clicked, Listener, Looked, Result, Unseen, decode, encode
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Pages, Recorder, recording_folder
from autoplay.play.replay import replay
from autoplay.play.session import Session
from autoplay.policy import Premises, make_policy, on_premises
from tests.recordings import drawn_game, fill_the_disk_after, lines_of, play, sit_down


def test_a_first_click_that_a_profile_knew_best_is_taken_again(tmp_path: Path) -> None:
    machine, game = sit_down()
    policy = on_premises(make_policy("lowest_risk"), Premises(FirstClick.OPENING))
    recorder = Recorder(game, tmp_path / "game", Premises(FirstClick.OPENING))
    Session(game, policy, machine.clock.now, listeners=[recorder]).run()
    recording = load_recording(tmp_path / "game")
    assert recording.looks[0].advised is not None
    assert recording.looks[0].advised.actions == ["open 2,2"]
    assert replay(recording).differences == ()


def test_what_is_left_of_a_killed_game_replays(tmp_path: Path) -> None:
    machine, game = sit_down()
    recorder, events = Recorder(game, tmp_path / "game"), count(1)

    def copy(event: AnyEvent) -> None:
        shutil.copytree(tmp_path / "game", tmp_path / f"after-{next(events):02d}")

    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[recorder, copy]).run()
    parts = sorted(tmp_path.glob("after-*"))[1:8]  # the second event writes the header
    assert len(parts) == 7
    for left in parts:
        assert replay(load_recording(left)).differences == ()


def test_a_recording_follows_a_board_that_was_resized(tmp_path: Path) -> None:
    machine, game = sit_down()
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
    machine, game = sit_down()
    (tmp_path / "taken").write_text("a file, not a folder")
    recorder = Recorder(game, tmp_path / "taken" / "game-001")
    finished = Session(
        game, make_policy("lowest_risk"), machine.clock.now, listeners=[recorder]
    ).run()
    assert finished.result in ("won", "lost")
    assert capsys.readouterr().err.count("recording ends") == 1


def test_what_was_kept_before_the_disk_was_full_replays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = sit_down()
    fill_the_disk_after(2, monkeypatch)
    recorder = Recorder(game, tmp_path / "game-001")
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[recorder]).run()
    assert capsys.readouterr().err.count("No space left on device") == 1
    done = replay(load_recording(tmp_path / "game-001"))
    assert (done.looks, done.differences) == (2, ())


def test_a_recording_for_whose_first_look_the_disk_has_no_room_leaves_no_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = sit_down()
    fill_the_disk_after(0, monkeypatch)
    play(machine, game, Recorder(game, tmp_path / "game-002"))
    assert "game-002: No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_removed_in_mid_game_ends_its_recording_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine, game = sit_down()
    folder = tmp_path / "game-001"

    def remove(event: AnyEvent) -> None:
        if isinstance(event, Clicked) and folder.is_dir():
            shutil.rmtree(folder)

    finished = play(machine, game, Recorder(game, folder), remove)
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


def test_the_clicks_that_were_made_are_recorded_with_their_times_and_places(tmp_path: Path) -> None:
    machine, game = sit_down()
    events, began = list[AnyEvent](), machine.clock.now()
    finished = play(machine, game, Recorder(game, tmp_path / "game"), events.append)
    told = [event for event in events if isinstance(event, Clicked)]
    clicks = [click for event in told for click in event.clicks]
    assert len(clicks) == finished.clicks > 0
    assert [event for event in lines_of(tmp_path / "game") if event["event"] == "clicked"] == [
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
    machine, game = sit_down()
    lose = _lose_clicks_after_look(2, monkeypatch)
    with pytest.raises(NoEffectError):
        play(machine, game, Recorder(game, tmp_path / "game"), lose)
    *_, acted, made, repeated, finished = lines_of(tmp_path / "game")
    first, again = ([click["action"] for click in told["clicks"]] for told in (made, repeated))
    assert sorted(first) == sorted(acted["actions"])
    assert sorted(again) == sorted(2 * first)
    assert finished["clicks"] == 1 + len(first) + len(again)


@pytest.mark.parametrize("manner", [Manner(guess=GuessMode.ASK), Manner(advise_only=True)])
def test_moves_that_were_the_persons_are_missing_from_no_recording(
    manner: Manner, tmp_path: Path
) -> None:
    desktop, machine, game = drawn_game()

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
