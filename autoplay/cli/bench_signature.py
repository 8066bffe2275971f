"""`autoplay bench signature`: whether a change changed what is advised."""

from __future__ import annotations

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.cli.setup_options import policy_option


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench signature",
    ],
)
@policy_option("Who advises")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(policy: str, as_json: bool) -> None:
    """Print a hash of the advice on a fixed corpus: the same hash, no functional change."""
    from autoplay.bench.signature import signature
    from autoplay.inference import active_engine
    from autoplay.policy import make_policy

    found = signature(make_policy(policy))
    if as_json:
        echo_json({"policy": policy, "engine": active_engine(), "signature": found})
    else:
        click.echo(f"{policy} ({active_engine()} engine): {found}")
