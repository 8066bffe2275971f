"""Border lines of page that look like opened cells, told by their outlines: all others have them.

Reach goes by looks, and where opened cells have the colour of the page it goes a line too far.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from autoplay.game import Shape, Variant
from autoplay.vision.finding.edges import PictureEdges
from autoplay.vision.finding.reach import ROWS_SHIFTED
from autoplay.vision.finding.tiling import OTHER, Drawing, Float, around, support, window
from autoplay.vision.lattice import SMALLEST_BOARD, Lattice

DRAWN, NEARLY_ALL = 0.9, 0.95
"""Share of its outlines that nearly all cells within a board have where its border needs them."""

UNDRAWN = 0.6
"""Share of a border line's outlines below which it holds no cells: where the board ends one side in
four of a square is drawn, and two or three in six of a hexagon."""

HALF_DRAWN = 0.85
"""The same below which a hexagon at the end of a line is rather none: its neighbours draw up to
four of its six sides."""

CRISP, LACKS = 0.97, 0.2
"""Share of its outlines that most hexagons have where those at the ends of lines can be judged, and
by how much every second one there has less where it is none: round cells differ by 0.14."""

SLANTING, HARDLY = 4, 0.2
"""Edges of a hexagon that slant, and the support of others that are not drawn."""

MOST_LINES = 2
"""Lines dropped at a side."""


def outlined(edges: PictureEdges, lattice: Lattice, *, in_place: bool = False) -> Lattice:
    """Return the lattice without border lines whose cells have no outlines, where all others do.

    Hexagons may also have every second line moved by a cell then, unless they are known to be
    ``in_place``.
    """
    part, there, start = around(edges, lattice)
    drawing = Drawing.of(part, there)
    drawn = _drawn(drawing, there)
    if not _are_drawn_within(drawn):
        return lattice
    found = _without_undrawn(there, drawn)
    if found.topology.shape is Shape.HEXAGON and not in_place:
        found = _placed(drawing, found)
    return lattice if found is there else found.moved(*start)


def _without_undrawn(lattice: Lattice, drawn: Float) -> Lattice:
    """Return the lattice without such lines, by how far its cells are drawn: itself where there are
    none."""
    top, bottom = _undrawn_ends(drawn.mean(axis=1))
    left, right = _undrawn_ends(drawn.mean(axis=0))
    rows, cols = drawn.shape[0] - top - bottom, drawn.shape[1] - left - right
    if min(rows, cols) < SMALLEST_BOARD:
        return lattice
    return lattice if (rows, cols) == drawn.shape else window(lattice, top, left, rows, cols)


def _are_drawn_within(drawn: Float) -> bool:
    """Whether nearly all cells that are at no side have their outlines."""
    if min(drawn.shape) < SMALLEST_BOARD:
        return False
    return bool(np.quantile(drawn[1:-1, 1:-1], 1 - NEARLY_ALL) >= DRAWN)


def _placed(drawing: Drawing, lattice: Lattice) -> Lattice:
    """Return the hexagons, every second line of them moved by a cell where more are drawn so."""
    drawn = _drawn(drawing, lattice)
    ends = (drawn.T if lattice.topology.variant in ROWS_SHIFTED else drawn)[[0, -1]]
    apart = np.abs(ends[:, ::2].mean(axis=1) - ends[:, 1::2].mean(axis=1)).max()
    if np.median(drawn) < CRISP or apart < LACKS:
        return lattice
    return max((lattice, *_staggered(lattice)), key=lambda each: _worth(_drawn(drawing, each)))


def _drawn(drawing: Drawing, lattice: Lattice) -> Float:
    """Return the share of its outlines that each cell has, (rows, cols).

    Outlines of a way that hardly a hexagon has count for none: their lights and shadows slant.
    """
    held = support(drawing, lattice)
    if lattice.topology.shape is Shape.HEXAGON:
        usual = np.median(held[1:-1, 1:-1], axis=(0, 1))
        if np.count_nonzero(usual >= DRAWN) == SLANTING and np.count_nonzero(usual < HARDLY) == 2:
            held = held[..., usual >= DRAWN]
    return np.asarray(held.mean(axis=2), dtype=np.float64)


def _worth(drawn: Float) -> float:
    """Return what cells are worth together: those with few outlines less than none."""
    return float((drawn - HALF_DRAWN).sum())


def _undrawn_ends(lines: Float) -> tuple[int, int]:
    """Return how many lines at the beginning, and at the end, have no outlines."""
    ends = []
    for side in (lines, lines[::-1]):
        drawn = np.flatnonzero(side >= UNDRAWN)
        ends.append(min(int(drawn[0]) if len(drawn) else 0, MOST_LINES))
    return ends[0], ends[1]


def _staggered(lattice: Lattice) -> Iterator[Lattice]:
    """Yield the hexagons with every second line of cells moved by a cell, either way, and fewer."""
    topology = lattice.topology
    by_rows = topology.variant in ROWS_SHIFTED
    (x, y), (wide, high) = lattice.first_cell_center, lattice.pitch
    # The first line is the one moved: towards where the second one begins, and past it.
    way = 1 if topology.variant in (Variant.ODD_ROWS, Variant.ODD_COLS) else -1
    moved = (x + way * wide, y) if by_rows else (x, y + way * high)
    for first in ((x, y), moved):
        for fewer in (0, 1):
            rows, cols = topology.rows - fewer * (not by_rows), topology.cols - fewer * by_rows
            if min(rows, cols) >= SMALLEST_BOARD:
                other = replace(topology, rows=rows, cols=cols, variant=OTHER[topology.variant])
                yield Lattice(other, first, lattice.pitch)
