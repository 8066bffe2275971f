"""Triangles at a side that nothing outlines: the page beside a board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.game import Shape, Topology, Variant
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.outlined import without_open_sides

TRIANGLES = Topology(Shape.TRIANGLE, 6, 11, Variant.UP_EVEN)
LATTICE = Lattice(TRIANGLES, (110.0, 90.0), (20.0, 34.0))


def drawn(line: int, fill: int = 40) -> Image:
    """Return a dark page with a board of triangles in this fill, lines of this gray around each."""
    image = np.full((340, 420, 3), 30, np.uint8)
    for cell in range(len(TRIANGLES)):
        corners = np.rint(LATTICE.polygon(cell)).astype(np.int32)
        cv2.fillPoly(image, [corners], (fill,) * 3)
    for cell in range(len(TRIANGLES)):
        corners = np.rint(LATTICE.polygon(cell)).astype(np.int32)
        cv2.polylines(image, [corners], isClosed=True, color=(line,) * 3, lineType=cv2.LINE_AA)
    return image


@pytest.mark.parametrize(
    ("row", "col", "rows", "cols"),
    [(0, -1, 6, 12), (0, 0, 6, 13), (-1, 0, 7, 11), (0, 0, 8, 11), (-1, -2, 7, 13)],
)
def test_lines_of_the_page_beside_triangles_are_left_out(
    row: int, col: int, rows: int, cols: int
) -> None:
    assert without_open_sides(drawn(110), window(LATTICE, row, col, rows, cols)) == LATTICE


@pytest.mark.parametrize("line", [110, 44])
def test_a_board_of_triangles_is_left_whole(line: int) -> None:
    assert without_open_sides(drawn(line), LATTICE) is None
    part = window(LATTICE, 1, 2, 4, 8)  # its outer edges are lines between cells
    assert without_open_sides(drawn(line), part) is None


def test_where_hardly_a_line_parts_the_cells_nothing_tells_the_page() -> None:
    larger = window(LATTICE, 0, -1, 6, 12)
    assert without_open_sides(drawn(44), larger) is None


def test_dull_cells_end_where_their_fill_does() -> None:
    image = drawn(110)
    left = LATTICE.box[0]
    image[:, : left + 14] = np.minimum(image[:, : left + 14], 52)  # no line at that side
    assert without_open_sides(image, LATTICE) is None


def test_a_side_at_the_edge_of_the_picture_is_told_by_what_parts_its_cells() -> None:
    image = np.full((340, 420, 3), 235, np.uint8)
    for cell in range(len(TRIANGLES)):
        row, col = divmod(cell, TRIANGLES.cols)
        corners = np.rint(LATTICE.polygon(cell)).astype(np.int32)
        cv2.fillPoly(image, [corners], (60, 200, 140) if (row + col) % 2 else (70, 220, 170))
    cut = np.ascontiguousarray(image[: LATTICE.box[3] - 1])
    assert without_open_sides(cut, LATTICE) is None
    larger = window(LATTICE, 0, 0, 7, 11)
    cut = np.ascontiguousarray(image[: larger.box[3]])
    assert without_open_sides(cut, larger) == LATTICE
