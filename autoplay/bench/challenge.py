"""The boards of the triangle challenge: TriMinesweeper, MacTech programmer's challenge, 2002.

Triangles, sides of 20 to 100 cells, 2.5 to 10 % mines, the first cell not protected. The boards
are drawn from their names, so that everybody plays the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from autoplay.game import Cell, FirstClick, Minefield, Shape, Topology
from autoplay.game.topology import Variant
from autoplay.policy.first_click import best_first_click

SIDES = (20, 40, 60, 80, 100)
PERMILLE = (25, 50, 75, 100)
BOARDS = 400
"""Boards of each side and density."""


def triangle_challenge(boards: int = BOARDS) -> Iterator[tuple[Minefield, Cell]]:
    """Yield so many boards of each side and density, with the first cell this program opens."""
    for permille in PERMILLE:
        for side in SIDES:
            topology = Topology(Shape.TRIANGLE, side, side, Variant.UP_EVEN)
            cells = side * side
            mines = round(cells * permille / 1000)
            first = best_first_click(topology, FirstClick.UNPROTECTED, mines)
            for number in range(boards):
                rng = random.Random(f"tri-{side}-{permille}-{number}")
                yield Minefield.of(topology, sorted(rng.sample(range(cells), mines))), first
