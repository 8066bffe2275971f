"""`autoplay bench compare`: two policies on the same boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click
import platformdirs

from autoplay.cli.exampled import Exampled
from autoplay.cli.json_line import echo_json
from autoplay.cli.resumed import Resumable
from autoplay.cli.setup_options import GAMES, policy_argument, runner_of, setup_of, setup_options
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.compare import Comparison
    from autoplay.bench.simulate import Result
    from autoplay.cli.resumed import Step

DEFAULT_GAMES = 2000


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench compare winning lowest_risk --level expert --games 2000",
        "autoplay bench compare winning winning:plies=1 --all --jobs 4",
    ],
)
@policy_argument("a")
@policy_argument("b")
@setup_options()
@click.option("--games", type=GAMES, help="Of each, at most; default: 2000, or all of --boards.")
@click.option("--early/--all", default=True, help="Stop when the sequential test has decided.")
@click.option("--resume", is_flag=True, help="Go on where the same comparison was interrupted.")
@click.option("--json", "as_json", is_flag=True, help="Print only the result, as one JSON line.")
def command(
    *, a: str, b: str, games: int | None, early: bool, resume: bool, as_json: bool, **options: Any
) -> int:
    """Play policies A and B on the same boards; print the difference with its 95 % interval.

    A policy is a NAME, or one with settings changed: winning:plies=1,endgame_layouts=0
    (winning:help names them).

    One game does not tell how games differ: its interval is all there is, -100 % to 100 %.

    An interrupt, or a worker that is killed, prints what was done and keeps it for --resume, until
    as many games were played to the end: without --resume they are all played anew.
    """
    from autoplay.bench.boards_file import Journal
    from autoplay.bench.compare import compare, comparison_of
    from autoplay.bench.simulate import Tally, games_asked
    from autoplay.policy import make_policy

    setup = setup_of(options, a)
    make_policy(b)  # says at once where there is none of that name
    games = games_asked(setup, games, DEFAULT_GAMES)
    runner = runner_of(options)
    folder = platformdirs.user_state_path("autoplay") / "comparisons"
    tallies = Tally(), Tally()
    journals = Journal(folder, setup, b), Journal(folder, replace(setup, policy=b), a)

    def report() -> None:
        found = comparison_of(*tallies)
        if as_json:
            echo_json(_report(a, b, found))
        else:
            click.echo(_explained(a, b, found))

    comparison = Resumable("comparison", games, list(zip(journals, tallies, strict=True)))
    comparison.take_up(resume=resume)
    steps = _steps(compare(setup, b, games, runner, tallies, early=early))
    return comparison.play(steps, report, unit="games of each", quiet=as_json)


def _steps(
    chunks: Iterator[tuple[Comparison, tuple[list[Result], list[Result]]]],
) -> Iterator[Step]:
    for found, fresh in chunks:
        low, high = found.pair.interval
        yield found.pair.games, f"{found.pair.difference:+.2%} ({low:+.2%} to {high:+.2%})", fresh


def _report(a: str, b: str, found: Comparison) -> dict[str, Any]:
    from autoplay.bench.compare import decided

    mean, least, most = found.without_luck
    return {
        "a": a,
        "b": b,
        "games": found.pair.games,
        "only_a": found.pair.only_a,
        "only_b": found.pair.only_b,
        "difference": found.pair.difference,
        "ci95": list(found.pair.interval),
        "decided": decided(found.pair),
        "without_luck": {"difference": mean, "ci95": [least, most]},
    }


def _explained(a: str, b: str, found: Comparison) -> str:
    from autoplay.bench.compare import decided

    pair = found.pair
    if not pair.games:
        return "nothing was played"
    mean, least, most = found.without_luck
    low, high = pair.interval
    verdict = "decided" if decided(pair) else "not decided"
    return (
        f"{a} less {b}: {pair.difference:+.2%} of {counted(pair.games, 'game')} won "
        f"(95 %: {low:+.2%} to {high:+.2%}; {pair.only_a} won only by {a}, "
        f"{pair.only_b} only by {b}; the sequential test has {verdict})\n"
        f"with the luck of the guesses taken out: {mean:+.2%} ({least:+.2%} to {most:+.2%})"
    )
