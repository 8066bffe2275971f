"""`autoplay simulate`: many games of one policy, with its win rate."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import platformdirs

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json
from autoplay.cli.resumed import Resumable
from autoplay.cli.setup_options import GAMES, policy_option, runner_of, setup_of, setup_options
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.simulate import Result, Setup, Tally
    from autoplay.cli.resumed import Step

DEFAULT_GAMES = 1000


@click.command(
    cls=Exampled,
    examples=[
        "autoplay simulate --level expert --games 10000 --jobs 4",
        "autoplay simulate --level 20x20/80 --first-click opening --start 3,3",
        "autoplay simulate --policy winning:budget=50ms --plot rate.png",
        "autoplay simulate --games 1000000 --cluster tcp://host:8786",
    ],
)
@setup_options()
@policy_option("Who plays")
@click.option("--games", type=GAMES, help="Default: 1000, or all of --boards.")
@click.option("--resume", is_flag=True, help="Go on where the same simulation was interrupted.")
@click.option(
    "--plot",
    type=GivenPath(),
    help="Draw the win rate as the games go by (PNG, SVG or PDF).",
)
@click.option("--json", "as_json", is_flag=True, help="Print only the result, as one JSON line.")
def command(**options: Any) -> int:
    """Play many games without a screen and print the win rate with its 95 % interval.

    The rate without luck has an interval of 0 to 100 % for one game, which does not tell how games
    differ.

    The same seed gives the same games whatever --jobs or --cluster is. An interrupt, or a worker
    that is killed, prints what was done and keeps it for --resume, which takes up only what was
    begun by the same code and engine (that the workers of a cluster have the same is up to you). It
    is kept until as many games were played to the end: without --resume all are played anew.
    """
    from autoplay.bench.boards_file import Journal
    from autoplay.bench.plot import plot_rate, require_plot
    from autoplay.bench.simulate import Tally, games_asked, simulate
    from autoplay.policy import make_policy

    if options["plot"] is not None:
        require_plot(options["plot"])  # said before the games, not after hours of them
    setup = setup_of(options, options["policy"])
    games = games_asked(setup, options["games"], DEFAULT_GAMES)
    runner = runner_of(options)
    tally = Tally()
    journal = Journal(platformdirs.user_state_path("autoplay"), setup)

    def report() -> None:
        found = tally.report(make_policy(setup.policy).name)
        if options["as_json"]:
            echo_json(found)
        else:
            _explain(found)
        if options["plot"] is not None:
            played = _played(setup, options["boards"])
            title = f"Win rate of the policy '{setup.policy}' on {played}"
            plot_rate(tally.won, options["plot"], title)

    simulation = Resumable("simulation", games, [(journal, tally)])
    simulation.take_up(resume=options["resume"])
    steps = _steps(simulate(setup, games, runner, tally), tally)
    return simulation.play(steps, report, quiet=options["as_json"])


def _steps(chunks: Iterator[list[Result]], tally: Tally) -> Iterator[Step]:
    from autoplay.bench.statistics import wilson

    for results in chunks:
        low, high = wilson(tally.wins, tally.games)
        rate = tally.wins / tally.games
        yield tally.games, f"won {rate:.2%} ({low:.2%} to {high:.2%})", [results]


def _played(setup: Setup, boards: Path | None) -> str:
    """Return what was played, in words; boards of a file may be of any size."""
    if boards is not None:
        return "the boards piped in" if str(boards) == "-" else boards.name
    tiling, mines = setup.topology, counted(setup.mines, "mine")
    return f"{tiling.rows}x{tiling.cols} {tiling.shape}s with {mines}"


def _explain(report: dict[str, Any]) -> None:
    if not report["games"]:
        click.echo("nothing was played")
        return
    low, high = report["ci95"]
    click.echo(
        f"{report['policy']} ({report['engine']} engine): won {report['wins']} of "
        f"{counted(report['games'], 'game')}, {report['rate']:.2%} (95 %: {low:.2%} to {high:.2%})"
    )
    low, high = report["without_luck"]["ci95"]
    click.echo(
        f"without luck: {report['without_luck']['rate']:.2%} ({low:.2%} to {high:.2%}): the same "
        "rate with the luck of the guesses taken out, so less a matter of chance"
    )
    guesses, short = report["guesses_per_game"], report["cut_short_per_game"]
    click.echo(
        f"guesses a game: {guesses:.2f}" + (f", {short:.2f} of them cut short" if short else "")
    )
    times = report["cpu_ms_per_game"]
    click.echo(
        f"CPU time a game: mean {times['mean']:.2f} ms, median {times['p50']:.2f}, "
        f"p99 {times['p99']:.2f}, most {times['max']:.2f}"
    )
