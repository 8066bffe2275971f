"""How the cells of a board that is no rectangle are counted in rows and columns."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.reach import ROWS_SHIFTED
from autoplay.vision.finding.tiling import OTHER
from autoplay.vision.lattice import SMALLEST_BOARD, Lattice
from autoplay.vision.whole.places import Places

LEAST_PRESENT = 0.4
"""Share of the places that have a cell at least."""


def cut_out(lattice: Lattice, present: Places) -> Lattice | None:
    """Return the lattice of these cells of a larger one, None where they fill their rows and
    columns or are too few."""
    rows, cols = (np.flatnonzero(present.any(axis=axis)) for axis in (1, 0))
    if not present.any():
        return None
    part = present[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    if min(part.shape) < SMALLEST_BOARD or part.all() or part.mean() < LEAST_PRESENT:
        return None
    topology = lattice.topology
    first = lattice.center(topology.cell(int(rows[0]), int(cols[0])))
    odd = (rows[0] if topology.variant in ROWS_SHIFTED else cols[0]) % 2
    if topology.shape is Shape.TRIANGLE:
        odd = (rows[0] + cols[0]) % 2
    variant = OTHER[topology.variant] if odd else topology.variant
    cut = Lattice(_topology_of(topology.shape, variant, part), first, lattice.pitch)
    if topology.shape is Shape.TRIANGLE:
        return cut
    least = min((cut, _renumbered(cut, part)), key=_clumsiness)
    return least if least.topology.absent else None


def _topology_of(shape: Shape, variant: Variant, present: Places) -> Topology:
    absent = frozenset(np.flatnonzero(~present.ravel()).tolist())
    return Topology(shape, len(present), present.shape[1], variant, absent)


def _renumbered(lattice: Lattice, present: Places) -> Lattice:
    """Return hexagons with the lines moved by half a cell said to begin a cell later, and so moved
    the other way."""
    topology = lattice.topology
    by_rows = topology.variant in ROWS_SHIFTED
    lines = np.pad(present if by_rows else present.T, ((0, 0), (0, 1)))
    moved = slice(int(topology.variant in (Variant.ODD_ROWS, Variant.ODD_COLS)), None, 2)
    lines[moved] = np.roll(lines[moved], 1, axis=1)
    used = np.flatnonzero(lines.any(axis=0))
    lines = lines[:, used[0] : used[-1] + 1]
    axis = np.array([1.0, 0.0] if by_rows else [0.0, 1.0])
    begins_later = topology.variant in (Variant.EVEN_ROWS, Variant.EVEN_COLS)
    steps = int(used[0]) - int(begins_later)
    first = np.array(lattice.first_cell_center) + steps * np.array(lattice.pitch) * axis
    other = _topology_of(topology.shape, OTHER[topology.variant], lines if by_rows else lines.T)
    return replace(lattice, topology=other, first_cell_center=(float(first[0]), float(first[1])))


def _clumsiness(lattice: Lattice) -> tuple[int, int]:
    """Return the places of a board's rows and columns, and how many lack before its lines begin."""
    topology = lattice.topology
    lines = topology.is_present.reshape(topology.rows, topology.cols)
    lines = lines if topology.variant in ROWS_SHIFTED else lines.T
    return len(topology), int(lines.argmax(axis=1).sum())
