"""`autoplay bench boards`: the boards of the triangle challenge, as a boards file."""

from __future__ import annotations

from pathlib import Path

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath

MOST_EACH = 100_000
"""Two million boards: a file of gigabytes."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench boards triangles.jsonl",
        "autoplay simulate --boards triangles.jsonl",
    ],
)
@click.argument("file", type=GivenPath(writable=True, dir_okay=False, allow_dash=True))
@click.option(
    "--each",
    type=click.IntRange(1, MOST_EACH),
    default=400,
    show_default=True,
    help="Boards of each of the 20 sides and densities.",
)
def command(file: Path, each: int) -> None:
    """Write the triangle challenge's boards to FILE, or to standard output for "-"."""
    from autoplay.bench.boards_file import board_lines, write_boards
    from autoplay.bench.challenge import triangle_challenge

    boards = triangle_challenge(each)
    if str(file) == "-":
        for line in board_lines(boards):
            click.echo(line, nl=False)
    else:
        click.echo(f"{write_boards(file, boards)} boards written to {file}")
