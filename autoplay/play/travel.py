"""The order of clicks: what opens a whole area first, and then a short way for the pointer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from autoplay.desktop.ports import Point
from autoplay.game import Cell
from autoplay.inference import Analysis

LIKELY = 0.2
"""A cell that shows a zero at least so likely is opened first.

The area it opens spares the clicks on the cells inside: on won expert games of sgt-mines a game
took 1.4 clicks for each of its 3BV without this.
"""


def click_order(
    cells: Sequence[Cell], points: Sequence[Point], start: Point, analysis: Analysis
) -> list[int]:
    """Return the order of clicks on cells at these points, as indexes.

    Whether a cell shows a zero is judged by its neighbours' risks, multiplied as if they did not
    depend on each other.
    """
    clear = np.nan_to_num(1.0 - analysis.mine_probability, nan=1.0)
    neighbors = analysis.board.topology.neighbors
    chance = np.array([clear[list(neighbors[cell])].prod() for cell in cells])
    first = [int(i) for i in np.argsort(-chance, kind="stable") if chance[i] >= LIKELY]
    rest = np.flatnonzero(chance < LIKELY).tolist()
    here = points[first[-1]] if first else start
    return first + [rest[i] for i in by_travel([points[i] for i in rest], here)]


def by_travel(points: Sequence[Point], start: Point) -> list[int]:
    """Return the indexes of the points, each next one the nearest to the one before."""
    places = np.array(points, dtype=float).reshape(-1, 2)
    here, order = np.array(start, dtype=float), []
    left = np.ones(len(places), bool)
    for _ in range(len(places)):
        squared = ((places - here) ** 2).sum(axis=1)
        nearest = int(np.where(left, squared, np.inf).argmin())
        left[nearest] = False
        order.append(nearest)
        here = places[nearest]
    return order
