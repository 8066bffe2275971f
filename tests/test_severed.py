"""A piece of a board beside something that lies over the rest is no board of its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.synthetic import make_screen
from autoplay.bench.truth import Screen, load_screens
from autoplay.errors import SeveralBoardsError, UnreadableError
from autoplay.game import Cell, Label, Shape, Topology, Variant
from autoplay.vision.finding.looks import like_each_other
from autoplay.vision.finding.sampling import grid_of, softened
from autoplay.vision.finding.tiling import window
from autoplay.vision.kinship import is_akin, is_of_another_game
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see
from autoplay.vision.whole.severed import severed_sides

SCREENS = [
    screen
    for screen in load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
    if screen.truth.lattice is not None
]
PARTLY_OPENED = [screen for screen in SCREENS if screen.name.endswith("mid1")]


def parted(image: Image, lattice: Lattice, first: int, after: int) -> Image:
    """Lay a window over whole columns of the board and over what is above and below them."""
    covered = image[:, :, :3].copy()
    half = lattice.pitch[0] / 2
    left, right = (round(lattice.center(col)[0] - half) for col in (first, after))
    _, top, _, bottom = lattice.box
    cv2.rectangle(covered, (left, top - 30), (right, bottom + 30), (40, 40, 40), cv2.FILLED)
    return np.ascontiguousarray(covered)


@pytest.mark.parametrize("screen", SCREENS[::2], ids=lambda screen: screen.name)
def test_beyond_a_whole_board_there_is_no_more_of_it(screen: Screen) -> None:
    assert screen.truth.lattice is not None
    assert not list(severed_sides(screen.load(), screen.truth.lattice))


@pytest.mark.parametrize("screen", PARTLY_OPENED, ids=lambda screen: screen.name)
def test_the_rest_of_a_board_is_seen_beyond_a_window(screen: Screen) -> None:
    lattice = screen.truth.lattice
    assert lattice is not None
    cols = lattice.topology.cols
    first, after = cols // 2 - 4, cols // 2  # even, so that triangles keep pointing as they do
    image = parted(screen.load(), lattice, first, after)
    right = window(lattice, 0, after, lattice.topology.rows, cols - after)
    left = window(lattice, 0, 0, lattice.topology.rows, first)
    assert "left" in severed_sides(image, right)
    assert "right" in severed_sides(image, left)


def test_a_piece_of_a_board_is_not_read_as_one() -> None:
    screen = next(screen for screen in PARTLY_OPENED if screen.name == "xbomb-square/mid1")
    lattice = screen.truth.lattice
    assert lattice is not None
    for box in (None, (-5, -5, 4000, 4000)):
        with pytest.raises(UnreadableError):
            see(parted(screen.load(), lattice, 9, 12), box)


def test_a_corner_under_a_window_leaves_no_smaller_board() -> None:
    screen = next(screen for screen in PARTLY_OPENED if screen.name == "xdemineur/mid1")
    lattice = screen.truth.lattice
    assert lattice is not None
    rows, cols = lattice.topology.rows, lattice.topology.cols
    image = screen.load()[:, :, :3].copy()
    (left, top), (_, _, right, bottom) = lattice.center(6 * cols + 3), lattice.box
    half = lattice.pitch[0] / 2
    corner = round(left - half), round(top - half)
    cv2.rectangle(image, corner, (right + 40, bottom + 40), (40, 40, 40), cv2.FILLED)
    assert "bottom" in severed_sides(image, window(lattice, 0, 0, 6, cols))
    assert not list(severed_sides(image, window(lattice, 0, 0, 6, cols), (0, 0, right, corner[1])))
    assert "right" in severed_sides(image, window(lattice, 0, 0, rows, 3))


def test_boards_of_equal_cells_or_in_the_same_columns_are_of_one_game() -> None:
    screen = next(screen for screen in PARTLY_OPENED if screen.name == "xdemineur/mid1")
    lattice = screen.truth.lattice
    assert lattice is not None
    cols = lattice.topology.cols
    upper, lower = window(lattice, 0, 0, 6, cols), window(lattice, 9, 0, 5, cols)
    assert is_akin(upper, lower)
    assert is_akin(lower, upper.moved(lattice.pitch[0] / 2, -3))
    wide, high = lattice.pitch
    assert is_akin(lower, replace(upper, pitch=(wide, high - 1)).moved(0, -3))
    assert not is_akin(lower, replace(upper, pitch=(wide - 1, high - 1)).moved(0, -3))
    # A piece half hidden is measured less well; cells of another game differ by more.
    for share, is_another in ((0.98, False), (0.9, True)):
        measured = replace(upper, pitch=(share * wide, share * high)).moved(0, -3)
        assert is_of_another_game(measured, lower) is is_another
    assert not is_akin(lower, replace(upper, pitch=(wide, high - 1)).moved(wide / 2, -3))


@pytest.mark.parametrize("game", ["xbomb-square", "xbomb-hex"])
def test_one_cell_beside_a_window_shows_that_the_board_goes_on(game: str) -> None:
    screen = next(screen for screen in SCREENS if screen.name == f"{game}/fresh")
    lattice = screen.truth.lattice
    assert lattice is not None
    rows, cols = lattice.topology.rows, lattice.topology.cols
    covered = screen.load()[:, :, :3].copy()
    # All but the first cell of each of the upper four rows.
    left, bottom = round(lattice.center(1)[0]), round(lattice.center(4 * cols)[1])
    bottom -= round(lattice.pitch[1] / 2)
    cv2.rectangle(covered, (left, 0), (lattice.box[2] + 30, bottom), (40, 40, 40), cv2.FILLED)
    assert "top" in severed_sides(covered, window(lattice, 4, 0, rows - 4, cols))


def test_two_colours_that_go_on_in_turn_beside_a_window_are_the_board() -> None:
    rows, cols, side = 8, 9, 24
    image = np.full((300, 320, 3), 60, np.uint8)
    for cell in range(rows * cols):
        row, col = divmod(cell, cols)
        left, top = 40 + side * col, 40 + side * row
        color = (80, 215, 170) if (row + col) % 2 else (75, 205, 160)
        cv2.rectangle(image, (left, top), (left + side - 1, top + side - 1), color, cv2.FILLED)
    topology = Topology(Shape.SQUARE, 6, cols)
    upper = Lattice(topology, (40 + side / 2 - 0.5,) * 2, (side, side))
    assert "bottom" in severed_sides(image, upper)
    cv2.rectangle(image, (40 + 2 * side, 40 + 6 * side), (319, 299), (230, 230, 230), cv2.FILLED)
    assert "bottom" in severed_sides(image, upper)
    cv2.rectangle(image, (0, 40 + 6 * side), (319, 299), (230, 230, 230), cv2.FILLED)
    assert not list(severed_sides(image, upper))


def test_one_row_of_plain_cells_beyond_a_dialog_is_the_board() -> None:
    rows, cols, side, start = 8, 9, 24, 40
    image = np.full((300, 320, 3), 60, np.uint8)
    end_x, end_y = start + side * cols, start + side * rows
    cv2.rectangle(image, (start, start), (end_x, end_y), (117, 140, 140), cv2.FILLED)
    for line in range(start, end_x + 1, side):
        cv2.line(image, (line, start), (line, end_y), (100, 120, 120))
    for line in range(start, end_y + 1, side):
        cv2.line(image, (start, line), (end_x, line), (100, 120, 120))
    lower = Lattice(Topology(Shape.SQUARE, 5, cols), (52.0, 124.0), (side, side))
    dialog = (start, start + side + 9), (end_x, start + 3 * side)
    cv2.rectangle(image, *dialog, (90, 160, 60), cv2.FILLED)
    assert list(severed_sides(image, lower)) == ["top"]
    header = (start, start), (end_x, start + side)
    cv2.rectangle(image, *header, (117, 140, 140), cv2.FILLED)
    assert not list(severed_sides(image, lower))


@pytest.mark.parametrize(("cols", "rows", "goes_on"), [(3, 2, True), (2, 2, False), (6, 1, False)])
def test_a_few_plain_cells_beside_what_covers_the_others_are_the_board(
    cols: int, rows: int, goes_on: bool
) -> None:
    side, start = 24, 40
    image = np.full((300, 400, 3), 60, np.uint8)
    boxes = [(0, 0, cols, rows), (6, 0, 12, 8)]
    for left, top, right, bottom in boxes:
        for row, col in np.ndindex(bottom - top, right - left):
            x, y = start + side * (left + col), start + side * (top + row)
            cv2.rectangle(image, (x, y), (x + side - 1, y + side - 1), (117, 140, 140), cv2.FILLED)
            cv2.rectangle(image, (x, y), (x + side - 1, y + side - 1), (90, 110, 110))
    first = start + side / 2 - 0.5
    right_part = Lattice(Topology(Shape.SQUARE, 8, 6), (first + 6 * side, first), (side, side))
    assert (list(severed_sides(image, right_part)) == ["left"]) is goes_on


@pytest.mark.parametrize(
    ("seen", "rows", "goes_on"), [(16, 3, True), (16, 2, False), (8, 3, False)]
)
def test_halves_of_cells_below_one_another_beside_a_dialog_are_the_board(
    seen: int, rows: int, goes_on: bool
) -> None:
    """A dialog lies over all below the fifth row, but for a strip at the right."""
    side, start, cols = 24, 40, 8
    image = np.full((320, 400, 3), 60, np.uint8)
    for row, col in np.ndindex(5 + rows, cols):
        x, y = start + side * col, start + side * row
        cv2.rectangle(image, (x, y), (x + side - 1, y + side - 1), (117, 140, 140), cv2.FILLED)
        cv2.rectangle(image, (x, y), (x + side - 1, y + side - 1), (90, 110, 110))
    end = start + side * cols
    dialog = (start - 9, start + 5 * side), (end - seen - 1, start + 10 * side)
    cv2.rectangle(image, *dialog, (230, 230, 230), cv2.FILLED)
    first = start + side / 2 - 0.5
    upper = Lattice(Topology(Shape.SQUARE, 5, cols), (first, first), (side, side))
    assert (list(severed_sides(image, upper)) == ["bottom"]) is goes_on


@pytest.mark.parametrize(("marked", "goes_on"), [(1, False), (2, True)])
def test_marks_farther_away_in_the_same_row_are_the_board(marked: int, goes_on: bool) -> None:
    side, start = 24, 40
    image = np.full((320, 500, 3), 60, np.uint8)
    own = [(row, col) for row, col in np.ndindex(8, 5) if (row + 2 * col) % 5 < 2]
    for row, col in [*own, *((0, 8 + each) for each in range(marked))]:
        x, y = start + side * col, start + side * row
        cv2.rectangle(image, (x + 6, y + 4), (x + 12, y + 18), (230, 230, 230), cv2.FILLED)
    first = start + side / 2 - 0.5
    left_part = Lattice(Topology(Shape.SQUARE, 8, 5), (first, first), (side, side))
    assert (list(severed_sides(image, left_part)) == ["right"]) is goes_on


@pytest.mark.parametrize("lined", [False, True], ids=["header", "row"])
def test_digits_of_a_header_in_the_columns_of_the_board_are_no_row_of_it(lined: bool) -> None:
    # Opened cells are dark plates on the plain colour of the covered ones.
    pitch, topology = 60, Topology(Shape.SQUARE, 9, 12)
    image = np.full((720, 800, 3), (200, 190, 250), np.uint8)
    opened = [(row, col) for row in range(1, 10) for col in range(7)]
    for row, col in [*opened, *[(0, col) for col in range(12)]]:
        x, y = 40 + pitch * col, 40 + pitch * row
        gap = 2 if lined or row else 0
        image[y + gap : y + pitch - gap, x + gap : x + pitch - gap] = 34
        if (row in (0, 4) and col in (1, 4)) or (col == 6 and row):
            digit, at = "12"[(row + col) % 2], (x + 18, y + 46)
            cv2.putText(image, digit, at, cv2.FONT_HERSHEY_SIMPLEX, 1.4, (240, 240, 240), 4)
    lattice = Lattice(topology, (69.5, 129.5), (pitch, pitch))
    assert ("top" in list(severed_sides(image, lattice))) is lined


@pytest.mark.parametrize("name", ["xdemineur/mid1", "sgt-mines/fresh"])
def test_a_faint_board_that_has_a_colour_of_its_own_is_a_second_one(name: str) -> None:
    clear = next(each for each in SCREENS if each.name == name).load()[..., :3]
    lawn = np.full((len(clear), 9 * 30 + 40, 3), (52, 138, 87), np.uint8)
    for row, col in np.ndindex(9, 9):
        green = ((81, 215, 170), (73, 209, 162))[(row + col) % 2]
        lawn[20 + row * 30 : 50 + row * 30, 20 + col * 30 : 50 + col * 30] = green
    assert set(see(lawn).reading.board.labels) == {Label.COVERED}
    with pytest.raises(SeveralBoardsError):
        see(np.hstack([clear, lawn]))


@pytest.mark.parametrize(("step", "boards"), [(8, 1), (60, 2)], ids=["faint", "clear"])
def test_a_page_ruled_faintly_shows_no_second_board(step: int, boards: int) -> None:
    fresh = next(each for each in SCREENS if each.name.endswith("fresh")).load()[..., :3]
    ruled = np.full((max(len(fresh), 460), 380, 3), 40, np.uint8)
    ruled[20:441:42, 20:361] += np.uint8(step)
    ruled[20:441, 20:361:42] += np.uint8(step)
    page = np.full((len(ruled), fresh.shape[1], 3), 40, np.uint8)
    page[: len(fresh)] = fresh
    page = np.hstack([page, ruled])
    if boards == 1:
        assert see(page).reading.board == see(fresh).reading.board
    else:
        with pytest.raises(SeveralBoardsError):
            see(page)


def test_opened_cells_below_a_piece_that_shows_none_are_the_boards() -> None:
    """A window over a corner leaves whole rows of covered cells above it, opened ones beside it."""
    image = np.full((480, 480, 3), 120, np.uint8)
    board = Lattice(Topology(Shape.SQUARE, 10, 10), (84.5, 64.5), (30.0, 30.0))
    for row, col in np.ndindex(10, 10):
        x, y = 70 + 30 * col, 50 + 30 * row
        image[y : y + 30, x : x + 30] = (13, 20, 13)
        image[y + 1 : y + 29, x + 1 : x + 29] = (36, 48, 37) if row < 4 else (22, 31, 22)
    assert not list(severed_sides(image, board))
    cv2.rectangle(image, (162, 170), (450, 400), (230, 230, 230), cv2.FILLED)
    assert "bottom" in severed_sides(image, window(board, 0, 0, 4, 10))


def test_cells_of_a_gradient_beside_a_window_are_the_boards_whatever_they_look_like() -> None:
    board = Lattice(Topology(Shape.SQUARE, 10, 10), (84.5, 64.5), (30.0, 30.0))
    image = np.full((480, 480, 3), 245, np.uint8)
    for row, col in np.ndindex(10, 10):
        x, y = 70 + 30 * col, 50 + 30 * row
        image[y : y + 30, x : x + 30] = (30 + 3 * row, 35, 30 + 3 * col)
        image[y + 1 : y + 30, x + 1 : x + 30] = (60 + 6 * row, 70, 60 + 6 * col)
    assert not list(severed_sides(image, board))
    cv2.rectangle(image, (160, 120), (460, 199), (230, 230, 230), cv2.FILLED)
    assert list(severed_sides(image, window(board, 5, 0, 5, 10))) == ["top"]
    cv2.rectangle(image, (40, 20), (460, 199), (230, 230, 230), cv2.FILLED)
    assert not list(severed_sides(image, window(board, 5, 0, 5, 10)))


def test_a_board_of_which_no_two_cells_look_alike_is_looked_around_as_well() -> None:
    board = Lattice(Topology(Shape.SQUARE, 5, 5), (84.5, 64.5), (30.0, 30.0))
    image = np.full((240, 260, 3), 245, np.uint8)
    for row, col in np.ndindex(5, 5):
        x, y = 70 + 30 * col, 50 + 30 * row
        image[y : y + 29, x : x + 29] = (9 * (5 * row + col), 255 - 10 * (5 * row + col), 90)
    assert not list(severed_sides(image, board))


@pytest.mark.parametrize(("row", "sides"), [(-5, []), (0, ["right"])], ids=["page", "board"])
def test_a_table_whose_rows_are_as_high_is_no_more_of_the_board_but_beside_it(
    row: int, sides: list[str]
) -> None:
    image = np.full((420, 760, 3), 120, np.uint8)
    board = Lattice(Topology(Shape.SQUARE, 6, 10), (84.5, 214.5), (30.0, 30.0))
    cells = [(each, (36, 48, 37)) for each in np.ndindex(6, 10)]
    cells += [((row + down, 14 + across), (22, 31, 22)) for down, across in np.ndindex(5, 6)]
    for (down, across), colour in cells:
        x, y = 70 + 30 * across, 200 + 30 * down
        image[y : y + 30, x : x + 30] = (13, 20, 13)
        image[y + 1 : y + 29, x + 1 : x + 29] = colour
    assert list(severed_sides(image, board)) == sides


def test_a_frame_around_hexagons_in_the_colour_of_their_outlines_is_no_more_of_them() -> None:
    line, page = (222, 196, 176), (250, 230, 230)
    board = Topology(Shape.HEXAGON, 9, 9, Variant.ODD_ROWS)
    lattice = Lattice(board, (115.75, 183.75), (65.0, 56.25))
    image = np.full((760, 800, 3), 244, np.uint8)
    left, top, right, bottom = lattice.box
    for color, width in ((page, cv2.FILLED), (line, 2)):
        cv2.rectangle(image, (left - 22, top - 56), (right + 12, bottom + 48), color, width)
    for cell in range(len(board)):
        outline = np.round(lattice.polygon(Cell(cell))).astype(np.int32)
        if sum(board.row_col(cell)) < 8:
            cv2.fillPoly(image, [outline], (255, 248, 240))
        cv2.polylines(image, [outline], True, line, 2)
    assert not list(severed_sides(image, lattice))


@pytest.mark.parametrize("numbers", [True, False])
def test_a_second_board_that_is_not_read_is_one_where_it_shows_numbers(*, numbers: bool) -> None:
    screen = next(screen for screen in PARTLY_OPENED if screen.name == "xdemineur/mid1")
    board = screen.load()[:, :, :3]
    lattice = screen.truth.lattice
    assert lattice is not None
    left, top, right, bottom = lattice.box
    other = cv2.resize(board[top:bottom, left:right], None, fx=1.5, fy=1.5)
    wide, pitch = other.shape[1], 1.5 * lattice.pitch[0]
    for place in range(5):  # a symbol that nobody knows, on covered cells
        x, y = (round(pitch * (place % 3 + 0.5)), round(pitch * (place // 3 + 0.5)))
        cv2.circle(other, (x, y), 7, (200, 0, 200), 3)
    if not numbers:
        other[:] = cv2.GaussianBlur(other, (0, 0), 9)
    image = np.full((max(len(board), len(other) + 40), board.shape[1] + wide + 80, 3), 90, np.uint8)
    image[: len(board), : board.shape[1]] = board
    image[20 : 20 + len(other), -wide - 20 : -20] = other
    if numbers:
        with pytest.raises(SeveralBoardsError):
            see(image)
    else:
        assert see(image).lattice.topology == lattice.topology


def test_cells_of_another_game_drawn_alike_are_no_piece_of_the_board() -> None:
    image = np.full((420, 700, 3), 221, np.uint8)
    topologies = Topology(Shape.SQUARE, 10, 10), Topology(Shape.SQUARE, 8, 8)
    other = Lattice(topologies[0], (56.5, 46.5), (32.0, 34.0))
    board = Lattice(topologies[1], (418.5, 92.5), (30.0, 30.0))
    for lattice, (wide, high) in ((other, (32, 32)), (board, (30, 30))):
        for x, y in np.round(lattice.centers).astype(int):
            corner = (x - wide // 2, y - high // 2)
            opposite = (corner[0] + wide - 1, corner[1] + high - 1)
            cv2.rectangle(image, corner, opposite, (204, 204, 204), cv2.FILLED)
            cv2.rectangle(image, corner, opposite, (153, 153, 153), 1)
    assert "left" in severed_sides(image, board)
    assert not list(severed_sides(image, board, None, [other]))
    with pytest.raises(SeveralBoardsError):
        see(image)


def test_numbers_are_like_each_other_and_the_parts_of_a_photo_are_not() -> None:
    pitch, (rows, cols) = 20, (6, 8)
    lattice = Lattice(Topology(Shape.SQUARE, rows, cols), (10.0, 10.0), (pitch, pitch))
    image = np.full((rows * pitch, cols * pitch, 3), 200, np.uint8)
    photo = np.random.default_rng(3).integers(0, 256, (rows, 6, 3), np.uint8)
    size = (cols * pitch // 2, rows * pitch)
    image[:, size[0] :] = cv2.resize(photo, size, interpolation=cv2.INTER_CUBIC)
    for row, col in np.ndindex(rows, cols // 2):
        place = (pitch * col + 5, pitch * row + 15)
        cv2.putText(image, "123"[(row + col) % 3], place, 0, 0.5, (0, 0, 0))
    grid = grid_of(softened(image, lattice), lattice, 0, 0)
    alike = like_each_other(grid, np.ones((rows, cols), np.bool_))
    assert alike[:, : cols // 2].all()
    assert not alike[:, cols // 2 :].any()
    only_one = np.zeros((rows, cols), np.bool_)
    only_one[0, 0] = True
    assert not like_each_other(grid, only_one).any()


def test_a_second_board_that_passes_for_one_of_squares_is_a_second_board() -> None:
    screens = {screen.name: screen for screen in SCREENS}
    triangles, squares = (
        screens[name].load()[:, :, :3] for name in ("xbomb-tri-played/beforeloss", "sgt-mines/mid1")
    )
    high = max(len(triangles), len(squares))
    image = np.full((high, triangles.shape[1] + squares.shape[1] + 40, 3), 90, np.uint8)
    image[: len(triangles), : triangles.shape[1]] = triangles
    image[: len(squares), -squares.shape[1] :] = squares
    with pytest.raises(SeveralBoardsError):
        see(image)


def test_a_second_board_whose_covered_cells_pass_for_halves_is_a_second_board() -> None:
    """Glossed cells of five rows seem to be ten rows of blank ones, up to what is opened."""
    with pytest.raises(SeveralBoardsError):
        see(make_screen(9100141).image)
