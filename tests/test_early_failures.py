"""What fails before the first look at a game that was found, or between two games."""

from __future__ import annotations

import re
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path

import pytest

from autoplay.calibration import Library
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Frame, Region
from autoplay.desktop.virtual import Monitor, PlainWindow, VirtualDesktop, make_virtual_desktop
from autoplay.errors import AutoplayError, LostBoardError, NoEffectError, StoppedError, VisionError
from autoplay.game import Label, Outcome
from autoplay.play.board_on_screen import find_game
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import Tempo
from autoplay.play.recorded import load_recording
from autoplay.play.replay import replay
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.kept_library import kept_library
from tests.stuck_game import stuck_in_the_second_game

ROOM = Region(0, 0, 480, 480)
PLAN = Plan(mines=10, policy="lowest_risk", as_json=True)


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    monkeypatch.setattr("autoplay.cli.play_games.bundles", lambda: tmp_path / "bundles")
    return kept_library(tmp_path / "known")


def _desktop(restart_key: str = "F2") -> VirtualDesktop:
    return make_virtual_desktop(
        "beginner", seed=3, pitch=24, monitors=(Monitor(ROOM),), restart_key=restart_key
    )


def _cover_after_the_first_capture(desktop: VirtualDesktop) -> PlainWindow:
    """Let a window come over the board once it was found."""
    left, top, *_ = desktop.game.board_region()
    popup = PlainWindow("mail", "read me", Region(left + 50, top + 60, 100, 90), Monitor(ROOM))
    grab, came = desktop.grab, False

    def grab_before_it_came(region: Region) -> Frame:
        nonlocal came
        frame = grab(region)
        if not came:
            came = True
            desktop.windows.append(popup)
        return frame

    desktop.grab = grab_before_it_came  # type: ignore[method-assign]
    return popup


def _bundle_of(error: AutoplayError) -> Path:
    """Return the folder that an error's note names."""
    (note,) = error.__notes__
    kept = re.fullmatch(r"what led to this is kept in (.+bundle-0001)", note)
    assert kept is not None
    return Path(kept[1])


def test_what_came_over_the_board_before_the_first_look_is_kept_and_ends_the_same_again(
    library: Library,
) -> None:
    desktop = _desktop()
    _cover_after_the_first_capture(desktop)
    with pytest.raises(VisionError) as failed:
        play_games(desktop.machine(), (ROOM,), library, PLAN)
    done = replay(load_recording(_bundle_of(failed.value)))
    assert (done.looks, done.is_same) == (1, True)


@pytest.mark.parametrize("plays_on", [True, False])
def test_a_person_at_a_terminal_may_move_it_away_before_the_first_look(
    plays_on: bool, library: Library, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    desktop = _desktop()
    popup = _cover_after_the_first_capture(desktop)
    asked: list[str] = []

    def confirm(question: str, err: bool) -> bool:
        asked.append(question)
        desktop.windows.remove(popup)
        return plays_on

    monkeypatch.setattr("autoplay.cli.progress.click.confirm", confirm)
    monkeypatch.setattr("autoplay.cli.person.is_answered", lambda: True)
    with nullcontext() if plays_on else pytest.raises(StoppedError, match="you ended play where"):
        play_games(desktop.machine(), (ROOM,), library, PLAN)
    assert (desktop.game.game.outcome is not Outcome.PLAYING) is plays_on
    assert [question.endswith("play on? (Enter ends play)") for question in asked] == [True]
    assert not (tmp_path / "bundles").exists()


def test_so_they_may_before_the_first_look_of_any_game(library: Library) -> None:
    desktop = _desktop()
    popup = _cover_after_the_first_capture(desktop)
    machine = desktop.machine()
    game = screen_game(machine, find_game(machine, library, ROOM, mines=10), Tempo())

    def mend(error: VisionError | LostBoardError) -> bool:
        desktop.windows.remove(popup)
        return True

    policy = make_policy("lowest_risk")
    Session(game, policy, machine.clock.now, Manner(look_again=mend)).run()
    assert desktop.game.game.outcome is not Outcome.PLAYING


def test_a_game_that_does_not_start_again_keeps_the_looks_at_the_last_one(library: Library) -> None:
    with pytest.raises(NoEffectError, match="did not start again") as failed:
        play_games(_desktop().machine(), (ROOM,), library, replace(PLAN, games=2, restart="F9"))
    recording = load_recording(_bundle_of(failed.value))
    assert recording.header.error == f"NoEffectError: {failed.value}"
    assert "#" not in "".join(recording.looks[-1].looked.board)


def test_a_finished_game_that_does_not_start_again_is_kept_as_it_was_found(
    library: Library,
) -> None:
    desktop = _desktop()
    board = desktop.game.game.board()
    desktop.game.repaint(labels=bytes([Label.EXPLODED, *board.labels[1:]]))
    with pytest.raises(NoEffectError) as failed:
        play_games(desktop.machine(), (ROOM,), library, replace(PLAN, games=2, restart="F8"))
    assert load_recording(_bundle_of(failed.value)).looks[-1].looked.board[0][0] == "!"


def test_looks_at_an_earlier_game_are_not_kept_with_a_later_one(library: Library) -> None:
    desktop = stuck_in_the_second_game(_desktop())
    with pytest.raises(NoEffectError, match="three times") as failed:
        play_games(desktop.machine(), (ROOM,), library, replace(PLAN, games=2, restart="F2"))
    (look,) = load_recording(_bundle_of(failed.value)).looks
    assert set("".join(look.looked.board)) == {"#"}
