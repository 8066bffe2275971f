"""`autoplay bench live`: play the game on the screen and say where the time went."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from autoplay.cli.counts import echo_counts
from autoplay.cli.exampled import Exampled
from autoplay.cli.finite import FiniteRange
from autoplay.cli.json_line import echo_json
from autoplay.cli.measured_game import MeasuredGame, measured_game

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.bench.live import LiveGame, LiveReport
    from autoplay.play.events import Listener
    from autoplay.play.pace import Tempo


@click.command(
    cls=Exampled,
    examples=[
        'autoplay bench live --game "xdemineur -geometry 30x16 -m 99" --games 12 --warm-up 5',
    ],
)
@measured_game
@click.option(
    "--games", type=click.IntRange(1), default=5, show_default=True, help="Games measured."
)
@click.option(
    "--warm-up", type=click.IntRange(0), default=0, help="Games played before, and not measured."
)
@click.option("--rate", type=FiniteRange(1, 5000), help="Clicks a second, to try it out.")
@click.option("--settle", type=FiniteRange(0, 10), help="Settle time in seconds, to try it.")
@click.option("--json", "as_json", is_flag=True, help="Print the report as one JSON line.")
def command(
    *,
    measured: MeasuredGame,
    games: int,
    warm_up: int,
    rate: float | None,
    settle: float | None,
    as_json: bool,
) -> None:
    """Play games on what is on the screen and print a ledger of every stage.

    Own time is that of a look's captures, readings and thoughts, the median of all looks. A game
    counts as misread when a move that was certain hit a mine.
    What is learned of the game is not kept, so that every measurement begins alike; the first sight
    of something new takes a moment, which --warm-up leaves out.
    The floor is the time the game itself needs: clicks by the rate it takes, and what each look
    waited from its last click until the game showed an effect, its settle time.
    An interrupt, or an error between two games, prints what was measured so far; the game that was
    interrupted is in it, as far as it was played.
    """
    from contextlib import ExitStack
    from functools import partial

    from autoplay.bench.ledger import Ledger, TimedEyes, TimedPolicy
    from autoplay.bench.live import LiveReport, measure
    from autoplay.cli.until_stopped import UntilStopped
    from autoplay.desktop.real import real_machine
    from autoplay.play.events import Result
    from autoplay.play.found_game import screen_game, tempo_of
    from autoplay.play.listening import ListeningPolicy
    from autoplay.play.outcome import is_over
    from autoplay.play.restart import NewGames
    from autoplay.play.session import Session
    from autoplay.policy import DEFAULT_POLICY, Premises, make_policy, on_premises
    from autoplay.words import counted

    measured.require_sense()
    ledger = Ledger()
    with real_machine(measured.stop_key) as bare, ExitStack() as stack:
        machine = ledger.timed_machine(bare)
        found = measured.find(bare, stack)
        restart = measured.restart or found.profile.restart
        new_games = NewGames(bare, found, restart, measured.stop_key)
        tempo = tried(tempo_of(found.profile.limits, None), rate, settle)
        playing = screen_game(machine, found, tempo, lambda eyes: TimedEyes(eyes, ledger))
        premises = Premises(mines=found.likely_mines)
        thinking = ListeningPolicy(make_policy(DEFAULT_POLICY), machine.watch)
        policy = TimedPolicy(on_premises(thinking, premises), ledger)

        again = partial(new_games.begin, playing)
        if is_over(playing.board()):
            again()

        def play(keep: Listener) -> None:
            with ledger.waiting(lambda: playing.pace.waited):
                Session(playing, policy, bare.clock.now, listeners=[keep]).run()

        def show(played: Sequence[LiveGame]) -> None:
            accepted = playing.pace.tempo.clicks_per_second
            _print(LiveReport(tuple(played), ledger, accepted), as_json)

        measuring = UntilStopped()
        played = measuring.gathered(measure(games, play, policy, again, warm_up), show)
        done = sum(each.finished.result is not Result.STOPPED for each in played)
        measuring.tell(f"{done} of {counted(games, 'game')}")


def tried(tempo: Tempo, rate: float | None, settle: float | None) -> Tempo:
    """Return the tempo with the clicks a second and the settle time that are to be tried out."""
    return replace(
        tempo,
        clicks_per_second=tempo.clicks_per_second if rate is None else rate,
        settle=tempo.settle if settle is None else settle,
        fixed=rate is not None,
    )


def _print(report: LiveReport, as_json: bool) -> None:
    summary = report.json()
    if as_json:
        echo_json(summary)
        return
    stages = summary.pop("stages")
    assert isinstance(stages, dict)
    echo_counts(summary, as_json=False, width=27)
    click.echo(f"\n{'stage':<8}{'calls':>8}{'seconds':>10}{'median ms':>11}{'p99 ms':>9}")
    for stage, spent in stages.items():
        click.echo(
            f"{stage:<8}{spent['calls']:>8}{spent['seconds']:>10.3f}"
            f"{spent['median_ms']:>11.3f}{spent['p99_ms']:>9.3f}"
        )
