"""What looks alike in a lattice larger than its board: cells and seams that repeat few looks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.vision.finding.sampling import SIDE, Flags, Float, Grid, Softened, tiles_of
from autoplay.vision.lattice import Lattice

LIKE = 7.0
"""Gray levels (root mean square) up to which two cells look alike: JPEG at quality 70 makes 4, the
nearest look of what lies beside a board has 8 and more on the screens measured."""

PLAIN = 4.0
"""Gray levels (standard deviation) within a look that shows nothing."""

SHOWS = 0.6
"""Share of a look's contrast by which a tile that shows the same may differ from it: a plain tile
of the same mean colour differs by the whole."""

ALIKE = 14.0
"""The same for two seams: their sharp edges make more of half a pixel between them."""

FAINT = 1.2
"""The same of a seam that is drawn: two greens of a checkerboard have 2 to 4."""

SAME_SEAM = 3.5
"""Gray levels within which seams are of one look: light to dark and back differ by 5 in a faint
checkerboard, and JPEG or noise by 2."""

ROUNDED = 0.1
"""Gray levels by which sums of a tile's samples are rounded at most, and far less."""

MOST_LOOKS = 48
"""Looks told apart at once, as each takes time: pictures in fixtures/screens have up to 59, and the
48 of games are read the same by 24."""

REPEATED = 3
"""Cells beside a board that make a look of it."""

HELD = 0.5
"""Share of a line's cells that must look known: lines of real boards have 0.6 and more, unless
numbers crowd there that were not seen yet; what lies beside a board has 0.1 and less."""

MARKED = 0.25
"""Share of a line's cells that show something known at which the line is one of the board's."""

LINED = 0.8
"""Share of the seams of a look's cells that are drawn where lines part them from all others."""

Index = tuple[slice | int, slice | int]

Box = tuple[int, int, int, int]
"""First row, first column, row after the last, column after the last."""


@dataclass(frozen=True, eq=False)
class Evidence:
    """What looks known, and what of that shows something, in a grid: its cells and their seams.

    ``looks`` is the look of each cell, -1 where it is not known; ``cut`` are cells that cannot be
    known because the picture's edge cuts them off. ``across`` are the seams from column to column,
    ``down`` those from row to row: known, drawn like others, drawn at all, lines between like
    colours. A seam between two looks that never lie side by side so in the box is as good as known:
    nothing tells what it is like.
    """

    looks: NDArray[np.intp]
    cut: Flags
    marked: Flags
    across: tuple[Flags, Flags, Flags, Flags]
    down: tuple[Flags, Flags, Flags, Flags]

    @property
    def known(self) -> Flags:
        """Which cells look like others."""
        return self.looks >= 0

    def page(self, box: Box) -> Flags:
        """Return which known cells run into another, as those of their look in a box do not.

        A page in the colour of opened cells looks like them, but there are no lines on it.
        """
        top, left, bottom, right = box
        within = np.zeros(self.looks.shape, np.bool_)
        within[top:bottom, left:right] = self.known[top:bottom, left:right]
        page = np.zeros(self.looks.shape, np.bool_)
        # Lines may part cells in one direction alone.
        for axis, seams in enumerate((self.down[2], self.across[2])):
            drawn, undrawn = _sides_with(seams, axis), _sides_with(~seams, axis)
            with_, without = (
                np.bincount(self.looks[within], sides[within], self.looks.max(initial=0) + 1)
                for sides in (drawn, undrawn)
            )
            lined = (with_ > 0) & (with_ >= LINED * (with_ + without))
            page |= self.known & (undrawn > 0) & lined[self.looks]
        return page

    def of_line(self, box: Box, side: int) -> tuple[float, bool, bool]:
        """Return how far the line at a side is like the board, and whether it is no plain page.

        The third value says whether the line is plain but not set off from the board.
        """
        line = line_of(box, side)
        along, before = _seams_of(box, side)
        seams = (self.across, self.down) if side in (0, 2) else (self.down, self.across)
        (known, drawn, apart, _), (joined, lines, parted, between) = seams
        looks, parted_along = self.looks[line], apart[along]
        varied = self.marked[line].mean(), _others(looks, parted_along) / len(looks)
        like = min((looks >= 0).mean(), known[along].mean(), joined[before].mean())
        shown = drawn[along].mean() >= HELD or self._is_lined(lines, between, box, side)
        if max(varied) >= MARKED:
            # Between two looks that never met before lie seams that are not known either.
            like, shown = (looks >= 0).mean(), True
        return float(like), bool(shown), bool(parted[before].mean() < HELD)

    def _is_lined(self, drawn: Flags, between: Flags, box: Box, side: int) -> bool:
        """Whether lines ``drawn`` like the board's run along both sides of the line at a side, as
        they do where cells have none between them in the other direction.

        Beyond the farther one, a line ``between`` like colours, another such line may follow: where
        the colour changes a page ends there, on which the board lies.
        """
        (top, left, bottom, right), (rows, cols) = box, self.looks.shape
        if min(top, left) < 1 or bottom >= rows or right >= cols:
            return False
        _, before = _seams_of(box, side)
        rest = slice(left, right) if side in (0, 2) else slice(top, bottom)
        last = (top - 1, left - 1, bottom - 1, right - 1)[side]
        beyond: Index = (last, rest) if side in (0, 2) else (rest, last)
        return bool(min(drawn[before].mean(), (drawn & between)[beyond].mean()) >= LINED)

    def parts(self, box: Box, side: int) -> float:
        """Return the share of seams within the line at a side, and before it, that are drawn."""
        along, before = _seams_of(box, side)
        across, down = (self.across, self.down) if side in (0, 2) else (self.down, self.across)
        return float(min(across[2][along].mean(), down[2][before].mean()))


def _sides_with(seams: Flags, axis: int) -> NDArray[np.intp]:
    """Return at how many of its sides each cell has such a seam, (rows, cols).

    The seams are those from one cell to the next along an ``axis``, 0 from row to row.
    """
    before, after = (
        np.pad(seams, [ends if each == axis else (0, 0) for each in (0, 1)])
        for ends in ((1, 0), (0, 1))
    )
    return np.add(before, after, dtype=np.intp)


def _others(looks: NDArray[np.intp], parted: Flags) -> int:
    """Return how many cells of a line have a known look that is not the most frequent one.

    A drawn seam must part them from that: along a page that changes its colour little by little
    looks change, too, but without a seam.
    """
    known = looks >= 0
    if not known.any():
        return 0
    usual = looks == np.bincount(looks[known]).argmax()
    part = np.append(0, np.cumsum(parted))
    return int(np.count_nonzero(known & ~np.isin(part, part[usual])))


def known_share(image: Softened, lattice: Lattice) -> tuple[float, int]:
    """Return the share of cells that look like others, and how many looks the lattice has."""
    tiles = tiles_of(image, lattice).reshape(len(lattice.topology), -1)
    looks = _looks(tiles)
    return float((_nearest(tiles, looks)[1] < LIKE).mean()), len(looks)


def _looks(tiles: Float, like: float = LIKE, least: int = 2) -> Float:
    """Return looks that so many cells share, (looks, samples), the first seen first."""
    tiles = tiles.reshape(-1, tiles.shape[-1])
    means, left = tiles.mean(axis=1), np.arange(len(tiles))
    looks: list[Float] = []
    while len(left) and len(looks) < MOST_LOOKS:
        # The mean colours of two tiles are never farther apart than the tiles.
        alike = np.abs(means - means[0]) < like + ROUNDED
        squares = (tiles[left[alike]] - tiles[left[0]]) ** 2
        alike[alike] = np.add.reduce(squares, axis=1) / tiles.shape[1] < like**2
        members = left[alike]
        if len(members) >= least:
            looks.append(tiles[members].mean(axis=0))
        left, means = left[~alike], means[~alike]
    return np.array(looks, dtype=np.float32).reshape(-1, tiles.shape[-1])


def evidence_of(grid: Grid, box: Box, strip: Box | None = None) -> Evidence:
    """Return what is known in the grid by the looks of the cells in a box, and of their seams.

    Looks that show something are known by a ``strip`` beside the box as well.
    """
    top, left, bottom, right = box
    known = _looks(grid.tiles[top:bottom, left:right])
    if strip is not None:
        new = _looks(grid.tiles[strip[0] : strip[2], strip[1] : strip[3]], least=REPEATED)
        known = np.concatenate([known, new[_contrast(new) >= PLAIN]])
    looks, marked = _recognised(grid.tiles, known)
    across, down = grid.across, grid.down
    looks = np.where(grid.visible, looks, -1)
    new_across, new_down = (
        _never_met(looks[:, :-1], looks[:, 1:], (slice(top, bottom), slice(left, right - 1))),
        _never_met(looks[:-1], looks[1:], (slice(top, bottom - 1), slice(left, right))),
    )
    return Evidence(
        looks,
        ~grid.visible & ~grid.outside,
        marked & grid.visible,
        _of_seams(across, across[top:bottom, left : right - 1], new_across),
        _of_seams(down, down[top : bottom - 1, left:right], new_down),
    )


def like_each_other(grid: Grid, cells: Flags) -> Flags:
    """Return which of these cells of a grid look like another one of them, whatever the board's do.

    Opened cells and numbers do; the parts of a photo do not.
    """
    tiles = grid.tiles[cells]
    found = np.zeros(cells.shape, np.bool_)
    found[cells] = _nearest(tiles, _looks(tiles))[1] < LIKE
    return found


def half_known(grid: Grid, box: Box, axis: int) -> Iterator[Flags]:
    """Yield which square cells show in one half what that half of a look of the box does.

    For ``axis`` 0 that are the left and the right half of the cells in the columns of the box, for
    1 the upper and the lower half of those in its rows.
    """
    top, left, bottom, right = box
    looks = _looks(grid.tiles[top:bottom, left:right]).reshape(-1, SIDE, SIDE, 3)
    band = np.s_[:, left:right] if axis == 0 else np.s_[top:bottom]
    visible = grid.visible[band]
    tiles = grid.tiles[band].reshape(*visible.shape, SIDE, SIDE, 3)
    for part in (slice(None, SIDE // 2 + 1), slice(SIDE // 2, None)):
        half = np.s_[..., :, part, :] if axis == 0 else np.s_[..., part, :, :]
        cut = tiles[half].reshape(*visible.shape, -1)
        halves = looks[half].reshape(len(looks), cut.shape[2])  # there may be none
        yield np.asarray((_recognised(cut, halves)[0] >= 0) & visible)


def _never_met(one: NDArray[np.intp], other: NDArray[np.intp], board: Index) -> Flags:
    """Return where two known looks lie side by side that do so nowhere within the board."""
    met = np.zeros((2 * MOST_LOOKS + 1,) * 2, dtype=bool)
    met[one[board], other[board]] = True
    met |= met.T
    return np.asarray((one >= 0) & (other >= 0) & ~met[one, other])


def _of_seams(seams: Float, board: Float, new: Flags) -> tuple[Flags, Flags, Flags, Flags]:
    """Return which seams are known, are drawn like the board's, are drawn at all, and lie between
    like colours.

    ``new`` are seams between looks that never met.
    """
    looks, drawn = _recognised(seams, _looks(board, SAME_SEAM), FAINT, ALIKE, ALIKE / FAINT)
    parted = _contrast(seams.reshape(-1, seams.shape[2])) >= FAINT
    step = seams[..., :3] - seams[..., -3:]  # from one side of a seam to the other
    return (looks >= 0) | new, drawn, parted.reshape(looks.shape), (step**2).mean(axis=2) < LIKE**2


def _recognised(
    tiles: Float, looks: Float, least: float = PLAIN, most: float = LIKE, shows: float = SHOWS
) -> tuple[NDArray[np.intp], Flags]:
    """Return the look each tile has, -1 where none, and which of these show something.

    ``least`` is the contrast of a tile that shows something, ``most`` the distance of like ones,
    ``shows`` the share of a look's contrast by which a tile that shows the same may differ.
    ``tiles`` is (rows, cols, samples), the results (rows, cols).
    """
    shape = tiles.shape[:2]
    tiles = tiles.reshape(-1, tiles.shape[2])
    nearest, distance = _nearest(tiles, looks)
    known = distance < most
    contrast = np.append(_contrast(looks), 0.0)[nearest]
    marked = known & (contrast >= least) & (distance < shows * contrast)
    marked[marked] = _contrast(tiles[marked]) >= least
    return np.where(known, nearest, -1).reshape(shape), marked.reshape(shape)


def _contrast(tiles: Float) -> Float:
    """Return the standard deviation within each tile, in gray levels."""
    colours = tiles.reshape(len(tiles), tiles.shape[1] // 3, 3)
    # The mean square less the square of the mean; looks are far from as bright as they are even.
    count = colours.shape[1]
    squares = np.einsum("tsc,tsc->tc", colours, colours) / count
    means = np.einsum("tsc->tc", colours) / count
    contrast: Float = np.sqrt(np.maximum(squares - means**2, 0).mean(axis=1))
    return contrast


def _nearest(tiles: Float, looks: Float) -> tuple[NDArray[np.intp], Float]:
    """Return the look nearest to each tile, -1 without any, and its root mean square distance."""
    if not len(looks):
        return np.full(len(tiles), -1), np.full(len(tiles), np.inf, dtype=np.float32)
    squares = (tiles**2).sum(axis=1)[:, None] + (looks**2).sum(axis=1) - 2 * tiles @ looks.T
    nearest = squares.argmin(axis=1)
    least = squares[np.arange(len(tiles)), nearest]
    return nearest, np.sqrt(np.maximum(least, 0) / tiles.shape[1])


def line_of(box: Box, side: int) -> Index:
    """Return the index of the line at a side of a box: 0 top, 1 left, 2 bottom, 3 right."""
    top, left, bottom, right = box
    rows, cols = slice(top, bottom), slice(left, right)
    return ((top, cols), (rows, left), (bottom - 1, cols), (rows, right - 1))[side]


def _seams_of(box: Box, side: int) -> tuple[Index, Index]:
    """Return the indices of the seams along the line at a side, and of those behind it."""
    top, left, bottom, right = box
    if side in (0, 2):
        line = top if side == 0 else bottom - 1
        return (line, slice(left, right - 1)), (line - (side == 2), slice(left, right))
    line = left if side == 1 else right - 1
    return (slice(top, bottom - 1), line), (slice(top, bottom), line - (side == 3))
