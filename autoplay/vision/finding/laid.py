"""From the periods of a picture's edges to lattices laid over the blocks that repeat so."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from autoplay.vision.finding.candidates import SAME_PITCH
from autoplay.vision.finding.edges import PictureEdges
from autoplay.vision.finding.fit import phased, refined, tilings_of
from autoplay.vision.finding.growing import SMALLEST_CELL
from autoplay.vision.finding.periods import Period, periods_of
from autoplay.vision.finding.spread import MOST_CELLS, spread
from autoplay.vision.finding.tiling import Drawing, around, support
from autoplay.vision.lattice import Lattice

MOST_TRIED = 6
"""Periods that are followed up; the board's own is among the first three on real screens."""

LEAST_SUPPORT = 0.3
"""Share of the outlines in a period's block that must be drawn for it to be followed up."""

MARGIN = 128
"""Pixels around a place in which its board may go on."""


def laid_lattices(edges: PictureEdges) -> Iterator[Lattice]:
    """Yield the tilings that have a period of the picture, laid over what they seem to cover."""
    for group in _groups(periods_of(edges.whole())):
        yield from _laid(edges, group)


def laid_over(edges: PictureEdges, period: Period) -> Iterator[Lattice]:
    """Yield the tilings that have this period, laid over what they seem to cover."""
    yield from _laid(edges, [period])


def _groups(periods: list[Period]) -> list[list[Period]]:
    """Return periods that are the same one, the strongest of a group first.

    The groups seen most widely come first.
    """
    groups: list[list[Period]] = []
    for period in sorted(periods, key=lambda period: -period.score):
        for group in groups:
            if _same(group[0], period):
                group.append(period)
                break
        else:
            groups.append([period])
    groups.sort(key=lambda group: -sum(period.score for period in group))
    return groups[:MOST_TRIED]


def _same(one: Period, other: Period) -> bool:
    return (
        one.centered == other.centered
        and abs(one.x - other.x) <= SAME_PITCH * one.x
        and abs(one.y - other.y) <= SAME_PITCH * one.y
    )


def _laid(edges: PictureEdges, group: list[Period]) -> Iterator[Lattice]:
    """Yield the tilings that have the period of a group, as ``laid_over`` does."""
    blocks = np.array([period.block for period in group])
    block = group[0].block
    # The other blocks may lie farther off than any board that holds this one reaches.
    reach = np.multiply((group[0].x, group[0].y), MOST_CELLS)
    low = np.maximum(blocks[:, :2].min(axis=0) - MARGIN, block[:2] - reach)
    high = np.minimum(blocks[:, 2:].max(axis=0) + MARGIN, block[2:] + reach)
    left, top = (int(max(place, 0)) for place in low)
    right, bottom = (int(place) for place in high)
    part = edges.crop((left, top, right, bottom))
    inside = (block[0] - left, block[1] - top, block[2] - left, block[3] - top)
    for tiling in tilings_of(replace(group[0], block=inside)):
        if min(tiling.cell_size) < SMALLEST_CELL:
            continue
        # Most are given up where they begin, a small part of what they may cover.
        near, there, start = around(part, tiling)
        drawing = Drawing.of(near, there)
        laid = refined(drawing, phased(drawing, there))
        if support(drawing, laid).mean() < LEAST_SUPPORT:
            continue
        grown = spread(Drawing.of(part, tiling), laid.moved(*start))
        if grown is not None:
            yield grown.moved(left, top)
