"""What `--json` prints: one JSON value a line."""

from __future__ import annotations

import json

import click

MOST_MARGIN = 1000.0
"""Told instead of infinity, which JSON does not have: nothing else was near at all."""


def told_margin(margin: float) -> float:
    """Return how far the nearest other reading is, as JSON lines tell it."""
    return min(round(margin, 3), MOST_MARGIN)


def echo_json(value: object) -> None:
    """Print a value as one JSON line; NaN and infinity, which JSON has not, are a ValueError."""
    click.echo(json.dumps(value, allow_nan=False))
