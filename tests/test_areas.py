"""Boards whose covered cells are one plain area: its sides stand at the lines of cells."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.vision.find import find_boards
from autoplay.vision.finding.areas import lattices_of_areas
from autoplay.vision.lattice import Image, Lattice

EARLY = """
############
############
####112#####
####1.1###1#
####111#####
############
############
######1#####
"""
"""Hardly a cell is opened: nothing repeats, and three digits make no grid."""

PAGE, COVERED, OPENED, INK = 255, 150, 205, 20


def board(rows: list[str], pitch: float, at: tuple[int, int] = (31, 47)) -> Image:
    """Return the picture of a board whose cells have no outlines, on a plain page."""
    high, wide = (round(pitch * count) for count in (len(rows), len(rows[0])))
    image = np.full((high + 2 * at[1], wide + 2 * at[0], 3), PAGE, np.uint8)
    for row, line in enumerate(rows):
        for col, cell in enumerate(line):
            top, bottom = (at[1] + round(pitch * each) for each in (row, row + 1))
            left, right = (at[0] + round(pitch * each) for each in (col, col + 1))
            image[top:bottom, left:right] = COVERED if cell == "#" else OPENED
            if cell in "12":
                size, ink = pitch / 40, (INK, INK, INK)
                place = left + round(0.3 * pitch), top + round(0.75 * pitch)
                cv2.putText(image, cell, place, cv2.FONT_HERSHEY_SIMPLEX, size, ink, 1, cv2.LINE_AA)
    return image


def require_at(lattice: Lattice, rows: list[str], pitch: float) -> None:
    assert (lattice.topology.rows, lattice.topology.cols) == (len(rows), len(rows[0]))
    assert lattice.pitch == pytest.approx((pitch, pitch), abs=0.1)
    first = lattice.first_cell_center
    assert first == pytest.approx((31 + pitch / 2 - 0.5, 47 + pitch / 2 - 0.5), abs=0.5)


@pytest.mark.parametrize("pitch", [14.0, 18.0, 22.5, 40.0])
def test_an_early_board_without_outlines_is_found_by_the_sides_of_its_area(pitch: float) -> None:
    rows = EARLY.split()
    (lattice,) = lattices_of_areas(board(rows, pitch))
    require_at(lattice, rows, pitch)
    require_at(find_boards(board(rows, pitch))[0].lattice, rows, pitch)


def test_an_area_tells_no_cells_where_a_side_stands_between_their_lines() -> None:
    image = board(EARLY.split(), 18.0)
    image[60:75, 40:49] = OPENED
    assert list(lattices_of_areas(image)) == []


@pytest.mark.parametrize("rows", [["############"] * 8, ["##1#########"] + ["############"] * 7])
def test_an_area_with_hardly_a_side_within_tells_no_cells(rows: list[str]) -> None:
    assert list(lattices_of_areas(board(rows, 18.0))) == []


def test_a_page_is_no_area_of_cells() -> None:
    assert list(lattices_of_areas(np.full((300, 400, 3), PAGE, np.uint8))) == []
    assert list(lattices_of_areas(np.full((3, 4, 3), PAGE, np.uint8))) == []
