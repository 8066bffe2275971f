"""`autoplay simulate`: many games of one policy, with its win rate."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import platformdirs

from autoplay.errors import UsageError
from autoplay.game import (
    Cell,
    FirstClick,
    Level,
    Shape,
    Topology,
    make_topology,
    parse_level,
)

STOPPED = 130


@click.command(short_help="Play many games without a screen; print the win rate.")
@click.option("--level", help="beginner, intermediate, expert, ... or ROWSxCOLS/MINES.")
@click.option("--rows", type=click.IntRange(1, 10_000))
@click.option("--cols", type=click.IntRange(1, 10_000))
@click.option("--mines", type=click.IntRange(0))
@click.option("--topology", type=click.Choice([s.value for s in Shape]), default="square")
@click.option("--variant", default="", help="How hexagons are offset, or which triangles point up.")
@click.option(
    "--first-click",
    type=click.Choice([rule.value for rule in FirstClick]),
    default="safe",
    show_default=True,
    help="What the game promises of the first click.",
)
@click.option("--start", default="best", show_default=True, help="R,C, best or random.")
@click.option("--policy", default="winning", show_default=True)
@click.option("--games", type=click.IntRange(0), help="Default: 1000, or all of --boards.")
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--boards", type=click.Path(path_type=Path), help="Play these boards (JSON lines).")
@click.option("--cluster", metavar="ADDRESS", help="Play on this Dask cluster.")
@click.option("--resume", is_flag=True, help="Go on where the same simulation was interrupted.")
@click.option("--json", "as_json", is_flag=True, help="Print only the result, as one JSON line.")
def command(**options: Any) -> int:
    """Play many games without a screen and print the win rate with its 95 % interval.

    The same seed gives the same games whatever --jobs or --cluster is. An interrupt prints what was
    done and keeps it for --resume.
    """
    from autoplay.bench.boards_file import Journal
    from autoplay.bench.simulate import Tally
    from autoplay.inference import active_engine
    from autoplay.policy import make_policy

    setup, games = _setup(options)
    journal = Journal(platformdirs.user_state_path("autoplay"), setup)
    tally = Tally()
    if options["resume"]:
        tally.add(result for result in journal.read() if result.index < games)
    else:
        journal.remove()
    stopped = _play(setup, games, _runner(options), tally, journal, quiet=options["as_json"])
    report = tally.report(make_policy(setup.policy).name, active_engine())
    if not options["as_json"]:
        _explain(report)
    click.echo(json.dumps(report))
    if stopped:
        click.echo(f"stopped after {tally.games} of {games} games; --resume goes on", err=True)
        return STOPPED
    journal.remove()
    return 0


def _setup(options: dict[str, Any]) -> tuple[Any, int]:
    from autoplay.bench.boards_file import read_boards
    from autoplay.bench.simulate import Setup

    if options["boards"] is not None:
        boards = read_boards(options["boards"])
        field = boards[0][0]
        setup = Setup(field.topology, len(field.mines), policy=options["policy"], boards=boards)
        return setup, len(boards) if options["games"] is None else options["games"]
    level = _level(options)
    topology = make_topology(options["topology"], level.rows, level.cols, options["variant"])
    rule = FirstClick(options["first_click"])
    setup = Setup(
        topology,
        level.mines,
        rule,
        _start(options["start"], topology, rule),
        options["policy"],
        options["seed"],
    )
    setup.game(0)  # says at once when the mines do not fit
    return setup, 1000 if options["games"] is None else options["games"]


def _level(options: dict[str, Any]) -> Level:
    size = [options[key] for key in ("rows", "cols", "mines")]
    if options["level"] is not None:
        if any(value is not None for value in size):
            raise UsageError("give either --level or --rows --cols --mines, not both")
        return parse_level(options["level"])
    if all(value is None for value in size):
        return parse_level("expert")
    if any(value is None for value in size):
        raise UsageError("--rows, --cols and --mines go together")
    return parse_level(f"{size[0]}x{size[1]}/{size[2]}")


def _start(text: str, topology: Topology, rule: FirstClick) -> Cell | None:
    from autoplay.policy.first_click import best_first_click

    if text == "random":
        return None
    if text == "best":
        return best_first_click(topology, rule)
    try:
        row, col = (int(part) for part in text.split(","))
        return topology.cell(row, col)
    except (ValueError, IndexError):
        raise UsageError(
            f"--start {text!r}: write best, random or ROW,COL within "
            f"{topology.rows}x{topology.cols}"
        ) from None


def _runner(options: dict[str, Any]) -> Any:
    from autoplay.bench.cluster import ClusterRunner
    from autoplay.bench.simulate import LocalRunner

    if options["cluster"]:
        return ClusterRunner(options["cluster"])
    return LocalRunner(options["jobs"])


def _play(setup: Any, games: int, runner: Any, tally: Any, journal: Any, *, quiet: bool) -> bool:
    """Play the games with a progress bar; return whether the person stopped it."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from autoplay.bench.simulate import simulate
    from autoplay.bench.statistics import wilson

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as progress:
        task = progress.add_task("", total=games, completed=tally.games)
        try:
            for results in simulate(setup, games, runner, tally):
                journal.append(results)
                low, high = wilson(tally.wins, tally.games)
                text = f"won {tally.wins / tally.games:.2%} ({low:.2%} to {high:.2%})"
                progress.update(task, completed=tally.games, description=text)
        except KeyboardInterrupt:
            return True
    return False


def _explain(report: dict[str, Any]) -> None:
    low, high = report["ci95"]
    times = report["cpu_ms_per_game"]
    click.echo(
        f"{report['policy']} ({report['engine']} engine): won {report['wins']} of "
        f"{report['games']} games, {report['rate']:.2%} (95 %: {low:.2%} to {high:.2%}); "
        f"{report['guesses_per_game']:.2f} guesses and {times['mean']:.2f} ms CPU a game "
        f"(median {times['p50']:.2f}, p99 {times['p99']:.2f}, most {times['max']:.2f})"
    )
