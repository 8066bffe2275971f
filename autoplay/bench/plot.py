"""A picture of a simulation: the win rate as the games went by, with its interval."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path

from autoplay.bench.statistics import wilson
from autoplay.errors import MissingExtraError, UsageError

POINTS = 400
"""Of the curve at most: more cannot be told apart."""


def plot_rate(won: Sequence[bool], path: Path, title: str) -> None:
    """Write a picture of the running win rate with its 95 % interval.

    MissingExtraError without matplotlib, UsageError where the picture cannot be written.
    """
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtraError(
            "a plot needs the package matplotlib: pip install 'autoplay[plots]'"
        ) from None
    wins = list(accumulate(won))
    step = max(1, len(won) // POINTS)
    games = sorted({*range(step, len(won) + 1, step), len(won)} - {0})
    intervals = [wilson(wins[at - 1], at) for at in games]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(games, [100 * wins[at - 1] / at for at in games], label="won")
    axes.fill_between(
        games,
        [100 * low for low, _ in intervals],
        [100 * high for _, high in intervals],
        alpha=0.25,
        label="95 % interval",
    )
    axes.set(title=title, xlabel="games", ylabel="won, %")
    axes.legend()
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise UsageError(f"{path}: {error}") from None
