"""Whether the cells of a board are whole ones, neither halves of them nor between them.

Where numbers are opened the rules tell most; on a fresh board every grid of like things has cells
that look alike.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.vision.finding.tiling import halfway
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import BLOCKS, block_means
from autoplay.vision.puzzle import FLAT
from autoplay.vision.tiles import MIDDLE, SIDE, Sampler
from autoplay.vision.whole.lines import SIDES
from autoplay.vision.whole.sides import side_cells


def require_whole_cells(image: Image, lattice: Lattice, covered: NDArray[np.intp]) -> None:
    """Raise UnreadableError where what was taken for cells may be two each, or their crossings,
    or those of a table, which are as long as their columns are wide.

    Of square cells: in tiles of others the neighbours show.
    """
    tiles = Sampler(lattice).tiles(image, np.arange(len(lattice.topology)))
    blocks = block_means(tiles).reshape(len(tiles), BLOCKS, BLOCKS, 3)[:, 1:-1, 1:-1]
    wide, high = lattice.pitch
    if max(wide, high) >= LONGEST * min(wide, high):
        raise UnreadableError(
            f"nothing is opened and its cells are {wide:.0f} by {high:.0f} pixels: "
            "not proven to be Minesweeper"
        )
    long = max(wide, high) >= LONG * min(wide, high) and _are_plain(blocks[covered])
    if long and _halves_differ(image, lattice, covered):
        raise UnreadableError(
            f"nothing is opened and its plain cells are {wide:.0f} by {high:.0f} pixels: "
            "each may be two"
        )
    if _is_half_off(blocks, lattice):
        raise UnreadableError("nothing is opened and its border is drawn unlike its other cells")
    if _has_symbols_between(image, lattice):
        raise UnreadableError("nothing is opened and symbols stand between its cells, not in them")


def require_no_halves(image: Image, lattice: Lattice) -> None:
    """Raise UnreadableError where symbols stand on every second line between cells of squares, and
    that line is not drawn while the others are: each cell is the half of one."""
    for between, is_level in _between(lattice):
        is_line, is_symbol = _seen_between(Sampler(between).tiles(image), is_level=is_level)
        size = between.topology.rows, between.topology.cols
        drawn, symbols = (each.reshape(size) for each in (is_line, is_symbol))
        if is_level:
            drawn, symbols = drawn.T, symbols.T
        for first in (1, 2):  # beside the outermost lines
            lines, others = (drawn[:, begin:-1:2] for begin in (first, 3 - first))
            standing = np.count_nonzero(symbols[:, first:-1:2])
            if standing >= MOST_STANDING and others.mean() - lines.mean() > OFTENER_DRAWN:
                raise UnreadableError(
                    "symbols stand between its cells, where no line is: each may be half a cell"
                )


def _are_plain(blocks: NDArray[np.float32]) -> bool:
    """Whether most cells, (cells, rows, cols, 3) blocks within them, show no symbol.

    Of lines that are but faint every second one may be too faint to be found.
    """
    return bool(np.median(np.ptp(blocks, axis=(1, 2)).max(axis=1)) < FLAT)


def _halves_differ(image: Image, lattice: Lattice, covered: NDArray[np.intp]) -> bool:
    """Whether these longish plain cells show the faintest line or step half-way, all together."""
    across = 1 + int(lattice.pitch[1] > lattice.pitch[0])
    wide, high = (
        np.arange(-reach, reach + 1)
        for reach in np.floor(np.array(lattice.cell_size) * WITHIN / 2).astype(int)
    )
    x, y = np.rint(lattice.centers[covered]).astype(int).T
    rows = np.clip(y[:, None, None] + high[:, None], 0, image.shape[0] - 1)
    cols = np.clip(x[:, None, None] + wide, 0, image.shape[1] - 1)
    course = image[rows, cols, :3].mean(axis=(0, across))
    return bool(np.ptp(course, axis=0).max() > FAINTEST)


def _is_half_off(blocks: NDArray[np.float32], lattice: Lattice) -> bool:
    """Whether the cells along two opposite sides lack half of what the others show within.

    So they do where what was taken for cells are the crossings between them. ``blocks`` are those
    within every cell, (cells, rows, cols, 3).
    """
    shown = blocks - np.median(blocks, axis=(1, 2), keepdims=True)
    lines = {side: np.array(list(side_cells(lattice, side))) for side in SIDES}
    usual = np.median(np.delete(shown, np.concatenate(list(lines.values())), axis=0), axis=0)
    lacks = {
        side: np.abs(usual[OUTER[side]]).max()
        - np.abs(np.median(shown[line], axis=0)[OUTER[side]]).max()
        for side, line in lines.items()
    }
    return any(min(lacks[a], lacks[b]) > HALF for a, b in (("left", "right"), ("top", "bottom")))


def _has_symbols_between(image: Image, lattice: Lattice) -> bool:
    """Whether something stands on the middle of the side between any two cells that is no line
    along it.

    So it does where what was taken for cells is each the half of two.
    """
    for between, is_level in _between(lattice):
        usual = np.median(Sampler(between).tiles(image), axis=0)
        if _seen_between(usual[None], is_level=is_level)[1].any():
            return True
    return False


def _between(lattice: Lattice) -> Iterator[tuple[Lattice, bool]]:
    """Yield the squares around the sides of this lattice's, and whether these sides are level."""
    _, *besides = halfway(lattice)
    yield from zip(besides, (False, True), strict=True)


def _seen_between(
    tiles: NDArray[np.generic], *, is_level: bool
) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Return on which sides of two cells a line is drawn, and on the middle of which something
    stands that is none; the tiles around them are (tiles, rows, cols, 3)."""
    colors = np.asarray(tiles, np.float32)
    shown = np.abs(colors - np.median(colors, axis=(1, 2), keepdims=True)).max(axis=3)
    across = shown if is_level else shown.transpose(0, 2, 1)
    side, seen = across[:, AT_SIDE].max(axis=1), across[:, :, MIDDLE]
    is_line = (side > LINE).mean(axis=1) > SHORT
    stands_there = seen[:, MIDDLE].sum(axis=(1, 2)) > seen.sum(axis=(1, 2)) / 2
    return is_line, ~is_line & stands_there & (side[:, MIDDLE].max(axis=1) > INK)


MOST_STANDING, OFTENER_DRAWN = 3, 0.5
"""Symbols between cells from which on these may be halves, and by how much larger a share of the
other lines is drawn: of 526 screens of square boards none has one symbol there with 0.3."""

AT_SIDE = slice(SIDE // 2 - 2, SIDE // 2 + 2)
"""The rows of a tile around the side of two cells that show the side itself."""

INK, LINE, SHORT = 24.0, 6.0, 0.5
"""Gray levels of a symbol and of a line, and the share of a side a symbol takes at most."""

HALF = 9.0
"""Gray levels of what cells show in their outer half that those along a side show not: at most 6 on
106 fresh square boards of games and pages and four distortions of each, 12 where circles were
missed by half a cell."""

_HALF = (BLOCKS - 2) // 2
OUTER: dict[str, tuple[slice, slice]] = {
    "top": (slice(None, _HALF), slice(None)),
    "bottom": (slice(_HALF, None), slice(None)),
    "left": (slice(None), slice(None, _HALF)),
    "right": (slice(None), slice(_HALF, None)),
}
"""The half of the blocks within a cell that lies towards a side."""

WITHIN, FAINTEST = 0.5, 0.4
"""Share of a cell's width and height that is looked at, and gray levels, the mean of all cells."""

LONGEST, LONG = 2.5, 1.5
"""Ratio of a cell's sides from which on it may be two: 106 fresh boards of games and pages have
cells as wide as high but for a few percent, characters of a terminal stand in cells of up to 2. So
longer ones than the first are no game's."""
