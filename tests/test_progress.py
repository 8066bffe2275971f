"""What a person reads of a game that ended."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import click
import msgspec
import pytest
from rich.console import Console, Group
from rich.live import Live
from rich.progress import Progress

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library
from autoplay.cli.game_lines import odds_line, result_line, total_line, your_move_line
from autoplay.cli.main import group, main
from autoplay.cli.plan import Plan
from autoplay.cli.play_games import play_games
from autoplay.cli.progress import show
from autoplay.cli.risk_colours import board_in_colour
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.errors import StoppedError
from autoplay.game import Action, Cell, FirstClick, Verb, parse_board
from autoplay.inference import analyze, best_known
from autoplay.play.events import (
    Advised,
    AnyEvent,
    Finished,
    Guess,
    Looked,
    Result,
    Started,
    Unseen,
)
from autoplay.policy import Advice, Premises, explained, make_policy, on_premises
from tests.boards import random_numbers_on_triangles
from tests.kept_library import kept_library


def _won(bbbv: int | None) -> Finished:
    return Finished(seconds=1.5, result=Result.WON, clicks=3, bbbv=bbbv, guesses=[], message=None)


def _ended(result: Result, message: str, clicks: int = 2) -> Finished:
    return Finished(seconds=1.5, result=result, clicks=clicks, bbbv=3, guesses=[], message=message)


def test_the_result_tells_the_3bv_and_its_speed() -> None:
    assert result_line(_won(3)) == "won in 1.50 s, 3 clicks, 3BV 3 (2.0 3BV/s), 0 guesses"


def test_a_3bv_that_is_not_known_is_left_out() -> None:
    assert result_line(_won(None)) == "won in 1.50 s, 3 clicks, 0 guesses"


def test_the_time_the_person_was_waited_for_is_told_apart_and_slows_nothing() -> None:
    line = result_line(msgspec.structs.replace(_won(3), seconds=61.5, waited=60.0))
    assert line.startswith("won in 1.50 s of play and 60.00 s of waiting, 3 clicks, 3BV 3 ")
    assert "(2.0 3BV/s)" in line
    assert result_line(msgspec.structs.replace(_won(3), waited=0.004)).startswith("won in 1.50 s, ")


def test_what_is_safe_by_an_assumed_total_is_told_as_that() -> None:
    guesses = [Guess((1, 2), 0.0, 99), Guess((1, 3), 0.25, 99)]
    event = msgspec.structs.replace(_won(None), guesses=guesses)
    told = "1 guess (mine risk 25%), 1 move rested on the assumed total of 99"
    assert told in result_line(event)
    alone = msgspec.structs.replace(event, guesses=guesses[:1] * 2)
    assert "0 guesses, 2 moves rested on the assumed total of 99" in result_line(alone)


def test_where_nothing_was_clicked_there_is_no_speed() -> None:
    line = result_line(_ended(Result.STOPPED, "dry run: would open 0,0", clicks=0))
    assert line == "stopped in 1.50 s, 0 clicks, 3BV 3, 0 guesses: dry run: would open 0,0"


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ("paused: the mouse was moved by hand", "the mouse was moved by hand"),
        ("stopped: the mouse is in a corner", "the mouse is in a corner"),
        ("stopped by Ctrl-C", "by Ctrl-C"),
    ],
)
def test_that_a_game_was_stopped_is_said_once(message: str, why: str) -> None:
    assert result_line(_ended(Result.STOPPED, message)).endswith(f" 0 guesses: {why}")


def test_what_an_error_says_is_left_to_its_own_line() -> None:
    assert result_line(_ended(Result.ERROR, "the board is gone")).endswith(", 0 guesses")


def test_who_stops_before_what_is_safe_by_an_assumed_total_is_told_how_to_have_it_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    reason = "2 cells are safe, if there are 10 mines in all"
    advised = Advised(
        actions=["open 0,2"], risk=0.0, reason=reason, win_probability=None, assumed_mines=10
    )
    for risk, told in ((0.0, f"{reason}; that total is assumed: tell it by --mines 10"), (0.2, "")):
        with show(as_json=False, board=False, odds=False) as shown:
            shown.listener(msgspec.structs.replace(advised, risk=risk))
            shown.listener(_ended(Result.UNDECIDED, reason))
        err = capsys.readouterr().err
        assert told in err and ("--mines" in err) == bool(told)


@pytest.mark.parametrize("as_json", [True, False])
def test_a_stop_is_told_once_and_programs_find_it_on_standard_error(
    as_json: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def stopped(*given: object, **settings: object) -> None:
        with show(as_json=as_json, board=False, odds=False) as shown:
            shown.listener(_ended(Result.STOPPED, "stopped by the stop key"))
            raise StoppedError("stopped by the stop key")

    monkeypatch.setattr(group, "main", stopped)
    with pytest.raises(SystemExit) as left:
        main([])
    assert left.value.code == StoppedError.exit_code
    assert capsys.readouterr().err.count("stop key") == 1


def test_a_question_that_nobody_can_answer_stops_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    with (
        show(as_json=True, board=False, odds=False) as shown,
        pytest.raises(StoppedError, match="standard input is closed"),
    ):
        shown.ask("open 0,0?")


def test_a_question_without_an_answer_stops_play_on_a_line_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    with (
        show(as_json=True, board=False, odds=False) as shown,
        pytest.raises(StoppedError, match="no answer"),
    ):
        shown.ask("open 0,0?")
    assert capsys.readouterr().err == "open 0,0? (Enter ends play) [y/N]: \n"


def test_a_guess_that_is_the_persons_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    board = parse_board("##\n##", 1)
    advice = make_policy("lowest_risk").advise(board)
    over = parse_board("1*\n11", 1)
    with show(as_json=False, board=False, odds=True, asks=True) as shown:
        shown.tell(board, advice)
        shown.tell(over, Advice(actions=(), risk=0.0, reason="the game is over"))
    told = capsys.readouterr().err
    assert told.startswith("your move: 0,0 is advised, mine risk 25.0%; else 0,1 25.0%, 1,0 25.0%")
    assert ": the game is over" not in told


def test_a_move_that_is_yours_names_the_total_that_its_risk_rests_on() -> None:
    board = parse_board("1#\n##\n##")
    advice = on_premises(make_policy("lowest_risk"), Premises(mines=1)).advise(board)
    line = your_move_line(board, advice)
    assert line == "your move: 2,0 is advised, mine risk 0.0%, if there is 1 mine in all"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("##\n##", "open 0,0: nothing is certain; this cell is a mine with a chance of 25.0%, "),
        ("01#\n01#\n011", "open 0,2: this cell is certainly safe by the numbers at "),
        ("01#\n01#\n01#", "open 0,2, open 2,2: 2 cells are certainly safe: 0,2 by the numbers at "),
    ],
)
def test_a_line_names_the_only_cell_of_a_move_once(text: str, line: str) -> None:
    board = parse_board(text, 1)
    advice = explained(board, make_policy("lowest_risk").advise(board))
    assert odds_line(board, advice).startswith(line)


def test_why_a_first_click_is_taken_does_not_name_it_again() -> None:
    board = parse_board("###\n###\n###", 1)
    policy = on_premises(make_policy("lowest_risk"), Premises(FirstClick.OPENING))
    reason = "in this game the first click always opens an area"
    assert re.fullmatch(rf"open \d,\d: {reason}", odds_line(board, policy.advise(board)))


def test_a_place_within_another_one_is_not_taken_for_it() -> None:
    board = parse_board("\n".join(["#" * 20] * 20), 1)
    advice = Advice((Action(Verb.OPEN, Cell(24)),), 0.0, "1,4 but neither 11,4 nor 1,41")
    assert odds_line(board, advice) == "open 1,4: this cell but neither 11,4 nor 1,41"


def _bar_after(monkeypatch: pytest.MonkeyPatch, *events: AnyEvent) -> str:
    drawn: list[Live] = []
    monkeypatch.setattr(Live, "start", lambda live, refresh=False: drawn.append(live))
    with show(as_json=False, board=False, odds=False) as shown:
        for event in events:
            shown.listener(event)
        text = Console(width=120).render_lines(drawn[0].renderable)
    return "".join(segment.text for line in text for segment in line)


def test_mines_left_by_an_assumed_total_are_told_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    started = Started(
        topology="square", rows=1, cols=4, mines=None, policy="", engine="", assumed_mines=3
    )
    looked = Looked(board=["1F##"], covered=3, mines_left=None)
    for events in ((started, looked), (looked, started)):  # a game is looked at to begin it
        assert "about 2 mines left, 3 cells covered" in _bar_after(monkeypatch, *events)
    unknown = msgspec.structs.replace(started, assumed_mines=None)
    assert "mines" not in _bar_after(monkeypatch, unknown, looked)
    advised = Advised(actions=["open 0,2"], risk=0.5, reason="", assumed_mines=2)
    assert "about 1 mines left" in _bar_after(monkeypatch, unknown, looked, advised)


def test_places_without_a_cell_move_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Live] = []
    monkeypatch.setattr(Live, "start", lambda live, refresh=False: drawn.append(live))
    started = Started(topology="hexagon", rows=2, cols=4, mines=1, policy="", engine="", absent=2)
    with show(as_json=False, board=False, odds=False) as shown:
        shown.listener(started)
        shown.listener(Looked(board=["_1##", "_###"], covered=5, mines_left=1))
        bar = drawn[0].renderable
    assert isinstance(bar, Progress)
    assert (bar.tasks[0].completed, bar.tasks[0].total) == (1, 5)


def test_a_game_that_the_person_closed_is_waited_for_aloud(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with show(as_json=False, board=False, odds=False) as shown:
        shown.listener(Unseen(reason="it is closed"))
    assert "the board is not to be seen; waiting for it (it is closed)" in capsys.readouterr().err


def test_the_last_board_stays_where_boards_are_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    board = parse_board("1##\n1##", 2)
    lost = Looked(board=["1#!", "1#*"], covered=2, mines_left=0)
    for is_terminal, is_drawn in ((True, True), (False, False)):
        monkeypatch.setattr(Console, "is_terminal", is_terminal)
        monkeypatch.setattr(Live, "start", lambda live, refresh=False: None)
        with show(as_json=False, board=True, odds=False) as shown:
            shown.tell(board, make_policy("lowest_risk").advise(board))
            shown.listener(lost)
            shown.listener(_ended(Result.LOST, ""))
        told = re.sub("\x1b.*?m", "", capsys.readouterr().err)
        assert ("1 # ! \n1 # * \nlost in 1.50 s" in told) is is_drawn
        assert "lost in 1.50 s" in told


def test_the_last_board_is_cut_off_where_it_is_wider_than_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setattr(Console, "is_terminal", True)
    monkeypatch.setattr(Live, "start", lambda live, refresh=False: None)
    board = parse_board("\n".join(["#" * 30] * 4), 20)
    with show(as_json=False, board=True, odds=False) as shown:
        shown.tell(board, make_policy("lowest_risk").advise(board))
        shown.listener(Looked(board=["1" * 30] * 4, covered=2, mines_left=0))
        shown.listener(_ended(Result.LOST, ""))
    told = re.sub("\x1b.*?m", "", capsys.readouterr().err).splitlines()
    assert told[:5] == ["1 " * 20] * 4 + ["too large: it needs 59 by 4 characters"[:40]]


@pytest.mark.parametrize(
    ("as_json", "why"), [(False, "here: standard error is no terminal"), (True, "with --json")]
)
def test_that_nothing_is_drawn_without_a_terminal_is_said(
    as_json: bool, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Region(0, 0, 400, 400)
    desktop = make_virtual_desktop("beginner", seed=3, monitors=(Monitor(room),))
    library = library_for("classic", "square", 24)
    play_games(desktop.machine(), (room,), library, Plan(dry_run=True, watch=True, as_json=as_json))
    told = capsys.readouterr().err
    assert f"autoplay: --watch draws nothing {why}\n" in told
    assert ("found a square board, 9x9, with profile known; 10 mines" in told) is not as_json


def test_that_what_was_learned_hides_a_bundled_profile_is_said_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own, bundled = tmp_path / "own", tmp_path / "bundled"
    kept_library(bundled).save(*library_for("classic", "square", 24).load("known"))
    library = Library(((own, own), (bundled, bundled)))
    room = Region(0, 0, 400, 400)
    told = []
    for seed in (3, 4):
        desktop = make_virtual_desktop("beginner", seed=seed, monitors=(Monitor(room),))
        play_games(desktop.machine(), (room,), library, Plan(policy="lowest_risk"))
        told.append(capsys.readouterr().err)
    words = (
        f"autoplay: what was learned is kept in {own / 'known.toml'}; it is used instead of the "
        "bundled profile known; `autoplay profiles delete known` brings that back\n"
    )
    assert [words in each for each in told] == [True, False]


def test_that_nothing_will_be_kept_is_said_before_play(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "taken").write_text("a file, no folder")
    library = Library(((tmp_path / "taken" / "calibration", tmp_path / "taken" / "templates"),))
    room = Region(0, 0, 400, 400)
    desktop = make_virtual_desktop("beginner", seed=3, monitors=(Monitor(room),))
    play_games(desktop.machine(), (room,), library, Plan(policy="lowest_risk"))
    told = capsys.readouterr().err
    before, _, after = told.partition(" clicks")
    assert f"autoplay: what is learned will be lost: {tmp_path / 'taken'}/calibration: " in before
    assert "autoplay: what was learned is lost: " in after


def test_what_was_kept_of_an_error_is_told_after_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fails(*args: object, **options: object) -> None:
        error = StoppedError("it failed")
        error.add_note("what led to this is kept in bundle-0001")
        raise error

    monkeypatch.setattr(group, "main", fails)
    with pytest.raises(SystemExit):
        main([])
    kept = "autoplay: what led to this is kept in bundle-0001"
    assert capsys.readouterr().err == f"autoplay: it failed\n{kept}\n"


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


def test_the_picture_is_coloured_by_the_risks_that_the_advice_tells(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[Live] = []
    monkeypatch.setattr(Live, "start", lambda live, refresh=False: drawn.append(live))
    board = parse_board("#####\n#####")
    advice = on_premises(make_policy("lowest_risk"), Premises(mines=1)).advise(board)
    assert advice.risk == pytest.approx(0.1)
    with show(as_json=False, board=True, odds=False) as shown:
        shown.tell(board, advice)
        parts = drawn[0].renderable
    assert isinstance(parts, Group)
    expected = board_in_colour(board, analyze(replace(board, mines=1)), advice)
    assert list(Console().render(parts.renderables[1])) == list(Console().render(expected))


def test_a_board_too_wide_to_count_is_drawn_with_estimated_risks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is drawn in a thread of its own, where an error would end play."""
    drawn: list[Live] = []
    monkeypatch.setattr(Live, "start", lambda live, refresh=False: drawn.append(live))
    board = random_numbers_on_triangles()
    analysis = best_known(board)
    assert not analysis.is_exact
    advice = Advice((Action(Verb.OPEN, Cell(0)),), 0.0, "the person said so")
    with show(as_json=False, board=True, odds=False) as shown:
        shown.tell(board, advice)
        parts = drawn[0].renderable
    assert isinstance(parts, Group)
    console = Console(width=200, height=100)
    expected = board_in_colour(board, analysis, advice)
    assert list(console.render(parts.renderables[1])) == list(console.render(expected))


@pytest.mark.parametrize(("width", "height"), [(80, 8), (20, 40), (20, 8), (80, 2)])
def test_a_board_larger_than_the_window_is_cut_and_said_to_be(
    monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    """What a terminal has scrolled away it cannot wipe out: no frame may be higher than it."""
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("LINES", str(height))
    drawn: list[Live] = []
    monkeypatch.setattr(Live, "start", lambda live, refresh=False: drawn.append(live))
    board = parse_board("\n".join(["#" * 30] * 16), 99)
    with show(as_json=False, board=True, odds=False) as shown:
        shown.tell(board, make_policy("lowest_risk").advise(board))
        frame = Console().render_lines(drawn[0].renderable)
    lines = ["".join(segment.text for segment in line).rstrip() for line in frame]
    assert len(lines) < height or height == 2
    assert max(map(len, lines)) <= width
    assert lines[-1] == "too large: it needs 59 by 18 characters"[:width].rstrip()
    assert [line for line in lines[1:-1] if set(line) - {"#", "o", " "}] == []
