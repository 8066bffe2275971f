"""The options that say which games are simulated, the same for every command that plays some."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import click
from click.core import ParameterSource

from autoplay.cli.given_path import GivenPath
from autoplay.errors import UsageError
from autoplay.game import Cell, FirstClick, Level, Shape, Topology, make_topology, parse_level
from autoplay.game.topology import VARIANTS
from autoplay.policy import DEFAULT_POLICY
from autoplay.policy.assumed import UNTOLD
from autoplay.words import counted

TOPOLOGY = click.option(
    "--topology",
    type=click.Choice([s.value for s in Shape]),
    default="square",
    show_default=True,
    help="The shape of the cells.",
)

VARIANT = click.option(
    "--variant",
    default="",
    help="How hexagons are offset: odd-rows (default), even-rows, odd-cols, even-cols; which "
    f"triangles point up: {' (default), '.join(VARIANTS[Shape.TRIANGLE])}.",
)

POLICIES = (
    "winning (default), winning:SETTING=VALUE,... (winning:help names them) or lowest_risk; "
    "untold:winning plays without being told the mine total."
)
"""What a policy may be, for help texts."""

SETTINGS_ASKED = ("winning:help", *(f"{hidden}:winning:help" for hidden in UNTOLD.values()))


def _settings_or_policy(context: click.Context, parameter: click.Parameter, value: Any) -> Any:
    """Return the policy as it was given; where its settings are asked for, print them and end."""
    if value in SETTINGS_ASKED:
        _print_settings()
        context.exit()
    return value


def _print_settings() -> None:
    from autoplay.policy.settings import MEANINGS, Settings

    click.echo("settings of winning, as they are by default:")
    for name, default in asdict(Settings()).items():
        click.echo(f"  {f'{name}={default}':<21}  {MEANINGS[name]}")
    click.echo("budget=50ms or budget=2000nodes is short for budget_ms or endgame_nodes")


def policy_option(who: str) -> Callable[[Any], Any]:
    """Return the option of a policy, whose help begins with what it does here."""
    return click.option(
        "--policy",
        default=DEFAULT_POLICY,
        is_eager=True,  # its settings may be asked for where nothing else is given
        callback=_settings_or_policy,
        help=f"{who}: {POLICIES}",
    )


def policy_argument(name: str) -> Callable[[Any], Any]:
    """Return the argument of a policy; its settings may be asked for there as well."""
    return click.argument(name, is_eager=True, callback=_settings_or_policy)


GAMES = click.IntRange(1, 1_000_000_000)
"""How many games may be asked for: the fastest would take weeks."""


MOST_PROCESSES = 61 if sys.platform == "win32" else 1000
"""Windows waits for no more at once; elsewhere no computer has the memory for so many."""


def processes_option(name: str = "--jobs") -> Callable[[Any], Any]:
    """Return the option of how many processes share the work."""
    most = click.IntRange(1, MOST_PROCESSES)
    return click.option(name, type=most, default=1, show_default=True, help="Processes.")


OPTIONS = {
    "level": click.option(
        "--level", help="beginner, intermediate, expert (default) ... or ROWSxCOLS/MINES."
    ),
    "rows": click.option(
        "--rows", type=click.IntRange(1, 10_000), help="With --cols and --mines, no level."
    ),
    "cols": click.option("--cols", type=click.IntRange(1, 10_000), help="Cells of a row."),
    "mines": click.option("--mines", type=click.IntRange(0), help="Of the whole board."),
    "topology": TOPOLOGY,
    "variant": VARIANT,
    "first_click": click.option(
        "--first-click",
        type=click.Choice([rule.value for rule in FirstClick]),
        default="safe",
        show_default=True,
        help="What the game promises of the first click.",
    ),
    "start": click.option(
        "--start", default="best", show_default=True, help="R,C, best or random."
    ),
    "seed": click.option(
        "--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games."
    ),
    "jobs": processes_option(),
    "boards": click.option(
        "--boards",
        type=GivenPath(allow_dash=True),
        help="Play these boards of a file (- for standard input), one a line: "
        '{"rows": 2, "cols": 3, "topology": "square", "mines": [1, 5], "first": [0, 0]}. '
        'Mines are cells counted row by row from 0; "variant" may say more of the topology.',
    ),
    "cluster": click.option("--cluster", metavar="ADDRESS", help="Play on this Dask cluster."),
}
DEFAULT_LEVEL = "expert"

GIVEN_BY_BOARDS = (
    "level",
    "rows",
    "cols",
    "mines",
    "topology",
    "variant",
    "first_click",
    "start",
    "seed",
)
"""What a boards file decides itself."""


def setup_options(*without: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return what gives a command OPTIONS in their order, but those that mean nothing to it."""

    def give(command: Callable[..., Any]) -> Callable[..., Any]:
        for name, option in reversed(OPTIONS.items()):
            if name not in without:
                command = option(command)
        return command

    return give


def setup_of(options: dict[str, Any], policy: str) -> Any:
    """Return the bench.simulate.Setup that the options describe.

    UsageError for options that contradict each other, mines that do not fit or an unknown policy.
    """
    from autoplay.bench.boards_file import read_boards
    from autoplay.bench.simulate import Setup
    from autoplay.policy import make_policy

    make_policy(policy)
    if options.get("boards") is not None:
        _require_boards_alone()
        boards = read_boards(options["boards"])
        field = boards[0][0]
        return Setup(field.topology, len(field.mines), policy=policy, boards=boards)
    level = _level(options)
    topology = make_topology(options["topology"], level.rows, level.cols, options["variant"])
    rule = FirstClick(options["first_click"])
    start = _start(options.get("start", "random"), topology, level.mines, rule)
    setup = Setup(topology, level.mines, rule, start, policy, options["seed"])
    _, first = setup.game(0)  # says at once when the mines do not fit
    if rule is FirstClick.OPENING:
        _warn_of_little_room(topology, level.mines, first)
    return setup


def _warn_of_little_room(topology: Topology, mines: int, first: Cell) -> None:
    """Say that the first click opens no area where the mines leave none free."""
    block = 1 + len(topology.around(first))
    if mines > len(topology) - block:
        size = f"{topology.rows}x{topology.cols}"
        click.echo(
            f"{counted(mines, 'mine leaves', 'mines leave')} no room for an opening on {size}: "
            "as in most games some lie beside the first click",
            err=True,
        )


def _require_boards_alone() -> None:
    """Raise UsageError where the command line says more of the games than their boards do."""
    context = click.get_current_context(silent=True)
    for name in GIVEN_BY_BOARDS if context else ():
        assert context is not None
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            named = "--" + name.replace("_", "-")
            raise UsageError(f"--boards says what is played: leave {named} out")


def runner_of(options: dict[str, Any]) -> Any:
    """Return the bench.simulate.Runner that the options name; UsageError where they name two."""
    from autoplay.bench.cluster import ClusterRunner
    from autoplay.bench.simulate import LocalRunner

    if options["cluster"] is not None:
        if options["jobs"] > 1:
            raise UsageError("--cluster plays on its own workers: leave --jobs out")
        return ClusterRunner(options["cluster"])
    return LocalRunner(options["jobs"])


def _level(options: dict[str, Any]) -> Level:
    size = [options[key] for key in ("rows", "cols", "mines")]
    if options["level"] is not None:
        if any(value is not None for value in size):
            raise UsageError("give either --level or --rows --cols --mines, not both")
        return parse_level(options["level"])
    if all(value is None for value in size):
        return parse_level(DEFAULT_LEVEL)
    if any(value is None for value in size):
        raise UsageError("--rows, --cols and --mines go together")
    return parse_level(f"{size[0]}x{size[1]}/{size[2]}")


def cell_of(text: str, topology: Topology) -> Cell:
    """Return the cell written as ROW,COL; UsageError for anything else."""
    try:
        return topology.cell_at(text)
    except (ValueError, IndexError):
        size = f"{topology.rows}x{topology.cols}"
        raise UsageError(f"{text!r}: write ROW,COL within {size}, counted from 0") from None


def _start(text: str, topology: Topology, mines: int, rule: FirstClick) -> Cell | None:
    from autoplay.policy.first_click import best_first_click

    match text:
        case "random":
            return None
        case "best":
            return best_first_click(topology, rule, mines)
        case _:
            try:
                return cell_of(text, topology)
            except UsageError as error:
                raise UsageError(f"--start {error}; or best, or random") from None
