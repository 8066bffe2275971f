"""`autoplay run`: play the Minesweeper on the screen."""

from __future__ import annotations

from typing import Any

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.finite import FiniteRange
from autoplay.cli.given_path import GivenPath
from autoplay.cli.restart_option import restart_option
from autoplay.cli.setup_options import policy_option
from autoplay.cli.told_total import require_told_none, told_total
from autoplay.desktop.watch import DEFAULT_STOP_KEY
from autoplay.errors import StoppedError, UsageError

UNDECIDED = 5
"""Exit code of a game left as it was because only guesses were left, or cells under the person's
flags: nobody stopped it."""

EXIT = {
    "won": 0,
    "likely_won": 0,
    "lost": 1,
    "undecided": UNDECIDED,
    "flagged": UNDECIDED,
    "stopped": StoppedError.exit_code,
}


@click.command(
    cls=Exampled,
    examples=[
        "autoplay run                          # one game",
        "autoplay run --games 10 --watch       # ten, the board in the terminal",
        "autoplay run --guess ask              # the guesses are yours",
        "autoplay run --dry-run                # you play, it advises",
        "autoplay run --games 3 --record games --json",
    ],
)
@click.option("--profile", help="The profile to play with, or its file; default: any that fits.")
@click.option("--region", metavar="X,Y,W,H", help="Look for the board only here (desktop points).")
@click.option("--monitor", type=click.IntRange(1), help="Look only on this monitor.")
@click.option("--mines", type=click.IntRange(0), help="The mine total, if not the usual.")
@click.option(
    "--guess",
    type=click.Choice(["auto", "ask", "never"]),
    default="auto",
    show_default=True,
    help="Where nothing is certain: take the best guess, wait for your click, or stop (exit code "
    "5).",
)
@click.option(
    "--flags/--no-flags",
    default=False,
    show_default=True,
    help="Flag the mines that are certain, and open the rest around a number by one click on it "
    "where the game does that.",
)
@click.option("--delay", type=FiniteRange(0, 60, min_open=True), help="Seconds between clicks.")
@click.option(
    "--games", type=click.IntRange(1), default=1, show_default=True, help="One after another."
)
@click.option("--until-win", is_flag=True, help="One after another until one is won.")
@restart_option(
    "How this game starts again, in one step or several; kept in the profile once it worked.",
    "Default: what the profile says, else the usual ways are tried.",
)
@policy_option("Who decides")
@click.option(
    "--dry-run",
    is_flag=True,
    help="Click nothing: show each move while you play; in a script, the first move only.",
)
@click.option(
    "--watch", is_flag=True, help="Draw the board in the terminal, coloured by mine risk."
)
@click.option("--step", is_flag=True, help="Ask before every move.")
@click.option(
    "--record",
    type=GivenPath(),
    help="Keep every game in this folder: pictures, readings, advice, clicks, times.",
)
@click.option(
    "--stop-key",
    default=DEFAULT_STOP_KEY,
    show_default=True,
    help="The key that stops play whatever has the focus.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one event a line as JSON.")
def command(**options: Any) -> int:
    """Play the Minesweeper on the screen to its end.

    Finds the board, takes the profile that fits or learns a new one, opens what is certainly safe
    and otherwise guesses where winning is likeliest. Stop it with the stop key, by pushing the
    pointer into a corner, or with Ctrl-C. Moving the mouse stops it too, and so does what comes
    over the board; in a terminal it pauses and asks whether to play on. Moves name cells
    row,column, counted from 0.

    The exit code is 0 for a game won, or most likely won where its own dialog hides the end or that
    rests on the total assumed, 1 for one lost, be it by a mine that was not clicked, 5 for one left
    because nothing was certain (--guess never) or all that was left carries your flags, which
    begins no other; of several games the last one's counts, and how the others ended is only
    printed. A --dry-run ends in 0, whoever wins; in 130 where you stop it.

    The time of a game is that of play; what you are waited for (--guess ask, --step, a pause), or a
    dialog over the end, is told beside it, and as "waited" with --json, whose "seconds" are all
    since the game began.
    """
    from autoplay.calibration import Library
    from autoplay.cli.areas import areas_of, require_area
    from autoplay.cli.plan import Plan
    from autoplay.cli.play_games import play_games
    from autoplay.cli.terminal import is_answered
    from autoplay.desktop.real import real_machine
    from autoplay.play.manner import GuessMode

    _check(options)
    require_area(options["region"], options["monitor"])
    plan = Plan(
        games=options["games"],
        until_win=options["until_win"],
        profile=options["profile"],
        mines=options["mines"],
        restart=options["restart"],
        stop_key=options["stop_key"],
        policy=options["policy"],
        guess=GuessMode(options["guess"]),
        flags=options["flags"],
        delay=options["delay"],
        dry_run=options["dry_run"],
        follow=options["dry_run"] and is_answered(),
        watch=options["watch"],
        step=options["step"],
        record=options["record"],
        as_json=options["as_json"],
    )
    with real_machine(plan.stop_key) as machine:
        areas = areas_of(machine.screen.monitors(), options["region"], options["monitor"])
        with told_total(plan.mines):
            finished = play_games(machine, areas, Library.usual(), plan)
    if options["dry_run"]:
        return 0
    return EXIT[finished.result]


def _check(options: dict[str, Any]) -> None:
    """Raise UsageError for options that contradict each other."""
    from autoplay.policy import make_policy

    if options["until_win"] and options["games"] > 1:
        raise UsageError("give either --games or --until-win, not both")
    if options["dry_run"] and (options["until_win"] or options["games"] > 1 or options["step"]):
        raise UsageError("--dry-run clicks nothing, so no --games, --until-win or --step")
    is_one = options["games"] == 1 and not options["until_win"]
    if options["restart"] is not None and is_one:
        raise UsageError(
            "--restart begins the next game: give --games 2 or more, or --until-win, with it"
        )
    policy = make_policy(options["policy"])
    if options["mines"] is not None:
        require_told_none(policy, options["policy"], "--mines")
