"""Eyes that learn: a reader whose skin grows with every look it did not know yet."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace

import numpy as np

from autoplay.errors import UnreadableError
from autoplay.game import Cell, Label
from autoplay.play.attempts import ATTEMPTS, ENDINGS, LEAST_KNOWN, Unread
from autoplay.play.glanced import plainly_ended
from autoplay.play.once_more import drawn_once_more, reading_of
from autoplay.vision.align import aligned_to_change
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.light import undimmed
from autoplay.vision.read import Glance, Reader, refine, skin_of
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin


class GrowingEyes:
    """Reads with a skin; a picture with unknown looks is read by the rules, and the skin refined.

    What was read before stays as it was: a naming that contradicts the last look is in doubt. Cells
    may stay unreadable only on a board that shows a mine, so that the game is over, and where they
    are open and their number alone is in doubt: what is opened later decides it.
    """

    def __init__(self, skin: Skin, lattice: Lattice, mines: int | None) -> None:
        self._reader = Reader(skin, lattice, mines)
        self._last: tuple[Image, Reading] | None = None
        self._unlearned: tuple[Image, Reading] | None = None  # shows looks that are not known yet

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
            return self._by_known_looks(image, previous, clicked)
        except UnreadableError as unknown:
            if self._aligned_to_first_opening(image):
                with suppress(UnreadableError):
                    return self._by_known_looks(image, previous, clicked)
            reading = self._learn(image, previous, unknown, clicked, leave)
        self._last = image, reading
        return reading

    def _aligned_to_first_opening(self, image: Image) -> bool:
        """Move the lattice to the cells that changed since the last picture, which was closed.

        What is known of the closed cells is looked at again where they are. Return whether it
        moved.
        """
        if self._last is None or not self._last[1].board.is_closed:
            return False
        before, closed = self._last
        lattice = aligned_to_change(before, image, self.lattice)
        if lattice is self.lattice:
            return False
        skin = skin_of(before, replace(closed, lattice=lattice), self.skin.name)
        self._reader = Reader(skin, lattice, self._reader.mines)
        return True

    def glimpse(
        self, image: Image, previous: Reading | None, clicked: Collection[Cell] = ()
    ) -> Reading | None:
        """Return the reading by the looks known now, learning none; None where they do not do.

        They do where a number is only drawn once more, or where they tell how the game ended.
        """
        try:
            return self._by_known_looks(image, previous, clicked)
        except UnreadableError:
            return None

    def _by_known_looks(
        self, image: Image, previous: Reading | None, clicked: Collection[Cell]
    ) -> Reading:
        """Return the reading by the looks known now; UnreadableError where they do not do."""
        try:
            reading = self._reader.read(image)
        except UnreadableError:
            if previous is None:
                raise
            glance = self._reader.glance(image)
            labels = drawn_once_more(glance, previous)
            if labels is None:
                labels = plainly_ended(glance, previous, clicked)
                if labels is None:
                    raise
                return reading_of(labels, self.lattice, self._reader.mines)
            reading = reading_of(labels, self.lattice, self._reader.mines)
            self._reader.believe(reading, image)
            self._unlearned = image, reading
        self._last = image, reading
        return reading

    def learn(self) -> None:
        """Learn the numbers that were only drawn once more, from the last picture that had one.

        That takes longer than a look, and is not needed before the next game.
        """
        if self._unlearned is not None:
            self._refined(*self._unlearned)

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
        """Return what the first attempt reads that can; the looks of an ending are not kept."""
        glance = self._reader.glance(image)
        unread = Unread(
            image,
            self.lattice,
            self._reader.mines,
            error=unknown,
            glance=glance,
            beneath=None if previous is None else self._beneath_veil(image, glance),
            last=self._last,
            previous=previous,
            clicked=clicked,
            leave=leave,
        )
        for attempt in ATTEMPTS:
            reading = attempt(unread)
            if reading is not None:
                return reading if attempt in ENDINGS else self._refined(image, reading)
        raise unread.doubt from None

    def _refined(self, image: Image, reading: Reading) -> Reading:
        """Return the reading by the looks known from now on, those of this reading among them."""
        skin = refine(self.skin, image, reading)
        self._reader = Reader(skin, self.lattice, self._reader.mines)
        self._unlearned = None
        if Label.UNREADABLE in reading.board.labels:
            return reading  # the next look may decide what is left
        try:
            return self._reader.read(image)
        except UnreadableError:
            self._reader.believe(reading, image)
            return reading
