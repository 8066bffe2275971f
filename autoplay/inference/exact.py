"""Exact inference with integers of any size: the oracle, and the engine without a compiler."""

from __future__ import annotations

import math
import sys
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from autoplay.errors import ImpossibleBoardError
from autoplay.game import KNOWN_MINES, UNOPENED, Board, Cell
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import (
    Component,
    Constraint,
    components_of,
    situation_of,
)
from autoplay.inference.contradiction import explain
from autoplay.inference.counting import (
    MAX_LINES,
    Ways,
    backward,
    forward,
    layers,
    layouts_by_mines,
    running_products,
)


def analyze(board: Board) -> Analysis:
    """Return what can be known about the board, exactly.

    Where the mine total is unknown every layout counts once, whatever its number of mines. Raises
    ImpossibleBoardError (with witnesses) when no layout fits, BudgetError for a frontier too wide
    or of too many parts.
    """
    situation = situation_of(board)
    interior = _Interior(len(situation.interior), situation.mines_left)
    counted = _counted(situation.components, interior)
    if counted.layouts == 0:
        raise explain(board)
    with_mine = counted.with_mine | dict.fromkeys(situation.interior, counted.interior_with_mine)
    return _analysis(board, with_mine, counted.layouts)


def risks(
    constraints: Sequence[Constraint], interior: int, mines_left: int | None
) -> tuple[dict[Cell, float], float]:
    """Return the mine probability of each cell of these constraints, and that of any other.

    They are all that is known of a board; ``interior`` cells are in none of them. 0.0 and 1.0 are
    told only of what is certain. Raises ImpossibleBoardError (without witnesses) when no layout
    fits, BudgetError as ``analyze`` does.
    """
    counted = _counted(components_of(constraints), _Interior(interior, mines_left, True))
    if counted.layouts == 0:
        raise ImpossibleBoardError("no layout fits these numbers together")
    risk = {cell: _risk(count, counted.layouts) for cell, count in counted.with_mine.items()}
    return risk, _risk(counted.interior_with_mine, counted.layouts)


def _risk(with_mine: int, layouts: int) -> float:
    """Return the share of layouts, rounded to 0 or 1 only where it is."""
    if with_mine in (0, layouts):
        return float(with_mine > 0)
    return min(max(with_mine / layouts, sys.float_info.min), 1 - sys.float_info.epsilon)


def log_layouts(board: Board) -> float:
    """Return the natural logarithm of the number of layouts, -inf when none fits.

    Raises BudgetError as ``analyze`` does.
    """
    layouts = count_layouts(board)
    return _log(layouts) if layouts else -math.inf


def count_layouts(board: Board, most_lines: int = MAX_LINES) -> int:
    """Return the number of layouts; cheaper than ``analyze``, and it looks for no reason for 0.

    Raises BudgetError for a frontier of a component that takes more than ``most_lines``, or of too
    many parts.
    """
    try:
        situation = situation_of(board)
    except ImpossibleBoardError:
        return 0
    frontier = running_products([_tally(c, most_lines) for c in situation.components])[-1]
    interior = _Interior(len(situation.interior), situation.mines_left).ways(frontier)
    return sum(ways * interior[mines] for mines, ways in frontier.items())


def _tally(component: Component, most_lines: int) -> Ways:
    """Return a component's layouts by mine count; it keeps the lines of one merge at a time."""
    *_, last = layers(component, most_lines)
    return layouts_by_mines(component, last)


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


@dataclass(frozen=True)
class _Interior:
    """Cells beside no number. ``mines_left`` are theirs and the frontier's, None when unknown.

    ``in_proportion``: its layouts are counted but for a common factor. That leaves every share of
    them as it is, and of a large board spares numbers of a million digits.
    """

    cells: int
    mines_left: int | None
    in_proportion: bool = False

    def ways(self, frontier: Ways) -> Ways:
        """Return the interior's layouts, by the mines that the frontier uses."""
        if self.mines_left is None:
            return dict.fromkeys(frontier, 2 if self.in_proportion else 1 << self.cells)
        sizes = {mines: self.mines_left - mines for mines in frontier}
        choices = _binomials(self.cells, set(sizes.values()), in_proportion=self.in_proportion)
        return {mines: choices[size] for mines, size in sizes.items()}

    def with_mine(self, frontier: Ways, interior: Ways) -> int:
        """Return in how many layouts of the board one given cell of the interior is mined."""
        if self.cells == 0:
            return 0
        both = {mines: ways * interior[mines] for mines, ways in frontier.items()}
        if self.mines_left is None:
            return sum(both.values()) // 2
        return sum(ways * (self.mines_left - m) for m, ways in both.items()) // self.cells


@dataclass(frozen=True)
class _Counted:
    """Layouts of a board, and in how many of them a cell is mined: of the frontier, by cell."""

    layouts: int
    with_mine: dict[Cell, int]
    interior_with_mine: int


def _counted(components: Sequence[Component], interior: _Interior) -> _Counted:
    passes = [forward(component) for component in components]
    tallies = [
        layouts_by_mines(component, lines[-1])
        for component, lines in zip(components, passes, strict=True)
    ]
    before = running_products(tallies)
    interior_ways = interior.ways(before[-1])
    after = _completions(tallies, interior_ways)
    layouts = after[0].get(0, 0)
    with_mine: dict[Cell, int] = {}
    for index, component in enumerate(components if layouts else ()):
        outside = {
            used: sum(ways * after[index + 1].get(m + used, 0) for m, ways in before[index].items())
            for used in tallies[index]
        }
        counts = backward(component, passes[index], outside)
        for supercell, count in zip(component.supercells, counts, strict=True):
            with_mine.update(dict.fromkeys(supercell.cells, count))
    return _Counted(layouts, with_mine, interior.with_mine(before[-1], interior_ways))


def _completions(tallies: Sequence[Ways], interior: Ways) -> list[Ways]:
    """Return what is still possible from each component on, the interior included.

    Entry k says in how many ways components k, k + 1, ... and the interior can go, by the mines
    used before them; the last entry is the interior's alone.
    """
    completions = [interior]
    for tally in reversed(tallies):
        earlier: Ways = defaultdict(int)
        for mines, ways in completions[-1].items():
            for more, other in tally.items():
                earlier[mines - more] += ways * other
        completions.append(dict(earlier))
    return completions[::-1]


def _binomials(cells: int, sizes: Collection[int], *, in_proportion: bool) -> dict[int, int]:
    """Return C(cells, k) for every k in sizes, 0 where there is none.

    Each comes from the one before it: on large boards a binomial has thousands of digits. In
    proportion they begin with what the steps to come, and a share for each cell, are divided by.
    """
    least, most = max(0, min(sizes, default=0)), min(cells, max(sizes, default=-1))
    choices = dict.fromkeys(sizes, 0)
    if least > most:
        return choices
    if in_proportion:
        ways = max(1, cells) * math.perm(most, most - least)
    else:
        ways = math.comb(cells, least)
    for size in range(least, most + 1):
        if size in choices:
            choices[size] = ways
        ways = ways * (cells - size) // (size + 1)
    return choices
