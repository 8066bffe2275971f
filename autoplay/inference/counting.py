"""Counting the layouts of one component, with integers of any size.

A line of the count is what merging some supercells has led to: the mines each constraint still
needs, and the mines used so far. Supercells are merged in one after the other; one of n cells takes
k mines in C(n, k) ways. A forward pass gives each component's layouts by mine count; a backward
pass, weighted with what the rest of the board allows, gives every marginal.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from autoplay.errors import BudgetError
from autoplay.inference.constraints import Component

MAX_LINES = 400_000
"""Lines a component may hold over all its merges: a few hundred megabytes and some seconds.
The widest of the 100 expert positions in fixtures/positions holds 936."""

MAX_ENTRIES = 1_000_000
"""Counts that the tables of all components together may hold: 1400 small components take half a
gigabyte and 3 seconds. An expert board has a dozen. Their number grows with the components' square;
the kernel keeps no such tables.
"""

NEED_BITS = 4
"""Bits of a line for each open constraint of a number, which is at most 12."""

Line = int
"""The mines that the constraint in slot k still needs, in slots of 4 bits, above them all used.

Slots are wider where a constraint needs more mines, as the mine total may. A constraint is open
from its first supercell to its last; few are at once, whatever the board. One number, so that a
merge is one addition and a line is found again by its value.
"""

Ways = dict[int, int]
"""Number of layouts by number of mines."""


def forward(component: Component, most: int | None = None) -> list[dict[Line, int]]:
    """Return the lines before each supercell, and after the last: how many ways lead there.

    Raises BudgetError when there are more lines than ``most``, or MAX_LINES.
    """
    return list(layers(component, MAX_LINES if most is None else most))


def layers(component: Component, most: int) -> Iterator[dict[Line, int]]:
    """Yield the lines of ``forward`` before each supercell, and after the last.

    Raises BudgetError when all together are more than ``most``.
    """
    last = _start(component)
    yield last
    held = 0
    for merge in _plan(component).merges:
        lines: dict[Line, int] = defaultdict(int)
        for before, ways in last.items():
            line = before + merge.opened
            for taken in merge.possible(line):
                lines[line + taken * merge.step] += ways * merge.choices[taken]
        held += len(lines)
        if held > most:
            raise BudgetError(
                f"the frontier is too wide for an exact count (over {most} lines); "
                "open cells elsewhere first"
            )
        last = dict(lines)
        yield last


def _start(component: Component) -> dict[Line, int]:
    is_possible = all(0 <= c.mines <= len(c.cells) for c in component.constraints)
    return {0: 1} if is_possible else {}


@dataclass(frozen=True)
class _Merge:
    """One supercell merged in: ``line + opened + taken * step`` is the line after some mines.

    ``opened`` holds the needs of the constraints that it is the first supercell of. ``constraints``
    pairs the place of each constraint's need in a line with the number of its cells in later
    supercells; ``mask`` covers a slot's bits, and ``choices[k]`` is C(size, k).
    """

    opened: Line
    constraints: tuple[tuple[int, int], ...]
    mask: int
    step: int
    choices: tuple[int, ...]

    def possible(self, line: Line) -> range:
        """Return how many mines the supercell can take so that the rest still can fit."""
        least, most = 0, len(self.choices) - 1
        for place, room in self.constraints:
            need = line >> place & self.mask
            least, most = max(least, need - room), min(most, need)
        return range(least, most + 1)


@dataclass(frozen=True)
class _Plan:
    """The supercells in counting order, as merges; ``used`` is the place of a line's mines used."""

    merges: tuple[_Merge, ...]
    used: int


def _plan(component: Component) -> _Plan:
    """Give each constraint a slot of the line from its first supercell to its last.

    Its need is 0 after the last one, so another constraint can take the slot.
    """
    room = [len(constraint.cells) for constraint in component.constraints]
    bits = max(NEED_BITS, *(each.mines.bit_length() for each in component.constraints))
    slots: dict[int, int] = {}
    free: list[int] = []
    places, opened = [], []
    widest = 0
    for supercell in component.supercells:
        needs = 0
        for index in supercell.constraints:
            if index not in slots:
                slots[index] = heappop(free) if free else len(slots)
                needs += component.constraints[index].mines << bits * slots[index]
            room[index] -= len(supercell.cells)
        widest = max(widest, *(slots[index] + 1 for index in supercell.constraints))
        places.append([(bits * slots[index], room[index]) for index in supercell.constraints])
        opened.append(needs)
        for index in supercell.constraints:
            if not room[index]:
                heappush(free, slots.pop(index))
    used = bits * widest
    merges = (
        _Merge(
            needs,
            tuple(at),
            (1 << bits) - 1,
            (1 << used) - sum(1 << place for place, _ in at),
            tuple(math.comb(len(supercell.cells), k) for k in range(len(supercell.cells) + 1)),
        )
        for supercell, at, needs in zip(component.supercells, places, opened, strict=True)
    )
    return _Plan(tuple(merges), used)


def backward(component: Component, passes: list[dict[Line, int]], outside: Ways) -> list[int]:
    """Return for each supercell in how many layouts of the board one given cell of it is mined.

    ``outside`` says in how many ways the rest of the board can go for each number of mines here.
    """
    plan = _plan(component)
    later = {line: outside[line >> plan.used] for line in passes[-1]}
    counts = []
    for merge, lines in zip(reversed(plan.merges), reversed(passes[:-1]), strict=True):
        mines, earlier = 0, {}
        for before, ways in lines.items():
            line, total = before + merge.opened, 0
            for taken in merge.possible(line):
                rest = merge.choices[taken] * later.get(line + taken * merge.step, 0)
                total += rest
                mines += ways * taken * rest
            earlier[before] = total
        counts.append(mines // (len(merge.choices) - 1))  # the cells of a supercell share alike
        later = earlier
    return counts[::-1]


def layouts_by_mines(component: Component, last: dict[Line, int]) -> Ways:
    """Return the component's layouts by mine count, from the last lines of its forward pass."""
    used = _plan(component).used
    return {line >> used: ways for line, ways in last.items()}


def running_products(tallies: Sequence[Ways]) -> list[Ways]:
    """Return the layouts by mine count of no part, of the first, of the first two, to all.

    Raises BudgetError when they are more than MAX_ENTRIES.
    """
    products: list[Ways] = [{0: 1}]
    held = 0
    for tally in tallies:
        longer: Ways = defaultdict(int)
        for mines, ways in products[-1].items():
            for more, other in tally.items():
                longer[mines + more] += ways * other
        products.append(dict(longer))
        held += len(longer)
        if held > MAX_ENTRIES:
            raise BudgetError(
                f"the frontier has too many parts for the Python engine (over {MAX_ENTRIES} "
                "counts); use --engine kernel, or solve a part of the board"
            )
    return products
