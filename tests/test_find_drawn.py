"""Whole windows with a fresh game in every tiling: its extent is exact, not one line more or less.

The window has a title, counters and a frame; nothing of them may become a row or a column.
"""

from __future__ import annotations

import re

import cv2
import numpy as np
import pytest

from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.desktop.virtual.layout import cell_corners
from autoplay.errors import SeveralBoardsError, UnreadableError
from autoplay.game import Cell, Shape, Topology, make_topology
from autoplay.vision.find import find_boards
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.sampling import softened
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.refusal import several_boards
from autoplay.vision.see import see

SCREEN = Region(0, 0, 800, 640)


@pytest.mark.parametrize("shape", ["square", "hexagon", "triangle"])
@pytest.mark.parametrize("look", ["classic", "dark"])
@pytest.mark.parametrize("pitch", [14.0, 20.0, 24.0, 25.98])
def test_a_fresh_game_is_found_with_its_exact_extent(shape: str, look: str, pitch: float) -> None:
    desktop = make_virtual_desktop(
        "beginner", shape, look, 3, pitch=pitch, monitors=(Monitor(SCREEN),), at=(60, 50)
    )
    topology = desktop.game.style.topology
    lattice = find_boards(desktop.grab(SCREEN).pixels)[0].lattice
    assert lattice.topology == topology
    corners = np.array([cell_corners(topology, cell, pitch) for cell in (0, len(topology) - 1)])
    middles = (corners.min(axis=1) + corners.max(axis=1)) / 2
    apart = lattice.centers[-1] - lattice.centers[0]
    assert apart == pytest.approx(middles[1] - middles[0], abs=0.08 * pitch)


@pytest.mark.parametrize("shape", ["square", "triangle"])
def test_a_board_of_two_shades_without_lines_is_found(shape: str) -> None:
    desktop = make_virtual_desktop(
        "beginner", shape, "checkerboard", 3, monitors=(Monitor(SCREEN),), at=(60, 50)
    )
    found = find_boards(desktop.grab(SCREEN).pixels)
    assert found[0].lattice.topology == desktop.game.style.topology


@pytest.mark.parametrize("cols", [9, 6])
def test_a_second_board_counts_even_if_it_cannot_be_read(cols: int) -> None:
    desktop = make_virtual_desktop("beginner", pitch=24, monitors=(Monitor(SCREEN),), at=(60, 50))
    board = desktop.grab(SCREEN).pixels[:, :400]
    other = board.copy()
    lattice = find_boards(other)[0].lattice
    scribbles = np.random.default_rng(0).integers(0, 256, (12, 12, 4), dtype=np.uint8)
    for cell in (11, 13, 40):
        x, y = (round(place) for place in lattice.center(cell))
        other[y - 6 : y + 6, x - 6 : x + 6] = scribbles[..., : other.shape[2]]
    other[:, round(lattice.box[0] + cols * lattice.pitch[0]) :] = other[0, -1]
    with pytest.raises(SeveralBoardsError):
        see(np.hstack([board, other]))


WRITTEN = "######## ######## ######## 12###### 01###### 01111### 00001### 00001###"
"""Rows of a board of characters alone."""


def written(rows: str) -> Image:
    """Return these rows of characters on a page, with a margin around."""
    page = np.full((360, 300, 3), 250, np.uint8)
    for row, col in np.ndindex(8, 8):
        at, font = (60 + 22 * col, 90 + 26 * row), cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(page, rows.split()[row][col], at, font, 0.5, (90, 40, 20), 1, cv2.LINE_AA)
    return page


def test_a_board_of_characters_alone_is_found_beside_a_sure_one() -> None:
    desktop = make_virtual_desktop("beginner", pitch=24, monitors=(Monitor(SCREEN),), at=(60, 50))
    board = np.ascontiguousarray(desktop.grab(SCREEN).pixels[:360, :400, :3])
    page = written(WRITTEN)
    assert see(page).lattice.topology.rows == 8
    with pytest.raises(SeveralBoardsError):
        see(np.hstack([board, page]))
    text = written(WRITTEN.replace("0", "E").replace("1", "K"))  # which is no board
    assert see(np.hstack([board, text])).lattice.topology.rows == 9


@pytest.mark.parametrize(("shape", "pitch"), [("square", 24), ("triangle", 30)])
def test_a_board_in_a_region_that_the_error_names_is_seen_as_it_is_alone(
    shape: str, pitch: int
) -> None:
    desktop = make_virtual_desktop(
        "beginner", shape, seed=3, pitch=pitch, monitors=(Monitor(SCREEN),), at=(60, 50)
    )
    desktop.game.open_quietly(Cell(40))
    board = desktop.grab(SCREEN).pixels[:, :400]
    alone = see(board).lattice
    end = round(alone.box[2]) + 3  # nearer than half a cell
    picture = np.hstack([board, board[:, :end]])
    with pytest.raises(SeveralBoardsError) as caught:
        see(picture)
    regions = re.findall(r"--region (\d+),(\d+),(\d+),(\d+)", str(caught.value))
    assert len(regions) == 2
    for left, top, width, height in (map(int, region) for region in regions):
        assert left + width <= picture.shape[1] and top + height <= picture.shape[0]
        seen = see(picture, (left, top, left + width, top + height)).lattice
        assert seen.topology == alone.topology
        assert seen.pitch == pytest.approx(alone.pitch, abs=0.01)


def test_a_region_that_the_error_names_holds_nothing_of_another_board() -> None:
    boards = [
        Lattice(make_topology("square", 9, 9), (left, 12.0), (24.0, 24.0)) for left in (12.0, 234.0)
    ]
    told = re.findall(r"--region (\d+),0,(\d+),", str(several_boards(boards)))
    (first, wide), (second, _) = ((int(at), int(size)) for at, size in told)
    assert first + wide <= boards[1].box[0]
    assert second >= boards[0].box[2]


def test_what_a_person_can_do_about_cells_in_doubt_is_said() -> None:
    desktop = make_virtual_desktop("beginner", pitch=24, monitors=(Monitor(SCREEN),), at=(60, 50))
    picture = desktop.grab(SCREEN).pixels
    lattice = find_boards(picture)[0].lattice
    scribbles = np.random.default_rng(0).integers(0, 256, (12, 12, 4), dtype=np.uint8)
    x, y = (round(place) for place in lattice.center(40))
    picture[y - 6 : y + 6, x - 6 : x + 6] = scribbles
    with pytest.raises(UnreadableError, match=r"^square .* 1 cell .*; is this a Minesweeper, with"):
        see(picture)


def test_rows_unlike_all_others_are_the_boards_where_its_lines_part_their_cells() -> None:
    """Three opened rows of a small board: nothing above them looks so, but they are parted."""
    rows, cols, pitch, edge = 10, 6, 24, 60
    image = np.full((2 * edge + rows * pitch, 2 * edge + cols * pitch, 3), 235, np.uint8)
    rng = np.random.default_rng(5)
    for row, col in np.ndindex(rows, cols):
        left, top = edge + col * pitch, edge + row * pitch
        opened = row >= rows - 3
        cell = image[top : top + pitch, left : left + pitch]
        cell[:] = 90
        cell[1:, 1:] = 205 if opened else 150
        if opened:
            digit, ink = str(rng.integers(1, 9)), rng.integers(0, 200, 3).tolist()
            cv2.putText(cell, digit, (6, 19), cv2.FONT_HERSHEY_SIMPLEX, 0.6, ink, 2)
    topology = Topology(Shape.SQUARE, rows, cols)
    lattice = Lattice(topology, (edge + 11.5, edge + 11.5), (pitch, pitch))
    assert reached(softened(image, lattice), lattice).topology == topology


def test_outlined_hexagons_with_gaps_wider_at_their_slanting_sides_are_found_as_they_stand() -> (
    None
):
    """Their outlines lie within those of the lattice, so these say little of which are there."""
    topology = make_topology("hexagon", 10, 10, "odd-cols")
    truth = Lattice(topology, (60.0, 66.0), (24.0, 24.0))
    turns = np.deg2rad(np.arange(0, 360, 60))
    image = np.full((360, 340, 3), 217, np.uint8)
    for middle in truth.centers:
        corners = np.rint(middle + 12 * np.stack([np.cos(turns), np.sin(turns)], axis=1))
        cv2.fillConvexPoly(image, corners.astype(np.int32), (238, 238, 238))
        cv2.polylines(image, [corners.astype(np.int32)], isClosed=True, color=(0, 0, 0))
    found = find_boards(image)[0].lattice
    assert found.topology == topology
    assert np.abs(found.centers - truth.centers).max() < 1


@pytest.mark.parametrize("whole", [True, False])
def test_a_page_that_opened_cells_look_like_is_none_of_a_board_of_whole_faces(
    *, whole: bool
) -> None:
    """Their lines are so faint that they pass for none; a toolbar ends the page."""
    board = Lattice(Topology(Shape.SQUARE, 9, 9), (80.0, 140.0), (34.0, 34.0))
    image = np.full((480, 460, 3), 255, np.uint8)
    image[20:55, 40:420] = (148, 148, 13)
    for cell, (x, y) in enumerate(board.centers.round().astype(int)):
        shade = 255 if cell < 27 else 240
        image[y - 15 : y + 16, x - 15 : x + 16] = 252
        image[y - 14 : y + 15, x - 14 : x + 15] = shade
    found = reached(softened(image, board), board, whole).topology
    assert (found == board.topology) is whole
