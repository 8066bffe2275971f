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


STAND_IN = (Label.FLAG, Label.QUESTION)
"""Labels whose grounds tell what covered cells were like where nothing is covered."""

KEPT = 64
"""Namings of the common looks whose comparison is kept."""


class Grounds:
    """How alike the grounds of looks are, around their symbols, and which have a symbol."""

    def __init__(self, looks: Looks, shape: Shape) -> None:
        self._common = np.argsort(-looks.counts, kind="stable")[:GROUNDS]
        grounds = _grounds_of(looks, self._common)
        self._contrast = looks.mark_contrast(np.arange(len(looks)), self._common)
        away = np.stack(
            [np.abs(grounds - grounds[look]).mean(axis=1) for look in self._common], axis=1
        )
        self._unlike = looks.unlike_symbols(
            np.arange(len(looks)), self._common, away=SYMBOL_AWAY[shape]
        )
        self._alike = np.exp(-away / SAME_GROUND)
        self._alike[self._common, np.arange(len(self._common))] = 0  # itself proves nothing
        self._place = np.full(len(looks), len(self._common))
        self._place[self._common] = np.arange(len(self._common))
        # Of the looks renamed one by one few are common: the rest of the work is done once.
        self._likelier = lru_cache(KEPT)(self._opened_less_closed)
        self._least_contrast = lru_cache(KEPT)(self._contrast_with)

    def stands_out(self, plain: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return by how many gray levels each look has a symbol that none of the plain has.

        Both are (..., looks).
        """
        common = plain[..., self._common]
        rows = [self._least_contrast(row.tobytes()) for row in common.reshape(-1, common.shape[-1])]
        return np.array(rows, np.float32).reshape(plain.shape)

    def _contrast_with(self, plain: bytes) -> NDArray[np.float32]:
        """Return the least contrast with the plain ones of the common looks, (looks,)."""
        chosen = self._contrast[:, np.frombuffer(plain, np.bool_)]
        return np.asarray(chosen.min(axis=1, initial=255.0), dtype=np.float32)

    def second_kinds(self, names: Labels, name: int) -> NDArray[np.float64]:
        """Return by how much looks of this name differ from the most frequent one, each 0 to 1.

        ``names`` are (..., looks), the result (...).
        """
        chosen = names == name
        among = chosen[..., self._common]
        unlike = self._unlike.T[among.argmax(axis=-1)]
        return np.asarray((chosen * unlike).sum(axis=-1) * among.any(axis=-1))

    def second_kinds_with_each(self, names: Labels, name: int) -> NDArray[np.float64]:
        """Return the same with each look alone given this name, or without it, (looks,)."""
        chosen = names == name
        among = chosen[self._common] ^ np.eye(len(self._common) + 1, len(self._common), dtype=bool)
        first = among.argmax(axis=1)[self._place]
        own = self._unlike[np.arange(len(names)), first]
        changed = (chosen @ self._unlike)[first] + np.where(chosen, -own, own)
        return np.where(among.any(axis=1)[self._place], changed, 0.0)

    def cost(self, names: Labels) -> NDArray[np.float64]:
        """Return what a naming costs for grounds that are those of the other kind.

        ``names`` are (..., looks), the result (...).
        """
        common = names[..., self._common]
        rows = [self._likelier(row.tobytes()) for row in common.reshape(-1, common.shape[-1])]
        return np.asarray(_paid(names, np.array(rows).reshape(names.shape)).sum(axis=-1))

    def cost_renamed(
        self, names: Labels, looks: NDArray[np.intp], others: Labels
    ) -> NDArray[np.float64]:
        """Return the same with one of these looks alone given the other name, for each of them."""
        common = names[self._common]
        covered = common == Label.COVERED
        opened = _best_without_each(self._alike * (common < Label.COVERED))
        closed = _best_without_each(self._alike * covered)
        likelier = np.zeros((4, len(names), len(common) + 1))
        likelier[_COVERED, :, :-1] = opened - np.maximum(closed, self._alike)
        lone = covered.sum() == covered  # without it nothing is covered
        closed = np.where(lone, _best_without_each(self._alike * np.isin(common, STAND_IN)), closed)
        likelier[_OPENED, :, :-1] = np.maximum(opened, self._alike) - closed
        likelier[_MARKED, :, :-1] = opened - np.maximum(closed, self._alike * lone)
        likelier[_NEITHER, :, :-1] = opened - closed
        likelier[:, :, -1] = self._likelier(common.tobytes())  # as it is with a rarer look renamed
        paid = _paid(names[:, None], likelier)
        proof, place = _PROVES[others], self._place[looks]
        rest = paid.sum(axis=1)[proof, place] - paid[proof, looks, place]
        return np.asarray(rest + _paid(others, likelier[proof, looks, place]))

    def _opened_less_closed(self, common: bytes) -> NDArray[np.float64]:
        """Return how much liker to opened grounds than to covered ones each look is, (looks,).

        Where nothing is covered flags and question marks tell what covered ones were like.
        """
        names = np.frombuffer(common, np.uint8)
        opened = (self._alike * (names < Label.COVERED)).max(axis=1)
        covered = names == Label.COVERED
        closed = (self._alike * (covered if covered.any() else np.isin(names, STAND_IN))).max(
            axis=1
        )
        return np.asarray(opened - closed, dtype=np.float64)


def _grounds_of(looks: Looks, common: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return the grounds to compare, (looks, n): along the edges or, where those are the same page
    around all common looks, within them."""
    at_edges, within = (looks.ring(depth).reshape(len(looks), -1) for depth in (0, 1))
    usual = at_edges[common]
    parted = np.abs(usual - usual[:1]).max(initial=0.0) < SAME_GROUND
    return within if parted else at_edges


def _best_without_each(alike: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the greatest number of every row without the one in each column, like ``alike``."""
    rows, best = np.arange(len(alike)), alike.argmax(axis=1)
    found = np.repeat(alike[rows, best][:, None], alike.shape[1], axis=1)
    others = alike.copy()
    others[rows, best] = 0
    found[rows, best] = others.max(axis=1)
    return found


def _paid(names: Labels, likelier: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what looks of these names cost that are so much likelier to lie on opened grounds."""
    return np.asarray(GROUND[names] * np.maximum(_WRONG[names] * likelier, 0), dtype=np.float64)


_WRONG = np.zeros(32)
_WRONG[: Label.COVERED] = _WRONG[Label.MINE] = -1
_WRONG[[Label.COVERED, Label.FLAG, Label.QUESTION]] = 1
"""The sign of what is wrong for a label: a ground of opened cells, or one of covered cells."""

_OPENED, _COVERED, _MARKED, _NEITHER = range(4)
_PROVES = np.full(32, _NEITHER)
_PROVES[: Label.COVERED], _PROVES[Label.COVERED], _PROVES[list(STAND_IN)] = (
    _OPENED,
    _COVERED,
    _MARKED,
)
"""What a label tells of the ground it is seen on."""
