"""Several games on one screen: what `run` does between finding the board and saying goodbye."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from autoplay.calibration import Library
from autoplay.cli.first_look import bundles, find_or_keep
from autoplay.cli.game_lines import words_of_mines
from autoplay.cli.lessons import Lessons, warn_where_none_is_kept
from autoplay.cli.person import manner_of
from autoplay.cli.plan import Plan
from autoplay.cli.shown_policy import ShownPolicy, Tell
from autoplay.cli.terminal import is_answered
from autoplay.desktop.ports import Machine, Region
from autoplay.errors import (
    AutoplayError,
    PausedError,
    StoppedError,
    UsageError,
    VisionError,
    WrongTotalError,
)
from autoplay.play.black_box import BlackBox
from autoplay.play.board_on_screen import Found, find_game
from autoplay.play.events import Finished, Listener, Result
from autoplay.play.found_game import screen_game, tempo_of
from autoplay.play.listening import ListeningPolicy
from autoplay.play.manner import Manner, mended, undisturbed
from autoplay.play.outcome import is_over
from autoplay.play.recording import Recorder, recording_folder
from autoplay.play.restart import NewGames
from autoplay.play.restart_steps import check_restart, require_possible, uncovering_of
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session, how_stopped
from autoplay.play.telling import Telling
from autoplay.policy import Policy, make_policy, on_premises

if TYPE_CHECKING:  # what draws games is loaded with the first of them
    from autoplay.cli.progress import Show

LEFT = (Result.STOPPED, Result.UNDECIDED, Result.FLAGGED)
"""Ends of a game that is not over: no other is begun over it."""

WINS = (Result.WON, Result.LIKELY_WON)


def play_games(machine: Machine, areas: Sequence[Region], library: Library, plan: Plan) -> Finished:
    """Play what the plan says, on the first area with a game; return how the last one ended."""
    from autoplay.cli.progress import show

    player = ListeningPolicy(make_policy(plan.policy), machine.watch)
    _check_before_looking(machine, plan)
    found = find_or_keep(machine, library, areas, plan.profile, plan.mines)
    new_games = _new_games(machine, found, plan) if plan.may_restart else None
    _say_what_was_found(found, plan, library)
    picture = plan.watch or plan.follow or ((plan.asks or plan.step) and is_answered())
    odds = plan.dry_run or plan.asks
    with show(as_json=plan.as_json, board=picture, odds=odds, asks=plan.asks) as shown:
        series = _series(machine, found, plan, player, shown, new_games=new_games)
        if series.begin() and not found.known and new_games is not None:
            # Some games draw a lost board as no other, which hides that a profile knows them.
            again = _known_now(machine, library, areas, found, plan)
            if again is not None:
                new_games = _new_games(machine, again, plan, new_games.worked)
                _say_what_was_found(again, plan, library)
                series = _series(machine, again, plan, player, shown, new_games=new_games)
        return series.play(library)


def _known_now(
    machine: Machine, library: Library, areas: Sequence[Region], found: Found, plan: Plan
) -> Found | None:
    """Return the game by a profile that knows its fresh board, None where none does."""
    for area in areas:
        with suppress(VisionError):
            again = find_game(machine, library, area, plan.profile, plan.mines)
            if again.known and again.lattice.topology == found.lattice.topology:
                return again
    return None


def _series(
    machine: Machine,
    found: Found,
    plan: Plan,
    player: Policy,
    shown: Show,
    *,
    new_games: NewGames | None,
) -> _Series:
    """Return the games to be played on what was found."""
    game = screen_game(machine, found, tempo_of(found.profile.limits, plan.delay))
    manner = manner_of(plan, machine, shown.ask)
    if new_games is not None and new_games.how:
        uncover = uncovering_of(machine, found, game, new_games.how)
        manner = replace(manner, uncover=uncover)
    lessons = Lessons(found, game, new_games, keep_pace=not plan.delay)
    now = machine.clock.now
    box = BlackBox(game, bundles(), lambda: lessons.premises)
    as_found = Telling(now, [box])
    as_found.looked(found.board)
    as_found.started(found.board, player.name, found.likely_mines)
    return _Series(
        plan, game, new_games, player, manner, now, shown.listener, shown.tell, lessons, box
    )


@dataclass(frozen=True)
class _Series:
    """Games one after another; ``listener`` and ``tell`` show them to the person.

    ``box`` remembers the last looks, of the last game until the next is seen.
    """

    plan: Plan
    game: ScreenGame
    new_games: NewGames | None
    player: Policy
    manner: Manner
    now: Callable[[], float]
    listener: Listener
    tell: Tell
    lessons: Lessons
    box: BlackBox

    def begin(self) -> bool:
        """Look at the board, and begin another game where the one on it is over; return whether it
        was. UsageError where none is to be begun."""
        look = partial(undisturbed, self.game.board, self.manner.go_on)
        with self._failures_kept(WrongTotalError):  # what is wrong was told, not seen
            board = mended(look, self.manner.look_again)
        if not is_over(board):
            return False
        if self.new_games is None:
            instead = "" if self.plan.dry_run else ", or give --games 2 or more, or --until-win"
            raise UsageError(f"the game on the screen is over: start a new one{instead}")
        self._restart(self.new_games)
        return True

    def play(self, library: Library) -> Finished:
        """Play all games, keep what they taught however they end, and return how the last did."""
        try:
            return self._play_all()
        except (StoppedError, KeyboardInterrupt) as stop:
            self.lessons.take(Result.STOPPED)
            raise _stopped(stop) from None
        finally:
            is_own = self.plan.profile is None or library.has(self.plan.profile)
            if is_own and not self.plan.dry_run:
                self.lessons.keep(library)

    def _play_all(self) -> Finished:
        count = 1
        while True:
            finished = self._play_one()
            if self.new_games is None or self._is_last(finished.result, count):
                # The game is over, whoever wants the mouse.
                with suppress(PausedError, StoppedError):
                    self.lessons.take(finished.result)
                return finished
            undisturbed(partial(self.lessons.take, finished.result), self.manner.go_on)
            self._restart(self.new_games)
            count += 1

    def _restart(self, new_games: NewGames) -> None:
        with self._failures_kept():
            new_games.begin(self.game, self.manner.go_on)

    def _play_one(self) -> Finished:
        """Play a game on what the earlier ones taught; return how it ended."""
        premises = self.lessons.premises
        policy = ShownPolicy(on_premises(self.player, premises), self.tell)
        listeners: list[Listener] = [self.listener, self.lessons.counter, self.box]
        if self.plan.record is not None:
            folder = recording_folder(self.plan.record)
            listeners.insert(0, Recorder(self.game, folder, premises))
        session = Session(
            self.game,
            policy,
            self.now,
            self.manner,
            listeners,
            premises.mines,
            self.lessons.chords,
            self.game.taken,
        )
        with self._failures_kept():
            return session.run()

    def _is_last(self, result: Result, count: int) -> bool:
        """Whether no other game is to follow the one that ended so, after so many."""
        if result in LEFT:
            return True
        return result in WINS if self.plan.until_win else count >= self.plan.games

    @contextmanager
    def _failures_kept(self, *but: type[AutoplayError]) -> Iterator[None]:
        """Where what is done fails, keep what led to it and note in the error where."""
        try:
            yield
        except AutoplayError as error:
            is_kept = not isinstance(error, (StoppedError, *but))
            if is_kept and (bundle := self.box.write(error)):
                error.add_note(f"what led to this is kept in {bundle}")
            raise


def _check_before_looking(machine: Machine, plan: Plan) -> None:
    """Raise UsageError for what is wrong whatever the screen shows."""
    if plan.restart is not None:
        check_restart(plan.restart, plan.stop_key)
        require_possible(plan.restart, machine)
    if plan.record is not None:
        recording_folder(plan.record)


def _stopped(stop: StoppedError | KeyboardInterrupt) -> StoppedError:
    return stop if isinstance(stop, StoppedError) else StoppedError(how_stopped(stop))


def _new_games(machine: Machine, found: Found, plan: Plan, worked: str | None = None) -> NewGames:
    """Return how games start again: as was said, or else kept, or else has just ``worked``."""
    how = plan.restart or found.profile.restart or worked
    try:
        return NewGames(machine, found, how, plan.stop_key)
    except UsageError as error:
        if plan.restart is not None:
            raise
        raise UsageError(f"profile {found.profile.name!r}: {error}, or --restart") from None


def _say_what_was_found(found: Found, plan: Plan, library: Library) -> None:
    """Say on standard error what is to be played, and what of it can be neither drawn nor kept."""
    if not plan.dry_run:
        warn_where_none_is_kept(library)
    if plan.watch and (plan.as_json or not sys.stderr.isatty()):
        why = "with --json" if plan.as_json else "here: standard error is no terminal"
        print(f"autoplay: --watch draws nothing {why}", file=sys.stderr)
    if plan.as_json:
        return
    profile = found.profile
    how = f"profile {profile.name}" if found.known else "a look learned just now"
    size = f"{profile.rows}x{profile.cols}"
    if profile.absent:
        size = f"{profile.topology_value().present} cells in {size}"
    board = f"a {profile.topology} board, {size}, with {how}"
    print(f"found {board}; {words_of_mines(found)}", file=sys.stderr)
