"""The option of how a game starts again, the same for every command that may start one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

STEPS = "X,Y are desktop points; @X,Y are cells from the middle of the board's first one."


def restart_option(
    how: str = "How this game starts again.", default: str = ""
) -> Callable[[Any], Any]:
    """Return the option, whose help begins with what it does and ends with its default."""
    return click.option(
        "--restart", metavar="KEY|face|X,Y|@X,Y ...", help=f"{how} {STEPS} {default}".rstrip()
    )
