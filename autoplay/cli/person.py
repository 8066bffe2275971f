"""The person beside the games that are played: what they are asked, and what their hand means."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from autoplay.cli.plan import Plan
from autoplay.cli.terminal import is_answered
from autoplay.desktop.ports import Machine
from autoplay.errors import LostBoardError, StoppedError, VisionError
from autoplay.game import Action, Board
from autoplay.play.manner import GuessMode, Manner
from autoplay.policy import Advice

MOST_NAMED = 12
"""Moves that a question names one by one: as many as fit on a line or two."""

REST_SECONDS = 0.3
"""A mouse that stays where it is for so long was let go: a hand's stops on its way are shorter."""

LOOK_SECONDS = 0.1
"""Between looks at a board on which the person is to move."""

Ask = Callable[[str], bool]
"""Whether a person's answer to a question is yes."""


def manner_of(plan: Plan, machine: Machine, ask: Ask) -> Manner:
    """Return how the plan is played; a mouse that moves is waited for where a hand is expected."""
    person = _Person(machine, ask)
    is_at_work = plan.follow or plan.guess is GuessMode.ASK
    return Manner(
        plan.guess,
        plan.flags,
        dry_run=plan.dry_run and not plan.follow,
        advise_only=plan.follow,
        allow=person.allows if plan.step else None,
        wait=person.may_move,
        go_on=person.lets_go if is_at_work else person.ends_the_pause,
        look_again=person.mends,
        remove_flag=person.removes_flag,
    )


@dataclass(frozen=True)
class _Person:
    """Who may say how play goes on; the mouse may go to the terminal for the answer."""

    machine: Machine
    ask: Ask

    def allows(self, board: Board, advice: Advice) -> bool:
        """Return whether the moves of this advice may be made."""
        return self._says_yes(f"{advice.reason}\n{question_of(board, advice.actions)}")

    def may_move(self) -> None:
        """Leave the mouse to them for a moment."""
        self.machine.watch.resume()
        self.machine.clock.sleep(LOOK_SECONDS)

    def lets_go(self) -> bool:
        """Return True once the mouse rests."""
        where = None
        while where != (where := self.machine.pointer.position()):
            self.machine.clock.sleep(REST_SECONDS)
        self.machine.watch.resume()
        return True

    def ends_the_pause(self) -> bool:
        """Return whether play may go on after the mouse was moved; False where nobody answers."""
        question = "paused: the mouse was moved by hand; play on?"
        return is_answered() and self._says_yes(question)

    def mends(self, error: VisionError | LostBoardError) -> bool:
        """Return whether the board can be read again; False where nobody answers.

        StoppedError where they end play: the question has told the whole error.
        """
        return self._goes_on_after(f"{error}\nplay on?", error.what)

    def removes_flag(self, what: str) -> bool:
        """Return whether the person removes their flag, as ``mends``."""
        return self._goes_on_after(f"{what}\nremove the flag and play on?", what)

    def _goes_on_after(self, question: str, what: str) -> bool:
        if not is_answered():
            return False
        if not self._says_yes(question):
            raise StoppedError(f"stopped: you ended play where {what}")
        return True

    def _says_yes(self, question: str) -> bool:
        yes = self.ask(question)
        self.machine.watch.resume()
        return yes


def question_of(board: Board, actions: Sequence[Action]) -> str:
    """Return the question whether all these actions may be done; it names MOST_NAMED at most."""
    named = ", ".join(action.format(board.topology) for action in actions[:MOST_NAMED])
    more = len(actions) - MOST_NAMED
    return f"{named} and {more} more?" if more > 0 else f"{named}?"
