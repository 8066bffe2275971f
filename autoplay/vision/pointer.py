"""A lone mark that reaches into the cells beside it: no flag, but the pointer over a covered cell.

Both are small and drawn once where a game has but one flag. A game draws its marks within their
cells; the pointer lies where it was left, mostly over the line between two.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import Cell, Label, Shape
from autoplay.vision.channels import strongest
from autoplay.vision.lattice import Image
from autoplay.vision.reading import Reading
from autoplay.vision.tiles import SIDE, Sampler
from autoplay.vision.whole.cut import nearest

SHOWS = 64
"""Gray levels by which a pixel under the pointer differs: its rim is dark where its inside is
light, so that one of them does on any cell."""

REACHES = 10 / SIDE**2
"""Share of a cell beside a lone mark that differs so from the cell it is drawn like. Of 51 lone
marks on drawn boards, blurred, scaled and JPEG ones too, none has a single such pixel beside it;
beside 5 pointers that were read as flags it is 15 to 188 pixels of 576."""

RIM, FRAMED = SIDE // 4, 0.5
"""Pixels of a tile along a side in which the frame of a cursor is drawn, and the share of the side
that shows it: bevels may have its colour."""

FEWEST_LIKE = 6
"""Cells of a label from which on one of them is drawn like another."""


def require_no_pointer(image: Image, reading: Reading) -> None:
    """Return unless the only flag, or question mark, goes on in a cell beside it; else
    UnreadableError with both. Of squares: tiles of other cells show their neighbours."""
    topology = reading.lattice.topology
    if topology.shape is not Shape.SQUARE:
        return
    for mark in (Label.FLAG, Label.QUESTION):
        marked = list(reading.board.cells(mark))
        if len(marked) == 1:
            for beside in topology.neighbors[marked[0]]:
                if _is_reached(image, reading, beside):
                    raise _lies_over(reading, marked[0], beside)


def _is_reached(image: Image, reading: Reading, cell: Cell) -> bool:
    """Whether a cell shows what no other cell of its label does, and no frame."""
    board = np.frombuffer(reading.board.labels, np.uint8)
    like = np.flatnonzero(board == board[cell])
    like = like[like != cell]
    if len(like) < FEWEST_LIKE:
        return False
    sampler = Sampler(reading.lattice)
    own, others = (
        sampler.tiles(image, cells).astype(np.float32) for cells in (np.array([cell]), like)
    )
    differs = strongest(np.abs(own - others[nearest(own, others)[0]]))[0] > SHOWS
    return bool(differs.mean() >= REACHES) and not _is_framed(differs)


def _is_framed(differs: NDArray[np.bool_]) -> bool:
    """Whether a cell, (SIDE, SIDE), differs along most of all its sides, as one a cursor frames."""
    return all(np.rot90(differs, turns)[:RIM].any(axis=0).mean() >= FRAMED for turns in range(4))


def _lies_over(reading: Reading, cell: Cell, beside: Cell) -> UnreadableError:
    one, other = (reading.lattice.topology.place(each) for each in (cell, beside))
    return UnreadableError(
        f"something lies over the cells at {one} and {other}, such as the pointer",
        sorted((cell, beside)),
        ["what it shows goes on in the cell beside it"] * 2,
        more="move it away",
    )
