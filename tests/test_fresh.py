"""A grid with nothing opened is taken for a board only if its cells look alike."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Board, Label, Shape, Topology, Variant
from autoplay.vision.fresh import require_minesweeper, unlike_cells
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"

ROWS, COLS, PITCH = 9, 12, 20
LATTICE = Lattice(Topology(Shape.SQUARE, ROWS, COLS), (PITCH / 2, PITCH / 2), (PITCH, PITCH))
CELLS = np.arange(ROWS * COLS)


def painted(shade: Callable[[int, int], float]) -> Image:
    """Return a picture whose cells have the gray level ``shade(row, col)``."""
    levels = np.array([[shade(row, col) for col in range(COLS)] for row in range(ROWS)])
    gray = levels.round().astype(np.uint8).repeat(PITCH, 0).repeat(PITCH, 1)
    return np.repeat(gray[:, :, None], 3, axis=2)


@pytest.mark.parametrize(
    "shade",
    [
        lambda _row, _col: 190,
        lambda row, col: 160 + 12 * ((row + col) % 2),
        lambda row, col: 100 + 3 * row + 2 * col,
        lambda row, col: 230 if (row, col) == (3, 4) else 180,
    ],
    ids=["one colour", "checkerboard", "gradient", "the cell under the pointer"],
)
def test_covered_cells_of_a_game_are_alike(shade: Callable[[int, int], float]) -> None:
    assert not unlike_cells(painted(shade), LATTICE, CELLS).size


@pytest.mark.parametrize(
    ("shade", "alike"),
    [
        (lambda row, col: (row + (col + 1) // 2) % 2, True),  # by turns along their lines
        (lambda row, col: (row - col // 2 - col) % 3, True),  # no two beside each other alike
        (lambda row, col: row * col % 2, False),
    ],
)
def test_hexagons_alternate_along_their_lines_or_three_by_three(
    shade: Callable[[int, int], int], *, alike: bool
) -> None:
    topology = Topology(Shape.HEXAGON, ROWS, COLS, Variant.ODD_COLS)
    lattice = Lattice(topology, (30.0, 30.0), (26.0, 30.0))
    image = np.full((330, 350, 3), 90, np.uint8)
    for cell, (x, y) in enumerate(np.rint(lattice.centers).astype(int).tolist()):
        level = 120 + 40 * shade(*divmod(cell, COLS))
        cv2.circle(image, (x, y), 15, (level,) * 3, cv2.FILLED)
    assert bool(len(unlike_cells(image, lattice, CELLS)) == 0) is alike


def lined() -> Image:
    """Return a picture of one colour, with a line along two sides of every cell."""
    image = painted(lambda _row, _col: 190)
    image[::PITCH] = image[:, ::PITCH] = 120
    return image


def judge_unopened(
    label: Label,
    lattice: Lattice = LATTICE,
    image: Image | None = None,
    box: tuple[int, int, int, int] | None = None,
) -> None:
    """Judge a picture, plain cells between lines if none is given, all of this label."""
    count = len(lattice.topology)
    board = Board(lattice.topology, bytes([label]) * count, None)
    reading = Reading(board, lattice, np.zeros(count), np.full(count, 9.0))
    require_minesweeper(lined() if image is None else image, reading, 1.0, box)


def test_an_area_where_nothing_is_drawn_is_no_board() -> None:
    bare = painted(lambda _row, _col: 190)
    bare[0] = bare[:, 0] = 0  # the edge of a dialog, in line with a board beneath it
    with pytest.raises(UnreadableError, match="nothing is drawn"):
        judge_unopened(Label.COVERED, image=bare)


@pytest.mark.parametrize(
    ("lines", "quality", "is_board"), [(None, 60, False), (120, 60, True), (None, 100, True)]
)
def test_blocks_that_jpeg_leaves_of_a_faint_picture_are_no_cells(
    lines: int | None, quality: int, is_board: bool
) -> None:
    noise = np.random.default_rng(5).normal(70, 300, (320, 320, 3))
    image = np.clip(cv2.GaussianBlur(noise, (0, 0), 22), 0, 255).astype(np.uint8)
    texture = np.random.default_rng(5).integers(0, 255, (80, 320, 1), np.uint8)
    image[240:] = cv2.GaussianBlur(texture, (0, 0), 2)[..., None]  # tells that it is a JPEG
    if lines is not None:
        image[:240:16] = image[:240, ::16] = lines
    _, packed = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    picture = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
    blocks = Lattice(Topology(Shape.SQUARE, 10, 10), (72.0, 56.0), (16.0, 16.0))
    with nullcontext() if is_board else pytest.raises(UnreadableError, match="JPEG"):
        judge_unopened(Label.COVERED, blocks, picture)


@pytest.mark.parametrize("turned", [False, True], ids=["high", "wide"])
def test_longish_plain_cells_are_two_where_the_faintest_line_parts_them(turned: bool) -> None:
    judge_unopened(Label.COVERED)
    image = lined()
    image[PITCH :: 2 * PITCH] = 190  # every second line across is gone, or all but
    topology, pitch = Topology(Shape.SQUARE, ROWS // 2, COLS), (PITCH, 2 * PITCH)
    middle = (PITCH / 2, float(PITCH))
    if turned:
        image = np.ascontiguousarray(image.transpose(1, 0, 2))
        topology, pitch = Topology(Shape.SQUARE, COLS, ROWS // 2), pitch[::-1]
        middle = middle[::-1]
    long = Lattice(topology, middle, pitch)
    judge_unopened(Label.COVERED, long, image)
    faint = image[:, PITCH :: 2 * PITCH] if turned else image[PITCH :: 2 * PITCH]
    faint -= 1
    with pytest.raises(UnreadableError, match="0 pixels: each may be two"):
        judge_unopened(Label.COVERED, long, image)


def test_a_small_grid_is_a_board_where_somebody_framed_it() -> None:
    small = Lattice(Topology(Shape.SQUARE, 5, 5), LATTICE.first_cell_center, LATTICE.pitch)
    judge_unopened(Label.COVERED, small, box=(0, 0, 5 * PITCH + 10, 6 * PITCH + 10))
    for box in (None, (0, 0, 10 * PITCH, 9 * PITCH)):
        with pytest.raises(UnreadableError, match="--region"):
            judge_unopened(Label.COVERED, small, box=box)


@pytest.mark.parametrize(
    ("opened", "is_proven"), [("3", False), ("31", False), ("311", True), ("10", True)]
)
def test_a_few_clues_make_no_small_grid_a_board(opened: str, is_proven: bool) -> None:
    small = Lattice(Topology(Shape.SQUARE, 4, 4), LATTICE.first_cell_center, LATTICE.pitch)
    labels = bytes([int(number) for number in opened] + [Label.COVERED] * (16 - len(opened)))
    reading = Reading(Board(small.topology, labels, None), small, np.zeros(16), np.zeros(16))
    with nullcontext() if is_proven else pytest.raises(UnreadableError, match="hardly anything"):
        require_minesweeper(lined(), reading, 1.0)
    require_minesweeper(lined(), reading, 1.0, (0, 0, 5 * PITCH, 5 * PITCH))


def test_crossings_between_circles_are_no_cells() -> None:
    image = np.full((300, 340, 3), 255, np.uint8)
    for x, y in LATTICE.centers:
        cv2.circle(image, (round(x) + 40, round(y) + 40), 9, (150, 150, 150), 1, cv2.LINE_AA)
    circles = LATTICE.moved(40, 40)
    judge_unopened(Label.COVERED, circles, image)
    crossings = Topology(Shape.SQUARE, ROWS + 1, COLS + 1)
    half = Lattice(
        crossings, circles.moved(-PITCH / 2, -PITCH / 2).first_cell_center, LATTICE.pitch
    )
    with pytest.raises(UnreadableError, match="border is drawn unlike"):
        judge_unopened(Label.COVERED, half, image)


@pytest.mark.parametrize("turned", [False, True], ids=["above", "beside"])
def test_dots_between_what_was_taken_for_cells_are_the_middles_of_others(turned: bool) -> None:
    image = np.full((ROWS * PITCH + PITCH, COLS * PITCH + PITCH, 3), 250, np.uint8)
    image[PITCH // 2 :: PITCH, PITCH // 2 :: PITCH] = 40
    judge_unopened(Label.COVERED, LATTICE, image)
    move = (PITCH / 2, 0) if turned else (0, PITCH / 2)
    with pytest.raises(UnreadableError, match="stand between its cells"):
        judge_unopened(Label.COVERED, LATTICE.moved(*move), image)


def test_the_page_beside_a_board_of_dots_is_no_covered_cell_of_it() -> None:
    image = np.full((ROWS * PITCH, COLS * PITCH, 3), 250, np.uint8)
    image[PITCH // 2 :: PITCH, PITCH // 2 :: PITCH] = 40
    judge_unopened(Label.COVERED, LATTICE, image)
    image[:, -PITCH:] = 250
    with pytest.raises(UnreadableError, match="its cells differ"):
        judge_unopened(Label.COVERED, LATTICE, image)


def test_a_board_of_flags_alone_is_not_proven() -> None:
    with pytest.raises(UnreadableError, match="not proven"):
        judge_unopened(Label.FLAG)


@pytest.mark.parametrize(("mines", "is_proven"), [(20, True), (40, False)])
def test_a_first_click_that_lost_shows_as_many_mines_as_games_have(
    mines: int, is_proven: bool
) -> None:
    labels = [Label.EXPLODED] + [Label.MINE] * mines
    labels += [Label.COVERED] * (ROWS * COLS - len(labels))
    board = Board(LATTICE.topology, bytes(labels), None)
    reading = Reading(board, LATTICE, np.zeros(len(labels)), np.full(len(labels), 9.0))
    with nullcontext() if is_proven else pytest.raises(UnreadableError, match="carry marks"):
        require_minesweeper(lined(), reading, 1.0)


def test_cells_of_two_far_colours_are_no_covered_cells() -> None:
    chess = painted(lambda row, col: 230 if (row + col) % 2 else 150)
    assert unlike_cells(chess, LATTICE, CELLS).size


def test_windows_of_a_house_are_no_covered_cells() -> None:
    levels = np.random.default_rng(1).uniform(80, 112, (ROWS, COLS))
    assert unlike_cells(painted(lambda row, col: float(levels[row, col])), LATTICE, CELLS).size > 5


def test_icons_on_a_page_are_no_covered_cells() -> None:
    """Most of every cell is the page's colour; only the icons in the middle differ."""
    image = painted(lambda _row, _col: 150)
    levels = np.random.default_rng(2).uniform(60, 220, ROWS * COLS)
    for (x, y), level in zip(LATTICE.centers.astype(int), levels, strict=True):
        image[y - 5 : y + 6, x - 5 : x + 6] = round(level)
    assert unlike_cells(image, LATTICE, CELLS).size > len(CELLS) / 2


def test_the_halves_of_glossy_cells_are_no_covered_cells() -> None:
    halves = painted(lambda row, _col: 200 if row % 2 else 170)
    assert unlike_cells(halves, LATTICE, CELLS).size


def test_cells_that_two_colours_share_in_halves_are_alike() -> None:
    """Where cells fall between pixels, now one colour has the larger half and now the other."""
    image = painted(lambda _row, _col: 220)
    wider = np.random.default_rng(3).random(ROWS * COLS) < 0.5
    for (x, y), more in zip(LATTICE.centers, wider, strict=True):
        left, top = round(x - PITCH / 2), round(y - PITCH / 2)
        image[top : top + PITCH, left : left + PITCH // 2 + more] = 90
    assert not unlike_cells(image, LATTICE, CELLS).size


def test_the_fields_of_a_table_are_no_covered_cells() -> None:
    image = np.full((24 * 18, 4 * 81, 3), 36, np.uint8)
    image[::18] = image[:, ::81] = 90
    table = Lattice(Topology(Shape.SQUARE, 24, 4), (40.5, 9.0), (81.0, 18.0))
    with pytest.raises(UnreadableError, match="81 by 18 pixels"):
        judge_unopened(Label.COVERED, table, image)
