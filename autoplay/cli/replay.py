"""`autoplay replay`: run a recorded game or a debug bundle again, without the game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json
from autoplay.errors import UsageError
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.play.recording import Header
    from autoplay.play.replay import Replayed


@click.command(
    cls=Exampled,
    examples=[
        "autoplay replay games                 # all that run --record kept there",
        "autoplay replay games/game-001 --json",
    ],
)
@click.argument("folder", type=GivenPath())
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(*, folder: Path, as_json: bool) -> int:
    """Read every frame of a recording again, decide again, and compare.

    FOLDER is one that `autoplay run --record` wrote, a game in it, or a debug bundle. Exit code 0
    when all is as recorded (a bundle: when it ends in an error of the same kind again, in doubt
    about the same cells), 1 otherwise: of several games also where one cannot be used. Where a
    bundle ends because the screen failed, or clicks had no effect, all before that is compared, and
    its end is told as it was recorded.
    """
    from autoplay.play.recorded import load_recording, recordings_in
    from autoplay.play.replay import replay

    homes, same = recordings_in(folder), True
    for home in homes:
        try:
            recording = load_recording(home)
            done = replay(recording)
        except UsageError as error:
            if len(homes) == 1:
                raise
            same = False
            _say_unusable(home, error, as_json=as_json)
            continue
        same = same and done.is_same
        if as_json:
            echo_json(_line(home, recording.header, done))
        else:
            _say(home, recording.header, done)
    return 0 if same else 1


def _say_unusable(home: Path, error: UsageError, *, as_json: bool) -> None:
    """Say why a recording cannot be replayed; the others can."""
    if as_json:
        echo_json({"recording": str(home), "unusable": str(error), "same": False})
    else:
        click.echo(f"{home}: cannot be used: {error}")


def _line(home: Path, header: Header, done: Replayed) -> dict[str, object]:
    return {
        "recording": str(home),
        "looks": done.looks,
        "differences": done.differences,
        "recorded_error": header.error,
        "recorded_evidence": header.error_evidence,
        "error": done.error,
        "evidence": done.evidence,
        "ending_replayed": not done.is_ending_told,
        "same": done.is_same,
    }


def _say(home: Path, header: Header, done: Replayed) -> None:
    for difference in done.differences:
        click.echo(f"{home}: {difference}")
    if header.error is not None and done.is_ending_told:
        click.echo(f"recorded: {header.error}")
    elif header.error is not None:
        click.echo(f"recorded: {header.error}\nnow:      {done.error or 'the last frame reads'}")
    click.echo(f"{home}: {counted(done.looks, 'look')}, {verdict(header, done)}")


def verdict(header: Header, done: Replayed) -> str:
    """Return in words whether a replay is as recorded, and how two errors with other words are."""
    then, now = header.error, done.error
    if done.is_same and done.is_ending_told:
        return "the same again up to its end, which came from the screen and was not replayed"
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
