"""How alike looks are around their symbols: opened cells share a ground, and covered ones do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Shape
from autoplay.vision.compared import is_on_another_ground, mark_contrast, unlike_symbols
from autoplay.vision.learning.rules import Labels
from autoplay.vision.looks import Looks
from autoplay.vision.remembered import Remembered

GROUND = np.zeros(32)
GROUND[: Label.COVERED + 1] = 4.0
GROUND[[Label.FLAG, Label.QUESTION]] = 3.0
GROUND[Label.MINE] = 1.5
"""What a look costs whose ground is exactly that of the other kind, and not of its own.

Marks count for less, and prove nothing for others: some games draw flags on a ground of their own
or on that of opened cells, and mines on covered ones. What a person sets counts once for all: a
game that draws one flag on the ground of opened cells draws every one so.
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

AT_ONCE = 1 << 18
"""Comparisons of two looks held in memory at a time."""

MOST_KNOWN = 2000
"""Ways to name the common looks, as far as that proves anything, that are remembered at a time."""

MOST_HELD = 1 << 22
"""Numbers in memory, 32 MB, of what any one look renamed makes of these: each way has a table."""


def on_own_ground(looks: Looks, least: float = ODD_GROUND) -> NDArray[np.bool_]:
    """Return which looks stand on a ground that no other look has within so many gray levels."""
    ground = looks.inner_ground
    away = np.abs(ground[:, None] - ground[None]).max(axis=2)
    np.fill_diagonal(away, 255)
    return np.asarray(away.min(axis=1, initial=255.0) > least, dtype=np.bool_)


def as_on_another_ground(
    chosen: NDArray[np.intp], usual: np.intp, looks: Looks
) -> NDArray[np.intp]:
    """Return the chosen looks that show the very symbol of the usual one, on another ground."""
    away = np.abs(looks.inner_ground[chosen] - looks.inner_ground[usual]).max(axis=1)
    odd = chosen[away > ODD_GROUND]
    return np.array([look for look in odd if is_on_another_ground(looks, look, usual)], np.intp)


class Grounds:
    """How alike the grounds of looks are, around their symbols, and which have a symbol."""

    def __init__(self, looks: Looks, shape: Shape) -> None:
        self._common = np.argsort(-looks.counts, kind="stable")[:GROUNDS]
        grounds = _grounds_of(looks, self._common)
        self._contrast = mark_contrast(looks, np.arange(len(looks)), self._common)
        away = np.stack(
            [np.abs(grounds - grounds[look]).mean(axis=1) for look in self._common], axis=1
        )
        self._unlike = unlike_symbols(
            looks, np.arange(len(looks)), self._common, away=SYMBOL_AWAY[shape]
        )
        self._alike = np.exp(-away / SAME_GROUND)
        self._alike[self._common, np.arange(len(self._common))] = 0  # itself proves nothing
        self._place = np.full(len(looks), len(self._common))
        self._place[self._common] = np.arange(len(self._common))
        self._opened_less_closed = Remembered(self._likelier_opened, MOST_KNOWN)
        table = 4 * len(looks) * (len(self._common) + 1)
        self._with_each_proving = Remembered(self._likelier_with_each, MOST_HELD // table)
        self.more_second_kinds = Remembered(self._more_second_kinds_of, MOST_KNOWN)

    def stands_out(self, plain: NDArray[np.bool_]) -> NDArray[np.float32]:
        """Return by how many gray levels each look has a symbol that none of the plain has.

        Both are (..., looks).
        """
        return _of_chosen(np.minimum, self._contrast, plain[..., self._common], 255.0)

    def second_kinds(self, names: Labels, name: int) -> NDArray[np.float64]:
        """Return by how much the look of this name that does most differs from the most frequent
        one, 0 to 1: in small cells each drawing of one symbol may differ a little.

        ``names`` are (..., looks), the result (...).
        """
        chosen = names == name
        among = chosen[..., self._common]
        unlike = self._unlike.T[among.argmax(axis=-1)]
        return np.asarray((chosen * unlike).max(axis=-1) * among.any(axis=-1))

    def _more_second_kinds_of(self, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        """Return how much more that is with each look alone given the name that some are ``chosen``
        for, or without it, (n, looks) like these."""
        return np.stack([self._more_second_kinds_with_each(each) for each in chosen])

    def _more_second_kinds_with_each(self, chosen: NDArray[np.bool_]) -> NDArray[np.float64]:
        # The last row is that of a rarer look: the common ones are named as they are.
        among = chosen[self._common] ^ np.eye(len(self._common) + 1, len(self._common), dtype=bool)
        first, some = among.argmax(axis=1), np.asarray(among.any(axis=1))
        unlike = np.where(chosen, self._unlike.T[first], 0.0)
        without = _best_without_each(unlike)[self._place, np.arange(len(chosen))]
        own = self._unlike[np.arange(len(chosen)), first[self._place]]
        then = np.where(chosen, without, np.maximum(without, own)) * some[self._place]
        return np.asarray(then - unlike[-1].max() * some[-1], dtype=np.float64)

    def cost(self, names: Labels) -> NDArray[np.float64]:
        """Return what a naming costs for grounds that are those of the other kind.

        ``names`` are (..., looks), the result (...).
        """
        proofs: NDArray[np.uint8] = _PROVES[names[..., self._common]]
        likelier = self._opened_less_closed(proofs.reshape(-1, proofs.shape[-1]))
        paid, of_marks = _paid(names, likelier.reshape(names.shape)), _OF_MARKS[names]
        marked = np.where(of_marks, paid, 0.0).max(axis=-1)
        return np.asarray(np.where(of_marks, 0.0, paid).sum(axis=-1) + marked)

    def with_each_renamed(self, names: Labels) -> Renamed:
        """Return what any one look of this naming, (looks,), makes of that cost when renamed."""
        likelier = self._with_each_proving.of(_PROVES[names[self._common]])
        paid, of_marks = _paid(names[:, None], likelier), _OF_MARKS[names]
        marks = np.where(of_marks[:, None], paid, 0.0).swapaxes(1, 2)
        paid[:, of_marks] = 0
        sums, marked = paid.sum(axis=1), _best_without_each(marks).swapaxes(1, 2)
        now = float(sums[0, -1] + marks[0, -1].max())
        return Renamed(self._place, likelier, paid, sums, marked, now)

    def _likelier_with_each(self, proofs: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return how much liker to opened grounds than to covered ones each look is with one of the
        common ones proving something else, (n, 4, looks, common and one more).

        ``proofs`` (n, common) is what their names prove now; the last place is for none of them.
        """
        return np.stack([self._likelier_renamed(each) for each in proofs])

    def _likelier_renamed(self, proofs: NDArray[np.uint8]) -> NDArray[np.float64]:
        covered = proofs == _COVERED
        opened = _best_without_each(self._alike * (proofs == _OPENED))
        closed = _best_without_each(self._alike * covered)
        likelier = np.zeros((4, len(self._alike), len(proofs) + 1))
        likelier[_COVERED, :, :-1] = opened - np.maximum(closed, self._alike)
        lone = covered.sum() == covered  # without it nothing is covered
        if lone.any():
            closed = np.where(lone, _best_without_each(self._alike * (proofs == _MARKED)), closed)
        likelier[_OPENED, :, :-1] = np.maximum(opened, self._alike) - closed
        likelier[_MARKED, :, :-1] = opened - np.maximum(closed, self._alike * lone)
        likelier[_NEITHER, :, :-1] = opened - closed
        likelier[:, :, -1] = self._opened_less_closed.of(proofs)
        return likelier

    def _likelier_opened(self, proofs: NDArray[np.uint8]) -> NDArray[np.float64]:
        """Return how much liker to opened grounds than to covered ones each look is, (n, looks).

        Where nothing is covered flags and question marks tell what covered ones were like.
        ``proofs`` (n, common) is what the names of the common looks prove.
        """
        covered = proofs == _COVERED
        closed = np.where(covered.any(axis=1, keepdims=True), covered, proofs == _MARKED)
        opened = _of_chosen(np.maximum, self._alike, proofs == _OPENED, 0.0)
        return np.asarray(opened - _of_chosen(np.maximum, self._alike, closed, 0.0))


@dataclass(frozen=True, eq=False)
class Renamed:
    """What grounds cost with one look of a naming renamed, by what its name then proves.

    ``likelier`` (4, looks, n) is how much liker to opened grounds than to covered ones every look
    then is, ``paid`` what it costs so but for a mark, ``sums`` (4, n) what all do, and ``marked``
    (4, looks, n) what marks cost without each; n are the ``place`` of looks, the last one that of
    all whose name proves nothing to others. ``now`` is what the naming costs as it is.
    """

    place: NDArray[np.intp]
    likelier: NDArray[np.float64]
    paid: NDArray[np.float64]
    sums: NDArray[np.float64]
    marked: NDArray[np.float64]
    now: float

    def more(self, looks: NDArray[np.intp], others: Labels) -> NDArray[np.float64]:
        """Return how much more grounds cost with one of these looks renamed so, for each."""
        proof, place = _PROVES[others], self.place[looks]
        then, of_marks = _paid(others, self.likelier[proof, looks, place]), _OF_MARKS[others]
        rest = self.sums[proof, place] - self.paid[proof, looks, place]
        rest += np.where(of_marks, 0.0, then)
        marked = np.maximum(self.marked[proof, looks, place], np.where(of_marks, then, 0.0))
        return np.asarray(rest + marked - self.now)


Values = TypeVar("Values", np.float32, np.float64)


def _of_chosen(
    extreme: np.ufunc, values: NDArray[Values], chosen: NDArray[np.bool_], none: float
) -> NDArray[Values]:
    """Return the extreme of the chosen values of every look, and of ``none``, (..., looks).

    ``values`` are (looks, n), ``chosen`` (..., n).
    """
    rows, columns = chosen.reshape(-1, chosen.shape[-1]), np.ascontiguousarray(values.T)[:, None]
    found = np.empty((len(rows), len(values)), values.dtype)
    most = max(AT_ONCE // values.size, 1)
    for start in range(0, len(rows), most):
        part = slice(start, start + most)
        extreme.reduce(
            np.where(rows[part].T[:, :, None], columns, values.dtype.type(none)),
            axis=0,
            out=found[part],
        )
    found = extreme(found, values.dtype.type(none))
    return np.asarray(found.reshape(*chosen.shape[:-1], len(values)))


def _grounds_of(looks: Looks, common: NDArray[np.intp]) -> NDArray[np.float32]:
    """Return the grounds to compare, (looks, n): along the edges or, where those are the same page
    around all common looks, within them."""
    at_edges, within = (looks.ring(depth).reshape(len(looks), -1) for depth in (0, 1))
    usual = at_edges[common]
    parted = np.abs(usual - usual[:1]).max(initial=0.0) < SAME_GROUND
    return within if parted else at_edges


def _best_without_each(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the greatest number, 0 or more, along the last axis without the one in each place."""
    best = values.argmax(axis=-1, keepdims=True)
    found = np.repeat(np.take_along_axis(values, best, -1), values.shape[-1], axis=-1)
    others = values.copy()
    np.put_along_axis(others, best, 0, -1)
    np.put_along_axis(found, best, others.max(axis=-1, keepdims=True), -1)
    return found


def _paid(names: Labels, likelier: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what looks of these names cost that are so much likelier to lie on opened grounds."""
    return np.asarray(GROUND[names] * np.maximum(_WRONG[names] * likelier, 0), dtype=np.float64)


_WRONG = np.zeros(32)
_WRONG[: Label.COVERED] = _WRONG[Label.MINE] = -1
_WRONG[[Label.COVERED, Label.FLAG, Label.QUESTION]] = 1
"""The sign of what is wrong for a label: a ground of opened cells, or one of covered cells."""

_OPENED, _COVERED, _MARKED, _NEITHER = range(4)
_PROVES = np.full(32, _NEITHER, np.uint8)
_PROVES[: Label.COVERED], _PROVES[Label.COVERED], _PROVES[list(STAND_IN)] = (
    _OPENED,
    _COVERED,
    _MARKED,
)
"""What a label tells of the ground it is seen on."""

_OF_MARKS = _PROVES == _MARKED
"""Which labels are marks that a person sets."""
