"""The options that name a real game to be measured, the same for every command that plays one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from autoplay.cli.restart_option import restart_option
from autoplay.desktop.watch import DEFAULT_STOP_KEY

if TYPE_CHECKING:
    from contextlib import ExitStack

    from autoplay.desktop.ports import Machine
    from autoplay.play.board_on_screen import Found


@dataclass(frozen=True)
class MeasuredGame:
    """The game that a command line names, and how it is found, stopped and started again."""

    game: str | None
    profile: str | None
    region: str | None
    mines: int | None
    restart: str | None
    stop_key: str

    def require_sense(self) -> None:
        """Raise UsageError for a region that is none: told before anything is started."""
        from autoplay.cli.areas import require_area

        require_area(self.region, None)

    def find(self, machine: Machine, stack: ExitStack) -> Found:
        """Return the game on the screen, its program started first where one is named.

        The program ends with the ``stack``. Raises what ``running`` and ``find_or_keep`` do.
        """
        from autoplay.bench.program import running
        from autoplay.calibration import Library
        from autoplay.cli.areas import areas_of
        from autoplay.cli.first_look import find_or_keep

        areas = areas_of(machine.screen.monitors(), self.region, None)
        if self.game is not None:
            stack.enter_context(running(self.game, machine, areas))
        return find_or_keep(machine, Library.usual(), areas, self.profile, self.mines)


_OPTIONS = (
    click.option("--game", metavar="COMMAND", help="Start this program, and end it afterwards."),
    click.option("--profile", help="The profile to play with; default: whichever fits."),
    click.option(
        "--region", metavar="X,Y,W,H", help="Look for the board only here (desktop points)."
    ),
    click.option("--mines", type=click.IntRange(0), help="The mine total, if not the usual."),
    restart_option(),
    click.option(
        "--stop-key", default=DEFAULT_STOP_KEY, show_default=True, help="What stops play."
    ),
)


def measured_game(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command these options, and what they say as its argument ``measured``."""

    @wraps(command)
    def with_game(**options: Any) -> None:
        given = {field.name: options.pop(field.name) for field in fields(MeasuredGame)}
        command(measured=MeasuredGame(**given), **options)

    for option in reversed(_OPTIONS):
        option(with_game)
    return with_game
