"""Lays a tiling over the edges of a picture: its phase, then pitch and origin to half a pixel."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.periods import Period
from autoplay.vision.finding.tiling import Drawing, Float, edge_kinds, outlines, sampled
from autoplay.vision.lattice import Lattice

PHASES = 20
"""Phases tried along each axis of a period."""

STEEPEST, FLATTEST = 0.25, 2.5
"""Half the width of a triangle over its height: 0.58 with sides of one length, 1 in half a square.
Sides of steeper ones would pass for upright lines."""

LEAST_ROUND, MOST_ROUND = 1.3, 2.3
"""Length over width of the period of hexagons, two lines of them over a cell: 1.73 of regular ones.
"""

MOST_CELLS = 100
"""Cells looked at in one refinement step; more change the fit by less than 0.02 px."""


def tilings_of(period: Period) -> Iterator[Lattice]:
    """Yield lattices of every tiling that repeats with this period, over its block.

    Their phase is still arbitrary.
    """
    left, top, right, bottom = period.block
    x, y = period.x, period.y
    kinds: list[tuple[Shape, Variant, float, float]] = []
    if period.centered:
        ratio = y / x
        if LEAST_ROUND < ratio < MOST_ROUND:
            kinds.append((Shape.HEXAGON, Variant.ODD_ROWS, x, y / 2))
            kinds.append((Shape.TRIANGLE, Variant.UP_EVEN, x / 2, y / 2))
        if LEAST_ROUND < 1 / ratio < MOST_ROUND:
            kinds.append((Shape.HEXAGON, Variant.ODD_COLS, x / 2, y))
        if STEEPEST < 1 / ratio < FLATTEST:
            kinds.append((Shape.TRIANGLE, Variant.UP_EVEN, x / 2, y / 2))
    else:
        kinds.append((Shape.SQUARE, Variant.NONE, x, y))
    for shape, variant, pitch_x, pitch_y in dict.fromkeys(kinds):
        cols = max(int((right - left) / pitch_x) - 2, 2)
        rows = max(int((bottom - top) / pitch_y) - 2, 2)
        topology = Topology(shape, rows, cols, variant)
        yield Lattice(topology, (left + pitch_x, top + pitch_y), (pitch_x, pitch_y))


def repetitions(lattice: Lattice) -> Iterator[Period]:
    """Yield how the cells of a lattice repeat, over all of it.

    Squares may be every second row of cells whose rows are moved by half a cell, or the halves of
    such cells; those that have half a triangle's base and its height, or half of that, as sides may
    be each one of triangles.
    """
    x, y = lattice.pitch
    variant = lattice.topology.variant
    if lattice.topology.shape is Shape.TRIANGLE:
        x, y = 2 * x, 2 * y
    elif variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS):
        y = 2 * y
    elif variant in (Variant.ODD_COLS, Variant.EVEN_COLS):
        x = 2 * x
    yield Period(x, y, centered=True, block=lattice.box, score=1.0)
    if lattice.topology.shape is not Shape.SQUARE:
        return
    if any(LEAST_ROUND < ratio < MOST_ROUND for ratio in (y / x, x / y)):
        yield Period(2 * x, 2 * y, centered=True, block=lattice.box, score=1.0)
    for height in (y, 2 * y):
        if abs(height / x - EQUILATERAL) < SLENDER:
            yield Period(2 * x, 2 * height, centered=True, block=lattice.box, score=1.0)


EQUILATERAL, SLENDER = 3**0.5, 0.2
"""Height of a triangle with three equal sides as a share of half its base, and by how much more or
less it may be: games round it to whole pixels."""


def phased(drawing: Drawing, lattice: Lattice) -> Lattice:
    """Return the lattice moved within one period to where its outlines are drawn best."""
    if lattice.topology.shape is Shape.SQUARE:
        # Upright lines say nothing of y, level ones nothing of x: one axis after the other.
        lattice = _best_of(drawing, lattice, [(k / PHASES, 0.0) for k in range(PHASES)])
        return _best_of(drawing, lattice, [(0.0, k / PHASES) for k in range(PHASES)])
    wide, high = 1, 2
    if lattice.topology.shape is Shape.TRIANGLE:
        wide = 2
    elif lattice.topology.variant is Variant.ODD_COLS:
        wide, high = 2, 1
    steps = [(k / PHASES, m / PHASES) for k in range(wide * PHASES) for m in range(high * PHASES)]
    near = _best_of(drawing, lattice, [step for k, step in enumerate(steps) if k % 3 == 0])
    around = [(k / PHASES, m / PHASES) for k in (-1, 0, 1) for m in (-2, -1, 0, 1, 2)]
    return _best_of(drawing, near, around)


def _best_of(drawing: Drawing, lattice: Lattice, steps: list[tuple[float, float]]) -> Lattice:
    """Return the lattice moved by the best of these shares of its pitch."""
    corners = _thinned(outlines(lattice))
    moves = [(x * lattice.pitch[0], y * lattice.pitch[1]) for x, y in steps]
    kinds = edge_kinds(corners)
    values = [sampled(drawing.soft, corners + move, kinds).mean() for move in moves]
    return lattice.moved(*moves[int(np.argmax(values))])


def refined(drawing: Drawing, lattice: Lattice, cells: Float | None = None) -> Lattice:
    """Return the lattice with origin and pitch moved to the top of the nearest hill.

    ``cells`` (rows, cols) says how far each cell is known to be one of the board; all are used
    without it.
    """
    topology = lattice.topology
    use = np.arange(len(topology)) if cells is None else np.flatnonzero(cells.ravel() > 0.5)
    if len(use) < 4:
        use = np.arange(len(topology))
    use = use[:: max(len(use) // MOST_CELLS, 1)]
    kinds = edge_kinds(outlines(lattice)[use])
    return _to_top(
        lattice, use, 1.0, lambda corners: float(sampled(drawing.soft, corners, kinds).mean())
    )


def _to_top(
    lattice: Lattice, use: NDArray[np.intp], step: float, value: Callable[[Float], float]
) -> Lattice:
    """Return the lattice climbed to the top of the nearest hill, with steps from ``step`` down."""
    topology, pitch = lattice.topology, np.array(lattice.pitch)
    units = (outlines(lattice)[use] - lattice.first_cell_center) / pitch
    middle = np.array([topology.cols - 1, topology.rows - 1]) / 2
    # About the board's middle, so that a change of pitch does not move it.
    place, units = np.array(lattice.first_cell_center) + middle * pitch, units - middle
    while step > 0.04:
        steps = (step, step / np.maximum(middle, 1))
        place, pitch = _climbed(lambda at, by: value(units * by + at), (place, pitch), steps)
        step /= 2.5
    x, y = place - middle * pitch
    return replace(
        lattice, first_cell_center=(float(x), float(y)), pitch=(float(pitch[0]), float(pitch[1]))
    )


def _climbed(
    value: Callable[[Float, Float], float],
    start: tuple[Float, Float],
    steps: tuple[float, Float],
) -> tuple[Float, Float]:
    """Return (place, pitch) after steps of each, along each axis, while the outlines gain by it."""
    (place, pitch), (step, stretch) = start, steps
    best = value(place, pitch)
    for _ in range(3):
        before = best
        for axis in (np.array([1.0, 0.0]), np.array([0.0, 1.0])):
            for move, grow in ((step, 0), (-step, 0), (0, 1), (0, -1)):
                there, wide = place + move * axis, pitch + grow * stretch * axis
                gained = value(there, wide)
                if gained > best + 1e-6:
                    place, pitch, best = there, wide, gained
        if best == before:
            break
    return place, pitch


def _thinned(corners: Float) -> Float:
    return corners[:: max(len(corners) // 36, 1)]
