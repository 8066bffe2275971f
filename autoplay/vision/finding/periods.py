"""Which steps a picture repeats itself by, and where: autocorrelation of edges, block by block."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.finding.edges import Edges, Map, strength

BLOCK = 256
"""Side of a block in pixels: holds four periods of the 64 px that full size answers for."""

STRIDE = 128
"""Pixels from block to block, half of one: what fades out at an edge is in the middle of the
next."""

MIN_LAG, MAX_LAG = 7, 108
"""Pixels; boards have pitches from 10 to 100, and a triangle's column is half a cell."""

MIN_FILL = 0.004
"""Share of edge pixels below which a block is empty: one frame around it fills 0.015."""

MIN_COMB = 0.10
"""Least comb score of a period, in units of the autocorrelation at lag 0; text has 0.02 to 0.08."""

PERIODS_PER_AXIS = 3
"""Periods of an axis that are kept of a block, the best: of 1537 axes in fixtures/screens 44 have
more. Its 48 screens of games are read the same with 1, 2 and 9: a limit of time."""


@dataclass(frozen=True)
class Period:
    """A repetition seen in one block.

    The picture repeats by (``x``, 0) and (0, ``y``) pixels, and where ``centered`` also by
    (x/2, y/2). ``block`` is (left, top, right, bottom), ``score`` from 0 to about 1.
    """

    x: float
    y: float
    centered: bool
    block: tuple[int, int, int, int]
    score: float


def periods_of(edges: Edges) -> list[Period]:
    """Return the repetitions of every block of the picture, at full size and at half size."""
    found = list(_scan(edges.across, edges.down, 1))
    half = (edges.shape[1] // 2, edges.shape[0] // 2)
    if min(half) >= BLOCK // 4:
        found += _scan(_halved(edges.across), _halved(edges.down), 2)
    return found


def _halved(part: Map) -> Map:
    # Lines one pixel wide must not fade: the larger of two, then every other pixel.
    widened = cv2.dilate(part, np.ones((2, 2), np.uint8))
    halved: Map = widened[::2, ::2]
    return halved


def _scan(across: Map, down: Map, scale: int) -> Iterator[Period]:
    height, width = across.shape
    taper = np.outer(_hann(min(BLOCK, height)), _hann(min(BLOCK, width)))
    own = _autocorrelation(taper.astype(np.float32), np.zeros_like(taper, dtype=np.float32))
    for top in _starts(height):
        for left in _starts(width):
            part = np.s_[top : top + BLOCK, left : left + BLOCK]
            maps = strength(across[part]), strength(down[part])
            usual = [each.mean() for each in maps]
            if sum(usual) < MIN_FILL:
                continue
            lags = _autocorrelation(
                *((each - mean) * taper for each, mean in zip(maps, usual, strict=True))
            )
            lags = lags / np.maximum(own / own[0, 0], 0.05)
            lags /= max(float(lags[0, 0]), 1e-9)
            block = (left, top, min(left + BLOCK, width), min(top + BLOCK, height))
            yield from _of_block(lags, (block, scale))


def _starts(length: int) -> list[int]:
    last = max(length - BLOCK, 0)
    return sorted({*range(0, last, STRIDE), last})


def _hann(length: int) -> NDArray[np.float64]:
    wave: NDArray[np.float64] = 0.5 - 0.5 * np.cos(2 * np.pi * (np.arange(length) + 0.5) / length)
    return wave


def _autocorrelation(across: Map, down: Map) -> Map:
    """Return the sum of both maps' circular autocorrelations, lag (0, 0) at index [0, 0]."""
    both = cv2.merge([across.astype(np.float32), down.astype(np.float32)])
    spectrum = cv2.dft(both, flags=cv2.DFT_COMPLEX_OUTPUT)
    power = np.square(spectrum[:, :, 0]) + np.square(spectrum[:, :, 1])
    # The cross terms of the two maps are odd and end in the imaginary part.
    both = cv2.merge([power, np.zeros_like(power)])
    lags = cv2.dft(both, flags=cv2.DFT_INVERSE | cv2.DFT_SCALE)
    real: Map = lags[:, :, 0]
    return real


def _of_block(lags: Map, place: tuple[tuple[int, int, int, int], int]) -> Iterator[Period]:
    (left, top, right, bottom), scale = place
    block = (left * scale, top * scale, right * scale, bottom * scale)
    x_lags = np.maximum(np.maximum(lags[0], lags[1]), lags[-1])
    y_lags = np.maximum(np.maximum(lags[:, 0], lags[:, 1]), lags[:, -1])
    for x, x_score in _combs(x_lags):
        for y, y_score in _combs(y_lags):
            yield Period(x * scale, y * scale, False, block, min(x_score, y_score))
            middle = _near(lags, x / 2, y / 2)
            if middle > 0.5 * min(x_score, y_score):
                yield Period(x * scale, y * scale, True, block, min(x_score, y_score, middle))


def _near(lags: Map, x: float, y: float) -> float:
    """Return the largest value within a pixel of this lag."""
    rows = (round(y) + np.arange(-1, 2)) % lags.shape[0]
    cols = (round(x) + np.arange(-1, 2)) % lags.shape[1]
    return float(lags[np.ix_(rows, cols)].max())


def _combs(lags: NDArray[np.float32]) -> list[tuple[float, float]]:
    """Return the best periods of one axis with their scores.

    A comb's score is the mean value at its teeth less the mean half-way between them.
    """
    reach = min(MAX_LAG, len(lags) // 2 - 2)
    values = lags[: reach + 1].tolist()
    peak = [
        lag
        for lag in range(MIN_LAG, reach)
        if values[lag] >= max(values[lag - 1], values[lag + 1], MIN_COMB)
    ]
    combs = [_comb(values, lag, reach) for lag in peak]
    strong = [comb for comb in combs if comb[1] > MIN_COMB]
    kept = [comb for comb in strong if not any(_is_multiple(comb, other) for other in strong)]
    return sorted(kept, key=lambda comb: -comb[1])[:PERIODS_PER_AXIS]


def _is_multiple(comb: tuple[float, float], other: tuple[float, float]) -> bool:
    """Whether a comb says no more than one of a shorter period."""
    times = comb[0] / other[0]
    whole = round(times)
    return whole >= 2 and abs(times - whole) < 0.04 * whole and other[1] > 0.75 * comb[1]


def _comb(lags: list[float], lag: int, reach: int) -> tuple[float, float]:
    period, values = _vertex(lags, lag), [lags[lag]]
    tooth = 2
    while (tooth + 0.5) * period < reach and tooth <= 4:
        around = round(period * tooth)
        best = max(range(around - 1, around + 2), key=lags.__getitem__)
        values.append(lags[best])
        period = _vertex(lags, best) / tooth
        tooth += 1
    between = [lags[round(period * (k + 0.5))] for k in range(len(values))]
    return period, sum(values) / len(values) - sum(between) / len(between)


def _vertex(lags: list[float], lag: int) -> float:
    """Return the place of the parabola's vertex through three values."""
    low, mid, high = lags[lag - 1 : lag + 2]
    bend = low - 2 * mid + high
    return lag + (min(max(0.5 * (low - high) / bend, -0.5), 0.5) if bend < -1e-6 else 0.0)
