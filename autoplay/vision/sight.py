"""What was seen in a picture: a board, where it is, how certain it is, and the skin it shows."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.vision.lattice import Lattice
from autoplay.vision.read import MIN_MARGIN
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin


@dataclass(frozen=True, eq=False)
class Sight:
    """What was seen: the board's lattice, its reading, and the skin it was read with.

    ``confidence`` is how many times as certain the least certain look is as is asked of it, 1 and
    more.
    ``given`` is the skin the game was known by, which may lack looks that are in ``skin``; None
    where that was learned from this picture.
    """

    lattice: Lattice
    reading: Reading
    skin: Skin
    confidence: float
    given: Skin | None = None

    @property
    def known(self) -> bool:
        """Whether the game was known by a skin that was given."""
        return self.given is not None

    @classmethod
    def of_known(cls, reading: Reading, skin: Skin) -> Sight:
        """Return what a skin shows that was known before."""
        return cls(reading.lattice, reading, skin, reading.min_margin / MIN_MARGIN, skin)
