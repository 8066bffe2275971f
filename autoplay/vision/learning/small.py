"""Symbols that are small, or off the middle, brought there and enlarged before they are judged.

The network was trained on symbols that fill about half of their cell; games with large cells may
draw them in letters of the usual size, in a corner, and not in the middle of a triangle's tile. In
cells wider than high, made square, they are narrow. Two of them may also look alike until they are
enlarged.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.grouping import look_of_each, regrouped, within_of
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import Looks, block_means
from autoplay.vision.tiles import SIDE, Sampler, Tiles, cell_masks, fill_outside, tile_size

USUAL_REACH = 0.28
"""How far a usual symbol reaches from its middle, as a share of the tile."""

SMALL_REACH = 0.2
"""Symbols that reach less far are small."""

OFF = 0.15
"""Share of the tile by which a symbol is off its middle before that is made its own: text that a
page was not told to center stands in a corner."""

DOT_REACH = 0.06
"""Less than this is a dot or dirt: enlarged it would look like a mine."""

ZOOMS = (1.4, 1.8, 2.4, 3.0)
"""Times by which a small symbol may be enlarged, in steps of about a third."""

RIM = 3
"""Pixels of a tile inside its edge where lines and bevels are; small symbols do not reach there."""

LINE = 2
"""Pixels of a tile inside a polygon's edge that its line takes: it may look like a stroke of the
symbol, and a number that stands at the line loses one without it."""

MIN_INK = 24.0
"""Gray levels: weaker deviations from the ground are no symbol."""

MOST_MEMBERS = 40
"""Cells whose mean is taken; more make it no clearer."""


def judged_views(image: Image, lattice: Lattice, looks: Looks) -> list[Tiles]:
    """Return the tiles every look is judged by: of triangles with and without the cell's line."""
    lines = (0, LINE) if lattice.topology.shape is Shape.TRIANGLE else (0,)
    return enlarged(image, lattice, looks, lines)


def enlarged(
    image: Image, lattice: Lattice, looks: Looks, lines: Sequence[int] = (LINE,)
) -> list[Tiles]:
    """Return the tile of every look, those with a small symbol with that enlarged, for each line.

    Triangles have no obvious middle: their symbols are brought to the tile's, and what is outside
    of the cell, close by, is painted over, a ``line`` of so many pixels inside its edge too.
    """
    every = [looks.tiles.copy() for _ in lines]
    pointed = lattice.topology.shape is Shape.TRIANGLE
    for view, shown in _views_by_look(lattice, looks):
        members = [np.flatnonzero(looks.of_cell == look)[:MOST_MEMBERS] for look in shown]
        cells, ends = np.concatenate(members), np.cumsum([len(each) for each in members])
        large = Sampler(lattice, *view).tiles(image, cells)
        for tiles, line in zip(every, lines, strict=True):
            within = large.copy()
            if pointed or view.is_off:
                fill_outside(within, _inner(cell_masks(lattice, *view), line)[cells])
            for look, part in zip(shown, np.split(within, ends[:-1]), strict=True):
                tiles[look] = part.mean(axis=0).round().astype(np.uint8)
    return every


def parted_enlarged(image: Image, lattice: Lattice, tiles: Tiles, looks: Looks) -> Looks:
    """Return the looks, those parted whose cells show small symbols that differ enlarged.

    ``tiles`` are those of all cells. Of 111 screens of 12 games at JPEG quality 70 this leaves 10
    looks of two kinds of cells instead of 28, and makes 7 % more looks.
    """
    of_cell = looks.of_cell.copy()
    for view, shown in _views_by_look(lattice, looks):
        members = np.flatnonzero(np.isin(looks.of_cell, shown))
        sampler = Sampler(lattice, *view)
        large = sampler.tiles_of_region(sampler.region(image), members)
        if lattice.topology.shape is not Shape.SQUARE or view.is_off:
            fill_outside(large, cell_masks(lattice, *view)[members])
        blocks = block_means(large)
        within = within_of(blocks)
        for look in shown:
            of_look = looks.of_cell[members] == look
            part = look_of_each(blocks[of_look], within)
            of_cell[members[of_look]] = np.where(part == 0, look, of_cell.max() + part)
    return regrouped(tiles, of_cell) if len(looks) <= of_cell.max() else looks


def _views_by_look(lattice: Lattice, looks: Looks) -> Iterator[tuple[View, list[int]]]:
    """Yield the views that enlarge, with the looks whose symbol needs each."""
    pointed = lattice.topology.shape is Shape.TRIANGLE
    first = np.unique(looks.of_cell, return_index=True)[1]
    inside = _inner(cell_masks(lattice)[first], RIM)
    views = views_of(looks.tiles, inside, _stretch(lattice), centered=not pointed)
    for view in sorted(set(views) - {WHOLE}):
        yield view, [look for look, each in enumerate(views) if each == view]


def _stretch(lattice: Lattice) -> Stretch:
    """Return how many times as wide, and as high, as the shorter of both a cell is; 1 for those
    that are nearly as wide as high."""
    wide, high = (size / min(tile_size(lattice)) for size in tile_size(lattice))
    return (wide, high) if max(wide, high) > LONG else EVEN


Stretch = tuple[float, float]
"""Times, across and down."""

EVEN: Stretch = (1.0, 1.0)
"""That of a cell as wide as high."""

LONG = 1.25
"""Times as long as wide from which on a cell's symbol is narrow: 2 was a 1 in cells of 68 by 35."""

MOST_REACH = 0.45
"""Share of a view up to which its symbol reaches from the middle: a word is not cut off."""


class View(NamedTuple):
    """Which part of a tile shows its symbol.

    It is ``zoom`` times narrower and shorter than the tile, its middle this share of the tile
    ``lower`` and farther to the ``right``.
    """

    zoom: tuple[float, float] = EVEN
    lower: float = 0.0
    right: float = 0.0

    @property
    def is_off(self) -> bool:
        """Whether its middle is not that of the tile, and it may show what is beyond the cell."""
        return bool(self.lower or self.right)


WHOLE = View()


def views_of(
    tiles: Tiles, inside: NDArray[np.bool_], stretch: Stretch = EVEN, *, centered: bool
) -> list[View]:
    """Return for every tile the view its symbol needs, WHOLE for tiles without any.

    ``inside`` (n, SIDE, SIDE) says where symbols may be; ``stretch`` how many times as wide and as
    high the cells are; ``centered`` that a middle of the cell is obvious, so that most symbols are
    there.
    """
    ink = _ink(tiles, inside)
    if centered:
        bare = np.asarray(~ink.any(axis=(1, 2)), dtype=np.bool_)
        ink[bare] = _cornered(tiles[bare])
    top, bottom = _extent(np.any(ink, axis=2))
    left, right = _extent(np.any(ink, axis=1))
    # Whole pixels of the tile: looks of one font then share a view.
    lower, aside = np.round((top + bottom - SIDE) / 2), np.round((left + right - SIDE) / 2)
    if centered:
        off = np.abs(np.stack([lower, aside])).max(axis=0) > OFF * SIDE
        off[off] = bare[off] | _ink(tiles[off], inside[off], dark=True).any(axis=(1, 2))
        lower, aside = np.where(off, lower, 0), np.where(off, aside, 0)
    else:
        aside = np.zeros(len(tiles))  # triangles are as wide to both sides
    middle, center = SIDE / 2 + lower, SIDE / 2 + aside
    across = np.maximum(center - left, right - center) / SIDE
    down = np.maximum(middle - top, bottom - middle) / SIDE
    reach = np.maximum(across * stretch[0], down * stretch[1])
    zooms = np.array(ZOOMS)
    wanted = USUAL_REACH / np.maximum(reach, DOT_REACH)
    nearest = zooms[np.abs(zooms - wanted[:, None]).argmin(axis=1)]
    nearest[reach >= SMALL_REACH] = 1.0
    symbol = ink.any(axis=(1, 2)) & (reach > DOT_REACH)
    if centered:
        # A bright or faint one that is large and off is a light.
        symbol &= (nearest > 1) | off | (max(stretch) > 1)
    closer = [
        np.clip(nearest * long, 1.0, np.maximum(MOST_REACH / np.maximum(far, DOT_REACH), nearest))
        for long, far in zip(stretch, (across, down), strict=True)
    ]
    return [
        View((float(wide), float(high)), float(low) / SIDE, float(by) / SIDE) if there else WHOLE
        for there, wide, high, low, by in zip(symbol, *closer, lower, aside, strict=True)
    ]


def _ink(tiles: Tiles, inside: NDArray[np.bool_], *, dark: bool = False) -> NDArray[np.bool_]:
    """Return the pixels of each tile's symbol: those inside that stand out from its ground.

    Lines along the edge are none, nor are the many specks of a texture. A symbol asked to be
    ``dark`` has less of some colour than its ground.
    """
    if not len(tiles):
        return inside
    edge = inside & ~_inner(inside, 1)
    ground = _grounds(tiles, edge)
    less = ground[:, None, None].astype(np.float32) - tiles
    away = np.max(np.maximum(less, 0) if dark else np.abs(less), axis=3) * inside
    most = away.max(axis=(1, 2))
    least = MIN_DARK if dark else MIN_INK
    ink = (away > 0.4 * most[:, None, None]) & (most >= least)[:, None, None]
    for index, rim in enumerate(edge):
        marked = ink[index]
        count, parts = cv2.connectedComponents(marked.astype(np.uint8), connectivity=8)
        sizes, at_edge = (
            np.bincount(parts[where], minlength=count) for where in (marked, marked & rim)
        )
        sizes[at_edge > sizes / 2] = 0
        ink[index] &= (sizes > 0)[parts] & (sizes.max() > sizes.sum() / 2)
    return np.asarray(ink, dtype=np.bool_)


def _cornered(tiles: Tiles) -> NDArray[np.bool_]:
    """Return the pixels of symbols that stand close to an edge, (n, SIDE, SIDE).

    Lines and bevels lie there, too, but run along most of it.
    """
    inside = np.zeros((len(tiles), SIDE, SIDE), bool)
    inside[:, THIN:-THIN, THIN:-THIN] = True
    ink = _ink(tiles, inside, dark=True)
    for axis in (1, 2):
        first, end = _extent(np.any(ink, axis=axis))
        ink[end - first > MOST_LONG * SIDE] = False
    return ink


THIN, MOST_LONG = 1, 0.7
"""Pixels of a tile along its edge where a neighbour's line may be, and the share of the tile that a
symbol close to an edge is wide or high at most."""

MIN_DARK = 60.0
"""Gray levels by which a symbol off the middle is darker than its ground, as text that no page told
to stand in the middle: the light on a button is brighter."""


def _grounds(tiles: Tiles, edge: NDArray[np.bool_]) -> NDArray[np.float64]:
    """Return the colour of each tile's ground, (n, 3).

    It is the usual one of the middle, but for symbols that fill that: around them, along the
    ``edge`` (n, SIDE, SIDE), it is another. The light on a mine is no symbol.
    """
    middle = np.median(tiles[:, RIM:-RIM, RIM:-RIM].reshape(len(tiles), -1, 3), axis=1)
    around = np.array(
        [
            np.median(tile[rim], axis=0) if rim.any() else usual
            for tile, rim, usual in zip(tiles, edge, middle, strict=True)
        ]
    )
    filled = np.abs(around - middle).max(axis=1) > MIN_INK
    return np.where(filled[:, None], around, middle)


def _extent(ink: NDArray[np.bool_]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the first pixel with ink and the one past the last of each row."""
    return ink.argmax(axis=1), ink.shape[1] - ink[:, ::-1].argmax(axis=1)


def _inner(masks: NDArray[np.bool_], rim: int) -> NDArray[np.bool_]:
    """Return the masks without the ``rim`` pixels along their edges and the tiles'."""
    kernel = np.ones((2 * rim + 1, 2 * rim + 1), np.uint8)
    bordered = np.pad(masks, ((0, 0), (1, 1), (1, 1))).astype(np.uint8)
    return np.array([cv2.erode(mask, kernel)[1:-1, 1:-1] > 0 for mask in bordered])
