"""From flat zones to lattices: grown from neighbour to neighbour, then fitted to all of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.spacing import Spacing, spacing_of
from autoplay.vision.finding.zones import Float, Zones, clusters
from autoplay.vision.lattice import Lattice

REACH = 0.22
"""Share of the smaller step by which the next zone may be off its place."""

ON_PLACE = 0.16
"""Share of a step within which the middle of any zone counts as the middle of a cell."""

EDGE_SHARE = 0.25
"""Share of places in a row or column that must hold zones for the board to reach so far."""

LEAST_COVER = 0.3
"""Share of a board's cells that must be zones; the others hold marks, or are merged."""

HALF = (0.35, 0.6)
"""Shares of a cell's width or height between which its zone may be one half of its face."""

ONE_WAY = 0.6
"""Share by which the triangles that point the right way must outnumber the others."""

Place = tuple[int, int]
"""Multiples of a ``Spacing``'s steps, x and y."""


@dataclass(frozen=True)
class Grown:
    """A lattice from zones; ``cover`` is the share of its cells that are zones.

    ``fill`` is the share of a cell's width and height that its zone fills.
    """

    lattice: Lattice
    cover: float
    fill: tuple[float, float]

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
    kept: list[Grown] = []
    for grown in found:
        if not any(_alike(grown.lattice, other.lattice) for other in kept):
            kept.append(grown)
    return kept


def _alike(one: Lattice, other: Lattice) -> bool:
    apart = np.abs(np.subtract(one.first_cell_center, other.first_cell_center)).max()
    return bool(one.topology == other.topology and apart < 1.5)


def _lattices_of(cluster: Zones, zones: Zones) -> Iterator[Grown]:
    spacing = spacing_of(cluster)
    if spacing is None:
        return
    centers = _centers(cluster, spacing)
    for places, members in _connected(centers, spacing)[:3]:
        fitted = [_line(places[:, axis], centers[members, axis]) for axis in (0, 1)]
        if any(step <= 3 for step, _ in fitted):
            continue
        occupied = _occupied(zones, spacing, fitted)
        span = _span(occupied, places)
        turns = _turns(cluster[members], places)
        if spacing.shape is Shape.TRIANGLE and not turns:
            continue
        lattice = _lattice(turns, spacing, fitted, span, occupied)
        if lattice is None or min(lattice.cell_size) < 9:
            continue
        rows, cols = lattice.topology.rows, lattice.topology.cols
        if 4 <= rows <= 110 and 4 <= cols <= 110:
            low, high = span
            seen = sum(low[0] <= x <= high[0] and low[1] <= y <= high[1] for x, y in occupied)
            cover = min(seen / len(lattice.topology), 1.0)
            if cover >= LEAST_COVER:
                sides = np.median(cluster.sides[members], axis=0) / lattice.cell_size
                yield Grown(lattice, cover, (float(sides[0]), float(sides[1])))


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


def _connected(centers: Float, spacing: Spacing) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return (places, members) of zones that reach one another, the largest group first."""
    steps = _steps(spacing)
    reach = REACH * min(spacing.x, spacing.y) * (2 if spacing.shape is Shape.HEXAGON else 1)
    beside = _beside(centers, np.array(steps) * (spacing.x, spacing.y), reach).tolist()
    placed: dict[int, Place] = {}
    groups = []
    for start in range(len(centers)):
        if start in placed:
            continue
        placed[start] = (0, 0)
        members, todo = [], [start]
        while todo:
            index = todo.pop()
            members.append(index)
            i, j = placed[index]
            for (di, dj), other in zip(steps, beside[index], strict=True):
                if other >= 0 and other not in placed:
                    placed[other] = (i + di, j + dj)
                    todo.append(other)
        if len(members) >= 6:
            groups.append((np.array([placed[k] for k in members]), np.array(members)))
    return sorted(groups, key=lambda group: -len(group[1]))


def _beside(centers: Float, offsets: Float, reach: float) -> NDArray[np.intp]:
    """Return which centre lies within ``reach`` of each one's offsets, (n, offsets); -1 without."""
    bins = np.floor(centers / reach).astype(int)
    low = bins.min(axis=0) - 1
    held = np.full(bins.max(axis=0) - low + 2, -1)
    held[tuple((bins - low).T)] = np.arange(len(bins))
    sought = centers[:, None, :] + offsets
    found = np.full(sought.shape[:2], -1)
    for move in np.ndindex(3, 3):
        at = np.floor(sought / reach).astype(int) - low + np.array(move) - 1
        inside = ((at >= 0) & (at < held.shape)).all(axis=2)
        other = np.where(inside, held[tuple(np.where(inside[..., None], at, 0).T)].T, -1)
        near = (np.abs(centers[other] - sought) < reach).all(axis=2)
        found = np.where((other >= 0) & near & (found < 0), other, found)
    return found


def _steps(spacing: Spacing) -> list[Place]:
    """Return the places of a cell's neighbours, and of the next ones but one."""
    if spacing.shape is not Shape.HEXAGON:
        return [(dx, dy) for n in (1, 2) for dx, dy in ((n, 0), (-n, 0), (0, n), (0, -n))]
    straight = [(2, 0), (-2, 0)] if spacing.by_rows else [(0, 2), (0, -2)]
    return [*straight, (1, 1), (1, -1), (-1, 1), (-1, -1)]


def _line(places: NDArray[np.intp], values: Float) -> tuple[float, float]:
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


def _occupied(zones: Zones, spacing: Spacing, fitted: list[tuple[float, float]]) -> set[Place]:
    """Return the places that hold a zone about as large as a cell, whatever its look."""
    (step_x, origin_x), (step_y, origin_y) = fitted
    exact = (_centers(zones, spacing) - (origin_x, origin_y)) / (step_x, step_y)
    places = np.rint(exact).astype(int)
    hexagonal = spacing.shape is Shape.HEXAGON
    wide = 2 if hexagonal or spacing.shape is Shape.TRIANGLE else 1
    cell = np.array([wide * step_x, (2 if hexagonal else 1) * step_y])
    slack = ON_PLACE * (2 if hexagonal else 1)
    good = (np.abs(exact - places) < slack).all(axis=1)
    good &= (zones.boxes[:, 2:] > 0.35 * cell).all(axis=1) & (
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


def _turns(cluster: Zones, places: NDArray[np.intp]) -> int:
    """Return 1 where triangles at places of even sum point up, -1 for down, 0 where they differ."""
    votes = np.where(places.sum(axis=1) % 2 == 0, 1, -1) * cluster.pointing
    total = int(votes.sum())
    return int(np.sign(total)) if abs(total) >= ONE_WAY * np.abs(votes).sum() else 0


def _lattice(
    turns: int,
    spacing: Spacing,
    fitted: list[tuple[float, float]],
    span: tuple[list[int], list[int]],
    occupied: set[Place],
) -> Lattice | None:
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
