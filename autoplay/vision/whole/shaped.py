"""Boards that are no rectangle: which places of a lattice have a cell, and which are the page.

Hexagons lie in the form of a hexagon, a rhombus or a triangle, or every second line has a cell
less; triangles form a larger one. Where there is no cell the page goes on across the sides that
cells there would have. Opened cells without lines may look so too, but not in such a form.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape, Topology
from autoplay.vision.finding.reach import ROWS_SHIFTED
from autoplay.vision.finding.tiling import OTHER
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice
from autoplay.vision.tiles import canonical_tiles
from autoplay.vision.whole.trimmed import FOREIGN, share_unlike

AROUND = 4
"""Lines around a lattice among which cells are looked for: an even number keeps its variant."""

WITHIN = 0.75
"""Share of a cell, about its middle, that is looked at: its lines are outside of that."""

SAME = 3
"""Gray levels by which the page differs from itself."""

PAGE = 0.5
"""Share of a place that the page fills where there is no cell: what stands there may fill the rest.
"""

BEYOND_SIDE, BEYOND_CORNER, BREADTH = 0.75, 0.16, 0.05
"""Where it is looked for cut cells: as a share of the way from a cell to the one that would be next,
in pitches beyond a corner, and half the width in pitches of what is looked at there."""

AT_CORNER = {Shape.HEXAGON: 3, Shape.TRIANGLE: 6}
"""Cells that meet at a corner."""

LEAST_CUT = 4
"""Points beside cells in the colour of one that make a board one that goes on: at fewer something
else may lie."""

LIKE = 8.0
"""Gray levels by which what is next to a cell may differ from the usual colour of one."""

LEAST_PAGE = 3
"""Places that the page fills at least: plain cells within their lines fill one."""

WHOLE_CELL, BEYOND_CELL = 0.6, 0.1
"""Share of a cell that its face fills at least, and how much more at most of a plain area that is
the face of one cell lies beyond it."""

MOST_PAGES, LEAST_PRESENT = 4, 0.4
"""Colours of a page that are tried, and the share of the places that have a cell at least."""

MOST_SHAPES = 4
"""Forms that are read."""

MOST_TRIMMED = 1
"""Lines at each side of what looks like cells that may be none."""

Places = NDArray[np.bool_]
"""Of every place of a grid something that it is or not, (rows, cols)."""


def shaped(image: Image, lattice: Lattice) -> list[Lattice]:
    """Return lattices of the same cells, and of like ones around them, whose other places are the
    page in a form that boards have; the most regular ones first.

    ``image`` is BGR or BGRA uint8. Squares always fill their rectangle.
    """
    if lattice.topology.shape is Shape.SQUARE or any(lattice.wider):
        return []
    grid = _Grid.around(image[..., :3], lattice)
    found: dict[Lattice, tuple[int, int, int]] = {}
    for page in grid.pages():
        present = grid.cells_beside(page)
        for part in _trimmed(present):
            cut = grid.cut_to(part)
            if cut is None or cut in found or not (symmetries := _symmetries(cut)):
                continue
            if not grid.goes_on(part, page):
                dropped = int((present & ~part).sum())
                found[cut] = -symmetries, dropped, -len(cut.topology.absent)
    return sorted(found, key=found.__getitem__)[:MOST_SHAPES]


@dataclass(frozen=True, eq=False)
class _Page:
    """A plain area of one color, (3,): its ``pixels`` beneath a grid, and the places it fills."""

    color: NDArray[np.int16]
    pixels: NDArray[np.bool_]
    fills: Places

    def joined(self, other: _Page) -> _Page:
        """Return both areas as one."""
        return _Page(self.color, self.pixels | other.pixels, self.fills | other.fills)


@dataclass(frozen=True, eq=False)
class _Grid:
    """A lattice with more lines around it, in a picture BGR uint8; ``inner`` are its own cells."""

    image: Image
    lattice: Lattice
    inner: Places

    @classmethod
    def around(cls, image: Image, lattice: Lattice) -> _Grid:
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
    def _origin(self) -> tuple[int, int]:
        """The pixel (x, y) of the picture that is the first beneath the grid."""
        return max(self.lattice.box[0], 0), max(self.lattice.box[1], 0)

    @cached_property
    def _beneath(self) -> Image:
        """The part of the picture beneath the grid."""
        (left, top), (_, _, right, bottom) = self._origin, self.lattice.box
        return np.ascontiguousarray(self.image[top:bottom, left:right])

    @cached_property
    def _owners(self) -> NDArray[np.int32]:
        """Which place each pixel beneath the grid lies well within, -1 where in none."""
        owners = np.full(self._beneath.shape[:2], -1, np.int32)
        for place in range(len(self.lattice.topology)):
            outline = self.lattice.polygon(place)
            middle = outline.mean(axis=0)
            points = middle + (outline - middle) * WITHIN - self._origin
            cv2.fillConvexPoly(owners, np.round(points * 16).astype(np.int32), place, shift=4)
        return owners

    @cached_property
    def _sizes(self) -> NDArray[np.intp]:
        """How many pixels are looked at of each place, (places,); 0 beyond the picture."""
        return np.bincount(self._owners[self._owners >= 0], minlength=len(self.lattice.topology))

    @cached_property
    def _are_whole(self) -> NDArray[np.bool_]:
        """Which places lie within the picture, (places,)."""
        half = np.divide(self.lattice.cell_size, 2) - 0.5
        low, high = self.lattice.centers - half, self.lattice.centers + half
        return np.asarray(((low >= 0) & (high <= self.image.shape[1::-1])).all(axis=1))

    def pages(self) -> list[_Page]:
        """Return the plain areas that go on from the outer places, those of one color as one: the
        ones that fill most places, these first."""
        found: list[_Page] = []
        for area in self._areas:
            near = [np.abs(each.color - area.color).max() <= SAME for each in found]
            if any(near):
                found[near.index(True)] = found[near.index(True)].joined(area)
            else:
                found.append(area)
        return sorted(found, key=lambda each: -int(each.fills.sum()))[:MOST_PAGES]

    @cached_property
    def _areas(self) -> list[_Page]:
        """The plain areas that go on from the outer places, and fill some."""
        high, wide = self._beneath.shape[:2]
        seen = np.zeros((high + 2, wide + 2), np.uint8)
        areas = []
        for place in self._outer():
            x, y = np.round(self.lattice.centers[place] - self._origin).astype(int).tolist()
            if not (0 <= x < wide and 0 <= y < high) or seen[y + 1, x + 1]:
                continue
            before = seen.copy()
            flags = 4 | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE | 1 << 8
            cv2.floodFill(self._beneath, seen, (x, y), 0, (SAME,) * 3, (SAME,) * 3, flags)
            pixels = (seen != before)[1:-1, 1:-1]
            count = np.bincount(self._owners[pixels & (self._owners >= 0)], minlength=len(self._sizes))
            fills = ((count >= PAGE * self._sizes) & (self._sizes > 0)).reshape(self.inner.shape)
            if fills.any() and not self._is_one_cell(pixels, fills):
                areas.append(_Page(self._beneath[y, x].astype(np.int16), pixels, fills))
        return areas

    def _is_one_cell(self, pixels: NDArray[np.bool_], fills: Places) -> bool:
        """Whether a plain area is the face of one cell, and ends at its lines."""
        if np.count_nonzero(fills) > 1:
            return False
        place = int(fills.argmax())
        inside = np.zeros(pixels.shape, np.uint8)
        outline = self.lattice.polygon(place) - self._origin
        cv2.fillConvexPoly(inside, np.round(outline * 16).astype(np.int32), 1, shift=4)
        within = np.count_nonzero(pixels & (inside > 0))
        is_filled = within >= WHOLE_CELL * np.count_nonzero(inside)
        return bool(is_filled and np.count_nonzero(pixels) - within <= BEYOND_CELL * within)

    @cached_property
    def _wide(self) -> list[_Page]:
        """The areas that are larger than a plain cell within its lines."""
        return [each for each in self._areas if each.fills.sum() >= LEAST_PAGE]

    def _outer(self) -> list[int]:
        """Return the places around the inner ones and those along their rim, if in the picture."""
        rim = self.inner.copy()
        rim[AROUND + 1 : -AROUND - 1, AROUND + 1 : -AROUND - 1] = False
        return np.flatnonzero((rim | ~self.inner).ravel() & (self._sizes > 0)).tolist()

    def cells_beside(self, page: _Page) -> Places:
        """Return the places with a cell: the inner ones that are none of the page, and like ones
        beside them."""
        present = self.inner & ~page.fills
        like = self._like_cells(~self.inner & ~page.fills, present)
        while (more := like & self._beside(present) & ~present).any():
            present = present | more
        return _largest(present.ravel(), self.lattice.topology.side_table).reshape(present.shape)

    def _like_cells(self, places: Places, cells: Places) -> Places:
        """Return which of these places, but for the cells, look like one of these: those in the
        picture that are no part of a larger plain area."""
        left = np.logical_and.reduce([places, ~cells, *(~each.fills for each in self._wide)]).ravel()
        left &= self._are_whole
        up = self.lattice.topology.points_up
        like = np.zeros(len(left), np.bool_)
        for way in (True, False):
            outer, within = left & (up == way), cells.ravel() & (up == way)
            unlike = share_unlike(self._tiles[outer], self._tiles[within], least=1)
            like[outer] = within.any() & (unlike < FOREIGN)
        return like.reshape(places.shape)

    def goes_on(self, cells: Places, page: _Page) -> bool:
        """Whether more cells lie beside these: places that look like one of them, or that are cut
        off, so that just beyond a cell is no plain area, but the colour of a cell. Or these are cut
        off themselves."""
        here = cells.ravel()
        if not self._are_whole[here].all():
            return True
        beside = self._beside(cells) & ~page.fills & ~cells
        if self._like_cells(beside, cells).any():
            return True
        colors = np.median(self._tiles[here].reshape(np.count_nonzero(here), -1, 3), axis=1)
        seen = [self._usual_at(point, page) for point in self._just_beyond(here)]
        cut = [np.abs(colors - each).max(axis=1).min() for each in seen if each is not None]
        return sum(away <= LIKE for away in cut) >= LEAST_CUT

    def _just_beyond(self, here: NDArray[np.bool_]) -> Iterator[NDArray[np.float64]]:
        """Yield points (x, y) beside these cells, beyond the middle of each side and each corner
        that lies at their rim."""
        lattice, topology = self.lattice, self.lattice.topology
        rim = here & np.append(~here, True)[topology.side_table].any(axis=1)
        corners: dict[tuple[int, int], NDArray[np.float64]] = {}
        for cell in np.flatnonzero(rim).tolist():
            for other in topology.side_table[cell]:
                if other >= 0 and not here[other]:
                    step = lattice.centers[other] - lattice.centers[cell]
                    yield lattice.centers[cell] + BEYOND_SIDE * step
            corners |= zip(topology.polygon(cell), lattice.polygon(cell), strict=True)
        around: dict[tuple[int, int], list[int]] = {corner: [] for corner in corners}
        for cell in np.flatnonzero(here).tolist():
            for corner in around.keys() & topology.polygon(cell):
                around[corner].append(cell)
        for corner, cells in around.items():
            if len(cells) < AT_CORNER[topology.shape]:
                away = corners[corner] - lattice.centers[cells].mean(axis=0)
                away *= BEYOND_CORNER * min(lattice.pitch) / max(float(np.linalg.norm(away)), 1.0)
                yield corners[corner] + away

    def _usual_at(self, point: NDArray[np.float64], page: _Page) -> NDArray[np.float64] | None:
        """Return the usual colour around a point, (3,); None where that is the page, or another
        large plain area, or not to be seen."""
        half = max(BREADTH * min(self.lattice.pitch), 1)
        (left, top), (x, y) = np.array(self._origin), point
        rows, cols = (
            slice(max(round(at - half), 0), max(round(at + half) + 1, 0)) for at in (y - top, x - left)
        )
        plain = np.logical_or.reduce([each.pixels[rows, cols] for each in (page, *self._wide)])
        if plain.size == 0 or plain.mean() >= PAGE:
            return None
        seen = self._beneath[rows, cols].reshape(-1, 3)
        return np.asarray(np.median(seen, axis=0), np.float64)

    def _beside(self, cells: Places) -> Places:
        """Return the places that share a side with one of these."""
        table = self.lattice.topology.side_table
        return np.append(cells.ravel(), False)[table].any(axis=1).reshape(cells.shape)

    @cached_property
    def _tiles(self) -> NDArray[np.float32]:
        return canonical_tiles(self.image, self.lattice).astype(np.float32)

    def cut_to(self, present: Places) -> Lattice | None:
        """Return the lattice of these cells alone, None where they fill it or are too few."""
        rows, cols = (np.flatnonzero(present.any(axis=axis)) for axis in (1, 0))
        if not present.any():
            return None
        part = present[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
        if min(part.shape) < SMALLEST_BOARD or part.all() or part.mean() < LEAST_PRESENT:
            return None
        topology = self.lattice.topology
        odd = (rows[0] if topology.variant in ROWS_SHIFTED else cols[0]) % 2
        if topology.shape is Shape.TRIANGLE:
            odd = (rows[0] + cols[0]) % 2
        cut = Topology(
            topology.shape,
            *part.shape,
            OTHER[topology.variant] if odd else topology.variant,
            frozenset(np.flatnonzero(~part.ravel()).tolist()),
        )
        x, y = self.lattice.center(topology.cell(int(rows[0]), int(cols[0])))
        return Lattice(cut, (x, y), self.lattice.pitch)


def _trimmed(present: Places) -> Iterator[Places]:
    """Yield the cells without up to so many lines at each side: what lies beside a board may fill
    places as cells do."""
    if not present.any():
        return
    rows, cols = (np.flatnonzero(present.any(axis=axis)) for axis in (1, 0))
    for top, bottom, left, right in itertools.product(range(MOST_TRIMMED + 1), repeat=4):
        part = np.zeros_like(present)
        kept = np.ix_(rows[top : len(rows) - bottom], cols[left : len(cols) - right])
        part[kept] = present[kept]
        if part.any():
            yield part


def _largest(cells: Places, table: NDArray[np.int32]) -> Places:
    """Return the largest area of cells that touch at their sides, (places,)."""
    left, best = cells.copy(), np.zeros(0, np.intp)
    while left.any():
        area = np.zeros(len(cells) + 1, np.bool_)
        area[np.flatnonzero(left)[0]] = True
        while True:
            wider = area.copy()
            wider[table[np.flatnonzero(area[:-1])].ravel()] = True
            wider[:-1] &= left
            wider[-1] = False
            if (wider == area).all():
                break
            area = wider
        members = np.flatnonzero(area[:-1])
        left[members] = False
        if len(members) > len(best):
            best = members
    largest = np.zeros(len(cells), np.bool_)
    largest[best] = True
    return largest


def _symmetries(lattice: Lattice) -> int:
    """Return how many of these leave the board as it is: a mirror from right to left, one upside
    down, a turn by half; 0 where a line of cells has a gap or none is there."""
    topology = lattice.topology
    present = np.ones(len(topology), np.bool_)
    present[list(topology.absent)] = False
    grid = present.reshape(topology.rows, topology.cols)
    by_cols = topology.shape is Shape.HEXAGON and topology.variant not in ROWS_SHIFTED
    lines = grid.T if by_cols else grid
    ends = np.diff(np.pad(lines, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    if ((ends > 0).sum(axis=1) != 1).any():
        return 0
    places = lattice.centers[present] / np.array(lattice.pitch) * 4
    places = np.round(places - places.min(axis=0)).astype(int)
    most = places.max(axis=0)
    here = {tuple(each) for each in places.tolist()}
    turned = (
        np.stack([most[0] - places[:, 0], places[:, 1]], axis=1),
        np.stack([places[:, 0], most[1] - places[:, 1]], axis=1),
        most - places,
    )
    return sum({tuple(each) for each in way.tolist()} == here for way in turned)
