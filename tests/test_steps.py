"""Lattices laid where the colours of cells without outlines change."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.game import Label, Shape, Topology
from autoplay.vision.finding.steps import laid_at_steps
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see

PITCH, ROWS, COLS = 18, 16, 30
LATTICE = Lattice(Topology(Shape.SQUARE, ROWS, COLS), (48.5, 58.5), (PITCH, PITCH))


def drawn(*, plain: bool = False) -> tuple[Image, np.ndarray[tuple[int], np.dtype[np.uint8]]]:
    """Return a board without lines whose digits stand aside from the middles of their cells, and
    its labels; with ``plain`` cells all have one colour."""
    rng = np.random.default_rng(3)
    mines = np.zeros((ROWS + 2, COLS + 2), np.int64)
    mines[1:-1, 1:-1] = rng.random((ROWS, COLS)) < 0.2
    around = cv2.filter2D(mines.astype(np.float64), -1, np.ones((3, 3)))[1:-1, 1:-1].round()
    mine = mines[1:-1, 1:-1] > 0
    labels = np.where(mine, np.uint8(Label.COVERED), around.astype(np.uint8))
    image = np.full((PITCH * ROWS + 120, PITCH * COLS + 120, 3), 255, np.uint8)
    corners = np.rint(LATTICE.centers - 8.5).astype(int)
    for label, (x, y) in zip(labels.ravel(), corners, strict=True):
        color = 150 if label == Label.COVERED and not plain else 204
        image[y : y + PITCH, x : x + PITCH] = color
        if 0 < label <= 8:
            place = (int(x) + 3, int(y) + 11)
            cv2.putText(image, str(label), place, cv2.FONT_HERSHEY_SIMPLEX, 0.38, (0, 0, 0), 1)
    return image, labels.ravel()


@pytest.mark.parametrize("aside", [(5.0, -4.0), (-7.0, 8.0), (0.0, 3.0)])
def test_areas_of_cells_say_where_their_lines_are(aside: tuple[float, float]) -> None:
    laid = laid_at_steps(drawn()[0], LATTICE.moved(*aside))
    assert laid is not None
    away = np.subtract(laid.first_cell_center, LATTICE.first_cell_center)
    assert np.abs(away).max() < 1.0


def test_symbols_alone_say_nothing_of_lines() -> None:
    assert laid_at_steps(drawn(plain=True)[0], LATTICE.moved(5.0, -4.0)) is None


def test_only_squares_of_one_size_are_laid_so() -> None:
    hexagons = Lattice(Topology(Shape.HEXAGON, 9, 9), (48.5, 58.5), (18.0, 16.0))
    assert laid_at_steps(drawn()[0], hexagons) is None


def test_a_board_without_lines_whose_digits_stand_aside_is_read() -> None:
    image, labels = drawn()
    assert see(image).reading.board.labels == labels.astype(np.uint8).tobytes()
