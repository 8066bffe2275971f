"""`autoplay bench inference`: how fast and how exact the engines are."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench inference fixtures/positions/expert_positions.json",
    ],
)
@click.argument("positions", type=GivenPath())
@click.option(
    "--repeats",
    type=click.IntRange(1),
    default=5,
    show_default=True,
    help="Times each is analyzed.",
)
@click.option("--python/--no-python", default=True, help="Measure the Python engine too (slow).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(positions: Path, repeats: int, python: bool, as_json: bool) -> None:
    """Analyze positions with known answers: CPU time from scratch, and the largest error.

    POSITIONS is a file like fixtures/positions/expert_positions.json of the source.
    """
    from autoplay.bench.inference import measure, measure_kernel, read_positions
    from autoplay.inference import kernel_available

    given = read_positions(positions)
    speeds = {}
    if kernel_available():
        speeds["kernel alone"] = measure_kernel(given, repeats)
        speeds["kernel"] = measure(given, "kernel", repeats)
    if python or not kernel_available():
        speeds["python"] = measure(given, "python", 1)
    if as_json:
        echo_json({name: asdict(speed) for name, speed in speeds.items()})
        return
    for name, speed in speeds.items():
        click.echo(
            f"{name}: median {speed.median:.4f} ms CPU, p99 {speed.p99:.4f}, "
            f"worst {speed.worst:.4f}; largest error {speed.largest_error:.1e}"
        )
