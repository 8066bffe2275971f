"""Every layout of a small board, one by one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from autoplay.errors import BudgetError
from autoplay.game import Board, Cell
from autoplay.inference.constraints import Component, situation_of
from autoplay.inference.exact import analyze, count_layouts

MAX_LAYOUTS = 10_000
"""Layouts that are listed at most: a second's work."""

Layout = frozenset[Cell]
"""The mined cells among those that hide one or not; shown mines are left out."""


def layouts_of(board: Board, most: int = MAX_LAYOUTS) -> list[Layout]:
    """Return every layout that fits the board, in a fixed order.

    Raises ImpossibleBoardError when there is none, BudgetError when there are more than ``most``.
    """
    count = count_layouts(board)
    if not count:
        analyze(board)  # it says which numbers contradict each other
    if count > most:  # the count itself may have more digits than Python writes
        raise BudgetError(f"there are too many layouts; at most {most} are listed")
    situation = situation_of(board)
    found: list[Layout] = [frozenset()]
    for component in situation.components:
        ways = list(_of_component(component))
        found = [before | more for before in found for more in ways]
    left = situation.mines_left
    return [
        before | frozenset(more)
        for before in found
        for size in (range(len(situation.interior) + 1) if left is None else [left - len(before)])
        if size >= 0
        for more in combinations(situation.interior, size)
    ]


def _of_component(component: Component) -> Iterator[Layout]:
    """Yield the component's layouts, supercell by supercell."""
    needs = [constraint.mines for constraint in component.constraints]
    room = [len(constraint.cells) for constraint in component.constraints]

    def place(position: int, placed: Layout) -> Iterator[Layout]:
        if position == len(component.supercells):
            yield placed
            return
        supercell = component.supercells[position]
        size = len(supercell.cells)
        for index in supercell.constraints:
            room[index] -= size
        least = max(0, *(needs[index] - room[index] for index in supercell.constraints))
        most = min(size, *(needs[index] for index in supercell.constraints))
        for taken in range(least, most + 1):
            for index in supercell.constraints:
                needs[index] -= taken
            for mines in combinations(supercell.cells, taken):
                yield from place(position + 1, placed | frozenset(mines))
            for index in supercell.constraints:
                needs[index] += taken
        for index in supercell.constraints:
            room[index] += size

    yield from place(0, frozenset())
