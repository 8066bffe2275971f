"""From a board to constraints, supercells and components.

Every opened number says: exactly n mines among these cells. Cells with the same witnesses are
interchangeable, so they are counted together as a supercell. Supercells that share no constraint,
not even through others, are in different components and can be counted apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from autoplay.errors import ImpossibleBoardError
from autoplay.game import Board, Cell, Label
from autoplay.words import counted

# A flag is the player's opinion and constrains nothing. An unreadable cell may be anything, so it
# counts as one that may hold a mine.
MAY_BE_MINED = frozenset({Label.COVERED, Label.FLAG, Label.QUESTION, Label.UNREADABLE})
KNOWN_MINES = frozenset({Label.MINE, Label.EXPLODED})


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
    shown = sum(1 for _ in board.cells(*KNOWN_MINES))
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
    by_cell: dict[Cell, list[int]] = defaultdict(list)
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            by_cell[cell].append(index)
    unseen, components = set(range(len(constraints))), []
    while unseen:
        group, todo = set[int](), [min(unseen)]
        while todo:
            index = todo.pop()
            if index not in group:
                group.add(index)
                todo.extend(i for cell in constraints[index].cells for i in by_cell[cell])
        unseen -= group
        components.append(_component([constraints[index] for index in sorted(group)]))
    return tuple(components)


def _component(constraints: Sequence[Constraint]) -> Component:
    """Group the cells into supercells, and order them so that few constraints stay open."""
    witnesses: dict[Cell, list[int]] = defaultdict(list)
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            witnesses[cell].append(index)
    members: dict[tuple[int, ...], list[Cell]] = defaultdict(list)
    for cell in sorted(witnesses):
        members[tuple(witnesses[cell])].append(cell)
    supercells = [Supercell(tuple(cells), key) for key, cells in members.items()]
    return Component(tuple(constraints), tuple(_counting_order(len(constraints), supercells)))


def _counting_order(constraints: int, supercells: Sequence[Supercell]) -> list[Supercell]:
    """Finish one constraint after the other, next the one with the fewest supercells still to add.

    The number of open constraints decides how many lines the count holds at once.
    """
    waiting: list[list[Supercell]] = [[] for _ in range(constraints)]
    for supercell in supercells:
        for index in supercell.constraints:
            waiting[index].append(supercell)
    placed: set[tuple[int, ...]] = set()
    touched: set[int] = set()
    order: list[Supercell] = []
    unfinished = {index for index in range(constraints) if waiting[index]}
    while unfinished:
        candidates = touched & unfinished or unfinished
        index = min(candidates, key=lambda i: (_missing(waiting[i], placed), i))
        unfinished.remove(index)
        for supercell in waiting[index]:
            if supercell.constraints not in placed:
                placed.add(supercell.constraints)
                touched.update(supercell.constraints)
                order.append(supercell)
    return order


def _missing(supercells: Sequence[Supercell], placed: set[tuple[int, ...]]) -> int:
    return sum(supercell.constraints not in placed for supercell in supercells)


def rings(constraints: Sequence[Constraint], cell: Cell) -> Iterator[list[Constraint]]:
    """Yield the constraints linked to the cell by one shared cell, by up to two, and so on.

    Each list is nearest first; the last holds all that are linked to it.
    """
    near: list[Constraint] = []
    reached, rest = {cell}, list(constraints)
    while ring := [constraint for constraint in rest if reached & constraint.cells]:
        near = [*near, *ring]
        rest = [constraint for constraint in rest if not reached & constraint.cells]
        reached = reached.union(*(constraint.cells for constraint in ring))
        yield near
