"""The pixels of each cell, brought to one size: what reading looks at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.shrinking import Boxes, shrunk, shrunk_in

SIDE = 24
"""Side of a canonical tile in pixels: digits of every font seen are still told apart at it."""

MIDDLE = slice(SIDE // 4, SIDE - SIDE // 4)
"""The rows, and columns, of a tile that show a cell's ground and symbol: no line between cells
reaches there."""

Tiles = NDArray[np.uint8]
"""(cells, SIDE, SIDE, 3) BGR."""

TRIANGLE_REACH = 1.25
"""Half a triangle's tile as a share of its inscribed circle's radius: symbols reach past it."""

_REMAP_CELLS = 1024
"""Cells sampled at once, SIDE rows each: OpenCV's remap takes at most 32767 rows."""


def canonical_tiles(image: Image, lattice: Lattice, cells: NDArray[np.intp] | None = None) -> Tiles:
    """Return every cell's tile, or those of these cells, at the canonical size, (cells, SIDE, SIDE,
    3) uint8 BGR.

    The box around the cell is sampled at sub-pixel positions; of a triangle, the box around its
    inscribed circle, where its symbol is. What lies outside the cell's polygon is filled with the
    cell's own median colour.
    """
    tiles = Sampler(lattice).tiles(image, cells)
    if lattice.topology.shape is not Shape.SQUARE:
        inside = cell_masks(lattice)
        fill_outside(tiles, inside if cells is None else inside[cells])
    return tiles


def fill_outside(tiles: Tiles, inside: NDArray[np.bool_]) -> None:
    """Give what is outside the masks (n, SIDE, SIDE) each tile's median colour inside."""
    alike: dict[bytes, list[int]] = {}
    for place, mask in enumerate(inside):
        alike.setdefault(mask.tobytes(), []).append(place)
    for places in alike.values():
        mask = inside[places[0]].ravel()
        if mask.any():
            pixels = tiles[places].reshape(len(places), -1, 3)
            pixels[:, ~mask] = np.median(pixels[:, mask], axis=1).astype(np.uint8)[:, None]
            tiles[places] = pixels.reshape(-1, SIDE, SIDE, 3)


class Sampler:
    """Cuts the tiles of one lattice out of pictures, its arithmetic done once.

    With ``zoom`` above 1, across and down, the tiles show only a part of the cells, that many times
    larger: the middle, or what is ``lower`` by this share of the tile's height, and farther to the
    ``right`` by this share of its width. Where only some ``cells`` are ever looked at, tiles are
    those of these.
    """

    def __init__(
        self,
        lattice: Lattice,
        zoom: tuple[float, float] = (1.0, 1.0),
        lower: float = 0.0,
        right: float = 0.0,
        *,
        cells: NDArray[np.intp] | None = None,
    ) -> None:
        whole = np.array(tile_size(lattice))
        width, height = whole / zoom
        # Averaging over areas first: sampling a larger cell at SIDE points would skip strokes.
        share = np.minimum(1.0, SIDE / np.array([width, height]))
        self.box, self.size = _shrunk_size(lattice, share)
        shrink = np.array(self.size) / (np.array(self.box[2:]) - self.box[:2])
        steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
        # Between the middles of its outermost pixels: beyond, a neighbour's line would mix in.
        far_x, far_y = np.maximum(whole - 1, 0) / 2
        across = np.clip(steps * width + right * whole[0], -far_x, far_x)
        down = np.clip(steps * height + lower * whole[1], -far_y, far_y)
        # A pixel's centre is at .0, its area reaches half a pixel to each side.
        centers = tile_centers(lattice)
        origin = (centers if cells is None else centers[cells]) + 0.5 - np.array(self.box[:2])
        x = (origin[:, 0, None] + across) * shrink[0] - 0.5
        y = (origin[:, 1, None] + down) * shrink[1] - 0.5
        count = len(x)
        every = (count, SIDE, SIDE)
        # Fixed-point maps: what remap would make of others at every call.
        whole, parts = cv2.convertMaps(
            np.broadcast_to(x[:, None, :], every).reshape(-1, SIDE).astype(np.float32),
            np.broadcast_to(y[:, :, None], every).reshape(-1, SIDE).astype(np.float32),
            cv2.CV_16SC2,
        )
        self._whole, self._parts = whole.reshape(*every, 2), parts.reshape(every)
        self._boxes = _sampled(self._whole, self.size)

    def region(self, image: Image) -> Image:
        """Return the part of a picture that holds the board and a pixel around it, BGR.

        Where the board reaches over the picture's edge, the edge is repeated.
        """
        return region_of(image, self.box)

    def tiles(self, image: Image, cells: NDArray[np.intp] | None = None) -> Tiles:
        """Return the tiles of all cells, or of these, of a whole picture."""
        return self.tiles_of_region(self.region(image), cells)

    def tiles_of_region(self, region: Image, cells: NDArray[np.intp] | None = None) -> Tiles:
        """Return the tiles of all cells, or of these, of what ``region`` returned."""
        if cells is None:
            return self.tiles_of_shrunk(shrunk(region, *self.size))
        return self.tiles_of_shrunk(shrunk_in(self._boxes[cells], region, *self.size), cells)

    def tiles_of_shrunk(self, board: Image, cells: NDArray[np.intp] | None = None) -> Tiles:
        """Return the tiles of all cells, or of these, of a region ``shrunk`` to this size."""
        whole, parts = self._whole, self._parts
        if cells is not None:
            whole, parts = whole[cells], parts[cells]
        tiles = np.empty((len(whole), SIDE, SIDE, 3), np.uint8)
        for at in range(0, len(whole), _REMAP_CELLS):
            part = slice(at, at + _REMAP_CELLS)
            sampled = cv2.remap(
                board,
                whole[part].reshape(-1, SIDE, 2),
                parts[part].reshape(-1, SIDE),
                cv2.INTER_LINEAR,
                borderMode=cv2.BORDER_REPLICATE,
            )
            tiles[part] = sampled.reshape(-1, SIDE, SIDE, 3)
        return tiles


def region_of(image: Image, box: tuple[int, int, int, int]) -> Image:
    """Return the part of a picture in a box, BGR; beyond the picture's edge, that is repeated."""
    left, top, right, bottom = box
    height, width = image.shape[:2]
    part = image[max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    if part.size and part.shape[2] == 4:
        # Ten times as fast as leaving a channel out by a slice.
        part = np.asarray(cv2.cvtColor(part, cv2.COLOR_BGRA2BGR), np.uint8)
    short = (max(-top, 0), max(bottom - height, 0), max(-left, 0), max(right - width, 0))
    if any(short) and part.size:
        part = np.asarray(cv2.copyMakeBorder(part, *short, cv2.BORDER_REPLICATE), np.uint8)
    return np.ascontiguousarray(part[..., :3])


def _sampled(whole: NDArray[np.integer[Any] | np.floating[Any]], size: tuple[int, int]) -> Boxes:
    """Return the boxes of the pixels that tiles are interpolated from, each one's and the next."""
    low, high = whole[:, 0, 0].astype(np.intp), whole[:, -1, -1].astype(np.intp) + 2
    return np.concatenate([np.clip(low, 0, size), np.clip(high, 0, size)], axis=1)


@dataclass(frozen=True)
class _Triangle:
    """A triangle two columns wide and one row high, lengths in pixels."""

    base: float
    height: float

    @property
    def inner_radius(self) -> float:
        side = float(np.hypot(self.base / 2, self.height))
        return self.base * self.height / (self.base + 2 * side)


def _triangle_of(lattice: Lattice) -> _Triangle:
    return _Triangle(2 * lattice.pitch[0], lattice.pitch[1])


def _shrunk_size(
    lattice: Lattice, share: NDArray[np.float64]
) -> tuple[tuple[int, int, int, int], tuple[int, int]]:
    """Return the box that holds the board, and the size in pixels it is shrunk to, about by shares.

    A shrunk pixel is an average. Rows and columns of squares become whole pixels wide where they
    are shrunk, for one that two cells share would tell as many looks as they have neighbours.
    """
    left, top, right, bottom = lattice.box
    first, end = np.array([left - 1, top - 1]), np.array([right + 1, bottom + 1])
    size = np.maximum(np.round((end - first) * share), 1).astype(np.intp)
    if lattice.topology.shape is Shape.SQUARE and not any(lattice.wider):
        lines = np.array([lattice.topology.cols, lattice.topology.rows])
        pitch, edge = np.array(lattice.pitch), np.array(lattice.first_cell_center) + 0.5
        edge -= pitch / 2
        first = np.where(share < 1, np.round(edge), first).astype(int)
        end = np.where(share < 1, np.round(edge + lines * pitch), end).astype(int)
        whole = lines * np.maximum(np.round(pitch * share), 1)
        size = np.where(share < 1, whole, size).astype(np.intp)
    box = int(first[0]), int(first[1]), int(end[0]), int(end[1])
    return box, (int(size[0]), int(size[1]))


def tile_size(lattice: Lattice) -> tuple[float, float]:
    """Return width and height in pixels of the part of the picture that becomes a tile."""
    if lattice.topology.shape is Shape.TRIANGLE:
        side = 2 * TRIANGLE_REACH * _triangle_of(lattice).inner_radius
        return side, side
    return lattice.cell_size


def tile_centers(lattice: Lattice) -> NDArray[np.float64]:
    """Return the middles of the tiles, (cells, 2) float64 (x, y) in pixels."""
    if lattice.topology.shape is not Shape.TRIANGLE:
        return lattice.centers
    below = lattice.pitch[1] / 2 - _triangle_of(lattice).inner_radius
    high = np.where(lattice.topology.points_up, below, -below)
    shift = np.stack([np.zeros(len(high)), high], axis=1)
    return np.asarray(lattice.centers + shift, dtype=np.float64)


def cell_masks(
    lattice: Lattice,
    zoom: tuple[float, float] = (1.0, 1.0),
    lower: float = 0.0,
    right: float = 0.0,
) -> NDArray[np.bool_]:
    """Return which pixels of each cell's tile are inside its polygon, (cells, SIDE, SIDE).

    ``zoom``, ``lower`` and ``right`` are those of the ``Sampler``.
    """
    rows, cols = np.divmod(np.arange(len(lattice.topology)), lattice.topology.cols)
    masks = _masks_by_parity(lattice, zoom, lower, right)
    return np.asarray(masks[rows % 2, cols % 2], dtype=np.bool_)


def distinct_masks(lattice: Lattice) -> NDArray[np.bool_]:
    """Return the ``cell_masks`` that differ, (1 to 4, SIDE, SIDE)."""
    lines = min(2, lattice.topology.rows), min(2, lattice.topology.cols)
    masks = _masks_by_parity(lattice)[: lines[0], : lines[1]]
    return np.unique(masks.reshape(-1, SIDE, SIDE), axis=0)


def _masks_by_parity(
    lattice: Lattice,
    zoom: tuple[float, float] = (1.0, 1.0),
    lower: float = 0.0,
    right: float = 0.0,
) -> NDArray[np.bool_]:
    """Return the masks of cells in even and odd rows and columns, (2, 2, SIDE, SIDE)."""
    by_parity = np.ones((2, 2, SIDE, SIDE), np.bool_)
    whole = np.array(tile_size(lattice))
    size, middles = whole / zoom, tile_centers(lattice) + np.array([right, lower]) * whole
    for row in range(min(2, lattice.topology.rows)):
        for col in range(min(2, lattice.topology.cols)):
            cell = lattice.topology.cell(row, col)
            corners = (lattice.polygon(cell) - middles[cell]) / size + 0.5
            filled = np.zeros((SIDE * 8, SIDE * 8), np.uint8)
            cv2.fillPoly(filled, [np.round(corners * SIDE * 8).astype(np.int32)], 255)
            small = cv2.resize(filled, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
            by_parity[row, col] = small > 127
    return by_parity
