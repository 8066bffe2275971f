"""Command groups that start fast: a command's module is imported only when it is called."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """A group over a table of modules of this package, each holding its command as ``command``."""

    def __init__(self, *, table: Mapping[str, tuple[str, str]], **settings: Any) -> None:
        """Take command name to its module and its line of help, in the order listed.

        The rest is click's own.
        """
        super().__init__(**settings)
        self._table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table."""
        return list(self._table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, importing its module; None when there is none."""
        if cmd_name not in self._table:
            return None
        module, _ = self._table[cmd_name]
        command: click.Command = importlib.import_module(f"autoplay.cli.{module}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help of all commands, importing none."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, told) for name, (_, told) in self._table.items()])
