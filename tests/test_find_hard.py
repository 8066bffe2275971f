"""Boards that are hard to find: two-shaded faces, faint steps under JPEG, lines of new numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from autoplay.bench.vision import center_error
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.game import Level, Shape, Topology, Variant
from autoplay.vision.find import between, find_boards
from autoplay.vision.finding.candidates import FEWER_LOOKS
from autoplay.vision.finding.edges import PictureEdges
from autoplay.vision.finding.fitting import fitted
from autoplay.vision.finding.growing import marked_lattices
from autoplay.vision.finding.looks import known_share
from autoplay.vision.finding.marks import marks_of
from autoplay.vision.finding.outlined import outlined
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.sampling import softened
from autoplay.vision.finding.spacing import spacing_of
from autoplay.vision.finding.tiling import window
from autoplay.vision.finding.zones import clusters, zone_passes
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.overlay import covered_cells


def page(height: int = 480, width: int = 640, shade: int = 90) -> Image:
    return np.full((height, width, 3), shade, np.uint8)


def squares(rows: int, cols: int, pitch: int, left: int = 60, top: int = 50) -> Lattice:
    first = left + (pitch - 1) / 2, top + (pitch - 1) / 2
    return Lattice(Topology(Shape.SQUARE, rows, cols), first, (pitch, pitch))


def fill(image: Image, lattice: Lattice, cell: int, color: tuple[int, ...], inset: int = 1) -> None:
    (x, y), half = lattice.center(cell), lattice.pitch[0] / 2
    left, top, right, bottom = (round(v) for v in (x - half, y - half, x + half, y + half))
    image[top + 1 + inset : bottom + 1 - inset, left + 1 + inset : right + 1 - inset] = color


def found_as(image: Image, lattice: Lattice, within: float) -> bool:
    best = find_boards(image)[0].lattice
    return best.topology == lattice.topology and center_error(best, lattice) <= within


def test_a_face_of_two_shades_is_one_cell() -> None:
    image, lattice = page(), squares(9, 9, 30)
    for cell in range(81):
        fill(image, lattice, cell, (235, 215, 205))
        x, y = lattice.center(cell)
        image[round(y) : round(y) + 15, round(x) - 14 : round(x) + 15] = (200, 170, 150)
        for line in range(12):  # a gradient towards the middle
            image[round(y) - 1 - line, round(x) - 14 : round(x) + 15] = 205 + 4 * line
    assert found_as(image, lattice, 1.5)


def test_two_greens_are_told_apart_under_jpeg() -> None:
    image, lattice = page(shade=255), squares(14, 18, 30, 41, 23)
    for cell in range(14 * 18):
        row, col = divmod(cell, 18)
        green = (81, 215, 170) if (row + col) % 2 else (73, 209, 162)
        fill(image, lattice, cell, green, inset=0)
    _, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 70])
    assert found_as(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8), lattice, 1.5)


def test_a_board_reaches_over_columns_whose_neighbours_never_met_before() -> None:
    """Cells of a few flat colours at random: seams of most pairs are seen once."""
    image, lattice = page(), squares(8, 12, 28)
    colors = [(200, 60, 60), (60, 200, 60), (60, 60, 200), (220, 220, 60), (60, 220, 220)]
    dice = random.Random(4)
    for cell in range(96):
        fill(image, lattice, cell, dice.choice(colors), inset=2)
    assert found_as(image, lattice, 1.0)


def test_hexagons_shifted_the_other_way_are_told_by_their_ends() -> None:
    for variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS, Variant.ODD_COLS, Variant.EVEN_COLS):
        by_rows = variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS)
        pitch = (36.0, 31.0) if by_rows else (31.0, 36.0)
        lattice = Lattice(Topology(Shape.HEXAGON, 8, 10, variant), (90.0, 80.0), pitch)
        image = page(shade=235)
        for cell in range(80):
            corners = lattice.polygon(cell) - lattice.center(cell)
            outline = np.rint(corners * 0.9 + lattice.center(cell)).astype(np.int32)
            shade = (150, 120, 90) if cell % 7 else (215, 215, 215)
            cv2.fillPoly(image, [outline], shade)
        assert found_as(image, lattice, 1.5), variant


def test_a_dimmed_board_ends_where_its_bevels_do() -> None:
    """Its faces have the gray of the page around them, and a frame runs along the border."""
    image, lattice = page(shade=190), squares(9, 12, 20, 100, 90)
    left, top, right, bottom = 100, 90, 100 + 12 * 20, 90 + 9 * 20
    cv2.rectangle(image, (left - 3, top - 3), (right + 2, bottom + 2), (130, 130, 130), 3)
    for cell in range(9 * 12):
        fill(image, lattice, cell, (240, 240, 240), inset=0)
        x, y = (round(v + 0.5) for v in lattice.center(cell))
        image[y - 8 : y + 10, x - 8 : x + 10] = 130
        image[y - 8 : y + 8, x - 8 : x + 8] = 190
    assert found_as((image * 0.6).astype(np.uint8), lattice, 1.5)


GREENS, TANS = ((69, 177, 141), (63, 172, 135)), ((133, 159, 186), (127, 153, 180))


def checkered(left: int, opened: int = 0) -> Image:
    """Draw 14x18 cells in two greens, so many columns opened, as JPEG of quality 70."""
    image = np.full((768, 1024, 3), (28, 25, 23), np.uint8)
    image[100:149, left : left + 540] = (42, 117, 74)
    for row, col in np.ndindex(14, 18):
        shades = TANS if col < opened else GREENS
        y, x = 149 + 30 * row, left + 30 * col
        image[y : y + 30, x : x + 30] = shades[(row + col) % 2]
    data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 70])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("left", [360, 361, 363, 366, 370])
def test_a_faint_checkerboard_under_jpeg_is_neither_merged_nor_cut(left: int) -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 14, 18), (left + 14.5, 163.5), (30.0, 30.0))
    assert found_as(checkered(left), lattice, within=3.0)


def test_colours_smeared_by_jpeg_lie_over_no_cells() -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 14, 18), (380.5, 163.5), (30.0, 30.0))
    for opened in range(1, 18):
        assert covered_cells(checkered(366, opened), lattice) == []


def test_raised_hexagons_are_not_divided_into_squares() -> None:
    room = Region(0, 0, 480, 560)
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "hexagon", "classic", pitch=26, monitors=(Monitor(room),)
    )
    topology = find_boards(desktop.grab(room).pixels)[0].lattice.topology
    assert (topology.shape, topology.rows, topology.cols) == (Shape.HEXAGON, 9, 9)


def plain_cells(colours: Sequence[str]) -> Image:
    """Draw a board of flat cells with thin light lines: covered, opened, or a digit on white."""
    image = np.full((420, 520, 3), 230, np.uint8)
    shades = {"#": (200, 20, 20), "0": (128, 128, 128), "*": (20, 20, 220)}
    for row, line in enumerate(colours):
        for col, what in enumerate(line):
            left, top = 100 + col * 38, 60 + row * 34
            color = shades.get(what, (255, 255, 255))
            cv2.rectangle(image, (left + 1, top + 1), (left + 36, top + 32), color, -1)
            cv2.rectangle(image, (left, top), (left + 37, top + 33), (170, 170, 170), 1)
            if what not in shades:
                place = (left + 13, top + 22)
                cv2.putText(image, what, place, cv2.FONT_HERSHEY_SIMPLEX, 0.4, (150,) * 3, 1)
    return image


@pytest.mark.parametrize(
    "cells",
    [
        ["########"] * 4 + ["11112221", "#1000000", "#1000000", "#1000000"],
        ["01**2*2*", "12322121", "2*212221", "*22*2**1", "11112221"] + ["11000000"] * 3,
    ],
    ids=["half of it covered", "the last lines opened"],
)
def test_a_small_board_keeps_the_lines_that_look_like_no_other(cells: list[str]) -> None:
    lattice = find_boards(plain_cells(cells))[0].lattice
    assert (lattice.topology.rows, lattice.topology.cols) == (8, 8)
    assert np.abs(np.subtract(lattice.first_cell_center, (118.5, 76.5))).max() < 1


def test_a_board_off_by_a_third_of_a_cell_has_twice_the_looks() -> None:
    image, lattice = page(shade=240), squares(15, 20, 20)
    dice = random.Random(2)
    for cell in range(len(lattice.topology)):
        row, col = divmod(cell, 20)
        x, y = (round(v - 9.5) for v in lattice.center(cell))
        if row + 1.2 * col < 14:
            image[y : y + 20, x : x + 20] = (245, 200, 80)
            image[y + 3 : y + 10, x + 2 : x + 18] = (250, 235, 220)
            image[y + 10 : y + 18, x + 2 : x + 18] = (230, 120, 30)
            continue
        image[y : y + 19, x : x + 19] = np.linspace(225, 250, 19)[:, None, None]
        if dice.random() < 0.68:
            image[y : y + 19, x : x + 19] = np.linspace(150, 240, 19)[:, None, None]
            digit = dice.choice("1123")
            place = (x + 5, y + 15)
            cv2.putText(image, digit, place, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (180, 40, 20), 1)
    soft = softened(image, lattice)
    off = [known_share(soft, lattice.moved(0, by))[1] for by in (-6, 6)]
    assert known_share(soft, lattice)[1] <= FEWER_LOOKS * min(off)


@pytest.mark.parametrize("toolbar", [False, True])
def test_an_opened_area_reaches_to_covered_cells_that_none_in_it_are_like(toolbar: bool) -> None:
    image, lattice = page(), squares(9, 9, 30)
    for cell in range(81):
        color = (225, 230, 230) if cell >= 36 else (190, 120, 60)
        fill(image, lattice, cell, color)
        x, y = (round(place) for place in lattice.center(cell))
        if cell < 36:  # half of it darker, as gloss does
            image[y : y + 14, x - 13 : x + 14] = (150, 90, 40)
        if toolbar and 18 <= cell < 36:  # two lines of buttons, each of its own colour
            image[y - 13 : y + 14, x - 13 : x + 14] = (cell * 6, 255 - cell * 5, 40 + cell * 4)
    found = window(lattice, 4, 0, 5, 9)
    for _ in range(2):  # half as many lines as there are at a time
        found = reached(softened(image, found), found)
    assert found.topology.rows == (5 if toolbar else 9)


def test_the_board_between_the_cells_of_a_lattice_has_fewer_looks_than_it() -> None:
    # Diamonds that meet at their corners repeat as well around the points where they meet.
    image, board = page(shade=250), squares(9, 11, 36)
    for cell in range(len(board.topology)):
        x, y = board.center(cell)
        corners = np.array([(x - 17, y), (x, y - 17), (x + 17, y), (x, y + 17)]).round().astype(int)
        color = (40, 200, 170) if cell * 7 % 11 > 3 else (170, 210, 90)
        cv2.fillPoly(image, [corners], color)
    off = squares(8, 10, 36, left=60 + 18, top=50 + 18)
    best = between(image, off)[0]
    assert best.lattice.topology == board.topology
    assert center_error(best.lattice, board) <= 1
    assert best.looks < known_share(softened(image, off), off)[1]
    assert not between(
        image, Lattice(Topology(Shape.HEXAGON, 8, 10, Variant.ODD_ROWS), (60, 60), (36, 30))
    )


@pytest.mark.parametrize("variant", [Variant.NONE, Variant.ODD_COLS, Variant.EVEN_ROWS])
def test_lines_of_page_beside_outlined_cells_are_none_of_the_board(variant: Variant) -> None:
    image = page(600, 700, shade=245)
    shape = Shape.SQUARE if variant is Variant.NONE else Shape.HEXAGON
    pitch = (40.0, 34.64) if variant is Variant.EVEN_ROWS else (34.64, 40.0)
    board = Lattice(Topology(shape, 8, 9, variant), (120.0, 110.0), pitch)
    for cell in range(len(board.topology)):
        corners = board.polygon(cell).round().astype(int)
        cv2.fillPoly(image, [corners], (245, 245, 245) if cell % 3 else (40, 160, 60))
        cv2.polylines(image, [corners], True, (0, 0, 0), 2)
    wider = window(board, -1, 0, 10, 9), window(board, 0, -1, 8, 11)
    for larger in wider:
        found = outlined(PictureEdges(image), larger)
        assert found.topology == board.topology
        assert center_error(found, board) < 1
    assert outlined(PictureEdges(image), board) == board
    unlined = np.where(image < 5, np.uint8(245), image)  # zeros without lines within
    assert outlined(PictureEdges(unlined), wider[0]) == wider[0]


@pytest.mark.parametrize("seed", [1, 9, 17])
@pytest.mark.parametrize("pitch", [(35.0, 35.0), (60.0, 61.0)])
def test_few_columns_of_ragged_marks_have_the_pitch_of_the_rows_where_cells_are_square(
    seed: int, pitch: tuple[float, float]
) -> None:
    image, dice = page(520 if pitch[0] < 60 else 860, 400, shade=235), random.Random(seed)
    board = Lattice(Topology(Shape.SQUARE, 12, 5), (60.5, 60.5), pitch)
    ragged = pitch[0] == pitch[1]
    for cell in range(len(board.topology)):
        if dice.random() < 0.5:
            continue
        x, y = (round(v + 0.5) for v in board.center(cell))
        wide = dice.choice((3, 5, 9)) if ragged else 9
        x += dice.choice((-2, -1, 0, 1, 2)) if ragged else 0
        image[y - 12 : y + 12, x - wide : x + wide] = (120, 60, 20)
    assert fitted(PictureEdges(image), board).pitch == pitch


def test_round_triangles_of_which_half_are_opened_repeat_as_hexagons_do() -> None:
    image, dice = page(400, 560, shade=190), random.Random(1)
    board = Lattice(Topology(Shape.TRIANGLE, 15, 40, Variant.UP_ODD), (50.0, 40.0), (11.55, 20.0))
    for cell in range(len(board.topology)):
        x, y = board.polygon(cell).mean(axis=0)
        if dice.random() < 0.5:
            cv2.circle(image, (round(x), round(y)), 6, (70, 120, 130), -1)
    spacing = spacing_of(clusters(next(zone_passes(image)))[0])
    assert spacing is not None
    assert spacing.shape is Shape.HEXAGON
    assert (spacing.x, spacing.y) == pytest.approx((11.55, 20 / 3), abs=0.4)


def test_fields_of_two_greens_keep_the_cells_at_both_ends_of_their_lines() -> None:
    # Lines moved by half a cell the wrong way leave out every second cell at top and bottom.
    image, board = (
        page(460, 800, shade=226),
        Lattice(Topology(Shape.HEXAGON, 7, 16, Variant.ODD_COLS), (88.0, 60.0), (41.57, 48.0)),
    )
    for cell in range(len(board.topology)):
        row, col = board.topology.row_col(cell)
        corners = [board.polygon(cell).round().astype(int)]
        shade = (130, 216, 178) if (row + (col % 2)) % 2 else (138, 229, 188)
        cv2.fillPoly(image, corners, shade)
    cut = Lattice(Topology(Shape.HEXAGON, 6, 16, Variant.EVEN_COLS), (88.0, 108.0), board.pitch)
    assert reached(softened(image, cut), cut).topology == board.topology


@pytest.mark.parametrize(
    ("variant", "half_more"),
    [
        (Variant.ODD_COLS, (Topology(Shape.HEXAGON, 10, 9, Variant.EVEN_COLS), (120.0, 110.0))),
        (Variant.EVEN_ROWS, (Topology(Shape.HEXAGON, 9, 10, Variant.ODD_ROWS), (80.0, 110.0))),
    ],
)
def test_half_lines_of_page_in_the_colour_of_opened_cells_are_none_of_the_board(
    variant: Variant, half_more: tuple[Topology, tuple[float, float]]
) -> None:
    image, dice = page(600, 700, shade=235), random.Random(4)
    pitch = (40.0, 34.64) if variant is Variant.EVEN_ROWS else (34.64, 40.0)
    board = Lattice(Topology(Shape.HEXAGON, 9, 9, variant), (120.0, 110.0), pitch)
    for cell in range(len(board.topology)):
        corners = [board.polygon(cell).round().astype(int)]
        cv2.fillPoly(image, corners, (235, 235, 235) if dice.random() < 0.6 else (60, 150, 90))
        cv2.polylines(image, corners, True, (210, 210, 210), 2)
    found = reached(softened(image, board), Lattice(*half_more, pitch))
    assert found.topology == board.topology
    assert center_error(found, board) < 1


def test_marks_of_several_kinds_lead_from_one_to_the_next_where_no_cell_has_an_outline() -> None:
    rows = (
        "*1 1*  * ", "11 1112  ", "      1* ", "      12*", "       11",
        "232211   ", "*** *1   ", "  3211   ", "1*1      ",
    )  # fmt: skip
    image = page(660, 700, shade=215)
    board = Lattice(Topology(Shape.SQUARE, 9, 9), (79.5, 89.5), (60.0, 60.0))
    for cell, mark in enumerate("".join(rows)):
        x, y = (round(v) for v in board.center(cell))
        if mark == "*":
            cv2.circle(image, (x, y), 17, (60, 40, 30), -1)
        elif mark != " ":
            wide = 6 if mark == "1" else 11
            image[y - 11 : y + 12, x - wide : x + wide + 1] = (60, 50, 230)
    found = [grown.lattice.topology for grown in marked_lattices(marks_of(image))]
    assert board.topology in found


@pytest.mark.parametrize(("between", "finer"), [("11", True), ("  ", False)])
def test_rows_with_few_marks_between_full_ones_count_unless_they_hold_none(
    between: str, *, finer: bool
) -> None:
    full, sparse = "111111111", f"   {between}    "
    image = page(440, 440, shade=200)
    for row, marks in enumerate([full, sparse] * 4 + [full]):
        for col, mark in enumerate(marks):
            if mark == "1":
                image[40 + 40 * row : 58 + 40 * row, 40 + 40 * col : 47 + 40 * col] = (60, 50, 230)
    found = {grown.lattice.topology.rows for grown in marked_lattices(marks_of(image))}
    assert found == ({5, 9} if finer else {5})
