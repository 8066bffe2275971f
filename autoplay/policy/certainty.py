"""What needs no guess: a finished game, or cells that are certainly safe."""

from __future__ import annotations

from autoplay.game import Action, Board, Label, Verb
from autoplay.inference import Analysis
from autoplay.policy.advice import Advice


def certainty(board: Board, analysis: Analysis) -> Advice | None:
    """Return the advice that carries no risk, None when only a guess is left.

    Every certainly safe cell is opened in one batch. No actions when the game is over: a mine has
    exploded, or every cell that is still covered is certainly a mine.
    """
    exploded = next(board.cells(Label.EXPLODED), None)
    if exploded is not None:
        place = "{},{}".format(*board.topology.row_col(exploded))
        return Advice((), 0.0, f"the game is lost: {place} exploded", 0.0, "exact")
    if analysis.safe:
        return Advice(
            tuple(Action(Verb.OPEN, cell) for cell in analysis.safe), 0.0, _count(analysis)
        )
    if not set(analysis.mines).issuperset(board.unopened()):
        return None
    if Label.UNREADABLE in board.labels:
        return Advice((), 0.0, "nothing to open: what is left is mined or could not be read")
    return Advice((), 0.0, "the game is won: every free cell is open", 1.0, "exact")


def _count(analysis: Analysis) -> str:
    if len(analysis.safe) == 1:
        row, col = analysis.board.topology.row_col(analysis.safe[0])
        return f"{row},{col} is certainly safe"
    return f"{len(analysis.safe)} cells are certainly safe"
