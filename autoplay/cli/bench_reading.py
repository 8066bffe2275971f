"""`autoplay bench reading`: how long a look takes that knows the game."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import click

from autoplay.cli.exampled import Exampled


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench reading fixtures/replays",
    ],
    short_help="Speed of reading a game that is known.",
)
@click.argument("recordings", type=click.Path(path_type=Path))
@click.option(
    "--repeats",
    type=click.IntRange(1),
    default=9,
    show_default=True,
    help="Times each frame is read.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line a recording.")
def command(recordings: Path, repeats: int, as_json: bool) -> None:
    """Read the frames of recorded games with their own skins: CPU time of a look.

    RECORDINGS is a folder that `run --record` wrote, or one of several, like fixtures/replays of
    the source.
    """
    from autoplay.bench.reading import measure

    for speed in measure(recordings, repeats):
        if as_json:
            click.echo(json.dumps(asdict(speed)))
            continue
        click.echo(
            f"{speed.recording}: {speed.cells} cells, {speed.templates} templates: whole board "
            f"{speed.whole_ms:.2f} ms CPU, {speed.changed_cells:.0f} changed cells "
            f"{speed.changed_ms:.2f}, nothing changed {speed.same_ms:.3f}"
        )
