"""Eyes that learn: a reader whose skin grows with every look it did not know yet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, UNOPENED, Board, Label
from autoplay.play.analysis import analysis_of
from autoplay.play.glanced import (
    FEWEST_SHOWN,
    NEARLY,
    as_it_ended,
    drawn_once_more,
    is_next,
)
from autoplay.vision.align import aligned_to_change
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import learn
from autoplay.vision.learning.known import Known
from autoplay.vision.overlay import require_uncovered
from autoplay.vision.read import Glance, Reader, refine, skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

LEAST_KNOWN = 0.5
"""Share of the cells that a skin must know at a first look, before it learns the others."""

SAME_NUMBER, FAR = 0.45, 3.0
"""A cell is a known number drawn once more within this share of the distance to any other label,
where that is farther by ``FAR`` of the skin's limits.

At the border of a board, where its frame shows, and on a ground shaded across the board, numbers
were 1.5 to 3.9 limits from what was known and 0.16 to 0.38 of the way to the next label. Numbers
of drawn triangles, barely over the limit, had the next label 3.2 limits farther.
"""


class GrowingEyes:
    """Reads with a skin; a picture with unknown looks is read by the rules, and the skin refined.

    What was read before stays as it was: a naming that contradicts the last look is in doubt. Only
    on a board that shows a mine, so that the game is over, may cells stay unreadable.
    """

    def __init__(self, skin: Skin, lattice: Lattice, mines: int | None) -> None:
        self._reader = Reader(skin, lattice, mines)
        self._last: tuple[Image, Reading] | None = None

    @property
    def lattice(self) -> Lattice:
        """Where the cells are, in pixels of the pictures that are read."""
        return self._reader.lattice

    @property
    def skin(self) -> Skin:
        """The looks known by now."""
        return self._reader.skin

    def read(self, image: Image, previous: Reading | None) -> Reading:
        """Return the reading of a picture; UnreadableError when in doubt."""
        try:
            reading = self._reader.read(image)
        except UnreadableError as unknown:
            self._align_to_first_opening(image)
            reading = self._learn(image, previous, unknown)
        self._last = image, reading
        return reading

    def _align_to_first_opening(self, image: Image) -> None:
        """Move the lattice to the cells that changed since the last picture, which was closed.

        What is known of the closed cells is looked at again where they are.
        """
        if self._last is None:
            return
        before, closed = self._last
        lattice = aligned_to_change(before, image, self.lattice)
        if lattice is self.lattice or not set(closed.board.labels) <= UNOPENED:
            return
        skin = skin_of(before, replace(closed, lattice=lattice), self.skin.name)
        self._reader = Reader(skin, lattice, self._reader.mines)

    def glimpse(self, image: Image) -> Reading | None:
        """Return the reading by the looks known now, learning none; None where they do not do."""
        try:
            return self._reader.read(image)
        except UnreadableError:
            return None

    def labels(self, image: Image) -> list[int]:
        """Return what each cell shows by the looks known now, UNREADABLE where in doubt."""
        labels: list[int] = self._reader.glance(image).labels.tolist()
        return labels

    def _learn(self, image: Image, previous: Reading | None, unknown: UnreadableError) -> Reading:
        glance = self._reader.glance(image)
        seen = glance.labels
        _reject_something_else(seen, previous, unknown)
        require_uncovered(image, self.lattice)
        known = _known(glance, previous)
        plain = drawn_once_more(glance, previous)
        if plain is not None:
            return self._refined(image, self._reading_of(plain))
        try:
            learned = learn(image, self.lattice, self._reader.mines, known=known)
        except UnreadableError as doubt:
            ended = None if previous is None else self._ended(image, glance, known, previous)
            if ended is not None:
                return self._reading_of(ended)
            raise UnreadableError(f"{unknown}; {doubt}", doubt.cells, doubt.evidence) from None
        if previous is not None and not _follows(previous.board, learned.reading.board):
            raise unknown
        return self._refined(image, learned.reading)

    def _ended(
        self, image: Image, glance: Glance, known: Known, previous: Reading
    ) -> NDArray[np.uint8] | None:
        """Return the labels of a game that is over, None where it does not show.

        Where nothing is left covered, mines that a lost game shows and flags that a won one plants
        need not be told apart: ``outcome_after`` knows what was clicked. Their looks are not kept.
        """
        ended = as_it_ended(glance, previous)
        if ended is not None or (glance.labels == Label.COVERED).any():
            return ended
        known = replace(known, is_over=True)
        try:
            reading = learn(image, self.lattice, self._reader.mines, known=known).reading
        except UnreadableError:
            return None
        labels = np.frombuffer(reading.board.labels, np.uint8)
        shown = np.count_nonzero(labels == Label.MINE)
        return labels if shown >= FEWEST_SHOWN and is_next(labels, previous) else None

    def _refined(self, image: Image, reading: Reading) -> Reading:
        """Return the reading by the looks known from now on, those of this reading among them."""
        skin = refine(self.skin, image, reading)
        self._reader = Reader(skin, self.lattice, self._reader.mines)
        return self._reader.read(image)

    def _reading_of(self, seen: NDArray[np.uint8]) -> Reading:
        """Return these labels as a reading; doubts may stay where a game is lost: none clicks."""
        doubtful = seen == Label.UNREADABLE
        board = Board(self.lattice.topology, seen.tobytes(), self._reader.mines)
        distance = np.where(doubtful, np.inf, 0.0)
        return Reading(board, self.lattice, distance, np.where(doubtful, 0.0, np.inf))


def _reject_something_else(
    seen: NDArray[np.uint8], previous: Reading | None, unknown: UnreadableError
) -> None:
    """Raise ``unknown`` where too little looks known: a bare desktop is like cells, too.

    A first look was learned from this very board, so most of it is known. Later a flood may show
    new looks almost everywhere, but the mines stay covered.
    """
    known = seen != Label.UNREADABLE
    if not known.any() or (previous is None and known.mean() < LEAST_KNOWN):
        raise unknown


def _known(glance: Glance, previous: Reading | None) -> Known:
    nothing = np.zeros(len(glance.labels), np.bool_)
    nowhere = np.full(len(glance.labels), np.uint8(Label.UNREADABLE))
    if previous is None:
        return Known(glance.labels, nothing, nothing, nowhere, nowhere)
    before = np.frombuffer(previous.board.labels, np.uint8)
    is_open = before <= MAX_NUMBER
    free = is_open.copy()
    free[list(analysis_of(previous.board).safe)] = True
    in_doubt = glance.labels == Label.UNREADABLE
    is_number = (glance.nearest > Label.ZERO) & (glance.nearest <= MAX_NUMBER)
    is_closed = (glance.distance <= NEARLY) & ~is_number
    other = glance.distance + glance.margin
    is_same = (glance.distance <= SAME_NUMBER * other) & (glance.margin >= FAR)
    return Known(
        glance.labels,
        changed=np.isin(before, list(UNOPENED)) & in_doubt & ~is_closed,
        free=free,
        opened=np.where(is_open, before, nowhere),
        nearly=np.where(in_doubt & is_number & is_same, glance.nearest, nowhere),
    )


def _follows(before: Board, now: Board) -> bool:
    return all(
        was > MAX_NUMBER or was == label
        for was, label in zip(before.labels, now.labels, strict=True)
    )
