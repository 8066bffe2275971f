"""The sum that a campaign ends with: one JSON line, or a line a count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from autoplay.cli.json_line import echo_json

UNITS = {"peak_mib": "most memory, MiB", "most_mib": "memory allowed, MiB"}
"""Names that need other words for people than their own."""


def echo_counts(counts: Mapping[str, object], *, as_json: bool, width: int = 24) -> None:
    """Print the counts by their names, these padded to a ``width`` where a person reads them."""
    if as_json:
        echo_json(counts)
        return
    for name, value in counts.items():
        click.echo(f"{UNITS.get(name, in_words(name)):<{width}} {_told(value)}")


def in_words(name: str) -> str:
    """Return a name of a count, or of an ending, as a person reads it."""
    return name.replace("_", " ")


def _told(value: object) -> str:
    """Return a value in words: what is counted by names is named, the most first."""
    if isinstance(value, Mapping):
        most = sorted(value.items(), key=lambda named: -named[1])
        return ", ".join(f"{count} {in_words(name)}" for name, count in most) or "none"
    if isinstance(value, Sequence) and not isinstance(value, str):
        return "; ".join(map(str, value)) or "none"
    return "unknown" if value is None else str(value)
