"""Outer lines of a lattice that show nothing: whether they are the board's, or the page beside it.

Where a game draws no line around opened cells both look alike. What is opened beside covered cells
tells the page, and so does a board that without them lies in the middle of its page.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.channels import strongest
from autoplay.vision.finding.plain import BARE, SAME, area_around, colors_of
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice
from autoplay.vision.learning.rules import Rules
from autoplay.vision.tiles import canonical_tiles
from autoplay.vision.whole.lines import SIDES
from autoplay.vision.whole.outside import line_of
from autoplay.vision.whole.sides import side_cells

BARE_PAGE = 0.5
"""Share of the zeros along a side that touch covered cells where they are the page."""

PLAIN = 0.95
"""Share of the pixels of a page's cell that have the colour of those along its line: noise has
others, and so have the rims of cells beside it."""

IN_THE_MIDDLE = 0.15
"""Pitches by which the margins of a board in the middle of its page differ at most."""


def without_bare_lines(image: Image, lattice: Lattice, labels: bytes) -> Lattice | None:
    """Return the lattice without the lines at its sides that are the page, of zeros or of covered
    cells where no other one is as bare; None without any. ``labels`` are those read."""
    board = np.frombuffer(labels, np.uint8)
    bare = _bare_covers(image, lattice, board == Label.COVERED)
    if any(bare.values()):
        return _without(lattice, bare)
    outer = {side: _outer_lines(board == Label.ZERO, lattice, side) for side in SIDES}
    if not any(outer.values()):
        return None
    touching = _touching(board, lattice, outer)
    if any(touching.values()):
        return _without(lattice, touching)
    uneven = _beside_the_middle(image, lattice, board, outer)
    return _without(lattice, uneven) if any(uneven.values()) else None


def _bare_covers(image: Image, lattice: Lattice, covered: NDArray[np.bool_]) -> dict[str, int]:
    """Return how many lines at each side are of covered cells, (cells,), and look the same all
    along, where hardly one of the others is of one colour: none shows where its cells end."""
    outer = {side: _outer_lines(covered, lattice, side) for side in SIDES}
    if not any(outer.values()):
        return outer
    tiles = canonical_tiles(image, lattice).astype(np.int16)
    for side, lines in outer.items():
        if lines:
            bare = covered & _goes_through(tiles, lattice, side, BARE)
            outer[side] = _outer_lines(bare, lattice, side)
    if not any(outer.values()):
        return outer
    others = covered.copy()
    for side, lines in outer.items():
        others[side_cells(lattice, side, lines)] = False
    _, shares = colors_of(image, lattice)
    drawn = others.any() and (shares[others] >= PLAIN).mean() <= MOST_BARE
    return outer if drawn else dict.fromkeys(SIDES, 0)


MOST_BARE = 0.1
"""Share of the other covered cells that may be of one colour, too: those beneath something."""


def without_page_lines(image: Image, lattice: Lattice, doubtful: frozenset[int]) -> Lattice | None:
    """Return the lattice without the lines at its sides that look the same all along, with no line
    between their cells; None without any, or where nothing else is left.

    Where cells are in doubt some of those lines' are among them.
    """
    tiles = canonical_tiles(image, lattice).astype(np.int16)
    outer, cells = {}, set[int]()
    for side in SIDES:
        outer[side] = _outer_lines(_goes_through(tiles, lattice, side, PLAIN), lattice, side)
        cells |= set(side_cells(lattice, side, outer[side]))
    if doubtful and doubtful.isdisjoint(cells):
        return None
    return _without(lattice, outer) if cells else None


def _goes_through(
    tiles: NDArray[np.int16], lattice: Lattice, side: str, least: float
) -> NDArray[np.bool_]:
    """Return which cells look the same all along this side, as the others of their line do, but for
    a share of their pixels; ``least`` is that of the others."""
    size = lattice.topology.rows, lattice.topology.cols
    along = (1, 3) if side in ("top", "bottom") else (0, 2)
    grid = tiles.reshape(*size, *tiles.shape[1:])
    apart = strongest(np.abs(grid - np.median(grid, axis=along, keepdims=True)))
    return np.asarray((apart <= SAME).mean(axis=(2, 3)) >= least).ravel()


def _outer_lines(bare: NDArray[np.bool_], lattice: Lattice, side: str) -> int:
    """Return how many lines at a side are bare, of cells (cells,), all together."""
    size = lattice.topology.rows if side in ("top", "bottom") else lattice.topology.cols
    lines = 0
    while lines < size and bare[side_cells(lattice, side, lines + 1)].all():
        lines += 1
    return lines


def _without(lattice: Lattice, lines: dict[str, int]) -> Lattice | None:
    """Return the lattice without so many lines at its sides; None where that is no board."""
    rows = lattice.topology.rows - lines["top"] - lines["bottom"]
    cols = lattice.topology.cols - lines["left"] - lines["right"]
    if min(rows, cols) < SMALLEST_BOARD:
        return None
    return window(lattice, lines["top"], lines["left"], rows, cols)


def _touching(board: NDArray[np.uint8], lattice: Lattice, outer: dict[str, int]) -> dict[str, int]:
    """Return those of the outer lines of zeros that lie beside covered cells as no zero does.

    In a game whose zeros open nothing, too, nobody opens a whole line of them and no number.
    """
    beside = (board == Label.ZERO) & (Rules(lattice.topology).beside(board == Label.COVERED) > 0)
    within = beside.copy()
    for side, lines in outer.items():
        within[side_cells(lattice, side, lines)] = False
    found = dict.fromkeys(outer, 0)
    for side, lines in outer.items():
        if lines:
            share = beside[line_of(lattice, side, lines - 1)].mean()
            if share > BARE_PAGE or (share > 0 and not within.any()):
                found[side] = lines
    return found


def _beside_the_middle(
    image: Image, lattice: Lattice, board: NDArray[np.uint8], outer: dict[str, int]
) -> dict[str, int]:
    """Return the fewest lines at the left and the right without which the board lies in the middle
    of the page, 0 where it does so with them or in no case.

    The page is all that has the colour of zeros and hangs together with them.
    """
    found = dict.fromkeys(outer, 0)
    wider = _wider_at_the_left(image, lattice, board)
    if wider is None:
        return found
    choices = sorted(product(range(outer["left"] + 1), range(outer["right"] + 1)), key=sum)
    for some, others in choices:
        if abs(wider + some - others) <= IN_THE_MIDDLE:
            return found | {"left": some, "right": others}
    return found


def is_in_the_middle(image: Image, lattice: Lattice, board: NDArray[np.uint8]) -> bool:
    """Whether a board of these labels, (cells,), lies in the middle of the page that its zeros lie
    on, from left to right."""
    wider = _wider_at_the_left(image, lattice, board)
    return wider is not None and abs(wider) <= IN_THE_MIDDLE


def _wider_at_the_left(image: Image, lattice: Lattice, board: NDArray[np.uint8]) -> float | None:
    """Return by how many pitches the page is wider at the left of a board than at its right; None
    where its zeros lie on no page."""
    page = _page_around(image, lattice, board == Label.ZERO)
    if page is None:
        return None
    left, right = lattice.box[0] - page[0], page[1] - lattice.box[2]
    return (left - right) / lattice.pitch[0]


def _page_around(
    image: Image, lattice: Lattice, zeros: NDArray[np.bool_]
) -> tuple[int, int] | None:
    """Return where the page that zeros, (cells,), lie on begins and ends, in pixels from the left;
    None where lines or another colour part them from it."""
    colors, shares = colors_of(image, lattice)
    if np.median(shares[zeros]) < BARE:
        return None
    usual = np.median(colors[zeros], axis=0)
    plain = np.asarray((np.abs(image[..., :3] - usual) <= SAME).all(axis=2))
    area = area_around(plain, zeros, lattice)
    left, _, right, _ = lattice.box
    return (area[0], area[2]) if area and (area[0] < left or area[2] > right) else None
