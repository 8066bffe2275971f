"""Readable twins of what only the kernel does, by listing layouts: parts, and survival.

A group of covered cells that borders no other covered cell, shares no number with one, and holds
the same number of mines in every layout tells nothing about the rest of the board, nor the rest
about it. So the chance to win the game is the product of the chances to win its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from autoplay.game import Board, Cell
from autoplay.inference import analyze
from autoplay.inference.layouts import MAX_LAYOUTS, layouts_of
from autoplay.policy.search import Layouts, Search


def isolated_parts(board: Board) -> list[frozenset[Cell]]:
    """Return the parts whose numbers alone fix how many mines they hold, the smallest first.

    Raises ImpossibleBoardError when no layout fits, BudgetError when there are too many to list.
    """
    analysis = analyze(board, "python")
    safe, mined = frozenset(analysis.safe), frozenset(analysis.mines)
    layouts = [
        mines
        for mines in layouts_of(replace(board, mines=None))
        if mines >= mined and not mines & safe
    ]
    groups = _groups(board, set(board.unopened()) - safe - mined)
    parts = [part for part in groups if len({len(part & mines) for mines in layouts}) == 1]
    return sorted(parts, key=lambda part: (len(part), min(part)))


def _groups(board: Board, left: set[Cell]) -> Iterator[frozenset[Cell]]:
    """Yield these cells, grouped by what they touch and the numbers they share."""
    while left:
        todo, group = [left.pop()], set[Cell]()
        while todo:
            cell = todo.pop()
            group.add(cell)
            linked = left & _linked(board, cell)
            left -= linked
            todo.extend(linked)
        yield frozenset(group)


def _linked(board: Board, cell: Cell) -> set[Cell]:
    """Return the neighbours of a cell, and those of every number beside it."""
    neighbors = board.topology.neighbors
    numbers = [other for other in neighbors[cell] if board[other].is_number]
    return set(neighbors[cell]).union(*(neighbors[number] for number in numbers))


class ReadableSearch(Search):
    """A search that can be of a ``part`` of the board alone, and knows survival too."""

    def __init__(
        self, board: Board, most: int = MAX_LAYOUTS, part: frozenset[Cell] | None = None
    ) -> None:
        super().__init__(board, most)
        if part is not None:
            self._hidden = part
            self._layouts = frozenset(mines & part for mines in self._layouts)

    def survival(self, cell: Cell) -> Fraction:
        """Return the chance to survive opening this cell and then the best one after it."""
        parts = self._parts([cell], self._layouts)
        return Fraction(sum(self._safest(part, cell) for part in parts), len(self._layouts))

    def survival_settled(self, cell: Cell, share: float, extension: int) -> float:
        """Return the worth of opening this cell: of what follows, until the next guess.

        There the safest cell counts, with a ``share`` of the second safest; at most ``extension``
        certainly safe cells are opened on the way, then more of them count as no guess at all.
        """
        return sum(
            self._settled(part, {cell}, frozenset(), [], share=share, left=extension)
            for part in self._parts([cell], self._layouts)
        ) / len(self._layouts)

    def _settled(
        self,
        layouts: Layouts,
        opened: set[Cell],
        known: frozenset[Cell],
        pending: list[Cell],
        *,
        share: float,
        left: int,
    ) -> float:
        """Return the worth of these layouts, by count; ``known`` cells are safe already."""
        rest = self._hidden - opened
        free = self._free_in_all(layouts) - opened - known
        counts = sorted(
            (sum(cell not in mines for mines in layouts) for cell in rest), reverse=True
        )
        counts = [count for count in counts if 0 < count < len(layouts)]
        if not counts:
            return len(layouts)
        if not free and not pending:
            second = counts[1] if len(counts) > 1 else 0
            return counts[0] + share * (second - counts[0])
        if len(pending) + len(free) > left:
            return len(layouts)
        *pending, cell = [*pending, *sorted(free)]
        return sum(
            self._settled(part, opened | {cell}, known | free, pending, share=share, left=left - 1)
            for part in self._parts([cell], layouts)
        )

    def _safest(self, layouts: Layouts, opened: Cell) -> int:
        """Return in how many layouts the game is over, or the safest next cell is free."""
        rest = self._hidden - {opened}
        finished = sum(mines >= rest for mines in layouts)
        counts = [sum(cell not in mines for mines in layouts) for cell in rest]
        return finished + max(counts, default=0)
