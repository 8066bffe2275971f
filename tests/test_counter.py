"""The mine total beside a fresh board: read where nothing contradicts it, or not at all."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from PIL import Image as Picture

from autoplay.bench.synthetic.fonts import Typeface, text_mask
from autoplay.bench.synthetic.lettering import Bars, segment_digits
from autoplay.desktop.virtual import LOOKS
from autoplay.desktop.virtual.panel import counter
from autoplay.game import Board, Cell, Label, Shape, Topology
from autoplay.vision.counter import Written, _wins, mines_shown, number_at, total_written
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.writing import Box

TOPOLOGY = Topology(Shape.SQUARE, 9, 9)
LATTICE = Lattice(TOPOLOGY, (69.5, 109.5), (20.0, 20.0))
FRESH = Board(TOPOLOGY, bytes([Label.COVERED] * 81))

Numbers = dict[tuple[int, int], str]
"""Texts by the place (x, y) of their top left corner."""


def screen(numbers: Numbers) -> Image:
    """Return a gray screen with a board of bevelled cells and these numbers above it."""
    page = Picture.new("RGB", (320, 340), (200, 200, 200))
    for row in range(9):
        for col in range(9):
            left, top = 60 + 20 * col, 100 + 20 * row
            page.paste((240, 240, 240), (left, top, left + 20, top + 20))
            page.paste((120, 120, 120), (left + 2, top + 2, left + 20, top + 20))
            page.paste((190, 190, 190), (left + 2, top + 2, left + 18, top + 18))
    for place, text in numbers.items():
        page.paste((20, 20, 60), place, text_mask(text, Typeface("pillow"), 14))
    return np.ascontiguousarray(np.asarray(page)[:, :, ::-1])


def test_plain_digits_are_read() -> None:
    assert mines_shown(screen({(70, 60): "12"}), LATTICE, FRESH) == 12


def test_a_dense_board_of_ones_own_making_has_its_total_read() -> None:
    assert mines_shown(screen({(70, 60): "32"}), LATTICE, FRESH) == 32


def test_a_clock_at_zero_does_not_disturb() -> None:
    assert mines_shown(screen({(70, 60): "12", (190, 60): "00"}), LATTICE, FRESH) == 12


@pytest.mark.parametrize(("height", "total"), [(18, 12), (15, None)])
def test_what_is_lower_than_the_digit_before_it_is_another_sign(
    height: int, total: int | None
) -> None:
    """As the s behind the seconds of a clock, which looks like a 5."""
    page = Picture.fromarray(screen({})[:, :, ::-1])
    for left, text, high in ((70, "1", 18), (82, "2", height)):
        mask = text_mask(text, Typeface("pillow"), high)
        page.paste((20, 20, 60), (left, 80 - mask.height), mask)
    image = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    assert mines_shown(image, LATTICE, FRESH) == total


def test_the_total_of_a_board_that_is_no_rectangle_is_read() -> None:
    corners = frozenset(map(Cell, (0, 8, 72, 80)))
    topology = Topology(Shape.SQUARE, 9, 9, absent=corners)
    lattice = replace(LATTICE, topology=topology)
    assert mines_shown(screen({(70, 60): "12"}), lattice, Board.covered(topology)) == 12


def test_two_likely_numbers_are_no_total() -> None:
    assert mines_shown(screen({(70, 60): "12", (190, 60): "17"}), LATTICE, FRESH) is None


@pytest.mark.parametrize("text", ["3", "77", "2026"])
def test_too_few_and_too_many_for_the_board_are_no_total(text: str) -> None:
    assert mines_shown(screen({(70, 60): text}), LATTICE, FRESH) is None


def test_a_begun_game_is_not_asked_for_its_clock_may_show_anything() -> None:
    begun = Board(TOPOLOGY, bytes([Label.ONE, *[Label.COVERED] * 80]))

    assert mines_shown(screen({(70, 60): "12"}), LATTICE, begun) is None


def test_what_is_nothing_clear_in_the_box_of_a_number_does_not_speak_against_it() -> None:
    """Segments that are not lit are seen at half of the thresholds."""
    page = Picture.fromarray(screen({})[:, :, ::-1])
    page.paste((0, 0, 0), (64, 54, 104, 86))
    for left, digit in ((70, "2"), (88, "4")):
        mask = text_mask(digit, Typeface("pillow"), 18)
        page.paste((120, 120, 120), (left, 60, left + mask.width, 60 + mask.height))
        page.paste((255, 255, 255), (left, 60), mask)
    image = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    assert mines_shown(image, LATTICE, FRESH) == 24


def beside(writing: Image, at: tuple[int, int] = (70, 30)) -> Image:
    """Return the screen with a piece of writing, BGR uint8, above its board."""
    image = screen({}).copy()
    x, y = at
    image[y : y + writing.shape[0], x : x + writing.shape[1]] = writing
    return image


def text(words: str, height: int = 12) -> Image:
    """Return dark words on the ground of the screen."""
    mask = text_mask(words, Typeface("pillow"), height)
    page = Picture.new("RGB", (mask.width + 20, mask.height + 20), (200, 200, 200))
    page.paste((20, 20, 60), (10, 10), mask)
    return np.ascontiguousarray(np.asarray(page)[:, :, ::-1])


@pytest.mark.parametrize("words", ["0/12", "Mines: 12", "12 mines left", "Flags 0 / 12"])
def test_a_total_among_words_is_read(words: str) -> None:
    assert mines_shown(beside(text(words)), LATTICE, FRESH) == 12


@pytest.mark.parametrize("words", ["Time 00:12", "x12y", "1284 games", "v1.2"])
def test_other_figures_are_no_total(words: str) -> None:
    assert mines_shown(beside(text(words)), LATTICE, FRESH) is None


@pytest.mark.parametrize("gap", [2, 4, 5, 6])
@pytest.mark.parametrize("sign", [":", "."])
def test_what_stands_behind_a_sign_between_digits_is_no_total(sign: str, gap: int) -> None:
    """Fonts with characters of one width part the sides of a clock by more than their height."""
    pieces = [np.asarray(text_mask(each, Typeface("pillow"), 14)) for each in ("11", sign, "12")]
    drawn = np.zeros((14, sum(piece.shape[1] + gap for piece in pieces)), np.uint8)
    left = 0
    for piece in pieces:
        drawn[14 - len(piece) :, left : left + piece.shape[1]] = piece
        left += piece.shape[1] + gap
    ground = np.full((40, drawn.shape[1] + 30, 3), 200, np.uint8)
    ground[10:24, 10 : 10 + drawn.shape[1]][drawn > 0] = 20
    assert mines_shown(beside(ground), LATTICE, FRESH) is None


@pytest.mark.parametrize("dark", [0.0, 0.4], ids=["dark bars unseen", "dark bars dim"])
@pytest.mark.parametrize("bars", [Bars(), Bars(thick=0.16, gap=1, mitred=True)])
@pytest.mark.parametrize("total", [10, 13, 24])
def test_seven_segments_in_a_white_frame_are_read(total: int, bars: Bars, dark: float) -> None:
    lit, unlit = segment_digits(f"{total:03d}", 24, bars)
    page = Picture.new("RGB", (lit.width + 6, 30), (255, 255, 255))
    page.paste((0, 0, 0), (2, 2, lit.width + 4, 28))
    page.paste((round(255 * dark), 0, 0), (3, 3), unlit)
    page.paste((255, 0, 0), (3, 3), lit)
    drawn = np.ascontiguousarray(np.asarray(page)[:, :, ::-1])
    assert mines_shown(beside(drawn), LATTICE, FRESH) == total


def test_a_one_without_the_bars_above_and_below_it_stands_in_its_number() -> None:
    drawn = counter(13, (48, 26), LOOKS["classic"])
    assert mines_shown(beside(drawn), LATTICE, FRESH) == 13


@pytest.mark.parametrize(("times", "is_sure"), [(2, False), (3, True)])
def test_a_number_read_but_twice_as_often_as_what_reaches_beyond_it_is_in_doubt(
    times: int, is_sure: bool
) -> None:
    """Twice 12 was read of the selected address 127.0.0.1, whose 7 ran into what is beside it."""
    number = Written(Box(86, 64, 14, 10), 12)
    longer = Written(Box(94, 64, 42, 10), None)
    assert _wins(number, [number] * times + [longer]) == is_sure


def test_a_number_is_read_once_more_where_it_stood() -> None:
    total = total_written(screen({(70, 60): "12", (190, 60): "00"}), LATTICE, FRESH)
    assert total is not None and total.value == 12
    later = screen({(70, 60): "17", (190, 60): "24"})
    assert number_at(later, LATTICE, total.box) == 17
    assert number_at(screen({(190, 60): "24"}), LATTICE, total.box) is None
