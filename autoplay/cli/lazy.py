"""Command groups that start fast: a command's module is imported only when it is asked for."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """A group over a table of modules of this package, each holding its command as ``command``."""

    def __init__(self, *, modules: Mapping[str, str], **settings: Any) -> None:
        """Take command name to module name, in the order listed; the rest is click's own."""
        super().__init__(**settings)
        self._modules = modules

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands, in the order of the table."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of this name, importing its module; None when there is none."""
        if cmd_name not in self._modules:
            return None
        module = importlib.import_module(f"autoplay.cli.{self._modules[cmd_name]}")
        command: click.Command = module.command
        return command
