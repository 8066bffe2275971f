"""`autoplay replay`: run a recorded game or a debug bundle again, without the game."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoplay.cli.exampled import Exampled

if TYPE_CHECKING:
    from autoplay.play.recording import Header
    from autoplay.play.replay import Replayed


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
        click.echo(f"{home}: {looks}, {verdict(recording.header, done)}")
    return 0 if same else 1


def verdict(header: Header, done: Replayed) -> str:
    """Return in words whether a replay is as recorded, and how two errors with other words are."""
    then, now = header.error, done.error
    if done.is_same:
        where = ", in doubt about the same cells" if header.error_cells else ""
        other_words = f": an error of the same kind{where}; only its words differ"
        return "the same again" + (other_words if then != now else "")
    if done.differences or then is None:
        return "not the same"
    if now is None:
        return "not the same: the error is gone"
    is_kind = _kind(then) == _kind(now)
    return "not the same: " + ("other cells are in doubt" if is_kind else "another kind of error")


def _kind(error: str) -> str:
    return error.partition(":")[0]
