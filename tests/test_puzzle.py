"""Empty grids of other puzzles: clues around them, and lines that mark blocks of cells."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.errors import NoBoardError, UnreadableError, VisionError
from autoplay.game import Board, Label, Shape, Topology
from autoplay.vision.fresh import require_minesweeper
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.picture import load_picture
from autoplay.vision.puzzle import (
    clued_sides,
    has_cells_beyond,
    heavier_every,
    sign_of_a_puzzle,
)
from autoplay.vision.reading import Reading
from autoplay.vision.see import see
from tests.test_see_real import SCREENS

OTHERS = sorted((SCREENS / "puzzles").glob("*.png"))


@pytest.mark.parametrize("puzzle", ["magnets", "towers"])
def test_an_empty_grid_with_clues_around_it_is_another_puzzle(puzzle: str) -> None:
    with pytest.raises(NoBoardError, match="clues stand at its top, bottom, left, right"):
        see(load_picture(SCREENS / "puzzles" / f"{puzzle}.png"))


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: path.stem)
def test_no_other_puzzle_is_read(path: Path) -> None:
    with pytest.raises(VisionError):
        see(load_picture(path))


@pytest.mark.parametrize(
    ("labels", "refused"),
    [
        ({5: Label.FLAG}, False),
        ({5: Label.FLAG, 9: Label.FLAG, 20: Label.FLAG, 33: Label.QUESTION}, True),
        ({5: Label.MINE, 9: Label.MINE}, True),
        ({5: Label.MINE, 9: Label.EXPLODED}, False),
    ],
    ids=["a flag", "many marks", "mines", "a first click on a mine"],
)
def test_symbols_on_a_grid_with_nothing_opened_are_those_of_another_puzzle(
    labels: dict[int, Label], refused: bool
) -> None:
    board = bytearray([Label.COVERED]) * 64
    for cell, label in labels.items():
        board[cell] = label
    lattice = Lattice(Topology(Shape.SQUARE, 8, 8), (112.0, 112.0), (24.0, 24.0))
    far = np.full(64, np.inf)
    reading = Reading(Board(lattice.topology, bytes(board)), lattice, np.zeros(64), far)
    image = np.full((400, 400, 3), 90, np.uint8)
    image[100:292, 100:292] = 190
    image[100:292:24, 100:292] = image[100:292, 100:292:24] = 120
    if refused:
        with pytest.raises(UnreadableError, match="carry marks"):
            require_minesweeper(image, reading, 1.0)
    else:
        require_minesweeper(image, reading, 1.0)


def test_a_page_around_a_board_holds_no_clues() -> None:
    inner = Lattice(Topology(Shape.SQUARE, 5, 6), (3.5 * 24, 2.5 * 24), (24, 24))
    assert clued_sides(np.full((11 * 24, 12 * 24, 3), 190, np.uint8), inner) == []


def test_a_frame_around_a_board_is_no_line_of_clues() -> None:
    image = np.full((360, 360, 3), 28, np.uint8)
    cv2.rectangle(image, (26, 26), (26 + 9 * 32 + 20, 26 + 9 * 32 + 20), (250, 250, 250), 4)
    for row, col in np.ndindex(9, 9):
        x, y = 40 + 32 * col, 40 + 32 * row
        image[y : y + 24, x : x + 24] = 250
    board = see(image).reading.board
    assert (board.topology.rows, board.topology.cols) == (9, 9)
    assert set(board.labels) == {Label.COVERED}


@pytest.mark.parametrize("sides", [4, 3, 0])
def test_an_empty_grid_with_a_ring_of_other_cells_is_another_puzzle(sides: int) -> None:
    image = np.full((400, 420, 3), 212, np.uint8)
    ring = {"top": (100, 70), "bottom": (100, 310), "left": (70, 100), "right": (340, 100)}
    for left, top in list(ring.values())[:sides]:
        down = left in (70, 340)
        for cell in range(7 if down else 8):
            x, y = (left, top + 30 * cell) if down else (left + 30 * cell, top)
            cv2.rectangle(image, (x, y), (x + 30, y + 30), (190, 190, 190), 2)
    image[100:310, 100:340] = 106
    for line in range(9):
        image[100:310, 99 + 30 * line : 101 + 30 * line] = 190
        image[99 + 30 * line : 101 + 30 * line, 100:340] = 190 if line < 8 else 212
    lattice = Lattice(Topology(Shape.SQUARE, 7, 8), (115.0, 115.0), (30.0, 30.0))
    assert sum(has_cells_beyond(image, lattice, side) for side in ring) == sides
    sign = sign_of_a_puzzle(image, lattice)
    assert sign == ("other cells stand in line with it on all sides" if sides == 4 else None)


def test_an_empty_nonogram_is_another_puzzle() -> None:
    with pytest.raises(NoBoardError, match="a heavier line is drawn after every 5 cells"):
        see(load_picture(SCREENS / "puzzles" / "pattern.png"))


def _ruled(rows: int, cols: int, block: int, wide: int, pitch: int = 24) -> tuple[Image, Lattice]:
    """Return a gray grid with dark lines of a pixel, those after every ``block`` cells ``wide``."""
    image = np.full((pitch * (rows + 2), pitch * (cols + 2), 3), 150, np.uint8)
    for line in range(rows + 1):
        at, half = pitch * (line + 1), (wide if line % block == 0 else 1) / 2
        image[round(at - half + 0.1) : round(at + half + 0.1), pitch:-pitch] = 60
    for line in range(cols + 1):
        at, half = pitch * (line + 1), (wide if line % block == 0 else 1) / 2
        image[pitch:-pitch, round(at - half + 0.1) : round(at + half + 0.1)] = 60
    first = (1.5 * pitch, 1.5 * pitch)
    return image, Lattice(Topology(Shape.SQUARE, rows, cols), first, (pitch, pitch))


@pytest.mark.parametrize(
    ("rows", "cols", "block"), [(9, 9, 3), (10, 10, 5), (15, 20, 5), (8, 8, 4)]
)
def test_lines_that_are_heavier_every_few_cells_are_seen(rows: int, cols: int, block: int) -> None:
    assert heavier_every(*_ruled(rows, cols, block, wide=2)) == block


def test_lines_that_are_all_alike_mark_no_blocks() -> None:
    assert heavier_every(*_ruled(9, 9, 3, wide=1)) is None


@pytest.mark.parametrize("factor", [0.7, 0.75, 0.8, 1.2, 1.25, 1.4])
@pytest.mark.parametrize("how", [cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_AREA])
@pytest.mark.parametrize("pitch", [21, 22, 23, 24])
def test_a_grid_that_was_scaled_marks_no_blocks(factor: float, how: int, pitch: int) -> None:
    image, lattice = _ruled(16, 30, 5, wide=1, pitch=pitch)
    scaled = np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=how), np.uint8)
    middle = (lattice.first_cell_center[0] + 0.5) * factor - 0.5
    side = pitch * factor
    assert heavier_every(scaled, Lattice(lattice.topology, (middle, middle), (side, side))) is None


@pytest.mark.parametrize(
    ("pitch", "wide", "block"),
    [(31 + 1 / 3, 1, None), (31 + 1 / 3, 2, 3), (31, 1, 3), (31.1, 1, 3)],
)
def test_lines_that_are_a_pixel_more_where_cells_are_whole_pixels_may_be_rounded(
    pitch: float, wide: int, block: int | None
) -> None:
    image = np.full((360, 360, 3), 150, np.uint8)
    for line in range(10):
        at = round(30 + line * pitch)
        more = wide if line % 3 == 0 else 0
        image[at : at + 2 + more, 30:320] = image[30:320, at : at + 2 + more] = 60
    middle = 30 + pitch / 2 + 0.5
    lattice = Lattice(Topology(Shape.SQUARE, 9, 9), (middle, middle), (pitch, pitch))
    assert heavier_every(image, lattice) == block
