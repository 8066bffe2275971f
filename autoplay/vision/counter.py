"""The mine total, where a game that has not begun shows it beside its board.

Counters are drawn in seven segments, in letters, in any colour and on any side. Nothing tells them
from a clock or a best time but this: before the first click the clock stands at zero, and a mine
total is neither few nor many for the board. So only a fresh board's surroundings are read, at
several thresholds, and only a number that nothing contradicts is believed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Board, Label
from autoplay.vision.glyphs import network
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.tiles import SIDE

LEAST_DENSITY, MOST_DENSITY = 0.08, 0.3
"""Mines per cell: levels of games lie between 0.1 (10 on 10x10) and 0.21 (99 on 16x30)."""

REACH_ROWS, LEAST_REACH = 6, 120
"""How far from the board a counter may be: rows of cells, or pixels where those are small."""

LEAST_HEIGHT, MOST_HEIGHT = 7, 80
"""Pixels: digits are read from and up to this height."""

LEVELS = 6
"""Thresholds between the darkest and the brightest pixel; unlit segments fall away at some."""

MIN_VOTES = 2
"""Thresholds at which a number must be read alike."""

RIVALRY = 3
"""A number must be read so many times as often as any other likely one at its place."""

MIN_LEAD = 1.5
"""Natural-log units by which a digit must be likelier than any other."""

MOST_SPOTS = 400
"""Connected regions beyond which a thresholded picture is a texture, not writing."""

Mask = NDArray[np.uint8]


@dataclass(frozen=True)
class _Spot:
    """A connected region that may be a digit: its box in pixels, and its own pixels."""

    left: int
    top: int
    width: int
    height: int
    ink: Mask


def mines_shown(image: Image, lattice: Lattice, board: Board) -> int | None:
    """Return the mine total written beside a fresh board, None without one beyond doubt.

    ``image`` is BGR or BGRA uint8.
    """
    if any(label != Label.COVERED for label in board.labels):
        return None
    part, hidden = _surroundings(image, lattice)
    cells = len(board.labels)
    likely = range(int(np.ceil(LEAST_DENSITY * cells)), int(MOST_DENSITY * cells) + 1)
    votes: dict[tuple[int, int], Counter[int]] = {}
    for mask in _masks(part):
        mask[hidden] = 0
        for word in _words(_spots(mask)):
            value = _number(word)
            if value in likely:
                _vote(votes, word, int(value))
    totals = {_winner(counts) for counts in votes.values()}
    return totals.pop() if len(totals) == 1 else None


def _surroundings(image: Image, lattice: Lattice) -> tuple[Image, tuple[slice, slice]]:
    """Return the picture around the board, and where in it the board is."""
    left, top, right, bottom = lattice.box
    reach = max(round(REACH_ROWS * lattice.pitch[1]), LEAST_REACH)
    x0, y0 = max(left - reach, 0), max(top - reach, 0)
    part = image[y0 : bottom + reach, x0 : right + reach, :3]
    return part, (slice(max(top - y0, 0), bottom - y0), slice(max(left - x0, 0), right - x0))


def _masks(part: Image) -> Iterator[Mask]:
    """Yield what is darker or brighter than each threshold, as 0 and 1; segments also joined."""
    kernel = np.ones((3, 3), np.uint8)
    for gray in (part.max(axis=2), part.min(axis=2)):
        low, high = int(gray.min()), int(gray.max())
        for level in np.linspace(low, high, LEVELS + 2)[1:-1]:
            for mask in (gray > level, gray <= level):
                plain = np.ascontiguousarray(mask, np.uint8)
                yield plain.copy()
                yield np.asarray(cv2.morphologyEx(plain, cv2.MORPH_CLOSE, kernel), np.uint8)


def _spots(mask: Mask) -> list[_Spot]:
    """Return the regions of digit-like size, left to right."""
    count, names, stats, _ = cv2.connectedComponentsWithStats(mask, connectivity=8)
    width, height, area = stats[:, 2], stats[:, 3], stats[:, 4]
    fits = (height >= LEAST_HEIGHT) & (height <= MOST_HEIGHT) & (width <= height)
    fits &= area >= 0.12 * width * height
    fits[0] = False  # the ground
    chosen = np.flatnonzero(fits)
    if count > MOST_SPOTS * 10 or len(chosen) > MOST_SPOTS:
        return []
    spots = []
    for name in chosen[np.argsort(stats[chosen, 0], kind="stable")].tolist():
        x, y, w, h = (int(number) for number in stats[name, :4])
        ink = (names[y : y + h, x : x + w] == name).astype(np.uint8)
        spots.append(_Spot(x, y, w, h, ink))
    return spots


def _words(spots: list[_Spot]) -> list[list[_Spot]]:
    """Return the spots that stand beside one another on a line as words."""
    words: list[list[_Spot]] = []
    for spot in spots:
        for word in words:
            last = word[-1]
            slack = max(0.15 * last.height, 1)
            gap = spot.left - last.left - last.width
            level = abs(spot.top - last.top) <= slack
            if level and abs(spot.height - last.height) <= slack and gap <= 0.65 * last.height:
                word.append(spot)
                break
        else:
            words.append([spot])
    return words


def _number(word: list[_Spot]) -> int | None:
    """Return the number a word shows, None where any of it is no clear digit."""
    if not 2 <= len(word) <= MOST_DIGITS:
        return None
    scores = network().scores(np.stack([_tile(spot.ink) for spot in word]))
    digits = []
    for spot, score in zip(word, scores, strict=True):
        if _is_zero(spot.ink):
            digits.append("0")
            continue
        best = int(score.argmax())
        lead = score[best] - np.partition(score, -2)[-2]
        if not 1 <= best <= 9 or lead < MIN_LEAD:
            return None
        digits.append(str(best))
    return int("".join(digits))


MOST_DIGITS = 4


def _tile(ink: Mask) -> NDArray[np.uint8]:
    """Return a digit as the network knows them: dark, in the middle of a light cell."""
    tall = SIDE * 14 // 24
    wide = max(round(ink.shape[1] * tall / ink.shape[0]), 1)
    small = cv2.resize(ink * 255, (min(wide, SIDE), tall), interpolation=cv2.INTER_AREA)
    tile = np.full((SIDE, SIDE), PAPER, np.uint8)
    top, left = (SIDE - tall) // 2, (SIDE - small.shape[1]) // 2
    place = tile[top : top + tall, left : left + small.shape[1]]
    place[:] = PAPER - (small.astype(np.float32) * PAPER / 255).astype(np.uint8)
    return np.repeat(tile[:, :, None], 3, axis=2)


PAPER = 225
"""Gray level of the ground digits are shown to the network on."""


def _is_zero(ink: Mask) -> bool:
    """Whether this is a nought: a ring around one hole that is tall and in the middle.

    The network cannot tell, for it knows a cell with 0 mines around it as a bare one.
    """
    framed = np.pad(1 - ink, 1, constant_values=1)
    count, _, stats, middles = cv2.connectedComponentsWithStats(framed, connectivity=4)
    holes = [hole for hole in range(1, count) if stats[hole, 0] > 0]
    if len(holes) != 1:
        return False
    height = len(ink)
    off = abs(middles[holes[0]][1] - (height + 1) / 2)
    return bool(stats[holes[0], 3] >= 0.5 * height and off <= 0.1 * height)


def _vote(votes: dict[tuple[int, int], Counter[int]], word: list[_Spot], value: int) -> None:
    """Count a vote at the word's place: its right end, where leading noughts do not move it."""
    last = word[-1]
    x, y = last.left + last.width, last.top + last.height // 2
    for place, counts in votes.items():
        if max(abs(place[0] - x), abs(place[1] - y)) <= last.height // 2:
            counts[value] += 1
            return
    votes[x, y] = Counter({value: 1})


def _winner(counts: Counter[int]) -> int | None:
    """Return the number read at one place, None where the thresholds disagree."""
    ranked = counts.most_common(2)
    value, most = ranked[0]
    second = ranked[1][1] if len(ranked) > 1 else 0
    return value if most >= max(MIN_VOTES, RIVALRY * second) else None
