"""Games that may be interrupted: what was played is told and kept, and taken up by --resume."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import click

from autoplay.cli.progress_told import progress_told
from autoplay.cli.until_stopped import UntilStopped
from autoplay.errors import StoppedError
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.boards_file import Journal
    from autoplay.bench.simulate import Result, Tally

Side = tuple["Journal", "Tally"]
"""Who plays: the journal that keeps their games, and what has been counted of them."""

Step = tuple[int, str, Sequence["list[Result]"]]
"""A chunk: how many games are done by then, what is known in words, each side's new results."""


class Resumable:
    """So many games of a simulation, which has one side, or of a comparison, which has two."""

    def __init__(self, what: str, games: int, sides: Sequence[Side]) -> None:
        self._what, self._games, self._sides = what, games, sides

    def take_up(self, *, resume: bool) -> None:
        """Count the games that are kept, if that is asked for; otherwise they stay where they are.

        A line on standard error says what is not used of them, or that there is nothing.
        """
        kept = [journal.read() for journal, _ in self._sides]
        if said := self._not_used(sum(map(len, kept)), resume=resume):
            click.echo(said, err=True)
        if resume:
            for (_, tally), results in zip(self._sides, kept, strict=True):
                tally.add(result for result in results if result.index < self._games)

    def _not_used(self, kept: int, *, resume: bool) -> str:
        if any(journal.is_outdated for journal, _ in self._sides):
            return (
                f"what is kept of this {self._what} was played by another version of autoplay or "
                "its engine: those games are played again"
            )
        if resume:
            return "" if kept else f"nothing is kept of this {self._what}: it begins anew"
        there = counted(kept, "game is", "games are")
        return f"{there} kept of this {self._what}: --resume goes on with them" if kept else ""

    def play(
        self,
        steps: Iterable[Step],
        report: Callable[[], None],
        *,
        unit: str = "games",
        quiet: bool = False,
    ) -> int:
        """Play and keep these games, telling how far they are, and return the exit code.

        ``report`` is called when they end, by Ctrl-C or an error too: what was played is told.
        """
        playing = UntilStopped()
        try:
            with progress_told(self._games, unit, self._done, quiet=quiet) as tell, playing:
                for done, known, fresh in steps:
                    for (journal, _), results in zip(self._sides, fresh, strict=True):
                        journal.append(results)
                    tell(done, known)
        except Exception:
            if self._done:
                report()
                self._tell_stopped()
            raise
        report()
        if playing.is_stopped:
            self._tell_stopped()
            return StoppedError.exit_code
        for journal, tally in self._sides:
            journal.finish(tally.results)
        return 0

    @property
    def _done(self) -> int:
        """How many games every side has played."""
        return len(set.intersection(*(set(tally.results) for _, tally in self._sides)))

    def _tell_stopped(self) -> None:
        games = counted(self._games, "game")
        click.echo(f"stopped after {self._done} of {games}; --resume goes on", err=True)
