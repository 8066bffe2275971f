"""Triangles at a side whose outer edges nothing is drawn at: they are the page beside a board."""

from __future__ import annotations

from collections import Counter

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.cut import OPPOSITE
from autoplay.vision.whole.lines import without
from autoplay.vision.whole.seams import LINE, Edges, edges_of, levels_across, shared_edges
from autoplay.vision.whole.sides import side_cells

LEAST_CHANGE, DRAWN = 10.0, 0.15
"""Gray levels by which what is shown changes across the edges between cells where they are drawn,
and the share of that with which an edge counts as drawn, be it where a dull cell ends."""

MOSTLY = 0.5
"""Share of a side's outer edges on both sides of which something is seen where they can tell."""

FEW, MOST = 0.2, 0.8
"""Shares of the outer edges of a side that are drawn where it is the page's, and where it ends the
board. Of 76 boards of triangles the least drawn side of any has 0.67."""


def without_open_sides(image: Image, lattice: Lattice) -> Lattice | None:
    """Return a lattice of triangles without the columns, or rows, on sides where hardly an outer
    edge is drawn, while those across and between the cells are; None without any."""
    found = None
    while lattice.topology.shape is Shape.TRIANGLE:
        side = _open_side(image, lattice)
        smaller = without(lattice, side) if side is not None else None
        if smaller is None:
            break
        found = lattice = smaller
    return found


def _open_side(image: Image, lattice: Lattice) -> str | None:
    """Return the side of which the outer edges are not drawn as others are, None without one.

    Where they lie at the edge of the picture those between the cells of that side tell instead.
    """
    inner, outer = _edges(lattice)
    least = DRAWN * float(np.median(_changes(image, inner, lattice)))
    if least < DRAWN * LEAST_CHANGE:
        return None
    for side, edges in outer.items():
        if not _are_inside(image, edges):
            outer[side] = shared_edges(lattice, side_cells(lattice, side, 1))
    drawn = {side: (_changes(image, each, lattice) > least).mean() for side, each in outer.items()}
    sides = (side for side in drawn if drawn[side] < FEW and drawn[OPPOSITE[side]] > MOST)
    return next(sides, None)


def _are_inside(image: Image, edges: Edges) -> bool:
    """Whether something is seen on both sides of most of these edges."""
    last = np.array(image.shape[1::-1]) - 1.0
    middles = edges.mean(axis=1)
    inside = (middles >= LINE) & (middles <= last - LINE)
    return bool(inside.all(axis=1).mean() >= MOSTLY)


def _edges(lattice: Lattice) -> tuple[Edges, dict[str, Edges]]:
    """Return the edges that cells share, and those of each side that belong to one alone."""
    edges = list(edges_of(lattice, range(len(lattice.topology))))
    shared = Counter(edge for _, edge, _ in edges)
    inner = []
    outer = dict[str, list[Edges]]((side, []) for side in OPPOSITE)
    for cell, edge, line in edges:
        if shared[edge] > 1:
            inner.append(line)
        else:
            outer[_side(line, np.array(lattice.center(cell)))].append(line)
    return np.array(inner), {side: np.array(lines) for side, lines in outer.items()}


def _side(line: NDArray[np.float64], center: NDArray[np.float64]) -> str:
    """Return to which side of a triangle with this centre one of its edges lies."""
    if line[0, 1] == line[1, 1]:
        return "top" if line[0, 1] < center[1] else "bottom"
    return "left" if line[:, 0].mean() < center[0] else "right"


def _changes(image: Image, edges: Edges, lattice: Lattice) -> NDArray[np.float64]:
    """Return by how many gray levels what is shown changes across the middle of each edge."""
    levels = levels_across(image, edges, lattice)
    return np.asarray(np.ptp(levels, axis=1).max(axis=1), np.float64)
