"""What a session tells its listeners: every step as an event, with the seconds since it began."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import msgspec

from autoplay.game import (
    MAX_NUMBER,
    UNOPENED,
    Action,
    Board,
    Label,
    Topology,
    Verb,
    format_rows,
)
from autoplay.inference import active_engine
from autoplay.play.clicked import MadeClick
from autoplay.play.events import (
    Acted,
    Advised,
    AnyEvent,
    Click,
    Clicked,
    Finished,
    FlagsRefused,
    Guess,
    Listener,
    Looked,
    Result,
    Started,
    Unseen,
)
from autoplay.play.outcome import bbbv_of, is_all_open
from autoplay.policy import Advice
from autoplay.words import first_of


class Telling:
    """Tells listeners what happens; it begins now, by the clock ``now``.

    ``taken`` returns the clicks made since it was last asked, None where no such thing is known.
    """

    def __init__(
        self,
        now: Callable[[], float],
        listeners: Sequence[Listener],
        taken: Callable[[], Sequence[MadeClick]] | None = None,
    ) -> None:
        self._now = now
        self._listeners = listeners
        self._taken = taken
        self._began = now()
        self._waited = 0.0
        self._is_waiting = False
        self._guesses: list[Guess] = []
        self._guess: Guess | None = None  # what was told last, until it is seen to be made
        self._first: Board | None = None
        self._last: Board | None = None
        self._in_play: Board | None = None  # the last board that was still to be played on

    def started(self, board: Board, policy: str, likely_mines: int | None = None) -> None:
        """Tell what is played, by which policy, and what total is assumed where none is told."""
        topology = board.topology
        self._tell(
            Started(
                topology=topology.shape,
                rows=topology.rows,
                cols=topology.cols,
                mines=board.mines,
                policy=policy,
                engine=active_engine(),
                assumed_mines=likely_mines if board.mines is None else None,
                absent=len(topology.absent),
            )
        )

    def looked(self, board: Board) -> None:
        """Tell what the board shows."""
        self._first = self._first or board
        self._last = board
        if not self._listeners:  # a text of a million cells takes longer than the move
            return
        self._tell(look_of(board))

    def advised(self, board: Board, advice: Advice) -> None:
        """Tell what the policy says."""
        self._in_play = board
        self._tell(
            Advised(
                actions=[action.format(board.topology) for action in advice.actions],
                risk=advice.risk,
                reason=advice.reason,
                win_probability=advice.win_probability,
                assumed_mines=advice.assumed_mines,
            )
        )

    def unseen(self, reason: str) -> None:
        """Tell that the board, where the person is to move, cannot be read, and why."""
        self._tell(Unseen(reason=reason))

    def flags_refused(self, flags: Sequence[Action], board: Board) -> None:
        """Tell that the game did not take these flags, and that no more are set."""
        self._tell(FlagsRefused(actions=[flag.format(board.topology) for flag in flags]))

    def acts(self, board: Board, advice: Advice, actions: Sequence[Action]) -> None:
        """Tell what is about to be done. Where it is a guess it is kept once it is made.

        One whose cell is still covered was lost by the game.
        """
        topology = board.topology
        if self._guesses and board.labels[topology.cell(*self._guesses[-1].cell)] in UNOPENED:
            self._guesses.pop()
        self._guess = None
        if advice.is_guess:
            cell = topology.row_col(advice.actions[0].cell)
            self._guess = Guess(cell, advice.risk, advice.assumed_mines)
        if self._taken is None:
            self._made(actions, topology)
        self._tell(Acted(actions=[action.format(board.topology) for action in actions]))

    def clicked(self, *, are_due: bool = False) -> None:
        """Tell which clicks were made: where some ``are_due``, that none was made, too."""
        if self._taken is None or self._last is None:
            return
        topology = self._last.topology
        taken = list(self._taken())
        clicks = [
            Click(made.action.format(topology), made.when - self._began, made.point)
            for made in taken
        ]
        self._made([made.action for made in taken], topology)
        if clicks or are_due:
            self._tell(Clicked(clicks=clicks))

    def _made(self, actions: Sequence[Action], topology: Topology) -> None:
        """Keep the guess that was told last, if it is among what was done."""
        if self._guess is not None and self._guess.cell in [
            topology.row_col(action.cell) for action in actions if action.verb is Verb.OPEN
        ]:
            self._guesses.append(self._guess)
            self._guess = None

    @contextmanager
    def waiting(self) -> Iterator[None]:
        """Count the time until this ends as one that the person is waited for, each moment once."""
        if self._is_waiting:
            yield
            return
        self._is_waiting, since = True, self._now()
        try:
            yield
        finally:
            self._is_waiting = False
            self._waited += self._now() - since

    @property
    def played(self) -> float:
        """Seconds of play until now, without those that were waited."""
        return self._now() - self._began - self._waited

    def waited_since(self, played: float) -> None:
        """Count all time as waited since so many seconds were ``played``."""
        self._waited += self.played - played

    def finished(self, result: Result, message: str | None, clicks: int) -> Finished:
        """Tell how it ended, and return what was told."""
        # Many games open all of a lost board themselves.
        last = self._in_play or self._last if result is Result.LOST else self._last
        is_seen = last is not None and any(label <= MAX_NUMBER for label in last.labels)
        if last is not None and result in (Result.WON, Result.LIKELY_WON):
            is_seen = is_all_open(last)
        bbbv = None
        if last is not None and self._first is not None and is_seen:
            # What was open at the first look was nobody's work of this game.
            bbbv = max(0, bbbv_of(last) - bbbv_of(self._first))
        event = Finished(
            seconds=self._now() - self._began,
            result=result,
            clicks=clicks,
            bbbv=bbbv,
            guesses=self._guesses,
            message=message,
            waited=self._waited,
        )
        for listener in self._listeners:
            listener(event)
        return event

    def _tell(self, event: AnyEvent) -> None:
        timed = msgspec.structs.replace(event, seconds=self._now() - self._began)
        for listener in self._listeners:
            listener(timed)


def in_words(actions: Sequence[Action], board: Board) -> str:
    """Return the first three of these actions in text form, and whether there are more."""
    return first_of([action.format(board.topology) for action in actions])


def look_of(board: Board) -> Looked:
    """Return what is told of a look that shows this board."""
    flags = board.labels.count(Label.FLAG)
    covered = sum(board.labels.count(label) for label in UNOPENED)
    left = None if board.mines is None else board.mines - flags
    return Looked(board=format_rows(board), covered=covered, mines_left=left)
