"""Where no terminal shows a bar, a long measurement says now and then how far it is."""

from __future__ import annotations

import pytest

from autoplay.cli.progress_told import EVERY, progress_told


def test_a_line_is_printed_once_in_a_while(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter([0.0, 1.0, EVERY, EVERY + 1, 3 * EVERY, 3 * EVERY + 1])
    with progress_told(9, "games", clock=lambda: next(seconds)) as tell:
        for done in range(1, 6):
            tell(done, "won 50%" if done > 2 else "")
    told = capsys.readouterr()
    assert told.err.splitlines() == ["2 of 9 games", "4 of 9 games: won 50%"]
    assert told.out == ""


def test_nothing_is_told_where_only_the_result_is_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress_told(9, "games", quiet=True, clock=lambda: 1e9) as tell:
        tell(1, "")
    assert capsys.readouterr() == ("", "")
