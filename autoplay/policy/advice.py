"""What a policy says: actions with their risk, win chance and reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from autoplay.game import Action, Board, Cell, Label

ALTERNATIVES = 5
"""The best cells that an advice lists."""


@dataclass(frozen=True)
class Alternative:
    """One cell that could be opened instead, with its mine probability and its estimated value.

    The value is what the method of the advice says of it: the chance to win where that is exact,
    else a score for comparison, which is no chance and may exceed 1. None where the budget ended
    before it was found.
    """

    cell: Cell
    risk: float
    value: float | None


@dataclass(frozen=True)
class Reveal:
    """What a guess may show: a number, how likely, and how many cells are certainly safe then."""

    number: int
    probability: float
    safe_next: int


@dataclass(frozen=True)
class Advice:
    """The next actions, all of them certain, or one guess.

    ``risk`` is the mine probability of the guess, 0.0 when every action is certain.
    ``win_probability`` estimates the chance to win the game from here, None where it is not known;
    ``method`` names how the guess, or that chance, was found ("exact" where the search was
    exhaustive, "estimate ..." where the risk itself is one). ``reason`` is one line for a person;
    ``cut_short`` says that the budget ended the search before it was complete.
    ``assumed_mines`` is the mine total that all this rests on, where nobody has seen it.
    ``witnesses`` are the opened cells that prove a safe move, ``by_total`` with the mine total, and
    ``reveals`` what a guess may show; all are empty until ``explained`` fills them.
    """

    actions: tuple[Action, ...]
    risk: float
    reason: str
    win_probability: float | None = None
    method: str | None = None
    alternatives: tuple[Alternative, ...] = ()
    witnesses: tuple[Cell, ...] = ()
    by_total: bool = False
    reveals: tuple[Reveal, ...] = ()
    cut_short: bool = False
    assumed_mines: int | None = None

    @property
    def is_guess(self) -> bool:
        """Whether any action may hit a mine; so it may wherever the total is only assumed."""
        return self.risk > 0.0 or self.assumed_mines is not None


class Policy(Protocol):
    """Board in, advice out."""

    @property
    def name(self) -> str:
        """The word for this policy on the command line."""
        ...

    def advise(self, board: Board) -> Advice:
        """Return what to do next.

        Raises ImpossibleBoardError for a board no layout fits.
        """
        ...


class OfAnother:
    """What every policy is that changes how another one advises: it goes by that one's name."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    @property
    def name(self) -> str:
        """The other policy's name."""
        return self._policy.name


def is_flagged(board: Board, cell: Cell) -> bool:
    """Whether a cell carries a flag: of guesses that are equally good the person, who set it, is
    advised another one."""
    return board.labels[cell] == Label.FLAG


UNTOLD_TOTAL = "mine total unknown"


def told_method(board: Board, method: str) -> str:
    """Return the method of a guess on this board, with the mine total that it lacked, if any.

    A search then counts every layout once, most of which have far too many mines, and takes those
    that leave nothing to open for won: it chooses a guess, but says no chance to win.
    """
    lacks = board.mines is None and method in ("exact", "isolated")
    return f"{method}, {UNTOLD_TOTAL}" if lacks else method


def guess_reason(board: Board, cell: Cell, risk: float, method: str, chance: float) -> str:
    """Return the line that says why this guess, whose value was estimated by ``method``."""
    place = board.topology.place(cell)
    guess = f"nothing is certain; {place} is a mine with a chance of {risk:.1%}"
    if method.endswith(UNTOLD_TOTAL):
        return f"{guess}, every layout weighed alike as the mine total is unknown"
    match method:
        case "exact":
            return f"{guess}, and the best play from here wins {chance:.1%} of the layouts"
        case "isolated":
            return (
                f"{guess}; no other cell tells of its group, "
                f"which best play wins with a chance of {chance:.1%}"
            )
        case "two-ply survival":
            return f"{guess}; the best with the next move in view"
        case _:
            return f"{guess}, the least of all"
