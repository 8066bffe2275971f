"""`autoplay bench moves`: what one move costs."""

from __future__ import annotations

import json
from typing import Any

import click

from autoplay.cli.setup_options import setup_of, setup_options
from autoplay.errors import UsageError

MOST = 1_000_000


@click.command(short_help="CPU time of a single move.")
@setup_options
@click.option("--policy", default="winning", show_default=True, help="NAME or NAME:SETTING=VALUE.")
@click.option("--games", type=click.IntRange(1), default=5, show_default=True)
@click.option("--moves", type=click.IntRange(1), default=MOST, help="Of each game at most.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(*, policy: str, games: int, moves: int, as_json: bool, **options: Any) -> None:
    """Play whole games and print the CPU milliseconds of a move, in this process."""
    from autoplay.bench.moves import move_times
    from autoplay.bench.statistics import quantile

    if options["cluster"] or options["jobs"] > 1:
        raise UsageError("moves are timed in this process; leave --jobs and --cluster out")
    times = list(move_times(setup_of(options, policy), games, moves))
    found = {
        "games": games,
        "moves": len(times),
        "p50": quantile(times, 0.5),
        "p99": quantile(times, 0.99),
        "max": max(times, default=0.0),
    }
    if as_json:
        click.echo(json.dumps(found))
        return
    click.echo(
        f"{len(times)} moves of {games} games: median {found['p50']:.2f} ms CPU, "
        f"p99 {found['p99']:.2f}, most {found['max']:.2f}"
    )
