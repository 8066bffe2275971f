"""The last clicks, and which of their cells are open, as far as can be seen beneath a cover.

Many games lay their congratulations over the board on the very click that wins them; another
program's window may come at the same moment, over a click that was lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import numpy as np

from autoplay.desktop.ports import Clock
from autoplay.game import MAX_NUMBER, UNOPENED, Action, Board, Cell, Label
from autoplay.play.pace import Pace
from autoplay.play.patience import Patience

EFFECT_SECONDS = 0.6
"""How long a click may take to show before it counts as lost; twice as long for each repetition.

Games are known to take up to 0.57 s. A lost click is rare, so waiting for it costs little, and one
that is repeated too early may hit something else.
"""

LEAST_NUMBERS = 3
"""Drawn numbers that must show as before, or the board is not merely covered but gone."""


class ClickedCells:
    """Watches the cells of the last clicks until the next look."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Others are clicked from now on."""
        self._opened: set[Cell] = set()
        self._hidden: set[Cell] = set()
        self._closed: set[Cell] = set()
        self._lost: set[Cell] = set()
        self._exploded: set[Cell] = set()
        self._numbers: dict[int, int] = {}

    def see(
        self, cells: Iterable[Cell], labels: Sequence[int], before: Board, due: Collection[Cell]
    ) -> None:
        """Notice these cells in a picture that shows ``labels``, UNREADABLE what is not known.

        ``due`` are those that the picture before should have shown open. Where nothing of the board
        shows as before, the game itself may have drawn its end: what was closed may be open since.
        """
        self._hidden, self._exploded = set(), set()
        if not is_there(labels, before):
            self._closed = set()
            return
        self._numbers |= _came_up(labels, before)
        self._lost |= self._closed.intersection(due)
        self._closed = set()
        for cell in cells:
            if labels[cell] <= MAX_NUMBER:
                self._opened.add(cell)
            elif labels[cell] == Label.UNREADABLE:
                self._hidden.add(cell)
            elif labels[cell] in (Label.MINE, Label.EXPLODED):
                self._exploded.add(cell)
            else:
                self._closed.add(cell)

    @property
    def opened(self) -> frozenset[Cell]:
        """The cells seen open, and those hidden before they were seen closed for too long."""
        return frozenset(self._opened | self.hidden)

    @property
    def hidden(self) -> frozenset[Cell]:
        """The cells hidden before they were seen open, or closed for too long."""
        return frozenset(self._hidden - self._lost - self._opened)

    @property
    def exploded(self) -> frozenset[Cell]:
        """The cells that show a mine by now."""
        return frozenset(self._exploded)

    @property
    def numbers(self) -> Mapping[int, int]:
        """The numbers drawn on cells that were closed, clicked or reached by a flood."""
        return dict(self._numbers)


class LastClicks:
    """The clicks whose effect the next look awaits, and what pictures showed of their cells."""

    def __init__(self, clock: Clock, pace: Pace) -> None:
        self._clock = clock
        self._pace = pace
        self._cells = ClickedCells()
        self._effect = Patience(clock, 0.0)
        self.actions: list[Action] = []

    def begin(self) -> None:
        """Others are clicked from now on."""
        self.await_none()
        self._cells.forget()

    def await_none(self) -> None:
        """Await no effect any more; what was seen of the cells is kept."""
        self.actions = []

    def made(self, action: Action, repeats: int) -> None:
        """A click was made just now, after so many without effect."""
        self.actions.append(action)
        self._effect = Patience(self._clock, EFFECT_SECONDS * 2**repeats)

    @property
    def are_overdue(self) -> bool:
        """Whether what shows no effect by now counts as lost."""
        return self._effect.is_over()

    def notice(self, labels: Sequence[int], before: Board, seen: float) -> None:
        """Notice their cells in a picture that shows ``labels``; one before was ``seen`` last."""
        cells = [action.cell for action in self.actions]
        self._cells.see(cells, labels, before, cells[: self._pace.overdue(seen, surely=True)])

    @property
    def opened(self) -> frozenset[Cell]:
        """The cells seen open, and those hidden before they were seen closed for too long."""
        return self._cells.opened

    @property
    def hidden(self) -> frozenset[Cell]:
        """The cells hidden before they were seen open, or closed for too long."""
        return self._cells.hidden

    @property
    def exploded(self) -> frozenset[Cell]:
        """The cells that show a mine by now."""
        return self._cells.exploded

    @property
    def numbers(self) -> Mapping[int, int]:
        """The numbers drawn on cells that were closed, clicked or reached by a flood."""
        return self._cells.numbers


def is_there(labels: Sequence[int], before: Board) -> bool:
    """Whether what is left of a board is this one: what was open shows the same or is hidden."""
    was, now = np.frombuffer(before.labels, np.uint8), np.array(list(labels), np.uint8)
    is_same = was == now
    numbers = np.count_nonzero(is_same & (was > Label.ZERO) & (was <= MAX_NUMBER))
    stays = is_same | (now == Label.UNREADABLE) | (was > MAX_NUMBER)
    return bool(numbers >= LEAST_NUMBERS and stays.all())


def _came_up(labels: Sequence[int], before: Board) -> dict[int, int]:
    """Return the drawn numbers on cells that were closed; a bare cell may be what covers them."""
    pairs = enumerate(zip(before.labels, labels, strict=True))
    return {
        cell: label
        for cell, (was, label) in pairs
        if was in UNOPENED and Label.ZERO < label <= MAX_NUMBER
    }
