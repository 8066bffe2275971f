"""Eyes that learn: a reader whose skin grows with every look it did not know yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, UNOPENED, Board, Cell, Label
from autoplay.play.glanced import (
    FEWEST_SHOWN,
    as_it_ended,
    drawn_once_more,
    is_next,
)
from autoplay.play.told import steady_cells, told
from autoplay.vision.align import aligned_to_change
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import Appearance, appearance_of, learn_from
from autoplay.vision.learning.known import Known
from autoplay.vision.light import undimmed
from autoplay.vision.overlay import require_uncovered
from autoplay.vision.read import Glance, Reader, refine, skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

LEAST_KNOWN = 0.5
"""Share of the cells that a skin must know at a first look, before it learns the others."""


class GrowingEyes:
    """Reads with a skin; a picture with unknown looks is read by the rules, and the skin refined.

    What was read before stays as it was: a naming that contradicts the last look is in doubt. Cells
    may stay unreadable only on a board that shows a mine, so that the game is over, and where they
    are open and their number alone is in doubt: what is opened later decides it.
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

    def read(
        self,
        image: Image,
        previous: Reading | None,
        clicked: Collection[Cell] = (),
        *,
        leave: bool = False,
    ) -> Reading:
        """Return the reading of a picture; UnreadableError when in doubt.

        ``clicked`` are the cells clicked since the previous reading: a game shows its mines once
        one of them was hit. With ``leave``, open cells whose number is in doubt are left
        UNREADABLE; those that were left before may stay so without it.
        """
        try:
            reading = self._reader.read(image)
        except UnreadableError as unknown:
            self._align_to_first_opening(image)
            reading = self._learn(image, previous, unknown, clicked, leave)
        self._last = image, reading
        return reading

    def _align_to_first_opening(self, image: Image) -> None:
        """Move the lattice to the cells that changed since the last picture, which was closed.

        What is known of the closed cells is looked at again where they are.
        """
        if self._last is None or not set(self._last[1].board.labels) <= UNOPENED:
            return
        before, closed = self._last
        lattice = aligned_to_change(before, image, self.lattice)
        if lattice is self.lattice:
            return
        skin = skin_of(before, replace(closed, lattice=lattice), self.skin.name)
        self._reader = Reader(skin, lattice, self._reader.mines)

    def glimpse(self, image: Image) -> Reading | None:
        """Return the reading by the looks known now, learning none; None where they do not do."""
        try:
            reading = self._reader.read(image)
        except UnreadableError:
            return None
        self._last = image, reading
        return reading

    def labels(self, image: Image) -> list[int]:
        """Return what each cell shows by the looks known now, UNREADABLE where in doubt.

        Where the board hardly shows, it may do so beneath a veil.
        """
        glance = self._reader.glance(image)
        beneath = self._beneath_veil(image, glance)
        return [int(label) for label in (beneath or glance).labels]

    def _beneath_veil(self, image: Image, glance: Glance) -> Glance | None:
        """Return a glance at what lies beneath a veil, None where the board shows, or none does."""
        if (glance.labels == Label.UNREADABLE).mean() <= LEAST_KNOWN or self._last is None:
            return None
        left, top, right, bottom = self.lattice.box
        part = np.s_[max(top, 0) : bottom, max(left, 0) : right]
        lit = undimmed(image[part], self._last[0][part])
        if lit is None:
            return None
        image = image[..., :3].copy()
        image[part] = lit
        return self._reader.glance(image)

    def _learn(
        self,
        image: Image,
        previous: Reading | None,
        unknown: UnreadableError,
        clicked: Collection[Cell],
        leave: bool,
    ) -> Reading:
        glance = self._reader.glance(image)
        seen = glance.labels
        beneath = None if previous is None else self._beneath_veil(image, glance)
        if beneath is not None and previous is not None:
            was_clicked = np.isin(np.arange(len(seen)), list(clicked))
            ended = as_it_ended(beneath, previous, was_clicked)
            if ended is not None:
                return self._reading_of(ended)
        _reject_something_else(seen, previous, unknown)
        known = told(glance, previous, clicked, self._steady(image, seen, previous))
        try:
            require_uncovered(image, self.lattice)
        except UnreadableError:
            ended = None if previous is None else as_it_ended(glance, previous, known.clicked)
            if ended is None:
                raise
            return self._reading_of(ended)
        plain = drawn_once_more(glance, previous)
        if plain is not None:
            return self._refined(image, self._reading_of(plain))
        appearance = appearance_of(image, self.lattice)
        try:
            learned = learn_from(appearance, self._reader.mines, known).reading
        except UnreadableError as doubt:
            ended = None if previous is None else self._ended(appearance, glance, known, previous)
            if ended is not None:
                return self._reading_of(ended)
            rest = (
                None if previous is None else self._rest(appearance, known, previous, doubt, leave)
            )
            if rest is None:
                raise UnreadableError(f"{unknown}; {doubt}", doubt.cells, doubt.evidence) from None
            learned = rest
        if previous is not None and not _follows(previous.board, learned.board):
            raise unknown
        return self._refined(image, learned)

    def _steady(
        self, image: Image, seen: NDArray[np.uint8], previous: Reading | None
    ) -> NDArray[np.bool_] | None:
        """Return which cells in doubt show the same in their middle as last time, (cells,)."""
        if self._last is None or previous is None:
            return None
        before, last = self._last
        is_known = (last.board.array() == previous.board.array()).ravel()
        return steady_cells(before, image, self.lattice, is_known & (seen == Label.UNREADABLE))

    def _rest(
        self,
        appearance: Appearance,
        known: Known,
        previous: Reading,
        doubt: UnreadableError,
        leave: bool,
    ) -> Reading | None:
        """Return the reading of all other cells where open ones alone are in doubt, else None."""
        before = np.frombuffer(previous.board.labels, np.uint8)
        may_be_left = before == Label.UNREADABLE
        if leave:
            may_be_left = known.changed & known.free
        left = np.zeros(len(before), np.bool_)
        cells = list(doubt.cells)
        while cells and not left[cells].all() and may_be_left[cells].all():
            left[cells] = True
            try:
                rest = replace(known, left=left.copy())
                return learn_from(appearance, self._reader.mines, rest).reading
            except UnreadableError as another:
                cells = list(another.cells)
        return None

    def _ended(
        self, appearance: Appearance, glance: Glance, known: Known, previous: Reading
    ) -> NDArray[np.uint8] | None:
        """Return the labels of a game that is over, None where it does not show.

        Where nothing is left covered, mines that a lost game shows and flags that a won one plants
        need not be told apart: ``outcome_after`` knows what was clicked. Their looks are not kept.
        """
        ended = as_it_ended(glance, previous, known.clicked)
        if ended is not None or (glance.labels == Label.COVERED).any():
            return ended
        known = replace(known, is_over=True)
        try:
            reading = learn_from(appearance, self._reader.mines, known).reading
        except UnreadableError:
            return None
        labels = np.frombuffer(reading.board.labels, np.uint8)
        # A flag on a cell like no other was called the mine that exploded, beside new flags.
        labels = np.where(known.labels == Label.UNREADABLE, labels, known.labels)
        # Where all that was clicked are numbers none did.
        if known.clicked.any() and (labels[known.clicked] <= MAX_NUMBER).all():
            labels = np.where(labels == Label.EXPLODED, np.uint8(Label.MINE), labels)
        shown = np.count_nonzero(labels == Label.MINE)
        return labels if shown >= FEWEST_SHOWN and is_next(labels, previous) else None

    def _refined(self, image: Image, reading: Reading) -> Reading:
        """Return the reading by the looks known from now on, those of this reading among them."""
        skin = refine(self.skin, image, reading)
        self._reader = Reader(skin, self.lattice, self._reader.mines)
        if Label.UNREADABLE in reading.board.labels:
            return reading  # the next look may decide what is left
        again = self.glimpse(image)
        if again is None:
            self._reader.believe(reading, image)
        return again or reading

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


def _follows(before: Board, now: Board) -> bool:
    return all(
        was > MAX_NUMBER or was == label
        for was, label in zip(before.labels, now.labels, strict=True)
    )
