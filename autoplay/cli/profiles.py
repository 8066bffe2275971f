"""`autoplay profiles`: the games that are known, and where each profile lies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from autoplay.cli.exampled import ExampledGroup
from autoplay.cli.json_line import echo_json
from autoplay.errors import UsageError

if TYPE_CHECKING:
    from autoplay.calibration import Kept

PROFILES = {
    "rename": ("profiles_rename", "Call a profile of yours by another name."),
    "delete": ("profiles_delete", "Delete profiles of yours, and what only they use."),
}
"""The same for the subcommands, as ``main.COMMANDS`` has it."""

TITLES = ("name", "board", "mines", "skin", "whose", "file")


@click.group(
    cls=ExampledGroup,
    table=PROFILES,
    invoke_without_command=True,
    examples=[
        "autoplay profiles",
        "autoplay profiles rename learned office",
        "autoplay profiles delete learned-2 learned-3",
    ],
)
@click.option("--json", "as_json", is_flag=True, help="List them as JSON, one line a profile.")
@click.pass_context
def command(ctx: click.Context, *, as_json: bool) -> None:
    """List the games that autoplay knows, or rename or delete a profile of yours.

    Without a command: each profile with its board, its mine total, the skin it is read with,
    whether it is yours or came with autoplay, and its file. Yours are what --calibrate and run have
    kept; one of a bundled one's name is used in its place.
    """
    if ctx.invoked_subcommand is not None:
        if as_json:
            raise UsageError("--json lists profiles; leave it out to rename or delete some")
        return
    from autoplay.calibration import Library, kept_profiles

    profiles = kept_profiles(Library.usual())
    if as_json:
        for each in profiles:
            echo_json(_report(each))
    else:
        _print(profiles)


def _report(kept: Kept) -> dict[str, Any]:
    profile = kept.profile
    return {
        "name": kept.name,
        "topology": profile and profile.topology,
        "variant": profile and profile.variant,
        "rows": profile and profile.rows,
        "cols": profile and profile.cols,
        "mines": profile and profile.mines,
        "skin": profile and profile.skin,
        "bundled": kept.bundled,
        "hides_bundled": kept.hides_bundled,
        "path": str(kept.path),
        "problem": kept.problem,
    }


def _print(profiles: list[Kept]) -> None:
    """Print a line a profile, in columns, and what is wrong with it beneath."""
    table = [TITLES, *map(_row, profiles)]
    *widths, _ = (max(map(len, column)) for column in zip(*table, strict=True))
    problems = [None, *(each.problem for each in profiles)]
    for (*words, path), problem in zip(table, problems, strict=True):
        padded = [f"{word:<{width}}" for word, width in zip(words, widths, strict=True)]
        click.echo("  ".join([*padded, path]))
        if problem is not None:
            click.echo(f"  cannot be used: {problem}")


def _row(kept: Kept) -> tuple[str, ...]:
    whose = "bundled" if kept.bundled else "yours"
    if kept.hides_bundled:
        whose = "yours (hides a bundled one)"
    profile = kept.profile
    if profile is None:
        return (kept.name, "?", "?", "?", whose, str(kept.path))
    board = f"{profile.topology} {profile.rows}x{profile.cols}"
    mines = "unknown" if profile.mines is None else str(profile.mines)
    return (kept.name, board, mines, profile.skin, whose, str(kept.path))
