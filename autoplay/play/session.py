"""One game: look, think, act, confirm, until it is won, lost or stopped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial

from autoplay.errors import (
    AutoplayError,
    LostBoardError,
    PausedError,
    StoppedError,
    VisionError,
)
from autoplay.game import Action, Board, Done, Outcome, Verb
from autoplay.play.chords import Chords, spelled_out
from autoplay.play.clicked import MadeClick
from autoplay.play.due import Flagging, due_of
from autoplay.play.end_checks import require_all_read, require_no_mine
from autoplay.play.ending import OVER_UNTOLD, Ending, beneath_of
from autoplay.play.events import Finished, Listener, Result
from autoplay.play.follows import without_effect
from autoplay.play.manner import GuessMode, Manner, may_be_mended, mended, undisturbed
from autoplay.play.outcome import outcome_of
from autoplay.play.persons_end import outcome_after_person, outcome_of_turn
from autoplay.play.persons_move import await_move
from autoplay.play.playable import Playable
from autoplay.play.progress import Progress
from autoplay.play.telling import Telling, in_words
from autoplay.policy import Advice, Policy

MOST_DIALOGS = 3
"""Dialogs that a game opens at its end: congratulations, a name, the best times."""


@dataclass
class Session:
    """Plays one game of a Playable by a policy and tells listeners; ``now`` is the clock.

    ``likely_mines`` is a mine total to assume where none is told and the end cannot be seen.
    ``chords`` know whether this game takes them. ``taken`` returns the clicks that a game on the
    screen made since it was last asked.
    """

    playable: Playable
    policy: Policy
    now: Callable[[], float]
    manner: Manner = field(default_factory=Manner)
    listeners: Sequence[Listener] = ()
    likely_mines: int | None = None
    chords: Chords = field(default_factory=Chords)
    taken: Callable[[], Sequence[MadeClick]] | None = None

    def run(self) -> Finished:
        """Play until the end and return how it ended.

        An AutoplayError ends the game as ``error`` (StoppedError and KeyboardInterrupt as
        ``stopped``): it is told to the listeners as the last event and then raised again.
        """
        self._telling = Telling(self.now, self.listeners, self.taken)
        self._clicks_before = self.playable.clicks
        try:
            result, message = self._play()
        except AutoplayError as error:
            stopped = isinstance(error, StoppedError)
            self._finish(Result.STOPPED if stopped else Result.ERROR, str(error))
            raise
        except KeyboardInterrupt as stop:
            self._finish(Result.STOPPED, how_stopped(stop))
            raise
        return self._finish(result, message)

    def _play(self) -> tuple[Result, str | None]:
        board = mended(self._board, self._look_again)
        self._telling.looked(board)
        self._telling.started(board, self.policy.name, self.likely_mines)
        progress = Progress()
        self.chords.begin()
        flagging = Flagging(wanted=self.manner.flags)
        self._made: Sequence[Action] | None = ()  # with an open for each cell of a chord
        self._awaited: Sequence[Action] = ()  # the clicks that the board does not show yet
        outcome: Outcome | None = outcome_of(board)
        while outcome is Outcome.PLAYING:
            advice = self._think(board)
            if not advice.actions:
                require_all_read(board)
                return all_open(advice)
            advised = [*advice.actions, *flagging.due(board)]
            moves = self._moves(board, advice, advised)
            if self._is_to_wait(advice, moves):
                self._made, moves = self._awaited, []
            elif (end := self._not_to_be_played(board, advice, moves)) is not None:
                return end
            elif self._is_the_persons(advice) or not moves:  # their flag is theirs to remove
                before = board
                try:
                    with self._waiting():
                        board = self._await_person(board)
                except LostBoardError as error:
                    if error.is_another_game:
                        return Result.STOPPED, "you began another game"
                    raise
                outcome = outcome_after_person(before, board)
                continue
            else:
                self._act(board, advice, moves)
            before, played = board, self._telling.played
            ending = Ending(before, advice, self.likely_mines)
            try:
                board = self._look_beneath(ending)
            except (VisionError, LostBoardError) as error:
                ended = ending.told_by(error, self._opens)
                self._telling.waited_since(played)
                return ended
            self.chords.see(before, board)
            outcome = outcome_of_turn(before, advised, board, self._made)
            self._awaited = without_effect(board, before, self._awaited) if board != before else ()
            if outcome is Outcome.LOST and not advice.is_guess and self._made is not None:
                require_no_mine(before, board, self._opens)
            if refused := flagging.refused(before, board, self._made or ()):
                self._telling.flags_refused(refused, board)
            progress.see(before, board, advice.actions, was_clicked=bool(self._made))
        if outcome is None:
            return Result.STOPPED, OVER_UNTOLD
        return (Result.WON if outcome is Outcome.WON else Result.LOST), None

    def _not_to_be_played(
        self, board: Board, advice: Advice, moves: Sequence[Action]
    ) -> tuple[Result, str] | None:
        """Return how and why play ends before this move, as the person asked; None to go on.

        No ``moves`` are left to the program where the person's flags stand in their way.
        """
        if advice.is_guess and self.manner.guess is GuessMode.NEVER:
            return Result.UNDECIDED, advice.reason
        if self.manner.dry_run:
            return Result.STOPPED, f"dry run: would {in_words(advice.actions, board)}"
        if self._is_the_persons(advice):
            return None
        if not moves:
            what = f"all that is advised carries your flag: {in_words(advice.actions, board)}"
            with self._waiting():
                is_removed = self.manner.remove_flag(what)
            return None if is_removed else (Result.FLAGGED, f"{what}; remove the flag to go on")
        if self.manner.allow is not None:
            with self._waiting():
                clicked = replace(advice, actions=tuple(spelled_out(moves, board)))
                is_allowed = self.manner.allow(board, clicked)
            return None if is_allowed else (Result.STOPPED, "stopped before the next move")
        return None

    def _is_to_wait(self, advice: Advice, moves: Sequence[Action]) -> bool:
        """Whether all that was clicked is to show before anything else is done."""
        is_asked = advice.is_guess or self.manner.allow is not None
        return bool(self._awaited) and (is_asked or not moves)

    def _look_beneath(self, ending: Ending) -> Board:
        """Return what the board shows; a cover is closed where the game may be over and nothing
        else tells. Where that is no help, or nobody said how, the person may move it away."""

        def look() -> Board:
            played = self._telling.played
            try:
                return self._look()
            except VisionError as error:
                uncover = self.manner.uncover if may_be_mended(error) else None
                if uncover is None or not ending.is_to_uncover(beneath_of(error), self._opens):
                    raise
                board = self._uncovered(uncover)
                self._telling.waited_since(played)
                return board

        def look_again(error: VisionError | LostBoardError) -> bool:
            return not ending.is_seen(beneath_of(error)) and self._look_again(error)

        return mended(look, look_again)

    def _uncovered(self, uncover: Callable[[], None]) -> Board:
        """Close what lies over the board, one dialog after another, and return what it shows."""
        for _ in range(MOST_DIALOGS - 1):
            undisturbed(uncover, self._go_on)
            with suppress(VisionError):
                return self._look()
        undisturbed(uncover, self._go_on)
        return self._look()

    @property
    def _opens(self) -> Sequence[Action]:
        """The cells that are known to be clicked last."""
        return [action for action in self._made or () if action.verb is Verb.OPEN]

    def _board(self) -> Board:
        return undisturbed(self.playable.board, self._go_on)

    def _look(self) -> Board:
        try:
            board = self._board()
        finally:
            self._telling.clicked()
        self._telling.looked(board)
        return board

    def _think(self, board: Board) -> Advice:
        advice = undisturbed(partial(self.policy.advise, board), self._go_on)
        self._telling.advised(board, advice)
        return advice

    def _act(self, board: Board, advice: Advice, moves: Sequence[Action]) -> None:
        """Make these moves, which are advised; those left out are due again at the next look."""
        earlier = self._awaited
        self._awaited = [*earlier, *spelled_out(moves, board)]
        try:
            done = self._perform(board, advice, moves)
        except PausedError:  # the next look tells which clicks were made
            self._made = None
            if not self._go_on():
                raise
            return
        self.chords.made(done.kept, board)
        self._made = [*earlier, *spelled_out(done.kept, board)]
        self._awaited = [*earlier, *spelled_out(done.actions, board)]

    def _perform(self, board: Board, advice: Advice, moves: Sequence[Action]) -> Done:
        """Tell the moves, make them, and tell which clicks were made, however that ended."""
        self._telling.acts(board, advice, moves)
        try:
            return self.playable.perform(moves)
        finally:
            self._telling.clicked(are_due=True)

    def _waiting(self) -> AbstractContextManager[None]:
        """Time in which the person is waited for; where every move is theirs it is their game's."""
        return nullcontext() if self.manner.advise_only else self._telling.waiting()

    def _go_on(self) -> bool:
        with self._waiting():
            return self.manner.go_on()

    def _look_again(self, error: VisionError | LostBoardError) -> bool:
        with self._waiting():
            return self.manner.look_again(error)

    def _moves(self, board: Board, advice: Advice, advised: Sequence[Action]) -> Sequence[Action]:
        """Return what is to be clicked of what is advised."""
        moves = due_of(board, advised, set(self._awaited))
        if advice.is_guess:
            return moves
        flagged = frozenset(move.cell for move in advised if move.verb is Verb.FLAG)
        return self.chords.clicks(board, moves, flagged)

    def _is_the_persons(self, advice: Advice) -> bool:
        asked = advice.is_guess and self.manner.guess is GuessMode.ASK
        return asked or self.manner.advise_only

    def _await_person(self, board: Board) -> Board:
        """Return the next position, as a whole look shows it once more before anything is done."""
        return await_move(
            board,
            self._board,
            self._look,
            wait=self.manner.wait,
            now=self.now,
            tell_unseen=self._telling.unseen,
        )

    def _finish(self, result: Result, message: str | None) -> Finished:
        return self._telling.finished(result, message, self.playable.clicks - self._clicks_before)


def how_stopped(stop: KeyboardInterrupt) -> str:
    """Return in words what stopped the program: Ctrl-C, or a signal that does the same."""
    return f"stopped by {stop.args[0] if stop.args else 'Ctrl-C'}"


def all_open(advice: Advice) -> tuple[Result, str | None]:
    """Return how a game stands of which nothing is left to open, and on which premise."""
    if advice.assumed_mines is None:
        return Result.WON, None
    return Result.LIKELY_WON, advice.reason
