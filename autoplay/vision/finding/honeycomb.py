"""Round cells of a board of triangles: they stand like hexagons of which a third is missing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.lattice import Lattice

MISSING, THERE = 0.05, 0.3
"""Shares of the places that hold a zone of one look: of the third that is missing at most, and of
each other third at least."""

FEWEST = 12
"""Places in each third: fewer may be missing by chance."""


def triangles_in(
    fitted: list[tuple[float, float]],
    span: tuple[list[int], list[int]],
    places: NDArray[np.intp],
) -> Lattice | None:
    """Return the triangles of a span whose middles stand at places of hexagons, None for hexagons.

    ``fitted`` are the (step, origin) of the half-steps of hexagons in columns, x and y, ``places``
    (n, 2) those of like zones. In a column the middles of triangles that point up and down stand
    one step apart and two, by turns.
    """
    missing = _missing_third(places)
    if missing is None:
        return None
    (step_x, origin_x), (step_y, origin_y) = fitted
    low, high = span
    top, bottom = ((y - missing) // 3 for y in (low[1], high[1]))
    tip = 3 * top + missing  # of the first row
    variant = Variant.UP_EVEN if (low[0] + tip) % 2 == 0 else Variant.UP_ODD
    topology = Topology(Shape.TRIANGLE, bottom - top + 1, high[0] - low[0] + 1, variant)
    first = origin_x + step_x * low[0] - 0.5, origin_y + step_y * (tip + 1.5) - 0.5
    return Lattice(topology, first, (step_x, 3 * step_y))


def _missing_third(places: NDArray[np.intp]) -> int | None:
    """Return which of every three lines holds none of these places, None where each does."""
    low, high = places.min(axis=0), places.max(axis=0)
    x, y = np.mgrid[low[0] : high[0] + 1, low[1] : high[1] + 1]
    held = np.zeros(x.shape, np.bool_)
    held[tuple((places - low).T)] = True
    thirds = [held[(y % 3 == third) & ((x + y) % 2 == 0)] for third in range(3)]
    if min(map(len, thirds)) < FEWEST:
        return None
    shares = np.array([third.mean() for third in thirds])
    missing = int(shares.argmin())
    return missing if shares[missing] <= MISSING and np.sort(shares)[1] >= THERE else None
