"""Hexagons whose lines begin a cell too early by turns: one cell fewer of each is the board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from autoplay.game import Shape, Variant
from autoplay.vision.lattice import SMALLEST_BOARD, Lattice

OTHERS = {
    Variant.ODD_ROWS: Variant.EVEN_ROWS,
    Variant.EVEN_ROWS: Variant.ODD_ROWS,
    Variant.ODD_COLS: Variant.EVEN_COLS,
    Variant.EVEN_COLS: Variant.ODD_COLS,
}
"""Which lines are shifted by half a cell where the others begin a cell later."""

NEARLY_ALL = 0.8
"""Share of the cells that overhang at both sides which are in doubt where these are the page."""


def restaggered(lattice: Lattice, doubtful: frozenset[int]) -> Lattice | None:
    """Return hexagons without the first cell of lines that begin early and the last one of the
    others, where these are what is in doubt; None where other cells are, or hardly any of these.

    Opened cells in the colour of the page make the page pass for cells at both ends of a line.
    """
    topology = lattice.topology
    if topology.shape is not Shape.HEXAGON:
        return None
    by_rows = topology.variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS)
    cells = np.arange(len(topology)).reshape(topology.rows, topology.cols)
    lines = cells if by_rows else cells.T
    if lines.shape[1] <= SMALLEST_BOARD:
        return None
    late = np.arange(len(lines)) % 2 == (topology.variant in (Variant.ODD_ROWS, Variant.ODD_COLS))
    overhang = frozenset([*lines[~late, 0].tolist(), *lines[late, -1].tolist()])
    if not doubtful <= overhang or len(doubtful) < NEARLY_ALL * len(overhang):
        return None
    rows, cols = (len(lines), lines.shape[1] - 1)[:: 1 if by_rows else -1]
    fewer = replace(topology, rows=rows, cols=cols, variant=OTHERS[topology.variant])
    first = lattice.center(lines[0, 0 if late[0] else 1])
    return replace(lattice, topology=fewer, first_cell_center=(float(first[0]), float(first[1])))
