"""Zones walked from neighbour to neighbour: which of them reach one another, and by which steps."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Shape
from autoplay.vision.finding.placing import Place
from autoplay.vision.finding.spacing import Spacing
from autoplay.vision.finding.zones import Float

REACH = 0.22
"""Share of the smaller step by which the next zone may be off its place."""

FEWEST, MOST = 6, 100_000
"""Zones that are walked: fewer are no board, and three 4K screens full of cells of 16 pixels have
97 200."""

AT_ONCE = 4096
"""Zones whose neighbours are sought at once: a limit of memory."""


def connected(centers: Float, spacing: Spacing) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Return (places, members) of zones that reach one another, the largest group first.

    Of more zones than are walked it is none. ``centers`` (n, 2) are the middles of the zones in
    pixels; ``members`` (m,) are indices into them, ``places`` (m, 2) the multiples of the spacing's
    steps at which they lie from the first.
    """
    if len(centers) > MOST:
        return []
    steps = _steps(spacing)
    reach = REACH * min(spacing.x, spacing.y) * (2 if spacing.shape is Shape.HEXAGON else 1)
    beside = _beside(centers, np.array(steps) * (spacing.x, spacing.y), reach).tolist()
    placed: dict[int, Place] = {}
    groups = []
    for start in range(len(centers)):
        if start in placed:
            continue
        placed[start] = (0, 0)
        members, todo = [], [start]
        while todo:
            index = todo.pop()
            members.append(index)
            i, j = placed[index]
            for (di, dj), other in zip(steps, beside[index], strict=True):
                if other >= 0 and other not in placed:
                    placed[other] = (i + di, j + dj)
                    todo.append(other)
        if len(members) >= FEWEST:
            groups.append((np.array([placed[k] for k in members]), np.array(members)))
    return sorted(groups, key=lambda group: -len(group[1]))


def _beside(centers: Float, offsets: Float, reach: float) -> NDArray[np.intp]:
    """Return which centre lies within ``reach`` of each one's offsets, (n, offsets); -1 without."""
    bins = np.floor(centers / reach).astype(int)
    low = bins.min(axis=0) - 1
    held = np.full(bins.max(axis=0) - low + 2, -1)
    held[tuple((bins - low).T)] = np.arange(len(bins))
    found = np.full((len(centers), len(offsets)), -1)
    for start in range(0, len(centers), AT_ONCE):
        part = np.s_[start : start + AT_ONCE]
        sought = centers[part, None, :] + offsets
        for move in np.ndindex(3, 3):
            at = np.floor(sought / reach).astype(int) - low + np.array(move) - 1
            inside = ((at >= 0) & (at < held.shape)).all(axis=2)
            other = np.where(inside, held[tuple(np.where(inside[..., None], at, 0).T)].T, -1)
            near = (np.abs(centers[other] - sought) < reach).all(axis=2)
            found[part] = np.where((other >= 0) & near & (found[part] < 0), other, found[part])
    return found


def _steps(spacing: Spacing) -> list[Place]:
    """Return the places of a cell's neighbours, and of the next ones but one."""
    if spacing.shape is not Shape.HEXAGON:
        return [(dx, dy) for n in (1, 2) for dx, dy in ((n, 0), (-n, 0), (0, n), (0, -n))]
    straight = [(2, 0), (-2, 0)] if spacing.by_rows else [(0, 2), (0, -2)]
    return [*straight, (1, 1), (1, -1), (-1, 1), (-1, -1)]
