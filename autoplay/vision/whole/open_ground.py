"""Whether opened cells at a side go over into the page: then nothing shows where the board ends."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, usual_mines
from autoplay.vision.finding.plain import SAME
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.bare_lines import is_in_the_middle
from autoplay.vision.whole.cut import OPPOSITE
from autoplay.vision.whole.lines import SIDES
from autoplay.vision.whole.outside import SIDES_OF_BOX, is_told, line_of, no_end
from autoplay.vision.whole.sides import side_cells

BEYOND = {1: 0.5, 2: 0.15}
"""Pitches beyond so many lines of zeros at a side over which their ground goes on where the outer
one may be the page: a margin inside a frame is as wide, but not as a line more is. Of 77 lines of
zeros at a side of 1400 boards of real games it did so at 2."""

PLAIN = 0.98
"""Share of each line of pixels along a side that has the colour of the ground."""


def require_ground_ends(
    image: Image, lattice: Lattice, labels: bytes, box: tuple[int, int, int, int] | None = None
) -> None:
    """Raise UnreadableError where a line of zeros at a side may be the page.

    No line parts them from each other or from what lies beyond; or a part of one more may be seen
    where the picture ends; or a frame has room for one beyond a line that is opened, on a board of
    no usual size. ``labels`` are those read; a side that lies at that of ``box`` (left,
    top, right, bottom) is told, and so are the left and right ones of a board in the middle of its
    page.
    """
    board = np.frombuffer(labels, np.uint8)
    tiling = lattice.topology
    is_usual = usual_mines(tiling.shape, tiling.rows, tiling.cols) is not None
    for side in SIDES:
        if is_told(lattice, side, box):
            continue
        line = side_cells(lattice, side)
        is_open = bool((board[line] <= MAX_NUMBER).all())
        if is_open and not is_usual and _has_room_for_zeros(image, lattice, board, side):
            raise no_end(side, line, "a line of opened cells more would look like the page")
        if _runs_off(image, lattice, board, side):
            cells = side_cells(lattice, side)
            raise no_end(side, cells, "the ground of its opened cells runs off the picture")
        for lines in BEYOND:
            cells = side_cells(lattice, side, lines)
            if (board[cells] != Label.ZERO).any():
                break
            if _goes_on(image, lattice, side, lines) and not (
                side in ("left", "right") and is_in_the_middle(image, lattice, board)
            ):
                raise no_end(side, cells, "its opened cells look like the page")


def _goes_on(image: Image, lattice: Lattice, side: str, lines: int) -> bool:
    """Whether all is of one colour from the middle of the last of these lines on."""
    place = SIDES_OF_BOX.index(side)
    axis = place % 2  # 0 for x
    centers = lattice.centers[line_of(lattice, side, lines - 1)]
    along = slice(*(round(end(centers[:, 1 - axis])) for end in (np.min, np.max)))
    beyond = BEYOND[lines] * lattice.pitch[axis] * (-1 if place < 2 else 1)
    ends = float(np.median(centers[:, axis])), lattice.box[place] + beyond
    low, high = sorted(round(end) for end in ends)
    if low < 0 or high > image.shape[1 - axis]:
        return False  # the picture ends there, and so may the board
    across = slice(low, high)
    strip = image[along, across] if axis == 0 else image[across, along].swapaxes(0, 1)
    return _is_plain(strip[..., :3].astype(np.int16))


def _runs_off(image: Image, lattice: Lattice, board: NDArray[np.uint8], side: str) -> bool:
    """Whether the ground of opened cells that no line parts goes on beyond a side of squares to the
    edge of the picture, by so much of a cell as is no mere margin."""
    place = SIDES_OF_BOX.index(side)
    axis = place % 2
    edge, end = image.shape[1 - axis] if place > 1 else 0, lattice.box[place]
    beyond = (edge - end if place > 1 else end - edge) / lattice.pitch[axis]
    if lattice.topology.shape is not Shape.SQUARE or not PART < beyond < 1:
        return False
    low, high = sorted((edge, end))
    along = slice(*np.clip(lattice.box[1 - axis :: 2], 0, None))
    strip = image[along, low:high] if axis == 0 else image[low:high, along].swapaxes(0, 1)
    ground = np.median(strip[..., :3].reshape(-1, 3), axis=0)
    between = _grounds_between(image, lattice, board, axis)
    alike = len(between) > 0 and bool((np.abs(between - ground) <= SAME).all())
    return alike and _is_plain(strip[..., :3].astype(np.int16))


def _has_room_for_zeros(
    image: Image, lattice: Lattice, board: NDArray[np.uint8], side: str
) -> bool:
    """Whether the ground of zeros that no line parts goes on beyond a side of squares by a cell,
    but not by two, and so much farther than at the side across: a frame has room for a line more.
    """
    axis = SIDES_OF_BOX.index(side) % 2
    if lattice.topology.shape is not Shape.SQUARE:
        return False
    grounds = _grounds_between(image, lattice, board, axis)
    if not len(grounds) or np.ptp(grounds, axis=0).max() > SAME:
        return False
    here, there = (
        _margin(image, lattice, each, np.median(grounds, axis=0)) for each in (side, OPPOSITE[side])
    )
    return 1 <= here < MOST_ROOM and here - there >= MORE_ROOM


def _margin(image: Image, lattice: Lattice, side: str, ground: NDArray[np.float64]) -> float:
    """Return by how many pitches all beyond a side is of this colour, up to two."""
    place = SIDES_OF_BOX.index(side)
    axis, end = place % 2, lattice.box[place]
    along = slice(*np.clip(lattice.box[1 - axis :: 2], 0, None))
    lines = image[along, :, :3] if axis == 0 else image[:, along, :3].swapaxes(0, 1)
    lines = lines[:, end:] if place > 1 else lines[:, :end][:, ::-1]
    pitch = lattice.pitch[axis]
    lines = lines[:, : round(MOST_ROOM * pitch)].astype(np.int16)
    same = (np.abs(lines - ground) <= SAME).all(axis=2).mean(axis=0) >= PLAIN
    return float(same.argmin() if not same.all() else len(same)) / pitch


MOST_ROOM, MORE_ROOM = 2.0, 0.75
"""Pitches beyond a side from which on it is a page, with room for any number of lines, and by how
many more than at the side across there is room for one."""


def _grounds_between(
    image: Image, lattice: Lattice, board: NDArray[np.uint8], axis: int
) -> NDArray[np.float64]:
    """Return the colours between zeros that follow each other along an axis, (pairs, 3); none where
    something parts two of them."""
    reach = np.rint(0.25 * np.array(lattice.pitch)).astype(int)
    parts = [
        image[y - reach[1] : y + reach[1], x - reach[0] : x + reach[0], :3].astype(np.int16)
        for x, y in np.rint(_pairs_of_zeros(lattice, board, axis)[:MOST_PAIRS]).astype(int)
    ]
    if not all(map(_is_plain, parts)):
        return np.zeros((0, 3))
    return np.array([np.median(part, axis=(0, 1)) for part in parts]).reshape(-1, 3)


def _pairs_of_zeros(lattice: Lattice, board: NDArray[np.uint8], axis: int) -> NDArray[np.float64]:
    """Return where two zeros meet that follow each other along an axis, (pairs, 2) (x, y)."""
    zeros = board.reshape(lattice.topology.rows, lattice.topology.cols) == Label.ZERO
    step = np.array(lattice.pitch) * ((1, 0) if axis == 0 else (0, 1)) / 2
    meet = zeros[:, :-1] & zeros[:, 1:] if axis == 0 else zeros[:-1] & zeros[1:]
    rows, cols = np.nonzero(meet)
    return np.asarray(lattice.centers[rows * lattice.topology.cols + cols] + step, np.float64)


PART, MOST_PAIRS = 0.25, 24
"""Share of a cell that is seen of one more at least, and pairs of opened cells looked at."""


def _is_plain(strip: NDArray[np.int16]) -> bool:
    """Whether each line of pixels, (along, across, 3), is of one colour, the same for all."""
    usual = np.median(strip.reshape(-1, 3), axis=0)
    same = (np.abs(strip - usual) <= SAME).all(axis=2)
    return bool((same.mean(axis=0) >= PLAIN).all())
