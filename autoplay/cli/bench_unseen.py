"""`autoplay bench unseen`: how often does it play a game it has never seen to its end?"""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from autoplay.cli.counts import echo_counts
from autoplay.cli.exampled import Exampled
from autoplay.cli.until_stopped import UntilStopped


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench unseen --games 100 --seed 1 --jobs 2",
        "autoplay bench unseen --seed 1 --only 17",
    ],
    short_help="How often it plays a game it has never seen to its end.",
)
@click.option("--games", type=click.IntRange(0), default=100, show_default=True, help="To play.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games."
)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--only", type=click.IntRange(0), help="Play only the game of this number.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a game, then the sum.")
def command(*, games: int, seed: int, jobs: int, only: int | None, as_json: bool) -> int:
    """Play whole games of drawn looks, each learned from nothing while it is played.

    Where nothing is recognised before the first click, a cell is opened first, as a person would.
    Exit code 0 when no cell was misread while a game went on, every result was true and no click
    went beside the board; 1 otherwise. Games in which that happened, or that were not played to
    their end, are told as they end. An interrupt prints the sum of what was played.
    """
    from autoplay.bench.unseen import Report, play_many

    report = Report()
    playing = UntilStopped(play_many(games, seed, jobs, only))
    for game in playing:
        report.add(game)
        if as_json:
            click.echo(json.dumps(asdict(game)))
        elif not game.is_harmless or game.ending not in ("won", "lost"):
            click.echo(f"game {game.index}: {json.dumps(asdict(game))}")
        elif sys.stderr.isatty():
            click.echo(f"\r{report.games} of {games}", err=True, nl=False)
    echo_counts(report.json(), as_json=as_json)
    playing.tell(f"{report.games} of {games} games")
    return 0 if report.is_clean else 1
