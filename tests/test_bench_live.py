"""The ledger of live games."""

from __future__ import annotations

import json
import time
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import NoReturn, cast

import pytest
from click.testing import CliRunner

from autoplay.bench.ledger import Ledger, TimedEyes, TimedPolicy
from autoplay.bench.live import LiveGame, LiveReport, measure
from autoplay.bench.program import running
from autoplay.calibration import Library
from autoplay.cli.bench_live import tried
from autoplay.cli.main import group
from autoplay.desktop import real
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import AutoplayError, LostBoardError, NoBoardError, StoppedError, UsageError
from autoplay.game import Level
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Finished, Listener, Result
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy
from tests.another_game import AnotherGame


def _finished(result: Result, seconds: float, message: str | None = None) -> Finished:
    return Finished(seconds=seconds, result=result, clicks=50, bbbv=40, guesses=[], message=message)


def test_each_click_but_the_first_of_a_look_was_aimed_and_each_look_has_its_own_time() -> None:
    area = Region(0, 0, 640, 480)
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 3, pitch=24, monitors=(Monitor(area),)
    )
    ledger = Ledger()
    machine = ledger.timed_machine(desktop.machine())
    found = find_game(desktop.machine(), Library(()), area, mines=10)
    game = screen_game(machine, found, Tempo(), lambda eyes: TimedEyes(eyes, ledger))
    policy = TimedPolicy(make_policy("lowest_risk"), ledger)
    with ledger.booking():
        finished = Session(game, policy, machine.clock.now).run()
    assert len(ledger.calls["click"]) == finished.clicks
    aimed = len(ledger.calls["aim"])
    assert finished.clicks - len(ledger.looks) <= aimed < finished.clicks
    assert len(ledger.looks) == len(ledger.calls["think"])
    assert min(ledger.looks) > 0


class _Spent(list[float]):
    """Seconds that are not gone through again."""

    def __iter__(self) -> NoReturn:
        raise AssertionError


def test_a_look_is_told_without_summing_all_that_went_before() -> None:
    ledger = Ledger()
    ledger.calls = {stage: _Spent() for stage in ledger.calls}
    with ledger.booking():
        for stage in ("read", "think", "wait"):
            with ledger.timed(stage):
                pass
        ledger.answered()
        ledger.end_aim()  # a click whose capture is that of the look
        with ledger.timed("grab"):
            pass
        ledger.end_aim()  # the capture was made to aim
        ledger.end_look()
        ledger.end_look()
    own = ledger.calls["read"][0] + ledger.calls["think"][0]
    assert ledger.looks == [pytest.approx(own), 0.0]


def test_the_floor_is_clicks_by_the_accepted_rate_and_what_the_looks_waited_for_the_game() -> None:
    ledger = Ledger()
    ledger.looks = [0.001] * 10
    game = LiveGame(_finished(Result.WON, 2.0))
    waited = iter([7.0, 7.5, 7.5, 9.5])
    with ledger.booking(), ledger.waiting(lambda: next(waited)):
        pass
    with ledger.waiting(lambda: next(waited)):  # a game to warm up
        pass
    report = LiveReport((game, game), ledger, clicks_per_second=100).json()
    assert report["floor_seconds"] == pytest.approx(100 / 100 + 0.05 * 10)
    assert report["times_floor"] == pytest.approx(4 / 1.5, abs=0.001)


def test_no_settle_time_at_all_can_be_tried() -> None:
    tempo = tried(Tempo(clicks_per_second=50.0, settle=0.02), None, 0.0)
    assert (tempo.clicks_per_second, tempo.settle, tempo.fixed) == (50.0, 0.0, False)
    assert tried(tempo, 200.0, None).fixed


def test_a_game_that_fails_is_one_of_the_games() -> None:
    policy = TimedPolicy(make_policy("lowest_risk"), Ledger())
    restarts: list[int] = []

    def play(keep: Listener) -> None:
        if not restarts:
            keep(_finished(Result.ERROR, 1.0, "gone"))
            raise LostBoardError("gone")
        keep(_finished(Result.WON, 1.0))

    played = list(measure(2, play, policy, lambda: restarts.append(1)))
    report = LiveReport(tuple(played), policy.ledger, 100).json()
    assert (report["games"], report["won"], report["errors"]) == (2, 1, ["gone"])


def test_games_played_to_warm_up_are_not_measured() -> None:
    policy = TimedPolicy(make_policy("lowest_risk"), Ledger())
    seconds = iter([9.0, 8.0, 1.0, 2.0])

    def play(keep: Listener) -> None:
        with policy.ledger.timed("click"):
            keep(_finished(Result.WON, next(seconds)))

    played = list(measure(2, play, policy, lambda: None, warm_up=2))
    assert [game.finished.seconds for game in played] == [1.0, 2.0]
    assert len(policy.ledger.calls["click"]) == 2


def test_the_error_that_a_game_to_warm_up_ends_in_is_told() -> None:
    policy = TimedPolicy(make_policy("lowest_risk"), Ledger())

    def play(keep: Listener) -> None:
        keep(_finished(Result.ERROR, 1.0, "in doubt"))
        raise LostBoardError("in doubt")

    with pytest.raises(LostBoardError, match="in doubt"):
        list(measure(2, play, policy, lambda: pytest.fail("began another game"), warm_up=1))


def test_what_no_stage_accounts_for_is_told() -> None:
    ledger = Ledger()
    ledger.calls["click"], ledger.calls["wait"] = [0.5], [0.3, 0.1]
    game = LiveGame(_finished(Result.WON, 1.0))
    report = LiveReport((game,), ledger, 100).json()
    assert report["unbooked_seconds"] == pytest.approx(0.1)


def test_what_is_done_between_two_games_is_not_booked() -> None:
    policy = TimedPolicy(make_policy("lowest_risk"), Ledger())

    def restart() -> None:
        with policy.ledger.timed("wait"):
            pass

    assert (
        len(list(measure(2, lambda keep: keep(_finished(Result.WON, 1.0)), policy, restart))) == 2
    )
    assert policy.ledger.calls["wait"] == []


def test_a_certain_move_that_hits_a_mine_was_a_misread() -> None:
    policy = TimedPolicy(make_policy("lowest_risk"), Ledger())

    def play(keep: Listener) -> object:
        return Session(
            AnotherGame("#1\n#1\n#1\n##", mines=None), policy, time.monotonic, listeners=[keep]
        ).run()

    played = list(measure(2, play, policy, lambda: None))
    lost_on_a_guess = LiveGame(_finished(Result.LOST, 1.0))
    report = LiveReport((*played, lost_on_a_guess), Ledger(), 100).json()
    assert cast(int, report["misread"]) == 2


def test_a_program_that_cannot_be_started_is_said_in_one_line() -> None:
    desktop = make_virtual_desktop(Level(9, 9, 10), "square", "classic", 3)
    with (
        pytest.raises(UsageError, match="/nowhere/mines"),
        running("/nowhere/mines", desktop.machine(), [Region(0, 0, 50, 50)]),
    ):
        pass


def test_a_program_without_a_window_is_ended_again() -> None:
    desktop = make_virtual_desktop(Level(9, 9, 10), "square", "classic", 3)
    with (
        pytest.raises(NoBoardError, match="no window"),
        running("sleep 60", desktop.machine(), [Region(0, 0, 50, 50)]),
    ):
        pass


def test_a_program_that_fails_at_once_is_not_waited_for() -> None:
    desktop = make_virtual_desktop(Level(9, 9, 10), "square", "classic", 3)
    machine = replace(desktop.machine(), clock=real.RealClock())  # a real program takes real time
    with (
        pytest.raises(UsageError, match="ended with exit code 3 before it showed"),
        running("sh -c 'exit 3'", machine, [Region(0, 0, 50, 50)]),
    ):
        pass


@pytest.mark.parametrize("stop", [StoppedError("stopped"), KeyboardInterrupt()])
@pytest.mark.parametrize(("warm_up", "ends"), [(0, [Result.WON, Result.STOPPED]), (1, [])])
def test_a_game_that_the_person_stops_is_the_last_one_measured(
    stop: BaseException, warm_up: int, ends: list[Result]
) -> None:
    policy = TimedPolicy(make_policy("lowest_risk"), Ledger())
    coming = iter([Result.STOPPED] if warm_up else [Result.WON, Result.STOPPED, Result.WON])

    def play(keep: Listener) -> None:
        result = next(coming)
        keep(_finished(result, 1.0))
        if result is Result.STOPPED:
            raise stop

    played: list[LiveGame] = []
    with pytest.raises(type(stop)):
        played.extend(measure(9, play, policy, lambda: None, warm_up))
    assert [game.finished.result for game in played] == ends


@pytest.fixture
def desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> VirtualDesktop:
    """Return the desktop that commands find here, whose game no profile knows."""
    desktop = make_virtual_desktop("beginner", monitors=(Monitor(Region(0, 0, 640, 480)),))
    library = Library(((tmp_path / "calibration", tmp_path / "templates"),))
    monkeypatch.setattr(Library, "usual", lambda: library)
    monkeypatch.setattr(real, "real_machine", lambda stop_key: nullcontext(desktop.machine()))
    return desktop


def _end_the_second_game(desktop: VirtualDesktop, how: str) -> None:
    """Let the person stop the second game, or the first be followed by none."""
    click, press = desktop.click, desktop.press

    def stop(point: Point, button: str = "left") -> None:
        click(point, button)
        if desktop.games_begun == 2 and how == "Ctrl-C":
            raise KeyboardInterrupt
        if desktop.games_begun == 2:
            desktop.ask_to_stop()

    desktop.click = stop  # type: ignore[method-assign]
    desktop.press = press if how != "no restart" else lambda keys: None  # type: ignore[method-assign]


def test_a_game_on_the_second_monitor_is_measured_too(desktop: VirtualDesktop) -> None:
    beside = Monitor(Region(-640, 0, 640, 480))
    desktop.screens = (*desktop.screens, beside)
    desktop.game.put_on(beside)
    desktop.game.move_to(-600, 30)
    done = CliRunner().invoke(group, ["bench", "live", "--games", "1", "--restart", "F2"])
    assert (done.exit_code, desktop.games_begun) == (0, 1)


@pytest.mark.parametrize(("stop_key", "is_free"), [("escape", False), ("f9", True)])
def test_a_restart_by_the_stop_key_needs_another_one(
    desktop: VirtualDesktop, stop_key: str, is_free: bool
) -> None:
    words = ["bench", "live", "--games", "1", "--restart", "escape F2", "--stop-key", stop_key]
    done = CliRunner().invoke(group, words)
    assert desktop.games_begun == 1
    if is_free:
        assert done.exit_code == 0
    else:
        assert isinstance(done.exception, UsageError) and "--stop-key" in str(done.exception)


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize(
    ("how", "error", "counts"),
    [
        ("Ctrl-C", "stopped after 1 of 5 games", (2, 1)),
        ("stop key", "stopped", (2, 1)),
        ("no restart", "did not start again", (1, 0)),
    ],
)
def test_what_was_measured_is_told_though_a_later_game_is_interrupted(
    desktop: VirtualDesktop, how: str, error: str, counts: tuple[int, int], as_json: bool
) -> None:
    _end_the_second_game(desktop, how)
    words = ["bench", "live", "--restart", "F2", *(["--json"] if as_json else [])]
    done = CliRunner().invoke(group, words)
    assert isinstance(done.exception, AutoplayError) and error in str(done.exception)
    if as_json:
        report = json.loads(done.output)
        assert (report["games"], report["stopped"]) == counts
        # A click that is interrupted may have been made, and is not known to be.
        assert report["stages"]["click"]["calls"] - report["clicks"] in {0, 1}
        return
    told = [line.split() for line in done.output.splitlines()]
    assert ["games", str(counts[0])] in told and ["stopped", str(counts[1])] in told
    assert any(line[:1] == ["click"] for line in told)
