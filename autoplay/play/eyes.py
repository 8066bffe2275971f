"""Eyes that learn: a reader whose skin grows with every look it did not know yet."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, UNOPENED, Board, Label
from autoplay.inference import analyze
from autoplay.play.outcome import LOSING
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import Known, learn
from autoplay.vision.overlay import require_uncovered
from autoplay.vision.read import Reader, refine
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

LEAST_KNOWN = 0.5
"""Share of the cells that a skin must know at a first look, before it learns the others."""


class GrowingEyes:
    """Reads with a skin; a picture with unknown looks is read by the rules, and the skin refined.

    What was read before stays as it was: a naming that contradicts the last look is in doubt. Only
    on a board that shows a mine, so that the game is over, may cells stay unreadable.
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
            return self._reader.read(image)
        except UnreadableError as unknown:
            return self._learn(image, previous, unknown)

    def _learn(self, image: Image, previous: Reading | None, unknown: UnreadableError) -> Reading:
        seen = self._reader.glance(image)
        _reject_something_else(seen, previous, unknown)
        require_uncovered(image, self.lattice)
        known = _known(seen, previous)
        try:
            learned = learn(image, self.lattice, self._reader.mines, known=known)
        except UnreadableError as doubt:
            if previous is not None and any(label in LOSING for label in seen.tolist()):
                return self._what_is_sure(seen)
            raise UnreadableError(f"{unknown}; {doubt}", doubt.cells, doubt.evidence) from None
        if previous is not None and not _follows(previous.board, learned.reading.board):
            raise unknown
        skin = refine(self.skin, image, learned.reading)
        self._reader = Reader(skin, self.lattice, self._reader.mines)
        return self._reader.read(image)

    def _what_is_sure(self, seen: NDArray[np.uint8]) -> Reading:
        """Return the reading of a lost game: nothing is clicked there, so doubts may stay."""
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


def _known(labels: NDArray[np.uint8], previous: Reading | None) -> Known:
    nothing = np.zeros(len(labels), np.bool_)
    if previous is None:
        return Known(labels, nothing, nothing, np.full(len(labels), np.uint8(Label.UNREADABLE)))
    before = np.frombuffer(previous.board.labels, np.uint8)
    is_open = before <= MAX_NUMBER
    free = is_open.copy()
    free[list(analyze(previous.board).safe)] = True
    unopened = np.isin(before, list(UNOPENED))
    opened = np.where(is_open, before, np.uint8(Label.UNREADABLE))
    return Known(labels, unopened & (labels == Label.UNREADABLE), free, opened)


def _follows(before: Board, now: Board) -> bool:
    return all(
        was > MAX_NUMBER or was == label
        for was, label in zip(before.labels, now.labels, strict=True)
    )
