"""The picture of what was seen, with the risk of every covered cell."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import parse_board
from autoplay.vision.annotate import STRIP, annotate, percent
from autoplay.vision.lattice import Lattice
from autoplay.vision.reading import Reading

PITCH = 40


def reading() -> Reading:
    board = parse_board("####\n####\n####\n####")
    lattice = Lattice(board.topology, (100.0, 100.0), (PITCH, PITCH))
    nothing = np.zeros(len(board.topology))
    return Reading(board, lattice, nothing, nothing)


def test_an_uncertain_cell_shows_its_risk_in_percent_and_a_certain_one_nothing() -> None:
    risks = np.full(16, 0.5)
    risks[0], risks[5] = 0.0, 1.0
    page = np.full((400, 400, 3), 200, np.uint8)
    drawn = annotate(page, reading(), risks).astype(int)
    margin = round(0.15 * PITCH)

    def has_writing(row: int, col: int) -> bool:
        y, x = STRIP + margin + row * PITCH, margin + col * PITCH
        middle = drawn[y + 12 : y + PITCH - 12, x + 8 : x + PITCH - 8]
        return bool((middle.max(axis=2) < 90).any())

    assert has_writing(1, 2) and has_writing(3, 3)
    assert not has_writing(0, 0) and not has_writing(1, 1)


def test_a_picture_of_risks_says_what_its_colours_mean() -> None:
    page = np.full((400, 400, 3), 200, np.uint8)
    plain, risky = (annotate(page, reading(), each) for each in (None, np.full(16, 0.5)))
    assert risky.shape[0] == plain.shape[0] + STRIP
    assert len(np.unique(risky[-STRIP:].reshape(-1, 3), axis=0)) > 3


@pytest.mark.parametrize(
    ("risk", "text"), [(0.001, "1"), (0.194, "19"), (0.5, "50"), (0.999, "99")]
)
def test_a_risk_that_is_not_certain_is_never_told_as_certain(risk: float, text: str) -> None:
    assert percent(risk) == text
