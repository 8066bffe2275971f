"""From flat zones to lattices: those that reach one another, then all that lie in their places."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.finding.connected import connected
from autoplay.vision.finding.honeycomb import triangles_in
from autoplay.vision.finding.marks import mark_spacings
from autoplay.vision.finding.placing import (
    Place,
    fitted_line,
    lattice_at,
    of_two_widths,
    turns_of,
)
from autoplay.vision.finding.spacing import Spacing, spacing_of
from autoplay.vision.finding.zones import Float, Zones, clusters
from autoplay.vision.lattice import SMALLEST_BOARD, Lattice

ON_PLACE = 0.16
"""Share of a step within which the middle of any zone counts as the middle of a cell."""

SMALLEST_CELL = 9.0
"""Pixels across a cell; boards have pitches from 10, and a fit may be off."""

EDGE_SHARE = 0.25
"""Share of places in a row or column that must hold zones for the board to reach so far."""

LEAST_COVER = 0.3
"""Share of a board's cells that must be zones; the others hold marks, or are merged."""

SMALLEST_FACE, SMALLEST_MARK = 0.35, 0.0
"""Shares of a cell's width and height that a face, or a mark, has at least: a dash has no height
but its own line."""

LEAST_MARKED = 0.2
"""Share of a board's cells that must hold marks: opened ones that border no mine hold none."""

FULLER = 1.5
"""How many times as full, and as wide or high in its cells, a lattice of marks is that counts
instead of a finer one."""

MOST_ADDED = 0.05
"""Share of the cells it has more that hold marks, of the finer lattice that does not count then:
where every second row of a board is fuller than the others by chance, these hold 0.16."""

HALF = (0.35, 0.6)
"""Shares of a cell's width or height between which its zone may be one half of its face."""


@dataclass(frozen=True)
class Grown:
    """A lattice from zones; ``cover`` is the share of its cells that are zones.

    ``fill`` is the share of a cell's width and height that its zone fills. ``whole`` says that all
    cells are whole faces of one size: no line of it is a toolbar's or a table's.
    """

    lattice: Lattice
    cover: float
    fill: tuple[float, float]
    whole: bool = False

    @property
    def score(self) -> float:
        """Larger for more cells and for more of them seen."""
        return self.cover * min(1, 0.5 + self.cover) * math.log(len(self.lattice.topology))

    @property
    def placed(self) -> Iterator[Lattice]:
        """The lattice with the zones in the middle of its cells, then, of halves, at a side.

        A face with a step half-way, as glossy buttons have, is two zones.
        """
        yield self.lattice
        for axis in self.halved:
            by = (1 - self.fill[axis]) / 2 * self.lattice.pitch[axis]
            yield self.lattice.moved(*((by, 0.0) if axis == 0 else (0.0, by)))
            yield self.lattice.moved(*((-by, 0.0) if axis == 0 else (0.0, -by)))

    @property
    def halved(self) -> list[int]:
        """The axes, 0 for x and 1 for y, along which zones may be halves of faces."""
        if self.lattice.topology.shape is not Shape.SQUARE:
            return []
        return [k for k in (0, 1) if HALF[0] < self.fill[k] < HALF[1] < self.fill[1 - k]]


def grown_lattices(passes: Iterable[Zones]) -> list[Grown]:
    """Return the lattices that flat zones of a picture form, seen in several passes, best first."""
    found: list[Grown] = []
    seen: set[bytes] = set()
    for zones in passes:
        for cluster in clusters(zones):
            centers = np.rint(cluster.middles).tobytes()
            if centers not in seen:  # most steps see the same zones
                seen.add(centers)
                found += _lattices_of(cluster, zones)
    found.sort(key=lambda grown: -grown.score)
    return _different(found)


def marked_lattices(marks: Zones) -> list[Grown]:
    """Return the lattices that marks of one kind form, and others in line with them, best first."""
    found = [
        grown
        for cluster in clusters(marks)
        for spacing in mark_spacings(cluster)
        for grown in _of_marks(cluster, marks, spacing)
    ]
    # Marks in every third column fill a third of a lattice that has them in each.
    found = [
        each
        for each in found
        if not any(
            other.cover > FULLER * each.cover
            and max(np.divide(other.lattice.pitch, each.lattice.pitch)) > FULLER
            and _shares_places(each.lattice, other.lattice)
            and _adds_little(each, other)
            for other in found
        )
    ]
    return _different(sorted(found, key=lambda grown: -grown.score))


def _of_marks(cluster: Zones, marks: Zones, spacing: Spacing) -> list[Grown]:
    """Return the lattices of marks that repeat by the spacing of those of one kind.

    Where these do not reach one another, those of other kinds lead from one to the next.
    """
    for members in (cluster, marks):
        found = list(_spaced(members, marks, spacing, SMALLEST_MARK, LEAST_MARKED))
        if found:
            return found
    return []


def _adds_little(fine: Grown, coarse: Grown) -> bool:
    """Whether hardly one of the cells that the finer of two lattices has more holds a mark."""
    cells, fewer = len(fine.lattice.topology), len(coarse.lattice.topology)
    held = fine.cover * cells - coarse.cover * fewer
    return held <= MOST_ADDED * max(cells - fewer, 0)


def _shares_places(one: Lattice, other: Lattice) -> bool:
    """Whether the middle of one lattice lies in the other."""
    (x, y), (left, top, right, bottom) = one.centers.mean(axis=0), other.box
    return bool(left <= x <= right and top <= y <= bottom)


def _different(found: Iterable[Grown]) -> list[Grown]:
    kept: list[Grown] = []
    for grown in found:
        if not any(_same_cells(grown.lattice, other.lattice) for other in kept):
            kept.append(grown)
    return kept


def _same_cells(one: Lattice, other: Lattice) -> bool:
    """Whether two lattices have as many cells of one shape, the first at the same place."""
    apart = np.abs(np.subtract(one.first_cell_center, other.first_cell_center)).max()
    return bool(one.topology == other.topology and apart < 1.5)


def _lattices_of(cluster: Zones, zones: Zones) -> Iterator[Grown]:
    spacing = spacing_of(cluster)
    if spacing is not None:
        yield from _spaced(cluster, zones, spacing, SMALLEST_FACE, LEAST_COVER)


def _spaced(
    cluster: Zones, zones: Zones, spacing: Spacing, smallest: float, least: float
) -> Iterator[Grown]:
    """Yield the lattices of zones that repeat by a spacing, at least this share of cells seen.

    ``smallest`` is the share of a cell's width and height that other zones have at least.
    """
    centers = _centers(cluster, spacing)
    for places, members in connected(centers, spacing)[:3]:
        fitted = [fitted_line(places[:, axis], centers[members, axis]) for axis in (0, 1)]
        if any(step <= 3 for step, _ in fitted):
            continue
        occupied = _occupied(zones, spacing, fitted, smallest)
        span = _span(occupied, places)
        turns = turns_of(cluster[members], places)
        if spacing.shape is Shape.TRIANGLE and not turns:
            continue
        in_columns = spacing.shape is Shape.HEXAGON and not spacing.by_rows
        lattice = triangles_in(fitted, span, places) if in_columns else None
        lattice = lattice or lattice_at(turns, spacing, fitted, span, occupied)
        if lattice is not None and spacing.shape is Shape.SQUARE:
            lattice = of_two_widths(lattice, places, centers[members], span[0])
        if lattice is None or min(lattice.cell_size) < SMALLEST_CELL:
            continue
        fewest = min(lattice.topology.rows, lattice.topology.cols)
        if fewest >= SMALLEST_BOARD and not lattice.is_too_large:
            low, high = span
            seen = sum(low[0] <= x <= high[0] and low[1] <= y <= high[1] for x, y in occupied)
            cover = min(seen / len(lattice.topology), 1.0)
            if cover >= least:
                sides = np.median(cluster.sides[members], axis=0) / lattice.cell_size
                fill = (float(sides[0]), float(sides[1]))
                whole = len(members) == len(lattice.topology) and min(fill) > HALF[1]
                yield Grown(lattice, cover, fill, whole)


def _centers(zones: Zones, spacing: Spacing) -> Float:
    """Return where the middles of the cells are whose faces the zones are, (zones, 2)."""
    centers = zones.middles.copy()
    if spacing.shape is Shape.TRIANGLE:
        # A face is set in from its cell by more at the tip than at the base, but all around its
        # centre of mass, which lies a sixth of the height off the middle of the box.
        pointing = zones.pointing
        masses = zones.masses[:, 1] + 1 - pointing * spacing.y / 6
        centers[:, 1] = np.where(pointing != 0, masses, centers[:, 1])
    return centers


def _occupied(
    zones: Zones, spacing: Spacing, fitted: list[tuple[float, float]], smallest: float
) -> set[Place]:
    """Return the places that hold a zone of this share of a cell or more, whatever its look."""
    (step_x, origin_x), (step_y, origin_y) = fitted
    exact = (_centers(zones, spacing) - (origin_x, origin_y)) / (step_x, step_y)
    places = np.rint(exact).astype(int)
    hexagonal = spacing.shape is Shape.HEXAGON
    wide = 2 if hexagonal or spacing.shape is Shape.TRIANGLE else 1
    cell = np.array([wide * step_x, (2 if hexagonal else 1) * step_y])
    slack = ON_PLACE * (2 if hexagonal else 1)
    good = (np.abs(exact - places) < slack).all(axis=1)
    good &= (zones.boxes[:, 2:] >= smallest * cell).all(axis=1) & (
        zones.boxes[:, 2:] < 1.15 * cell + 2
    ).all(axis=1)
    if hexagonal:
        good &= places.sum(axis=1) % 2 == 0
    return {(x, y) for x, y in places[good].tolist()}


def _span(occupied: set[Place], places: NDArray[np.intp]) -> tuple[list[int], list[int]]:
    """Return the lowest and highest place, grown while the next row or column is held."""
    low, high = places.min(axis=0).tolist(), places.max(axis=0).tolist()
    growing = True
    while growing:
        growing = False
        for axis in (0, 1):
            for bound, by in ((low, -1), (high, 1)):
                beyond = bound[axis] + by
                others = range(low[1 - axis], high[1 - axis] + 1)
                held = sum(((beyond, k) if axis == 0 else (k, beyond)) in occupied for k in others)
                if held >= max(2, EDGE_SHARE * len(others)):
                    bound[axis] = beyond
                    growing = True
    return low, high
