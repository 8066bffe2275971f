"""The game tree of a small board, searched to its end: the readable twin of the fast searches.

All layouts are equally likely, so a chance is a count of layouts over their number. Opening cells
that are free in every layout costs nothing; after that a position is known by the layouts that are
still possible, whatever the order in which it was reached. Floods only open such cells, so they
change no chance.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction

from autoplay.errors import BudgetError
from autoplay.game import Board, Cell
from autoplay.inference.layouts import MAX_LAYOUTS, Layout, layouts_of

MAX_POSITIONS = 100_000
"""Positions that a search may hold: some ten seconds' work."""

Layouts = frozenset[Layout]


class Search:
    """All that can be said of a board whose layouts are few.

    Raises ImpossibleBoardError when no layout fits, BudgetError when there are more than ``most``;
    a search raises BudgetError after so many ``positions``, or when it is ``too_late``.
    """

    def __init__(
        self,
        board: Board,
        most: int = MAX_LAYOUTS,
        positions: int = MAX_POSITIONS,
        too_late: Callable[[], bool] = lambda: False,
    ) -> None:
        self._too_late = too_late
        self._positions = positions
        self._neighbors = board.topology.neighbors
        self._hidden = frozenset(board.unopened())
        self._layouts = frozenset(mines & self._hidden for mines in layouts_of(board, most))
        self._known: dict[Layouts, int] = {}

    def win_probability(self) -> Fraction:
        """Return the chance to win with the best play from here.

        Raises BudgetError where that takes too many positions.
        """
        return Fraction(self._won(self._layouts), len(self._layouts))

    def win_probability_of(self, cell: Cell) -> Fraction:
        """Return the chance to win when this cell is opened next, and then with the best play."""
        return Fraction(self._won_by_opening([cell], self._layouts), len(self._layouts))

    def _won(self, layouts: Layouts) -> int:
        """Return how many of these layouts the best play wins."""
        if layouts not in self._known:
            if len(self._known) >= self._positions:
                raise BudgetError(f"the game tree has over {self._positions} positions")
            if self._too_late():
                raise BudgetError("the time for the game tree is over")
            self._known[layouts] = self._search(layouts)
        return self._known[layouts]

    def _search(self, layouts: Layouts) -> int:
        if len(layouts) == 1:
            return 1
        free = self._free_in_all(layouts)
        parts = self._parts(free, layouts)
        if len(parts) > 1:
            return sum(self._won(part) for part in parts)
        return self._best_guess(layouts, free)

    def _best_guess(self, layouts: Layouts, opened: frozenset[Cell]) -> int:
        """Return how many layouts the best guess wins; a guess wins only layouts it survives."""
        finished = sum(mines | opened >= self._hidden for mines in layouts)
        survivors = {
            cell: sum(cell not in mines for mines in layouts) for cell in self._hidden - opened
        }
        best = 0
        for cell in sorted(survivors, key=lambda cell: (-survivors[cell], cell)):
            if survivors[cell] <= best:
                break
            best = max(best, self._won_by_opening([cell], layouts))
        return finished + best

    def _won_by_opening(self, cells: Iterable[Cell], layouts: Layouts) -> int:
        return sum(self._won(part) for part in self._parts(cells, layouts))

    def _parts(self, cells: Iterable[Cell], layouts: Layouts) -> list[Layouts]:
        """Return the layouts that survive opening the cells, parted by the numbers they show."""
        parts: dict[tuple[int, ...], set[Layout]] = defaultdict(set)
        opened = sorted(cells)
        for mines in layouts:
            if mines.isdisjoint(opened):
                shown = tuple(len(mines.intersection(self._neighbors[cell])) for cell in opened)
                parts[shown].add(mines)
        return [frozenset(part) for part in parts.values()]

    def _free_in_all(self, layouts: Layouts) -> frozenset[Cell]:
        return self._hidden.difference(*layouts)
