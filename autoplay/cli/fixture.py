"""`autoplay fixture`: keep a recording or a debug bundle as a test."""

from __future__ import annotations

import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.replay import verdict
from autoplay.errors import UsageError
from autoplay.files import make_folder

if TYPE_CHECKING:
    from autoplay.play.recording import Header
    from autoplay.play.replay import Replayed

REPLAYS = Path("fixtures/replays")
"""Where the tests of a checkout look for recordings."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay fixture ~/.cache/autoplay/bundles/bundle-0001 --name dimmed-board",
    ],
)
@click.argument("bundle", type=GivenPath())
@click.option("--name", help="What to call it; default: the bundle's own name.")
@click.option(
    "--into",
    type=GivenPath(),
    default=REPLAYS,
    show_default=True,
    help="The folder whose recordings the tests replay; a folder named here is made.",
)
def command(*, bundle: Path, name: str | None, into: Path) -> None:
    """Copy a recording into the folder of replays that the tests run.

    It is replayed first: one with a frame or a line missing is refused, and so is one that does not
    come out the same again.
    """
    from autoplay.calibration import NAME, NAMED_SO
    from autoplay.play.recorded import load_recording, recordings_in
    from autoplay.play.replay import replay

    if into == REPLAYS and not into.is_dir():
        raise UsageError(f"there is no folder {into} here: go to a checkout, or name one by --into")
    if recordings_in(bundle) != [bundle]:
        raise UsageError(f"{bundle}: this is a folder of recordings; name one of them")
    if into.resolve().is_relative_to(bundle.resolve()):
        raise UsageError(f"{into}: this is in the recording itself; name another folder by --into")
    name = bundle.resolve().name if name is None else name
    if not NAME.fullmatch(name):
        raise UsageError(f"--name {name!r}: {NAMED_SO}")
    recording = load_recording(bundle)
    _require_same(bundle, recording.header, replay(recording))
    target = into / name
    if target.exists():
        raise UsageError(f"{target}: there is one of that name; choose another with --name")
    make_folder(into)
    aside = Path(tempfile.mkdtemp(prefix=".", dir=into))
    try:
        shutil.copytree(bundle, aside, dirs_exist_ok=True)
        aside.chmod(0o755)
        aside.replace(target)
    except (OSError, shutil.Error) as error:
        why = _reason(error)
        raise UsageError(f"{target}: {bundle} could not be copied there whole: {why}") from None
    finally:
        shutil.rmtree(aside, ignore_errors=True)
    is_run = into.name == REPLAYS.name and (into.parent.parent / "tests/test_replays.py").is_file()
    click.echo(f"{target}: {'run by the tests from now on' if is_run else 'kept'}")


def _require_same(bundle: Path, header: Header, done: Replayed) -> None:
    """Raise UsageError for a recording that the tests would fail on from the first day."""
    if not done.is_same:
        first = "".join(f" ({difference})" for difference in done.differences[:1])
        raise UsageError(f"{bundle}: no test can pass on it: {verdict(header, done)}{first}")


def _reason(error: OSError | shutil.Error) -> str:
    """Return why a copy failed, without number and paths; shutil tells of each file as text."""
    told = str(error.args[0][0][2] if isinstance(error, shutil.Error) else error)
    return re.sub(r"^\[Errno \d+\] ", "", told).partition(": ")[0]
