"""How a game ended whose board cannot be seen any more: by what was clicked, and what still shows.

Many games lay their congratulations over the board they were won on, some all over it, and some
before every cell was clicked: the flood of one had opened the others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from autoplay.errors import Beneath, LostBoardError, VisionError
from autoplay.game import UNOPENED, Action, Board
from autoplay.play.events import Result
from autoplay.play.outcome import is_won_by
from autoplay.policy import Advice

WON_BENEATH = "the last free cells were opened, and the board was covered"
WON_UNSEEN = "the last free cells were clicked, and what covers the board hides whether they opened"
"""What is said of a game whose last look something covers: most often its own congratulations."""

LOST_BENEATH = "the mine shows beneath what covers the board"

OVER_UNTOLD = "the game is over, won or lost: its mines show, and all else is open"
"""What is said of a game of the person's that looks the same won and lost."""

ALL_CLICKED = "every free cell was clicked, so the game is most likely won, but that is not seen"
GUESSED = "the last click was a guess, so the game may be lost, but that is not seen"
"""What an error says first where nothing is left of the board that could tell."""

MOST_FLOODED = 8
"""Free cells that the last click opened besides its own: in 797 of 806 won games, of the three
levels and of 16 by 16 hexagons and triangles with 40 mines, played by ``lowest_risk``.
"""

NOTHING: Mapping[int, int] = MappingProxyType({})


@dataclass(frozen=True)
class Ending:
    """The last moves, ``advice`` on a board; ``likely_mines`` is a total to assume if none is told.

    What is ``beneath`` is asked of a look that failed after them.
    """

    before: Board
    advice: Advice
    likely_mines: int | None

    def is_lost(self, beneath: Beneath) -> bool:
        """Whether a guess hit a mine, which shows although the board cannot be read whole."""
        return self.advice.is_guess and self.advice.actions[0].cell in beneath.exploded

    def won(self, beneath: Beneath) -> tuple[Result, str] | None:
        """Return whether the clicks that were made won the game, and what is said of it, else None.

        Those that something hides count, those that were seen to have opened nothing do not. It is
        only likely where one is hidden, or where that rests on the total that is assumed.
        """
        taken = beneath.opened | beneath.hidden
        done = [action for action in self.advice.actions if action.cell in taken]
        premise = self._premise(done, beneath.numbers)
        if premise is None:
            return None
        hidden = beneath.hidden.intersection(action.cell for action in done)
        result = Result.LIKELY_WON if hidden or premise else Result.WON
        return result, (WON_UNSEEN if hidden else WON_BENEATH) + premise

    def told_by(
        self, error: VisionError | LostBoardError, done: Sequence[Action]
    ) -> tuple[Result, str]:
        """Return how the game ended beneath what a look failed for, and what is said of that; else
        raise the error, which says so where all was ``done`` that wins it."""
        beneath = beneath_of(error)
        if self.is_lost(beneath):
            return Result.LOST, LOST_BENEATH
        if (won := self.won(beneath)) is not None:
            return won
        if doubt := self.doubt(done):
            error.args = (f"{doubt}: {error}",)
        raise error

    def is_seen(self, beneath: Beneath) -> bool:
        """Whether what still shows tells that the game is over, likely or for sure."""
        return self.is_lost(beneath) or self.won(beneath) is not None

    def is_to_uncover(self, beneath: Beneath, done: Sequence[Action]) -> bool:
        """Whether what covers the board may be the game's own dialog at its end, and hides how it
        ended; in mid-game it is something else, and a key for the game may begin another."""
        if self.is_lost(beneath):
            return False
        won = self.won(beneath)
        if won is None:
            return self.doubt(done) is not None or self._may_be_flooded(done)
        return won[0] is Result.LIKELY_WON

    def _may_be_flooded(self, done: Sequence[Action]) -> bool:
        """Whether so few free cells were left that an area of zeros may have opened them all."""
        mines = self.before.mines if self.before.mines is not None else self.likely_mines
        if mines is None:
            return False
        closed = sum(label in UNOPENED for label in self.before.labels)
        return closed - len(done) - mines <= MOST_FLOODED

    def doubt(self, done: Sequence[Action]) -> str | None:
        """Return what may have become of the game by what was done, None where it goes on."""
        if self.advice.is_guess:
            return GUESSED
        return None if self._premise(done) is None else ALL_CLICKED

    def _premise(self, done: Sequence[Action], numbers: Mapping[int, int] = NOTHING) -> str | None:
        """Return the premise on which what was done wins the game, in words, None if it does not.

        It is empty where that is proven. A guess proves nothing; what is no risk by the total that
        is assumed wins by it, too.
        """
        if not self.advice.is_guess and is_won_by(self.before, done, numbers):
            return ""
        likely = self.likely_mines if self.before.mines is None else None
        is_free = likely is not None and self.advice.risk == 0
        if not is_free or not is_won_by(self.before, done, numbers, likely):
            return None
        return f", if there are {likely} mines in all"


def beneath_of(error: VisionError | LostBoardError) -> Beneath:
    """Return what is known of the last clicks where a look failed."""
    return error.beneath if isinstance(error, VisionError) else Beneath()
