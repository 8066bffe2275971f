"""One game: look, think, act, confirm, until it is won, lost or stopped."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from autoplay.errors import (
    AutoplayError,
    NoEffectError,
    PausedError,
    StoppedError,
    VisionError,
)
from autoplay.game import (
    MAX_NUMBER,
    UNOPENED,
    Action,
    Board,
    Game,
    Label,
    Minefield,
    Outcome,
    Verb,
    format_rows,
)
from autoplay.inference import active_engine, analyze
from autoplay.play.events import (
    Acted,
    Advised,
    AnyEvent,
    Finished,
    Guess,
    Listener,
    Looked,
    Result,
    Started,
)
from autoplay.play.outcome import bbbv_of, outcome_after, outcome_of
from autoplay.play.playable import Playable
from autoplay.policy import Advice, Policy

MAX_IDLE_LOOKS = 3
"""Looks in a row that may show the same board after an action before play ends with an error."""

MAX_HELD_LOOKS = 10
"""The same where no click could be made: the picture was another one each time, or not captured."""

MOST_DIALOGS = 3
"""Dialogs that a game opens at its end: congratulations, a name, the best times."""


class GuessMode(StrEnum):
    """What to do when nothing is certain."""

    AUTO = "auto"  # guess
    ASK = "ask"  # show the odds and wait for the person's own click
    NEVER = "never"  # stop


@dataclass(frozen=True)
class Manner:
    """How to play: guessing, flags, and what is asked before each batch of actions.

    ``dry_run`` ends with the first advice; ``advise_only`` leaves every move to the person and
    follows the game. ``allow`` may refuse a batch: refused actions are not performed.
    ``wait`` is called between looks while the person makes their own move; ``uncover`` closes the
    dialog that this game lays over its board at the end, where the person said how. ``go_on`` is
    asked when the person has moved the mouse: True once play may go on, False to stop.
    """

    guess: GuessMode = GuessMode.AUTO
    flags: bool = False
    dry_run: bool = False
    advise_only: bool = False
    allow: Callable[[Board, Advice], bool] = lambda board, advice: True
    wait: Callable[[], None] = lambda: None
    uncover: Callable[[], None] | None = None
    go_on: Callable[[], bool] = lambda: False


@dataclass
class Session:
    """Plays one game of a Playable by a policy and tells listeners; ``now`` is the clock."""

    playable: Playable
    policy: Policy
    now: Callable[[], float]
    manner: Manner = field(default_factory=Manner)
    listeners: Sequence[Listener] = ()

    def run(self) -> Finished:
        """Play until the end and return how it ended.

        An AutoplayError ends the game as ``error`` (StoppedError as ``stopped``): it is told to the
        listeners as the last event and then raised again.
        """
        self._began = self.now()
        self._clicks_before = self.playable.clicks
        self._guesses: list[Guess] = []
        self._last: Board | None = None
        try:
            result, message = self._play()
        except AutoplayError as error:
            stopped = isinstance(error, StoppedError)
            self._finish(Result.STOPPED if stopped else Result.ERROR, str(error))
            raise
        return self._finish(result, message)

    def _play(self) -> tuple[Result, str | None]:
        board = self._look()
        self._tell(self._started(board))
        self._idle = self._held = 0
        outcome = outcome_of(board)
        while outcome is Outcome.PLAYING:
            advice = self._think(board)
            if not advice.actions:
                return Result.WON, None
            if advice.is_guess and self.manner.guess is GuessMode.NEVER:
                return Result.STOPPED, f"nothing is certain: {advice.reason}"
            if self.manner.dry_run:
                return Result.STOPPED, f"dry run: would {self._words(board, advice.actions)}"
            if self._is_the_persons(advice):
                board = self._await_person(board)
                outcome = outcome_of(board)
                continue
            if not self.manner.allow(board, advice):
                return Result.STOPPED, "stopped before the next move"
            self._act(board, advice)
            before = board
            try:
                board = self._look_beneath(before, advice)
            except VisionError as error:
                if not self._has_opened_the_last(before, advice, error.opened):
                    raise
                return Result.WON, "the last free cells were opened, and the board was covered"
            outcome = outcome_after(before, advice.actions, board, self._done or None)
            self._require_progress(before, board, advice)
        return (Result.WON if outcome is Outcome.WON else Result.LOST), None

    def _require_progress(self, before: Board, board: Board, advice: Advice) -> None:
        """Raise NoEffectError when the board stays the same for too many looks."""
        if board != before:
            self._idle = self._held = 0
        elif self._done:
            self._idle += 1
        else:
            self._held += 1
        words = self._words(board, advice.actions)
        if self._idle >= MAX_IDLE_LOOKS:
            raise NoEffectError(
                f"{words} had no effect {self._idle} times; is another window in the way?"
            )
        if self._held >= MAX_HELD_LOOKS:
            raise NoEffectError(
                f"{words} could not be clicked: the picture changed {self._held} times right "
                "before it; does something move over the board?"
            )

    def _look_beneath(self, before: Board, advice: Advice) -> Board:
        """Return what the board shows; a cover is closed where nothing else tells the end."""
        try:
            return self._look()
        except VisionError as error:
            uncover = self.manner.uncover
            if uncover is None or self._has_opened_the_last(before, advice, error.opened):
                raise
            return self._uncovered(uncover)

    def _uncovered(self, uncover: Callable[[], None]) -> Board:
        """Close what lies over the board, one dialog after another, and return what it shows."""
        for _ in range(MOST_DIALOGS - 1):
            uncover()
            with suppress(VisionError):
                return self._look()
        uncover()
        return self._look()

    def _has_opened_the_last(self, board: Board, advice: Advice, opened: Collection[int]) -> bool:
        """Whether what was clicked and ``opened``, all proven safe, left nothing but the mines.

        Many games lay their congratulations over the board they were won on, some before every
        cell was clicked: the flood of one had opened the others.
        """
        proven = {a.cell for a in advice.actions if a.verb is Verb.OPEN}
        unopened = {cell for cell, label in enumerate(board.labels) if label in UNOPENED}
        mines = frozenset(analyze(board).mines)
        if advice.is_guess or unopened - proven != mines:
            return False
        game = Game.on(Minefield(board.topology, mines))
        done = [a for a in self._done if a.verb is Verb.OPEN and a.cell in opened]
        game.perform(done)
        after = game.board().labels
        return all(after[cell] not in UNOPENED for cell in proven)

    def _board(self) -> Board:
        while True:
            try:
                return self.playable.board()
            except PausedError:
                if not self.manner.go_on():
                    raise

    def _look(self) -> Board:
        board = self._board()
        self._last = board
        flags = board.labels.count(Label.FLAG)
        covered = sum(board.labels.count(label) for label in UNOPENED)
        left = None if board.mines is None else board.mines - flags
        self._tell(Looked(board=format_rows(board), covered=covered, mines_left=left))
        return board

    def _think(self, board: Board) -> Advice:
        advice = self.policy.advise(board)
        self._tell(
            Advised(
                actions=[action.format(board.topology) for action in advice.actions],
                risk=advice.risk,
                reason=advice.reason,
                win_probability=advice.win_probability,
            )
        )
        return advice

    def _act(self, board: Board, advice: Advice) -> None:
        actions = [a for a in advice.actions if self._is_allowed(board, a)]
        if self.manner.flags:
            actions += self._flags(board)
        if not actions:
            raise NoEffectError(
                f"{self._words(board, advice.actions)} is advised, but the cell carries your flag; "
                "remove the flag to go on"
            )
        if advice.is_guess:
            cell = board.topology.row_col(advice.actions[0].cell)
            self._guesses.append(Guess(cell, advice.risk))
        self._tell(Acted(actions=[action.format(board.topology) for action in actions]))
        try:
            self._done = self.playable.perform(actions)
        except PausedError:  # the next look tells which clicks were made
            self._done = ()
            if not self.manner.go_on():
                raise

    def _flags(self, board: Board) -> list[Action]:
        """Return a flag for every certain mine that has none."""
        mines = analyze(board).mines
        return [Action(Verb.FLAG, cell) for cell in mines if board[cell] is Label.COVERED]

    def _is_allowed(self, board: Board, action: Action) -> bool:
        """A flag on the board is the person's: it is never opened."""
        return not (action.verb is Verb.OPEN and board.labels[action.cell] == Label.FLAG)

    def _is_the_persons(self, advice: Advice) -> bool:
        asked = advice.is_guess and self.manner.guess is GuessMode.ASK
        return asked or self.manner.advise_only

    def _await_person(self, board: Board) -> Board:
        """Wait until the board shows another position, and return it.

        What cannot be read meanwhile is the person at work: a pressed cell, a pointer over a
        number, a menu. Nothing is clicked before a whole board was read again.
        """
        while True:
            self.manner.wait()
            try:
                if self._board() != board:
                    return self._look()
            except VisionError:
                continue

    def _words(self, board: Board, actions: Sequence[Action]) -> str:
        named = [action.format(board.topology) for action in actions[:3]]
        return ", ".join(named) + (" ..." if len(actions) > len(named) else "")

    def _started(self, board: Board) -> Started:
        topology = board.topology
        return Started(
            topology=topology.shape,
            rows=topology.rows,
            cols=topology.cols,
            mines=board.mines,
            policy=self.policy.name,
            engine=active_engine(),
        )

    def _finish(self, result: Result, message: str | None) -> Finished:
        last = self._last
        opened = last is not None and any(c <= MAX_NUMBER for c in last.labels)
        if last is not None and result is Result.WON and outcome_of(last) is Outcome.PLAYING:
            opened = False  # its end was not seen
        event = Finished(
            seconds=self.now() - self._began,
            result=result,
            clicks=self.playable.clicks - self._clicks_before,
            bbbv=bbbv_of(last) if last is not None and opened else None,
            guesses=self._guesses,
            message=message,
        )
        for listener in self.listeners:
            listener(event)
        return event

    def _tell(self, event: AnyEvent) -> None:
        timed = msgspec.structs.replace(event, seconds=self.now() - self._began)
        for listener in self.listeners:
            listener(timed)
