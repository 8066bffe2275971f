"""Lines of the page beside a board, taken for lines of it where opened cells look like the page.

Text and buttons of the page look like no cell; what lies between them and the board looks like
zeros.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import Cell, Label, Shape, usual_mines
from autoplay.vision.finding.plain import SAME
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.looks import BLOCKS, MAX_BLOCK_DIFFERENCE
from autoplay.vision.tiles import SIDE, canonical_tiles
from autoplay.vision.whole.lines import (
    CONTRAST,
    MOST_LINES,
    SIDES,
    are_drawn,
    have_fellows,
    patterns,
    without,
)
from autoplay.vision.whole.seams import mean_change, shared_edges
from autoplay.vision.whole.sides import open_sides, side_cells

PLAIN, NOISE = 2.0, 3.0
"""Gray levels by which the average cell of one plain area differs from line to line within, and a
cell from the next one; and those (standard deviation) within each. Weak lines between covered cells
differ by 4 and more, the next cell of a checkerboard by 5. Of hexagons and triangles, 228 lines of
covered cells that are lined change by 14 and more across shared edges, 291 plain ones of the page
by less than 1."""

EDGE = 2
"""Pixels of a tile next to other lines."""

SIDES_OF_BOX = ("left", "top", "right", "bottom")

TEXT = 3
"""Cells in a line of the page in which something is drawn: a pointer covers two at most."""


def without_page(image: Image, lattice: Lattice, doubtful: frozenset[int]) -> Lattice | None:
    """Return the lattice without the lines of the page at one of its sides; None without any.

    Text is drawn there, some of it in doubt, and nothing like the cells of the board. Their
    outlines end before it, seen to go on beyond the lattice without one line more and not beyond
    the one returned; or such cells lie in the first line that is left, and text in the one before.
    """
    shown = patterns(image, lattice)
    drawn = are_drawn(shown)
    for side in SIDES:
        outer = [side_cells(lattice, side, lines) for lines in range(MOST_LINES + 2)]
        texts = np.diff([np.count_nonzero(drawn[cells]) for cells in outer])
        smaller = _one_by_one(lattice, side)
        for lines in range(1, len(smaller) - 1):
            line, (board, less) = outer[lines], smaller[lines : lines + 2]
            if max(texts[:lines]) < TEXT or doubtful.isdisjoint(line):
                continue
            ends = side in open_sides(image, less) and side not in open_sides(image, board)
            among = np.isin(np.arange(len(drawn)), line)
            if have_fellows(shown[drawn & among], shown[drawn & ~among]):
                continue
            first = np.isin(np.arange(len(drawn)), np.setdiff1d(outer[lines + 1], line))
            within = shown[drawn & ~among & ~first]
            begins = texts[lines - 1] >= TEXT and have_fellows(shown[drawn & first], within)
            if ends or begins:
                return board
    return None


def within_lines(image: Image, lattice: Lattice) -> Lattice | None:
    """Return the lattice up to a straight line that runs across all cells of a line of it.

    So runs a frame made of characters, and beyond it lies no board. No cell but those across which
    such lines run shows it. None where there is none.
    """
    middles = patterns(image, lattice).reshape(-1, BLOCKS, BLOCKS, 3)[:, 2:-2, 2:-2]
    for ends, along in ((SIDES[:2], middles), (SIDES[2:], middles.swapaxes(1, 2))):
        crossed = {
            (side, lines): across
            for side in ends
            for lines in range(MOST_LINES)
            if _is_one_line(along[across := line_of(lattice, side, lines)])
        }
        rest = np.ones(len(along), np.bool_)
        for across in crossed.values():
            rest[across] = False
        for (side, lines), across in crossed.items():
            less = _one_by_one(lattice, side)[lines + 1 :]
            if less and _is_unlike(along[across[0]], along[rest]):
                return less[0]
    return None


def line_of(lattice: Lattice, side: str, lines: int) -> NDArray[np.intp]:
    """Return the cells of the line at a side beyond which so many lines lie."""
    beyond, upto = (side_cells(lattice, side, lines + more) for more in (0, 1))
    return np.setdiff1d(upto, beyond)


def _is_one_line(cells: NDArray[np.float32]) -> bool:
    """Whether these blocks of cells, (cells, rows, columns, 3), show one line along their rows."""
    course = cells.mean(axis=(0, 2), keepdims=True)
    same = np.abs(cells - course).max() < MAX_BLOCK_DIFFERENCE
    return bool(same and course.std(axis=1).max() > CONTRAST)


def _is_unlike(cell: NDArray[np.float32], others: NDArray[np.float32]) -> bool:
    """Whether the blocks of none of the others are those of a cell."""
    away = np.abs(others - cell).max(axis=(1, 2, 3))
    return bool(away.min(initial=255.0) > MAX_BLOCK_DIFFERENCE)


def require_ends(
    image: Image, lattice: Lattice, labels: bytes, box: tuple[int, int, int, int] | None = None
) -> None:
    """Raise UnreadableError where lines at a side may be the page.

    Where covered cells are symbols on the ground of zeros nothing shows where the board ends beyond
    two lines of zeros, and beyond a line of covered cells where these are but one plain area: but
    for a board of a usual size that ends with that area. ``labels`` are those read; a side that
    lies at that of ``box`` (left, top, right, bottom) is told.
    """
    board = np.frombuffer(labels, np.uint8)
    tiling = lattice.topology
    is_usual = usual_mines(tiling.shape, tiling.rows, tiling.cols) is not None
    for side in SIDES:
        line, outer = (side_cells(lattice, side, lines) for lines in (1, 2))
        if is_told(lattice, side, box):
            continue
        if (board[outer] == Label.ZERO).all() and _are_on_the_page(image, lattice, board):
            raise no_end(side, outer, "its cells are symbols on the page")
        if _is_covered_area(image, lattice, board, side):
            if is_usual and _ends_with_its_cells(image, lattice, side):
                continue
            raise no_end(side, line, "its covered cells are one plain area")


def _ends_with_its_cells(image: Image, lattice: Lattice, side: str) -> bool:
    """Whether the plain area of the squares at a side ends all along the ends of these cells."""
    line = np.array(side_cells(lattice, side), np.intp)
    axis, way = (0 if side in ("left", "right") else 1), (-1 if side in ("left", "top") else 1)
    pitch = np.array(lattice.pitch)
    along = np.array(BESIDE)[:, None] * pitch * (axis == 1, axis == 0)
    across = (0.5 * pitch[axis] + np.array([-AT_END, AT_END])) * way
    tiles = canonical_tiles(image, lattice, line).astype(np.int16)
    color = np.median(tiles.reshape(-1, 3), axis=0)
    shares = []
    for away in across:
        places = lattice.centers[line][:, None] + along + away * np.eye(2)[axis]
        x, y = np.rint(places).astype(np.intp).reshape(-1, 2).T
        if min(x.min(), y.min()) < 0 or x.max() >= image.shape[1] or y.max() >= image.shape[0]:
            return False
        shares.append((np.abs(image[y, x, :3] - color).max(axis=1) <= SAME).mean())
    return bool(shares[0] >= WITHIN and shares[1] <= BEYOND)


BESIDE = (-0.4, -0.2, 0.0, 0.2, 0.4)
"""Places along the side of a cell, in pitches, that are looked at within and beyond its end."""

AT_END, WITHIN, BEYOND = 2.0, 0.95, 0.25
"""Pixels within and beyond the end of a cell that are looked at, and the share of the places there
that have the colour of the plain area: a button of its colour may touch it."""


def told_ends(
    image: Image, lattice: Lattice, labels: bytes, box: tuple[int, int, int, int] | None
) -> list[str]:
    """Return the sides of plain covered cells at which the board ends, told by those of the box.

    The page beyond shows nothing else.
    """
    board = np.frombuffer(labels, np.uint8)
    told = (side for side in SIDES if is_told(lattice, side, box))
    return [side for side in told if _is_covered_area(image, lattice, board, side)]


def no_end(side: str, cells: list[Cell], why: str) -> UnreadableError:
    """Return the error for cells at a side that may be the page, and what to do."""
    return UnreadableError(
        f"nothing shows where the board ends at its {side}: {why}",
        cells,
        ["this cell may be the page"] * len(cells),
        more="frame it with --region",
    )


def is_told(lattice: Lattice, side: str, box: tuple[int, int, int, int] | None) -> bool:
    """Whether the box ends less than half a cell beyond this side, or before it."""
    if box is None:
        return False
    place = SIDES_OF_BOX.index(side)
    away = lattice.box[place] - box[place]
    beyond = away if place < 2 else -away
    return beyond < lattice.cell_size[place % 2] / 2


def _is_covered_area(image: Image, lattice: Lattice, labels: NDArray[np.uint8], side: str) -> bool:
    """Whether a line of covered cells lies at a side, and nothing shows in or between them."""
    line = np.array(side_cells(lattice, side), np.intp)
    if (labels[line] != Label.COVERED).any():
        return False
    if lattice.topology.shape is not Shape.SQUARE:
        # Their tiles end where slanting lines are.
        edges = shared_edges(lattice, line)
        if mean_change(image, edges, lattice) >= PLAIN:
            return False
    tiles = canonical_tiles(image, lattice, line).astype(np.float32)
    across = 1 if side in ("top", "bottom") else 2
    covers = np.setdiff1d(np.flatnonzero(labels == Label.COVERED), line)
    if len(covers) >= FEWEST_EDGED and _are_edged(tiles, image, lattice, covers, across):
        return False
    tiles = tiles.take(range(EDGE, SIDE - EDGE), axis=across)  # what lies beside the line is not it
    usual, noise = tiles.mean(axis=0), tiles.std(axis=(1, 2)).max(axis=1)
    # A line between cells is as long as these, so that little noise is left along it.
    lines = max(np.ptp(usual.mean(axis=along), axis=0).max() for along in (0, 1))
    in_turns = np.abs(np.diff(tiles.mean(axis=(1, 2)), axis=0)).max()
    return bool(max(lines, in_turns) < PLAIN and np.median(noise) < NOISE)


def _are_edged(
    line: NDArray[np.float32],
    image: Image,
    lattice: Lattice,
    covers: NDArray[np.intp],
    across: int,
) -> bool:
    """Whether both long sides of a line of covered cells show the edges that other ``covers`` have
    there.

    ``across`` is the axis of its tiles, (cells, SIDE, SIDE, 3), from one side to the other.
    """
    others = canonical_tiles(image, lattice, covers)
    usual, shown = (np.median(tiles, axis=0).mean(axis=2 - across) for tiles in (others, line))
    drawn = np.abs(usual - np.median(usual, axis=0)).max(axis=1)
    edges = min(drawn[:EDGE].max(), drawn[-EDGE:].max())
    return bool(edges > EDGED and np.abs(shown - usual).max() < MAX_BLOCK_DIFFERENCE)


FEWEST_EDGED, EDGED = 6, 24.0
"""Other covered cells that show how these are drawn, and the gray levels by which both their edges
differ from their middle."""


def _are_on_the_page(image: Image, lattice: Lattice, labels: NDArray[np.uint8]) -> bool:
    """Whether there are covered cells that show at their edges what zeros do, which are plain."""
    if not (labels == Label.COVERED).any():
        return False
    shown = patterns(image, lattice).reshape(-1, BLOCKS, BLOCKS, 3)
    ring = np.ones((BLOCKS, BLOCKS), np.bool_)
    ring[1:-1, 1:-1] = False
    covers, zeros = (
        np.median(shown[labels == label], axis=0) for label in (Label.COVERED, Label.ZERO)
    )
    is_plain = np.ptp(zeros, axis=(0, 1)).max() < OUTLINED
    return bool(is_plain and np.abs(covers - zeros)[ring].max() < MAX_BLOCK_DIFFERENCE)


OUTLINED = 12.0
"""Gray levels by which the parts of a zero differ that is no page: buttons far from each other, a
tenth lighter than their outlines, have 20."""


def _one_by_one(lattice: Lattice, side: str) -> list[Lattice]:
    """Return the lattice, and without one, two and more lines at a side, while it is a board."""
    found = [lattice]
    while len(found) <= MOST_LINES + 1 and (smaller := without(found[-1], side)) is not None:
        found.append(smaller)
    return found
