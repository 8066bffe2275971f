"""Counts what a game does at the first click, game after game."""

from __future__ import annotations

from dataclasses import replace

from autoplay.calibration import FirstClicks
from autoplay.game import Action, Board, Cell, Label, Verb
from autoplay.play.events import Acted, AnyEvent, Looked
from autoplay.play.screen_game import ScreenGame


class FirstClickCounter:
    """A listener of a game on the screen; ``counted`` is what is known by now.

    Games that begin with an open area say nothing, nor do those whose mine total is neither known
    nor likely to be ``likely_mines``.
    """

    def __init__(
        self, game: ScreenGame, counted: FirstClicks, likely_mines: int | None = None
    ) -> None:
        self.counted = counted
        self.likely_mines = likely_mines
        self._game = game
        self._fresh: Board | None = None
        self._opened: Cell | None = None

    def __call__(self, event: AnyEvent) -> None:
        """Take notice of one event."""
        if isinstance(event, Looked):
            assert self._game.reading is not None
            self._look(self._game.reading.board)
        elif isinstance(event, Acted) and self._fresh is not None:
            actions = [Action.parse(text, self._fresh.topology) for text in event.actions]
            opens = [action.cell for action in actions if action.verb is Verb.OPEN]
            self._opened = opens[0] if len(opens) == 1 else None

    def _look(self, board: Board) -> None:
        if self._fresh is not None and self._opened is not None:
            self.counted = self.counted.after(self._fresh, self._opened, board[self._opened])
        if board.mines is None:
            board = replace(board, mines=self.likely_mines)
        is_fresh = set(board.labels) == {Label.COVERED} and board.mines is not None
        self._fresh, self._opened = board if is_fresh else None, None
