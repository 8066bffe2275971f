"""`autoplay solve`: the exact answer in one JSON line, and one line for every wrong board."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from autoplay.cli import solved
from autoplay.cli.main import group
from autoplay.cli.risk_colours import board_in_colour, print_board
from autoplay.cli.terminal import Terminal
from autoplay.errors import AutoplayError, ImpossibleBoardError, UsageError
from autoplay.game import parse_board
from autoplay.inference.engine import kernel_available
from autoplay.policy import make_policy


def _solve(board: str, *options: str) -> dict[str, Any]:
    result = CliRunner().invoke(group, ["solve", "-", "--json", *options], input=board)
    assert result.exception is None
    answer: dict[str, Any] = json.loads(result.output)
    return answer


def test_a_wall_of_ones_has_its_safe_cells_and_mine() -> None:
    answer = _solve("1##\n1##\n1##", "--mines", "3")
    assert answer["layouts"] == "3"
    assert answer["safe"] == [[0, 1], [2, 1]]
    assert answer["mines"] == [[1, 1]]
    assert answer["mine_probability"][1] == [None, 1.0, pytest.approx(2 / 3)]
    assert answer["advice"]["action"] == "open"
    assert answer["advice"]["risk"] == 0
    assert answer["advice"]["cell"] in answer["safe"]


def test_bottings_corner_has_four_solutions() -> None:
    """The thesis: f 2 1 / 2 W X / 1 Y Z, W; W Z; X Y; X Y Z."""
    answer = _solve("F21\n2##\n1##")
    # The flag is an opinion: with the corner itself covered there are the layouts without it too.
    counted = _solve("*21\n2##\n1##")
    assert counted["layouts"] == "4"
    assert int(answer["layouts"]) >= 4
    assert [_solve("*21\n2##\n1##", "--mines", str(m))["layouts"] for m in (2, 3, 4)] == [
        "1",
        "2",
        "1",
    ]


def test_why_names_the_numbers_that_prove_a_safe_cell() -> None:
    answer = _solve("1##\n1##\n1##", "--mines", "3")
    assert answer["why"]["witnesses"] == [[1, 0], [2, 0]]


def test_a_guess_offers_alternatives_with_their_risks() -> None:
    answer = _solve("2##\n###\n###", "--mines", "3")
    assert answer["advice"]["risk"] == pytest.approx(0.2)
    assert len(answer["alternatives"]) == 5
    assert answer["alternatives"][0]["cell"] == answer["advice"]["cell"]


def test_a_finished_board_has_nothing_left_to_do() -> None:
    answer = _solve("1F\n11", "--mines", "1")
    assert answer["advice"]["action"] is None
    assert answer["advice"]["reason"] == "the game is won: every free cell is open"


def test_a_game_that_is_over_needs_no_mine_total_for_its_result() -> None:
    for board, chance in (("1F\n11", 1.0), ("1!\n##", 0.0), ("1x\n##", 0.0)):
        advice = _solve(board)["advice"]
        assert (advice["action"], advice["win_probability"]) == (None, chance)


def test_a_board_that_shows_its_mines_is_over_but_not_said_to_be_won() -> None:
    advice = _solve("1*\n11")["advice"]
    assert (advice["action"], advice["win_probability"]) == (None, None)
    assert advice["reason"] == "the game is over: every free cell is open, and its mines are shown"
    for board in ("1*#\n1##", "1*#\n###"):
        for policy in ("winning", "lowest_risk"):
            advice = _solve(board, "--policy", policy)["advice"]
            assert (advice["action"], advice["win_probability"]) == (None, None)
            assert advice["reason"] == "the game is over: a mine is shown"


def test_a_board_that_shows_how_it_was_lost_is_said_to_be_lost_whatever_else_it_shows() -> None:
    for board, why in (("1!*\n1##", "0,1 exploded"), ("1x*\n1##", "0,1 is shown to be flagged")):
        advice = _solve(board)["advice"]
        assert (advice["action"], advice["win_probability"]) == (None, 0.0)
        assert advice["reason"].startswith(f"the game is lost: {why}")


def test_numbers_that_no_layout_fits_are_told_to_a_program_too() -> None:
    result = CliRunner().invoke(group, ["solve", "-", "--json"], input="2##\n0##\n1##")
    assert isinstance(result.exception, ImpossibleBoardError)
    told = json.loads(result.stdout)
    assert told == {"error": str(result.exception), "cells": [[0, 0], [1, 0]]}


def test_a_board_wider_than_the_terminal_is_cut_and_said_to_be() -> None:
    console = Terminal()
    console.width, console._force_terminal = 20, True
    with console.capture() as captured:
        print_board(console, board_in_colour(parse_board("\n".join(["#" * 30] * 3))))
    lines = captured.get().splitlines()
    assert [len(line) <= 20 for line in lines] == [True] * 4
    assert lines[-1].startswith("too large: it needs ")


def test_the_drawing_says_the_same_in_words() -> None:
    result = CliRunner().invoke(group, ["solve", "-", "--mines", "3"], input="1##\n1##\n1##")
    assert "certain: 2 safe, 1 mined; mine total 3; 3 layouts" in result.output


def test_a_drawing_without_colours_marks_what_is_certain_and_names_the_least_risks() -> None:
    result = CliRunner().invoke(group, ["solve", "-"], input="1##\n1##\n1##")
    drawn = [line.split() for line in result.output.splitlines()[:3]]
    assert drawn == [["1", "o", "#"], ["1", "M", "#"], ["1", "o", "#"]]
    guess = CliRunner().invoke(group, ["solve", "-", "--mines", "2"], input="1##\n###\n###")
    assert "least mine risks where nothing is certain: 0,2 20.0%, 1,2 20.0%" in guess.output


@pytest.mark.parametrize("engine", ["auto", "python"])
def test_a_guess_that_its_budget_cut_short_is_told_as_such(engine: str) -> None:
    board, end = "1###\n####\n####", "before it was complete"
    for budget, cut_short in (("1nodes", True), ("2000nodes", False)):
        options = ["--mines", "3", "--policy", f"winning:budget={budget}", "--engine", engine]
        told = CliRunner().invoke(group, ["solve", "-", *options], input=board).output
        assert (end in told) is cut_short
        assert _solve(board, *options)["advice"]["cut_short"] is cut_short


def test_a_win_chance_of_sampled_games_is_told_with_its_interval() -> None:
    board = "1#####\n1#####\n######\n######"
    advice = _solve(board, "--mines", "5")["advice"]
    assert advice["method"] == "400 sampled games"
    low, high = advice["win_ci95"]
    assert low < advice["win_probability"] < high
    drawn = CliRunner().invoke(group, ["solve", "-", "--mines", "5"], input=board).output
    told = f"win chance {advice['win_probability']:.0%} (95 %: {low:.0%} to {high:.0%}; 400 sampled"
    assert told in " ".join(drawn.split())
    assert _solve("1##\n1##\n1##", "--mines", "3")["advice"]["win_ci95"] is None


def test_without_the_mine_total_no_win_chance_is_told() -> None:
    board = "1##\n###\n###"
    assert _solve(board)["advice"]["win_probability"] is None
    assert _solve(board, "--mines", "2")["advice"]["win_probability"] > 0
    told = CliRunner().invoke(group, ["solve", "-"], input=board).output
    assert "win chance unknown: the mine total is needed (--mines N)" in told


def test_the_win_chance_of_a_board_with_one_layout_needs_no_total() -> None:
    assert _solve("1#1#")["advice"]["win_probability"] == 1.0


def test_a_board_too_large_to_play_on_has_no_win_chance_and_says_why() -> None:
    board = "\n".join(["#" * 40] * 30)
    told = CliRunner().invoke(group, ["solve", "-", "--mines", "200"], input=board).output
    said = "win chance unknown: it is found by games played on, on at most 1000 covered cells"
    assert said in " ".join(told.split())


@pytest.mark.parametrize(
    ("board", "options", "message", "code"),
    [
        ("##\n#", [], "standard input: line 2 has 1 cell", 2),
        ("##\n#9", [], "the number 9 is impossible", 2),
        ("##\n##", ["--mines", "5"], "5 mines do not fit on 4 cells", 2),
        ("0##\n###\n##3", [], "no layout fits these numbers together: 0,0 shows 0, 2,2 shows 3", 3),
        (
            "1##\n1##\n1##",
            ["--mines", "9"],
            "--mines 9: the numbers leave room for at most 4 more mines, but a total of 9 leaves "
            "9: is the mine total right?",
            2,
        ),
        ("*#\n##", ["--mines", "0"], "1 mine is shown, but the board has 0", 2),
        ("##", ["--topology", "hexagon", "--variant", "sideways"], "sideways", 2),
        ("mines 1\n##", ["--policy", "untold:lowest_risk"], "leave the text's line of it out", 2),
        ("##", ["--engine", "steam"], "no engine 'steam'", 2),
    ],
)
def test_a_wrong_board_is_one_line(board: str, options: list[str], message: str, code: int) -> None:
    result = CliRunner().invoke(group, ["solve", "-", *options], input=board)
    assert isinstance(result.exception, AutoplayError)
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)
    assert result.exception.exit_code == code


@pytest.mark.parametrize("as_file", [True, False])
def test_the_mark_that_some_editors_begin_a_text_with_is_no_cell(
    as_file: bool, tmp_path: Path
) -> None:
    path = tmp_path / "board.txt"
    path.write_text("\ufeff1#\n##", encoding="utf-8")
    name, given = (str(path), None) if as_file else ("-", path.read_bytes())
    result = CliRunner().invoke(group, ["solve", name], input=given)
    assert result.exception is None
    assert "3 layouts" in result.output


def test_a_policy_that_is_told_no_total_is_given_none() -> None:
    arguments = ["solve", "-", "--policy", "untold:winning"]
    refused = CliRunner().invoke(group, [*arguments, "--mines", "3"], input=CORNER)
    assert str(refused.exception) == (
        "--policy untold:winning is told no mine total: leave --mines out"
    )
    told = " ".join(CliRunner().invoke(group, arguments, input=CORNER).output.split())
    assert "mine total unknown" in told
    assert "if there are 2 mines in all" in told
    assert "(exact, by that total)" in told
    assert _solve(CORNER, "--policy", "untold:winning")["advice"]["assumed_mines"] == 2


CORNER = "1##\n###\n###"


@pytest.mark.parametrize("policy", ["untold:untold:winning", "untold:untold-uniform:lowest_risk"])
def test_a_policy_is_told_no_total_once(policy: str) -> None:
    with pytest.raises(UsageError, match="one of untold and untold-uniform is enough"):
        make_policy(policy)


def test_a_wrong_board_names_its_file(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_text("##\n#z")
    result = CliRunner().invoke(group, ["solve", str(path)])
    assert str(result.exception).startswith(f"{path}: line 2, column 2: 'z' is no cell")


@pytest.mark.parametrize(
    ("rows", "cols", "words"),
    [
        (1, 1, "2 layouts"),
        (5, 5, "33554432 layouts"),
        (9, 9, "2.418e24 layouts"),
        (120, 120, "6.791e4334 layouts"),
    ],
)
def test_a_long_number_of_layouts_is_drawn_short(rows: int, cols: int, words: str) -> None:
    """Every cell of a fresh board may be a mine: 2 ** (rows * cols) layouts."""
    board = "\n".join(["#" * cols] * rows)
    drawn = CliRunner().invoke(group, ["solve", "-", "--policy", "lowest_risk"], input=board)
    assert words in " ".join(drawn.output.split())


def test_layouts_are_counted_a_second_time_only_for_their_digits_and_only_where_that_is_cheap(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    board = "\n".join(["1" * 9, "#" * 9, "#" * 9])
    exact = _solve(board)["layouts"]
    monkeypatch.setattr(solved, "MOST_LINES", 2)
    rounded = _solve(board)["layouts"]
    assert exact.isdecimal()
    assert float(rounded) == pytest.approx(int(exact))
    assert "e" in rounded or not kernel_available()

    def never(*given: object) -> int:
        raise AssertionError

    monkeypatch.setattr("autoplay.inference.exact.count_layouts", never)
    drawn = CliRunner().invoke(group, ["solve", "-"], input=board)
    assert f" {exact} layouts" in " ".join(drawn.output.split())


def test_a_number_that_rounds_up_to_a_power_of_ten_has_one_digit_before_its_point() -> None:
    assert solved.rounded(math.log(99996) + 3 * math.log(10), 3) == "1.000e8"


def test_a_file_that_is_no_text_is_named(tmp_path: Path) -> None:
    path = tmp_path / "board.txt"
    path.write_bytes(b"\xff\xfe\x00#")
    result = CliRunner().invoke(group, ["solve", str(path)])
    assert str(result.exception) == f"{path}: this is no text file"


def test_a_number_of_layouts_too_long_to_write_is_rounded() -> None:
    """C(22500, 11000) has over 6000 digits."""
    answer = _solve("\n".join(["#" * 150] * 150), "--mines", "11000", "--policy", "lowest_risk")
    digits = (math.lgamma(22501) - math.lgamma(11001) - math.lgamma(11501)) / math.log(10)
    mantissa, exponent = answer["layouts"].split("e")
    assert int(exponent) == int(digits)
    assert float(mantissa) == pytest.approx(10 ** (digits % 1), rel=1e-4)


def test_no_digit_of_a_rounded_number_of_layouts_is_a_guess() -> None:
    """C(90000, 20000) has 20 702 digits: five of its logarithm's are before the point."""
    answer = _solve("\n".join(["#" * 300] * 300), "--mines", "20000", "--policy", "lowest_risk")
    mantissa, exponent = answer["layouts"].split("e")
    decimals = len(mantissa.partition(".")[2])
    assert decimals == 7
    unit = 10 ** (int(exponent) - decimals)
    assert round(float(mantissa) * 10**decimals) == (math.comb(90000, 20000) + unit // 2) // unit


def test_a_text_far_larger_than_any_board_is_refused() -> None:
    text = "#" * 2500 + "\n"
    result = CliRunner().invoke(group, ["solve", "-"], input=text * 2000)
    assert isinstance(result.exception, AutoplayError)
    assert "5000000 cells" in str(result.exception)
