"""Boards that are no rectangle: which places of a lattice have a cell, and which are the page.

Hexagons lie in the form of a hexagon, a rhombus or a triangle, or every second line has a cell
less; triangles form a larger one. Where there is no cell the page goes on across the sides that
cells there would have. Opened cells without lines may look so too, but not in such a form.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from autoplay.errors import CutOffError, UnreadableError
from autoplay.game import Label, Shape
from autoplay.vision.finding.reach import ROWS_SHIFTED
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.numbering import cut_out
from autoplay.vision.whole.places import LEAST_PAGE, Grid, Places
from autoplay.vision.whole.rim import goes_on
from autoplay.vision.whole.trimmed import FOREIGN, share_unlike
from autoplay.words import counted

MOST_SHAPES = 4
"""Forms that are read."""

MOST_TRIMMED = 1
"""Lines at each side of what looks like cells that may be none."""


def shaped(image: Image, lattice: Lattice) -> list[Lattice]:
    """Return lattices of the same cells, and of like ones around them, whose other places are the
    page in a form that boards have; the most regular ones first.

    ``image`` is BGR or BGRA uint8. Squares always fill their rectangle.
    """
    if lattice.topology.shape is Shape.SQUARE or any(lattice.wider):
        return []
    grid = Grid.around(image[..., :3], lattice)
    found: dict[Lattice, tuple[int, int, int]] = {}
    for page in grid.pages():
        present = grid.cells_beside(page)
        for part in _trimmed(present):
            cut = cut_out(grid.lattice, part)
            if cut is None or cut in found or not (symmetries := _symmetries(cut)):
                continue
            if not goes_on(grid, part, page):
                dropped = int((present & ~part).sum())
                found[grid.centred(cut, page)] = -symmetries, dropped, -len(cut.topology.absent)
    return sorted(found, key=found.__getitem__)[:MOST_SHAPES]


def require_no_page(image: Image, lattice: Lattice, labels: bytes) -> None:
    """Raise UnreadableError where cells of a rectangle were read as covered that the page fills,
    and that are drawn as no other covered cell: a part of a board that is none may pass for one.

    ``image`` is BGR or BGRA uint8, ``labels`` are those read, one a cell.
    """
    if lattice.topology.shape is Shape.SQUARE or any(lattice.wider):
        return
    grid = Grid.around(image[..., :3], lattice)
    covered = np.frombuffer(labels, np.uint8) == Label.COVERED
    tiles = grid.tiles[grid.inner.ravel()]
    for page in grid.pages():
        filled = page.fills[grid.inner] & covered
        unlike = share_unlike(tiles[filled], tiles[covered & ~filled], least=1) >= FOREIGN
        if np.count_nonzero(unlike) >= LEAST_PAGE and page.fills[~grid.inner].any():
            cells = np.flatnonzero(filled)[unlike]
            raise UnreadableError(
                f"{counted(len(cells), 'cell looks', 'cells look')} covered, and like the page",
                cells.tolist(),
                ["the page goes on over this cell"] * len(cells),
            )


def require_none_beside(image: Image, board: Lattice) -> None:
    """Raise CutOffError where more cells lie beside those of a board that is no rectangle.

    ``image`` is BGR or BGRA uint8.
    """
    full = replace(board, topology=replace(board.topology, absent=frozenset()))
    grid = Grid.around(image[..., :3], full)
    cells = grid.inner.copy()
    cells[cells] = board.topology.is_present
    if all(goes_on(grid, cells, page) for page in grid.pages()):
        every = board.topology.cells.tolist()
        raise CutOffError(
            "the board goes on beyond its cells, or is cut off",
            every,
            ["more cells may lie beside this one"] * len(every),
            board,
            more="bring the whole board into view",
        )


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


def _symmetries(lattice: Lattice) -> int:
    """Return how many of these leave the board as it is: a mirror from right to left, one upside
    down, a turn by half; 0 where a line of cells has a gap or none is there."""
    topology = lattice.topology
    grid = topology.is_present.reshape(topology.rows, topology.cols)
    by_cols = topology.shape is Shape.HEXAGON and topology.variant not in ROWS_SHIFTED
    lines = grid.T if by_cols else grid
    ends = np.diff(np.pad(lines, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    if ((ends > 0).sum(axis=1) != 1).any():
        return 0
    places = lattice.centers[topology.cells] / np.array(lattice.pitch) * 4
    places = np.round(places - places.min(axis=0)).astype(int)
    most = places.max(axis=0)
    here = {tuple(each) for each in places.tolist()}
    turned = (
        np.stack([most[0] - places[:, 0], places[:, 1]], axis=1),
        np.stack([places[:, 0], most[1] - places[:, 1]], axis=1),
        most - places,
    )
    return sum({tuple(each) for each in way.tolist()} == here for way in turned)
