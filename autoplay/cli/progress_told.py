"""How far a long measurement is: a bar on a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)
from rich.table import Column

from autoplay.cli.terminal import Terminal

FIRST = 10.0
"""Seconds until the first line; every other one is waited for twice as long as the one before. So
nobody wonders for long whether it hangs, and the log of an hour has eight lines."""

Told = Callable[[int, str], None]
"""Takes how much is done, and what is known by then, ending with how sure that is in brackets."""

SURE_COLUMNS = 56
"""Characters of a line from which on the words in brackets fit, where there is no bar."""


@contextmanager
def progress_told(
    total: int,
    unit: str,
    done: int = 0,
    *,
    quiet: bool = False,
    clock: Callable[[], float] = time.monotonic,
) -> Iterator[Told]:
    """Yield what tells, on standard error, how much is done of a ``total`` of ``unit``.

    ``done`` were done before; ``clock`` returns seconds; ``quiet`` tells nothing.
    """
    console = Terminal(stderr=True)
    if quiet:
        yield lambda done, known: None
    elif console.is_terminal:
        with _bar(console) as progress:
            task = progress.add_task("", total=total, completed=done)

            def tell(done: int, known: str) -> None:
                words = known if console.width >= SURE_COLUMNS else known.partition(" (")[0]
                progress.update(task, completed=done, description=escape(words))

            yield tell
    else:
        yield _Lines(total, unit, clock)


def _bar(console: Terminal) -> Progress:
    columns = (
        *([BarColumn()] if console.has_room_for_bar else []),
        MofNCompleteColumn(table_column=Column(no_wrap=True)),
        TimeRemainingColumn(table_column=Column(no_wrap=True)),
        TextColumn("{task.description}"),
    )
    # What is printed meanwhile stands above the bar, but for a file it is none of its business.
    to_screen = sys.stdout.isatty()
    return Progress(*columns, console=console, redirect_stdout=to_screen)


class _Lines:
    """A line now and then, ever more seldom."""

    def __init__(self, total: int, unit: str, clock: Callable[[], float]) -> None:
        self._total, self._unit, self._clock = total, unit, clock
        self._last, self._wait = clock(), FIRST

    def __call__(self, done: int, known: str) -> None:
        now = self._clock()
        if now - self._last >= self._wait:
            self._last, self._wait = now, 2 * self._wait
            said = f"{done} of {self._total} {self._unit}" + (f": {known}" if known else "")
            click.echo(said, err=True)
