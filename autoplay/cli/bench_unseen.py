"""`autoplay bench unseen`: how often does it play a game it has never seen to its end?"""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from autoplay.cli.counts import echo_counts
from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.cli.progress_told import progress_told
from autoplay.cli.setup_options import processes_option
from autoplay.cli.until_stopped import UntilStopped
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.unseen import UnseenGame


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench unseen --games 100 --seed 1 --jobs 2",
        "autoplay bench unseen --seed 1 --only 17",
    ],
)
@click.option("--games", type=click.IntRange(0), default=100, show_default=True, help="To play.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Equal seeds give equal games."
)
@click.option("--outlined", is_flag=True, help="Draw boards that are no rectangle of cells.")
@processes_option()
@click.option("--only", type=click.IntRange(0), help="Play only the game of this number.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a game, then the sum.")
def command(
    *, games: int, seed: int, outlined: bool, jobs: int, only: int | None, as_json: bool
) -> int:
    """Play whole games of drawn looks, each learned from nothing while it is played.

    Where nothing is recognised before the first click, a cell is opened first, as a person would.
    Exit code 0 when no cell was misread while a game went on, every result was true and no click
    went beside the board; 1 otherwise. Games in which that happened, or that were not played to
    their end, are told as they end. An interrupt prints the sum of what was played.
    """
    from autoplay.bench.unseen import Report, play_many

    report = Report()
    playing = UntilStopped()
    total = games if only is None else 1
    with progress_told(total, "games", quiet=as_json) as tell, playing:
        for game in play_many(games, seed, jobs, only, outlined=outlined):
            report.add(game)
            is_well = game.is_harmless and game.ending in ("won", "lost")
            if as_json:
                echo_json(asdict(game))
            elif not is_well or only is not None:
                click.echo(_words(game))
            tell(report.games, f"{report.won} won, {report.lost} lost")
    echo_counts(report.json(), as_json=as_json)
    playing.tell(f"{report.games} of {counted(total, 'game')}")
    return 0 if report.is_clean else 1


def _words(game: UnseenGame) -> str:
    board = f"{game.rows}x{game.cols} {game.shape}s of {game.pitch:g} px, {game.family}"
    parts = [f"game {game.index} ({board}): {game.ending}"]
    if game.is_false:
        parts[0] += ", which is not so"
    if game.misread:
        parts.append(f"misread at {game.misread}")
    if game.clicks_outside:
        parts.append(f"{counted(game.clicks_outside, 'click')} beside the board")
    return "; ".join([*parts, *filter(None, [game.message])])
