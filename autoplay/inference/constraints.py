"""From a board to constraints, supercells and components.

Every opened number says: exactly n mines among these cells. Cells with the same witnesses are
interchangeable, so they are counted together as a supercell. Supercells that share no constraint,
not even through others, are in different components and can be counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from heapq import heappop, heappush

from autoplay.errors import ImpossibleBoardError
from autoplay.game import KNOWN_MINES, Board, Cell, Label
from autoplay.words import counted

# A flag is the player's opinion and constrains nothing. An unreadable cell may be anything, so it
# counts as one that may hold a mine.
MAY_BE_MINED = frozenset({Label.COVERED, Label.FLAG, Label.QUESTION, Label.UNREADABLE})


@dataclass(frozen=True)
class Constraint:
    """Exactly ``mines`` mines among ``cells``; ``witness`` is the opened cell that says so."""

    witness: Cell
    cells: frozenset[Cell]
    mines: int


@dataclass(frozen=True)
class Supercell:
    """Frontier cells with the same witnesses; ``constraints`` are indexes into the component's."""

    cells: tuple[Cell, ...]
    constraints: tuple[int, ...]


@dataclass(frozen=True)
class Component:
    """Constraints linked by shared cells, and the supercells under them in counting order."""

    constraints: tuple[Constraint, ...]
    supercells: tuple[Supercell, ...]


@dataclass(frozen=True)
class Situation:
    """A board taken apart: what the numbers say, and the covered cells they say nothing about.

    ``mines_left`` is the mine total less the mines that are shown, None when it is not known.
    """

    components: tuple[Component, ...]
    interior: tuple[Cell, ...]
    mines_left: int | None


def situation_of(board: Board) -> Situation:
    """Take a board apart.

    Raises ImpossibleBoardError when more mines are shown than the total allows.
    """
    constraints = constraints_of(board)
    frontier = {cell for constraint in constraints for cell in constraint.cells}
    interior = tuple(cell for cell in board.cells(*MAY_BE_MINED) if cell not in frontier)
    return Situation(components_of(constraints), interior, _mines_left(board))


def _mines_left(board: Board) -> int | None:
    if board.mines is None:
        return None
    shown = board.mines_shown()
    if shown > board.mines:
        seen = counted(shown, "mine is", "mines are")
        raise ImpossibleBoardError(f"{seen} shown, but the board has {board.mines}")
    return board.mines - shown


def constraints_of(board: Board) -> list[Constraint]:
    """Return what each opened number says, in board order; numbers with nothing covered too."""
    neighbors, labels = board.topology.neighbors, board.labels
    constraints = []
    for cell in range(len(labels)):
        if labels[cell] > Label.TWELVE:
            continue
        around = neighbors[cell]
        covered = frozenset(other for other in around if labels[other] in MAY_BE_MINED)
        shown = sum(labels[other] in KNOWN_MINES for other in around)
        if covered or labels[cell] != shown:
            constraints.append(Constraint(Cell(cell), covered, labels[cell] - shown))
    return constraints


def components_of(constraints: Sequence[Constraint]) -> tuple[Component, ...]:
    """Return the components of these constraints, each ordered for counting."""
    by_cell = indexes_by_cell(constraints)
    seen, components = set[int](), []
    for first in range(len(constraints)):
        if first in seen:
            continue
        seen.add(first)
        group, todo = [first], [first]
        while todo:
            for cell in constraints[todo.pop()].cells:
                linked = [index for index in by_cell.pop(cell, ()) if index not in seen]
                seen.update(linked)
                group += linked
                todo += linked
        components.append(_component([constraints[index] for index in sorted(group)]))
    return tuple(components)


def _component(constraints: Sequence[Constraint]) -> Component:
    """Group the cells into supercells, and order them so that few constraints stay open."""
    witnesses = indexes_by_cell(constraints)
    members: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
    for cell in sorted(witnesses):
        members[tuple(witnesses[cell])].append(cell)
    supercells = [Supercell(tuple(cells), key) for key, cells in members.items()]
    return Component(tuple(constraints), tuple(_counting_order(len(constraints), supercells)))


def _counting_order(constraints: int, supercells: Sequence[Supercell]) -> list[Supercell]:
    """Finish one constraint after the other, next the one with the fewest supercells still to add.

    They are those of one component: after the first constraint the next is always beside one that
    is finished. The number of open constraints decides how many lines the count holds at once.
    """
    waiting: list[list[Supercell]] = [[] for _ in range(constraints)]
    for supercell in supercells:
        for index in supercell.constraints:
            waiting[index].append(supercell)
    missing = [len(those) for those in waiting]
    placed: set[tuple[int, ...]] = set()
    order: list[Supercell] = []
    # A constraint is there once for every count of missing supercells; only the last one is due.
    due = [min((count, index) for index, count in enumerate(missing))]
    while due:
        count, index = heappop(due)
        if count != missing[index]:
            continue
        for supercell in waiting[index]:
            if supercell.constraints in placed:
                continue
            placed.add(supercell.constraints)
            order.append(supercell)
            for touched in supercell.constraints:
                missing[touched] -= 1
                heappush(due, (missing[touched], touched))
    return order


def rings(constraints: Sequence[Constraint], cell: Cell) -> Iterator[list[Constraint]]:
    """Yield the constraints with the cell, then those that share a cell with these, and so on."""
    for ring in _rings(constraints, indexes_by_cell(constraints), {cell}):
        yield [constraints[index] for index in ring]


def windows(
    constraints: Sequence[Constraint], size: int, core: int
) -> Iterator[tuple[Sequence[Constraint], Sequence[Constraint]]]:
    """Yield sets of up to ``size`` constraints near each other, and of each its middle.

    A middle holds ``core`` constraints, or all that are linked; every constraint is in one.
    """
    by_cell = indexes_by_cell(constraints)
    seen = set[int]()
    for first, constraint in enumerate(constraints):
        if first in seen:
            continue
        near = [first]
        for ring in _rings(constraints, by_cell, constraint.cells):
            near += [index for index in ring if index != first]
            if len(near) >= size:
                break
        seen.update(near[:core])
        window = [constraints[index] for index in near[:size]]
        yield window, window[:core]


def indexes_by_cell(constraints: Sequence[Constraint]) -> dict[Cell, list[int]]:
    """Return for each cell the indexes of the constraints it is in, ascending."""
    by_cell: dict[Cell, list[int]] = defaultdict(list)
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            by_cell[cell].append(index)
    return dict(by_cell)


def _rings(
    constraints: Sequence[Constraint], by_cell: Mapping[Cell, list[int]], cells: Set[Cell]
) -> Iterator[list[int]]:
    """Yield the indexes of the constraints with these cells, then of those linked to them."""
    seen, crossed, reached = set[int](), set[Cell](), set(cells)
    while ring := {index for cell in reached for index in by_cell.get(cell, ())} - seen:
        yield sorted(ring)
        seen |= ring
        crossed |= reached
        reached = {cell for index in ring for cell in constraints[index].cells} - crossed
