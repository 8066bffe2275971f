"""Parts of a board that are games of their own: the readable twin of the kernel's.

A group of covered cells that borders no other covered cell, shares no number with one, and holds
the same number of mines in every layout tells nothing about the rest of the board, nor the rest
about it. So the chance to win the game is the product of the chances to win its parts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from autoplay.game import Board, Cell
from autoplay.inference import analyze
from autoplay.inference.layouts import layouts_of


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
