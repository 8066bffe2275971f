"""`autoplay bench starts`: which first click wins most."""

from __future__ import annotations

from typing import Any

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.cli.setup_options import (
    GAMES,
    cell_of,
    policy_option,
    runner_of,
    setup_of,
    setup_options,
)


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench starts 0,0 2,2 3,3 --level expert --first-click opening",
    ],
)
@click.argument("cells", nargs=-1, metavar="[ROW,COL]...")
@setup_options("start", "boards")
@policy_option("Who plays")
@click.option("--games", type=GAMES, default=2000, show_default=True, help="Of each.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line for each cell.")
def command(
    *, cells: tuple[str, ...], policy: str, games: int, as_json: bool, **options: Any
) -> None:
    """Play games from each first click ROW,COL, print their win rates.

    Without any: from the cells near a corner.
    """
    from autoplay.bench.starts import cells_near_a_corner, rates

    setup = setup_of(options, policy)
    topology = setup.topology
    chosen = [cell_of(text, topology) for text in cells] or cells_near_a_corner(topology)
    for rate in rates(setup, chosen, games, runner_of(options)):
        (row, col), (low, high) = topology.row_col(rate.cell), rate.interval
        if as_json:
            values = {"cell": [row, col], "games": games, "wins": rate.wins, "ci95": [low, high]}
            echo_json(values)
        else:
            click.echo(f"{row},{col}: {rate.wins / games:.2%} ({low:.2%} to {high:.2%})")
