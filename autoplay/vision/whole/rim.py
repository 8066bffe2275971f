"""Whether more cells lie beside those of a board that is no rectangle, or they are cut off."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Lattice
from autoplay.vision.whole.places import PAGE, Grid, Page, Places

BEYOND_SIDE, BEYOND_CORNER, BREADTH = 0.75, 0.16, 0.05
"""Where it is looked for cut cells: as a share of the way from a cell to the one that would be
next, in pitches beyond a corner, and half the width in pitches of what is looked at there."""

AT_CORNER = {Shape.HEXAGON: 3, Shape.TRIANGLE: 6}
"""Cells that meet at a corner."""

LEAST_CUT = 4
"""Points beside cells in the colour of one that make a board one that goes on: at fewer something
else may lie."""

LIKE = 8.0
"""Gray levels by which what is next to a cell may differ from the usual colour of one."""


def goes_on(grid: Grid, cells: Places, page: Page) -> bool:
    """Whether more cells lie beside these: places that look like one of them, or that are cut
    off, so that just beyond a cell is no plain area, but the colour of a cell. Or these are cut
    off themselves."""
    here = cells.ravel()
    if not grid.are_whole[here].all():
        return True
    beside = grid.beside(cells) & ~page.fills & ~cells
    if grid.like_cells(beside, cells).any():
        return True
    colors = np.median(grid.tiles[here].reshape(np.count_nonzero(here), -1, 3), axis=1)
    seen = [_usual_at(grid, point, page) for point in _just_beyond(grid.lattice, here)]
    cut = [np.abs(colors - each).max(axis=1).min() for each in seen if each is not None]
    return bool(sum(away <= LIKE for away in cut) >= LEAST_CUT)


def _just_beyond(lattice: Lattice, here: NDArray[np.bool_]) -> Iterator[NDArray[np.float64]]:
    """Yield points (x, y) beside these cells, beyond the middle of each side and each corner
    that lies at their rim."""
    topology = lattice.topology
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


def _usual_at(grid: Grid, point: NDArray[np.float64], page: Page) -> NDArray[np.float64] | None:
    """Return the usual colour around a point, (3,); None where that is the page, or another
    large plain area, or not to be seen."""
    half = max(BREADTH * min(grid.lattice.pitch), 1)
    (left, top), (x, y) = np.array(grid.origin), point
    rows, cols = (
        slice(max(round(at - half), 0), max(round(at + half) + 1, 0)) for at in (y - top, x - left)
    )
    plain = np.logical_or.reduce([each.pixels[rows, cols] for each in (page, *grid.wide)])
    if plain.size == 0 or plain.mean() >= PAGE:
        return None
    seen = grid.beneath[rows, cols].reshape(-1, 3)
    return np.asarray(np.median(seen, axis=0), np.float64)
