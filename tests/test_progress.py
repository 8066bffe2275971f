"""What a person reads of a game that ended."""

from __future__ import annotations

from collections import Counter

import click
import pytest
from rich.live import Live

from autoplay.cli.progress import result_line, show, total_line
from autoplay.play.events import Finished, Result


def _won(bbbv: int | None) -> Finished:
    return Finished(seconds=1.5, result=Result.WON, clicks=3, bbbv=bbbv, guesses=[], message=None)


def test_the_result_tells_the_3bv_and_its_speed() -> None:
    assert result_line(_won(3)) == "won in 1.50 s, 3 clicks, 3BV 3 (2.0 3BV/s), 0 guesses"


def test_a_3bv_that_is_not_known_is_left_out() -> None:
    assert result_line(_won(None)) == "won in 1.50 s, 3 clicks, 0 guesses"


def test_several_games_are_summed_up_in_a_line() -> None:
    ended = Counter({Result.LOST: 2, Result.WON: 7})
    assert total_line(ended) == "9 games: 7 won, 2 lost"


def test_the_bar_keeps_still_while_a_question_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Live] = []

    def start(live: Live, refresh: bool = False) -> None:
        drawn.append(live)

    def stop(live: Live) -> None:
        drawn.remove(live)

    monkeypatch.setattr(Live, "start", start)
    monkeypatch.setattr(Live, "stop", stop)
    during: list[int] = []

    def confirm(question: str, err: bool) -> bool:
        during.append(len(drawn))
        return True

    monkeypatch.setattr(click, "confirm", confirm)
    with show(as_json=False, board=False, odds=False) as shown:
        assert len(drawn) == 1
        assert shown.ask("open 0,0?")
        assert len(drawn) == 1
    assert during == [0]
