"""Families of looks that are named together: without a symbol, or with the same one.

Nothing but the rules tells a bare covered cell from a bare opened one for certain; and what a cell
shows has as many looks as its neighbours draw lines at its edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.grouping import DRAWN
from autoplay.vision.learning.absent import are_cells
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import BLOCKS, Looks

MAX_FAMILIES = 6
"""Groups of bare looks that are named jointly: 2 to this power namings are tried."""

MOST_ALIKE, ALIKE = 64, 16.0
"""Looks that are compared, and the gray levels by which no block within like ones differs."""

PLAIN = 4.0
"""Gray levels by which no block differs from another of a look of one colour."""

BARE = (Label.COVERED, Label.ZERO)


def with_families(
    costs: Costs, faces: NDArray[np.float32], counts: NDArray[np.intp]
) -> tuple[Costs, tuple[NDArray[np.intp], ...]]:
    """Return the costs and the families of looks without a symbol, those like each other.

    Looks that differ at their edges alone, where their neighbours draw lines, are one drawing and
    count as one; nor are the drawings of a family independent evidence: they count as a few.
    """
    colours = faces.reshape(len(faces), BLOCKS**2, 3)
    plain = np.ptp(colours, axis=1).max(axis=1) < PLAIN  # whatever a bright colour looks like
    likely = np.isin(costs[:, : Label.UNREADABLE].argmin(axis=1), BARE)
    bare = np.flatnonzero((likely | plain) & are_cells(costs))
    if not len(bare):
        return costs, ()
    family = _families(faces[bare], counts[bare])
    alike = _same_drawing(faces[bare]) & likely[bare] & likely[bare, None]
    drawn_alike = np.maximum(alike.sum(axis=1), 1)
    drawings = np.bincount(family, weights=1 / drawn_alike)[family]
    share = 1 / (drawn_alike * np.sqrt(np.maximum(drawings, 1)))
    costs = costs.copy()
    costs[np.ix_(bare, np.array(BARE, np.intp))] *= share[:, None]
    return costs, tuple(bare[family == each] for each in range(family.max() + 1))


def with_shared(costs: Costs, looks: Looks) -> Costs:
    """Return the costs, those of all but numbers shared by looks that are one drawing.

    What lies along its edges says nothing about a symbol; of bare cells it may say all.
    """
    costs = costs.copy()
    contrast = looks.own_contrast(1)
    for group in alike_within(looks, MOST_SHARED, OF_CONTRAST):
        if contrast[group].mean() < DRAWN:
            continue
        shared = np.average(costs[group], axis=0, weights=looks.counts[group])
        costs[np.ix_(group, SHARED)] = shared[SHARED]
    return np.asarray(costs - costs.min(axis=1, keepdims=True), dtype=np.float64)


MOST_SHARED, OF_CONTRAST = 256, 0.1
"""Frequent looks that may share their costs, and the share of a look's contrast by which blocks of
another may differ more: where it begins within a pixel changes the edges of a symbol."""

SHARED = np.array([0, *range(MAX_NUMBER + 1, Label.ABSENT)], np.intp)


def with_middles_shared(costs: Costs, looks: Looks) -> Costs:
    """Return the costs, those of symbols shared by looks whose middles cannot be told apart.

    They differ at their edges alone, where a scaled page draws lines at fractions of a pixel, and
    that says nothing about a symbol, though it may part covered cells from opened ones. It does so
    in many cells alike: a pointer may lie at the edge of a few.
    """
    common = np.argsort(-looks.counts, kind="stable")[:MOST_SHARED]
    common = common[looks.counts[common] >= REPEATED]
    if not len(common):
        return costs
    groups = _groups_of(_alike(looks.middles[common], TOLD_APART))
    least = costs[:, BARE].min(axis=1, keepdims=True)
    above = costs - least
    costs = costs.copy()
    for group in (common[each] for each in groups):
        shared = np.average(above[group], axis=0, weights=looks.counts[group])
        costs[np.ix_(group, SYMBOLS)] = least[group] + shared[SYMBOLS]
    return np.asarray(costs - costs.min(axis=1, keepdims=True), dtype=np.float64)


TOLD_APART = 1.0
"""Gray levels by which blocks differ that can be told apart: rounding moves one by half of that."""

REPEATED = 4
"""Cells that are drawn alike because of where they are: a pointer lies over up to three."""

SYMBOLS = np.setdiff1d(np.arange(Label.ABSENT), BARE)


def alike_within(
    looks: Looks, most: int = MOST_ALIKE, share: float = 0.0
) -> tuple[NDArray[np.intp], ...]:
    """Return the groups of frequent looks that differ at their edges alone, each by frequency.

    There are at ``most`` so many; blocks may differ more by this ``share`` of a look's contrast.
    """
    common = np.argsort(-looks.counts, kind="stable")[:most]
    alike = _same_drawing(looks.faces[common], ALIKE + share * looks.own_contrast(1)[common])
    return tuple(common[group] for group in _groups_of(alike))


def _groups_of(alike: NDArray[np.bool_]) -> list[NDArray[np.bool_]]:
    """Return the groups of several of what is ``alike``, (n, n), as which of them each holds."""
    return list({group.tobytes(): group for group in alike if group.sum() > 1}.values())


def _same_drawing(
    faces: NDArray[np.float32], most: float | NDArray[np.float32] = ALIKE
) -> NDArray[np.bool_]:
    """Return which looks differ at their edges alone, by others like both as well, (n, n)."""
    inner = faces.reshape(len(faces), BLOCKS, BLOCKS, 3)[:, 1:-1, 1:-1].reshape(len(faces), -1)
    return _alike(inner, most)


def _alike(colours: NDArray[np.float32], most: float | NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which rows differ nowhere by so much, by others like both as well, (n, n)."""
    alike = np.stack([np.abs(colours - each).max(axis=1) < most for each in colours])
    alike &= alike.T
    while not np.array_equal(reached := alike @ alike, alike):
        alike = reached
    return np.asarray(alike, dtype=np.bool_)


def _families(faces: NDArray[np.float32], counts: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return the family of each look: the nearest of the most different, frequent ones."""
    middles = [faces[counts.argmax()]]
    while len(middles) < min(MAX_FAMILIES, len(faces)):
        away = np.min([np.abs(faces - middle).mean(axis=1) for middle in middles], axis=0)
        if away.max() == 0:
            break
        middles.append(faces[(away * np.sqrt(counts)).argmax()])
    distance = np.stack([np.abs(faces - middle).mean(axis=1) for middle in middles])
    family = distance.argmin(axis=0)
    return np.asarray(np.unique(family, return_inverse=True)[1], dtype=np.intp)
