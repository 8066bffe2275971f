"""Results kept of an interrupted simulation or comparison, taken up again by --resume."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from autoplay.bench.boards_file import Journal
    from autoplay.bench.simulate import Tally


def take_up(
    journals: Sequence[Journal], tallies: Sequence[Tally], games: int, what: str, *, resume: bool
) -> None:
    """Add what the journals keep of so many games to the tallies, or forget it.

    Where there is nothing to go on with, or other code played it, a line on standard error says so.
    """
    if not resume:
        for journal in journals:
            journal.remove()
        return
    for journal, tally in zip(journals, tallies, strict=True):
        tally.add(result for result in journal.read() if result.index < games)
    if any(journal.is_outdated for journal in journals):
        click.echo(
            f"what is kept of this {what} was played by another version of autoplay or its engine: "
            "those games are played again",
            err=True,
        )
    elif not any(tally.games for tally in tallies):
        click.echo(f"nothing is kept of this {what}: it begins anew", err=True)
