"""Ends that cannot be: a mine where none could be, or not clicked, and a number left in doubt."""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.errors import DisprovedError, UnclickedMineError, UnreadableError
from autoplay.game import UNOPENED, Action, Board, Label
from autoplay.play.telling import in_words
from autoplay.words import first_of


def require_no_mine(before: Board, board: Board, opens: Sequence[Action]) -> None:
    """Raise for a loss although all that was clicked was certain: DisprovedError where a clicked
    cell holds a mine, UnclickedMineError where another one exploded.

    Of a fresh board none is: that its first cell is free is what the game seemed to promise.
    """
    if before.is_fresh:
        return
    mined = [
        action for action in opens if board.labels[action.cell] in (Label.MINE, Label.EXPLODED)
    ]
    if mined:
        named = in_words(mined, board)
        told = "" if board.mines is None else f", and is its mine total {board.mines}"
        raise DisprovedError(
            f"the game is lost: {named} held a mine, although by what was read it could not",
            more=f"is it still the same game{told}?",
        )
    exploded = [cell for cell in board.cells(Label.EXPLODED) if before.labels[cell] in UNOPENED]
    if exploded:
        named = ", ".join(board.topology.place(cell) for cell in exploded)
        raise UnclickedMineError(
            f"the game is lost: {named} exploded, and was not clicked; did you open it, or is a "
            "flag wrong, so that a click on a number beside it opened all around?"
        )


def require_all_read(board: Board) -> None:
    """Raise UnreadableError where nothing is left to open, but a number was left in doubt."""
    left = list(board.cells(Label.UNREADABLE))
    if left:
        named = first_of([board.topology.place(cell) for cell in left])
        raise UnreadableError(
            f"nothing is left to open, but what is open at {named} could not be read",
            left,
            more="the game is won if it shows a number",
        )
