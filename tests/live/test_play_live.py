"""The main job on real games: find, calibrate, play to a real end, with no misread.

A misread shows as an error (a contradiction, a cell that changed, a click without effect), or as
a mine hit by a move that was certain; either fails the test.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from autoplay.play.restart import USUAL_WAYS
from tests.live.games import GAMES, RunningGame, wait_until_quiet
from tests.live.screen import PrivateScreen
from tests.live.troubles import xrandr

pytestmark = pytest.mark.live

PLAYED = [
    ("xbomb-square-1", 2),
    ("xbomb-square-3", 1),
    ("xdemineur", 1),
    ("sgt-mines", 2),
    ("xbomb-hex-1", 1),
    ("xbomb-tri-1", 1),
    ("kmines-easy-default", 2),
    *([("winemine", 2)] if GAMES["winemine"].is_installed() else []),
]


def _autoplay(screen: PrivateScreen, home: Path, *arguments: str) -> tuple[int, str, str]:
    environment = dict(os.environ) | {"DISPLAY": screen.display, "XDG_CONFIG_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "autoplay", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def _finished(output: str) -> list[dict[str, Any]]:
    events = [json.loads(line) for line in output.splitlines()]
    return [event for event in events if event["event"] == "finished"]


@pytest.mark.parametrize(("name", "games"), PLAYED)
def test_calibrate_then_run_plays_a_real_game_to_its_end(
    xvfb: PrivateScreen,
    game: Callable[[str], RunningGame],
    tmp_path: Path,
    name: str,
    games: int,
) -> None:
    real = GAMES[name]
    game(name)
    told = () if real.restart in USUAL_WAYS else ("--restart", real.restart)
    calibrate = ("--calibrate", "--name", "mine", "--json", *told)
    code, output, errors = _autoplay(xvfb, tmp_path, *calibrate)
    assert code == 0, errors
    found = json.loads(output)
    assert (found["rows"], found["cols"], found["topology"]) == (real.rows, real.cols, real.shape)
    assert Path(found["picture"]).stat().st_size > 0

    run = ("run", "--games", str(games), "--stop-key", "f9", "--json")
    code, output, errors = _autoplay(xvfb, tmp_path, *run)
    assert code in (0, 1), errors
    results = _finished(output)
    assert len(results) == games
    for result in results:
        assert result["result"] in ("won", "likely_won", "lost")
        if result["result"] == "lost":
            assert result["guesses"][-1]["risk"] > 0
            assert _last_advice_was_a_guess(output, results.index(result))


def test_that_a_real_game_has_chords_is_learned_where_mines_are_flagged(
    xvfb: PrivateScreen, game: Callable[[str], RunningGame], tmp_path: Path
) -> None:
    game("sgt-mines")
    code, _, errors = _autoplay(xvfb, tmp_path, "--calibrate", "--name", "mine")
    assert code == 0, errors
    kept = next(tmp_path.rglob("mine.toml"))
    kept.write_text(kept.read_text().replace("chords = true\n", ""))
    code, output, errors = _autoplay(xvfb, tmp_path, "run", "--flags", "--games", "2", "--json")
    assert code in (0, 1), errors
    assert '"chord ' in output
    assert "\nchords = true\n" in kept.read_text()


def test_what_calibration_shows_is_gone_when_the_game_is_to_be_played(
    xvfb: PrivateScreen, game: Callable[[str], RunningGame], tmp_path: Path
) -> None:
    game("xbomb-square-1")
    code, output, errors = _autoplay(xvfb, tmp_path, "--calibrate")
    assert code == 0, errors
    assert "picture: " in output
    code, output, errors = _autoplay(xvfb, tmp_path, "run", "--games", "2", "--json")
    assert code in (0, 1), errors
    assert len(_finished(output)) == 2


def test_nothing_is_opened_in_a_new_game_before_its_first_move(
    xvfb: PrivateScreen, game: Callable[[str], RunningGame], tmp_path: Path
) -> None:
    """Its restart key must not overtake the click that gives the window the keyboard."""
    game("xbomb-square-1")
    code, output, errors = _autoplay(xvfb, tmp_path, "run", "--games", "4", "--json")
    assert code in (0, 1), errors
    events = [json.loads(line) for line in output.splitlines()]
    first = [look for look, event in pairwise(events) if event["event"] == "started"]
    assert len(first) == 4
    assert [look["covered"] for look in first] == [sum(map(len, look["board"])) for look in first]


def test_a_game_on_the_second_of_two_monitors_is_found_and_played(
    xvfb: PrivateScreen, game: Callable[[str], RunningGame], tmp_path: Path
) -> None:
    running = game("xbomb-square-1")
    left, right = "640/150x1024/200+0+0", "640/150x1024/200+640+0"
    display = xvfb.connection()
    try:
        xrandr(xvfb, "--setmonitor", "left", left, "screen")
        xrandr(xvfb, "--setmonitor", "right", right, "none")
        display.create_resource_object("window", running.window).configure(x=720, y=90)
        display.sync()
        wait_until_quiet(xvfb)
        code, _, errors = _autoplay(xvfb, tmp_path, "run", "--monitor", "1", "--games", "1")
        assert code == 3, errors
        assert "no Minesweeper here" in errors
        for chosen in (["--monitor", "2"], []):
            run = ("run", *chosen, "--games", "2", "--json")
            code, output, errors = _autoplay(xvfb, tmp_path, *run)
            assert code in (0, 1), errors
            results = [result["result"] for result in _finished(output)]
            assert len(results) == 2
            assert set(results) <= {"won", "likely_won", "lost"}
    finally:
        for name in ("left", "right"):
            xrandr(xvfb, "--delmonitor", name)
        display.close()


def _last_advice_was_a_guess(output: str, number: int) -> bool:
    """Whether the last advice before the end of this game had a risk."""
    games, current = list[list[dict[str, Any]]](), list[dict[str, Any]]()
    for line in output.splitlines():
        event = json.loads(line)
        current.append(event)
        if event["event"] == "finished":
            games.append(current)
            current = []
    advice = [event for event in games[number] if event["event"] == "advised"]
    return bool(advice[-1]["risk"] > 0)
