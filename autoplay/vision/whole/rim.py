"""Whether more cells lie beside those of a board that is no rectangle, or they are cut off.

What shows at the rim is compared with what shows at the same place of cells that are surrounded:
just beyond a side or a corner a cut cell looks like those next to these, and just within it a cell
that something hides looks like none of them.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Lattice
from autoplay.vision.whole.places import PAGE, Grid, Page, Places

BEYOND_SIDE, WITHIN_SIDE, BEYOND_CORNER, BREADTH = 0.75, 0.4, 0.16, 0.05
"""Where it is looked: as shares of the way from a cell to the one that would be next, in pitches
beyond a corner, and half the width in pitches of what is looked at there."""

AT_CORNER = {Shape.HEXAGON: 3, Shape.TRIANGLE: 6}
"""Cells that meet at a corner."""

LEAST_CUT, FEW_CUT = 4, 2
"""Places along the rim that make a board one that goes on: at fewer something else may lie, but not
where these are most of those that are not the page."""

PAIR, FEWEST_NOTCHES = 2, 3
"""Cells that meet at a notch, and notches of one side that are all hidden at least."""

LIKE, UNLIKE = 8.0, 24.0
"""Gray levels by which the same place of two cells differs at most where they show the same, and
at least where one is hidden."""

Spot = tuple[int, tuple[float, float]]
"""A cell, and how far from its middle (x, y) is looked, in pixels."""


def goes_on(grid: Grid, cells: Places, page: Page) -> bool:
    """Whether more cells lie beside these: places that look like one of them, or that are cut
    off. Or these are cut off or hidden themselves, or end where the picture does."""
    here = cells.ravel()
    if not grid.are_whole[here].all():
        return True
    beside = grid.beside(cells) & ~page.fills & ~cells
    if grid.like_cells(beside, cells).any():
        return True
    plain = np.logical_or.reduce([each.pixels for each in (page, *grid.plain_beside(cells))])
    rim = _Rim(grid, here, plain)
    return rim.is_cut() or rim.hidden() >= LEAST_CUT or rim.has_no_notches(page)


class _Rim:
    """The rim of cells, (places,), on a grid; pixels beneath it that are ``plain`` show none."""

    def __init__(self, grid: Grid, here: NDArray[np.bool_], plain: NDArray[np.bool_]) -> None:
        self._grid, self._lattice = grid, grid.lattice
        beside = np.append(here, np.False_)[self._lattice.topology.side_table]
        self._sides = list(_sides(self._lattice, here))
        corners = list(_corners(self._lattice, here))
        self._corners, self._aways = [spot for spot, _ in corners], [away for _, away in corners]
        whole = (self._lattice.topology.side_table >= 0).sum(axis=1).max()
        self._within = here & (beside.sum(axis=1) == whole)
        size = 2 * max(round(BREADTH * min(self._lattice.pitch)), 1) + 1
        self._shown = cv2.blur(grid.beneath, (size, size)).astype(np.float64)
        self._plain = cv2.blur(plain.astype(np.float32), (size, size)) >= PAGE

    def is_cut(self) -> bool:
        """Whether cut cells show beyond the rim, or the picture has ended, at most places where
        the page does not."""
        like = unlike = 0
        for cell, (dx, dy) in [*_scaled(self._sides, BEYOND_SIDE), *self._corners]:
            pixel = self._pixel(cell, (dx, dy))
            if pixel is not None and self._plain[pixel]:
                continue
            cut = pixel is None or self._away(cell, (dx, dy), self._shown[pixel]) <= LIKE
            like, unlike = like + cut, unlike + (not cut)
        return like >= LEAST_CUT or like >= max(FEW_CUT, unlike)

    def hidden(self) -> int:
        """Return at how many sides of the rim a cell shows what lies beyond, and no cell shows."""
        count = 0
        pairs = zip(
            _scaled(self._sides, WITHIN_SIDE), _scaled(self._sides, BEYOND_SIDE), strict=True
        )
        for (cell, inside), (_, outside) in pairs:
            pixels = self._pixel(cell, inside), self._pixel(cell, outside)
            if pixels[0] is not None and pixels[1] is not None:
                colors = self._shown[pixels[0]], self._shown[pixels[1]]
                same = np.abs(colors[0] - colors[1]).max() <= LIKE
                count += bool(same) and self._away(cell, inside, colors[0]) >= UNLIKE
        return count

    def has_no_notches(self, page: Page) -> bool:
        """Whether another colour than the page shows in all notches between hexagons along a side,
        where a frame leaves it free and what lies over their tips does not."""
        if self._lattice.topology.shape is not Shape.HEXAGON:
            return False
        ways: dict[int, list[NDArray[np.float64]]] = {}
        for (cell, offset), away in zip(self._corners, self._aways, strict=True):
            pixel = self._pixel(cell, offset)
            if pixel is not None and away is not None:
                ways.setdefault(away, []).append(self._shown[pixel])
        return any(
            len(seen) >= FEWEST_NOTCHES
            and np.ptp(seen, axis=0).max() <= LIKE
            and np.abs(np.subtract(seen, page.color)).max(axis=1).min() >= UNLIKE
            for seen in ways.values()
        )

    def _pixel(self, cell: int, offset: tuple[float, float]) -> tuple[int, int] | None:
        """Return the row and column beneath the grid of a spot, None beyond the picture."""
        x, y = np.rint(self._lattice.centers[cell] + offset - self._grid.origin).astype(int)
        high, wide = self._plain.shape
        return (int(y), int(x)) if 0 <= y < high and 0 <= x < wide else None

    def _away(self, cell: int, offset: tuple[float, float], color: NDArray[np.float64]) -> float:
        """Return by how much this place of the nearest cell that is surrounded differs from a
        colour: of one that points the same way."""
        up = self._lattice.topology.points_up
        others = self._within & (up == up[cell])
        if not others.any():
            others = self._within
        spots = self._lattice.centers[others] + offset - self._grid.origin
        x, y = np.rint(spots).astype(int).T
        high, wide = self._plain.shape
        shown = self._shown[np.clip(y, 0, high - 1), np.clip(x, 0, wide - 1)]
        return float(np.abs(shown - color).max(axis=1).min(initial=255.0))


def _scaled(spots: list[Spot], share: float) -> list[Spot]:
    return [(cell, (share * dx, share * dy)) for cell, (dx, dy) in spots]


def _sides(lattice: Lattice, here: NDArray[np.bool_]) -> Iterator[Spot]:
    """Yield each side of these cells at their rim: the cell, and the way to the next place."""
    table = lattice.topology.side_table
    for cell in np.flatnonzero(here).tolist():
        for other in table[cell][table[cell] >= 0].tolist():
            if not here[other]:
                dx, dy = (lattice.centers[other] - lattice.centers[cell]).tolist()
                yield cell, (dx, dy)


def _corners(lattice: Lattice, here: NDArray[np.bool_]) -> Iterator[tuple[Spot, int | None]]:
    """Yield a spot just beyond each corner of these cells that others lack at, and in which of six
    ways it lies where two cells meet there."""
    topology = lattice.topology
    places: dict[tuple[int, int], NDArray[np.float64]] = {}
    around: dict[tuple[int, int], list[int]] = {}
    for cell in np.flatnonzero(here).tolist():
        corners = topology.polygon(cell)
        places |= zip(corners, lattice.polygon(cell), strict=True)
        for corner in corners:
            around.setdefault(corner, []).append(cell)
    for corner, cells in around.items():
        if len(cells) < AT_CORNER[topology.shape]:
            away = places[corner] - lattice.centers[cells].mean(axis=0)
            way = round(math.degrees(math.atan2(away[1], away[0])) / 60 + 0.25) % 6
            away *= BEYOND_CORNER * min(lattice.pitch) / max(float(np.linalg.norm(away)), 1.0)
            dx, dy = (places[corner] + away - lattice.centers[cells[0]]).tolist()
            yield (cells[0], (dx, dy)), way if len(cells) == PAIR else None
