"""Whether the moves, clicks and end of a recording follow from its boards and its advice."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from autoplay.game import Action, Board, Label, Outcome, Verb
from autoplay.play.analysis import analysis_of
from autoplay.play.chords import chords_for, spelled_out
from autoplay.play.ending import LOST_BENEATH, WON_BENEATH, WON_UNSEEN
from autoplay.play.events import Finished, Result
from autoplay.play.session import all_open, opens_a_flag
from autoplay.policy import Advice

BENEATH = {
    Result.WON: (LOST_BENEATH, WON_UNSEEN),
    Result.LIKELY_WON: (LOST_BENEATH,),
    Result.LOST: (WON_BENEATH, WON_UNSEEN),
}
"""What is never said of a game that ended so beneath what covers it."""


def due_moves(board: Board, advice: Advice, awaited: Collection[Action]) -> list[Action]:
    """Return what is to be done of what is advised, flags aside."""
    moves = (move for move in advice.actions if move not in awaited)
    return [move for move in moves if not opens_a_flag(board, move)]


def wrong_moves(
    board: Board, advice: Advice, awaited: Collection[Action], acted: Sequence[Action]
) -> str | None:
    """Say what was to be done although not advised, or the other way round; None if nothing was.

    Flags are set on all certain mines or none. Chords stand for what they open, and what one will
    open once the flags show may be left for it. What is awaited may be done again, as it once was.
    """
    due, known = due_moves(board, advice, awaited), analysis_of(board)
    opens = {move.cell for move in due}
    mines = [cell for cell in known.mines if board.labels[cell] == Label.COVERED]
    flags = [flag for cell in mines if (flag := Action(Verb.FLAG, cell)) not in awaited]
    spelled = spelled_out(acted, board)
    left = set(due).difference(spelled)
    if any(action.verb is Verb.FLAG for action in [*acted, *awaited]):
        left.update(set(flags).difference(acted))
        chords = chords_for(board, opens.intersection(known.safe), known.mines)
        left.difference_update(spelled_out(chords, board))
    others = set(spelled).difference(advice.actions, flags)
    for moves, words in ((others, "was done, and was not advised"), (left, "was not done")):
        if moves:
            return f"{min(move.format(board.topology) for move in moves)} {words}"
    return None


def wrong_clicks(
    clicked: Collection[Action], acted: Collection[Action], awaited: Collection[Action]
) -> bool:
    """Whether anything was clicked that was not to be: what is awaited may be repeated."""
    return not set(clicked) <= {*acted, *awaited}


def wrong_end(finished: Finished, outcome: Outcome, advice: Advice | None) -> str | None:
    """Say how a game ended otherwise than told, by the ``outcome`` that its last board shows and by
    what was advised then, None where nothing was; None where it may have ended so.

    How it ended beneath what covered it, or why play stopped, no look shows: it must be said.
    """
    result, message = finished.result, finished.message
    if result in (Result.STOPPED, Result.UNDECIDED, Result.ERROR):
        return None if message else f"{result}, and no reason is told"
    if advice is None:
        ends = {Outcome.WON: Result.WON, Outcome.LOST: Result.LOST}
        expected = ends.get(outcome)
        return None if result is expected else f"{result}, but the board shows: {outcome.value}"
    if not advice.actions:
        expected = all_open(advice)[0]
        return None if result is expected else f"{result} instead of {expected}"
    if message is None or message.startswith(BENEATH[result]):
        return f"{result}, which no look shows"
    return None
