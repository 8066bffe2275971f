"""A picture of a simulation: the win rate as the games went by, with its interval."""

from __future__ import annotations

import io
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path

from autoplay.bench.statistics import wilson
from autoplay.errors import MissingExtraError
from autoplay.files import check_writable, write_whole

KINDS = (".png", ".svg", ".pdf")
"""Of pictures, by the endings of their names."""

POINTS = 400
"""Of the curve at most: more cannot be told apart."""

SETTLED = 0.05
"""Share of the games whose wide intervals may leave the picture, so that the rest can be read."""

MARGIN = 0.05
"""Share of the picture's height above and below: a curve at 100 % would be half outside."""


def require_plot(path: Path) -> None:
    """Raise UsageError where it cannot be written, MissingExtraError without matplotlib."""
    check_writable(path, KINDS)
    if find_spec("matplotlib") is None:
        raise MissingExtraError(
            "a plot needs the package matplotlib: pip install 'autoplay[plots]'"
        )


def plot_rate(won: Sequence[bool], path: Path, title: str) -> None:
    """Write a picture of the running win rate with its 95 % interval.

    Raises as ``require_plot`` does, UsageError too where the picture cannot be written.
    """
    require_plot(path)
    from matplotlib.figure import Figure

    wins = list(accumulate(won))
    step = max(1, len(won) // POINTS)
    games = sorted({*range(step, len(won) + 1, step), len(won)} - {0})
    intervals = [wilson(wins[at - 1], at) for at in games]
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.subplots()
    axes.plot(
        games,
        [100 * wins[at - 1] / at for at in games],
        label=f"won: {wins[-1] / len(won):.2%}" if won else "won",
    )
    axes.fill_between(
        games,
        [100 * low for low, _ in intervals],
        [100 * high for _, high in intervals],
        alpha=0.25,
        label="95 % interval",
    )
    axes.set(title=title, xlabel="games", ylabel="won, %")
    settled = [span for at, span in zip(games, intervals, strict=True) if at >= len(won) * SETTLED]
    if settled:
        axes.set_ylim(*height_of(settled))
    axes.legend()
    data = io.BytesIO()
    figure.savefig(data, format=path.suffix[1:].lower())
    write_whole(path, data.getvalue())


def height_of(intervals: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the least and the most per cent a picture of these intervals shows, with a margin."""
    least, most = min(low for low, _ in intervals), max(high for _, high in intervals)
    room = MARGIN * (most - least)
    return 100 * (least - room), 100 * (most + room)
