"""What a person reads of a game that ended."""

from __future__ import annotations

from autoplay.cli.progress import result_line
from autoplay.play.events import Finished, Result


def _won(bbbv: int | None) -> Finished:
    return Finished(seconds=1.5, result=Result.WON, clicks=3, bbbv=bbbv, guesses=[], message=None)


def test_the_result_tells_the_3bv_and_its_speed() -> None:
    assert result_line(_won(3)) == "won in 1.50 s, 3 clicks, 3BV 3 (2.0 3BV/s), 0 guesses"


def test_a_3bv_that_is_not_known_is_left_out() -> None:
    assert result_line(_won(None)) == "won in 1.50 s, 3 clicks, 0 guesses"
