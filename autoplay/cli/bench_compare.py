"""`autoplay bench compare`: two policies on the same boards."""

from __future__ import annotations

import json

import click

from autoplay.game import FirstClick, parse_level


@click.command(short_help="Two policies on the same boards, paired.")
@click.argument("a")
@click.argument("b")
@click.option("--level", default="expert", show_default=True)
@click.option(
    "--first-click", type=click.Choice([rule.value for rule in FirstClick]), default="safe"
)
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True)
@click.option("--early/--all", default=True, help="Stop when the sequential test has decided.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(
    *,
    a: str,
    b: str,
    level: str,
    first_click: str,
    games: int,
    seed: int,
    jobs: int,
    early: bool,
    as_json: bool,
) -> None:
    """Play policies A and B on the same boards; print the difference with its 95 % interval."""
    from rich.console import Console
    from rich.progress import Progress

    from autoplay.bench.compare import compare, decided
    from autoplay.bench.simulate import LocalRunner, Setup
    from autoplay.bench.statistics import Paired
    from autoplay.policy.first_click import best_first_click

    size = parse_level(level)
    rule = FirstClick(first_click)
    topology = size.topology()
    setup = Setup(topology, size.mines, rule, best_first_click(topology, rule), a, seed)
    pair = Paired(0, 0, 0)
    with Progress(console=Console(stderr=True), disable=as_json) as progress:
        task = progress.add_task("", total=games)
        for pair in compare(setup, b, games, LocalRunner(jobs), early=early):
            low, high = pair.interval
            text = f"{pair.difference:+.2%} ({low:+.2%} to {high:+.2%})"
            progress.update(task, completed=pair.games, description=text)
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
        }
        click.echo(json.dumps(report))
        return
    verdict = "decided" if decided(pair) else "not decided"
    click.echo(
        f"{a} wins {pair.difference:+.2%} of {pair.games} games more than {b} "
        f"(95 %: {low:+.2%} to {high:+.2%}; {pair.only_a} won only by {a}, "
        f"{pair.only_b} only by {b}; the sequential test has {verdict})"
    )
