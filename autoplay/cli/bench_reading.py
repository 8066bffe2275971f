"""`autoplay bench reading`: how long a look takes that knows the game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json

if TYPE_CHECKING:
    from autoplay.bench.reading import ReadingSpeed


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench reading fixtures/replays",
    ],
)
@click.argument("recordings", type=GivenPath())
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
            echo_json(asdict(speed))
            continue
        click.echo(
            f"{speed.recording}: {speed.cells} cells, {speed.templates} templates: whole board "
            f"{speed.whole_ms:.2f} ms CPU, {_changed(speed)}, {_same(speed)}"
        )


def _changed(speed: ReadingSpeed) -> str:
    if speed.changed_cells is None:
        return "no look changed"
    return f"{speed.changed_cells:.0f} changed cells {speed.changed_ms:.2f}"


def _same(speed: ReadingSpeed) -> str:
    if speed.same_ms is None:
        return "none stayed the same"
    return f"nothing changed {speed.same_ms:.3f}"
