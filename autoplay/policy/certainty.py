"""What needs no guess: a finished game, or cells that are certainly safe."""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.game import Action, Board, Cell, Label, Verb
from autoplay.inference import Analysis
from autoplay.policy.advice import Advice


def certainty(board: Board, analysis: Analysis) -> Advice | None:
    """Return the advice that carries no risk, None when only a guess is left.

    Every certainly safe cell is opened in one batch. No actions when the game is over: a mine has
    exploded, or every cell that is still covered is certainly a mine.
    """
    return lost(board) or all_safe(board, analysis.safe) or finished(board, analysis.mines)


def lost(board: Board) -> Advice | None:
    """Return the advice for a board that shows a lost game, None for any other.

    A mine exploded, or a flag is shown to be wrong.
    """
    for label, what in LOST.items():
        cell = board.labels.find(label)
        if cell >= 0:
            place = board.topology.place(cell)
            return Advice((), 0.0, f"the game is lost: {place} {what}", 0.0, "exact")
    return None


LOST = {Label.EXPLODED: "exploded", Label.WRONG_FLAG: "is shown to be flagged wrongly"}
"""What only a lost game shows."""


def all_safe(board: Board, safe: Sequence[Cell]) -> Advice | None:
    """Return the advice to open all these cells, which are certainly safe, None for no cells."""
    if not safe:
        return None
    reason = (
        f"{board.topology.place(safe[0])} is certainly safe"
        if len(safe) == 1
        else f"{len(safe)} cells are certainly safe"
    )
    return Advice(tuple(Action(Verb.OPEN, cell) for cell in safe), 0.0, reason)


def finished(board: Board, mines: Sequence[Cell]) -> Advice | None:
    """Return the advice for a board of which only these certain mines are covered, else None."""
    if not set(mines).issuperset(board.unopened()):
        return None
    if Label.UNREADABLE in board.labels:
        return Advice((), 0.0, "nothing to open: what is left is mined or could not be read")
    if Label.MINE in board.labels:  # as some games show a lost board whole
        return Advice((), 0.0, "the game is over: every free cell is open, and its mines are shown")
    return Advice((), 0.0, "the game is won: every free cell is open", 1.0, "exact")
