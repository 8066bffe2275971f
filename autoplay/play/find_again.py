"""Finds a board again that is no longer where it was: moved, resized, or drawn at another scale."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.errors import LostBoardError, UnreadableError, VisionError
from autoplay.game import MAX_NUMBER, Shape, Topology
from autoplay.vision.find import find_boards
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import learn
from autoplay.vision.learning.known import unknown
from autoplay.vision.read import Reader, refine
from autoplay.vision.reading import Reading
from autoplay.vision.see import require_whole_board, see
from autoplay.vision.skin import Skin

SAME = 0.78
"""Correlation of a board's picture with itself elsewhere; clicks may have opened some of it since.

Of drawn boards of 81 cells in every look and tiling, three seeds each, other places than their own
were at 0.75 at most, and their own at 0.80 at least when 10 to 17 more cells had opened.
"""

ALIKE = 0.5
"""The same where the game was drawn anew, larger or smaller; what is found is read before use.

The same boards drawn half as large again were at 0.93 at least, with nothing opened since.
"""

EVENLY = 0.03
"""Share by which a resized board's columns and rows may have grown differently."""


@dataclass(frozen=True)
class Seen:
    """A board as it was seen last, and the picture of it."""

    image: Image
    reading: Reading


def find_again(
    image: Image, topology: Topology, mines: int | None, skin: Skin, last: Seen | None
) -> tuple[Lattice, Skin]:
    """Return where a board is in a picture of the screen, and the skin that reads it there.

    ``skin`` are the looks known, ``last`` is None where this game was not seen yet. Raises
    VisionError where no board is seen, LostBoardError where it is not of this topology.
    """
    moved = None if last is None else _with_the_same_picture(image, skin, last)
    if moved is not None:
        return moved, skin
    candidates = find_boards(image)
    try:
        sight = see(image, mines=mines, skins=[skin], candidates=candidates, retry=False)
        if last is not None and sight.lattice.topology == topology:
            _require_its_numbers(sight.reading, last)
    except VisionError as error:
        reason: VisionError | LostBoardError = error
    else:
        if sight.lattice.topology == topology:
            known = sight.skin if sight.known else refine(skin, image, sight.reading)
            return sight.lattice, known
        there = sight.lattice.topology
        reason = LostBoardError(
            f"{there.rows}x{there.cols} cells of a board of {topology.rows}x{topology.cols}"
        )
    if last is not None and _has_numbers(last):
        for lattice in _of_its_size(image, last, candidates):
            with suppress(UnreadableError):
                return lattice, refine(skin, image, _read_as_it_was(image, lattice, last))
    raise reason


def _with_the_same_picture(image: Image, skin: Skin, last: Seen) -> Lattice | None:
    """Return the lattice where the board's own pixels are now, if they are and can be read."""
    lattice = last.reading.lattice
    picture, corner = _board_picture(last)
    left, top, likeness = _place_of(picture, image)
    if likeness < SAME:
        return None
    moved = lattice.moved(left - corner[0], top - corner[1])
    try:
        require_whole_board(image, Reader(skin, moved, last.reading.board.mines).read(image))
    except UnreadableError:
        return None
    return moved


def _of_its_size(image: Image, last: Seen, candidates: list[Candidate]) -> Iterator[Lattice]:
    """Yield lattices of the board's rows and columns in the grids found, where it looks alike.

    A finder may miss a row or a column that the game is known to have.
    """
    old = last.reading.lattice
    picture, corner = _board_picture(last)
    for candidate in candidates:
        found = candidate.lattice
        x_ratio, y_ratio = found.pitch[0] / old.pitch[0], found.pitch[1] / old.pitch[1]
        same_shape = found.topology.shape is old.topology.shape
        if not same_shape or abs(x_ratio / y_ratio - 1) > EVENLY:
            continue
        resized = cv2.resize(picture, None, fx=x_ratio, fy=y_ratio, interpolation=cv2.INTER_AREA)
        left, top, likeness = _place_of(np.asarray(resized, np.uint8), image)
        if likeness < ALIKE:
            continue
        center = (
            left + (old.first_cell_center[0] - corner[0]) * x_ratio,
            top + (old.first_cell_center[1] - corner[1]) * y_ratio,
        )
        yield Lattice(old.topology, _in_phase(center, found), found.pitch)


def _in_phase(center: tuple[float, float], found: Lattice) -> tuple[float, float]:
    """Return the centre of a cell of the grid found that is nearest to this one."""
    steps = np.array(found.pitch)
    if found.topology.shape is Shape.HEXAGON:
        steps = steps / 2
    first = np.array(found.first_cell_center)
    x, y = first + np.round((np.array(center) - first) / steps) * steps
    return float(x), float(y)


def _read_as_it_was(image: Image, lattice: Lattice, last: Seen) -> Reading:
    """Return the reading of the board drawn anew: its opened numbers are what they were."""
    before = np.frombuffer(last.reading.board.labels, np.uint8)
    is_open = before <= MAX_NUMBER
    known = unknown(len(before))
    known = replace(known, free=is_open, opened=np.where(is_open, before, known.opened))
    reading = learn(image, lattice, last.reading.board.mines, known=known).reading
    _require_its_numbers(reading, last)
    require_whole_board(image, reading)
    return reading


def _require_its_numbers(reading: Reading, last: Seen) -> None:
    """Raise UnreadableError where what was open is not what it was: what lies over a board has
    cells, too."""
    before, now = (each.board.array().ravel() for each in (last.reading, reading))
    if (now != before)[before <= MAX_NUMBER].any():
        raise UnreadableError("the board found elsewhere is another one")


def _has_numbers(last: Seen) -> bool:
    """Whether numbers tell this board from a piece of a larger one: covered cells are all alike."""
    return any(0 < label <= MAX_NUMBER for label in last.reading.board.labels)


def _board_picture(last: Seen) -> tuple[NDArray[np.uint8], tuple[int, int]]:
    """Return what the picture shows of the board, and its left and top there."""
    left, top, right, bottom = last.reading.lattice.box
    left, top = max(0, left), max(0, top)
    return last.image[top:bottom, left:right, :3], (left, top)


def _place_of(picture: NDArray[np.uint8], image: Image) -> tuple[int, int, float]:
    """Return left and top of where a picture is most alike in a larger one, and how much."""
    if picture.shape[0] > image.shape[0] or picture.shape[1] > image.shape[1]:
        return 0, 0, 0.0
    gray, small = (cv2.cvtColor(each[:, :, :3], cv2.COLOR_BGR2GRAY) for each in (image, picture))
    fits = cv2.matchTemplate(gray, small, cv2.TM_CCOEFF_NORMED)
    _, likeness, _, (left, top) = cv2.minMaxLoc(fits)
    return left, top, likeness
