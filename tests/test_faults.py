"""The fault campaign at a small size: no harm under faults of every kind, by a witness."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from autoplay.bench.faults import FaultGame, Report, campaign, judged, play_with_faults
from autoplay.bench.witness import HangError, Witness
from autoplay.cli.bench_faults import command
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Target, VirtualDesktop, make_virtual_desktop
from autoplay.errors import UsageError
from autoplay.game import Action, Board, Cell, FirstClick, Label, Verb
from autoplay.play.events import Finished, Guess, Result
from autoplay.policy import Advice
from autoplay.policy.opener import Opener


def test_no_fault_makes_it_do_harm() -> None:
    report = Report()
    for index in range(4):
        report.add(play_with_faults(index, seed=1, share=0.02))
    assert (report.clicks_outside, report.clicks_on_wrong_reading, report.hangs) == (0, 0, 0)
    assert report.false_results == 0


def _lost_game() -> tuple[VirtualDesktop, Cell]:
    """Return a desktop whose game has been lost, and the cell that was opened last."""
    desktop = make_virtual_desktop()
    desktop.click(desktop.game.center(0), "left")
    minefield = desktop.game.game.minefield
    assert minefield is not None
    mine = max(minefield.mines)
    desktop.click(desktop.game.center(mine), "left")
    return desktop, mine


def _told_lost(cell: tuple[int, int]) -> Finished:
    guesses = [Guess(cell=cell, risk=0.5)]
    return Finished(seconds=1.0, result=Result.LOST, clicks=2, bbbv=None, guesses=guesses)


@pytest.mark.parametrize("is_replaced", [False, True])
def test_a_game_is_lost_on_the_guess_that_was_told_whatever_comes_after_it(
    *, is_replaced: bool
) -> None:
    desktop, mine = _lost_game()
    begun = desktop.game
    desktop.click(begun.center(mine - 1), "right")
    if is_replaced:  # by a wider one, where that cell is elsewhere
        desktop.windows[desktop.windows.index(begun)] = make_virtual_desktop("expert").game
    row, col = begun.style.topology.row_col(mine)
    assert judged(desktop, begun, _told_lost((row, col)))[0] == "lost_on_guess"
    assert judged(desktop, begun, _told_lost((row, col + 1)))[0] == "false_result"


def test_a_game_that_goes_on_is_not_lost() -> None:
    desktop = make_virtual_desktop()
    desktop.click(desktop.game.center(0), "left")
    ending = judged(desktop, desktop.game, _told_lost((0, 0)))
    assert ending == ("false_result", "the game is not lost")


def test_a_game_played_alone_is_click_by_click_that_of_its_campaign() -> None:
    in_a_row = [*campaign(range(6), seed=5, share=0.02)]
    assert [*campaign((5, 3), seed=5, share=0.02)] == [in_a_row[5], in_a_row[3]]
    assert len({game.trace for game in in_a_row}) > 1


def test_some_games_are_played_with_flags(monkeypatch: pytest.MonkeyPatch) -> None:
    traces = set()
    for share in (0.0, 1.0):
        monkeypatch.setattr("autoplay.bench.faults.FLAGGED", share)
        game = play_with_faults(0, seed=5, share=0.0)
        assert game.is_harmless
        traces.add(game.trace)
    assert len(traces) == 2


def test_a_campaign_goes_on_where_it_was_interrupted() -> None:
    options = ["--games", "4", "--seed", "5", "--share", "0.02", "--json"]
    whole, rest = (
        CliRunner().invoke(command, [*options, *more]).stdout.splitlines()
        for more in ([], ["--from", "2"])
    )
    assert rest[:-1] == whole[2:-1]
    assert json.loads(rest[-1])["games"] == 2


@pytest.mark.parametrize("options", [["--from", "5"], ["--from", "1", "--only", "2"]])
def test_games_that_are_not_there_are_not_played(options: list[str]) -> None:
    done = CliRunner().invoke(command, ["--games", "4", *options])
    assert isinstance(done.exception, UsageError)
    assert not done.stdout


def test_a_game_does_not_depend_on_the_process_that_plays_it() -> None:
    command = ["bench", "faults", "--seed", "5", "--share", "0.02", "--only", "3", "--json"]
    lines = subprocess.run(
        [sys.executable, "-m", "autoplay", *command],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        capture_output=True,
        text=True,
        check=False,
    ).stdout.splitlines()
    assert json.loads(lines[0])["trace"] == play_with_faults(3, seed=5, share=0.02).trace


class _Certain:
    """Calls every covered cell certainly safe."""

    name = "certain"

    def advise(self, board: Board) -> Advice:
        cells = [Cell(n) for n, label in enumerate(board.labels) if label == Label.COVERED]
        return Advice(tuple(Action(Verb.OPEN, cell) for cell in cells), 0.0, "certain")


def test_a_mine_that_was_certainly_none_is_a_false_result(monkeypatch: pytest.MonkeyPatch) -> None:
    def opened_first(*_: object) -> Opener:
        return Opener(_Certain(), FirstClick.SAFE)

    monkeypatch.setattr("autoplay.bench.faults.make_policy", opened_first)
    game = play_with_faults(0, 5, share=0.0)
    assert game.ending == "false_result" and "held a mine" in game.message


def test_a_click_without_a_reading_is_counted_as_wrong() -> None:
    desktop = make_virtual_desktop()
    witness = Witness(desktop, resumes=False)
    witness.click(desktop.game.center(0))
    assert witness.wrong_clicks == 1
    assert desktop.clicks[0].target is Target.CELL


def test_a_game_that_never_ends_is_a_hang(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("autoplay.bench.witness.MOST_CALLS", 5)
    witness = Witness(make_virtual_desktop(), resumes=False)
    with pytest.raises(HangError):
        for _ in range(6):
            witness.grab(Region(0, 0, 10, 10))


def test_every_ending_is_counted_once() -> None:
    report = Report()
    for ending in ("won", "likely_won", "lost_on_guess", "hang", "false_result", "LostBoardError"):
        report.add(FaultGame(0, ending, (), 0, 0))
    assert report.json() == {
        "games": 6,
        "won": 1,
        "likely_won": 1,
        "lost_on_guess": 1,
        "named_errors": {"LostBoardError": 1},
        "clicks_outside": 0,
        "clicks_on_wrong_reading": 0,
        "hangs": 1,
        "false_results": 1,
    }


def test_people_are_told_the_sum_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    games = [FaultGame(n, "LostBoardError", ("late_repaint",), 0, 0) for n in range(2)]
    games.append(FaultGame(2, "hang", ("late_repaint", "dialog"), 1, 0, "it went on"))
    monkeypatch.setattr("autoplay.bench.faults.campaign", lambda *given: iter(games))
    lines = CliRunner().invoke(command, ["--games", "3"]).output.splitlines()
    assert lines[0] == (
        "game 2: hang: it went on; 1 click outside the cells, 0 clicks on a wrong reading; "
        "faults: dialog, late repaint"
    )
    assert "named errors             2 LostBoardError" in lines
    assert not any("{" in line for line in lines)


def test_the_last_line_of_the_command_is_the_report() -> None:
    done = CliRunner().invoke(command, ["--games", "0", "--json"])
    assert json.loads(done.stdout.splitlines()[-1])["games"] == 0
