"""Whether more cells lie beside those of a board that is no rectangle, or they are cut off."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.lattice import Lattice
from autoplay.vision.tiles import SIDE
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
"""Gray levels by which what is next to a cell may differ from a colour within cells."""

LEAST_SHOWN = 0.003
"""Share of all that cells show that is of a colour at least: a digit on one of a hundred."""


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
    plain = np.logical_or.reduce([each.pixels for each in (page, *grid.plain_beside(cells))])
    points = [_usual_at(grid, point, plain) for point in _just_beyond(grid.lattice, here)]
    seen = np.array([each for each in points if each is not None]).reshape(-1, 3)
    tiles = grid.tiles[here]
    faces = np.median(tiles.reshape(len(tiles), -1, 3), axis=1)
    like_faces = _are_among(seen, faces)
    like_signs = _are_among(seen, _colors_within(tiles)) & ~like_faces
    # A frame may have the colour of some sign, all along.
    differ = like_signs.any() and np.ptp(seen[like_signs], axis=0).max() > LIKE
    return int(like_faces.sum() + (like_signs.sum() if differ else 0)) >= LEAST_CUT


def _are_among(seen: NDArray[np.float64], colors: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return which of the colours seen, (n, 3), are one of the others."""
    away = np.abs(seen[:, None] - colors).max(axis=2).min(axis=1, initial=255.0)
    return np.asarray(away <= LIKE, np.bool_)


def _colors_within(tiles: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the colours of what cells show within their lines, (n, 3): but for rare ones."""
    inner = tiles[:, SIDE // 4 : -SIDE // 4, SIDE // 4 : -SIDE // 4].reshape(-1, 3)
    colors, counts = np.unique(np.rint(inner / LIKE).astype(int), axis=0, return_counts=True)
    return np.asarray(colors[counts >= LEAST_SHOWN * len(inner)] * LIKE, np.float64)


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


def _usual_at(
    grid: Grid, point: NDArray[np.float64], plain: NDArray[np.bool_]
) -> NDArray[np.float64] | None:
    """Return the usual colour around a point, (3,); None where that is ``plain``, or not to be
    seen."""
    half = max(BREADTH * min(grid.lattice.pitch), 1)
    low, high = (np.rint(point - grid.origin + way).astype(int) for way in (-half, half))
    cols, rows = (slice(max(a, 0), max(b + 1, 0)) for a, b in zip(low, high, strict=True))
    part = plain[rows, cols]
    if part.size == 0 or part.mean() >= PAGE:
        return None
    return np.asarray(np.median(grid.beneath[rows, cols].reshape(-1, 3), axis=0), np.float64)
