"""How a session plays: what is guessed, what is asked before, and who makes the moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from autoplay.errors import LostBoardError, PausedError, VisionError, WrongTotalError
from autoplay.game import Board
from autoplay.policy import Advice


class GuessMode(StrEnum):
    """What to do when nothing is certain."""

    AUTO = "auto"  # guess
    ASK = "ask"  # show the odds and wait for the person's own click
    NEVER = "never"  # stop


T = TypeVar("T")


def undisturbed(do: Callable[[], T], go_on: Callable[[], bool]) -> T:
    """Return what ``do`` returns, done again each time the mouse was moved and ``go_on`` is true.

    ``do`` asks for the person's wish before anything else; PausedError where ``go_on`` is false.
    """
    while True:
        try:
            return do()
        except PausedError:
            if not go_on():
                raise


LookAgain = Callable[[VisionError | LostBoardError], bool]
"""Asks a person whether the board can be read again."""


def mended(look: Callable[[], T], look_again: LookAgain) -> T:
    """Return what ``look`` returns, done again each time the board could not be read and
    ``look_again`` is true; the error where it is false, or where nothing on the screen is wrong or
    another game is there."""
    while True:
        try:
            return look()
        except (VisionError, LostBoardError) as error:
            if not may_be_mended(error) or not look_again(error):
                raise


def may_be_mended(error: VisionError | LostBoardError) -> bool:
    """Whether something on the screen is wrong that can be put right: no mine total that was told,
    and no other game."""
    return not isinstance(error, WrongTotalError) and not error.is_another_game


@dataclass(frozen=True)
class Manner:
    """How to play: guessing, flags, and what is asked before each batch of actions.

    ``dry_run`` ends with the first advice; ``advise_only`` leaves every move to the person and
    follows the game. ``allow``, if any, may refuse a batch: its advice has the actions that are to
    be performed, flags and all; refused ones are not.
    ``wait`` is called between looks while the person makes their own move; ``uncover`` closes a
    dialog that this game lays over its board at the end, where the person said how. ``go_on`` is
    asked when the person has moved the mouse: True once play may go on, False to stop.
    ``look_again`` is asked when the board cannot be read, at the first look or later: True once it
    can; StoppedError where the person ends play. ``remove_flag`` is asked where all that is
    advised carries the person's flag, which its text says: True where they will remove it, or
    have; StoppedError as before.
    """

    guess: GuessMode = GuessMode.AUTO
    flags: bool = False
    dry_run: bool = False
    advise_only: bool = False
    allow: Callable[[Board, Advice], bool] | None = None
    wait: Callable[[], None] = lambda: None
    uncover: Callable[[], None] | None = None
    go_on: Callable[[], bool] = lambda: False
    look_again: LookAgain = lambda error: False
    remove_flag: Callable[[str], bool] = lambda what: False
