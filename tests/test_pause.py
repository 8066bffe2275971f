"""The mouse in the person's hand: play stops, or goes on once it may."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import pytest

from autoplay.bench.known_looks import library_for
from autoplay.cli.person import manner_of, question_of
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual import (
    Faults,
    Incident,
    Monitor,
    PlainWindow,
    Target,
    VirtualDesktop,
    make_virtual_desktop,
)
from autoplay.errors import (
    PausedError,
    StoppedError,
    UnreadableError,
    UsageError,
    VisionError,
)
from autoplay.game import Action, Board, Cell, Label, Level, Outcome, Verb, make_topology
from autoplay.inference import analyze
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Finished, Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.kept_library import kept_library

ROOM = Region(0, 0, 480, 480)


def _desktop() -> VirtualDesktop:
    return make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 3, pitch=24, monitors=(Monitor(ROOM),)
    )


def _play(desktop: VirtualDesktop, go_on: Callable[[], bool]) -> Finished:
    """Play a game in which the person moves the mouse after the third click."""
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    check = desktop.check
    moved = False

    def check_after_a_move() -> None:
        nonlocal moved
        if len(desktop.clicks) == 3 and not moved:
            moved = True
            desktop.person_moves(Point(400, 400))
        check()

    desktop.check = check_after_a_move  # type: ignore[method-assign]
    policy = make_policy("lowest_risk")
    return Session(game, policy, machine.clock.now, Manner(go_on=go_on)).run()


def test_no_click_follows_a_mouse_moved_by_hand() -> None:
    desktop = _desktop()
    with pytest.raises(PausedError):
        _play(desktop, lambda: False)
    assert len(desktop.clicks) == 3


@pytest.mark.parametrize("seconds", [0.03, 0.1, 0.4, 0.85, 1.3])
@pytest.mark.parametrize("covered", [False, True])
def test_a_stop_is_heard_within_50_ms_while_a_click_or_a_board_is_waited_for(
    seconds: float, covered: bool
) -> None:
    desktop = _desktop()
    machine = desktop.machine()
    found = find_game(machine, library_for("classic", "square", 24), ROOM, mines=10)
    game = screen_game(machine, found, Tempo(clicks_per_second=1, deadline=5.0, fixed=True))
    if covered:
        cover = PlainWindow("Notes", "", desktop.game.region, desktop.screens[0])
        desktop.windows.append(cover)
    asked = desktop.now() + seconds
    desktop.later(seconds, desktop.ask_to_stop)
    with pytest.raises(StoppedError):
        Session(game, make_policy("lowest_risk"), machine.clock.now).run()
    assert asked <= desktop.now() <= asked + 0.05
    assert all(click.seconds <= asked for click in desktop.clicks)


def test_a_paused_game_is_played_to_its_end_once_it_may_go_on() -> None:
    desktop = _desktop()
    asked: list[int] = []

    def go_on() -> bool:
        asked.append(len(desktop.clicks))
        desktop.resume()
        return True

    _play(desktop, go_on)
    assert asked == [3]
    assert len(desktop.clicks) > 3
    assert desktop.game.game.outcome is not Outcome.PLAYING


def test_asking_for_guesses_waits_until_the_mouse_rests(tmp_path: Path) -> None:
    faults = Faults(schedule=((0, Incident.PERSON_OPENED),))
    desktop = make_virtual_desktop(
        Level(9, 9, 1), "square", "classic", 3, pitch=24, monitors=(Monitor(ROOM),), faults=faults
    )
    plan = Plan(guess=GuessMode.ASK, mines=1, policy="lowest_risk", as_json=True)
    play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
    assert desktop.game.game.outcome is Outcome.WON


def test_ctrl_c_while_a_guess_is_waited_for_tells_how_far_the_game_came(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    desktop = _desktop()
    machine = desktop.machine()
    resume = desktop.resume

    def interrupted() -> None:
        resume()
        raise KeyboardInterrupt

    desktop.resume = interrupted  # type: ignore[method-assign]
    plan = Plan(guess=GuessMode.ASK, mines=10, policy="lowest_risk")
    with pytest.raises(StoppedError) as stopped:
        play_games(machine, (ROOM,), kept_library(tmp_path), plan)
    assert stopped.value.told
    told = capsys.readouterr().err
    assert "your move: " in told
    assert "stopped in " in told and "by Ctrl-C" in told


def test_a_step_may_be_answered_with_the_mouse_at_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = _desktop()

    def confirm(question: str, err: bool) -> bool:
        desktop.person_moves(Point(400, 400))
        return True

    monkeypatch.setattr("autoplay.cli.progress.click.confirm", confirm)
    plan = Plan(step=True, mines=10, policy="lowest_risk", as_json=True)
    play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
    assert desktop.game.game.outcome is not Outcome.PLAYING


def _desktop_with_a_popup() -> tuple[VirtualDesktop, PlainWindow]:
    """Return a game over which a window comes after the second click, once."""
    desktop = _desktop()
    popup = PlainWindow("mail", "read me", Region(230, 240, 150, 90), Monitor(ROOM))
    check, came = desktop.check, False

    def check_after_it_came() -> None:
        nonlocal came
        if len(desktop.clicks) == 2 and not came:
            came = True
            desktop.windows.append(popup)
        check()

    desktop.check = check_after_it_came  # type: ignore[method-assign]
    return desktop, popup


def test_a_person_who_plays_no_further_has_stopped_it_for_the_reason_of_the_pause(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    desktop, _ = _desktop_with_a_popup()
    monkeypatch.setattr("autoplay.cli.progress.click.confirm", lambda question, err: False)
    monkeypatch.setattr("autoplay.cli.person.is_answered", lambda: True)
    monkeypatch.setattr("autoplay.cli.play_games.bundles", lambda: tmp_path / "bundles")
    plan = Plan(mines=10, policy="lowest_risk")
    with pytest.raises(StoppedError) as stopped:
        play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
    assert stopped.value.told
    assert not (tmp_path / "bundles").exists()
    (line,) = re.findall("stopped in .*", capsys.readouterr().err)
    why = "you ended play where something lies over the board, at 2,2 and around it"
    assert line.endswith(f": {why}")


def test_what_ended_play_is_told_whole_without_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autoplay.cli.person.is_answered", lambda: True)
    asked: list[str] = []

    def ask(question: str) -> bool:
        asked.append(question)
        return False

    manner = manner_of(Plan(), _desktop().machine(), ask)
    what = "2 cells could be something else: 3,4, 5,6"
    with pytest.raises(StoppedError) as stopped:
        manner.look_again(UnreadableError(what, more="move it away"))
    assert str(stopped.value) == f"stopped: you ended play where {what}"
    assert asked == [f"{what}; move it away\nplay on?"]


@pytest.mark.parametrize("at_a_terminal", [True, False])
def test_a_person_at_a_terminal_may_move_away_what_came_over_the_board(
    at_a_terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop, popup = _desktop_with_a_popup()

    def confirm(question: str, err: bool) -> bool:
        asked.append(question)
        desktop.windows.remove(popup)
        desktop.person_moves(Point(400, 400))
        return True

    asked: list[str] = []
    monkeypatch.setattr("autoplay.cli.progress.click.confirm", confirm)
    monkeypatch.setattr("autoplay.cli.person.is_answered", lambda: at_a_terminal)
    plan = Plan(mines=10, policy="lowest_risk", as_json=True)
    with nullcontext() if at_a_terminal else pytest.raises(VisionError):
        play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
        assert desktop.game.game.outcome is not Outcome.PLAYING
    assert [question.endswith("play on? (Enter ends play)") for question in asked] == (
        [True] if at_a_terminal else []
    )


@pytest.mark.parametrize("at_a_terminal", [True, False])
def test_a_person_at_a_terminal_may_remove_their_flag(
    at_a_terminal: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = _desktop()
    desktop.deliver(desktop.game, Target.CELL, Cell(40), "left")
    flags = sorted(analyze(desktop.game.game.board()).safe)

    def toggle() -> None:
        for cell in flags:
            desktop.deliver(desktop.game, Target.CELL, cell, "right")
        desktop.sleep(0.1)

    toggle()
    asked: list[str] = []

    def confirm(question: str, err: bool) -> bool:
        asked.append(question)
        toggle()
        return True

    monkeypatch.setattr("autoplay.cli.progress.click.confirm", confirm)
    monkeypatch.setattr("autoplay.cli.person.is_answered", lambda: at_a_terminal)
    monkeypatch.setattr("autoplay.cli.play_games.bundles", lambda: tmp_path / "bundles")
    plan = Plan(mines=10, policy="lowest_risk", as_json=True)
    finished = play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
    assert (finished.result is Result.FLAGGED) != at_a_terminal
    assert len(asked) == at_a_terminal
    assert not (tmp_path / "bundles").exists()


@pytest.mark.parametrize("dry_run", [True, False])
def test_on_a_finished_board_only_what_can_be_given_is_named(dry_run: bool, tmp_path: Path) -> None:
    desktop = _desktop()
    board = desktop.game.game.board()
    desktop.game.repaint(labels=bytes([Label.EXPLODED, *board.labels[1:]]))
    plan = Plan(mines=10, dry_run=dry_run)
    with pytest.raises(UsageError, match="is over: start a new one") as over:
        play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
    assert ("--games" in str(over.value)) != dry_run


def test_a_step_is_asked_for_by_all_that_it_clicks() -> None:
    board = Board.covered(make_topology("square", 9, 9), 10)
    moves = [Action(Verb.OPEN, Cell(cell)) for cell in range(14)]
    assert question_of(board, moves[:2]) == "open 0,0, open 0,1?"
    assert question_of(board, moves).endswith(", open 1,2 and 2 more?")
