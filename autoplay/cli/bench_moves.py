"""`autoplay bench moves`: what one move costs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.cli.setup_options import GAMES, policy_option, setup_of, setup_options
from autoplay.cli.until_stopped import UntilStopped
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.moves import Move

DEFAULT_GAMES = 5

MOST = 1_000_000


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench moves --level 100x100/2000 --first-click opening",
    ],
)
@setup_options("jobs", "cluster")
@policy_option("Who plays")
@click.option("--games", type=GAMES, help="Default: 5, or all of --boards.")
@click.option("--moves", type=click.IntRange(1), default=MOST, help="Of each game at most.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(*, policy: str, games: int | None, moves: int, as_json: bool, **options: Any) -> None:
    """Play whole games and print the CPU milliseconds of a move, in this process.

    Certain moves and guesses are told apart: only what a move touched is counted again to find
    what is certain; a guess weighs the whole board. "session" is all else that playing does for a
    move: whether the game is over, whether the move had an effect. An interrupt sums up what was
    played.
    """
    from autoplay.bench.moves import moves_of
    from autoplay.bench.simulate import games_asked

    setup = setup_of(options, policy)
    games = games_asked(setup, games, DEFAULT_GAMES)

    def tell(played: Sequence[Sequence[Move]]) -> None:
        made = [move for game in played for move in game]
        times = {
            "all": _summary([move.milliseconds for move in made]),
            "certain": _summary([move.milliseconds for move in made if not move.is_guess]),
            "guesses": _summary([move.milliseconds for move in made if move.is_guess]),
            "session": _summary([move.session for move in made]),
        }
        if as_json:
            echo_json({"games": len(played), **times.pop("all"), **times})
            return
        for kind, found in times.items():
            counts = f"{counted(int(found['moves']), 'move')} of {counted(len(played), 'game')}"
            click.echo(
                f"{kind}: {counts}, median {found['p50']:.2f} ms CPU, "
                f"p99 {found['p99']:.2f}, most {found['max']:.2f}"
            )

    playing = UntilStopped()
    played = playing.gathered(moves_of(setup, games, moves), tell)
    playing.tell(f"{len(played)} of {counted(games, 'game')}")


def _summary(times: list[float]) -> dict[str, float]:
    from autoplay.bench.statistics import quantile

    return {
        "moves": len(times),
        "p50": quantile(times, 0.5),
        "p99": quantile(times, 0.99),
        "max": max(times, default=0.0),
    }
