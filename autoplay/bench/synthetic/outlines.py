"""Boards that are no rectangle of cells: the forms that hexagons and triangles are laid in."""

from __future__ import annotations

import random
from collections.abc import Callable

from autoplay.game import Shape, Topology, Variant

SIDES = (4, 8)
"""Cells along the shortest and the longest side of a hexagon of hexagons."""


def outlined(rng: random.Random) -> Topology:
    """Return the topology of a board in one of the forms, of a random size."""
    return rng.choice(FORMS)(rng)


def _hexagon_in_rows(rng: random.Random) -> Topology:
    """Pointed hexagons in the form of a lying one: each row a cell longer down to the middle."""
    side = rng.randint(*SIDES)
    variant = Variant.EVEN_ROWS if side % 2 == 0 else Variant.ODD_ROWS
    return _of_lines(Shape.HEXAGON, variant, _lines_of_a_hexagon(side))


def _hexagon_in_columns(rng: random.Random) -> Topology:
    """Lying hexagons in the form of a pointed one."""
    side = rng.randint(*SIDES)
    variant = Variant.EVEN_COLS if side % 2 == 0 else Variant.ODD_COLS
    return _of_lines(Shape.HEXAGON, variant, _lines_of_a_hexagon(side), by_rows=False)


def _lines_of_a_hexagon(side: int) -> list[tuple[int, int]]:
    away = [abs(line - side + 1) for line in range(2 * side - 1)]
    return [(each // 2, each // 2 + 2 * side - 1 - each) for each in away]


def _shorter_by_turns(rng: random.Random) -> Topology:
    """Rows, or columns, of which every second one is half a cell later and ends as much earlier."""
    count, length = rng.randint(5, 14), rng.randint(6, 16)
    lines = [(0, length - line % 2) for line in range(count)]
    by_rows = rng.random() < 0.5
    variant = Variant.ODD_ROWS if by_rows else Variant.ODD_COLS
    return _of_lines(Shape.HEXAGON, variant, lines, by_rows=by_rows)


def _rhombus(rng: random.Random) -> Topology:
    """Rows of one length, each half a cell farther to the right."""
    count, length = rng.randint(5, 12), rng.randint(5, 14)
    return _of_lines(
        Shape.HEXAGON, Variant.ODD_ROWS, [(line // 2, line // 2 + length) for line in range(count)]
    )


def _triangle(rng: random.Random) -> Topology:
    """Triangles in the form of a larger one that points up."""
    rows = rng.randint(6, 12)
    variant = Variant.UP_EVEN if rows % 2 else Variant.UP_ODD
    lines = [(rows - 1 - row, rows + row) for row in range(rows)]
    return _of_lines(Shape.TRIANGLE, variant, lines)


def _of_lines(
    shape: Shape, variant: Variant, lines: list[tuple[int, int]], *, by_rows: bool = True
) -> Topology:
    """Return the board whose lines have cells from one place up to another."""
    length = max(end for _, end in lines)
    absent = [
        (line, place)
        for line, (start, end) in enumerate(lines)
        for place in range(length)
        if not start <= place < end
    ]
    rows, cols = (len(lines), length) if by_rows else (length, len(lines))
    cells = (row * cols + col for row, col in (each if by_rows else each[::-1] for each in absent))
    return Topology(shape, rows, cols, variant, frozenset(cells))


FORMS: tuple[Callable[[random.Random], Topology], ...] = (
    _hexagon_in_rows,
    _hexagon_in_rows,
    _hexagon_in_columns,
    _shorter_by_turns,
    _shorter_by_turns,
    _rhombus,
    _triangle,
)
"""The forms drawn; the usual ones more than once."""
