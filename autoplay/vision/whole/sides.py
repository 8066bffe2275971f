"""The sides of a lattice, and beyond which of them its period goes on.

Just outside each side of a lattice lies a strip that holds no cell. If the lines, bevels or gaps
of the cells go on into that strip, with the period of the lattice, then so does the board: some of
its cells are cut off by the edge of the picture, or lie under a window.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Cell, Shape
from autoplay.vision.lattice import Image, Lattice, evened

NEAR, FAR = 0.08, 0.33
"""Pitches from the side between which the strip lies: past a line, not past half a cell."""

FROM_A_LINE = 1.5
"""Pixels from the side between which and the picture's edge the strip lies, where that is nearer.
Of 640 boards of squares cropped to 2 to 9 pixels beside them 2 seem to go on, whose digits overlap,
of as many that were cut 4 pixels into a line 548."""

LIKENESS = 0.8
"""Least correlation of the strip's period with that of the cells."""

STRENGTH = 0.5
"""Least share of the cells' own contrast that the strip's period must have."""

LIKE_USUAL, REPEATS = 0.5, 0.4
"""Correlation of a strip's courses with their median, and the share of them that must have it: of a
page's the median may go like a checkerboard by chance, but one in four does at most."""

SAME, SAME_FAINT = 7.0, 0.6
"""Gray levels (root mean square) up to which the courses of two cut cells are the same, and the
share of its own contrast for a faint one: letters above a dark board have no more than 5."""

CUT = 0.5
"""Share of the cells in a strip that must be like cells of the board, where numbers and opened
cells are so many that no course is the usual one."""

FAINT = 2.5
"""Gray levels (standard deviation) below which a period is no period."""

Strip = NDArray[np.float64]
"""(length,) gray levels along a side, the mean over its depth."""

Courses = NDArray[np.float64]
"""(repeats, length) gray levels along a side, cut every two pitches."""


@dataclass(frozen=True)
class _Axis:
    """A side's view of the lattice: along it and across it, in pixels of a transposed picture.

    ``low`` and ``high`` bound the cells across; ``across`` and ``along`` are the pitches.
    """

    low: float
    high: float
    across: float
    along: float


def last_cells(lattice: Lattice, sides: Iterable[str]) -> list[Cell]:
    """Return the outermost cells at any of these sides, ascending."""
    return sorted({cell for side in sides for cell in side_cells(lattice, side)})


def side_cells(lattice: Lattice, side: str, lines: int = 1) -> list[Cell]:
    """Return the cells along ``left``, ``right``, ``top`` or ``bottom``, ascending.

    ``lines`` says how many of the outermost lines.
    """
    rows, cols = np.divmod(np.arange(len(lattice.topology)), lattice.topology.cols)
    chosen = {
        "left": cols < lines,
        "right": cols >= lattice.topology.cols - lines,
        "top": rows < lines,
        "bottom": rows >= lattice.topology.rows - lines,
    }[side]
    return [Cell(int(cell)) for cell in np.flatnonzero(chosen)]


def open_sides(
    image: Image, lattice: Lattice, strip: tuple[float, float] = (NEAR, FAR)
) -> list[str]:
    """Return the sides, of left, right, top and bottom, beyond which the cells go on.

    ``image`` is BGR or BGRA uint8; ``strip`` are the pitches from the side between which to look.
    Where the picture ends before, its edge ends the strip. Sides that lie on it, and skins without
    any line between cells, give no evidence and count as closed.
    """
    image, lattice = evened(image, lattice)
    code = cv2.COLOR_BGRA2GRAY if image.shape[2] == 4 else cv2.COLOR_BGR2GRAY
    gray = np.asarray(cv2.cvtColor(image, code), dtype=np.uint8)
    centers, (width, height) = lattice.centers + 0.5, lattice.cell_size
    (left, top), (right, bottom) = centers.min(axis=0), centers.max(axis=0)
    level = _Axis(left - width / 2, right + width / 2, *lattice.pitch)
    upright = _Axis(top - height / 2, bottom + height / 2, lattice.pitch[1], lattice.pitch[0])
    rows = gray[_span(upright, gray.shape[0])].T
    cols = gray[:, _span(level, gray.shape[1])]
    sides = {
        "left": (rows, level),
        "right": (rows[::-1], _mirrored(level, gray.shape[1])),
        "top": (cols, upright),
        "bottom": (cols[::-1], _mirrored(upright, gray.shape[0])),
    }
    going_on = [side for side, (lines, axis) in sides.items() if _goes_on(lines, axis, strip)]
    if lattice.topology.shape is Shape.SQUARE:
        return going_on
    return [side for side in going_on if not _ends_softly(*sides[side], strip)]


def _span(axis: _Axis, size: int) -> slice:
    return slice(max(round(axis.low), 0), min(round(axis.high), size))


def _mirrored(axis: _Axis, size: int) -> _Axis:
    return replace(axis, low=size - axis.high, high=size - axis.low)


def _goes_on(lines: NDArray[np.uint8], axis: _Axis, strip: tuple[float, float]) -> bool:
    """Whether the strip before ``axis.low`` of the picture's lines repeats the cells' period."""
    near, far = strip
    if axis.low < far * axis.across:
        near, far = min(near, FROM_A_LINE / axis.across), axis.low / axis.across
        if (far - near) * axis.across < 1:
            return False
    outside = _strip(lines, axis.low - far * axis.across, axis.low - near * axis.across)
    if outside is None:
        return False
    outer, each = _fold(outside, axis.along), _courses(outside, axis.along)
    if outer.std() < FAINT:
        return False
    repeats = _share_like(each, outer) >= REPEATS
    courses: list[Courses] = []
    # Two columns on, every tiling is at the same phase again.
    shifts = range(2, int((axis.high - axis.low) / axis.across) - 1, 2)
    for shift in list(shifts)[:6]:
        edge = axis.low + shift * axis.across
        within = _strip(lines, edge - far * axis.across, edge - near * axis.across)
        if within is None:
            continue
        courses.append(_courses(within, axis.along))
        inner = _fold(within, axis.along)
        if inner.std() < FAINT:
            continue
        alike = float(np.corrcoef(outer, inner)[0, 1])
        if repeats and alike >= LIKENESS and outer.std() >= STRENGTH * inner.std():
            return True
    return _share_repeated(each, courses) >= CUT


def _ends_softly(lines: NDArray[np.uint8], axis: _Axis, strip: tuple[float, float]) -> bool:
    """Whether the outer half of the strip is bare: the corners of cells, softened as scaling does,
    reach into the inner one."""
    if axis.low < strip[1] * axis.across:
        return False
    start, middle = axis.low - strip[1] * axis.across, axis.low - sum(strip) / 2 * axis.across
    outer = _strip(lines, start, middle)
    return outer is not None and bool(_fold(outer, axis.along).std() < FAINT)


def _share_like(courses: Courses, usual: Strip) -> float:
    """Return the share of courses that go as the usual one does."""
    apart = courses - courses.mean(axis=1, keepdims=True)
    sizes = np.sqrt((apart**2).sum(axis=1) * ((usual - usual.mean()) ** 2).sum())
    return float((apart @ (usual - usual.mean()) > LIKE_USUAL * sizes).mean())


def _share_repeated(outer: Courses, within: list[Courses]) -> float:
    """Return the share of courses that show something and are the same as one of the others."""
    inner = np.concatenate(within) if within else outer[:0]
    inner = inner[inner.std(axis=1) >= FAINT]
    if not len(inner) or not len(outer):
        return 0.0
    apart = np.sqrt(((outer[:, None] - inner[None]) ** 2).mean(axis=2)).min(axis=1)
    contrast = outer.std(axis=1)
    same = apart < np.minimum(SAME, SAME_FAINT * contrast)
    return float((same & (contrast >= FAINT)).mean())


def _strip(lines: NDArray[np.uint8], start: float, end: float) -> Strip | None:
    first, last = round(start), max(round(end), round(start) + 1)
    if first < 0 or last > lines.shape[0]:
        return None
    return np.asarray(lines[first:last].mean(axis=0), dtype=np.float64)


def _fold(strip: Strip, pitch: float) -> Strip:
    """Return the median course of a strip over two pitches, one value a pixel."""
    courses = _courses(strip, pitch)
    if len(courses) < 2:
        return np.zeros(courses.shape[1])
    return np.asarray(np.median(courses, axis=0), dtype=np.float64)


def _courses(strip: Strip, pitch: float) -> Courses:
    """Return the courses of a strip over every two pitches, one value a pixel."""
    period = 2 * pitch
    count = max(round(period), 4)
    repeats = int(len(strip) / period)
    places = np.arange(repeats)[:, None] * period + np.arange(count)[None, :] * period / count
    return np.asarray(np.interp(places, np.arange(len(strip)), strip), dtype=np.float64)
