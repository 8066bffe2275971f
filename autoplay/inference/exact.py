"""Exact layout counts with integers of any size: the oracle, and the engine without a compiler.

A line of the count is (mines still needed by each open constraint, mines used so far) with the
number of ways to get there. Supercells are merged in one after the other; a supercell of n cells
takes k mines in C(n, k) ways. A forward pass gives each component's layouts by mine count; a
backward pass, weighted with what the rest of the board allows, gives every marginal.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import UNOPENED, Board, Cell
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import (
    KNOWN_MINES,
    Component,
    Constraint,
    Situation,
    components_of,
    situation_of,
)

MAX_LINES = 200_000
"""Lines one merge may hold: about 200 MB and some seconds. Expert games stay under 2000."""

Line = tuple[tuple[int, ...], int]
"""Mines still needed by each constraint of the component, and mines used."""

Ways = dict[int, int]
"""Number of layouts by number of mines."""


def analyze(board: Board) -> Analysis:
    """Return what can be known about the board, exactly.

    Where the mine total is unknown every layout counts once, whatever its number of mines. Raises
    ImpossibleBoardError (with witnesses) when no layout fits, BudgetError for a frontier too wide.
    """
    situation = situation_of(board)
    passes = [forward(component) for component in situation.components]
    tallies = [_ways(component_passes) for component_passes in passes]
    free = interior_ways(len(situation.interior), situation.mines_left)
    layouts = sum(ways for _, ways in _combined(tallies, situation, free))
    if layouts == 0:
        raise explain(board, situation, tallies)
    with_mine: dict[Cell, int] = {}
    for index, component in enumerate(situation.components):
        others = product([*tallies[:index], *tallies[index + 1 :]])
        outside = _Outside(others, free, situation.mines_left)
        for supercell, count in zip(
            component.supercells, backward(component, passes[index], outside), strict=True
        ):
            with_mine.update(dict.fromkeys(supercell.cells, count))
    interior = _interior_with_mine(tallies, situation)
    with_mine.update(dict.fromkeys(situation.interior, interior))
    return _analysis(board, with_mine, layouts)


def _analysis(board: Board, with_mine: dict[Cell, int], layouts: int) -> Analysis:
    probability = np.full(len(board.labels), np.nan)
    for cell, count in with_mine.items():
        probability[cell] = count / layouts
    probability[list(board.cells(*KNOWN_MINES))] = 1.0
    unopened = [cell for cell in with_mine if board.labels[cell] in UNOPENED]
    return Analysis(
        board,
        "python",
        probability,
        safe=tuple(sorted(cell for cell in unopened if with_mine[cell] == 0)),
        mines=tuple(sorted(cell for cell in unopened if with_mine[cell] == layouts)),
        log_layouts=_log(layouts),
        layouts=layouts,
    )


def _log(number: int) -> float:
    """Natural logarithm of a whole number too large for a float."""
    shift = max(0, number.bit_length() - 64)
    return math.log(number >> shift) + shift * math.log(2)


def forward(component: Component) -> list[dict[Line, int]]:
    """Return the lines before each supercell, and after the last: how many ways lead there."""
    start: Line = (tuple(constraint.mines for constraint in component.constraints), 0)
    room = [len(constraint.cells) for constraint in component.constraints]
    possible = all(0 <= c.mines <= len(c.cells) for c in component.constraints)
    passes: list[dict[Line, int]] = [{start: 1} if possible else {}]
    for supercell in component.supercells:
        for index in supercell.constraints:
            room[index] -= len(supercell.cells)
        lines: dict[Line, int] = defaultdict(int)
        for line, ways in passes[-1].items():
            for taken, following in _merges(
                line, supercell.constraints, len(supercell.cells), room
            ):
                lines[following] += ways * math.comb(len(supercell.cells), taken)
        if len(lines) > MAX_LINES:
            raise BudgetError(
                f"the frontier is too wide for an exact count (over {MAX_LINES} lines); "
                "open cells elsewhere first"
            )
        passes.append(dict(lines))
    return passes


def _merges(
    line: Line, constraints: tuple[int, ...], size: int, room: Sequence[int]
) -> Iterator[tuple[int, Line]]:
    """Yield (mines taken by the supercell, following line) for every number that still can fit."""
    needed, used = line
    most = min(size, *(needed[index] for index in constraints))
    least = max(0, *(needed[index] - room[index] for index in constraints))
    for taken in range(least, most + 1):
        rest = list(needed)
        for index in constraints:
            rest[index] -= taken
        yield taken, (tuple(rest), used + taken)


def backward(component: Component, passes: list[dict[Line, int]], outside: _Outside) -> list[int]:
    """Return for each supercell in how many layouts of the board one given cell of it is mined."""
    later = {line: outside.ways(line[1]) for line in passes[-1]}
    room = [0] * len(component.constraints)
    counts = []
    for supercell, lines in zip(reversed(component.supercells), reversed(passes[:-1]), strict=True):
        size = len(supercell.cells)
        count, earlier = 0, {}
        for line, ways in lines.items():
            total = 0
            for taken, following in _merges(line, supercell.constraints, size, room):
                rest = later.get(following, 0)
                total += math.comb(size, taken) * rest
                if taken:  # C(size-1, taken-1) of the C(size, taken) choices hold the given cell
                    count += ways * math.comb(size - 1, taken - 1) * rest
            earlier[line] = total
        counts.append(count)
        later = earlier
        for index in supercell.constraints:
            room[index] += size
    return counts[::-1]


class _Outside:
    """In how many ways the rest of the board can go when a component uses so many mines."""

    def __init__(self, others: Ways, free: Ways | int, mines_left: int | None) -> None:
        self._others = others
        self._free = free
        self._left = mines_left

    def ways(self, used: int) -> int:
        """Return the number of ways for this many mines used in the component."""
        if isinstance(self._free, int) or self._left is None:
            return sum(self._others.values()) * (self._free if isinstance(self._free, int) else 0)
        left, free = self._left - used, self._free
        return sum(ways * free.get(left - mines, 0) for mines, ways in self._others.items())


def interior_ways(cells: int, mines_left: int | None) -> Ways | int:
    """Return the interior's layouts by mine count; one number, 2**cells, for an unknown total."""
    if mines_left is None:
        return 1 << cells
    return {mines: math.comb(cells, mines) for mines in range(min(cells, mines_left) + 1)}


def product(tallies: Sequence[Ways]) -> Ways:
    """Return the layouts by mine count of several independent parts together."""
    result: Ways = {0: 1}
    for tally in tallies:
        merged: Ways = defaultdict(int)
        for mines, ways in result.items():
            for more, other in tally.items():
                merged[mines + more] += ways * other
        result = dict(merged)
    return result


def _ways(passes: list[dict[Line, int]]) -> Ways:
    ways: Ways = defaultdict(int)
    for (_, used), count in passes[-1].items():
        ways[used] += count
    return dict(ways)


def _combined(
    tallies: Sequence[Ways], situation: Situation, free: Ways | int
) -> Iterator[tuple[int, int]]:
    """Yield (mines on the frontier, layouts of the whole board with that many there)."""
    for mines, ways in product(tallies).items():
        if isinstance(free, int) or situation.mines_left is None:
            yield mines, ways * (free if isinstance(free, int) else 0)
        else:
            yield mines, ways * free.get(situation.mines_left - mines, 0)


def _interior_with_mine(tallies: Sequence[Ways], situation: Situation) -> int:
    """In how many layouts one given interior cell is mined."""
    cells = len(situation.interior)
    if cells == 0:
        return 0
    if situation.mines_left is None:
        return sum(product(tallies).values()) << (cells - 1)
    return sum(
        ways * math.comb(cells - 1, situation.mines_left - mines - 1)
        for mines, ways in product(tallies).items()
        if situation.mines_left > mines
    )


def explain(board: Board, situation: Situation, tallies: Sequence[Ways]) -> ImpossibleBoardError:
    """Return the error that names a smallest set of numbers that contradict each other."""
    for component, tally in zip(situation.components, tallies, strict=True):
        if not tally:
            culprits = _minimal(list(component.constraints))
            cells = [constraint.witness for constraint in culprits]
            named = ", ".join(
                "{},{} shows {}".format(*board.topology.row_col(cell), board.labels[cell])
                for cell in cells
            )
            return ImpossibleBoardError(f"no layout fits these numbers together: {named}", cells)
    fits = product(tallies)
    low, high = min(fits), max(fits) + len(situation.interior)
    return ImpossibleBoardError(
        f"the numbers need {low} to {high} more mines, but {situation.mines_left} are left "
        f"of {board.mines}"
    )


def _minimal(constraints: list[Constraint]) -> list[Constraint]:
    """Drop every constraint without which the rest still contradict each other."""
    for constraint in list(constraints):
        fewer = [other for other in constraints if other is not constraint]
        if any(not _ways(forward(component)) for component in components_of(fewer)):
            constraints = fewer
    return constraints
