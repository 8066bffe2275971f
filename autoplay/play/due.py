"""What is to be clicked of what is advised: no flag of the person's, nothing that is awaited."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from autoplay.game import Action, Board, Label, Verb
from autoplay.play.analysis import analysis_of


def flags_on_mines(board: Board) -> list[Action]:
    """Return a flag for every certain mine that has none."""
    mines = analysis_of(board).mines
    return [Action(Verb.FLAG, mine) for mine in mines if board.labels[mine] == Label.COVERED]


class Flagging:
    """Flags for certain mines where they are ``wanted``, until the game refuses one.

    It may have as many as mines, and some of the person's stand elsewhere.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._sets = wanted

    def due(self, board: Board) -> list[Action]:
        """Return a flag for every certain mine that has none, where any are to be set."""
        return flags_on_mines(board) if self._sets else []

    def refused(self, before: Board, board: Board, made: Iterable[Action]) -> Sequence[Action]:
        """Return the flags of what was ``made`` in vain between two looks; no more are set then."""
        flags = [action for action in made if action.verb is Verb.FLAG and board == before]
        self._sets = self._sets and not flags
        return flags


def due_of(board: Board, advised: Iterable[Action], awaited: Collection[Action]) -> list[Action]:
    """Return the advised moves that are to be made, those before them still ``awaited``."""
    return [move for move in advised if move not in awaited and not _opens_a_flag(board, move)]


def _opens_a_flag(board: Board, move: Action) -> bool:
    """Return whether a move opens a cell that carries a flag: that is the person's, and stays."""
    return move.verb is Verb.OPEN and board.labels[move.cell] == Label.FLAG
