"""`autoplay replay`: run a recorded game or a debug bundle again, without the game."""

from __future__ import annotations

import json
from pathlib import Path

import click

from autoplay.cli.exampled import Exampled


@click.command(
    cls=Exampled,
    examples=[
        "autoplay replay games                 # all that run --record kept there",
        "autoplay replay games/game-001 --json",
    ],
    short_help="Run a recorded game again, every decision made anew.",
)
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(*, folder: Path, as_json: bool) -> int:
    """Read every frame of a recording again, decide again, and compare.

    FOLDER is one that `autoplay run --record` wrote, a game in it, or a debug bundle. Exit code 0
    when all is as recorded (a bundle: when it ends in an error of the same kind again, in doubt
    about the same cells), 1 otherwise.
    """
    from autoplay.play.replay import load_recording, recordings_in, replay

    same = True
    for home in recordings_in(folder):
        recording = load_recording(home)
        done = replay(recording)
        expected = recording.header.error
        same = same and done.is_same
        if as_json:
            line = {
                "recording": str(home),
                "looks": done.looks,
                "differences": done.differences,
                "recorded_error": expected,
                "error": done.error,
                "same": done.is_same,
            }
            click.echo(json.dumps(line))
            continue
        for difference in done.differences:
            click.echo(f"{home}: {difference}")
        if expected is not None:
            click.echo(f"recorded: {expected}\nnow:      {done.error or 'the last frame reads'}")
        looks = "1 look" if done.looks == 1 else f"{done.looks} looks"
        click.echo(f"{home}: {looks}, {'the same again' if done.is_same else 'not the same'}")
    return 0 if same else 1
