"""How alike looks are around their symbols: opened cells share a ground, and covered ones do."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Shape
from autoplay.vision.learning.rules import Labels
from autoplay.vision.looks import Looks

GROUND = np.zeros(32)
GROUND[: Label.COVERED + 1] = 4.0
GROUND[[Label.FLAG, Label.QUESTION]] = 3.0
GROUND[Label.MINE] = 1.5
"""What a look costs whose ground is exactly that of the other kind, and not of its own.

Marks count for less, and prove nothing for others: some games draw flags on a ground of their own
or on that of opened cells, and mines on covered ones.
"""

ODD_GROUND = 30.0
"""Gray levels by which the ground of the mine that exploded differs from that of the others."""

SAME_GROUND = 8.0
"""Gray levels: grounds that differ by this are alike by 1/e."""

SYMBOL_AWAY = {Shape.SQUARE: 0, Shape.HEXAGON: 0, Shape.TRIANGLE: 1}
"""Blocks by which a symbol may stand elsewhere: in triangles that point up and in others."""

GROUNDS = 40
"""Looks whose grounds are compared, the most frequent ones."""


KEPT = 64
"""Namings of the common looks whose comparison is kept."""


class Grounds:
    """How alike the grounds of looks are, around their symbols, and which have a symbol."""

    def __init__(self, looks: Looks, shape: Shape) -> None:
        grounds = looks.grounds
        self._common = np.argsort(-looks.counts, kind="stable")[:GROUNDS]
        self._contrast = looks.mark_contrast(np.arange(len(looks)), self._common)
        away = np.stack(
            [np.abs(grounds - grounds[look]).mean(axis=1) for look in self._common], axis=1
        )
        self._unlike = looks.unlike_symbols(
            np.arange(len(looks)), self._common, away=SYMBOL_AWAY[shape]
        )
        self._alike = np.exp(-away / SAME_GROUND)
        self._alike[self._common, np.arange(len(self._common))] = 0  # itself proves nothing
        # Of the looks renamed one by one few are common: the rest of the work is done once.
        self._likelier = lru_cache(KEPT)(self._opened_less_closed)
        self._least_contrast = lru_cache(KEPT)(self._contrast_with)

    def stands_out(self, plain: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return by how many gray levels each look has a symbol that none of the plain has."""
        return self._least_contrast(plain[self._common].tobytes())

    def _contrast_with(self, plain: bytes) -> NDArray[np.float32]:
        """Return the least contrast with the plain ones of the common looks, (looks,)."""
        chosen = self._contrast[:, np.frombuffer(plain, np.bool_)]
        return np.asarray(chosen.min(axis=1, initial=255.0), dtype=np.float32)

    def second_kinds(self, names: Labels, name: int) -> float:
        """Return by how much looks of this name differ from the most frequent one, each 0 to 1."""
        chosen = names == name
        among = np.flatnonzero(chosen[self._common])
        if not len(among):
            return 0.0
        return float(self._unlike[chosen, among[0]].sum())

    def cost(self, names: Labels) -> float:
        """Return what the naming costs for grounds that are those of the other kind."""
        kinds = _KIND[names]
        away = self._likelier(names[self._common].tobytes())
        wrong = np.where(kinds == _OPENED, -away, np.where(kinds == _CLOSED, away, 0))
        return float((GROUND[names] * np.maximum(wrong, 0)).sum())

    def _opened_less_closed(self, common: bytes) -> NDArray[np.float64]:
        """Return how much liker to opened grounds than to covered ones each look is, (looks,).

        Where nothing is covered flags and question marks tell what covered ones were like.
        """
        names = np.frombuffer(common, np.uint8)
        opened = (self._alike * (names < Label.COVERED)).max(axis=1)
        telling = [Label.COVERED]
        if not (names == Label.COVERED).any():
            telling = [Label.FLAG, Label.QUESTION]
        closed = (self._alike * np.isin(names, telling)).max(axis=1)
        return np.asarray(opened - closed, dtype=np.float64)


_OPENED, _CLOSED = 1, 2
_KIND = np.zeros(32, np.int8)
_KIND[: Label.COVERED] = _KIND[Label.MINE] = _OPENED
_KIND[[Label.COVERED, Label.FLAG, Label.QUESTION]] = _CLOSED
