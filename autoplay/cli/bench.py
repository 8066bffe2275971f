"""`autoplay bench`: the measurements behind every figure this project states."""

from __future__ import annotations

import click

from autoplay.cli.lazy import LazyGroup

BENCHES = {
    "inference": ("bench_inference", "Speed and exactness of the engines."),
    "vision": ("bench_vision", "How many boards are found and read, and how fast."),
    "reading": ("bench_reading", "Speed of reading a game that is known."),
    "faults": ("bench_faults", "Whether it does harm when everything goes wrong."),
    "unseen": ("bench_unseen", "How often it plays a game it has never seen to its end."),
    "fuzz": ("bench_fuzz", "Whether damaged input is refused in one line."),
    "live": ("bench_live", "Play what is on the screen; say where the time went."),
    "stop": ("bench_stop", "How soon play stops where the person wants the mouse."),
    "compare": ("bench_compare", "Two policies on the same boards, paired."),
    "boards": ("bench_boards", "Write the triangle challenge's boards to a file."),
    "moves": ("bench_moves", "CPU time of a single move."),
    "starts": ("bench_starts", "The win rate of each first click."),
    "signature": ("bench_signature", "A hash of the advice on a fixed corpus."),
}
"""The same for the subcommands, as ``main.COMMANDS`` has it."""


@click.group(cls=LazyGroup, table=BENCHES)
def command() -> None:
    """Measure: strength, speed, and how well boards are read."""
