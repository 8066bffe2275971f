"""The mine total, where a game that has not begun shows it beside its board.

Counters are drawn in seven segments, in letters, in any colour and on any side. Nothing tells them
from a clock or a best time but this: before the first click the clock stands at zero, and a mine
total is neither few nor many for the board. So only a fresh board's surroundings are read, at
several thresholds, and only a number that nothing contradicts is believed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from autoplay.game import Board
from autoplay.vision.digits import OTHER, STROKE, Tile, characters, tile_of
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.writing import Box, Word, layers, words

LEAST_DENSITY, MOST_DENSITY = 0.08, 0.45
"""Mines per cell: levels of games lie between 0.1 (10 on 10x10) and 0.21 (99 on 16x30), boards that
people ask for up to twice as dense. Of 50 fresh boards of some forty programs 34 totals are read,
none of them wrong, with 0.3 as with 0.45.
"""

REACH_ROWS, LEAST_REACH = 6, 120
"""How far from the board a counter may be: rows of cells, or pixels where those are small."""

MIN_VOTES = 2
"""Thresholds, or ways to fill gaps, at which a number must be read alike."""

RIVALRY = 2
"""A number must be read more than so many times as often as anything else at its place.

A slim 1 at the end that is not joined at some thresholds is so found out.
"""

MOST_TILES = 4000
"""Characters beyond which the surroundings are a page of text: too long to look through."""


@dataclass(frozen=True)
class Written:
    """What stands in a box of the picture, in pixels: its number, None where it is no clear one."""

    box: Box
    value: int | None


def mines_shown(image: Image, lattice: Lattice, board: Board) -> int | None:
    """Return the mine total written beside a fresh board, None without one beyond doubt.

    ``image`` is BGR or BGRA uint8.
    """
    total = total_written(image, lattice, board)
    return None if total is None else total.value


def total_written(image: Image, lattice: Lattice, board: Board) -> Written | None:
    """Return the mine total beside a fresh board and where it stands, None without one."""
    if not board.is_fresh:
        return None
    cells = board.topology.present
    likely = range(int(np.ceil(LEAST_DENSITY * cells)), int(MOST_DENSITY * cells) + 1)
    votes = _votes_around(image, lattice)
    totals = [vote for vote in set(votes) if vote.value in likely and _wins(vote, votes)]
    return totals[0] if len({total.value for total in totals}) == 1 else None


def number_at(image: Image, lattice: Lattice, place: Box) -> int | None:
    """Return the number at a place beside the board, None where it is not beyond doubt."""
    votes = [vote for vote in _votes_around(image, lattice) if _overlap(vote.box, place)]
    numbers = {vote.value for vote in votes if vote.value is not None and _wins(vote, votes)}
    return numbers.pop() if len(numbers) == 1 else None


def _votes_around(image: Image, lattice: Lattice) -> list[Written]:
    """Return what every threshold shows around the board."""
    left, top, right, bottom = lattice.box
    reach = max(round(REACH_ROWS * lattice.pitch[1]), LEAST_REACH)
    x0, y0 = max(left - reach, 0), max(top - reach, 0)
    part = image[y0 : bottom + reach, x0 : right + reach, :3]
    board = slice(max(top - y0, 0), bottom - y0), slice(max(left - x0, 0), right - x0)
    found = [
        (word, [tile_of(layer, box) for box in (*word.boxes, *word.touching)])
        for layer in layers(part, board)
        for word in words(layer.ink)
    ]
    return [
        Written(vote.box._replace(left=vote.box.left + x0, top=vote.box.top + y0), vote.value)
        for vote in _votes(found)
    ]


def _votes(found: Sequence[tuple[Word, list[Tile]]]) -> Iterator[Written]:
    """Yield the numbers that words, with their tiles, show: all of one, or what a stroke parts."""
    tiles = [tile for _, own in found for tile in own]
    if len(tiles) > MOST_TILES:
        return
    said = iter(characters(tiles))
    for word, own in found:
        shown = list(islice(said, len(own)))
        is_alone = all(one == STROKE for one in shown[len(word.boxes) :])
        for part in _parted(shown, word):
            boxes = word.boxes[part]
            is_clock = any(part.start < place < part.stop for place in word.dotted)
            if len(boxes) >= LENGTHS.start:
                is_total = is_alone and not is_clock and len(boxes) in LENGTHS
                yield Written(_box_around(boxes), _number(shown[part]) if is_total else None)


LENGTHS = range(2, 5)
"""Digits of a mine total, leading noughts included."""


def _parted(shown: Sequence[int | None], word: Word) -> Iterator[slice]:
    """Yield the parts of a word between strokes, and between a number and what stands apart.

    Both sides of the colon of a clock are one part, which is no number, and so are those of the
    point within a number.
    """
    start = 0
    for place, box in enumerate(word.boxes):
        if shown[place] == STROKE:
            yield slice(start, place)
            start = place + 1
        elif place > start:
            last = word.boxes[place - 1]
            gap = (box.left - last.right) / last.height
            if gap >= _least_gap(shown[place - 1 : place + 1], is_dotted=place in word.dotted):
                yield slice(start, place)
                start = place
    yield slice(start, len(word.boxes))


def _least_gap(beside: Sequence[int | None], *, is_dotted: bool) -> float:
    """Return the least gap that parts these two characters, as a share of the first one's height.

    A dot or two, or a comma, may stand between: behind a digit they part nothing.
    """
    if is_dotted:
        before = beside[0]
        return COLON if before is None or before >= STROKE else np.inf
    return APART if OTHER in beside else np.inf


APART, COLON = 0.3, 0.65
"""Shares of its height from a digit to the next word at least, and with the colon of a label
between: those of many fonts stand closer."""


def _number(shown: list[int | None]) -> int | None:
    """Return the number these characters are, None where one of them is no clear digit."""
    digits = [one for one in shown if one is not None and one < STROKE]
    return int("".join(map(str, digits))) if len(digits) == len(shown) else None


def _box_around(boxes: Sequence[Box]) -> Box:
    """Return the box from the first of these to the last, as high as the first."""
    first, last = boxes[0], boxes[-1]
    return Box(first.left, first.top, last.right - first.left, first.height)


def _wins(claim: Written, votes: Sequence[Written]) -> bool:
    """Whether a number is read so at enough thresholds, and not too often otherwise.

    What is no clear number within its box is no rival: with its unlit segments a digit is nearly an
    eight, and without its gaps filled it falls to pieces.
    """
    here = [vote for vote in votes if _overlap(vote.box, claim.box)]
    alike = sum(vote.value == claim.value for vote in here)
    rivals = sum(
        not _is_within(vote.box, claim.box) if vote.value is None else not _is_all_lit(vote.value)
        for vote in here
        if vote.value != claim.value
    )
    return alike >= MIN_VOTES and alike > RIVALRY * rivals


def _is_all_lit(number: int) -> bool:
    """Whether seven segments show this number where all of them seem lit: eights."""
    return set(str(number)) == {"8"}


def _overlap(one: Box, other: Box) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return not beside and abs(one.top - other.top) <= max(one.height, other.height) / 2


def _is_within(one: Box, other: Box) -> bool:
    """Whether one box holds no more characters than the other: pieces of them, or those worse."""
    room = BEYOND * other.height
    return one.left >= other.left - room and one.right <= other.right + room


BEYOND = 0.15
"""Share of its height by which a word may reach farther at another threshold."""
