"""A board solved: the advice with its reason proved, and all that is known as a JSON object."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from autoplay.game import Label, Outcome

if TYPE_CHECKING:
    from autoplay.game import Board
    from autoplay.inference import Analysis
    from autoplay.policy import Advice, Policy

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


def with_proven_total(board: Board, analysis: Analysis) -> Board:
    """Return the board with its mine total where one layout alone fits; else as it is."""
    is_proven = len(analysis.safe) + len(analysis.mines) == sum(1 for _ in board.unopened())
    if board.mines is not None or not is_proven:
        return board
    return replace(board, mines=board.mines_shown() + len(analysis.mines))


def report_of(board: Board, analysis: Analysis, advice: Advice) -> dict[str, Any]:
    """Return the analysis and the advice as the JSON object that is printed."""
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
            "win_ci95": interval_of(advice),
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
    return rounded(analysis.log_layouts, _known_decimals(analysis.log_layouts))


def _known_decimals(log_layouts: float) -> int:
    """Return to how many decimals this logarithm tells the number before its power of ten."""
    exponent_digits = len(str(int(log_layouts / math.log(10))))
    return min(MOST_DECIMALS, max(0, KNOWN_DIGITS - exponent_digits))


def rounded(log_layouts: float, decimals: int) -> str:
    """Return the number of layouts with so many decimals and its power of ten."""
    exponent, fraction = divmod(log_layouts / math.log(10), 1)
    number = f"{10**fraction:.{decimals}f}"
    if number.startswith("10"):  # 9.9999 rounds up to the next power
        number, exponent = f"{1:.{decimals}f}", exponent + 1
    return f"{number}e{int(exponent)}"


def interval_of(advice: Advice) -> list[float] | None:
    """Return the 95 % interval of a win chance that was estimated, else None."""
    from autoplay.bench.statistics import wilson
    from autoplay.policy.chance import GAMES, SAMPLED

    if advice.win_probability is None or advice.method != SAMPLED:
        return None
    return list(wilson(round(advice.win_probability * GAMES), GAMES))
