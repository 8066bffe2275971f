"""`autoplay bench faults`: does it ever do harm when everything goes wrong?"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from autoplay.cli.counts import echo_counts, in_words
from autoplay.cli.exampled import Exampled
from autoplay.cli.finite import FiniteRange
from autoplay.cli.json_line import echo_json
from autoplay.cli.progress_told import progress_told
from autoplay.cli.setup_options import processes_option
from autoplay.cli.until_stopped import UntilStopped
from autoplay.errors import UsageError
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.faults import FaultGame

DEFAULT_SHARE = 0.01
"""Each kind of fault strikes one click or capture in a hundred: several in most games."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench faults --games 200 --seed 1",
        "autoplay bench faults --games 10000 --seed 1 --from 4775 --jobs 4",
        "autoplay bench faults --seed 1 --only 17",
    ],
)
@click.option("--games", type=click.IntRange(0), default=1000, show_default=True, help="To play.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games."
)
@click.option(
    "--share",
    type=FiniteRange(0, 1),
    default=DEFAULT_SHARE,
    show_default=True,
    help="Of clicks and captures that each kind of fault strikes.",
)
@processes_option()
@click.option(
    "--from",
    "first",
    type=click.IntRange(0),
    default=0,
    help="Begin with the game of this number: go on where a campaign was interrupted.",
)
@click.option("--only", type=click.IntRange(0), help="Play only the game of this number.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a game, then the sum.")
def command(
    *,
    games: int,
    seed: int,
    share: float,
    jobs: int,
    first: int,
    only: int | None,
    as_json: bool,
) -> int:
    """Play games on virtual desktops with seeded faults of every kind, and count any harm.

    Exit code 0 when no click went outside the cells or rested on a wrong reading, nothing hung,
    and every result was true; 1 otherwise. Each game that did harm is told as it ends; --only plays
    it again, click by click the same. An interrupt prints the sum of what was played; --from goes
    on, and as games do not depend on each other, both parts are what the whole would have been.
    """
    from autoplay.bench.faults import Report, campaign

    report = Report()
    if first > games:
        raise UsageError(f"--from {first}: --games {games} has no such game")
    if first and only is not None:
        raise UsageError("give either --from or --only, not both")
    numbers = range(first, games) if only is None else range(only, only + 1)
    playing = UntilStopped()
    total = len(numbers)
    with progress_told(total, "games", quiet=as_json) as tell, playing:
        for game in campaign(numbers, seed, share, jobs):
            report.add(game)
            if as_json:
                echo_json(_line(game))
            elif not game.is_harmless or only is not None:
                click.echo(_words(game))
            tell(report.games, f"{report.won} won")
    echo_counts(report.json(), as_json=as_json)
    playing.tell(f"{report.games} of {counted(total, 'game')}")
    return 0 if report.is_clean else 1


def _line(game: FaultGame) -> dict[str, object]:
    return {
        "game": game.index,
        "ending": game.ending,
        "incidents": list(game.incidents),
        "clicks_outside": game.clicks_outside,
        "clicks_on_wrong_reading": game.clicks_on_wrong_reading,
        "message": game.message,
        "trace": game.trace,
    }


def _words(game: FaultGame) -> str:
    clicks = counted(game.clicks_outside, "click")
    wrong = counted(game.clicks_on_wrong_reading, "click")
    parts = [
        f"game {game.index}: " + ": ".join(filter(None, [in_words(game.ending), game.message])),
        f"{clicks} outside the cells, {wrong} on a wrong reading",
        "faults: " + (", ".join(in_words(name) for name in sorted(set(game.incidents))) or "none"),
    ]
    return "; ".join(parts)
