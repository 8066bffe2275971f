"""Several games on one screen: what `run` does between finding the board and saying goodbye."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from autoplay.calibration import Library
from autoplay.cli.first_look import bundles, find_or_keep
from autoplay.cli.lessons import Lessons, warn_where_none_is_kept
from autoplay.cli.shown_policy import ShownPolicy
from autoplay.cli.terminal import is_answered
from autoplay.desktop.ports import Machine, Region
from autoplay.desktop.watch import DEFAULT_STOP_KEY
from autoplay.errors import AutoplayError, StoppedError, UsageError
from autoplay.game import Action, Board, Outcome
from autoplay.play.black_box import BlackBox
from autoplay.play.board_on_screen import Found
from autoplay.play.events import Finished, Listener, Result
from autoplay.play.found_game import screen_game, tempo_of
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.outcome import is_all_open, outcome_of
from autoplay.play.recording import Recorder, recording_folder
from autoplay.play.restart import NewGames
from autoplay.play.restart_steps import Restart, check_restart, uncovering_of
from autoplay.play.session import Session, how_stopped
from autoplay.policy import DEFAULT_POLICY, Advice, make_policy, on_premises
from autoplay.words import counted

MOST_NAMED = 12
"""Moves that a question names one by one: as many as fit on a line or two."""

REST_SECONDS = 0.3
"""A mouse that stays where it is for so long was let go: a hand's stops on its way are shorter."""

LEFT = (Result.STOPPED, Result.UNDECIDED)
"""Ends of a game that is not over: no other is begun over it."""

Ask = Callable[[str], bool]
"""Whether a person's answer to a question is yes."""


@dataclass(frozen=True)
class Plan:
    """What the person asked for; the options of `autoplay run`."""

    games: int = 1
    until_win: bool = False
    profile: str | None = None
    mines: int | None = None
    restart: str | None = None
    stop_key: str = DEFAULT_STOP_KEY
    policy: str | None = None
    guess: GuessMode = GuessMode.AUTO
    flags: bool = False
    delay: float | None = None
    dry_run: bool = False
    follow: bool = False
    watch: bool = False
    step: bool = False
    record: Path | None = None
    as_json: bool = False

    @property
    def may_restart(self) -> bool:
        """Whether the person allowed a new game to be started."""
        return self.games > 1 or self.until_win

    @property
    def asks(self) -> bool:
        """Whether guesses are waited for."""
        return self.guess is GuessMode.ASK and not self.dry_run


def play_games(machine: Machine, areas: Sequence[Region], library: Library, plan: Plan) -> Finished:
    """Play what the plan says, on the first area with a game; return how the last one ended."""
    from autoplay.cli.progress import show

    player = make_policy(plan.policy or DEFAULT_POLICY)
    if plan.restart is not None:
        check_restart(plan.restart, plan.stop_key)
    if plan.record is not None:
        recording_folder(plan.record)
    found = find_or_keep(machine, library, areas, plan.profile, plan.mines)
    new_games = _new_games(machine, found, plan) if plan.may_restart else None
    _say_what_was_found(found, plan, library)
    game = screen_game(machine, found, tempo_of(found.profile.limits, plan.delay))
    over = is_over(game.board())
    if over and new_games is None:
        raise UsageError(
            "the game on the screen is over: start a new one, or give --games or --until-win"
        )
    picture = plan.watch or plan.follow or ((plan.asks or plan.step) and is_answered())
    odds = plan.dry_run or plan.asks
    with show(as_json=plan.as_json, board=picture, odds=odds, asks=plan.asks) as shown:
        go_on = _resumer(plan, machine, shown.ask)
        if over and new_games is not None:
            new_games.begin(game, go_on)
        how = new_games.how if new_games else None
        uncover = uncovering_of(machine, found, game, how) if how else None
        manner = _manner(machine, plan, uncover, shown.ask, go_on)
        lessons = Lessons(found, game, new_games, keep_pace=not plan.delay)
        count = 0
        try:
            while True:
                count += 1
                premises = lessons.premises
                policy = ShownPolicy(on_premises(player, premises), shown.tell)
                listeners: list[Listener] = [shown.listener, lessons.counter]
                if plan.record is not None:
                    listeners.insert(0, Recorder(game, recording_folder(plan.record), premises))
                box = BlackBox(game, bundles(), premises)
                now = machine.clock.now
                listeners.append(box)
                session = Session(game, policy, now, manner, listeners, premises.mines)
                finished = _kept(session, box)
                lessons.take(finished.result)
                is_won = finished.result in (Result.WON, Result.LIKELY_WON)
                enough = is_won if plan.until_win else count >= plan.games
                if enough or finished.result in LEFT or new_games is None:
                    return finished
                new_games.begin(game, go_on)
        except (StoppedError, KeyboardInterrupt) as stop:
            lessons.take(Result.STOPPED)
            raise _stopped(stop) from None
        finally:
            if not plan.dry_run:
                lessons.keep(library)


def _stopped(stop: StoppedError | KeyboardInterrupt) -> StoppedError:
    return stop if isinstance(stop, StoppedError) else StoppedError(how_stopped(stop))


def _new_games(machine: Machine, found: Found, plan: Plan) -> NewGames:
    try:
        return NewGames(machine, found, plan.restart or found.profile.restart, plan.stop_key)
    except UsageError as error:
        if plan.restart is not None:
            raise
        raise UsageError(f"profile {found.profile.name!r}: {error}, or --restart") from None


def _manner(
    machine: Machine,
    plan: Plan,
    uncover: Restart | None,
    confirm: Ask,
    go_on: Callable[[], bool],
) -> Manner:
    def wait() -> None:
        machine.watch.resume()
        machine.clock.sleep(0.1)

    return Manner(
        plan.guess,
        plan.flags,
        dry_run=plan.dry_run and not plan.follow,
        advise_only=plan.follow,
        allow=_asker(plan, machine, confirm),
        wait=wait,
        uncover=uncover,
        go_on=go_on,
        look_again=lambda error: _asked(f"{error}\nplay on?", machine, confirm),
    )


def _resumer(plan: Plan, machine: Machine, confirm: Ask) -> Callable[[], bool]:
    """Return what is done when the person moves the mouse: wait where their hand is expected."""

    def when_it_rests() -> bool:
        where = None
        while where != (where := machine.pointer.position()):
            machine.clock.sleep(REST_SECONDS)
        machine.watch.resume()
        return True

    def when_asked_to() -> bool:
        return _asked("paused: the mouse was moved by hand; play on?", machine, confirm)

    is_at_work = plan.follow or plan.guess is GuessMode.ASK
    return when_it_rests if is_at_work else when_asked_to


def _asked(question: str, machine: Machine, confirm: Ask) -> bool:
    """Return whether a person at a terminal says yes; the mouse may go there for the answer."""
    if not is_answered():
        return False
    yes = confirm(question)
    machine.watch.resume()
    return yes


def _kept(session: Session, box: BlackBox) -> Finished:
    """Play a game; where that fails, keep what led to it and note in the error where."""
    try:
        return session.run()
    except StoppedError:
        raise
    except AutoplayError as error:
        if bundle := box.write(error):
            error.add_note(f"what led to this is kept in {bundle}")
        raise


def _asker(plan: Plan, machine: Machine, confirm: Ask) -> Callable[[Board, Advice], bool]:
    if not plan.step:
        return lambda board, advice: True

    def ask(board: Board, advice: Advice) -> bool:
        yes = confirm(f"{advice.reason}\n{question_of(board, advice.actions)}")
        machine.watch.resume()
        return yes

    return ask


def question_of(board: Board, actions: Sequence[Action]) -> str:
    """Return the question whether all these actions may be done; it names MOST_NAMED at most."""
    named = ", ".join(action.format(board.topology) for action in actions[:MOST_NAMED])
    more = len(actions) - MOST_NAMED
    return f"{named} and {more} more?" if more > 0 else f"{named}?"


def is_over(board: Board) -> bool:
    """Whether the game that shows this board has ended already, won with its mines covered too."""
    return outcome_of(board) is not Outcome.PLAYING or is_all_open(board)


def words_of_mines(found: Found) -> str:
    """Return what is known of the mine total, and what is assumed."""
    if found.mines is not None:
        return counted(found.mines, "mine")
    if found.likely_mines is None:
        return "mine total unknown: estimated for each guess (--mines N tells it)"
    if found.shown is not None:
        why = "as the game shows"
    elif found.profile.mines is not None:
        why = "as its profile says"
    else:
        why = "as usual"
    return f"{counted(found.likely_mines, 'mine')} assumed, {why} (--mines N tells another)"


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
    board = f"a {profile.topology} board, {profile.rows}x{profile.cols}, with {how}"
    print(f"found {board}; {words_of_mines(found)}", file=sys.stderr)
