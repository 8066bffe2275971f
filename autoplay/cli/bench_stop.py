"""`autoplay bench stop`: how soon play stops where the person wants the mouse."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from autoplay.cli.counts import echo_counts
from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.cli.measured_game import MeasuredGame, measured_game

if TYPE_CHECKING:
    from autoplay.bench.stop import StopReport


@click.command(
    cls=Exampled,
    examples=['autoplay bench stop --game "xdemineur -geometry 30x16 -m 99" --stops 100'],
)
@measured_game
@click.option(
    "--stops", type=click.IntRange(1), default=40, show_default=True, help="Stops measured."
)
@click.option("--seed", default=1, show_default=True, help="Tells when each one comes.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON line.")
def command(
    *,
    measured: MeasuredGame,
    stops: int,
    seed: int,
    as_json: bool,
) -> None:
    """Play the game on the screen, stop it again and again, and say how soon it stopped.

    The person's part is taken by another process, on an X11 desktop. At a chance moment in or
    between games it presses the stop key, pushes the mouse into a corner, moves it, or presses
    Ctrl-C, in turn; the last is left out where Ctrl-C is ignored, as in the background of a shell.
    Time counts from when it began to; it is late after 50 ms.
    """
    from contextlib import ExitStack
    from functools import partial

    from autoplay.bench.persons_hand import persons_hand
    from autoplay.bench.stop import Play, StopReport, measure
    from autoplay.cli.until_stopped import UntilStopped
    from autoplay.desktop.keys import parse_chord
    from autoplay.desktop.real import real_machine
    from autoplay.desktop.session import require_session
    from autoplay.policy import DEFAULT_POLICY, Premises, make_policy, on_premises
    from autoplay.words import counted

    measured.require_sense()
    parse_chord(measured.stop_key)
    require_session(os.environ)
    with ExitStack() as stack:
        hand = stack.enter_context(persons_hand())
        with real_machine(measured.stop_key) as machine:
            found = measured.find(machine, stack)
        policy = on_premises(make_policy(DEFAULT_POLICY), Premises(mines=found.likely_mines))
        stop_key = measured.stop_key
        play = Play(found, policy, measured.restart or found.profile.restart, stop_key)
        open_machine = partial(real_machine, stop_key)
        measuring = UntilStopped()
        done = measuring.gathered(
            measure(stops, open_machine, play, hand, stop_key, seed=seed),
            lambda stops: _print(StopReport(stops), as_json=as_json),
        )
        measuring.tell(f"{len(done)} of {counted(stops, 'stop')}")


def _print(report: StopReport, *, as_json: bool) -> None:
    summary = report.json()
    if as_json:
        echo_json(summary)
        return
    ways = summary.pop("ways")
    assert isinstance(ways, dict)
    echo_counts(summary, as_json=False)
    click.echo(f"\n{'way':<12}{'stops':>6}{'median ms':>11}{'longest ms':>12}{'last click ms':>15}")
    for way, each in ways.items():
        click.echo(
            f"{way:<12}{each['stops']:>6}{each['median_ms']:>11.1f}{each['longest_ms']:>12.1f}"
            f"{each['last_click_ms']:>15.1f}"
        )
