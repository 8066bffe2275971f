"""Whole games of drawn looks, learned while they are played: what is told of them is so."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from autoplay.bench.drawn import DrawnGame
from autoplay.bench.unseen import Report, UnseenGame, play_many, play_unseen
from autoplay.cli.bench_unseen import command
from autoplay.desktop.ports import Point
from autoplay.game import Board, Outcome, format_rows

GAME = UnseenGame(0, "flat", "square", 9, 9, 20.0, "won", False, "", False, 0, "")


def test_games_never_seen_are_played_to_their_true_end() -> None:
    report = Report()
    for game in play_many(3, seed=3):
        report.add(game)
    assert report.won + report.lost == 3
    assert report.is_clean


def test_a_game_is_the_same_alone() -> None:
    assert [*play_many(9, seed=3, only=1)] == [play_unseen(1, seed=3)]


def test_a_cell_read_as_what_it_does_not_show_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(board: Board) -> list[str]:
        return [row.replace("1", "2") for row in format_rows(board)]

    monkeypatch.setattr("autoplay.bench.unseen.format_rows", rows)  # what it was told to show
    game = play_unseen(1, seed=3)
    assert game.misread.endswith("2 read as 1")
    assert not game.is_harmless


def test_a_drawn_game_opens_the_cell_that_is_clicked_and_counts_other_clicks() -> None:
    drawn = DrawnGame("a game")
    before = drawn.grab(drawn.whole).pixels.copy()
    layout, (x, y) = drawn.scene.layout, drawn.scene.origin
    middle = layout.middle(2, 3)
    drawn.click(Point(x + middle[0], y + middle[1]))
    after = drawn.grab(drawn.whole).pixels
    cell = 2 * layout.topology.cols + 3
    assert drawn.shown[cell].is_number
    assert drawn.outcome is Outcome.PLAYING
    assert not np.array_equal(before, after)
    drawn.click(Point(x - 3 * layout.pitch_x, y))
    assert drawn.outside == 1


@pytest.mark.parametrize(
    "harm", [{"misread": "0,0: 1 read as 2"}, {"is_false": True}, {"clicks_outside": 1}]
)
def test_harm_is_counted(harm: dict[str, object]) -> None:
    report = Report()
    report.add(GAME)
    assert report.is_clean
    report.add(replace(GAME, **harm))  # type: ignore[arg-type]
    assert not report.is_clean


def test_what_was_not_played_to_its_end_is_counted_by_its_name() -> None:
    report = Report()
    report.add(replace(GAME, ending="not found", opened_first=True))
    assert report.json() | {"games": 1, "opened_first": 1, "others": {"not found": 1}} == (
        report.json()
    )


def test_people_are_told_of_a_game_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    game = replace(GAME, ending="not found", message="no grid of like cells was found")
    harmful = replace(GAME, misread="0,0: 1 read as 2", is_false=True, clicks_outside=1)
    monkeypatch.setattr(
        "autoplay.bench.unseen.play_many", lambda *given, **named: iter([game, harmful])
    )
    lines = CliRunner().invoke(command, ["--games", "2"]).output.splitlines()
    assert lines[:2] == [
        "game 0 (9x9 squares of 20 px, flat): not found; no grid of like cells was found",
        "game 0 (9x9 squares of 20 px, flat): won, which is not so; misread at 0,0: 1 read as 2; "
        "1 click beside the board",
    ]
    assert "others                   1 not found" in lines


def test_the_command_prints_a_line_a_game_and_the_sum() -> None:
    done = CliRunner().invoke(command, ["--seed", "3", "--only", "1", "--json"])
    game, total = (json.loads(line) for line in done.output.splitlines())
    assert game["index"] == 1
    assert total["games"] == 1
    assert total["won"] + total["lost"] == 1
