"""`autoplay bench starts`: which first click wins most."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
from autoplay.cli.until_stopped import UntilStopped
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.starts import StartRate


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

    Without any: from the cells near a corner. An interrupt prints what was played of the last one.
    """
    from autoplay.bench.starts import cells_near_a_corner, rates

    setup = setup_of(options, policy)
    topology = setup.topology
    chosen = [cell_of(text, topology) for text in cells] or cells_near_a_corner(topology)
    runner = runner_of(options)

    def tell(rate: StartRate) -> None:
        (row, col), (low, high) = topology.row_col(rate.cell), rate.interval
        if as_json:
            values = {"cell": [row, col], "games": rate.games, "wins": rate.wins}
            echo_json({**values, "ci95": [low, high]})
        else:
            of = "" if rate.games == games else f" of {counted(rate.games, 'game')}"
            click.echo(f"{row},{col}: {rate.wins / rate.games:.2%}{of} ({low:.2%} to {high:.2%})")

    done, playing, rate = 0, UntilStopped(), None
    try:
        with playing:
            for rate in rates(setup, chosen, games, runner):
                if rate.games == games:
                    tell(rate)
                    done += 1
    finally:
        if rate is not None and rate.games < games:
            tell(rate)
    playing.tell(f"{done} of {counted(len(chosen), 'first click')}")
