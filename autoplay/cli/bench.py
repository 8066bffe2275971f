"""`autoplay bench`: the measurements behind every figure this project states."""

from __future__ import annotations

import click

from autoplay.cli.lazy import LazyGroup

BENCHES = {
    "inference": "bench_inference",
    "vision": "bench_vision",
    "reading": "bench_reading",
    "faults": "bench_faults",
    "unseen": "bench_unseen",
    "fuzz": "bench_fuzz",
    "live": "bench_live",
    "compare": "bench_compare",
    "boards": "bench_boards",
    "moves": "bench_moves",
    "starts": "bench_starts",
    "signature": "bench_signature",
}
"""Subcommand to the module of this package that holds it as ``command``; loaded when called."""


@click.group(cls=LazyGroup, modules=BENCHES)
def command() -> None:
    """Measure: strength, speed, and how well boards are read."""
