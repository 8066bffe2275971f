"""How alike looks are around their symbols: opened cells share a ground, and covered ones do."""

from __future__ import annotations

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

    def stands_out(self, plain: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return by how many gray levels each look has a symbol that none of the plain has."""
        chosen = self._contrast[:, plain[self._common]]
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
        opened = (self._alike * (names[self._common] < Label.COVERED)).max(axis=1)
        covered = names[self._common] == Label.COVERED
        closed = (self._alike * covered).max(axis=1)
        wrong = np.where(
            kinds == _OPENED, closed - opened, np.where(kinds == _CLOSED, opened - closed, 0)
        )
        return float((GROUND[names] * np.maximum(wrong, 0)).sum())


_OPENED, _CLOSED = 1, 2
_KIND = np.zeros(32, np.int8)
_KIND[: Label.COVERED] = _KIND[Label.MINE] = _OPENED
_KIND[[Label.COVERED, Label.FLAG, Label.QUESTION]] = _CLOSED
