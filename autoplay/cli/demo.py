"""`autoplay demo`: the whole pipeline on a drawn game, no display needed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.setup_options import TOPOLOGY, policy_option
from autoplay.desktop.virtual.looks import LOOKS
from autoplay.errors import UsageError
from autoplay.game import Level, Shape, parse_level
from autoplay.vision.lattice import LARGEST_BOARD, SMALLEST_BOARD

if TYPE_CHECKING:
    from autoplay.calibration import Library
    from autoplay.desktop.ports import Machine
    from autoplay.desktop.virtual import Monitor
    from autoplay.play.screen_game import ScreenGame

PITCH = {"square": 24, "hexagon": 28, "triangle": 26}
"""Points between cells as they are drawn: numbers of about equal size on every tiling."""

KNOWN_SIDE = 16
"""Rows and columns of the boards the demo's profile is made from."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay demo --out demo.gif",
        "autoplay demo --level expert --topology hexagon --look dark --seed 3",
    ],
)
@click.option("--level", default="intermediate", show_default=True, help="Name or ROWSxCOLS/MINES.")
@TOPOLOGY
@click.option(
    "--look",
    type=click.Choice(list(LOOKS)),
    default="classic",
    show_default=True,
    help="How the game is drawn.",
)
@click.option("--seed", default=7, show_default=True, help="Equal seeds give equal games.")
@policy_option("Who advises")
@click.option("--out", type=GivenPath(), help="Write a film: .gif, .png or .webp.")
def command(
    *, level: str, topology: str, look: str, seed: int, policy: str, out: Path | None
) -> None:
    """Watch a game being played on a desktop in memory: captured, read, solved and clicked.

    Nothing of your screen or mouse is used. Exit code 0 when the game was played to its end, won
    or lost.
    """
    from autoplay.bench.known_looks import library_for
    from autoplay.cli.demo_film import Film, check_film_place
    from autoplay.cli.demo_stage import Stage
    from autoplay.cli.game_lines import result_line
    from autoplay.desktop.virtual import make_virtual_desktop
    from autoplay.policy import make_policy

    size = parse_level(level)
    if not all(SMALLEST_BOARD <= side <= LARGEST_BOARD for side in (size.rows, size.cols)):
        raise UsageError(
            f"--level {level}: boards of {SMALLEST_BOARD} to {LARGEST_BOARD} rows and columns are "
            "found on a screen"
        )
    if out is not None:
        check_film_place(out)
    if topology != Shape.SQUARE and look == "checkerboard":
        raise UsageError(
            f"--look checkerboard: a {topology} board in two colours has no lines to be found by; "
            "choose classic or dark"
        )
    pitch = PITCH[topology]
    desktop = make_virtual_desktop(
        size, topology, look, seed, pitch=pitch, monitors=(_monitor_for(size, pitch),), at=(40, 40)
    )
    library = library_for(look, topology, pitch, KNOWN_SIDE)
    film = Film() if out is not None else None
    stage = Stage(desktop, lambda machine: _open_game(machine, library, size.mines), film)
    finished = stage.play(make_policy(policy))
    if film is not None and out is not None:
        film.save(out)
        click.echo(f"wrote {out}, {out.stat().st_size / 1000:.0f} kB")
    click.echo(f"{result_line(finished)}; by the clock of the drawn desktop")


def _open_game(machine: Machine, library: Library, mines: int) -> ScreenGame:
    """Find the game on the screen as `autoplay run` does with a profile."""
    from autoplay.play.board_on_screen import find_game
    from autoplay.play.found_game import screen_game
    from autoplay.play.pace import Tempo

    found = find_game(machine, library, machine.screen.monitors()[0], mines=mines)
    return screen_game(machine, found, Tempo())


def _monitor_for(level: Level, pitch: float) -> Monitor:
    """Return a monitor with room for the window, never smaller than an ordinary one."""
    from autoplay.desktop.ports import Region
    from autoplay.desktop.virtual import Monitor

    width, height = int(level.cols * pitch * 1.2) + 240, int(level.rows * pitch * 1.8) + 300
    return Monitor(Region(0, 0, max(1280, width), max(1024, height)))
