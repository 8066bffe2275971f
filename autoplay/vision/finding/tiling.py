"""Tilings laid over edge maps: windows of a lattice, and how well its outlines are drawn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.edges import STRENGTHS, Edges, Map, PictureEdges, strength
from autoplay.vision.lattice import Lattice

OTHER = {
    Variant.ODD_ROWS: Variant.EVEN_ROWS,
    Variant.EVEN_ROWS: Variant.ODD_ROWS,
    Variant.ODD_COLS: Variant.EVEN_COLS,
    Variant.EVEN_COLS: Variant.ODD_COLS,
    Variant.UP_EVEN: Variant.UP_ODD,
    Variant.UP_ODD: Variant.UP_EVEN,
}
"""The variant of the same tiling seen from a cell one step on."""

SHORTEST = 0.3
"""Share of an edge's length that a straight stroke must have; digits have few so long."""

SAMPLES = np.array([0.14, 0.32, 0.5, 0.68, 0.86])
"""Where along an edge it is looked at; the ends are left to round corners."""

Float = NDArray[np.float64]
Stack = NDArray[Any]
"""(kinds, height + 2, width + 2): strokes by kind of edge, in a margin of zeros; steps, uint8, or
strengths, float32."""


def window(lattice: Lattice, row: int, col: int, rows: int, cols: int) -> Lattice:
    """Return the lattice of ``rows`` x ``cols`` cells whose first is (row, col) of this one.

    The cell may lie outside the board: row and col may be negative.
    """
    topology, variant = lattice.topology, lattice.topology.variant
    x, y = lattice.first_cell_center
    x += float(lattice.way(0, np.array([col]))[0])
    y += float(lattice.way(1, np.array([row]))[0])
    match variant:
        case Variant.ODD_ROWS | Variant.EVEN_ROWS:
            x += (row % 2) * lattice.pitch[0] * (0.5 if variant is Variant.ODD_ROWS else -0.5)
            flip = row % 2
        case Variant.ODD_COLS | Variant.EVEN_COLS:
            y += (col % 2) * lattice.pitch[1] * (0.5 if variant is Variant.ODD_COLS else -0.5)
            flip = col % 2
        case _:
            flip = (row + col) % 2 if topology.shape is Shape.TRIANGLE else 0
    seen = OTHER[variant] if flip else variant
    wide_cols, wide_rows = lattice.wider
    wider = (
        max(wide_cols - col, 0) if wide_cols else 0,
        max(wide_rows - row, 0) if wide_rows else 0,
    )
    seen_topology = Topology(topology.shape, rows, cols, seen)
    return Lattice(seen_topology, (x, y), lattice.pitch, wider, lattice.more)


def halfway(lattice: Lattice) -> Iterator[Lattice]:
    """Yield the squares around the corners of this lattice's, around their sides and their tops."""
    (x, y), (wide, high) = lattice.first_cell_center, lattice.pitch
    topology = lattice.topology
    for cols, rows in ((1, 1), (1, 0), (0, 1)):
        larger = replace(topology, rows=topology.rows + rows, cols=topology.cols + cols)
        yield Lattice(larger, (x - cols * wide / 2, y - rows * high / 2), lattice.pitch)


def outlines(lattice: Lattice) -> Float:
    """Return the corners of all cells, (cells, corners, 2) float64 (x, y) in pixels."""
    cols = lattice.topology.cols
    shapes = [lattice.polygon(0) - lattice.center(0)]
    rows_of, cols_of = np.divmod(np.arange(len(lattice.topology)), cols)
    if lattice.topology.shape is Shape.TRIANGLE:
        shapes.append(np.array(shapes[0]) * (1, -1))
        kind = (rows_of + cols_of) % 2
    else:
        kind = np.zeros_like(rows_of)
    corners: Float = lattice.centers[:, None, :] + np.stack(shapes)[kind]
    return corners


AROUND = 4
"""Cells around a lattice that say all of its outlines: it may be moved by two, and strokes are
told from what lies within another one."""


def around(edges: Edges | PictureEdges, lattice: Lattice) -> tuple[Edges, Lattice, tuple[int, int]]:
    """Return the edges near a lattice, the lattice in these, and their (left, top).

    In large pictures the maps of a ``Drawing`` are made many times faster from these.
    """
    margin = int(AROUND * max(lattice.cell_size)) + 1
    left, top, right, bottom = lattice.box
    left, top = max(left - margin, 0), max(top - margin, 0)
    part = edges.crop((left, top, max(right + margin, left), max(bottom + margin, top)))
    return part, lattice.moved(-left, -top), (left, top)


@dataclass(frozen=True, eq=False)
class Drawing:
    """Edge maps made ready to look for the outlines of cells like those of a lattice.

    ``lengths`` are those of the shortest straight stroke that counts, by kind of edge;
    ``reach`` is how far from an outline its edges may lie, ``blur`` how wide the hill over one is,
    all in pixels; ``slant`` is the (x, y) way of a slanting edge, None for squares.
    """

    edges: Edges
    lengths: tuple[int, int, int]
    reach: int
    blur: float
    slant: tuple[float, float] | None

    @classmethod
    def of(cls, edges: Edges, lattice: Lattice) -> Drawing:
        """Return the maps for this lattice."""
        size = min(lattice.cell_size)
        corners = outlines(window(lattice, 0, 0, 1, 1))
        steps = np.abs(np.roll(corners, -1, axis=1) - corners)
        kinds = edge_kinds(corners)
        slanting = steps[kinds >= FALLING]
        size_of = np.hypot(steps[..., 0], steps[..., 1])
        upright, level, slanted = (
            max(3, round(SHORTEST * float(size_of[which].max(initial=0))))
            for which in (kinds == UPRIGHT, kinds == LEVEL, kinds >= FALLING)
        )
        return cls(
            edges,
            lengths=(upright, level, slanted),
            reach=max(1, round(0.07 * size)),
            blur=max(0.8, 0.05 * size),
            slant=(float(slanting[0, 0]), float(slanting[0, 1])) if len(slanting) else None,
        )

    @cached_property
    def lines(self) -> tuple[Map, ...]:
        """Straight strokes by kind of edge; digits are mostly gone."""
        upright, level = (
            np.ones((self.lengths[0], 1), np.uint8),
            np.ones((1, self.lengths[1]), np.uint8),
        )
        straight = (
            cv2.morphologyEx(self.edges.across, cv2.MORPH_OPEN, upright),
            cv2.morphologyEx(self.edges.down, cv2.MORPH_OPEN, level),
        )
        if self.slant is None:
            return straight
        # Steps of slanting lines wander by a pixel.
        wide = cv2.dilate(self.edges.any, np.ones((2, 2), np.uint8), anchor=(0, 0))
        stroke = _stroke(self.slant, self.lengths[2])
        return (
            *straight,
            cv2.morphologyEx(wide, cv2.MORPH_OPEN, stroke),
            cv2.morphologyEx(wide, cv2.MORPH_OPEN, stroke[:, ::-1].copy()),
        )

    @cached_property
    def near(self) -> Stack:
        """The strongest stroke of each kind within reach of each place."""
        side = 2 * self.reach + 1
        kernels = (np.ones((1, side)), np.ones((side, 1)), np.ones((1, 3)), np.ones((1, 3)))
        return _stack(
            [
                cv2.dilate(line, kernel.astype(np.uint8))
                for line, kernel in zip(self.lines, kernels, strict=False)
            ]
        )

    @cached_property
    def soft(self) -> Stack:
        """The strokes blurred across their way, by strength: highest mid-way of a gap or line."""
        ways = ((0, 1), (1, 0), (0, 0), (0, 0))
        return _stack(
            [
                cv2.GaussianBlur(
                    strength(line),
                    way,
                    self.blur if not way[0] else 1e-6,
                    None,
                    self.blur if not way[1] else 1e-6,
                )
                for line, way in zip(self.lines, ways, strict=False)
            ]
        )


def _stroke(slant: tuple[float, float], length: int) -> NDArray[np.uint8]:
    """Return a kernel with a falling line of this way and length."""
    x, y = (round(length * part / np.hypot(*slant)) for part in slant)
    kernel = np.zeros((y + 1, x + 1), np.uint8)
    cv2.line(kernel, (0, 0), (x, y), 1)
    return kernel


def _stack(maps: list[Map]) -> Stack:
    """Return the maps as one array with an empty margin of one pixel."""
    height, width = maps[0].shape
    stack: Stack = np.zeros((len(maps), height + 2, width + 2), maps[0].dtype)
    stack[:, 1:-1, 1:-1] = maps
    return stack


UPRIGHT, LEVEL, FALLING, RISING = range(4)
"""Kinds of edges: x stays, y stays, both grow together, one grows as the other falls."""

Kinds = NDArray[np.intp]


def edge_kinds(corners: Float) -> Kinds:
    """Return the kind of each edge, (cells, edges)."""
    step = _ways(corners)
    dx, dy = np.abs(step[..., 0]), np.abs(step[..., 1])
    falling = step[..., 0] * step[..., 1] > 0
    slanting = np.where(falling, FALLING, RISING)
    return np.where(dx < 0.1 * dy, UPRIGHT, np.where(dy < 0.1 * dx, LEVEL, slanting))


def _ways(corners: Float) -> Float:
    """Return the way from each corner to the next one, like corners."""
    ways = np.empty_like(corners)
    np.subtract(corners[:, 1:], corners[:, :-1], out=ways[:, :-1])
    np.subtract(corners[:, 0], corners[:, -1], out=ways[:, -1])
    return ways


OFFSETS = np.array([(0.5, 0.0), (0.0, 0.5), (0.5, 0.5), (0.5, 0.5)]) - 1
"""A step between pixels 0 and 1 is at index 0 of its map, and stacks have a margin of 1."""


def _places(corners: Float, kinds: Kinds) -> Float:
    """Return the places along each edge in map coordinates, (samples, cells, edges, 2)."""
    starts = corners - OFFSETS[kinds]
    step = _ways(corners)
    places: Float = starts + step * SAMPLES[:, None, None, None]
    return places


def sampled(maps: Stack, corners: Float, kinds: Kinds | None = None) -> Float:
    """Return the mean of the maps along each edge, (cells, edges) float64; 0 off the picture.

    ``kinds`` are those of the edges where they are known.
    """
    kinds = edge_kinds(corners) if kinds is None else kinds
    places = np.rint(_places(corners, kinds)).astype(np.int64)
    _, height, width = maps.shape
    x = np.minimum(np.maximum(places[..., 0], 0), width - 1)
    y = np.minimum(np.maximum(places[..., 1], 0), height - 1)
    flat = (kinds * height + y) * width + x
    values = maps.ravel()[flat]
    if maps.dtype == np.uint8:
        values = STRENGTHS[values]
    means: Float = values.mean(axis=0, dtype=np.float64)
    return means


def support(drawing: Drawing, lattice: Lattice) -> Float:
    """Return how far each cell's edges are drawn, 0 to 1, (rows, cols, edges) float64."""
    means = sampled(drawing.near, outlines(lattice))
    return means.reshape(lattice.topology.rows, lattice.topology.cols, -1)
