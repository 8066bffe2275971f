"""Boards are found in whole pictures, whatever their tiling, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import distorted, load_screens
from autoplay.game import Shape, Topology
from autoplay.vision.find import CONVINCING, find_boards
from autoplay.vision.finding.fit import tilings_of
from autoplay.vision.finding.periods import Period
from autoplay.vision.lattice import Image, Lattice

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"


def plates(rows: int, cols: int, pitch: int, at: tuple[int, int]) -> Image:
    """Draw plain light cells with dark lines of 2 px on a gray page of 640x480."""
    page = np.full((480, 640, 3), 150, np.uint8)
    for row in range(rows):
        for col in range(cols):
            x, y = at[0] + col * pitch, at[1] + row * pitch
            page[y : y + pitch, x : x + pitch] = 40
            page[y + 1 : y + pitch - 1, x + 1 : x + pitch - 1] = 220
    return page


@pytest.mark.parametrize("pitch", [12, 17, 30])
def test_a_board_of_plain_plates_is_found_to_half_a_pixel(pitch: int) -> None:
    lattice = find_boards(plates(9, 12, pitch, (70, 50)))[0].lattice
    assert lattice.topology == Topology(Shape.SQUARE, 9, 12)
    assert lattice.pitch == pytest.approx((pitch, pitch), abs=0.1)
    center = (70 + (pitch - 1) / 2, 50 + (pitch - 1) / 2)
    assert lattice.first_cell_center == pytest.approx(center, abs=0.5)


def test_a_board_of_a_hundred_rows_and_columns_is_found() -> None:
    image = np.full((1060, 1060, 3), 192, np.uint8)
    image[30:1030, 30:1030] = 110
    for row, col in np.ndindex(100, 100):
        shade = 230 if (7 * row + 13 * col) % 5 else 250
        image[30 + 10 * row : 39 + 10 * row, 30 + 10 * col : 39 + 10 * col] = shade
    topology = find_boards(image)[0].lattice.topology
    assert (topology.rows, topology.cols) == (100, 100)


def test_an_empty_page_has_no_board() -> None:
    assert find_boards(np.full((480, 640, 3), 200, np.uint8)) == []


def test_a_picture_smaller_than_any_board_has_none() -> None:
    assert find_boards(np.zeros((10, 10, 3), np.uint8)) == []


def test_two_boards_are_both_found() -> None:
    page = plates(8, 8, 20, (40, 60))
    page[:, 330:] = plates(8, 8, 24, (400, 200))[:, 330:]
    boards = [each.lattice for each in find_boards(page) if each.score >= CONVINCING]
    assert sorted(lattice.pitch[0] for lattice in boards) == pytest.approx([20, 24], abs=0.1)


def test_a_box_limits_where_to_look_and_keeps_the_picture_s_coordinates() -> None:
    page = plates(8, 8, 20, (40, 60))
    page[:, 330:] = plates(8, 8, 24, (400, 200))[:, 330:]
    lattice = find_boards(page, (340, 100, 640, 480))[0].lattice
    assert lattice.first_cell_center == pytest.approx((411.5, 211.5), abs=0.6)


@pytest.mark.parametrize("name", ["xbomb-square", "xbomb-hex", "xbomb-tri", "xdemineur", "kmines"])
def test_every_tiling_of_a_real_fresh_board_is_found(name: str) -> None:
    screen = next(s for s in load_screens(SCREENS / name) if "fresh" in s.name)
    found, truth = find_boards(screen.load())[0].lattice, screen.truth.lattice
    assert isinstance(truth, Lattice)
    assert found.topology == truth.topology
    assert found.pitch == pytest.approx(truth.pitch, abs=0.1)
    assert np.abs(found.centers - truth.centers).max() <= 0.15 * min(truth.pitch)


@pytest.mark.parametrize(("high", "found"), [(163, False), (55, True), (32, True), (8, False)])
def test_triangles_are_sought_where_their_sides_are_slanting(high: int, found: bool) -> None:
    """Of needles, which no game draws, the sides pass for upright lines, then for none."""
    period = Period(32 if high < 100 else 16, high, True, (0, 0, 500, 400), 0.5)
    shapes = {lattice.topology.shape for lattice in tilings_of(period)}
    assert (Shape.TRIANGLE in shapes) is found


@pytest.mark.parametrize("shape", [None, Shape.TRIANGLE])
def test_triangles_whose_pairs_repeat_as_hexagons_do_are_found(shape: Shape | None) -> None:
    screens = distorted(load_screens(SCREENS / "xbomb-tri"))
    screen = next(each for each in screens if each.name == "played2 scale 1.25")
    assert screen.truth.lattice is not None
    found = find_boards(screen.load(), shape=shape)[0].lattice
    assert found.topology == screen.truth.lattice.topology
