"""A game that is not the one it shows."""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.game import Action, Board, Done, Label, parse_board


class AnotherGame:
    """A game that shows one board, and what another one does with the clicks."""

    clicks = 0

    def __init__(self, shown: str, mines: int | None) -> None:
        self._board = parse_board(shown, mines)

    def board(self) -> Board:
        return self._board

    def perform(self, actions: Sequence[Action]) -> Done:
        """Every cell that is opened holds a mine."""
        exploded = {action.cell: Label.EXPLODED for action in actions}
        self._board = self._board.with_labels(exploded)
        return Done(actions)
