"""`autoplay bench compare`: two policies on the same boards."""

from __future__ import annotations

import json
from typing import Any

import click

from autoplay.cli.setup_options import runner_of, setup_of, setup_options


@click.command(short_help="Two policies on the same boards, paired.")
@click.argument("a")
@click.argument("b")
@setup_options
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--early/--all", default=True, help="Stop when the sequential test has decided.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(*, a: str, b: str, games: int, early: bool, as_json: bool, **options: Any) -> None:
    """Play policies A and B on the same boards; print the difference with its 95 % interval.

    A policy is a NAME, or one with settings changed: winning:plies=1,endgame_layouts=0
    """
    from rich.console import Console
    from rich.progress import Progress

    from autoplay.bench.compare import Comparison, compare, decided
    from autoplay.bench.statistics import Paired

    setup = setup_of(options, a)
    found = Comparison(Paired(0, 0, 0), (0.0, 0.0, 0.0))
    with Progress(console=Console(stderr=True), disable=as_json) as progress:
        task = progress.add_task("", total=games)
        for found in compare(setup, b, games, runner_of(options), early=early):
            low, high = found.pair.interval
            text = f"{found.pair.difference:+.2%} ({low:+.2%} to {high:+.2%})"
            progress.update(task, completed=found.pair.games, description=text)
    pair = found.pair
    mean, least, most = found.without_luck
    low, high = pair.interval
    if as_json:
        report = {
            "a": a,
            "b": b,
            "games": pair.games,
            "only_a": pair.only_a,
            "only_b": pair.only_b,
            "difference": pair.difference,
            "ci95": [low, high],
            "decided": decided(pair),
            "without_luck": {"difference": mean, "ci95": [least, most]},
        }
        click.echo(json.dumps(report))
        return
    verdict = "decided" if decided(pair) else "not decided"
    click.echo(
        f"{a} wins {pair.difference:+.2%} of {pair.games} games more than {b} "
        f"(95 %: {low:+.2%} to {high:+.2%}; {pair.only_a} won only by {a}, "
        f"{pair.only_b} only by {b}; the sequential test has {verdict})\n"
        f"with the luck of the guesses taken out: {mean:+.2%} ({least:+.2%} to {most:+.2%})"
    )
