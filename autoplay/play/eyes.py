"""Eyes that learn: a reader whose skin grows with every look it did not know yet."""

from __future__ import annotations

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Board
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import learn
from autoplay.vision.read import Reader, refine
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin


class GrowingEyes:
    """Reads with a skin; a picture with unknown looks is read by the rules, and the skin refined.

    What was read before stays as it was: a naming that contradicts the last look is in doubt.
    """

    def __init__(self, skin: Skin, lattice: Lattice, mines: int | None) -> None:
        self._reader = Reader(skin, lattice, mines)

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
            return self._reader.read(image, previous)
        except UnreadableError as unknown:
            return self._learn(image, previous, unknown)

    def _learn(self, image: Image, previous: Reading | None, unknown: UnreadableError) -> Reading:
        try:
            learned = learn(image, self.lattice, self._reader.mines)
        except UnreadableError:
            raise unknown from None
        if previous is not None and not _follows(previous.board, learned.reading.board):
            raise unknown
        skin = refine(self.skin, image, learned.reading)
        self._reader = Reader(skin, self.lattice, self._reader.mines)
        return self._reader.read(image)


def _follows(before: Board, now: Board) -> bool:
    return all(
        was > MAX_NUMBER or was == label
        for was, label in zip(before.labels, now.labels, strict=True)
    )
