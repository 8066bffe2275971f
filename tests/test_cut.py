"""A line of cells that the picture's edge cuts through is seen; a frame or a page is none."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.truth import Screen, load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Shape, Topology, Variant
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see
from autoplay.vision.whole.cut import cut_sides
from autoplay.vision.whole.lines import SIDES, without

SCREENS = [
    screen
    for screen in load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
    if screen.truth.lattice is not None
]
SOME = [screen for screen in SCREENS if screen.name.endswith(("mid1", "fresh"))][::2]


def cropped(image: Image, lattice: Lattice, side: str, share: float) -> tuple[Image, Lattice]:
    """Cut the picture off this share of a cell beyond one side of the lattice."""
    left, top, right, bottom = lattice.box
    across, down = round(share * lattice.pitch[0]), round(share * lattice.pitch[1])
    x = left - across if side == "left" else 0
    y = top - down if side == "top" else 0
    wide = right + across if side == "right" else image.shape[1]
    high = bottom + down if side == "bottom" else image.shape[0]
    x, y = max(x, 0), max(y, 0)
    return np.ascontiguousarray(image[y:high, x:wide]), lattice.moved(-x, -y)


@pytest.mark.parametrize("screen", SOME, ids=lambda screen: screen.name)
def test_a_page_or_frame_beside_a_whole_board_is_no_cut_line(screen: Screen) -> None:
    image, lattice = screen.load(), screen.truth.lattice
    assert lattice is not None
    for side in SIDES:
        assert side not in cut_sides(*cropped(image, lattice, side, 0.3))


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("share", [0.25, 0.6])
def test_a_cut_line_of_a_real_board_is_noticed(side: str, share: float) -> None:
    screen = next(one for one in SCREENS if one.name == "xdemineur/mid1")
    assert screen.truth.lattice is not None
    shorter = without(screen.truth.lattice, side)
    assert shorter is not None
    assert list(cut_sides(*cropped(screen.load(), shorter, side, share))) == [side]


@pytest.mark.parametrize("side", SIDES)
def test_a_line_with_a_dialog_over_most_of_its_cells_is_noticed(side: str) -> None:
    """The dialog covers all of the board beyond, and the frame around it."""
    screen = next(one for one in SCREENS if one.name == "xdemineur/mid2")
    image, lattice = screen.load().copy(), screen.truth.lattice
    assert lattice is not None
    shorter: Lattice | None = lattice
    for _ in range(3):
        assert shorter is not None
        shorter = without(shorter, side)
    assert shorter is not None
    left, top, right, bottom = shorter.box
    seen = round(0.3 * lattice.pitch[0])
    every = slice(None)
    rows = {"top": slice(top - seen), "bottom": slice(bottom + seen, None)}.get(side, every)
    cols = {"left": slice(left - seen), "right": slice(right + seen, None)}.get(side, every)
    image[rows, cols] = (200, 225, 235)
    assert list(cut_sides(image, shorter)) == [side]
    assert list(cut_sides(screen.load(), lattice)) == []


@pytest.mark.parametrize("covered", [True, False])
def test_a_line_of_digits_whose_upper_parts_alone_are_in_sight_is_noticed(*, covered: bool) -> None:
    """Nothing parts the cells, and the digits stand in their middles."""
    lattice = Lattice(Topology(Shape.SQUARE, 4, 9), (60.0, 60.0), (25.0, 30.0))
    image = np.full((300, 320, 3), 250, np.uint8)
    for row, col in np.ndindex(5, 9):
        digit, at = "1236"[(row + col + row * col) % 4], (55 + 25 * col, 65 + 30 * row)
        cv2.putText(image, digit, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, (160, 60, 40), 1)
    if covered:
        image[183:] = (90, 160, 60)
    else:
        image[166:] = 250
    assert list(cut_sides(image, lattice)) == ["bottom"] * covered


def test_a_tenth_of_a_line_is_cropped_with_the_page_but_cut_off_by_a_screen() -> None:
    screen = next(one for one in SCREENS if one.name == "xdemineur/mid1")
    image, lattice = screen.load(), screen.truth.lattice
    assert lattice is not None
    at_an_edge = cropped(image, lattice, "bottom", -0.1)
    assert list(cut_sides(*at_an_edge)) == ["bottom"]
    assert not list(cut_sides(*cropped(*at_an_edge, "top", 0.0)))


def test_a_cut_line_of_a_checkerboard_without_lines_is_noticed() -> None:
    lattice = Lattice(Topology(Shape.TRIANGLE, 6, 11, Variant.UP_EVEN), (40.0, 30.0), (20.0, 34.0))
    image = np.full((260, 300, 3), 250, np.uint8)
    for cell in range(len(lattice.topology)):
        shade = (80, 215, 170) if sum(lattice.topology.row_col(cell)) % 2 else (73, 209, 162)
        cv2.fillConvexPoly(image, np.rint(lattice.polygon(cell)).astype(np.int32), shade)
    shorter = without(lattice, "bottom")
    assert shorter is not None
    assert list(cut_sides(*cropped(image, shorter, "bottom", 0.5))) == ["bottom"]


def test_a_board_cut_off_by_a_fifth_of_a_column_is_refused() -> None:
    screen = next(one for one in SCREENS if one.name == "xdemineur/fresh")
    assert screen.truth.lattice is not None
    shorter = without(screen.truth.lattice, "right")
    assert shorter is not None
    image, _ = cropped(screen.load(), shorter, "right", 0.25)
    with pytest.raises(UnreadableError, match="beyond its right side"):
        see(image)


def _faint_hexagons() -> tuple[Image, Lattice]:
    """Return hexagons a little lighter than what is around them, a gap between them."""
    topology = Topology(Shape.HEXAGON, 8, 9, Variant.ODD_ROWS)
    lattice = Lattice(topology, (40.0, 40.0), (26.0, 23.0))
    image = np.full((260, 330, 3), 168, np.uint8)
    for cell in range(len(topology)):
        middle = lattice.centers[cell]
        outline = middle + 0.9 * (lattice.polygon(cell) - middle)
        cv2.fillConvexPoly(image, np.rint(outline).astype(np.int32), (184, 184, 184))
    return image, lattice


def test_a_cut_line_in_a_faint_theme_is_noticed() -> None:
    image, lattice = _faint_hexagons()
    shorter = without(lattice, "right")
    assert shorter is not None
    assert list(cut_sides(image, shorter)) == []
    assert list(cut_sides(*cropped(image, shorter, "right", 0.4))) == ["right"]


def test_shifted_rows_that_end_beyond_the_picture_are_cut() -> None:
    image, lattice = _faint_hexagons()
    assert list(cut_sides(*cropped(image, lattice, "right", -0.4))) == ["right"]
    assert list(cut_sides(*cropped(image, lattice, "right", 0.0))) == []


def test_the_half_cells_between_shifted_rows_that_are_whole_are_a_cut_line() -> None:
    image, lattice = _faint_hexagons()
    shorter = without(lattice, "right")
    assert shorter is not None
    assert list(cut_sides(*cropped(image, shorter, "right", 0.0))) == ["right"]


@pytest.mark.parametrize("columns", [9, 10])
def test_a_page_in_the_colour_of_opened_hexagons_is_no_cut_line_of_them(columns: int) -> None:
    """All cells are outlined, and the picture ends just beside them."""
    variant, first = {9: ("odd-cols", (32.0, 32.0)), 10: ("even-cols", (-2.0, 51.5))}[columns]
    topology = Topology(Shape.HEXAGON, 8, columns, Variant(variant))
    lattice = Lattice(topology, first, (34.0, 39.0))
    image = np.full((370, 340, 3), 255, np.uint8)
    opened = np.random.default_rng(2).random(len(topology)) < 0.5
    for cell in range(len(topology)):
        outline = np.rint(lattice.polygon(cell)).astype(np.int32)
        cv2.fillConvexPoly(image, outline, (255, 255, 255) if opened[cell] else (230, 216, 173))
        cv2.polylines(image, [outline], isClosed=True, color=(0, 0, 0))
    nine = Lattice(Topology(Shape.HEXAGON, 8, 9, Variant.ODD_COLS), (32.0, 32.0), (34.0, 39.0))
    assert list(cut_sides(image, nine)) == ["left"] * (columns - 9)


def test_shadows_of_the_last_cells_are_no_line_more_of_them() -> None:
    """Opened cells have the page's colour and no lines; covered ones a dark edge below."""
    image = np.full((300, 300, 3), 152, np.uint8)
    covered = np.random.default_rng(4).random((9, 9)) < 0.6
    for row, col in np.argwhere(covered):
        x, y = 30 + 26 * col, 30 + 26 * row
        cv2.rectangle(image, (x, y), (x + 23, y + 23), (70, 70, 70), -1)
        cv2.rectangle(image, (x, y), (x + 20, y + 20), (140, 140, 140), -1)
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.8), np.uint8)
    lattice = Lattice(Topology(Shape.SQUARE, 9, 9), (41.0, 39.6), (26.0, 25.9))
    assert list(cut_sides(soft, lattice)) == []


@pytest.mark.parametrize("shaded", [True, False])
def test_a_page_that_is_shaded_from_end_to_end_shows_no_cut_line(*, shaded: bool) -> None:
    """Opened cells let the page through, or it goes on in two colours in turn, as they do."""
    lattice = Lattice(Topology(Shape.SQUARE, 8, 16), (44.5, 44.5), (30.0, 30.0))
    image = np.full((300, 540, 3), 120, np.uint8)
    if shaded:
        image[:] = np.linspace(60, 240, 540).astype(np.uint8)[None, :, None]
    else:
        for row, col in np.ndindex(10, 18):
            image[30 * row : 30 * row + 30, 30 * col : 30 * col + 30] += np.uint8(
                (row + col) % 2 * 60
            )
    assert bool(list(cut_sides(image, lattice))) is not shaded
