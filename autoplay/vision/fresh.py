"""Whether a grid on which nothing is opened is a Minesweeper: its covered cells look alike.

Without numbers the rules of the game prove nothing, and a crossword, the windows of a house or a
page of swatches would pass. Covered cells of a game have one colour, or two in a checkerboard; a
gradient over the whole board makes it change smoothly from cell to cell.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.find import CONVINCING
from autoplay.vision.jpeg import BLOCK, is_jpeg
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learning.tints import places
from autoplay.vision.puzzle import sign_of_a_puzzle
from autoplay.vision.reading import Reading
from autoplay.vision.tiles import MIDDLE, Sampler
from autoplay.vision.whole.whole_cells import require_no_halves, require_whole_cells

MOST_SHADES = 34.0
"""Gray levels between the cells of a board with nothing opened: a checkerboard has up to 20, a
chess board 41 and more."""

MOST_UNEVEN = 10.0
"""Gray levels by which a cell may differ from a smooth course of colours over the board. Of fresh
boards of 60 games and web skins the worst is at 6, at 4 in the middle of the cells; swatches,
windows, bricks and seats are at 14 and more, icons at 28."""

HOVERED = 1
"""Cells that may differ: the one under the pointer is often drawn lighter."""


FEWEST_FRESH = 44
"""Cells of a board with nothing opened: other puzzles have empty grids of up to 40, Minesweeper's
smallest usual level has 64."""

FEWEST_NUMBERS = 3
"""Numbers on so small a board: a puzzle may give a single clue, which breaks no rule."""

MOST_MARKED = 0.05
"""Share of the cells that a person marks before opening any; other puzzles give a sixth of theirs a
symbol."""

MOST_MINED = 0.3
"""Share of the cells that hold mines, 0.21 on the hardest of the usual levels; other games draw
more."""

FILLS = 0.4
"""Share of a box that a grid covers for which the box was drawn: it may take in the counter and the
face, not a page."""


def require_minesweeper(
    image: Image,
    reading: Reading,
    score: float,
    box: tuple[int, int, int, int] | None = None,
) -> None:
    """Raise UnreadableError for a board without numbers unless it is beyond doubt.

    Without numbers the rules prove nothing, and a crossword, a chess board or a page of buttons
    would pass: all cells must be covered alike, and the lattice found with this ``score`` clear. A
    small one, with hardly a number either, must fill the ``box`` (left, top, right, bottom)
    somebody drew around it.
    """
    if reading.lattice.topology.shape is Shape.SQUARE:
        require_no_halves(image, reading.lattice)
    labels = np.frombuffer(reading.board.labels, np.uint8)
    numbers = (labels <= MAX_NUMBER) & (labels > 0)
    if numbers.any():
        zeros = (labels == Label.ZERO).any()
        small = reading.lattice.topology.present < FEWEST_FRESH and not _fills(reading.lattice, box)
        if small and not zeros and np.count_nonzero(numbers) < FEWEST_NUMBERS:
            raise UnreadableError(
                "hardly anything is opened and the grid is small: not proven to be a board",
                more="open a cell more, or frame it with --region",
            )
        return
    if (labels == Label.ZERO).any():
        raise UnreadableError("cells are opened but no numbers border them: no Minesweeper")
    if _is_marked(labels):
        raise UnreadableError(
            "nothing is opened and cells carry marks: not proven to be Minesweeper",
            more="open a cell",
        )
    if score < CONVINCING:
        raise UnreadableError("nothing is opened and the grid is faint: not proven to be a board")
    sign = sign_of_a_puzzle(image, reading.lattice)
    if sign is not None:
        raise UnreadableError(f"nothing is opened and {sign}: a puzzle of another kind")
    cells = reading.lattice.topology.present
    if cells < FEWEST_FRESH and not _fills(reading.lattice, box):
        raise UnreadableError(
            "nothing is opened and the grid is small: not proven to be a board",
            more="open a cell, or frame it with --region",
        )
    if _are_blocks(image, reading.lattice):
        raise UnreadableError("nothing is opened and its cells are blocks that JPEG leaves")
    if _is_bare(image, reading.lattice):
        raise UnreadableError("nothing is drawn where cells would be: not proven to be a board")
    covered = np.flatnonzero(labels == Label.COVERED)
    few = len(covered) < cells / 2
    if not few and reading.lattice.topology.shape is Shape.SQUARE:
        require_whole_cells(image, reading.lattice, covered)
    if few or _differ(image, reading.lattice, covered):
        raise UnreadableError(
            "nothing is opened and its cells differ: not proven to be Minesweeper",
            covered.tolist(),
            ["differs from other covered cells"] * len(covered),
            more="open a cell",
        )


def _is_marked(labels: NDArray[np.uint8]) -> bool:
    """Whether more cells of a board with nothing opened carry marks than a game draws there.

    The first click may hit a mine; then it exploded, and others may be shown.
    """
    cells = np.count_nonzero(labels != Label.ABSENT)
    marked = np.isin(labels, (Label.FLAG, Label.QUESTION, Label.WRONG_FLAG)).sum()
    shown = np.count_nonzero(labels == Label.MINE)
    most = MOST_MINED * cells if (labels == Label.EXPLODED).any() else 0
    return bool(shown > most or marked > MOST_MARKED * cells)


def _fills(lattice: Lattice, box: tuple[int, int, int, int] | None) -> bool:
    """Whether the grid is most of what is in the box."""
    if box is None:
        return False
    (left, top, right, bottom), (x, y, end_x, end_y) = box, lattice.box
    return (end_x - x) * (end_y - y) >= FILLS * (right - left) * (bottom - top)


def _is_bare(image: Image, lattice: Lattice) -> bool:
    """Whether the picture shows one colour and nothing else within the outermost cells."""
    (wide, high), (left, top, right, bottom) = lattice.cell_size, lattice.box
    rows = slice(max(top, 0) + int(high), bottom - int(high))
    cols = slice(max(left, 0) + int(wide), right - int(wide))
    inner = image[rows, cols, :3].reshape(-1, 3)
    return bool(len(inner) > 0 and np.ptp(inner, axis=0).max() <= BARE)


def _are_blocks(image: Image, lattice: Lattice) -> bool:
    """Whether the cells are blocks of a JPEG picture in which nothing is drawn, as it keeps faint
    colours: its own squares show where they change slowly."""
    corner = np.subtract(lattice.first_cell_center, np.divide(lattice.pitch, 2))
    lines = np.array([corner, lattice.pitch])
    beside = np.abs(lines - BLOCK * np.round(lines / BLOCK)).max()
    if lattice.topology.shape is not Shape.SQUARE or beside > BESIDE_BLOCKS:
        return False
    tiles = Sampler(lattice).tiles(image, np.arange(len(lattice.topology)))
    tiles = tiles.reshape(len(tiles), -1, tiles.shape[-1])
    drawn = np.abs(tiles - np.median(tiles, axis=1, keepdims=True)).max(axis=(1, 2))
    return bool(np.median(drawn) < DRAWN) and is_jpeg(image)


BESIDE_BLOCKS, DRAWN = 0.6, 12.0
"""Pixels by which lines may lie beside JPEG's blocks, and gray levels that the outlines of cells
stand out by at least: blocks of a blurred picture differ by up to 8 within."""

BARE = 2
"""Gray levels within which an area has one colour: JPEG leaves plain ones as they are."""


def _differ(image: Image, lattice: Lattice, covered: NDArray[np.intp]) -> bool:
    """Whether these cells are not all drawn alike."""
    unlike = unlike_cells(image, lattice, covered)
    return len(unlike) > 0 or _lack_symbols(image, lattice, covered)


def _lack_symbols(image: Image, lattice: Lattice, covered: NDArray[np.intp]) -> bool:
    """Whether some of these cells are bare where the others show a symbol: the page beside a board
    whose covered cells are dots, however small."""
    tiles = Sampler(lattice).tiles(image, covered)[:, MIDDLE, MIDDLE].reshape(len(covered), -1, 3)
    ink = np.abs(tiles - np.median(tiles, axis=1, keepdims=True)).max(axis=(1, 2))
    usual = np.median(ink)
    return bool(usual > SYMBOL and (ink < BARE_SHARE * usual).sum() > HOVERED)


SYMBOL, BARE_SHARE = 40.0, 0.3
"""Gray levels of a symbol's strongest ink, and the share of that which no symbol lacks."""


def unlike_cells(image: Image, lattice: Lattice, covered: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return those of these covered cells whose colour is not that of their fellows.

    ``image`` is BGR or BGRA uint8; empty where at most one cell differs.
    """
    tiles = Sampler(lattice).tiles(image, covered)
    every = tiles.reshape(len(tiles), -1, tiles.shape[-1])
    usual, mean = np.median(every, axis=1), every.mean(axis=1)
    # Icons leave most of a cell to the page, and differ only in its middle.
    high, wide = (size // 4 for size in tiles.shape[1:3])
    middles = tiles[:, high : tiles.shape[1] - high, wide : tiles.shape[2] - wide]
    centers = middles.reshape(len(tiles), -1, tiles.shape[-1]).mean(axis=1)
    far = [_largest(colours - np.median(colours, axis=0)) for colours in (usual, mean)]
    uneven = [
        _largest(colours - _smooth(colours, lattice, covered)) for colours in (usual, mean, centers)
    ]
    # Which of two colours that share a cell in halves is the usual one is a matter of chance.
    shaded = np.minimum(*far) > MOST_SHADES
    unsmooth = np.maximum(np.minimum(*uneven[:2]), uneven[2]) > MOST_UNEVEN
    unlike = covered[shaded | unsmooth]
    return unlike if len(unlike) > HOVERED else covered[:0]


def _largest(differences: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.abs(differences).max(axis=1), dtype=np.float64)


def _smooth(
    shades: NDArray[np.float64], lattice: Lattice, covered: NDArray[np.intp]
) -> NDArray[np.float64]:
    """Return the shades of a checkerboard under a quadratic gradient, fitted by least squares.

    Rows that alternate are no course: they are the upper and lower halves of glossy cells.
    """
    rows, cols = np.divmod(covered, lattice.topology.cols)
    x, y = ((place - place.mean()) / (np.ptp(place) + 1) for place in (cols, rows))
    smooth = np.stack([np.ones(len(covered)), x, y, x * x, x * y, y * y], axis=1)
    course = np.concatenate([smooth, _tints(lattice.topology)[covered]], axis=1)
    found, *_ = np.linalg.lstsq(course, shades, rcond=None)
    return np.asarray(course @ found, dtype=np.float64)


def _tints(topology: Topology) -> NDArray[np.bool_]:
    """Return of which tints of a checkerboard each cell may be, (cells, tints).

    Two are enough for squares and triangles that share no edge with their like; hexagons need three
    for that, or alternate along lines.
    """
    one, other = places(topology)
    if topology.shape is not Shape.HEXAGON:
        return np.stack([(one + other) % 2 == 1], axis=1)
    apart = (one - other) % 3
    lines = [place % 2 == 1 for place in (one, other, one + other)]
    return np.stack([apart == 1, apart == 2, *lines], axis=1)
