"""Exact inference with integers of any size: the oracle, and the engine without a compiler."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Sequence

import numpy as np

from autoplay.errors import ImpossibleBoardError
from autoplay.game import UNOPENED, Board, Cell
from autoplay.inference.analysis import Analysis
from autoplay.inference.constraints import KNOWN_MINES, Component, Situation, situation_of
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
    passes = [forward(component) for component in situation.components]
    tallies = [
        layouts_by_mines(component, lines[-1])
        for component, lines in zip(situation.components, passes, strict=True)
    ]
    before = running_products(tallies)
    after = _completions(tallies, situation, before[-1])
    layouts = after[0].get(0, 0)
    if layouts == 0:
        raise explain(board)
    with_mine: dict[Cell, int] = {}
    for index, component in enumerate(situation.components):
        outside = {
            used: sum(ways * after[index + 1].get(m + used, 0) for m, ways in before[index].items())
            for used in tallies[index]
        }
        counts = backward(component, passes[index], outside)
        for supercell, count in zip(component.supercells, counts, strict=True):
            with_mine.update(dict.fromkeys(supercell.cells, count))
    mined = _interior_with_mine(situation, before[-1])
    with_mine.update(dict.fromkeys(situation.interior, mined))
    return _analysis(board, with_mine, layouts)


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
    interior = _interior_ways(situation, frontier)
    return sum(ways * interior.get(mines, 0) for mines, ways in frontier.items())


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


def _completions(tallies: Sequence[Ways], situation: Situation, frontier: Ways) -> list[Ways]:
    """Return what is still possible from each component on, the interior included.

    Entry k says in how many ways components k, k + 1, ... and the interior can go, by the mines
    used before them; the last entry is the interior's alone. ``frontier`` lists the mine counts
    that all components together can have.
    """
    completions = [_interior_ways(situation, frontier)]
    for tally in reversed(tallies):
        earlier: Ways = defaultdict(int)
        for mines, ways in completions[-1].items():
            for more, other in tally.items():
                earlier[mines - more] += ways * other
        completions.append(dict(earlier))
    return completions[::-1]


def _interior_ways(situation: Situation, frontier: Ways) -> Ways:
    """Return the interior's layouts, by the mines that the frontier uses."""
    cells, left = len(situation.interior), situation.mines_left
    if left is None:
        return dict.fromkeys(frontier, 1 << cells)
    choices = _binomials(cells, {left - mines for mines in frontier})
    return {mines: choices[left - mines] for mines in frontier}


def _interior_with_mine(situation: Situation, frontier: Ways) -> int:
    """In how many layouts one given interior cell is mined."""
    cells, left = len(situation.interior), situation.mines_left
    if cells == 0:
        return 0
    if left is None:
        return sum(frontier.values()) << (cells - 1)
    choices = _binomials(cells - 1, {left - mines - 1 for mines in frontier})
    return sum(ways * choices[left - mines - 1] for mines, ways in frontier.items())


def _binomials(cells: int, sizes: Collection[int]) -> dict[int, int]:
    """Return C(cells, k) for every k in sizes, 0 where there is none.

    Each comes from the one before it: on large boards a binomial has thousands of digits.
    """
    least, most = max(0, min(sizes, default=0)), min(cells, max(sizes, default=-1))
    choices = dict.fromkeys(sizes, 0)
    ways = math.comb(cells, least)
    for size in range(least, most + 1):
        if size in choices:
            choices[size] = ways
        ways = ways * (cells - size) // (size + 1)
    return choices
