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
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Board, Label
from autoplay.vision.glyphs import networks
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

MIN_VOTES = 3
"""Thresholds at which a number must be read alike."""

RIVALRY = 2
"""A number must be read so many times as often as anything else at its place.

A slim 1 at the end that is not joined at some thresholds is so found out.
"""

MIN_LEAD = 3.0
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


class _Box(NamedTuple):
    """Where a word stands, in pixels."""

    left: int
    top: int
    width: int
    height: int


@dataclass(frozen=True)
class _Vote:
    """What one threshold shows of a word: where, and its number, None where it is no clear one."""

    box: _Box
    value: int | None


def mines_shown(image: Image, lattice: Lattice, board: Board) -> int | None:
    """Return the mine total written beside a fresh board, None without one beyond doubt.

    ``image`` is BGR or BGRA uint8.
    """
    if any(label != Label.COVERED for label in board.labels):
        return None
    part, hidden = _surroundings(image, lattice)
    cells = len(board.labels)
    likely = range(int(np.ceil(LEAST_DENSITY * cells)), int(MOST_DENSITY * cells) + 1)
    words = []
    for mask in _masks(part):
        mask[hidden] = 0
        words += _words(_spots(mask))
    places: list[list[_Vote]] = []
    for word, value in zip(words, _numbers(words), strict=True):
        _count(places, _Vote(_box(word), value))
    totals = {total for votes in places if (total := _winner(votes)) in likely}
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
    """Return the spots that stand beside one another on a line as words of a number's length."""
    words: list[list[_Spot]] = []
    for spot in spots:
        word = next((word for word in words if _continues(word[-1], spot)), None)
        if word is None:
            words.append([spot])
        else:
            word.append(spot)
    return [word for word in words if len(word) in LENGTHS and _stands_alone(word, spots)]


LENGTHS = range(2, 5)
"""Digits of a mine total, leading noughts included."""


EVEN = 0.15
"""Share of its height by which a digit of one number stands or reaches higher than the one before:
the s behind the seconds of a clock reaches a fifth lower."""


def _continues(last: _Spot, spot: _Spot) -> bool:
    slack = max(EVEN * last.height, 1)
    gap = spot.left - last.left - last.width
    level = max(abs(spot.top - last.top), abs(spot.height - last.height)) <= slack
    return level and gap <= 0.9 * last.height


def _stands_alone(word: list[_Spot], spots: list[_Spot]) -> bool:
    """Whether no letter of another height touches the word: it would be a piece of a text."""
    left, right = word[0].left, word[-1].left + word[-1].width
    top, height = word[0].top, word[0].height
    room = round(0.35 * height)
    return not any(
        spot.top < top + height
        and top < spot.top + spot.height
        and (left - room < spot.left + spot.width <= left or right <= spot.left < right + room)
        for spot in spots
    )


def _numbers(words: list[list[_Spot]]) -> list[int | None]:
    """Return the number each word shows, None where any of it is no clear digit."""
    tiles = [_tile(spot.ink) for word in words for spot in word]
    if not tiles:
        return []
    distinct, which = np.unique(np.stack(tiles), axis=0, return_inverse=True)
    if len(distinct) > MOST_TILES:
        return [None] * len(words)
    scores = networks().scores(distinct)[which.ravel()]
    best, ranked = scores.argmax(axis=1), np.partition(scores, -2, axis=1)
    clear = (best >= 1) & (best <= 9) & (ranked[:, -1] - ranked[:, -2] >= MIN_LEAD)
    digits = np.where(clear, best, -1)
    numbers: list[int | None] = []
    at = 0
    for word in words:
        own = [0 if _is_zero(spot.ink) else int(digits[at + i]) for i, spot in enumerate(word)]
        numbers.append(None if -1 in own else int("".join(map(str, own))))
        at += len(word)
    return numbers


MOST_TILES = 600
"""Different shapes beyond which the surroundings are a page of text: too long to look through."""


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


def _box(word: list[_Spot]) -> _Box:
    first, last = word[0], word[-1]
    return _Box(first.left, first.top, last.left + last.width - first.left, first.height)


def _count(places: list[list[_Vote]], vote: _Vote) -> None:
    """Add a vote to those of the place on the screen that it overlaps."""
    box = vote.box
    for votes in places:
        place = votes[0].box
        beside = place.left + place.width <= box.left or box.left + box.width <= place.left
        if not beside and abs(place.top - box.top) <= max(place.height, box.height) / 2:
            votes.append(vote)
            return
    places.append([vote])


def _winner(votes: list[_Vote]) -> int | None:
    """Return the number read at one place, None where the thresholds disagree.

    What is no clear number in the very box of one is no rival: with its unlit segments a digit is
    nearly an eight.
    """
    lit = [vote for vote in votes if set(str(vote.value)) != {"8"}] or votes  # all lit: eights
    values = Counter(vote.value for vote in lit if vote.value is not None)
    if not values:
        return None
    value, most = values.most_common(1)[0]
    boxes = {vote.box for vote in lit if vote.value == value}
    unclear = sum(vote.value is None and vote.box not in boxes for vote in lit)
    rivals = values.total() - most + unclear
    return value if most >= max(MIN_VOTES, RIVALRY * rivals) else None
