"""A lone mark that is no flag but the pointer: off its cell's middle, beyond it, or an arrow.

A game draws its marks in the middle of their cells and within them; the pointer lies where it was
left, mostly over the line between two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import Cell, Label, Shape
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.tiles import SIDE, canonical_tiles
from autoplay.vision.whole.cut import OPPOSITE
from autoplay.vision.whole.lines import SIDES, is_inside, with_more
from autoplay.vision.whole.parts import nearest
from autoplay.vision.whole.sides import side_cells
from autoplay.vision.whole.trimmed import TURNS

SHOWS = 64
"""Gray levels by which a pixel under the pointer differs: its rim is dark where its inside is
light, so that one of them does on any cell."""

REACHES = 10 / SIDE**2
"""Share of a cell beside a lone mark that differs so from the cell it is drawn like. Of 51 lone
marks on drawn boards, blurred, scaled and JPEG ones too, none has a single such pixel beside it;
beside 5 pointers that were read as flags it is 15 to 188 pixels of 576."""

OFF_MIDDLE = 0.22, 0.3
"""Share of a cell by which the middle of a mark may be off that of the cell, across and down. Of
501 games' flags one is off by 0.15 across and by 0.04 at most the others, by 0.27 down: what stands
out of some is their upper half."""

UNLIKE, EDGE = 0.1, 2
"""Share of a cell, its edges left out, by which one of two marks is drawn unlike the other, and
pixels of a tile along them: opened cells and covered ones beside two question marks made them
differ by 0.12 there, and by none within."""

RIM, FRAMED = SIDE // 4, 0.5
"""Pixels of a tile along a side in which the frame of a cursor is drawn, and the share of the side
that shows it: bevels may have its colour."""

FEWEST_LIKE = 6
"""Cells of a label from which on one of them is drawn like another."""

GRAY = 40
"""Gray levels between the colours of most pixels of the pointer; its edges may blend."""

WIDEST, WIDE = (0.4, 0.8), 0.9
"""Shares of the height of an arrow that points up and left between which it is widest, and the
share of its width that is. Of 4678 flags and question marks of some 200 games none has its outline
and is gray, too; those of four have it in colours."""

UPRIGHT, STRAIGHT = 1, 0.3
"""Pixels of a tile by which its left side may be off upright, and the share of its width by which
its right side is off the line from its tip to where it is widest."""

Differs = NDArray[np.bool_]
"""(SIDE, SIDE): where a tile shows what no other of its kind does."""


def require_no_pointer(image: Image, reading: Reading) -> None:
    """Return unless the only flag, or question mark, is an arrow, is off the middle of its cell or
    goes on beside it, as two side by side do that are unlike; else UnreadableError with these."""
    board, lattice = np.frombuffer(reading.board.labels, np.uint8), reading.lattice
    for mark in (Label.FLAG, Label.QUESTION):
        cells = [Cell(cell) for cell in np.flatnonzero(board == mark).tolist()]
        if not 1 <= len(cells) <= 2:
            continue
        tiles = canonical_tiles(image, lattice).astype(np.float32)
        if len(cells) == 1:
            _require_within(image, reading, tiles, cells[0])
        elif cells[1] in lattice.topology.neighbors[cells[0]]:
            unlike = _unlike(tiles, cells[0], board == mark)
            if unlike is not None and unlike[EDGE:-EDGE, EDGE:-EDGE].mean() >= UNLIKE:
                raise _lies_over(reading, cells)


def _require_within(image: Image, reading: Reading, tiles: NDArray[np.float32], cell: Cell) -> None:
    """Return unless a mark is an arrow, is off the middle of this cell or goes on beside it."""
    board, lattice = np.frombuffer(reading.board.labels, np.uint8), reading.lattice
    for beside in lattice.topology.neighbors[cell]:
        like = _of_kind(lattice, beside) & (board == board[beside])
        if _is_reached(_unlike(tiles, beside, like, FEWEST_LIKE)):
            raise _lies_over(reading, [cell, beside])
    covered = _of_kind(lattice, cell) & (board == Label.COVERED)
    shown = _unlike(tiles, cell, covered, FEWEST_LIKE)
    is_none = _is_shown(shown) and (_is_off_middle(shown) or _is_arrow(tiles[cell], shown))
    if is_none or any(map(_is_reached, _beyond(image, lattice, cell))):
        raise _lies_over(reading, [cell])


def _of_kind(lattice: Lattice, cell: Cell) -> NDArray[np.bool_]:
    """Return which cells have the outline of this one, (cells,)."""
    return np.asarray(lattice.topology.points_up == lattice.topology.points_up[cell], np.bool_)


def _unlike(
    tiles: NDArray[np.float32], cell: int, like: NDArray[np.bool_], fewest: int = 1
) -> Differs | None:
    """Return where a tile differs from the nearest of the others that are ``like`` it; None where
    these are fewer."""
    others = np.flatnonzero(like)
    others = others[others != cell]
    if len(others) < fewest:
        return None
    nearest_one = others[nearest(tiles[[cell]], tiles[others])[0][0]]
    return np.asarray(strongest(np.abs(tiles[cell] - tiles[nearest_one])) > SHOWS)


def _is_shown(differs: Differs | None) -> TypeGuard[Differs]:
    """Whether there is more to see than noise."""
    return differs is not None and bool(differs.mean() >= REACHES)


def _is_reached(differs: Differs | None) -> bool:
    """Whether a cell shows what no other does, and no frame."""
    return _is_shown(differs) and not _is_framed(differs)


def _is_off_middle(differs: Differs) -> bool:
    """Whether the middle of what is shown is off that of the cell."""
    places = np.nonzero(differs)
    down, across = (abs((each.min() + each.max() + 1) / 2 / SIDE - 0.5) for each in places)
    return bool(across > OFF_MIDDLE[0] or down > OFF_MIDDLE[1])


def _is_arrow(tile: NDArray[np.float32], differs: Differs) -> bool:
    """Whether what is shown is gray, upright at its left, and ever wider from its tip down to where
    a tail begins."""
    rows = np.flatnonzero(differs.any(axis=1))
    part = differs[rows[0] : rows[-1] + 1]
    if len(rows) < len(part) or np.median(np.ptp(tile[differs], axis=1)) > GRAY:
        return False
    left, right = part.argmax(axis=1), SIDE - part[:, ::-1].argmax(axis=1)
    width = (right - left.min()) / (right.max() - left.min())
    widest = np.flatnonzero(width >= WIDE)
    least, most = np.array(WIDEST) * len(part)
    if not least <= widest[0] <= widest[-1] <= most:
        return False
    line = np.arange(1, widest[0] + 1) / (widest[0] + 1)
    upright = (left[: widest[0]] - left.min() <= UPRIGHT).all()
    return bool(upright and (np.abs(width[: widest[0]] - line) <= STRAIGHT).all())


def _beyond(image: Image, lattice: Lattice, cell: Cell) -> Iterator[Differs | None]:
    """Yield how the page beside a cell of squares differs from that beside others of its side."""
    if lattice.topology.shape is not Shape.SQUARE:
        return
    for side in SIDES:
        line, larger = side_cells(lattice, side), with_more(lattice, side)
        if cell in line and larger is not None and is_inside(image, larger):
            beyond = np.array(side_cells(larger, side))
            tiles = canonical_tiles(image, larger, beyond).astype(np.float32)
            near = np.rot90(tiles, TURNS[OPPOSITE[side]], axes=(1, 2))[:, SIDE // 2 :]
            yield _unlike(near, line.index(cell), np.ones(len(line), np.bool_), FEWEST_LIKE)


def _is_framed(differs: Differs) -> bool:
    """Whether a cell differs along most of all its sides, as one a cursor frames."""
    return all(np.rot90(differs, turns)[:RIM].any(axis=0).mean() >= FRAMED for turns in range(4))


def _lies_over(reading: Reading, cells: Sequence[Cell]) -> UnreadableError:
    places = " and ".join(reading.lattice.topology.place(each) for each in cells)
    return UnreadableError(
        f"something lies over the cell{'s' * (len(cells) > 1)} at {places}, such as the pointer",
        sorted(cells),
        ["what it shows is no mark of this cell"] * len(cells),
        more="move it away",
    )
