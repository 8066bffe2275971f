"""From a picture to lattices: every hypothesis fitted, measured and scored."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from autoplay.game import Shape, Topology
from autoplay.vision.finding.edges import Edges, edges_of
from autoplay.vision.finding.folding import Box, Points, fold, points_of, sharpest
from autoplay.vision.finding.hypotheses import Hypothesis, hypotheses_of
from autoplay.vision.finding.periods import periods_of
from autoplay.vision.finding.squares import (
    Axis,
    largest_board,
    phase_of,
    profiles,
    refined,
    sides_of,
)
from autoplay.vision.lattice import Image, Lattice

MIN_PITCH = 9.5
MIN_SIDE, MAX_SIDE = 4, 100

MOST_POINTS = 40_000
"""Edge pixels that a period is fitted to; more make it slower, not better."""

GAIN, COST = 0.3, 0.12
"""Evidence above which a cell speaks for a board, and what one without any costs.

A cell beside a board has one of four sides, 0.25; a tenth of the cells covered hold a row.
"""


@dataclass(frozen=True)
class Candidate:
    """A lattice that may be a board; ``score`` is 0 to 1, ``reason`` says what speaks for it."""

    lattice: Lattice
    score: float
    reason: str


def candidates_of(image: Image) -> list[Candidate]:
    """Return the lattices found in a picture, best first."""
    edges = edges_of(image)
    found = [
        candidate
        for hypothesis in hypotheses_of(periods_of(edges))
        if not hypothesis.centered and min(hypothesis.x, hypothesis.y) >= MIN_PITCH
        for candidate in _squares(edges, hypothesis)
    ]
    return sorted(found, key=lambda candidate: -candidate.score)


def _squares(edges: Edges, hypothesis: Hypothesis) -> list[Candidate]:
    core = points_of(edges, hypothesis.core)
    period = _fitted(core, (hypothesis.x, hypothesis.y), hypothesis.core)
    box = _grown(hypothesis, edges.shape)
    points = points_of(edges, box)
    inner = points.within(hypothesis.box)
    period = _fitted(inner, period, hypothesis.box)
    axes, clear = _axes(inner, period, hypothesis.box)
    for _ in range(2):
        start = (_first(axes[0], box[0]), _first(axes[1], box[1]))
        size = (_count(start[1], box[3]), _count(start[0], box[2]))
        across, down = profiles(fold(inner, (axes[0].pitch, axes[1].pitch), _area(hypothesis.box)))
        sides = sides_of(points, start, size, (across, down))
        top, left, bottom, right, total = largest_board(sides.cells, GAIN, COST)
        rows, cols = bottom - top, right - left
        if min(rows, cols) < MIN_SIDE or max(rows, cols) > MAX_SIDE:
            return []
        board = (
            Axis(start[0].origin + left * start[0].pitch, start[0].pitch),
            Axis(start[1].origin + top * start[1].pitch, start[1].pitch),
        )
        within = points.within(_box_of(board, rows, cols))
        axes = (
            refined(within, board[0], cols, across, True),
            refined(within, board[1], rows, down, False),
        )
        inner = within
        hypothesis = Hypothesis(*hypothesis_values(hypothesis, _box_of(axes, rows, cols)))
    lattice = Lattice(
        Topology(Shape.SQUARE, rows, cols),
        (
            axes[0].origin + axes[0].pitch / 2,
            axes[1].origin + axes[1].pitch / 2,
        ),
        (axes[0].pitch, axes[1].pitch),
    )
    cells = sides.cells[top:bottom, left:right]
    share = float((cells > GAIN).mean())
    square = min(axes[0].pitch, axes[1].pitch) / max(axes[0].pitch, axes[1].pitch)
    score = share * square * min(clear) * min(1.0, (rows * cols / 64) ** 0.25)
    reason = f"{share:.0%} of {rows}x{cols} cells show their sides, clear {min(clear):.2f}"
    return [Candidate(lattice, min(score, 1.0), reason)]


def hypothesis_values(
    hypothesis: Hypothesis, box: Box
) -> tuple[float, float, bool, Box, Box, float]:
    return (
        hypothesis.x,
        hypothesis.y,
        hypothesis.centered,
        hypothesis.core,
        box,
        hypothesis.weight,
    )


def _axes(
    points: Points, period: tuple[float, float], box: Box
) -> tuple[tuple[Axis, Axis], tuple[float, float]]:
    across, down = profiles(fold(points, period, _area(box)))
    x, x_clear = phase_of(across, period[0])
    y, y_clear = phase_of(down, period[1])
    return (Axis(x, period[0]), Axis(y, period[1])), (x_clear, y_clear)


def _fitted(points: Points, period: tuple[float, float], box: Box) -> tuple[float, float]:
    step = max(1, len(points.x) // MOST_POINTS)
    some = Points(
        points.x[::step], points.y[::step], points.strength[::step], points.across[::step]
    )
    return sharpest(some, period, float(max(box[2] - box[0], box[3] - box[1])))


def _first(axis: Axis, low: float) -> Axis:
    """Return the axis moved by whole cells to start at or before ``low``."""
    return Axis(axis.origin + np.floor(axis.index(np.array(low))) * axis.pitch, axis.pitch)


def _count(axis: Axis, high: float) -> int:
    return int(np.ceil(axis.index(np.array(float(high)))))


def _box_of(axes: tuple[Axis, Axis], rows: int, cols: int) -> Box:
    """Return the box of a board with the sides of its outermost cells."""
    margin = (axes[0].pitch * 0.3, axes[1].pitch * 0.3)
    return (
        max(round(axes[0].origin - margin[0]), 0),
        max(round(axes[1].origin - margin[1]), 0),
        round(axes[0].origin + cols * axes[0].pitch + margin[0]),
        round(axes[1].origin + rows * axes[1].pitch + margin[1]),
    )


def _grown(hypothesis: Hypothesis, shape: tuple[int, int]) -> Box:
    left, top, right, bottom = hypothesis.box
    return (
        max(left - 128, 0),
        max(top - 128, 0),
        min(right + 128, shape[1]),
        min(bottom + 128, shape[0]),
    )


def _area(box: Box) -> float:
    return float((box[2] - box[0]) * (box[3] - box[1]))
