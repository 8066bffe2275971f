"""Something over the board that is no cell: a dialog, a banner, another window.

What lies over a board has straight sides that care nothing for its cells. A side is a long run of
pixels where the picture changes across the run, half-way through cells, at a height (or width) at
which no other row (or column) of cells changes. Lines, bevels and glosses of a skin are at the same
place in many cells, digits and marks are shorter than a cell, so neither makes such a run.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import Cell, Shape
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Image, Lattice, evened

STEP = 14
"""Gray levels by which a side changes the picture; window borders differ from cells by more."""

BRIGHTNESS_STEP = 6
"""Gray levels by which the brightness changes too: JPEG smears colours alone over whole blocks."""

LENGTH = 2.3
"""Cells: how long a run must be. A mark fills one cell, so three in a row stay apart by gaps."""

CORNER, CORNER_SIDE, CORNER_SIDES = 1.2, 1.7, 3.2
"""Cells: how long two runs that meet in a corner must be each, the longer one, and both together. A
mark has no sides that go on beyond its cell: on 1255 boards, 326 of them drawn, no two meet so."""

MEETS = 3
"""Pixels between the ends of two runs that meet."""

GAP = 0.12
"""Share of a cell that a run may miss, where what is under the side has its colour by chance."""

MARGIN = 0.25
"""Share of a cell next to its boundary where lines, bevels and gaps of the skin are expected."""

RIM = 0.7
"""Pitches from the edge of a board within which its frame and its half cells have sides."""

ACROSS = 0.8
"""Share of a cell that a part of a skin crosses and no digit or mark does."""

REPEATS = 2
"""Cells elsewhere that must at least change at the same place for a run to be part of the skin."""

REPEATED = 2.4
"""How often other rows of cells repeat a run at its own columns, parts of it added up, for it to be
one of the skin: no dialog has so many lines at the pitch of the cells."""

BROKEN = 0.08
"""Share of the pixels along a side at which the line itself may change.

Along dialogs laid over the real boards of fixtures/screens/ it was 0.02 mostly; along digits that
stood in line with outlines of hexagons, 0.1 and more.
"""

UNBROKEN = 0.84
"""Share of a side's own pixels at which the picture changes, none of them smoothed along it.

Digits that nearly fill their cells leave gaps between them: in KMines' cells of 16 and 17 pixels
0.57 to 0.78. Along 366 sides of dialogs laid over real boards it was 0.86 at least, mostly 0.98.
"""


Mask = NDArray[np.uint8]
"""(height, width) uint8, 0 and 1."""


@dataclass(frozen=True)
class Side:
    """One straight side of something over the board, a box in pixels one or two pixels thin."""

    left: int
    top: int
    right: int
    bottom: int


def require_uncovered(image: Image, lattice: Lattice) -> None:
    """Return if nothing lies over the board; otherwise raise UnreadableError with its cells."""
    cells = covered_cells(image, lattice)
    if cells:
        place = lattice.topology.place(cells[0])
        raise UnreadableError(  # how many it covers is not known: some sides may not be seen
            f"something lies over the board, at {place} and around it",
            cells,
            ["a straight side runs across the cells"] * len(cells),
            more="move it away",
        )


def covered_cells(image: Image, lattice: Lattice) -> list[Cell]:
    """Return the cells under something that is no cell, ascending; none where all can be seen.

    ``image`` is BGR or BGRA uint8. Every cell in the box around all sides found is named: one
    side alone names the cells it crosses, two or more what is between them.
    """
    image, lattice = evened(image, lattice)
    found = sides(image, lattice)
    if not found:
        return []
    left, top = min(side.left for side in found), min(side.top for side in found)
    right, bottom = max(side.right for side in found), max(side.bottom for side in found)
    half = np.array(lattice.cell_size) / 2
    inside = (lattice.centers + half > (left, top)) & (lattice.centers - half < (right, bottom))
    return [Cell(int(cell)) for cell in np.flatnonzero(inside.all(axis=1))]


def sides(image: Image, lattice: Lattice) -> list[Side]:
    """Return the straight sides across the cells, horizontal ones first."""
    height, width = image.shape[:2]
    left, top, right, bottom = lattice.box
    left, top, right, bottom = max(left, 0), max(top, 0), min(right, width), min(bottom, height)
    part = image[top:bottom, left:right, :3]
    if min(part.shape[:2]) < 8:
        return []
    x, y = lattice.first_cell_center
    shape = lattice.topology.shape
    # Triangles stand two to a cell's width, and marks of one may end where those of the next begin.
    width = lattice.pitch[0] if shape is Shape.TRIANGLE else lattice.cell_size[0]
    lying = _Runs(part, _Ruler(y - top, lattice.pitch[1], width, shape is not Shape.HEXAGON))
    turned = part.transpose(1, 0, 2)
    ruler = _Ruler(x - left, lattice.pitch[0], lattice.cell_size[1], shape is Shape.SQUARE)
    upright = _Runs(turned, ruler)
    across, down = _corners(lying, upright)
    found = [
        Side(left + start, top + line, left + end, top + line + 1)
        for line, start, end in lying.seen(across)
    ]
    found += [
        Side(left + line, top + start, left + line + 1, top + end)
        for line, start, end in upright.seen(down)
    ]
    return found


@dataclass(frozen=True)
class _Ruler:
    """The cells of a picture: ``first`` centre and ``pitch`` across the lines sought.

    ``length`` is a cell's extent along the lines, ``lined`` whether boundaries of cells form such
    lines (hexagons have none, triangles only horizontal ones).
    """

    first: float
    pitch: float
    length: float
    lined: bool

    def phase(self, lines: NDArray[np.intp]) -> NDArray[np.float64]:
        """Return where lines are within their row of cells: 0 and 1 are its boundaries."""
        return np.asarray(((lines + 0.5 - self.first) / self.pitch + 0.5) % 1.0, dtype=np.float64)


class _Runs:
    """Runs along x, (runs, 3): line, start and end; and whether they are no part of the skin."""

    def __init__(self, part: Image, ruler: _Ruler) -> None:
        self._part, self._ruler = part, ruler
        steps = _steps(part)
        phases = ruler.phase(np.arange(steps.shape[0]))
        inner = (phases > MARGIN) & (phases < 1 - MARGIN) if ruler.lined else phases >= 0
        rim = round(ruler.pitch * RIM)  # frames, and the straight ends of shifted cells
        inner[:rim] = inner[len(inner) - rim :] = False
        gap = max(round(GAP * ruler.length), 1)
        self._closed = _filtered(steps, cv2.MORPH_CLOSE, gap | 1)
        long = _filtered(self._closed, cv2.MORPH_OPEN, round(CORNER * ruler.length))
        long[~inner] = 0
        lines, ends = np.nonzero(np.diff(long.astype(np.int8), axis=1, prepend=0, append=0))
        lines, starts, ends = lines[::2], ends[::2], ends[1::2]
        sharp = np.pad(_steps(part, along=1).cumsum(axis=1, dtype=np.int32), ((0, 0), (1, 0)))
        unbroken = sharp[lines, ends] - sharp[lines, starts] >= UNBROKEN * (ends - starts)
        self.every = np.stack([lines, starts, ends], axis=1)[unbroken]
        self.cells = (ends - starts)[unbroken] / ruler.length

    def seen(self, chosen: NDArray[np.bool_]) -> list[tuple[int, int, int]]:
        """Return the long runs, and those chosen, that something over the board makes."""
        return [
            run
            for run in map(tuple, self.every[chosen | (self.cells >= LENGTH)].tolist())
            if _is_drawn_through(self._part, run) and not _is_skin(self._closed, run, self._ruler)
        ]


def _corners(lying: _Runs, upright: _Runs) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return which runs along x and along y meet in a corner, long enough for one of a window."""
    line, *ends = lying.every.T[:, :, None]
    other_line, *other_ends = upright.every.T[:, None]
    meet = np.min([np.abs(end - other_line) for end in ends], axis=0) <= MEETS
    meet &= np.min([np.abs(end - line) for end in other_ends], axis=0) <= MEETS
    cells, others = lying.cells[:, None], upright.cells
    meet &= (np.maximum(cells, others) >= CORNER_SIDE) & (cells + others >= CORNER_SIDES)
    return meet.any(axis=1), meet.any(axis=0)


def _filtered(steps: Mask, operation: int, length: int) -> Mask:
    """Close gaps below, or drop runs below, this many pixels; beyond the picture is nothing."""
    padded = cv2.copyMakeBorder(steps, 0, 0, length, length, cv2.BORDER_CONSTANT, value=0)
    changed = cv2.morphologyEx(padded, operation, np.ones((1, length), np.uint8))
    return np.asarray(changed[:, length:-length], dtype=np.uint8)


def _steps(part: Image, along: int = 3) -> Mask:
    """Return 1 where the mean of the two lines above differs from that of the two below.

    Means of so many pixels ``along`` the line too, so that dithered and speckled faces have no
    steps of their own.
    """
    anchor = (along // 2, 1)
    smooth = cv2.blur(part, (along, 2), anchor=anchor, borderType=cv2.BORDER_REPLICATE)
    below = np.vstack([smooth[2:], np.repeat(smooth[-1:], 2, axis=0)])
    difference = strongest(cv2.absdiff(smooth, below))
    brightness = cv2.absdiff(*(cv2.cvtColor(each, cv2.COLOR_BGR2GRAY) for each in (smooth, below)))
    return np.asarray((difference >= STEP) & (brightness >= BRIGHTNESS_STEP), dtype=np.uint8)


def _is_drawn_through(part: Image, run: tuple[int, int, int]) -> bool:
    """Whether the border of one thing makes this run: a line of pixels along it hardly changes.

    Ends of digits and outlines of hexagons may stand in a row, but change from cell to cell.
    """
    line, start, end = run
    band = part[max(line - 2, 0) : line + 4, start:end].astype(np.int16)
    changes = strongest(np.abs(np.diff(band, axis=1))) >= STEP
    return bool(changes.mean(axis=1).min() <= BROKEN)


def _is_skin(closed: Mask, run: tuple[int, int, int], ruler: _Ruler) -> bool:
    """Whether other rows of cells change at the same place, over as many cells as the run.

    Columns of the run do not count where there are others: what is above and below it may lie
    under the same thing, whose lines of text prove nothing, unless rows and rows repeat the run.
    """
    line, start, end = run
    height, length = closed.shape
    rows = np.rint(np.arange(line % ruler.pitch, height, ruler.pitch)).astype(int)
    rows = rows[(rows != line) & (rows >= 1) & (rows < height - 1)]
    if not rows.size:
        return False
    bands = closed[rows]
    if ruler.pitch % 1:  # rows of cells are rounded to whole pixels, up or down
        bands = np.maximum.reduce([closed[rows - 1], bands, closed[rows + 1]])
    across = _filtered(bands, cv2.MORPH_OPEN, max(round(ruler.length * ACROSS), 3))
    if length - (end - start) > 3 * ruler.length:
        if across[:, start:end].mean(axis=1).sum() >= REPEATED:
            return True
        across[:, start:end] = 0
    return int(across.sum()) >= max(end - start, REPEATS * ruler.length)
