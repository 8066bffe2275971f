"""The sum that a campaign ends with: one JSON line, or a line a count."""

from __future__ import annotations

import json
from collections.abc import Mapping

import click


def echo_counts(counts: Mapping[str, object], *, as_json: bool, width: int = 24) -> None:
    """Print the counts by their names, these padded to a ``width`` where a person reads them."""
    if as_json:
        click.echo(json.dumps(counts))
        return
    for name, value in counts.items():
        click.echo(f"{name.replace('_', ' '):<{width}} {value}")
