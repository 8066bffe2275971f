"""`autoplay solve`: what can be known about a board, and what to do next."""

from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json
from autoplay.cli.setup_options import VARIANT, policy_option
from autoplay.cli.solved import (
    explained_advice,
    interval_of,
    report_of,
    rounded,
    with_proven_total,
)
from autoplay.cli.told_total import require_told_none, told_total
from autoplay.errors import BoardTextError, ImpossibleBoardError, UsageError
from autoplay.files import read_limited, read_stream
from autoplay.game import Cell, Shape, parse_board
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.game import Board
    from autoplay.inference import Analysis
    from autoplay.policy import Advice


MAX_BYTES = 32 << 20
"""The largest board, four million cells, takes a quarter of this with a space behind each."""

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
    policy: str,
    as_json: bool,
) -> None:
    """Analyze the board in a text file (- for standard input) and advise the next move.

    One character a cell: # covered, F flag, Q question mark, 0-9 a b c numbers, * mine shown,
    ! exploded, x wrong flag, ? unreadable, _ no cell. Lines above the rows may say the topology,
    with its variant, and the mine total: `topology hexagon even-rows`, `mines 99`. The answer names
    cells row,column, counted from 0.
    """
    from autoplay.inference import best_known
    from autoplay.policy import make_policy, why_no_chance, with_chance

    text = _text(board).removeprefix("\ufeff")  # some editors begin every text with that mark
    try:
        seen = parse_board(text, mines, topology, variant)
    except BoardTextError as error:
        raise BoardTextError(f"{_name(board)}: {error}") from None
    advisor = make_policy(policy, engine)
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
    told = with_proven_total(seen, analysis)
    if told.mines is not None:  # else every layout counts alike, most with far too many mines
        advice = with_chance(told, advice, advisor)
    if as_json:
        echo_json(report_of(seen, analysis, advice))
    else:
        _draw(seen, analysis, advice, why_no_chance(told, advisor))


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


def _chance(advice: Advice) -> str:
    """Return the win chance and, behind an open bracket, how it was found and how sure it is."""
    if (interval := interval_of(advice)) is None:
        return f"{advice.win_probability:.1%} ({advice.method}"
    low, high = interval
    return f"{advice.win_probability:.0%} (95 %: {low:.0%} to {high:.0%}; {advice.method}"


def _draw(board: Board, analysis: Analysis, advice: Advice, why_no_chance: str) -> None:
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
    elif advice.actions:
        console.print(f"win chance unknown: {why_no_chance}")


def _count(analysis: Analysis) -> str:
    """Return the number of layouts in words: whole up to WHOLE_DIGITS, else its first four."""
    if not analysis.is_exact:
        return "layouts too many to count, so risks are estimates"
    if analysis.log_layouts < WHOLE_DIGITS * math.log(10):
        return counted(round(math.exp(analysis.log_layouts)), "layout")
    return f"{rounded(analysis.log_layouts, 3)} layouts"
