"""From zones and the places they have among their fellows to a lattice of cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.spacing import Spacing
from autoplay.vision.finding.uneven import narrowed
from autoplay.vision.finding.zones import Float, Zones
from autoplay.vision.lattice import Lattice

ONE_WAY = 0.6
"""Share by which the triangles that point the right way must outnumber the others."""

Place = tuple[int, int]
"""Multiples of a ``Spacing``'s steps, x and y."""


def fitted_line(places: NDArray[np.intp], values: Float) -> tuple[float, float]:
    """Return (step, origin) of the values over their places, outliers left out; 0 if undefined."""
    if places.min() == places.max():
        return 0.0, 0.0
    step, origin = np.polyfit(places, values, 1)
    off = np.abs(places * step + origin - values)
    good = off <= max(float(np.quantile(off, 0.9)), 0.6)
    if places[good].min() == places[good].max():
        return 0.0, 0.0
    step, origin = np.polyfit(places[good], values[good], 1)
    return float(step), float(origin)


def turns_of(cluster: Zones, places: NDArray[np.intp]) -> int:
    """Return 1 where triangles at places of even sum point up, -1 for down, 0 where they differ."""
    votes = np.where(places.sum(axis=1) % 2 == 0, 1, -1) * cluster.pointing
    total = int(votes.sum())
    return int(np.sign(total)) if abs(total) >= ONE_WAY * np.abs(votes).sum() else 0


def lattice_at(
    turns: int,
    spacing: Spacing,
    fitted: list[tuple[float, float]],
    span: tuple[list[int], list[int]],
    occupied: set[Place],
) -> Lattice | None:
    """Return the lattice of the places in a span, None where hexagons are in every other line only.

    ``turns`` is what ``turns_of`` says, ``fitted`` the (step, origin) of each axis.
    """
    if spacing.shape is Shape.HEXAGON:
        return _hexagons(spacing, fitted, span, occupied)
    (step_x, origin_x), (step_y, origin_y) = fitted
    low, high = span
    rows, cols = high[1] - low[1] + 1, high[0] - low[0] + 1
    first = origin_x + step_x * low[0] - 0.5, origin_y + step_y * low[1] - 0.5
    variant = Variant.NONE
    if spacing.shape is Shape.TRIANGLE:
        variant = Variant.UP_EVEN if turns * (-1) ** (sum(low) % 2) > 0 else Variant.UP_ODD
    topology = Topology(spacing.shape, rows, cols, variant)
    return Lattice(topology, first, (step_x, step_y))


def of_two_widths(
    lattice: Lattice, places: NDArray[np.intp], centers: Float, low: list[int]
) -> Lattice:
    """Return the lattice with its first columns and rows wider where the zones lie so."""
    first, pitch, wider = list(lattice.first_cell_center), list(lattice.pitch), [0, 0]
    more = []
    for axis in (0, 1):
        found = narrowed(places[:, axis] - low[axis], centers[:, axis])
        if found is not None:
            pitch[axis], first[axis], wider[axis] = found.step, found.origin - 0.5, found.narrow
            more.append(found.more)
    return Lattice(
        lattice.topology,
        (first[0], first[1]),
        (pitch[0], pitch[1]),
        (wider[0], wider[1]),
        float(np.mean(more)) if more else 1.0,
    )


def _hexagons(
    spacing: Spacing,
    fitted: list[tuple[float, float]],
    span: tuple[list[int], list[int]],
    occupied: set[Place],
) -> Lattice | None:
    """Return the hexagons in a span: which lines are shifted shows in where they begin."""
    along, across = (0, 1) if spacing.by_rows else (1, 0)
    low, high = span
    inside = [p for p in occupied if all(low[k] <= p[k] <= high[k] for k in (0, 1))]
    lines = [[p[along] for p in inside if (p[across] - low[across]) % 2 == k] for k in (0, 1)]
    if not lines[0] or not lines[1]:
        return None
    starts = [min(line) for line in lines]
    if abs(starts[0] - starts[1]) != 1:
        later = int(starts[0] < starts[1])
        starts[later] = starts[1 - later] + 1
    count = max((max(line) - start) // 2 + 1 for line, start in zip(lines, starts, strict=True))
    length = high[across] - low[across] + 1
    rows, cols = (length, count) if spacing.by_rows else (count, length)
    odd = starts[1] > starts[0]
    if spacing.by_rows:
        variant = Variant.ODD_ROWS if odd else Variant.EVEN_ROWS
    else:
        variant = Variant.ODD_COLS if odd else Variant.EVEN_COLS
    place = [0, 0]
    place[along], place[across] = starts[0], low[across]
    first = [origin + step * at - 0.5 for (step, origin), at in zip(fitted, place, strict=True)]
    pitch = [fitted[0][0], fitted[1][0]]
    pitch[along] *= 2
    return Lattice(
        Topology(Shape.HEXAGON, rows, cols, variant), (first[0], first[1]), (pitch[0], pitch[1])
    )
