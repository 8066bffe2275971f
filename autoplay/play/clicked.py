"""Which of the cells clicked last are open, as far as can be seen where something lies over them.

Many games lay their congratulations over the board on the very click that wins them; another
program's window may come at the same moment, over a click that was lost.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import numpy as np

from autoplay.game import MAX_NUMBER, Board, Cell, Label

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

    def see(
        self, cells: Iterable[Cell], labels: Sequence[int], before: Board, due: Collection[Cell]
    ) -> None:
        """Notice these cells in a picture that shows ``labels``, UNREADABLE what is not known.

        ``due`` are those that the picture before should have shown open. Where nothing of the board
        shows as before, the game itself may have drawn its end: what was closed may be open since.
        """
        self._hidden = set()
        if not is_there(labels, before):
            self._closed = set()
            return
        self._lost |= self._closed.intersection(due)
        self._closed = set()
        for cell in cells:
            if labels[cell] <= MAX_NUMBER:
                self._opened.add(cell)
            elif labels[cell] == Label.UNREADABLE:
                self._hidden.add(cell)
            else:
                self._closed.add(cell)

    @property
    def opened(self) -> frozenset[Cell]:
        """The cells seen open, and those hidden before they were seen closed for too long."""
        return frozenset(self._opened | (self._hidden - self._lost))


def is_there(labels: Sequence[int], before: Board) -> bool:
    """Whether what is left of a board is this one: what was open shows the same or is hidden."""
    was, now = np.frombuffer(before.labels, np.uint8), np.array(list(labels), np.uint8)
    is_same = was == now
    numbers = np.count_nonzero(is_same & (was > Label.ZERO) & (was <= MAX_NUMBER))
    stays = is_same | (now == Label.UNREADABLE) | (was > MAX_NUMBER)
    return bool(numbers >= LEAST_NUMBERS and stays.all())
