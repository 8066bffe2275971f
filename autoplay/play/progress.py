"""Whether clicks get a game on: the same board again and again is an error that says what to do."""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.errors import NoEffectError
from autoplay.game import Action, Board, Label, Verb
from autoplay.play.telling import in_words

MAX_IDLE_LOOKS = 3
"""Looks in a row that may show the same board after an action before play ends with an error."""

MAX_HELD_LOOKS = 10
"""The same where no click could be made: the picture was another one each time, or not captured."""


class Progress:
    """Counts the looks in a row that show the same board as the one before."""

    def __init__(self) -> None:
        self._idle = self._held = 0

    def see(
        self, before: Board, board: Board, advised: Sequence[Action], *, was_clicked: bool
    ) -> None:
        """Count the look after ``before``; NoEffectError where too many show the same board.

        ``was_clicked`` says whether any of what was ``advised`` is known to be clicked.
        """
        if board != before:
            self._idle = self._held = 0
        elif was_clicked:
            self._idle += 1
        else:
            self._held += 1
        if self._idle >= MAX_IDLE_LOOKS:
            raise no_effect_error(advised, board)
        if self._held >= MAX_HELD_LOOKS:
            words = in_words(advised, board)
            raise NoEffectError(
                f"{words} could not be clicked: the picture changed {self._held} times right "
                "before it; does something move over the board?"
            )


def no_effect_error(actions: Sequence[Action], board: Board) -> NoEffectError:
    """Return the error for actions that had no effect on this board, tried three times."""
    asked = [
        each
        for each in actions
        if each.verb is Verb.OPEN and board.labels[each.cell] == Label.QUESTION
    ]
    why = "is another window in the way?"
    if asked:
        why = "some games open no cell with a question mark: take such marks away"
    return NoEffectError(f"{in_words(asked or actions, board)} had no effect, three times; {why}")
