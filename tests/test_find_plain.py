"""Boards that show little of their cells: marks without outlines, two widths, the page's colour."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.errors import UsageError
from autoplay.game import Shape, Topology, Variant
from autoplay.vision.find import between, find_boards
from autoplay.vision.finding.marks import around_marks
from autoplay.vision.finding.plain import over_bare_area, over_plain_area, within_page
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.sampling import softened
from autoplay.vision.finding.tiling import window
from autoplay.vision.fresh import unlike_cells
from autoplay.vision.lattice import Image, Lattice, evened
from autoplay.vision.picture import MAX_SIDE, load_picture

ROWS, COLS = 9, 9


def numbers(pitch: tuple[int, int], covered: str, seed: int = 3) -> Image:
    """Draw digits, or ``covered``, in the middle of cells that have no outlines."""
    rng = np.random.default_rng(seed)
    image = np.full((420, 640, 3), 235, np.uint8)
    for row, col in np.ndindex(ROWS, COLS):
        text = str(rng.choice(["1", "1", "2", covered, covered]))
        (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.5, 1)
        x, y = 100 + col * pitch[0] - width // 2, 60 + row * pitch[1] + height // 2
        cv2.putText(image, text, (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (160, 30, 30), 1)
    return image


@pytest.mark.parametrize("pitch", [(32, 32), (30, 20)])
def test_cells_without_outlines_are_found_by_their_marks(pitch: tuple[int, int]) -> None:
    lattice = find_boards(numbers(pitch, "-"))[0].lattice
    assert (lattice.topology.rows, lattice.topology.cols) == (ROWS, COLS)
    assert np.abs(lattice.centers[0] - (100, 60)).max() < 0.15 * max(pitch)


def test_dashes_a_pixel_high_are_cells_as_well() -> None:
    image = np.full((420, 640, 3), 235, np.uint8)
    for row, col in np.ndindex(ROWS, COLS):
        image[60 + 22 * row, 99 + 20 * col : 102 + 20 * col] = 30
    topology = find_boards(image)[0].lattice.topology
    assert (topology.rows, topology.cols) == (ROWS, COLS)


def test_a_lattice_by_the_strokes_of_marks_is_moved_to_where_its_lines_lie_between_them() -> None:
    image = numbers((20, 24), "#")
    board = Lattice(Topology(Shape.SQUARE, ROWS, COLS), (100.0, 60.0), (20.0, 24.0))
    for right, down in ((-5.0, 8.0), (3.0, -10.0), (5.0, 6.0)):
        off = board.moved(right, down)
        x, y = np.subtract(around_marks(image, off).first_cell_center, board.first_cell_center)
        assert abs((x + 10) % 20 - 10) <= 2
        assert abs((y + 12) % 24 - 12) <= 2.5
    found = [each.lattice for each in between(image, off)]
    assert any(
        each.topology == board.topology and np.abs(each.centers - board.centers).max() <= 2.5
        for each in found
    )


def test_lines_of_dashes_around_a_board_of_dashes_are_none_of_its_rows() -> None:
    image = numbers((30, 20), "-")
    for line in (40, 60 + ROWS * 20):
        for x in range(85, 100 + COLS * 30 - 15, 10):
            cv2.putText(image, "-", (x, line), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (160, 30, 30), 1)
    assert find_boards(image)[0].lattice.topology.rows == ROWS


def uneven(wide: int) -> tuple[Image, list[int]]:
    """Draw 12x30 plates, the first ``wide`` columns 33 pixels wide and the others 32."""
    image = np.full((500, 1100, 3), 90, np.uint8)
    sides = [40]
    for col in range(30):
        sides.append(sides[-1] + 32 + (col < wide))
        for row in range(12):
            image[60 + 32 * row : 90 + 32 * row, sides[col] : sides[col + 1] - 3] = 200
    return image, sides


@pytest.mark.parametrize("wide", [10, 20])
def test_columns_of_two_widths_are_each_found_in_their_place(wide: int) -> None:
    image, sides = uneven(wide)
    lattice = find_boards(image)[0].lattice
    middles = [(left + right - 1) / 2 for left, right in pairwise(sides)]
    assert (lattice.topology.rows, lattice.topology.cols) == (12, 30)
    # The gap is on the right of a plate, the middle of which is taken for the cell's.
    assert np.abs(lattice.centers[:30, 0] - middles).max() <= 2


def _scaled(image: Image, scale: float) -> Image:
    size = round(image.shape[1] * scale), round(image.shape[0] * scale)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


@pytest.mark.parametrize("scale", [1.25, 1.5, 2.0])
def test_so_they_are_in_a_picture_that_was_scaled(scale: float) -> None:
    image, sides = uneven(10)
    lattice = find_boards(_scaled(image, scale))[0].lattice
    middles = [scale * (left + right) / 2 - 0.5 for left, right in pairwise(sides)]
    assert (lattice.topology.rows, lattice.topology.cols) == (12, 30)
    assert np.abs(lattice.centers[:30, 0] - middles).max() <= 2 * scale
    assert lattice.more == pytest.approx(scale, abs=0.3)


def test_a_window_of_a_lattice_of_two_widths_has_the_same_places() -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 5, 9), (10.0, 20.0), (12.0, 12.0), (4, 2), 1.5)
    part, wider = window(lattice, 1, 2, 3, 4), window(lattice, -1, -2, 7, 12)
    assert part.center(0) == lattice.center(1 * 9 + 2)
    assert part.center(3) == lattice.center(1 * 9 + 5)
    assert wider.center(1 * 12 + 2) == lattice.center(0)
    assert wider.center(1 * 12 + 7) == lattice.center(5)


def test_a_picture_without_the_extra_pixels_has_even_columns() -> None:
    image, _ = uneven(20)
    topology = Topology(Shape.SQUARE, 12, 30)
    picture, lattice = evened(image, Lattice(topology, (56.0, 75.5), (32.0, 32.0), (20, 0)))
    assert picture.shape == (500, 1080, 3) and lattice.wider == (0, 0)
    for col in (0, 10, 20, 29):
        x = round(lattice.center(col)[0])
        assert (picture[75, x - 12 : x + 12] == 200).all()
    wide = Lattice(topology, (84.25, 113.5), (48.0, 48.0), (20, 0), 1.5)
    picture, lattice = evened(_scaled(image, 1.5), wide)
    assert picture.shape == (750, 1620, 3) and (lattice.wider, lattice.more) == ((0, 0), 1.0)
    for col in (0, 10, 20, 29):
        x = round(lattice.center(col)[0])
        assert (picture[112, x - 19 : x + 19] == 200).all()


def test_a_board_ends_before_a_page_of_its_own_colour_that_the_screen_cuts_off() -> None:
    image = np.full((900, 950, 3), 255, np.uint8)
    rng = np.random.default_rng(5)
    for row, col in np.ndindex(9, 9):
        shade = 255 if col in (0, 8) or rng.random() < 0.5 else 238
        x, y = 100 + 83 * col, 40 + 83 * row
        cv2.rectangle(image, (x + 4, y + 4), (x + 78, y + 78), (shade,) * 3, -1)
        cv2.rectangle(image, (x + 3, y + 3), (x + 79, y + 79), (238,) * 3, 1)
    topology = find_boards(image)[0].lattice.topology
    assert (topology.rows, topology.cols) == (9, 9)


@pytest.mark.parametrize(
    "variant", [Variant.ODD_ROWS, Variant.EVEN_ROWS, Variant.ODD_COLS, Variant.EVEN_COLS]
)
def test_covered_hexagons_of_three_tints_are_alike(variant: Variant) -> None:
    high = variant in (Variant.ODD_COLS, Variant.EVEN_COLS)
    pitch = (26.0, 30.0) if high else (30.0, 26.0)
    lattice = Lattice(Topology(Shape.HEXAGON, 8, 9, variant), (40.0, 40.0), pitch)
    neighbors = lattice.topology.neighbors
    tints = {0: 0, int(neighbors[0][0]): 1}
    # A cell beside two of different tints has the third.
    while len(tints) < len(neighbors):
        for cell in range(len(neighbors)):
            beside = {tints[int(other)] for other in neighbors[cell] if int(other) in tints}
            if cell not in tints and len(beside) == 2:
                tints[cell] = 3 - sum(beside)
    image = np.full((340, 340, 3), 255, np.uint8)
    for cell, tint in tints.items():
        polygon = np.rint(lattice.polygon(cell)).astype(np.int32)
        cv2.fillConvexPoly(image, polygon, (90, 150 + 15 * tint, 100))
    assert not len(unlike_cells(image, lattice, np.arange(len(lattice.topology))))


def test_a_picture_longer_than_any_screen_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "long.png"
    cv2.imwrite(str(path), np.zeros((1, MAX_SIDE + 1, 3), np.uint8))
    with pytest.raises(UsageError, match="longer than any screen"):
        load_picture(path)


def one_plain_area(flags: int = 0) -> tuple[Image, Lattice]:
    """Draw 9x10 covered cells of one colour without lines, an opened area of lined ones in them."""
    image = np.full((420, 520, 3), 60, np.uint8)
    board = Lattice(Topology(Shape.SQUARE, 9, 10), (115.5, 75.5), (32.0, 32.0))
    left, top, right, bottom = board.box
    image[top:bottom, left:right] = (140, 50, 35)
    for row, col in np.ndindex(5, 6):
        x, y = left + (col + 2) * 32, top + (row + 3) * 32
        image[y : y + 32, x : x + 32], image[y : y + 31, x : x + 31] = 20, 200
    for col in range(flags):
        cv2.circle(image, (left + col * 64 + 16, top + 16), 6, (0, 0, 230), -1)
    return image, board


@pytest.mark.parametrize("flags", [0, 2])
def test_a_board_reaches_as_far_as_the_plain_area_of_its_covered_cells(flags: int) -> None:
    image, board = one_plain_area(flags)
    piece = window(board, 2, 1, 7, 8)
    assert over_plain_area(image, piece) == board
    assert over_plain_area(image, board) == board


def raised_rows(opened: int) -> tuple[Image, Lattice]:
    """Draw 13x16 covered cells that are raised above and below and run into each other sidewards,
    and outlined ones with marks in every second column of so many rows."""
    image = np.full((640, 720, 3), 239, np.uint8)
    board = Lattice(Topology(Shape.SQUARE, 13, 16), (67.5, 77.5), (36.0, 36.0))
    for cell, (x, y) in enumerate(np.floor(board.centers).astype(int) - 17):
        face = image[y : y + 36, x : x + 36]
        face[:] = 200
        if cell < 16 * opened and cell % 16 % 4 < 2 + cell // 16 % 2:
            cv2.rectangle(face, (0, 0), (35, 35), (117, 117, 117), 1)
            cv2.line(face, (14, 8), (14 + cell % 3 * 4, 26), (255, 0, 0), 4)
        else:
            face[:3, 1:-1], face[-3:, 1:-1] = 255, 117
    return image, board


@pytest.mark.parametrize("opened", [8, 10])
def test_rows_that_lines_part_are_the_boards_where_none_part_its_columns(opened: int) -> None:
    image, board = raised_rows(opened)
    piece = window(board, 0, 0, opened + 1, 16)
    wide = reached(softened(image, piece), piece)
    assert board.topology.rows - 1 <= wide.topology.rows <= board.topology.rows
    assert wide.topology.cols == board.topology.cols


def test_a_plain_area_tells_the_sides_of_a_board_that_is_partly_in_the_colour_of_the_page() -> None:
    image, board = one_plain_area()
    left, top, _, _ = board.box
    for row, col in [(0, 0), (0, 1), (1, 0), (7, 9), (8, 8), (8, 9), (0, 9)]:  # opened ones
        image[top + 32 * row : top + 32 * row + 32, left + 32 * col : left + 32 * col + 32] = 60
    piece = window(board, 2, 1, 6, 7)
    assert over_plain_area(image, piece) == board


@pytest.mark.parametrize("margin", [0, 6, 12])
def test_a_plain_area_may_have_a_margin_around_the_cells(margin: int) -> None:
    image, board = one_plain_area()
    left, top, right, bottom = board.box
    cells = image[top:bottom, left:right].copy()
    image[top - margin : bottom + margin, left - margin : right + margin] = (140, 50, 35)
    image[top:bottom, left:right] = cells
    assert over_plain_area(image, window(board, 0, 0, 7, 10)) == board
    assert over_plain_area(image, board) == board


def test_a_plain_area_may_begin_around_numbers_alone() -> None:
    """The only opened cells among those found carry one in their middle."""
    image = np.full((480, 640, 3), 245, np.uint8)
    board = Lattice(Topology(Shape.SQUARE, 9, 9), (75.5, 75.5), (32.0, 32.0))
    left, top, right, bottom = board.box
    image[top:bottom, left:right] = (220, 218, 168)
    for cell, (x, y) in enumerate(np.floor(board.centers).astype(int)):
        if cell % 9 < 3:
            image[y - 15 : y + 17, x - 15 : x + 17] = (87, 53, 29)
            image[y - 14 : y + 16, x - 14 : x + 16] = (157, 123, 69)
        elif cell % 9 == 3:
            image[y - 6 : y + 7, x - 3 : x + 4] = (70, 57, 230)
    assert over_plain_area(image, window(board, 0, 0, 9, 4)) == board


def test_a_plain_area_that_ends_at_no_line_of_cells_is_none_of_the_board() -> None:
    image, board = one_plain_area()
    left, top, right, _ = board.box
    image[top - 10 : top, left:right] = (140, 50, 35)
    piece = window(board, 2, 1, 7, 8)
    assert over_plain_area(image, piece) == piece
    image[:top, left:right] = (140, 50, 35)  # nor does one that ends nowhere
    assert over_plain_area(image, piece) == piece


def test_a_page_that_changes_its_colour_little_by_little_is_no_more_of_the_board() -> None:
    along, down = np.meshgrid(np.linspace(0, 1, 1300), np.linspace(0, 1, 800))
    shade = (along - down + 1) / 2
    page = np.stack([190 + 60 * shade, 100 + 150 * shade, 215 - 160 * shade], axis=2)
    image, rng = page.astype(np.uint8), np.random.default_rng(0)
    for row, col in np.ndindex(8, 8):
        cell = image[125 + 50 * row : 175 + 50 * row, 440 + 50 * col : 490 + 50 * col]
        if rng.random() < 0.4:
            cell[:] = (cell * 0.6 + 100).astype(np.uint8)
        elif rng.random() < 0.5:
            cv2.putText(cell, "1", (18, 34), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (20, 90, 20), 2)
        for line in (cell[0], cell[-1], cell[:, 0], cell[:, -1]):
            line[:] = (line * 0.75 + 60).astype(np.uint8)
    topology = find_boards(image)[0].lattice.topology
    assert (topology.rows, topology.cols) == (8, 8)


@pytest.mark.parametrize("lined", [False, True])
def test_bare_opened_lines_that_nothing_outlines_are_the_boards(lined: bool) -> None:
    image = np.full((420, 520, 3), 240, np.uint8)
    board = Lattice(Topology(Shape.SQUARE, 9, 10), (115.5, 75.5), (32.0, 32.0))
    left, top, right, bottom = board.box
    image[top:bottom, left:right] = (40, 20, 45)
    if lined:
        image[top:bottom:32, left:right] = image[top:bottom, left:right:32] = 90
    zeros = np.ones((9, 10), np.bool_)
    for row, col in np.ndindex(5, 4):
        x, y = left + col * 32, top + (row + 4) * 32
        image[y + 1 : y + 31, x + 1 : x + 31] = 130
        zeros[row + 4, col] = False
    piece = window(board, 2, 0, 7, 10)
    assert over_bare_area(image, piece, zeros[2:].ravel()) == (piece if lined else board)
    image[top - 9 : top, left:right] = (40, 20, 45)  # it ends at no line of cells
    assert over_bare_area(image, piece, zeros[2:].ravel()) == piece


@pytest.mark.parametrize("variant", [Variant.ODD_ROWS, Variant.EVEN_ROWS])
@pytest.mark.parametrize("cols", [11, 12])
def test_hexagons_in_the_colour_of_the_page_end_where_their_slanting_edges_do(
    variant: Variant, cols: int
) -> None:
    lattice = Lattice(Topology(Shape.HEXAGON, 10, cols, variant), (381.0, 224.5), (45.0, 39.0))
    image = np.full((800, 1280, 3), (235, 228, 224), np.uint8)
    for cell in range(len(lattice.topology)):
        corners = np.array(lattice.polygon(cell)) - lattice.center(cell)
        corners = np.rint(0.94 * corners + lattice.center(cell)).astype(np.int32)
        low, high = corners[:, 1].min(), corners[:, 1].max()
        for end, ink in ((low, (255, 255, 255)), (high, (200, 176, 163))):
            peak = corners[corners[:, 1] == end][0]
            for x in (corners[:, 0].min(), corners[:, 0].max()):
                foot = corners[corners[:, 0] == x]
                foot = foot[np.abs(foot[:, 1] - end).argmin()]
                cv2.line(image, peak.tolist(), foot.tolist(), ink, 2, cv2.LINE_AA)
        if cell % 3:
            x, y = np.rint(lattice.center(cell)).astype(int)
            cv2.putText(image, str(cell % 5), (x - 7, y + 7), 0, 0.7, (50, 60, 200), 2, cv2.LINE_AA)
    found = find_boards(image)[0].lattice
    assert found.topology == lattice.topology
    assert np.abs(found.centers - lattice.centers).max() < 1.5


@pytest.mark.parametrize(
    ("noise", "corner", "is_found"), [(3, 0, True), (0, 0, True), (3, 90, False)]
)
def test_squares_of_the_page_around_a_board_are_no_cells_of_it(
    noise: int, corner: int, *, is_found: bool
) -> None:
    around = Lattice(Topology(Shape.SQUARE, 14, 18), (15.0, 15.0), (20.0, 20.0))
    image = np.full((300, 380, 3), 220, np.uint8)
    image += np.random.default_rng(2).integers(0, noise + 1, image.shape).astype(np.uint8)
    image[45:205, 65:285] = 40  # eight rows and eleven columns
    image[:25, :25] -= np.uint8(corner)
    found = within_page(image, around)
    assert (found is not None) is is_found
    if found is not None:
        assert (found.topology.rows, found.topology.cols) == (8, 11)
        assert found.first_cell_center == (75.0, 55.0)
        assert within_page(image, found) is None
