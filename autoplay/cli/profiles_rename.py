"""`autoplay profiles rename`: call a profile by another name."""

from __future__ import annotations

import click

from autoplay.cli.exampled import Exampled


@click.command(
    cls=Exampled,
    examples=[
        "autoplay profiles rename learned office",
    ],
)
@click.argument("old")
@click.argument("new")
def command(*, old: str, new: str) -> None:
    """Call the profile OLD of yours NEW from now on, and its skin and picture too.

    A bundled profile keeps its name: `autoplay calibrate --name NEW` makes one of your own.
    """
    from autoplay.calibration import Library, rename_profile

    library = Library.usual()
    click.echo(f"profile: {rename_profile(library, old, new)}")
    if old in library.names():
        click.echo(f"the bundled profile {old} is used again")
