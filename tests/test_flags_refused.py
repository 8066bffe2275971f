"""A game that takes no more flags is played on without: they are only for show."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.game import Action, Cell, Level, Verb, parse_board
from autoplay.play.due import Flagging
from autoplay.play.events import Result
from autoplay.play.recorded import load_recording
from autoplay.play.replay import replay
from tests.kept_library import kept_library

ROOM = Region(0, 0, 480, 480)


def _desktop() -> VirtualDesktop:
    """Return a game that takes no flags, and needs a guess after some are due."""
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", "classic", 17, pitch=24, monitors=(Monitor(ROOM),)
    )
    click = desktop.click

    def click_but_no_flag(point: Point, button: str = "left") -> None:
        if button != "right":
            click(point, button)

    desktop.click = click_but_no_flag  # type: ignore[method-assign]
    return desktop


def test_a_game_without_flags_is_played_on_and_told_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desktop = _desktop()
    plan = Plan(mines=10, policy="lowest_risk", flags=True, record=tmp_path / "kept")
    finished = play_games(desktop.machine(), (ROOM,), kept_library(tmp_path), plan)
    assert finished.result is Result.WON
    assert capsys.readouterr().err.count("the game takes no more flags (flag ") == 1
    assert replay(load_recording(tmp_path / "kept" / "game-001")).differences == ()


def test_flags_that_were_taken_are_no_sign_of_a_refusal() -> None:
    board, flagged = (parse_board(rows) for rows in ("1#\n1#", "1F\n1#"))
    flag, opened = Action(Verb.FLAG, Cell(1)), Action(Verb.OPEN, Cell(3))
    flagging = Flagging(wanted=True)
    assert not flagging.refused(board, flagged, [flag])
    assert not flagging.refused(board, board, [opened])
    before = parse_board("1#\n11")
    assert flagging.due(before) == [flag]
    assert flagging.refused(before, before, [flag]) == [flag]
    assert flagging.due(before) == []
