"""From repetitions seen in blocks to a few hypotheses: one period over one part of the picture."""

from __future__ import annotations

from dataclasses import dataclass

from autoplay.vision.finding.periods import STRIDE, Period

SAME_PERIOD = 0.8
"""Pixels within which two blocks' periods are one: the error of one block is below 0.5."""

MOST = 14
"""Hypotheses kept: the right one was among the first five wherever it was there at all."""

Box = tuple[int, int, int, int]


@dataclass(frozen=True)
class Hypothesis:
    """The picture repeats by (``x``, ``y``) in ``core``, where it shows best, and about ``box``.

    ``weight`` is the sum of the blocks' scores; ``centered`` as in Period.
    """

    x: float
    y: float
    centered: bool
    core: Box
    box: Box
    weight: float


def hypotheses_of(periods: list[Period]) -> list[Hypothesis]:
    """Return groups of touching blocks with one period, the weightiest first."""
    left = sorted(periods, key=lambda period: -period.score)
    found: list[Hypothesis] = []
    while left:
        seed = left[0]
        alike = [period for period in left if _alike(period, seed)]
        group, grown = [seed], True
        while grown:
            box = _around(group)
            touching = [p for p in alike if _touch(p.block, box)]
            grown = len(touching) > len(group)
            group = touching
        taken = {id(period) for period in group}
        left = [period for period in left if id(period) not in taken]
        found.append(_joined(seed, group))
    return sorted(found, key=lambda hypothesis: -hypothesis.weight)[:MOST]


def _joined(seed: Period, group: list[Period]) -> Hypothesis:
    return Hypothesis(
        seed.x,
        seed.y,
        seed.centered,
        seed.block,
        _around(group),
        sum(period.score * (period.block[2] - period.block[0]) / STRIDE for period in group),
    )


def _alike(one: Period, other: Period) -> bool:
    return (
        one.centered == other.centered
        and abs(one.x - other.x) < SAME_PERIOD
        and abs(one.y - other.y) < SAME_PERIOD
    )


def _touch(block: Box, box: Box) -> bool:
    return block[0] <= box[2] and block[2] >= box[0] and block[1] <= box[3] and block[3] >= box[1]


def _around(group: list[Period]) -> Box:
    boxes = [period.block for period in group]
    return (
        min(box[0] for box in boxes),
        min(box[1] for box in boxes),
        max(box[2] for box in boxes),
        max(box[3] for box in boxes),
    )
