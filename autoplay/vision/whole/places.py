"""Which places of a grid the page fills, and which have cells.

A lattice is laid over more of the picture than its own cells. Plain areas that go on from its outer
places are the page; it does not cross the lines of cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.tiles import canonical_tiles
from autoplay.vision.whole.trimmed import FOREIGN, share_unlike

AROUND = 4
"""Lines around a lattice among which cells are looked for: an even number keeps its variant."""

WITHIN = 0.75
"""Share of a cell, about its middle, that is looked at: its lines are outside of that."""

SAME, NOISE, QUIET, MOST_NOISE = 3, 3.0, 0.2, 6.0
"""Gray levels by which the page differs from itself, and how many times as much more as those
pixels differ from their neighbours that do so least, up to this share: so much noise there is."""

SPOT = 2
"""Pixels around the middle of a place whose usual colour a plain area is sought by."""

PAGE = 0.5
"""Share of a place that the page fills where there is no cell: what stands there may fill the rest.
"""

LEAST_PAGE = 3
"""Places that the page fills at least: plain cells within their lines fill one."""

WHOLE_CELL, BEYOND_CELL = 0.6, 0.1
"""Share of a cell that its face fills at least, and how much more at most of a plain area that is
the face of one cell lies beyond it."""

LEAST_GAPS, FEW, AROUND_CELL, MOST_MOVES = 0.05, 0.1, 1.2, 3
"""Share of each cell, but for so few, that the page takes where a board has gaps, how much larger
cells are drawn to find their middle by, and how often that is done."""

MOST_PAGES = 4
"""Colours of a page that are tried."""

Places = NDArray[np.bool_]
"""Of every place of a grid something that it is or not, (rows, cols)."""


@dataclass(frozen=True, eq=False)
class Page:
    """A plain area of one color, (3,): its ``pixels`` beneath a grid, and the places it fills."""

    color: NDArray[np.int16]
    pixels: NDArray[np.bool_]
    fills: Places

    def joined(self, other: Page) -> Page:
        """Return both areas as one."""
        return Page(self.color, self.pixels | other.pixels, self.fills | other.fills)


@dataclass(frozen=True, eq=False)
class Grid:
    """A lattice with more lines around it, in a picture BGR uint8; ``inner`` are its own cells."""

    image: Image
    lattice: Lattice
    inner: Places

    @classmethod
    def around(cls, image: Image, lattice: Lattice) -> Grid:
        """Return the grid around a lattice."""
        topology = lattice.topology
        more = replace(topology, rows=topology.rows + 2 * AROUND, cols=topology.cols + 2 * AROUND)
        larger = replace(lattice, topology=more).moved(
            -AROUND * lattice.pitch[0], -AROUND * lattice.pitch[1]
        )
        inner = np.zeros((more.rows, more.cols), np.bool_)
        inner[AROUND:-AROUND, AROUND:-AROUND] = True
        return cls(image, larger, inner)

    @cached_property
    def origin(self) -> tuple[int, int]:
        """The pixel (x, y) of the picture that is the first beneath the grid."""
        return max(self.lattice.box[0], 0), max(self.lattice.box[1], 0)

    @cached_property
    def beneath(self) -> Image:
        """The part of the picture beneath the grid."""
        (left, top), (_, _, right, bottom) = self.origin, self.lattice.box
        return np.ascontiguousarray(self.image[top:bottom, left:right])

    @cached_property
    def _owners(self) -> NDArray[np.int32]:
        """Which place each pixel beneath the grid lies well within, -1 where in none."""
        return self._owners_of(self.lattice, WITHIN)

    @cached_property
    def _sizes(self) -> NDArray[np.intp]:
        """How many pixels are looked at of each place, (places,); 0 beyond the picture."""
        return np.bincount(self._owners[self._owners >= 0], minlength=len(self.lattice.topology))

    @cached_property
    def are_whole(self) -> NDArray[np.bool_]:
        """Which places lie within the picture, (places,)."""
        half = np.divide(self.lattice.cell_size, 2) - 0.5
        low, high = self.lattice.centers - half, self.lattice.centers + half
        return np.asarray(((low >= 0) & (high <= self.image.shape[1::-1])).all(axis=1))

    def pages(self) -> list[Page]:
        """Return the plain areas that go on from the outer places, those of one color as one: the
        ones that fill most places, these first."""
        found: list[Page] = []
        for area in self._areas:
            near = [np.abs(each.color - area.color).max() <= self._same for each in found]
            if any(near):
                found[near.index(True)] = found[near.index(True)].joined(area)
            else:
                found.append(area)
        return sorted(found, key=lambda each: -int(each.fills.sum()))[:MOST_PAGES]

    @cached_property
    def _areas(self) -> list[Page]:
        """The plain areas that go on from the outer places, and fill some."""
        high, wide = self.beneath.shape[:2]
        seen = np.zeros((high + 2, wide + 2), np.uint8)
        part, same = self.beneath.copy(), (self._same,) * 3
        areas = []
        for place in self._outer():
            x, y = np.round(self.lattice.centers[place] - self.origin).astype(int).tolist()
            if not (0 <= x < wide and 0 <= y < high) or seen[y + 1, x + 1]:
                continue
            before = seen.copy()
            around = part[max(y - SPOT, 0) : y + SPOT + 1, max(x - SPOT, 0) : x + SPOT + 1]
            part[y, x] = color = np.median(around.reshape(-1, 3), axis=0)
            flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | 1 << 8
            cv2.floodFill(part, seen, (x, y), 0, same, same, flags)
            pixels = (seen != before)[1:-1, 1:-1]
            owned = self._owners[pixels & (self._owners >= 0)]
            count = np.bincount(owned, minlength=len(self._sizes))
            fills = ((count >= PAGE * self._sizes) & (self._sizes > 0)).reshape(self.inner.shape)
            if fills.any() and not self._is_one_cell(pixels, fills):
                areas.append(Page(color.astype(np.int16), pixels, fills))
        return areas

    @cached_property
    def _same(self) -> float:
        """Gray levels by which the page differs from itself, in a picture as noisy as this one."""
        steps = np.abs(np.diff(self.beneath.astype(np.int16), axis=1)).max(axis=2)
        return SAME + NOISE * min(float(np.quantile(steps, QUIET)), MOST_NOISE)

    def _is_one_cell(self, pixels: NDArray[np.bool_], fills: Places) -> bool:
        """Whether a plain area is the face of one cell, and ends at its lines."""
        if np.count_nonzero(fills) > 1:
            return False
        place = int(fills.argmax())
        inside = np.zeros(pixels.shape, np.uint8)
        outline = self.lattice.polygon(place) - self.origin
        cv2.fillConvexPoly(inside, np.round(outline * 16).astype(np.int32), 1, shift=4)
        within = np.count_nonzero(pixels & (inside > 0))
        is_filled = within >= WHOLE_CELL * np.count_nonzero(inside)
        return bool(is_filled and np.count_nonzero(pixels) - within <= BEYOND_CELL * within)

    def plain_beside(self, cells: Places) -> list[Page]:
        """Return the plain areas that are larger than a cell within its lines and fill none of
        these cells, whose own ground may go on from one to the next."""
        wide = [each for each in self._areas if each.fills.sum() >= LEAST_PAGE]
        return [each for each in wide if not (each.fills & cells).any()]

    def _outer(self) -> list[int]:
        """Return the places around the inner ones and those along their rim, if in the picture."""
        rim = self.inner.copy()
        rim[AROUND + 1 : -AROUND - 1, AROUND + 1 : -AROUND - 1] = False
        return np.flatnonzero((rim | ~self.inner).ravel() & (self._sizes > 0)).tolist()

    def cells_beside(self, page: Page) -> Places:
        """Return the places with a cell: the inner ones that are none of the page, and like ones
        beside them."""
        present = self.inner & ~page.fills
        like = self.like_cells(~self.inner & ~page.fills, present)
        while (more := like & self.beside(present) & ~present).any():
            present = present | more
        return _largest(present.ravel(), self.lattice.topology.side_table).reshape(present.shape)

    def like_cells(self, places: Places, cells: Places) -> Places:
        """Return which of these places, but for the cells, look like one of these: those in the
        picture that are no part of a larger plain area."""
        beside = self.plain_beside(cells)
        plain = np.logical_or.reduce([cells, *(each.fills for each in beside)])
        left = (places & ~plain).ravel() & self.are_whole
        up = self.lattice.topology.points_up
        like = np.zeros(len(left), np.bool_)
        for way in (True, False):
            outer, within = left & (up == way), cells.ravel() & (up == way)
            unlike = share_unlike(self.tiles[outer], self.tiles[within], least=1)
            like[outer] = within.any() & (unlike < FOREIGN)
        return like.reshape(places.shape)

    def centred(self, board: Lattice, page: Page) -> Lattice:
        """Return the lattice of hexagons moved to the middle of what is not the page, where the
        page lies around each of its cells: their outlines are drawn within their sides then."""
        if board.topology.shape is not Shape.HEXAGON:
            return board
        for _ in range(MOST_MOVES):
            owners = self._owners_of(board, 1.0)
            counts, pages = (
                np.bincount(owners[owners >= 0], weights, len(board.topology))
                for weights in (None, page.pixels[owners >= 0])
            )
            shares = pages[counts > 0] / counts[counts > 0]
            if not LEAST_GAPS <= np.quantile(shares, FEW) <= np.quantile(shares, 1 - FEW) < PAGE:
                break
            around = self._owners_of(board, AROUND_CELL) >= 0
            middles = [np.argwhere(area).mean(axis=0) for area in (around & ~page.pixels, around)]
            dy, dx = (middles[0] - middles[1]).tolist()
            board = board.moved(dx, dy)
        return board

    def _owners_of(self, board: Lattice, share: float) -> NDArray[np.int32]:
        """Return which cell of a board each pixel beneath the grid lies in, -1 where in none; each
        cell is drawn so many times as large."""
        owners = np.full(self.beneath.shape[:2], -1, np.int32)
        kinds: dict[tuple[int, int], NDArray[np.float64]] = {}
        for cell, center in enumerate(board.centers - self.origin):
            if not board.topology.is_present[cell]:
                continue
            row, col = divmod(cell, board.topology.cols)
            outline = kinds.get((row % 2, col % 2))
            if outline is None:  # cells of like lines have one outline
                outline = board.polygon(cell) - board.centers[cell]
                middle = outline.mean(axis=0)
                outline = kinds[row % 2, col % 2] = middle + (outline - middle) * share
            points = np.round((center + outline) * 16).astype(np.int32)
            cv2.fillConvexPoly(owners, points, cell, shift=4)
        return owners

    def beside(self, cells: Places) -> Places:
        """Return the places that share a side with one of these."""
        table = self.lattice.topology.side_table
        touched = np.append(cells.ravel(), np.False_)[table].any(axis=1)
        return np.asarray(touched.reshape(cells.shape), np.bool_)

    @cached_property
    def tiles(self) -> NDArray[np.float32]:
        """What each place shows, (places, SIDE, SIDE, 3)."""
        return canonical_tiles(self.image, self.lattice).astype(np.float32)


def _largest(cells: NDArray[np.bool_], table: NDArray[np.int32]) -> NDArray[np.bool_]:
    """Return the largest area of cells that touch at their sides, (places,)."""
    left, best = set(np.flatnonzero(cells).tolist()), set[int]()
    while left:
        todo, area = [left.pop()], set[int]()
        while todo:
            cell = todo.pop()
            area.add(cell)
            fresh = left.intersection(table[cell].tolist())
            left -= fresh
            todo.extend(fresh)
        best = max(best, area, key=len)
    largest = np.zeros(len(cells), np.bool_)
    largest[list(best)] = True
    return largest
