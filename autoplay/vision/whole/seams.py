"""What a picture shows across edges of cells, and which edges the cells of a line share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.finding.tiling import edge_kinds
from autoplay.vision.lattice import Image, Lattice

LINE, AWAY = 1.5, 0.12
"""Pixels on each side of an edge within which its line lies, and the share of a cell's height by
which what is beside it lies away."""

ALONG = np.linspace(0.3, 0.7, 9)
"""Where along an edge its course is looked at: other cells' edges meet its ends."""

MIDDLE = np.array([0.5])
"""The same for one place."""

Edges = NDArray[np.float64]
"""Ends of edges, (edges, 2, 2) float64 (x, y) in pixels."""


def edges_of(
    lattice: Lattice, cells: Iterable[int]
) -> Iterator[tuple[int, frozenset[tuple[int, int]], Edges]]:
    """Yield the edges of these cells: the cell, what names the edge for both that share it, and its
    ends, (2, 2)."""
    for cell in map(int, cells):
        corners, places = lattice.topology.polygon(cell), lattice.polygon(cell)
        ends = np.stack([places, np.roll(places, -1, axis=0)], axis=1)
        for one, other, line in zip(corners, corners[1:] + corners[:1], ends, strict=True):
            yield cell, frozenset((one, other)), line


def shared_edges(lattice: Lattice, cells: Iterable[int]) -> Edges:
    """Return the edges that two of these cells share."""
    seen, shared = set[frozenset[tuple[int, int]]](), []
    for _, edge, line in edges_of(lattice, cells):
        shared += [line] if edge in seen else []
        seen.add(edge)
    return np.array(shared, np.float64).reshape(-1, 2, 2)


def seen_of(edges: Edges, image: Image) -> Edges:
    """Return of each edge what lies within the picture, where enough of it does."""
    last = np.array(image.shape[1::-1]) - 1.0
    start, along = edges[:, 0], edges[:, 1] - edges[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        ends = np.stack([(0 - start) / along, (last - start) / along])
    still = (along == 0) & (start >= 0) & (start <= last)
    enter = np.where(still, 0, ends.min(axis=0)).max(axis=1, initial=0)
    leave = np.where(still, 1, ends.max(axis=0)).min(axis=1, initial=1)
    part = start[:, None] + np.stack([enter, leave], axis=1)[:, :, None] * along[:, None]
    long_enough = (leave - enter) * np.linalg.norm(along, axis=1) >= LEAST_SEEN
    return np.asarray(part[long_enough], np.float64)


LEAST_SEEN = 4.0
"""Pixels of an edge at least: a line that ends at its end reaches over one or two of them."""


def mean_change(image: Image, edges: Edges, lattice: Lattice) -> float:
    """Return by how many gray levels what is shown changes across the edges, the most of the mean
    courses of those of one way: what is fainter than the noise across one edge shows there.

    0 without any edge.
    """
    if not len(edges):
        return 0.0
    kinds = edge_kinds(edges)[:, 0]
    levels = levels_across(image, edges, lattice, ALONG)
    courses = [levels[kinds == kind].mean(axis=0) for kind in np.unique(kinds)]
    return max(float(np.ptp(course, axis=0).max()) for course in courses)


def levels_across(
    image: Image, edges: Edges, lattice: Lattice, shares: NDArray[np.float64] = MIDDLE
) -> NDArray[np.float32]:
    """Return what is shown across each edge, the mean at these shares of its length, (edges,
    places, 3)."""
    along = edges[:, 1] - edges[:, 0]
    across = along[:, ::-1] * (1, -1) / np.linalg.norm(along, axis=1)[:, None]
    away = AWAY * lattice.pitch[1]
    steps = np.array([-away, *np.arange(-LINE, LINE + 0.5, 0.5), away])
    on_edge = edges[:, :1] + shares[:, None] * along[:, None]  # (edges, shares, 2)
    places = on_edge[:, :, None] + (across[:, None] * steps[:, None])[:, None]
    x, y = np.moveaxis(places.astype(np.float32), -1, 0).reshape(2, -1, len(steps))
    picture = np.ascontiguousarray(image[..., :3])
    levels = cv2.remap(picture, x, y, cv2.INTER_LINEAR, None, cv2.BORDER_REPLICATE)
    by_share = np.asarray(levels, np.float32).reshape(len(edges), len(shares), len(steps), 3)
    return np.asarray(by_share.mean(axis=1), np.float32)
