"""How far a board reaches: lines of cells are its own while they look like those already known.

Every board repeats few looks, so the cells of one more row or column match some that were seen, and
what lies beside the board does not. Plain cells that have the colour of the page prove nothing:
their line counts when seams between its cells are drawn, when a known line follows, or when it ends
at a drawn border.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import Image, Lattice

Float = NDArray[np.float32]
Flags = NDArray[np.bool_]

SIDE = 9
"""Samples across a cell."""

INNER = 0.8
"""Share of a cell that is compared: lines and the pixel that a fit may be off are left out."""

LIKE = 7.0
"""Gray levels (root mean square) up to which two cells look alike: JPEG at quality 70 makes 4, the
nearest look of what lies beside a board has 8 and more on the screens measured."""

HELD = 0.5
"""Share of a line's cells that must look known: lines of real boards have 0.6 and more, unless
numbers crowd there that were not seen yet; what lies beside a board has 0.1 and less."""

STRANGE = 0.3
"""Share of a border line's cells that look like others below which the line is dropped."""

MARKED = 0.25
"""Share of a line's cells that show something known at which the line is one of the board's."""

PLAIN = 4.0
"""Gray levels (standard deviation) within a look that shows nothing."""

ALIKE = 14.0
"""The same for two seams: their sharp edges make more of half a pixel between them."""

FAINT = 1.2
"""The same of a seam that is drawn: two greens of a checkerboard have 2 to 4."""

SEAM = (0.3, 0.7)
"""Shares of the way from a cell's middle to the next one's between which its seam is looked at."""

MOST_PLAIN = 3
"""Plain lines in a row after which the board may go on."""

MOST_LOOKS = 48

MOST_STRANGE = 3
"""Lines dropped at one side: a toolbar is up to three cells high."""

SMALLEST = 4

MOST = 110
"""Rows or columns; boards have up to 100."""


@dataclass(frozen=True, eq=False)
class _Grid:
    """A lattice larger than the board, its cells and the box (top, left, bottom, right) known.

    ``tiles`` is (rows, cols, samples) float32, ``visible`` (rows, cols). ``across`` and ``down``
    are the seams from column to column and from row to row, like tiles less one column or row.
    """

    lattice: Lattice
    tiles: Float
    visible: Flags
    across: Float
    down: Float


@dataclass(frozen=True, eq=False)
class _Evidence:
    """What looks known, and what of that shows something, in a grid: its cells and their seams.

    ``across`` are the seams from column to column, ``down`` those from row to row: known, drawn.
    """

    known: Flags
    marked: Flags
    across: tuple[Flags, Flags]
    down: tuple[Flags, Flags]

    def of_line(self, box: Box, side: int) -> tuple[float, bool]:
        """Return how far the line at a side is like the board, and whether it is no plain page."""
        top, left, bottom, right = box
        line = _line(box, side)
        if side in (0, 2):
            along: Index = line[0], slice(left, right - 1)
            before: Index = top if side == 0 else bottom - 2, slice(left, right)
            (known, drawn), (joined, _) = self.across, self.down
        else:
            along = slice(top, bottom - 1), line[1]
            before = slice(top, bottom), left if side == 1 else right - 2
            (known, drawn), (joined, _) = self.down, self.across
        like = min(self.known[line].mean(), known[along].mean(), joined[before].mean())
        shown = self.marked[line].mean() >= MARKED or drawn[along].mean() >= HELD
        return float(like), bool(shown)


Index = tuple[slice | int, slice | int]

Box = tuple[int, int, int, int]
"""First row, first column, row after the last, column after the last."""


def softened(image: Image, lattice: Lattice) -> Float:
    """Return the picture, BGR float32, blurred by what a cell's edge may be off."""
    sigma = max(0.5, 0.05 * min(lattice.cell_size))
    plain = np.ascontiguousarray(image[:, :, :3])
    blurred = cv2.GaussianBlur(plain, (0, 0), sigma)
    return np.asarray(blurred, dtype=np.float32)


def known_share(image: Float, lattice: Lattice) -> float:
    """Return the share of cells that look like others of the lattice; ``image`` is ``softened``."""
    tiles = _tiles(image, lattice).reshape(len(lattice.topology), -1)
    return float((_nearest(tiles, _looks(tiles))[1] < LIKE).mean())


def reached(image: Float, lattice: Lattice) -> Lattice:
    """Return the lattice with the lines dropped and gained that its cells' looks tell of.

    ``image`` is ``softened``. Lines are gained up to half as many again as there are, because a
    pitch fitted to so many holds for no more.
    """
    rows, cols = lattice.topology.rows, lattice.topology.cols
    more_rows, more_cols = max(rows // 2, 3), max(cols // 2, 3)
    grid = _grid(image, lattice, more_rows, more_cols)
    box = _shrunk(grid, (more_rows, more_cols, more_rows + rows, more_cols + cols))
    evidence = _evidence(grid, box)
    for _ in range(3):
        before = box
        for side in range(4):
            box = _extended(evidence, box, side)
        if box == before:
            break
    top, left, bottom, right = box
    return window(grid.lattice, top, left, bottom - top, right - left)


def _grid(image: Float, lattice: Lattice, more_rows: int, more_cols: int) -> _Grid:
    topology = lattice.topology
    rows, cols = topology.rows + 2 * more_rows, topology.cols + 2 * more_cols
    grid = window(lattice, -more_rows, -more_cols, rows, cols)
    height, width = image.shape[:2]
    half = np.array(grid.cell_size) / 2 * INNER
    inside = (grid.centers - half >= -1).all(axis=1)
    inside &= (grid.centers + half <= (width, height)).all(axis=1)
    tiles = _tiles(image, grid)
    centers = grid.centers.reshape(rows, cols, 2)
    return _Grid(
        grid,
        tiles.reshape(rows, cols, -1),
        inside.reshape(rows, cols),
        _seams(image, centers[:, :-1], centers[:, 1:]),
        _seams(image, centers[:-1], centers[1:]),
    )


def _tiles(image: Float, lattice: Lattice) -> Float:
    """Return samples of every cell's inner part, (cells, samples, 3) float32."""
    steps = (np.arange(SIDE) + 0.5) / SIDE - 0.5
    points = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    size = np.array(lattice.cell_size)
    outline = ((lattice.polygon(0) - lattice.center(0)) / size).astype(np.float32)
    within = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in points]
    middle = outline.mean(axis=0)
    points = (middle + (points[within] - middle) * INNER) * size
    turned = np.ones((len(lattice.topology), 1))
    if lattice.topology.shape is Shape.TRIANGLE:
        row, col = np.divmod(np.arange(len(turned)), lattice.topology.cols)
        turned[(row + col) % 2 == 1] = -1
    x = lattice.centers[:, :1] + points[:, 0]
    y = lattice.centers[:, 1:] + points[:, 1] * turned
    tiles = cv2.remap(image, x.astype(np.float32), y.astype(np.float32), cv2.INTER_LINEAR)
    return np.asarray(tiles, dtype=np.float32)


def _looks(tiles: Float) -> Float:
    """Return looks that several cells share, (looks, samples), the first seen first."""
    left = tiles.reshape(-1, tiles.shape[-1])
    looks: list[Float] = []
    while len(left) and len(looks) < MOST_LOOKS:
        alike = ((left - left[0]) ** 2).mean(axis=1) < LIKE**2
        if alike.sum() > 1:
            looks.append(left[alike].mean(axis=0))
        left = left[~alike]
    return np.array(looks, dtype=np.float32).reshape(-1, tiles.shape[-1])


def _evidence(grid: _Grid, box: Box) -> _Evidence:
    """Return what is known in the grid by the looks of the cells in a box, and of their seams."""
    top, left, bottom, right = box
    known, marked = _alike(grid.tiles, _looks(grid.tiles[top:bottom, left:right]))
    across, down = grid.across, grid.down
    return _Evidence(
        known & grid.visible,
        marked & grid.visible,
        _alike(across, _looks(across[top:bottom, left : right - 1]), FAINT, ALIKE),
        _alike(down, _looks(down[top : bottom - 1, left:right]), FAINT, ALIKE),
    )


def _alike(
    tiles: Float, looks: Float, least: float = PLAIN, most: float = LIKE
) -> tuple[Flags, Flags]:
    """Return which tiles look like one of these, and which of them show something.

    ``least`` is the contrast of a tile that shows something, ``most`` the distance of like ones.
    ``tiles`` is (rows, cols, samples), the results (rows, cols).
    """
    shape = tiles.shape[:2]
    tiles = tiles.reshape(-1, tiles.shape[2])
    nearest, distance = _nearest(tiles, looks)
    known = distance < most
    plain = np.append(_contrast(looks) < least, True)
    marked = known & ~plain[nearest] & (_contrast(tiles) >= least)
    return known.reshape(shape), marked.reshape(shape)


def _contrast(tiles: Float) -> Float:
    """Return the standard deviation within each tile, in gray levels."""
    colours = tiles.reshape(len(tiles), tiles.shape[1] // 3, 3)
    away = colours - colours.mean(axis=1, keepdims=True)
    contrast: Float = np.sqrt((away**2).mean(axis=(1, 2)))
    return contrast


def _nearest(tiles: Float, looks: Float) -> tuple[NDArray[np.intp], Float]:
    """Return the look nearest to each tile, -1 without any, and its root mean square distance."""
    if not len(looks):
        return np.full(len(tiles), -1), np.full(len(tiles), np.inf, dtype=np.float32)
    squares = (tiles**2).sum(axis=1)[:, None] + (looks**2).sum(axis=1) - 2 * tiles @ looks.T
    nearest = squares.argmin(axis=1)
    least = squares[np.arange(len(tiles)), nearest]
    return nearest, np.sqrt(np.maximum(least, 0) / tiles.shape[1])


def _shrunk(grid: _Grid, box: Box) -> Box:
    """Return the box without lines at its sides that are unlike the others.

    The lines of a toolbar are like one another, so those near a side are compared with the rest.
    """
    for side in range(4):
        top, left, bottom, right = box
        count = bottom - top if side in (0, 2) else right - left
        most = min(MOST_STRANGE, count - SMALLEST)
        if most < 1:
            continue
        evidence = _evidence(grid, _moved(box, side, -most))
        for _ in range(most):
            if evidence.of_line(box, side)[0] >= STRANGE:
                break
            box = _moved(box, side, -1)
    return box


def _extended(evidence: _Evidence, box: Box, side: int) -> Box:
    """Return the box with the lines beyond one side that are the board's."""
    best = box
    rows, cols = evidence.known.shape
    while True:
        box = _moved(box, side, 1)
        top, left, bottom, right = box
        if min(top, left) < 0 or bottom > rows or right > cols:
            break
        like, shown = evidence.of_line(box, side)
        if max(bottom - top, right - left) > MOST or like < HELD:
            break
        if shown:
            best = box
        elif _lines_apart(best, box) > MOST_PLAIN:
            break
    return best


def _seams(image: Float, one: NDArray[np.float64], other: NDArray[np.float64]) -> Float:
    """Return samples between the middles of cells and of their neighbours, (rows, cols, samples).

    Both are (rows, cols, 2).
    """
    shares = np.linspace(*SEAM, SIDE)[:, None]
    points = one[:, :, None, :] * (1 - shares) + other[:, :, None, :] * shares
    points = points.reshape(len(one), -1, 2).astype(np.float32)
    values = cv2.remap(image, points[..., 0], points[..., 1], cv2.INTER_LINEAR)
    return np.asarray(values.reshape(*one.shape[:2], -1), dtype=np.float32)


def _line(box: Box, side: int) -> Index:
    """Return the index of the line at a side of a box: 0 top, 1 left, 2 bottom, 3 right."""
    top, left, bottom, right = box
    rows, cols = slice(top, bottom), slice(left, right)
    return ((top, cols), (rows, left), (bottom - 1, cols), (rows, right - 1))[side]


def _moved(box: Box, side: int, by: int) -> Box:
    """Return the box with a side moved outward."""
    sides = list(box)
    sides[side] += by if side >= 2 else -by
    return sides[0], sides[1], sides[2], sides[3]


def _lines_apart(one: Box, other: Box) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
