"""Lines about a game for a person: what is advised and at which odds, and how games ended."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from autoplay.game import Board
from autoplay.play.events import Finished, Guess, Result
from autoplay.policy import Advice, if_in_all
from autoplay.words import counted, first_of

if TYPE_CHECKING:
    from autoplay.play.board_on_screen import Found

MOST_NAMED = 4
"""Moves named in a line; the rest show in the picture."""

MOST_OTHERS = 3
"""Other cells that a person who is to guess is told of."""

WORDS = {
    Result.WON: "won",
    Result.LIKELY_WON: "most likely won",
    Result.LOST: "lost",
    Result.UNDECIDED: "stopped before a guess",
    Result.FLAGGED: "stopped before your flag",
    Result.STOPPED: "stopped",
    Result.ERROR: "ended with an error",
}

SAID_BEFORE = re.compile(r"^(paused|stopped):? ")
"""Words that may begin why a game was stopped; the line has said that it was."""


def odds_line(board: Board, advice: Advice) -> str:
    """Return what is advised and why in one line; for a guess, with the odds of the others."""
    if not advice.actions:
        return advice.reason
    moves = first_of([action.format(board.topology) for action in advice.actions], MOST_NAMED)
    others = _others(board, advice)
    compared = f" (mine risks elsewhere: {', '.join(others)})" if advice.is_guess and others else ""
    return f"{moves}: {_reason_behind(board, advice)}{compared}"


def _reason_behind(board: Board, advice: Advice) -> str:
    """Return the reason as it is said behind the moves, where the only one has named its cell."""
    if len(advice.actions) > 1:
        return advice.reason
    place = board.topology.place(advice.actions[0].cell)
    return re.sub(rf"\b{place}\b", "this cell", advice.reason)


def your_move_line(board: Board, advice: Advice) -> str:
    """Return in one line which guess is advised to the person, its risk, and the next best ones."""
    place = board.topology.place(advice.actions[0].cell)
    others = _others(board, advice)[:MOST_OTHERS]
    compared = f"; else {', '.join(others)}" if others else ""
    risk = if_in_all(f"mine risk {advice.risk:.1%}", advice.assumed_mines)
    return f"your move: {place} is advised, {risk}{compared}"


def _others(board: Board, advice: Advice) -> list[str]:
    """Return the alternatives to a guess with their mine risks, the best first."""
    advised = advice.actions[0].cell
    return [
        f"{board.topology.place(other.cell)} {other.risk:.1%}"
        for other in advice.alternatives
        if other.cell != advised
    ]


def total_line(ended: Counter[Result]) -> str:
    """Return how several games ended in one line, the commonest ending first."""
    counts = ", ".join(f"{count} {WORDS[result]}" for result, count in ended.most_common())
    return f"{sum(ended.values())} games: {counts}"


def _rested_on(guesses: Sequence[Guess]) -> list[str]:
    """Return in words how many moves were safe if an assumed total is right, by each total."""
    totals = Counter(guess.assumed_mines for guess in guesses)
    return [
        f"{counted(count, 'move')} rested on the assumed total of {total}"
        for total, count in totals.items()
    ]


def result_line(event: Finished, safe_by: int | None = None) -> str:
    """Return the result of a game in one line, the time in which the person was waited for apart.

    ``safe_by`` is the assumed mine total by which what was advised last is safe, if it rests on
    one: who stops before it is told how to have it played. Such moves are told apart from guesses.
    What an error says is left to the error's own line, which follows.
    """
    speed = event.bbbv_per_second
    by_total = [each for each in event.guesses if each.risk == 0 and each.assumed_mines is not None]
    guesses = [each for each in event.guesses if each not in by_total]
    risks = ", ".join(f"{guess.risk:.0%}" for guess in guesses)
    clicks = "1 click" if event.clicks == 1 else f"{event.clicks} clicks"
    time = f"{event.played:.2f} s"
    if waited := round(event.waited, 2):
        time += f" of play and {waited:.2f} s of waiting"
    parts = [f"{WORDS[event.result]} in {time}", clicks]
    if event.bbbv is not None:
        parts.append(f"3BV {event.bbbv}" + (f" ({speed:.1f} 3BV/s)" if speed else ""))
    told = counted(len(guesses), "guess", "guesses")
    parts += [told + (f" (mine risk {risks})" if risks else ""), *_rested_on(by_total)]
    why = "" if event.result is Result.ERROR else event.message or ""
    if event.result is Result.STOPPED:
        why = SAID_BEFORE.sub("", why)
    if event.result is Result.UNDECIDED and safe_by is not None:
        why += f"; that total is assumed: tell it by --mines {safe_by} if you know it"
    return ", ".join(parts) + (f": {why}" if why else "")


def words_of_mines(found: Found) -> str:
    """Return what is known of the mine total, and what is assumed."""
    if found.mines is not None:
        return counted(found.mines, "mine")
    if found.likely_mines is None:
        return "mine total unknown: estimated for each guess (--mines N tells it)"
    if found.shown is not None:
        why = "as the game shows"
    elif found.profile.mines is not None:
        why = "as its profile says"
    else:
        why = "as usual"
    return f"{counted(found.likely_mines, 'mine')} assumed, {why} (--mines N tells another)"
