"""Whether a board follows from the one before, and which actions it shows no effect of.

What the rules forbid no game shows: such a board was caught half drawn, or is another game.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from autoplay.errors import (
    HalfDrawnError,
    ImpossibleBoardError,
    LostBoardError,
    UnreadableError,
    WrongTotalError,
)
from autoplay.game import MAX_NUMBER, UNOPENED, Action, Board, Label, are_unopened
from autoplay.play.analysis import analysis_of
from autoplay.play.chords import changed_by
from autoplay.play.outcome import LOSING


def require_following(board: Board, before: Board | None, *, opened_by_sides: bool = False) -> None:
    """Return if this board may come after the one before, None for a first look.

    With ``opened_by_sides`` a zero may have opened the cells at its sides alone, as in some games.

    Raises UnreadableError for a board that no layout of mines explains, HalfDrawnError for one that
    is half drawn, WrongTotalError for one that only its mine total contradicts, and LostBoardError
    where an opened number is not what it was. Where a board is too wide for an exact count, each
    number must fit with those around it: what is proven by them, and played, rests on nothing else.
    """
    if LOSING.isdisjoint(board.labels):
        _reject_a_half_drawn_opening(board, opened_by_sides)
        try:
            analysis_of(board)
        except ImpossibleBoardError as error:
            is_total = board.mines is not None and not error.witnesses
            kind = WrongTotalError if is_total else UnreadableError
            raise kind(str(error), error.witnesses) from None
    if before is None:
        return
    was, now = before.array().ravel(), board.array().ravel()
    # The end of a game may show other things on what was closed: a mine hit, a wrong flag.
    was_open = (was <= MAX_NUMBER) | (was == Label.UNREADABLE)
    closed = was_open & are_unopened(now)
    others = np.flatnonzero(closed | ((was <= MAX_NUMBER) & (now != was)))
    if len(others):
        cell = int(others[0])
        lost = LostBoardError(
            f"cell {board.topology.place(cell)} showed {Label(was[cell]).name.lower()} and now "
            f"{Label(now[cell]).name.lower()}: this is another game, or something covers it"
        )
        lost.is_another_game = True
        raise lost


def _reject_a_half_drawn_opening(board: Board, opened_by_sides: bool) -> None:
    """Raise HalfDrawnError for a zero beside a covered cell: opening spreads from zeros.

    Some games also draw a cell as opened while the button is down on it.
    """
    topology = board.topology
    table = topology.side_table if opened_by_sides else topology.neighbor_table
    labels = np.frombuffer(board.labels + bytes([Label.ZERO]), np.uint8)  # -1 is no neighbour
    zeros = np.flatnonzero(labels[:-1] == Label.ZERO)
    beside = (labels[table[zeros]] == Label.COVERED).any(axis=1)
    if beside.any():
        cell = int(zeros[beside][0])
        raise HalfDrawnError(f"zero at {topology.place(cell)} beside a covered cell", [cell])


def without_effect(board: Board, before: Board | None, expected: Sequence[Action]) -> list[Action]:
    """Return the expected actions some of whose cells look as before; none once a game is lost."""
    if before is None or not LOSING.isdisjoint(board.labels):
        return []
    was, now = before.labels, board.labels
    return [
        action
        for action in expected
        if any(now[cell] == was[cell] in UNOPENED for cell in changed_by(action, before))
    ]
