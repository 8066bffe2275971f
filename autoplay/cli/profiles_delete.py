"""`autoplay profiles delete`: forget games that the person no longer plays."""

from __future__ import annotations

from collections.abc import Sequence

import click

from autoplay.cli.exampled import Exampled


@click.command(
    cls=Exampled,
    examples=[
        "autoplay profiles delete learned-2",
        "autoplay profiles delete learned-2 learned-3",
    ],
)
@click.argument("names", metavar="NAME...", nargs=-1, required=True)
def command(*, names: Sequence[str]) -> None:
    """Delete these profiles of yours, their pictures, and the skins that no other one uses.

    All of them or, where one cannot be deleted, none. Bundled profiles stay.
    """
    from autoplay.calibration import Library, delete_profiles

    gone = delete_profiles(Library.usual(), names)
    for what, paths in (
        ("profile", gone.profiles),
        ("picture", gone.pictures),
        ("skin", gone.skins),
    ):
        for path in paths:
            click.echo(f"deleted {what}: {path}")
    for path, users in gone.skins_left.items():
        click.echo(f"kept skin: {path} (of {', '.join(users)} too)")
    for name in gone.bundled_again:
        click.echo(f"the bundled profile {name} is used again")
