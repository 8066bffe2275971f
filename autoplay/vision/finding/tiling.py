"""Tilings laid over edge maps: windows of a lattice, and how well its outlines are drawn."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.edges import Edges, Map
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

SAMPLES = np.array([0.14, 0.32, 0.5, 0.68, 0.86])
"""Where along an edge it is looked at; the ends are left to round corners."""

Float = NDArray[np.float64]
Stack = NDArray[np.float32]
"""(3, height + 2, width + 2) float32: vertical, horizontal and any edges, in a margin of zeros."""


def window(lattice: Lattice, row: int, col: int, rows: int, cols: int) -> Lattice:
    """Return the lattice of ``rows`` x ``cols`` cells whose first is (row, col) of this one.

    The cell may lie outside the board: row and col may be negative.
    """
    topology, variant = lattice.topology, lattice.topology.variant
    x, y = lattice.first_cell_center
    x, y = x + col * lattice.pitch[0], y + row * lattice.pitch[1]
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
    return Lattice(Topology(topology.shape, rows, cols, seen), (x, y), lattice.pitch)


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


@dataclass(frozen=True, eq=False)
class Drawing:
    """Edge maps made ready to look for outlines of about this pitch (pixels).

    ``reach`` is how far from an outline its edges may lie, ``blur`` how wide the hill over one is.
    """

    edges: Edges
    pitch: float
    reach: int
    blur: float

    @classmethod
    def of(cls, edges: Edges, pitch: float, blur: float = 0.05) -> Drawing:
        """Return the maps for this pitch, in pixels; ``blur`` is a share of it."""
        return cls(edges, pitch, max(1, round(0.07 * pitch)), max(0.8, blur * pitch))

    @cached_property
    def lines(self) -> tuple[Map, Map]:
        """Straight vertical and horizontal edges: strokes shorter than a quarter pitch are gone."""
        length = max(3, round(0.25 * self.pitch))
        across = cv2.morphologyEx(self.edges.across, cv2.MORPH_OPEN, np.ones((length, 1), np.uint8))
        down = cv2.morphologyEx(self.edges.down, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
        return across, down

    @cached_property
    def near(self) -> Stack:
        """The strongest vertical, horizontal and any edge within reach of each place."""
        side = 2 * self.reach + 1
        across, down = self.lines
        return _stack(
            cv2.dilate(across, np.ones((1, side), np.uint8)),
            cv2.dilate(down, np.ones((side, 1), np.uint8)),
            cv2.dilate(self.edges.any, np.ones((3, 3), np.uint8)),
        )

    @cached_property
    def soft(self) -> Stack:
        """The same blurred across each edge: highest at the middle of a gap or a line."""
        across, down = self.lines
        return _stack(
            cv2.GaussianBlur(across, (0, 1), self.blur, None, 1e-6),
            cv2.GaussianBlur(down, (1, 0), 1e-6, None, self.blur),
            cv2.GaussianBlur(self.edges.any, (0, 0), self.blur),
        )


def edge_kinds(corners: Float) -> NDArray[np.intp]:
    """Return 0 for each upright edge of a cell, 1 for level ones, 2 for slanting ones."""
    # The edges of all cells are alike up to their direction.
    step = np.abs(np.roll(corners[0], -1, axis=0) - corners[0])
    upright, level = step[:, 0] < 0.1 * step[:, 1], step[:, 1] < 0.1 * step[:, 0]
    return np.where(upright, 0, np.where(level, 1, 2))


def _places(corners: Float) -> Float:
    """Return the places along each edge in map coordinates, (cells, edges, samples, 2)."""
    # A step between pixels 0 and 1 is at index 0 of its map, and the maps have a margin of 1.
    offset = np.array([(0.5, 0.0), (0.0, 0.5), (0.5, 0.5)])[edge_kinds(corners)] - 1
    ends = np.roll(corners, -1, axis=1)
    return (
        corners[:, :, None, :] * (1 - SAMPLES)[:, None]
        + ends[:, :, None, :] * SAMPLES[:, None]
        - offset[:, None, :]
    )


def sampled_finely(maps: Stack, corners: Float) -> float:
    """Return the mean of the maps along all edges, interpolated between pixels."""
    kind, points = edge_kinds(corners), _places(corners).astype(np.float32)
    total = 0.0
    for which in range(3):
        some = points[:, kind == which].reshape(len(points), -1, 2)
        if some.size:
            total += float(
                cv2.remap(maps[which], some, None, cv2.INTER_LINEAR, borderValue=0).sum()
            )
    return total / (points.size / 2)


def sampled(maps: Stack, corners: Float) -> Float:
    """Return the mean of the maps along each edge, (cells, edges) float64; 0 off the picture."""
    kind, points = edge_kinds(corners), _places(corners)
    _, height, width = maps.shape
    places = np.rint(points).astype(np.int64)
    x = np.minimum(np.maximum(places[..., 0], 0), width - 1)
    y = np.minimum(np.maximum(places[..., 1], 0), height - 1)
    flat = (kind[:, None] * height + y) * width + x
    means: Float = maps.ravel()[flat].mean(axis=2, dtype=np.float64)
    return means


def _stack(across: Map, down: Map, slanting: Map) -> Stack:
    """Return the maps as one array with an empty margin of one pixel."""
    stack: Stack = np.pad(np.stack([across, down, slanting]), ((0, 0), (1, 1), (1, 1)))
    return stack


def support(drawing: Drawing, lattice: Lattice) -> Float:
    """Return how far each cell's edges are drawn, 0 to 1, (rows, cols, edges) float64."""
    means = sampled(drawing.near, outlines(lattice))
    return means.reshape(lattice.topology.rows, lattice.topology.cols, -1)
