"""Counts what a game does at the first click, game after game."""

from __future__ import annotations

from dataclasses import replace

from autoplay.calibration import FirstClicks
from autoplay.game import MAX_NUMBER, Action, Board, Cell, Label, Outcome, Verb
from autoplay.play.events import Acted, AnyEvent, Clicked, Finished, Looked, Result
from autoplay.play.outcome import outcome_after
from autoplay.play.screen_game import ScreenGame


class FirstClickCounter:
    """A listener of a game on the screen; ``counted`` is what is known by now.

    Games that begin with an open area say nothing, nor do those whose mine total is neither known
    nor likely to be ``likely_mines``, nor those that are stopped before the first click is seen to
    be safe or lost. One that ends in an error is no evidence of safety, whatever was read of it;
    if nothing was, it is evidence against: a game may be lost beneath what hides its board.
    """

    def __init__(
        self, game: ScreenGame, counted: FirstClicks, likely_mines: int | None = None
    ) -> None:
        self.counted = counted
        self.likely_mines = likely_mines
        self._before = counted
        self._game = game
        self._fresh: Board | None = None
        self._opened: Cell | None = None

    def __call__(self, event: AnyEvent) -> None:
        """Take notice of one event."""
        if isinstance(event, Looked):
            assert self._game.reading is not None
            self._look(self._game.reading.board)
        elif isinstance(event, Finished):
            if event.result is Result.LOST:  # beneath a cover: no look told
                self._count(Label.MINE)
            elif event.result is Result.ERROR:
                self.counted = self._before
                if self._fresh is not None and self._opened is not None:
                    self.counted = self.counted.after_unseen(self._fresh)
            self._before = self.counted
            self._fresh, self._opened = None, None
        elif isinstance(event, Acted) and self._fresh is not None:
            actions = [Action.parse(text, self._fresh.topology) for text in event.actions]
            opens = [action.cell for action in actions if action.verb is Verb.OPEN]
            self._opened = opens[0] if len(opens) == 1 else None
        elif isinstance(event, Clicked) and not event.clicks:  # the person took the mouse before
            self._opened = None

    def _look(self, board: Board) -> None:
        self._count_on(board)
        if board.mines is None:
            board = replace(board, mines=self.likely_mines)
        is_fresh = board.is_fresh and board.mines is not None
        self._fresh, self._opened = board if is_fresh else None, None

    def _count_on(self, board: Board) -> None:
        """Count the first click, where there was one, by what the board shows after it."""
        if self._fresh is None or self._opened is None:
            return
        label = board[self._opened]
        click = Action(Verb.OPEN, self._opened)
        # Some lost games show flags on their mines.
        if label > MAX_NUMBER and outcome_after(self._fresh, [click], board) is Outcome.LOST:
            label = Label.MINE
        self._count(label)

    def _count(self, label: Label) -> None:
        """Count the first click, where there was one, as one that showed this label."""
        if self._fresh is not None and self._opened is not None:
            self.counted = self.counted.after(self._fresh, self._opened, label)
