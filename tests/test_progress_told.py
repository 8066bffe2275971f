"""Where no terminal shows a bar, a long measurement says now and then how far it is."""

from __future__ import annotations

import pytest
from rich.text import Text

from autoplay.cli.progress_told import FIRST, progress_told


def test_a_line_is_printed_once_in_a_while(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter([0.0, 1.0, FIRST, FIRST + 1, 3 * FIRST, 3 * FIRST + 1])
    with progress_told(9, "games", clock=lambda: next(seconds)) as tell:
        for done in range(1, 6):
            tell(done, "won 50%" if done > 2 else "")
    told = capsys.readouterr()
    assert told.err.splitlines() == ["2 of 9 games", "4 of 9 games: won 50%"]
    assert told.out == ""


def test_the_lines_of_an_hour_are_few(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter(range(3601))
    with progress_told(3600, "games", clock=lambda: next(seconds)) as tell:
        for done in range(1, 3601):
            tell(done, "")
    said = [int(line.split()[0]) for line in capsys.readouterr().err.splitlines()]
    assert said == [10, 30, 70, 150, 310, 630, 1270, 2550]


@pytest.mark.parametrize("more", [{}, {"NO_COLOR": "1"}], ids=["colours", "no-colours"])
@pytest.mark.parametrize(
    ("columns", "has_bar", "known"),
    [
        (40, False, "won 38.18%"),
        (60, False, "won 38.18% (35.36% to 41.09%)"),
        (80, True, "won 38.18% (35.36% to 41.09%)"),
    ],
)
def test_a_narrow_terminal_loses_the_bar_and_then_the_interval(
    columns: int,
    has_bar: bool,
    known: str,
    more: dict[str, str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    terminal = {"COLUMNS": str(columns), "TERM": "xterm", "FORCE_COLOR": "1"}
    with pytest.MonkeyPatch.context() as patched:
        for name, value in (terminal | more).items():
            patched.setenv(name, value)
        _tell_of_a_simulation()
    err = capsys.readouterr().err
    drawn = [Text.from_ansi(line).plain.rstrip() for line in err.splitlines()]
    last = next(line for line in reversed(drawn) if line)
    assert " 60000/100000 " in f" {last}" and last.endswith(known)
    assert len(last) <= columns
    assert ("━" in last) == has_bar


def _tell_of_a_simulation() -> None:
    with progress_told(100_000, "games") as tell:
        tell(60_000, "won 38.18% (35.36% to 41.09%)")


def test_nothing_is_told_where_only_the_result_is_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with progress_told(9, "games", quiet=True, clock=lambda: 1e9) as tell:
        tell(1, "")
    assert capsys.readouterr() == ("", "")
