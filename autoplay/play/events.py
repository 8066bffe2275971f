"""What happens in a session, as values: progress bar, JSON lines and recorder only listen.

An event's JSON has its name under ``event``; cells are ``[row, col]``, times are seconds since the
game began.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

import msgspec


class Result(StrEnum):
    """How a game ended for the program.

    ``LIKELY_WON``: every free cell was clicked, and what came over the board hides the proof; or
    they are all open if the mine total is the one that is assumed.
    ``UNDECIDED``: nothing certain was left, and nothing was to be guessed.
    ``FLAGGED``: all that was left to open carries the person's flag.
    """

    WON = "won"
    LIKELY_WON = "likely_won"
    LOST = "lost"
    UNDECIDED = "undecided"
    FLAGGED = "flagged"
    STOPPED = "stopped"
    ERROR = "error"


class Event(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Base of all events; ``seconds`` is the time since the game began."""

    seconds: float = 0.0


class Started(Event, frozen=True, tag="started", kw_only=True):
    """A game begins: its size, its mine total where known, and who plays it.

    ``assumed_mines`` is a likely total, where none was told; ``absent`` is how many places of the
    rows and columns have no cell.
    """

    topology: str
    rows: int
    cols: int
    mines: int | None
    policy: str
    engine: str
    assumed_mines: int | None = None
    absent: int = 0


class Looked(Event, frozen=True, tag="looked", kw_only=True):
    """The board as it was read, rows in text form."""

    board: list[str]
    covered: int
    mines_left: int | None


class Advised(Event, frozen=True, tag="advised", kw_only=True):
    """What the policy said: actions in text form, the risk of a guess, and why.

    ``assumed_mines`` is the mine total that this rests on, where nobody told it.
    """

    actions: list[str]
    risk: float
    reason: str
    win_probability: float | None = None
    assumed_mines: int | None = None

    @property
    def is_guess(self) -> bool:
        """Whether any action might have hit a mine."""
        return self.risk > 0.0 or self.assumed_mines is not None


class Unseen(Event, frozen=True, tag="unseen", kw_only=True):
    """The person's own move is waited for, and the board cannot be read, for this reason."""

    reason: str


class FlagsRefused(Event, frozen=True, tag="flags_refused", kw_only=True):
    """These flags had no effect, three times: the game is played on without setting any."""

    actions: list[str]


class Acted(Event, frozen=True, tag="acted", kw_only=True):
    """These actions are performed next; what changed by then, or is paused, may leave some out."""

    actions: list[str]


class Click(msgspec.Struct, frozen=True):
    """A click that was made: the action in text form, when, and at which desktop point."""

    action: str
    seconds: float
    point: tuple[float, float]


class Clicked(Event, frozen=True, tag="clicked", kw_only=True):
    """The clicks really made since the last such event, in their order; none where all were left
    out. It follows each ``Acted``, and stands before a look in which clicks were repeated."""

    clicks: list[Click]


class Guess(msgspec.Struct, frozen=True):
    """One guess of a game: the cell and its mine probability, if ``assumed_mines`` are in all."""

    cell: tuple[int, int]
    risk: float
    assumed_mines: int | None = None


class Finished(Event, frozen=True, tag="finished", kw_only=True):
    """How the game ended. ``bbbv`` is the 3BV of what was opened since the first look, None
    where it is not known.

    Of the ``seconds`` the person was waited for in ``waited``: for an answer, for a guess that is
    theirs, or until a pause was over. Where every move is theirs, no time is. So was what covered
    the board in vain, where the game had ended beneath it.
    """

    result: Result
    clicks: int
    bbbv: int | None
    guesses: list[Guess]
    message: str | None = None
    waited: float = 0.0

    @property
    def played(self) -> float:
        """Seconds of play alone, without those that were waited."""
        return self.seconds - self.waited

    @property
    def bbbv_per_second(self) -> float | None:
        """3BV a second of play, None where it is not known, or nothing was clicked."""
        if self.bbbv is None or self.played <= 0 or not self.clicks:
            return None
        return self.bbbv / self.played


AnyEvent = Started | Looked | FlagsRefused | Advised | Unseen | Acted | Clicked | Finished
Listener = Callable[[AnyEvent], None]


def encode(event: AnyEvent) -> str:
    """Return the event as one JSON line, without the line end."""
    return msgspec.json.encode(event).decode()


def decode(line: str | bytes) -> AnyEvent:
    """Return the event of a JSON line; msgspec.MsgspecError says what is wrong with another."""
    event: AnyEvent = msgspec.json.decode(line, type=AnyEvent)
    return event
