"""`autoplay solve`: what can be known about a board, and what to do next."""

from __future__ import annotations

import math
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json
from autoplay.cli.setup_options import VARIANT, policy_option
from autoplay.cli.told_total import require_told_none, told_total
from autoplay.errors import BoardTextError, ImpossibleBoardError, UsageError
from autoplay.files import read_limited, read_stream
from autoplay.game import Cell, Label, Outcome, Shape, parse_board
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.game import Board
    from autoplay.inference import Analysis
    from autoplay.policy import Advice, Policy


MAX_BYTES = 32 << 20
"""The largest board, four million cells, takes a quarter of this with a space behind each."""

MAX_DIGITS = 4000
"""Digits of a number of layouts that are written out; Python itself writes no more than 4300."""

MOST_CELLS, MOST_LINES = 10_000, 5_000
"""Cells of a board, and lines of a component, that are counted a second time, in integers, for the
digits of --json: together half a second at most. An expert board has 480 cells, and the widest of
the 100 expert positions in fixtures/positions 936 lines.
"""

KNOWN_DIGITS, MOST_DECIMALS = 12, 9
"""Digits of a logarithm that its double is sure of, those before its point among them, and the
most decimals of a number told by it. Of 2000x2000 cells with 800 000 mines the tenth digit was
wrong.
"""

WHOLE_DIGITS = 9
"""Digits up to which a number of layouts is told whole; its logarithm is known to some 13."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay solve board.txt --mines 99",
        "autoplay solve board.txt --topology hexagon --json",
        "autoplay read shot.png | autoplay solve - --mines 99",
    ],
)
@click.argument("board", type=GivenPath(allow_dash=True))
@click.option(
    "--mines",
    type=click.IntRange(0),
    help="The mine total, whatever the text says; else as it says, or unknown.",
)
@click.option(
    "--topology",
    type=click.Choice([s.value for s in Shape]),
    help="The shape of the cells, whatever the text says; else as it says, or square.",
)
@VARIANT
@click.option("--engine", default="auto", show_default=True, help="auto, kernel or python.")
@policy_option("Who advises")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(
    *,
    board: Path,
    mines: int | None,
    topology: str | None,
    variant: str,
    engine: str,
    policy: str | None,
    as_json: bool,
) -> None:
    """Analyze the board in a text file (- for standard input) and advise the next move.

    One character a cell: # covered, F flag, Q question mark, 0-9 a b c numbers, * mine shown,
    ! exploded, x wrong flag, ? unreadable. Lines above the rows may say the topology, with its
    variant, and the mine total: `topology hexagon even-rows`, `mines 99`. The answer names cells
    row,column, counted from 0.
    """
    from autoplay.inference import best_known
    from autoplay.policy import DEFAULT_POLICY, make_policy, with_chance

    text = _text(board).removeprefix("\ufeff")  # some editors begin every text with that mark
    try:
        seen = parse_board(text, mines, topology, variant)
    except BoardTextError as error:
        raise BoardTextError(f"{_name(board)}: {error}") from None
    advisor = make_policy(policy or DEFAULT_POLICY, engine)
    if seen.mines is not None:
        where = "--mines" if mines is not None else "the text's line of it"
        require_told_none(advisor, policy, where)
    try:
        with told_total(mines):
            analysis = best_known(seen, engine)
    except ImpossibleBoardError as error:
        if as_json:
            cells = [seen.topology.row_col(Cell(cell)) for cell in error.witnesses]
            echo_json({"error": str(error), "cells": cells})
        raise
    advice = explained_advice(seen, advisor, engine)
    if seen.mines is not None:  # else every layout counts alike, and most have far too many mines
        advice = with_chance(seen, advice, advisor)
    if as_json:
        echo_json(report(seen, analysis, advice))
    else:
        _draw(seen, analysis, advice)


def explained_advice(board: Board, policy: Policy, engine: str = "auto") -> Advice:
    """Return what the policy advises, with its reason proved.

    A board that a game shows at its end with mines has an advice of its own: to a policy a mine
    shown is a cell like others, what is known of it.
    """
    from autoplay.play.outcome import outcome_of
    from autoplay.policy import Advice, explained

    told = {Label.EXPLODED, Label.WRONG_FLAG}.intersection(board.labels)  # how it ended
    if not told and Label.MINE in board.labels and outcome_of(board) is Outcome.LOST:
        return Advice((), 0.0, "the game is over: a mine is shown")
    return explained(board, policy.advise(board), engine)


def _text(path: Path) -> str:
    try:
        if str(path) != "-":
            return read_limited(path, MAX_BYTES).decode()
        if sys.stdin is None:
            raise UsageError("standard input is closed; name a file with the board")
        return read_stream(sys.stdin.buffer, _name(path), MAX_BYTES).decode()
    except UnicodeDecodeError:
        raise BoardTextError(f"{_name(path)}: this is no text file") from None


def _name(path: Path) -> str:
    return "standard input" if str(path) == "-" else str(path)


def _layouts(board: Board, analysis: Analysis) -> str | None:
    """Return the number of layouts as a decimal, counted again where the engine has no integers.

    None where the analysis is not exact. One with more than MAX_DIGITS, or too costly to count, is
    rounded to the decimals that are known: 1.23456789e4567.
    """
    from autoplay.errors import BudgetError
    from autoplay.inference.exact import count_layouts

    if not analysis.is_exact:
        return None
    if analysis.log_layouts / math.log(10) < MAX_DIGITS:
        if analysis.layouts is not None:
            return str(analysis.layouts)
        if len(board.labels) <= MOST_CELLS:
            with suppress(BudgetError):
                return str(count_layouts(board, MOST_LINES))
    return _rounded(analysis.log_layouts, _known_decimals(analysis.log_layouts))


def _known_decimals(log_layouts: float) -> int:
    """Return to how many decimals this logarithm tells the number before its power of ten."""
    exponent_digits = len(str(int(log_layouts / math.log(10))))
    return min(MOST_DECIMALS, max(0, KNOWN_DIGITS - exponent_digits))


def _rounded(log_layouts: float, decimals: int) -> str:
    """Return the number of layouts with so many decimals and its power of ten."""
    exponent, fraction = divmod(log_layouts / math.log(10), 1)
    number = f"{10**fraction:.{decimals}f}"
    if number.startswith("10"):  # 9.9999 rounds up to the next power
        number, exponent = f"{1:.{decimals}f}", exponent + 1
    return f"{number}e{int(exponent)}"


def report(board: Board, analysis: Analysis, advice: Advice) -> dict[str, Any]:
    """Return the analysis and the advice as the JSON object the command prints."""
    topology = board.topology
    place = topology.row_col
    flat = [None if math.isnan(p) else p for p in analysis.mine_probability.tolist()]
    action = advice.actions[0] if advice.actions else None
    return {
        "engine": analysis.engine,
        "layouts": _layouts(board, analysis),
        "exact": analysis.is_exact,
        "mine_probability": [
            flat[start : start + topology.cols] for start in range(0, len(flat), topology.cols)
        ],
        "safe": [list(place(cell)) for cell in analysis.safe],
        "mines": [list(place(cell)) for cell in analysis.mines],
        "advice": {
            "action": action.verb.value if action else None,
            "cell": list(place(action.cell)) if action else None,
            "risk": advice.risk,
            "reason": advice.reason,
            "win_probability": advice.win_probability,
            "win_ci95": _interval(advice),
            "method": advice.method,
            "cut_short": advice.cut_short,
            "assumed_mines": advice.assumed_mines,
        },
        "alternatives": [
            {"cell": list(place(other.cell)), "risk": other.risk, "value": other.value}
            for other in advice.alternatives
        ],
        "why": {
            "witnesses": [list(place(cell)) for cell in advice.witnesses],
            "by_total": advice.by_total,
            "may_show": [
                {
                    "number": reveal.number,
                    "probability": reveal.probability,
                    "safe_next": reveal.safe_next,
                }
                for reveal in advice.reveals
            ],
        },
    }


def _interval(advice: Advice) -> list[float] | None:
    """Return the 95 % interval of a win chance that was estimated, else None."""
    from autoplay.bench.statistics import wilson
    from autoplay.policy.chance import GAMES, SAMPLED

    if advice.win_probability is None or advice.method != SAMPLED:
        return None
    return list(wilson(round(advice.win_probability * GAMES), GAMES))


def _chance(advice: Advice) -> str:
    """Return the win chance and, behind an open bracket, how it was found and how sure it is."""
    if (interval := _interval(advice)) is None:
        return f"{advice.win_probability:.1%} ({advice.method}"
    low, high = interval
    return f"{advice.win_probability:.0%} (95 %: {low:.0%} to {high:.0%}; {advice.method}"


def _draw(board: Board, analysis: Analysis, advice: Advice) -> None:
    from autoplay.cli.risk_colours import board_in_colour, least_risks, print_board, signs_told
    from autoplay.cli.terminal import Terminal

    console = Terminal()
    print_board(console, board_in_colour(board, analysis, advice))
    console.print(signs_told(advice))
    total = "unknown" if board.mines is None else str(board.mines)
    console.print(
        f"certain: {len(analysis.safe)} safe, {len(analysis.mines)} mined; mine total {total}; "
        f"{_count(analysis)} ({analysis.engine} engine)"
    )
    if risks := least_risks(board, analysis, advice):
        console.print(risks)
    console.print(advice.reason)
    if advice.cut_short and analysis.is_exact:  # else the reason says what was too dear
        console.print("the budget ended the search for this guess before it was complete")
    if advice.win_probability is not None:
        premise = "" if advice.assumed_mines is None else ", by that total"
        console.print(f"win chance {_chance(advice)}{premise})")
    elif board.mines is None and advice.actions:
        console.print("win chance unknown: the mine total is needed (--mines N)")


def _count(analysis: Analysis) -> str:
    """Return the number of layouts in words: whole up to WHOLE_DIGITS, else its first four."""
    if not analysis.is_exact:
        return "layouts too many to count, so risks are estimates"
    if analysis.log_layouts < WHOLE_DIGITS * math.log(10):
        return counted(round(math.exp(analysis.log_layouts)), "layout")
    return f"{_rounded(analysis.log_layouts, 3)} layouts"
