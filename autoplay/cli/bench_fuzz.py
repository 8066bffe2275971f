"""`autoplay bench fuzz`: is every damaged file and text read, or refused in one line?"""

from __future__ import annotations

import click

from autoplay.cli.counts import echo_counts
from autoplay.cli.exampled import Exampled
from autoplay.cli.progress_told import progress_told
from autoplay.cli.until_stopped import UntilStopped
from autoplay.words import counted


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench fuzz --inputs 1000 --seed 1",
    ],
)
@click.option("--inputs", type=click.IntRange(0), default=10_000, show_default=True, help="To try.")
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Equal seeds give equal damage."
)
@click.option("--only", type=click.IntRange(0), help="Try only the input of this number.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(*, inputs: int, seed: int, only: int | None, as_json: bool) -> int:
    """Damage boards, profiles, skins, recordings, pictures and settings, and read them.

    Small screens are changed, too, and looked at as a whole.

    Prints every input that broke its reader, made it write to standard error by itself, took too
    long, or more memory than is allowed (most_mib). Exit code 0 when there was none, 1 otherwise.
    An interrupt prints the sum of what was tried.
    """
    from autoplay.bench.fuzz import Report, campaign

    report = Report()
    trying = UntilStopped()
    total = inputs if only is None else 1
    with progress_told(total, "inputs", quiet=as_json) as tell, trying:
        for tried in campaign(inputs, seed, only):
            report.add(tried)
            if tried.is_wrong or only is not None:
                place = f"input {tried.index} ({tried.target}, {tried.file})"
                click.echo(f"{place}: {tried.ending}: {tried.message[:300]!r}", err=as_json)
            tell(report.inputs, f"{report.endings['read']} read")
    echo_counts(report.json(), as_json=as_json, width=19)
    trying.tell(f"{report.inputs} of {counted(total, 'input')}")
    return 0 if report.is_clean else 1
