"""The picture of what was seen, with the risk of every covered cell."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Board, make_topology, parse_board
from autoplay.vision.annotate import annotate, percent
from autoplay.vision.captions import LINE_STEP, STRIP
from autoplay.vision.lattice import Lattice
from autoplay.vision.reading import Reading

PITCH = 40
MARGIN = round(0.15 * PITCH)


def reading() -> Reading:
    board = parse_board("####\n####\n####\n####")
    lattice = Lattice(board.topology, (100.0, 100.0), (PITCH, PITCH))
    nothing = np.zeros(len(board.topology))
    return Reading(board, lattice, nothing, nothing)


def test_an_uncertain_cell_shows_its_risk_in_percent_and_a_certain_one_nothing() -> None:
    risks = np.full(16, 0.5)
    risks[0], risks[5] = 0.0, 1.0
    page = np.full((400, 400, 3), 200, np.uint8)
    drawn = annotate(page, reading(), risks, title="Title").astype(int)
    top = STRIP + MARGIN

    def has_writing(row: int, col: int) -> bool:
        y, x = top + row * PITCH, MARGIN + col * PITCH
        middle = drawn[y + 12 : y + PITCH - 12, x + 8 : x + PITCH - 8]
        return bool((middle.max(axis=2) < 90).any())

    assert has_writing(1, 2) and has_writing(3, 3)
    assert not has_writing(0, 0) and not has_writing(1, 1)


def test_a_picture_of_risks_says_what_its_colours_mean() -> None:
    page = np.full((400, 400, 3), 200, np.uint8)
    plain, risky = (annotate(page, reading(), each) for each in (None, np.full(16, 0.5)))
    below = risky.shape[0] - plain.shape[0]
    assert below >= STRIP
    assert len(np.unique(risky[-below:].reshape(-1, 3), axis=0)) > 3


def test_the_ring_of_an_advised_cell_leaves_its_risk_to_be_read() -> None:
    page = np.full((400, 400, 3), 200, np.uint8)
    risks, middle = np.full(16, 0.5), MARGIN + PITCH * 3 // 2
    box = np.s_[STRIP + middle - 20 : STRIP + middle + 20, middle - 20 : middle + 20]
    plain, ringed = (
        annotate(page, reading(), risks, advised=advised, title="Title")[box]
        for advised in ((), (5,))
    )
    assert (plain[12:28, 12:28] == ringed[12:28, 12:28]).all()
    assert (plain != ringed).any()


def test_a_ring_is_in_the_legend_where_a_cell_is_advised() -> None:
    page = np.full((400, 2000, 3), 200, np.uint8)
    lattice = Lattice(make_topology("square", 4, 40), (100.0, 100.0), (PITCH, PITCH))
    nothing = np.zeros(160)
    wide = Reading(Board.covered(lattice.topology), lattice, nothing, nothing)
    legends = [
        annotate(page, wide, np.full(160, 0.5), advised=advised, title="Title")[-STRIP:]
        for advised in ((), (5,))
    ]
    added = np.flatnonzero((legends[0] != legends[1]).any(axis=(0, 2)))
    before = np.flatnonzero((legends[0] != legends[0][0, 0]).any(axis=(0, 2)))
    assert added.size and added[0] > before[-1]


def test_a_title_too_long_for_a_line_goes_on_in_the_next() -> None:
    page = np.full((400, 400, 3), 200, np.uint8)
    short, long = (annotate(page, reading(), title=text) for text in ("one two", "one two " * 9))
    assert (len(long) - len(short)) % LINE_STEP == 0 and len(long) > len(short) + LINE_STEP
    assert (long[: STRIP - 8, :60] == short[: STRIP - 8, :60]).all()  # in letters of one size


@pytest.mark.parametrize(
    ("risk", "text"), [(0.001, "1"), (0.194, "19"), (0.5, "50"), (0.999, "99")]
)
def test_a_risk_that_is_not_certain_is_never_told_as_certain(risk: float, text: str) -> None:
    assert percent(risk) == text
