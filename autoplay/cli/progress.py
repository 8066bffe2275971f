"""What a person sees while a game is played: a progress line, then the result."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from autoplay.play.events import (
    Advised,
    AnyEvent,
    Finished,
    Listener,
    Looked,
    Result,
    Started,
    encode,
)

WORDS = {
    Result.WON: "won",
    Result.LOST: "lost",
    Result.STOPPED: "stopped",
    Result.ERROR: "ended with an error",
}


@contextmanager
def progress_listener(as_json: bool) -> Iterator[Listener]:
    """Yield a listener that prints JSON lines, or shows progress on standard error."""
    if as_json:
        yield lambda event: click.echo(encode(event))
        return
    columns = (BarColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield _Bar(progress)


class _Bar:
    """Moves one bar by what happens."""

    def __init__(self, progress: Progress) -> None:
        self._progress = progress
        self._task = progress.add_task("looking", total=None)
        self._win: float | None = None

    def __call__(self, event: AnyEvent) -> None:
        match event:
            case Started():
                free = event.rows * event.cols - (event.mines or 0)
                self._progress.reset(self._task, total=free)
            case Looked():
                cells = sum(len(row) for row in event.board)
                self._progress.update(
                    self._task, completed=cells - event.covered, description=self._words(event)
                )
            case Advised():
                self._win = event.win_probability
            case Finished():
                self._progress.console.print(result_line(event), highlight=False)

    def _words(self, event: Looked) -> str:
        left = "?" if event.mines_left is None else event.mines_left
        win = "" if self._win is None else f", win chance {self._win:.0%}"
        return f"{left} mines left, {event.covered} cells covered{win}"


def result_line(event: Finished) -> str:
    """Return the result of a game in one line."""
    speed = event.bbbv_per_second
    risks = ", ".join(f"{guess.risk:.0%}" for guess in event.guesses)
    parts = [
        f"{WORDS[event.result]} in {event.seconds:.2f} s",
        f"{event.clicks} clicks",
        f"3BV {event.bbbv}" + (f" ({speed:.1f} 3BV/s)" if speed else ""),
        f"{len(event.guesses)} guesses" + (f" (risks {risks})" if risks else ""),
    ]
    return ", ".join(parts) + (f": {event.message}" if event.message else "")
