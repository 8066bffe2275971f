"""The colours that numbers are drawn in: a game that has several has one for each number."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.learning.grounds import ODD_GROUND, SAME_GROUND
from autoplay.vision.learning.judged import Names, Naming
from autoplay.vision.learning.rules import are_drawn_numbers
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import MIDDLE

OTHER_INK, OTHER_PALE = 70.0, 0.5
"""Gray levels, in the colour that differs most, by which two inks differ at least, and the share of
the strength of a pale one: a pale blue, red and purple of 12 pixels differed by 40 to 69 of 76."""

DRAWN = 40.0
"""Gray levels by which a symbol stands out from an empty cell at least."""

STRONGEST = 0.7
"""Share of what stands out most that is ink: at its edges a stroke blends with the ground."""


def in_other_inks(naming: Names, looks: Looks) -> NDArray[np.intp]:
    """Return looks named a number that is mostly drawn in another ink, where inks tell numbers.

    Of 350 boards of games that were read rightly 4 have such looks, whose names were sure by 6.8
    natural-log units; a 3 cut off at its foot was called a 2 by 3.9.
    """
    names, named = naming.names, np.flatnonzero(are_drawn_numbers(naming.names))
    others = not_in_ink_of(naming, looks)
    return np.asarray(named[others[named, names[named]]], np.intp)


def not_in_ink_of(naming: Names, looks: Looks) -> NDArray[np.bool_]:
    """Return which looks are drawn in another ink than most of each number is, (looks, numbers).

    None is where inks do not tell numbers, and none of a number that is not named.
    """
    others = np.zeros((len(looks), MAX_NUMBER + 1), np.bool_)
    ink = _inks(naming, looks)
    if ink is None:
        return others
    drawn = ~np.isnan(ink[:, 0])
    usual = list[NDArray[np.float32]]()
    for number in range(1, MAX_NUMBER + 1):
        same = np.flatnonzero((naming.names == number) & drawn)
        if len(same):
            usual.append(ink[same[looks.counts[same].argmax()]])
            others[drawn, number] = _are_others(ink[drawn], usual[-1])
    inks = np.array(usual)
    told = len(inks) > 1 and _are_others(inks[:, None], inks).any()
    return others if told else np.zeros_like(others)


def doubted_inks(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks in other inks than most of their number that are not surely that number."""
    odd = in_other_inks(naming, looks)
    return np.asarray(odd[naming.margin[odd] < SURE], np.intp)


SURE = 6.0
"""Natural-log units by which the name of a look in another ink must be ahead."""


def _inks(naming: Names, looks: Looks) -> NDArray[np.float32] | None:
    """Return each look's ink less the ground, (looks, 3); None where no cell is empty.

    The ink is the colour in its middle that differs most from the ground, that the colour of an
    empty opened cell or, on a painted one, its own; NaN where nothing is drawn.
    """
    zeros = np.flatnonzero(naming.names == Label.ZERO)
    if not len(zeros):
        return None
    empty = looks.colors[zeros[looks.counts[zeros].argmax()]]
    ground = _grounds(looks, empty)
    pixels = looks.tiles[:, MIDDLE, MIDDLE].reshape(len(looks), -1, 3).astype(np.float32)
    away = _away(pixels, ground[:, None])
    ink = np.full((len(looks), 3), np.nan, np.float32)
    for look in np.flatnonzero(away.max(axis=1) > DRAWN):
        strong = away[look] >= STRONGEST * away[look].max()
        ink[look] = np.median(pixels[look, strong], axis=0) - ground[look]
    return ink


def _grounds(looks: Looks, empty: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the colour that each look's ink is on, (looks, 3): its own, where most of it is
    painted so, otherwise that of empty cells."""
    pixels = looks.tiles.reshape(len(looks), -1, 3).astype(np.float32)
    own = np.median(pixels, axis=1)
    mostly = (_away(pixels, own[:, None]) <= SAME_GROUND).mean(axis=1) > MOSTLY
    painted = mostly & (_away(own, empty) > ODD_GROUND)
    return np.asarray(np.where(painted[:, None], own, empty), np.float32)


MOSTLY = 0.5
"""Share of a painted cell that has the colour of its ground: 0.7 and more of triangles. Of digits
that outgrow their cells no colour has more than a third."""


def _are_others(ink: NDArray[np.float32], usual: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return whether inks, less the ground, are others than the usual ones."""
    least = np.minimum(OTHER_INK, OTHER_PALE * np.abs(usual).max(axis=-1))
    return np.asarray(_apart(ink, usual) > least)


def _apart(ink: NDArray[np.float32], usual: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return by how many gray levels inks, less the ground, differ from usual ones.

    A thin stroke blends with the ground: an ink of the same hue, up to half as strong or twice as
    strong, does not differ. Shades of gray have no hue.
    """
    size = (usual * usual).sum(axis=-1, keepdims=True)
    strength = np.clip((ink * usual).sum(axis=-1, keepdims=True) / size, 0.5, 2.0)
    hued = np.ptp(usual, axis=-1, keepdims=True) > HUED * np.abs(usual).max(axis=-1, keepdims=True)
    return _away(ink, np.where(hued, strength, 1.0) * usual)


HUED = 0.3
"""Share of its strength by which the channels of an ink with a hue differ: a blue that was blended
to half has as much as the whole one, 0.5, and grays have none."""


def _away(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return by how many gray levels colours, in the last axis, differ."""
    return np.asarray(np.abs(one - other).max(axis=-1), np.float32)
