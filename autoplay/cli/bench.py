"""`autoplay bench`: the measurements behind every figure this project states."""

from __future__ import annotations

import importlib

import click

BENCHES = {
    "inference": "bench_inference",
    "vision": "bench_vision",
    "faults": "bench_faults",
    "live": "bench_live",
    "compare": "bench_compare",
    "signature": "bench_signature",
}
"""Subcommand to the module of this package that holds it as ``command``; loaded when called."""


class LazyBenches(click.Group):
    """A group that imports a measurement's module only when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all measurements."""
        return list(BENCHES)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the measurement of this name; None when there is none."""
        if cmd_name not in BENCHES:
            return None
        module = importlib.import_module(f"autoplay.cli.{BENCHES[cmd_name]}")
        command: click.Command = module.command
        return command


@click.group(cls=LazyBenches)
def command() -> None:
    """Measure: strength, speed, and how well boards are read."""
