"""The last clicks, and which of their cells are open, as far as can be seen beneath a cover.

Many games lay their congratulations over the board on the very click that wins them; another
program's window may come at the same moment, over a click that was lost.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.desktop.ports import Clock, Point
from autoplay.errors import Beneath
from autoplay.game import MAX_NUMBER, UNOPENED, Action, Board, Cell, Label, are_unopened
from autoplay.play.chords import cells_changed
from autoplay.play.patience import Patience

LEAST_NUMBERS = 3
"""Drawn numbers that must show as before, or the board is not merely covered but gone."""


@dataclass(frozen=True)
class MadeClick:
    """A click that was made, ``when`` by the machine's clock, at this point of the desktop."""

    action: Action
    when: float
    point: Point


class ClickedCells:
    """Watches the cells of the last clicks until the next look."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Others are clicked from now on."""
        self._opened: set[Cell] = set()
        self._hidden: set[Cell] = set()
        self._exploded: set[Cell] = set()
        self._numbers: dict[int, int] = {}

    def see(self, cells: Iterable[Cell], labels: Sequence[int], before: Board) -> None:
        """Notice these cells in a picture that shows ``labels``, UNREADABLE what is not known.

        One that shows something else where the board was says nothing of them. Where hardly
        anything of the board shows, what looks open may be what covers it.
        """
        self._hidden, self._exploded = set(), set()
        if not _may_be_beneath(labels, before):
            return
        if not is_there(labels, before):
            self._hidden = {cell for cell in cells if labels[cell] not in UNOPENED}
            return
        self._numbers |= _new_numbers(labels, before)
        for cell in cells:
            if labels[cell] <= MAX_NUMBER:
                self._opened.add(cell)
            elif labels[cell] == Label.UNREADABLE:
                self._hidden.add(cell)
            elif labels[cell] in (Label.MINE, Label.EXPLODED):
                self._exploded.add(cell)

    @property
    def beneath(self) -> Beneath:
        """What is known of the cells by now."""
        return Beneath(
            frozenset(self._opened),
            frozenset(self._hidden - self._opened),
            frozenset(self._exploded),
            dict(self._numbers),
        )


class LastClicks:
    """The clicks whose effect the next look awaits, and what pictures showed of their cells."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._cells = ClickedCells()
        self._effect = Patience(clock, 0.0)
        self._times: dict[Action, float] = {}  # when each was clicked, in that order

    @property
    def actions(self) -> list[Action]:
        """The clicks whose effect is awaited, in the order they were made."""
        return list(self._times)

    def cells(self, before: Board) -> list[Cell]:
        """Return the cells that they are to change on the board of the last look."""
        return cells_changed(self._times, before)

    def begin(self) -> None:
        """Others are clicked from now on, beside those whose effect is still awaited."""
        self._cells.forget()

    def await_only(self, missing: Collection[Action]) -> list[float]:
        """Await the effect of no others any more; return when those were made, ascending.

        What was seen of the cells is kept.
        """
        left = set(missing)
        shown = [when for action, when in self._times.items() if action not in left]
        self._times = {action: when for action, when in self._times.items() if action in left}
        return shown

    def await_none(self) -> None:
        """Await no effect any more; what was seen of the cells is kept."""
        self._times = {}

    def are_news(self, missing: Sequence[Action]) -> bool:
        """Whether a board that shows no effect of the ``missing`` ones shows that of all others, or
        of some: enough to think about."""
        return not missing or len(missing) < len(self._times)

    def made(self, action: Action, when: float, patience: float) -> None:
        """A click was made just now; after so many seconds without effect it counts as lost."""
        self._times[action] = when
        self._effect = Patience(self._clock, patience)

    def made_until(self, is_long_ago: Callable[[float], bool]) -> list[Action]:
        """Return the clicks of these, the first ones, that were made at such a time."""
        return [action for action, when in self._times.items() if is_long_ago(when)]

    @property
    def are_overdue(self) -> bool:
        """Whether what shows no effect by now counts as lost."""
        return self._effect.is_over()

    def notice(self, labels: Sequence[int], before: Board) -> None:
        """Notice their cells in a picture that shows ``labels``."""
        self._cells.see(self.cells(before), labels, before)

    @property
    def beneath(self) -> Beneath:
        """What pictures showed of their cells by now."""
        return self._cells.beneath


def is_there(labels: Sequence[int], before: Board) -> bool:
    """Whether what is left of a board is this one: what was open shows the same or is hidden."""
    was, now = _was_and_now(labels, before)
    numbers = np.count_nonzero((was == now) & (was > Label.ZERO) & (was <= MAX_NUMBER))
    return bool(numbers >= LEAST_NUMBERS and _may_be_beneath(labels, before))


def _was_and_now(
    labels: Sequence[int], before: Board
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the labels of the board before, and these, (cells,) each."""
    return np.frombuffer(before.labels, np.uint8), np.frombuffer(bytes(labels), np.uint8)


def _may_be_beneath(labels: Sequence[int], before: Board) -> bool:
    """Whether no cell that was open shows anything else."""
    was, now = _was_and_now(labels, before)
    return bool(((was == now) | (now == Label.UNREADABLE) | (was > MAX_NUMBER)).all())


def _new_numbers(labels: Sequence[int], before: Board) -> dict[int, int]:
    """Return the drawn numbers on cells that were closed; a bare cell may be what covers them."""
    was, now = _was_and_now(labels, before)
    cells = np.flatnonzero(are_unopened(was) & (now > Label.ZERO) & (now <= MAX_NUMBER))
    return dict(zip(cells.tolist(), now[cells].tolist(), strict=True))
