"""Lattices that are tried where a board cannot be read on the first one."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from autoplay.errors import OverruledError, UnreadableError
from autoplay.game import Board, Cell, Label, Shape, Topology, Variant
from autoplay.vision.find import Search
from autoplay.vision.finding.candidates import Candidate, apart
from autoplay.vision.finding.ends import between_ends
from autoplay.vision.kinship import is_blank_part, is_no_more
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.refusal import refusal
from autoplay.vision.retry import other_candidates


def tried_instead(rows: int, cols: int, pitch: tuple[float, float]) -> list[Lattice]:
    found = Lattice(Topology(Shape.SQUARE, rows, cols), (40.0, 40.0), pitch)
    image = np.full((400, 600, 3), 90, np.uint8)
    others = other_candidates(image, (Candidate(found, 0.9, ""),), Search(image))
    return [each.lattice for some in others for each in some]


def test_two_halves_of_a_square_are_tried_as_one_cell() -> None:
    (high,) = tried_instead(30, 25, (24.2, 12.1))
    assert high.topology == Topology(Shape.SQUARE, 15, 25)
    assert (high.first_cell_center, high.pitch) == ((40.0, 46.05), (24.2, 24.2))
    (wide,) = tried_instead(9, 18, (16.0, 32.0))
    assert wide.topology == Topology(Shape.SQUARE, 9, 9)
    assert (wide.first_cell_center, wide.pitch) == ((48.0, 40.0), (32.0, 32.0))


@pytest.mark.parametrize(
    ("looks", "best_looks", "tried"),
    [((3, 3), 3, 2), ((1, 3), 3, 2), ((1, 1), 3, 1), ((2, 2), 2, 0), ((4, 4), 3, 0)],
)
def test_cells_between_those_found_are_tried_where_they_have_no_more_looks(
    looks: tuple[int, int], best_looks: int, tried: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many looks say nothing where nothing is opened."""
    found = Lattice(Topology(Shape.SQUARE, 9, 9), (40.0, 40.0), (30.0, 30.0))
    between = [
        Candidate(found.moved(15.0 * place, 15.0), 0.9, "", number)
        for place, number in enumerate(looks)
    ]
    monkeypatch.setattr("autoplay.vision.retry.between", lambda *_: between)
    image = np.full((400, 600, 3), 90, np.uint8)
    best = Candidate(found, 0.9, "", best_looks)
    all_tried = [each for some in other_candidates(image, (best,), Search(image)) for each in some]
    assert sum(each in between for each in all_tried) == tried


def test_a_thorough_look_takes_more_good_cells_before_fewer_better_ones() -> None:
    def candidate(rows: int, pitch: tuple[float, float], score: float) -> Candidate:
        topology = Topology(Shape.SQUARE, rows, 9)
        return Candidate(Lattice(topology, (40.0, 40.0), pitch), score, "", 5)

    coarse, fine = candidate(4, (32.0, 64.0), 0.79), candidate(9, (32.0, 32.0), 0.63)
    text = candidate(80, (32.0, 5.0), 0.5)
    assert apart([text, coarse, fine], lambda _: 1.0) == [coarse]
    assert apart([text, coarse, fine], lambda _: 1.0, by_cells=True) == [fine]


@pytest.mark.parametrize(
    ("first", "beside", "said"),
    [
        (OverruledError, UnreadableError, "beside"),
        (OverruledError, OverruledError, "first"),
        (UnreadableError, UnreadableError, "first"),
    ],
)
def test_a_refusal_says_what_is_in_doubt_on_the_same_cells_a_little_beside(
    first: type[UnreadableError], beside: type[UnreadableError], said: str
) -> None:
    found = Lattice(Topology(Shape.SQUARE, 9, 9), (40.0, 40.0), (30.0, 30.0))
    fewer = Lattice(Topology(Shape.SQUARE, 8, 9), (40.0, 40.0), (30.0, 30.0))
    failures = [(Candidate(found, 0.9, ""), first("first", [Cell(3)], ["cell 0,3"]))]
    others = [
        (Candidate(fewer, 0.9, ""), UnreadableError("of fewer cells", [Cell(3)], ["cell 0,3"])),
        (Candidate(found.moved(3, 3), 0.9, ""), beside("beside", [Cell(3)], ["cell 0,3"])),
    ]
    assert said in str(refusal(failures, others))
    assert "of fewer cells" not in str(refusal(failures, others))


def test_no_lattice_is_tried_twice() -> None:
    image = np.full((400, 600, 3), 90, np.uint8)
    found = Lattice(Topology(Shape.SQUARE, 29, 25), (40.0, 40.0), (12.1, 12.1))

    class Same:
        def of_other_shapes(self, lattice: Lattice) -> list[Candidate]:
            return [Candidate(lattice.moved(0.0, 0.1), 0.9, "", 1)]

        def retiled(self, lattice: Lattice) -> list[Candidate]:
            return [Candidate(lattice.moved(0.1, 0.0), 0.9, "", 1), Candidate(other, 0.9, "", 1)]

        def boards(self, **_: object) -> list[Candidate]:
            return [Candidate(found, 0.9, "", 1), Candidate(other.moved(0.0, 0.2), 0.9, "", 1)]

    other = Lattice(Topology(Shape.HEXAGON, 30, 25, Variant.ODD_ROWS), (40.0, 40.0), (12.1, 12.1))
    best = Candidate(found, 0.9, "", 9)
    search = cast(Search, Same())
    tried = [each.lattice for some in other_candidates(image, (best,), search) for each in some]
    assert tried.count(other) == 1
    assert all(each == other or each.topology.shape is Shape.SQUARE for each in tried)
    assert found.moved(0.1, 0.0) not in tried


@pytest.mark.parametrize("seen_before", [True, False])
@pytest.mark.parametrize(("looks", "tried"), [(14, True), (23, False)])
def test_cells_that_others_are_halves_of_are_tried_where_they_have_fewer_looks(
    looks: int, tried: bool, seen_before: bool
) -> None:
    """Each half of a cell has a look, and there are twice as many of them."""
    image = np.full((400, 600, 3), 90, np.uint8)
    halves = Lattice(Topology(Shape.SQUARE, 20, 20), (40.0, 40.0), (12.0, 10.0))
    whole = Lattice(Topology(Shape.TRIANGLE, 10, 20, Variant.UP_EVEN), (40.0, 45.0), (12.0, 20.0))

    class Found:
        def of_other_shapes(self, _: Lattice) -> list[Candidate]:
            return [Candidate(whole, 0.9, "", looks)] if seen_before else []

        def retiled(self, _: Lattice) -> list[Candidate]:
            return [] if seen_before else [Candidate(whole, 0.9, "", looks)]

        def boards(self, **_: object) -> list[Candidate]:
            return []

    search = cast(Search, Found())
    others = other_candidates(image, (Candidate(halves, 0.9, "", 23),), search)
    assert any(each.lattice == whole for some in others for each in some) is tried


@pytest.mark.parametrize(("beside", "counts"), [(0.4, True), (0.7, False)])
def test_clearly_drawn_cells_of_few_looks_count_before_more_cells_beside_them(
    beside: float, counts: bool
) -> None:
    square = Topology(Shape.SQUARE, 9, 9)
    drawn = Candidate(Lattice(square, (76.0, 76.0), (60.0, 60.0)), 0.92, "", 5)
    larger = Lattice(Topology(Shape.SQUARE, 12, 9), (119.0, 76.0), (60.0, 60.0))
    found = [drawn, Candidate(larger, 0.93, "", 10)]
    chosen = apart(found, lambda lattice: beside if lattice is larger else 0.8)
    assert chosen == [found[0 if counts else 1]]


@pytest.mark.parametrize(
    ("rows", "pitch"),
    [(29, (24.0, 12.0)), (30, (24.0, 14.0)), (30, (24.0, 24.0)), (6, (24.0, 12.0))],
)
def test_cells_that_make_no_board_of_squares_two_by_two_are_left(
    rows: int, pitch: tuple[float, float]
) -> None:
    assert tried_instead(rows, 25, pitch) == []


@pytest.mark.parametrize(
    ("cols", "pitch", "opened", "is_blank"),
    [
        (28, 25.0, False, True),  # lines through the middles of the cells hide what they show
        (28, 25.0, True, False),
        (14, 50.0, False, False),
        (7, 100.0, False, False),
    ],
)
def test_cells_with_nothing_in_them_do_not_replace_larger_ones(
    cols: int, pitch: float, opened: bool, is_blank: bool
) -> None:
    best = Lattice(Topology(Shape.SQUARE, 12, 14), (86.0, 87.0), (50.0, 34.0))
    topology = Topology(Shape.SQUARE, 12, cols)
    lattice = Lattice(topology, (61 + pitch / 2, 87.0), (pitch, 34.0))
    labels = bytes([Label.COVERED]) * (len(topology) - 1) + bytes([1 if opened else Label.COVERED])
    certain = np.zeros(len(topology))
    reading = Reading(Board(topology, labels, None), lattice, certain, certain)
    assert is_blank_part(reading, best) is is_blank


def shaded_board(gap: int) -> Image:
    """Return nine columns and eight rows of cells from 60,50 on, dark on the left, on a page."""
    image = np.full((320, 400, 3), 235, np.uint8)
    cell = np.full((24 - gap, 24 - gap, 3), (230, 120, 30), np.uint8)
    cell[:, :6] = (255, 0, 0)
    for row in range(8):
        for col in range(9):
            x, y = 60 + 24 * col, 50 + 24 * row
            image[y : y + 24 - gap, x : x + 24 - gap] = cell
    return image


@pytest.mark.parametrize("gap", [0, 1, 3])
def test_cells_shaded_from_one_side_are_laid_between_the_ends_of_their_board(gap: int) -> None:
    topology = Topology(Shape.SQUARE, 8, 9)
    middle = (24 - gap) / 2
    right = Lattice(topology, (60 + middle, 50 + middle), (24.0, 24.0))
    assert between_ends(shaded_board(gap), right.moved(6.0, 0.0)) == right
    assert between_ends(shaded_board(gap), right.moved(1.0, 1.0)) == right.moved(1.0, 1.0)


def test_what_stands_on_no_plain_page_or_holds_no_whole_cells_stays_where_it_was() -> None:
    off = Lattice(Topology(Shape.SQUARE, 8, 9), (78.0, 63.0), (24.0, 24.0))
    striped = shaded_board(1)
    striped[::2, :60] = 90
    assert between_ends(striped, off) == off
    cut = shaded_board(1)
    cut[:, 60:72] = 235
    assert between_ends(cut, off) == off


def test_as_many_cells_where_a_part_was_seen_are_no_more_of_the_board() -> None:
    part = Lattice(Topology(Shape.SQUARE, 9, 12), (40.0, 40.0), (16.0, 16.0))
    assert is_no_more(part.moved(3, 0), part)
    assert not is_no_more(Lattice(Topology(Shape.SQUARE, 9, 13), (40.0, 40.0), (16.0, 16.0)), part)
    assert not is_no_more(part.moved(300, 0), part)  # another board
