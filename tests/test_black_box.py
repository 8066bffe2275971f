"""Bundles of games that end in an error: they replay up to it, and old ones go."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.bench.known_looks import library_for
from autoplay.cli.main import group
from autoplay.desktop.virtual import VirtualDesktop
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.errors import AutoplayError, LostBoardError, UnreadableError
from autoplay.game import Action, Label, make_topology
from autoplay.play.black_box import MOST_BUNDLES, BlackBox
from autoplay.play.events import Acted, AnyEvent
from autoplay.play.recorded import load_recording
from autoplay.play.replay import replay
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.recordings import drawn_game, fill_the_disk_after, play, sit_down


def test_a_bundle_that_has_no_room_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine, game = sit_down()
    box = BlackBox(game, tmp_path)
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[box]).run()
    fill_the_disk_after(1, monkeypatch)
    assert box.write(UnreadableError("1 cell in doubt")) is None
    assert list(tmp_path.iterdir()) == []


def test_a_bundle_keeps_the_last_looks_and_old_bundles_go(tmp_path: Path) -> None:
    machine, game = sit_down()
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
    desktop, machine, game = drawn_game()
    box = BlackBox(game, tmp_path)
    Session(game, make_policy("lowest_risk"), machine.clock.now, listeners=[box]).run()
    desktop.game.repaint(labels=bytes([Label.COVERED]) * 81)
    with pytest.raises(LostBoardError) as lost:
        game.board()
    folder = box.write(lost.value)
    assert folder is not None
    assert replay(load_recording(folder)).error == f"LostBoardError: {lost.value}"


Spoil = Callable[[VirtualDesktop, Acted, pytest.MonkeyPatch], None]


def _bundle(home: Path, spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the bundle of a game that is spoilt before its second batch of clicks."""
    desktop, machine, game = drawn_game(library=library_for("classic", "square", 24))
    batches = count(1)

    def listen(event: AnyEvent) -> None:
        if isinstance(event, Acted) and next(batches) == 2:
            spoil(desktop, event, monkeypatch)

    box = BlackBox(game, home)
    with pytest.raises(AutoplayError) as failed:
        play(machine, game, box, listen)
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
