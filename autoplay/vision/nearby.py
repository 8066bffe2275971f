"""A board learned on its lattice or, where cells are in doubt, a little beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import numpy as np

from autoplay.errors import OverruledError, UnreadableError
from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.align import (
    FARTHER,
    aligned_to_looks,
    aligned_to_pixels,
    count_looks,
    with_whole_pitch,
)
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import Learned, learn
from autoplay.vision.learn_once import LearnOnce
from autoplay.vision.learning.margins import MIN_MARGIN
from autoplay.vision.learning.rules import SHOWN, Opens, Rules
from autoplay.vision.lit import unlit

FEW_DOUBTFUL = 0.15
"""Share of cells in doubt up to which a board is looked at again with its lattice moved anyhow;
beyond, where that leaves fewer looks."""

FEW_OVERRULED = 2
"""Cells that the rules had to call what they do not look like, up to which a board is looked at
again. Of 26 others, windows over a board and wrong lattices, none was read where its lattice was
moved.
"""

MANY_LOOKS, MANY_CELLS = 200, 1500
"""Looks of a sample of so many cells or more from which on a board is not looked at again: noise
makes them, wherever cells begin, and such a look takes minutes."""

MOST_ELSEWHERE = 16
"""Cells in doubt with one of them unlit that are so whatever this one shows: more than a number has
neighbours, by some."""

FEW_LOOKS = 60
"""Looks of a board, or of a sample of its cells, up to which a second cell may be lit beside the
one in doubt: terminals have twenty. With 67, of a spreadsheet, looking for it took half a minute.
"""

LONE = 2
"""Cells in doubt up to which a board may be read where it lies a pixel beside its lattice."""

STEP, STEP_SHARE = 1.0, 0.04
"""Pixels, and the share of a pitch, by which it is moved then; the larger of the two."""

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1))
"""Directions of these moves."""

STEADY = 4
"""Of these eight lattices as many must show the same board, and none another.

Of 21 distorted screens that were refused, of the games in fixtures/screens, 4 are read so, of 179
undistorted ones of other games 1, none wrong; moves that misread a board were three at most, or the
board had more cells in doubt.
"""


MORE_FAILED = 2
"""By how many more of these may fail than show a board before the rest are spared."""


def learn_nearby(
    learned: LearnOnce, found: Lattice, *, around: bool = True
) -> tuple[Lattice, Learned]:
    """Learn a board from a picture; return the lattice it was read on and what it shows.

    Where cells are in doubt it is read again with the lattice moved by half a pixel: as much of a
    neighbour's outline can make a cell look like nothing known. A lone cell in doubt may be lit by
    a cursor or the pointer; on the lattice found first, which is looked ``around``, a second cell
    may be lit beside it, and one or two may be clear by what lattices around it agree on. Raises
    UnreadableError where that does not help.
    """
    image, mines = learned.image, learned.mines
    lattice = aligned_to_looks(image, found)
    try:
        return lattice, learned(lattice)
    except UnreadableError as error:
        if isinstance(error, OverruledError) and len(error.cells) > FEW_OVERRULED:
            raise
        few = 0 < len(error.cells) <= FEW_DOUBTFUL * len(lattice.topology)
        many = len(lattice.topology) > MANY_CELLS
        looks = count_looks(image, lattice) if many or not few else 0
        if many and looks > MANY_LOOKS:
            raise
        tried = [lattice]
        for other in _other_places(image, found, lattice):
            if other in tried:
                continue
            tried.append(other)
            if few or count_looks(image, other) < looks:
                with suppress(UnreadableError):
                    return other, learned(other)
        lone = 0 < len(error.cells) <= LONE
        others = int(around and lone and count_looks(image, lattice) <= FEW_LOOKS)
        if lone and (lit := _unlit(image, lattice, error.cells[0], mines, others)):
            return lattice, lit
        steady = _steady(learned, lattice) if around and lone else None
        if steady is None:
            raise
        return steady


def _other_places(image: Image, found: Lattice, lattice: Lattice) -> Iterator[Lattice]:
    """Yield where the cells may be instead: on whole pixels, of a whole pitch, as found, or farther
    from there."""
    yield aligned_to_pixels(image, lattice)
    yield aligned_to_pixels(image, with_whole_pitch(found))
    yield found
    yield aligned_to_looks(image, found, FARTHER)


def _unlit(
    image: Image, lattice: Lattice, cell: int, mines: int | None, others: int
) -> Learned | None:
    """Return what is read where the cell in doubt is one of the others, lit; None where it is not.

    It may be taken for several by its looks, for one alone by the rules. A zero beside cells that
    it did not open is none: what lies over a covered cell may be as bare. A bare cell may be marked
    by its colour where it need not be opened, or have exploded where that is red, and what is not
    covered may be a wrong flag where mines are shown. No other cell may be less than clear: of a
    piece of a board many things may be so. But a terminal may show its own cursor beside the
    game's: as many ``others`` may be lit.
    """
    seen: dict[bytes, Learned] = {}
    for picture, symbol, red in unlit(image, lattice, cell):
        try:
            learned = _learned_unlit(picture, lattice, cell, mines, others)
        except UnreadableError as error:
            if len(error.cells) > MOST_ELSEWHERE:
                return None
        else:
            labels = learned.reading.board.labels
            label, over = labels[cell], any(shown in labels for shown in SHOWN)
            told = not red if label == Label.COVERED else not over
            if not told or not (label <= MAX_NUMBER or symbol):
                return None
            if label == Label.ZERO and _opens_nothing(learned, cell):
                return None
            seen[labels] = max(seen.get(labels, learned), learned, key=lambda each: each.confidence)
    found = next(iter(seen.values()), None)
    return found if found and len(seen) == 1 and found.confidence >= MIN_MARGIN else None


def _opens_nothing(learned: Learned, cell: int) -> bool:
    """Whether a zero shares a side with cells that are covered yet."""
    board = learned.reading.board
    labels = np.frombuffer(board.labels, np.uint8)
    return bool(Rules(board.topology, Opens.SIDES).broken(labels)[cell])


def _learned_unlit(
    picture: Image, lattice: Lattice, cell: int, mines: int | None, others: int
) -> Learned:
    """Return what is read with this cell unlit, and one of so many others that are in doubt."""
    try:
        return learn(picture, lattice, mines)
    except UnreadableError as error:
        if not others or len(error.cells) != 1 or error.cells[0] == cell:
            raise
        found = _unlit(picture, lattice, error.cells[0], mines, others - 1)
        if found is None:
            raise
        return found


def _steady(learned: LearnOnce, lattice: Lattice) -> tuple[Lattice, Learned] | None:
    """Return the clearest of the readings around a lattice, where enough of them agree.

    Compression and scaling leave each cell its own noise: a lone cell in doubt on one lattice is
    clear on most others, and one that is truly in doubt is so on them, too.
    """
    step = max(STEP, STEP_SHARE * min(lattice.pitch))
    seen: list[tuple[Lattice, Learned]] = []
    for tried, (x, y) in enumerate(AROUND):
        if tried - len(seen) > len(seen) + MORE_FAILED:
            return None
        there = lattice.moved(x * step, y * step)
        with suppress(UnreadableError):
            seen.append((there, learned(there)))
    return agreed(seen)


def agreed(seen: Sequence[tuple[Lattice, Learned]]) -> tuple[Lattice, Learned] | None:
    """Return the clearest of these readings where they are enough and all show the same board."""
    boards = {learned.reading.board.labels for _, learned in seen}
    if len(boards) != 1 or len(seen) < STEADY:
        return None
    return max(seen, key=lambda each: each[1].confidence)
