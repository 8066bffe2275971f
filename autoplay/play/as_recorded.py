"""Whether the moves, clicks and end of a recording follow from its boards and its advice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from autoplay.game import Action, Board, Outcome, Topology, Verb
from autoplay.play.analysis import analysis_of
from autoplay.play.chords import chords_for, spelled_out
from autoplay.play.due import due_of, flags_on_mines
from autoplay.play.ending import LOST_BENEATH, OVER_UNTOLD, WON_BENEATH, WON_UNSEEN
from autoplay.play.events import Advised, Finished, Looked, Result
from autoplay.play.session import all_open
from autoplay.play.telling import look_of
from autoplay.policy import Advice

BENEATH = {
    Result.WON: (LOST_BENEATH, WON_UNSEEN),
    Result.LIKELY_WON: (LOST_BENEATH,),
    Result.LOST: (WON_BENEATH, WON_UNSEEN),
}
"""What is never said of a game that ended so beneath what covers it."""


def due_moves(
    board: Board, advice: Advice, awaited: Collection[Action], *, flags: bool
) -> list[Action]:
    """Return what is to be done, with chords spelled out: what is advised, and with ``flags`` one
    for each certain mine; but nothing that is awaited."""
    marks = flags_on_mines(board) if flags else []
    return due_of(board, [*advice.actions, *marks], awaited)


def wrong_moves(
    board: Board,
    advice: Advice,
    awaited: Collection[Action],
    acted: Sequence[Action],
    *,
    flags: bool,
) -> str | None:
    """Say what was to be done although not advised, or the other way round; None if nothing was.

    What a chord will open once the ``flags`` show may be left for it. What is awaited may be done
    again, as it once was.
    """
    due, known = due_moves(board, advice, awaited, flags=flags), analysis_of(board)
    spelled = spelled_out(acted, board)
    left = set(due).difference(spelled)
    if flags:
        safe = {move.cell for move in due if move.verb is Verb.OPEN}.intersection(known.safe)
        left.difference_update(spelled_out(chords_for(board, safe, known.mines), board))
    others = set(spelled).difference(due_moves(board, advice, (), flags=flags))
    for moves, words in ((others, "was done, and was not advised"), (left, "was not done")):
        if moves:
            return f"{min(move.format(board.topology) for move in moves)} {words}"
    return None


def wrong_clicks(
    clicked: Collection[Action], acted: Collection[Action], awaited: Collection[Action]
) -> bool:
    """Whether anything was clicked that was not to be: what is awaited may be repeated."""
    return not set(clicked) <= {*acted, *awaited}


def wrong_counts(looked: Looked, board: Board) -> str | None:
    """Say which count is told otherwise than the board of that look has it; None where none is."""
    seen = look_of(board)
    if looked.covered != seen.covered:
        return f"{looked.covered} cells covered instead of {seen.covered}"
    if looked.mines_left != seen.mines_left:
        return f"{looked.mines_left} mines left instead of {seen.mines_left}"
    return None


def wrong_advice(advised: Advised, advice: Advice, topology: Topology) -> str | None:
    """Say what is told to be advised otherwise than it is: moves, their risk or its premise; None
    where nothing is."""
    actions = [action.format(topology) for action in advice.actions]
    if actions != advised.actions:
        return f"{actions[:3]} instead of {advised.actions[:3]}"
    if not abs(advised.risk - advice.risk) <= SAME_RISK:
        return f"a risk of {advised.risk} instead of {advice.risk}"
    if advised.assumed_mines != advice.assumed_mines:
        return f"{advised.assumed_mines} mines assumed instead of {advice.assumed_mines}"
    return None


SAME_RISK = 1e-6
"""Difference of two risks of one move: the engines add up the same in another order."""


def wrong_end(finished: Finished, outcome: Outcome | None, advice: Advice | None) -> str | None:
    """Say how a game ended otherwise than told, by the ``outcome`` that its last board shows, None
    where it is over either way, and by what was advised then, None where nothing was; None where it
    may have ended so.

    How it ended beneath what covered it, or why play stopped, no look shows: it must be said.
    """
    result, message = finished.result, finished.message
    if result in (Result.STOPPED, Result.UNDECIDED, Result.FLAGGED, Result.ERROR):
        return None if message else f"{result}, and no reason is told"
    if advice is None:
        ends = {Outcome.WON: Result.WON, Outcome.LOST: Result.LOST}
        expected = None if outcome is None else ends.get(outcome)
        shown = OVER_UNTOLD if outcome is None else outcome.value
        return None if result is expected else f"{result}, but the board shows: {shown}"
    if not advice.actions:
        expected = all_open(advice)[0]
        return None if result is expected else f"{result} instead of {expected}"
    if message is None or message.startswith(BENEATH[result]):
        return f"{result}, which no look shows"
    return None
