"""Text of the page in line with a board's cells is no line of it."""

from __future__ import annotations

from contextlib import nullcontext

import cv2
import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Topology, Variant, parse_board
from autoplay.vision.finding.tiling import window
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.outside import (
    require_ends,
    told_ends,
    within_lines,
    without_page,
)
from autoplay.vision.whole.seams import mean_change, shared_edges

PITCH, ROWS, COLS = 20, 9, 10
LATTICE = Lattice(Topology(Shape.SQUARE, ROWS, COLS), (49.5, 89.5), (PITCH, PITCH))
TITLED = Lattice(Topology(Shape.SQUARE, ROWS + 2, COLS), (49.5, 49.5), (PITCH, PITCH))
"""The same board with the two lines of the page above it."""

TITLE = frozenset({COLS // 2})
"""What is in doubt of those lines: most of a title may look like numbers."""


def page(*, outlined: bool = True, title: str = "Minesweeper") -> Image:
    """Return a board of bare opened cells, and a few covered ones, beneath a title."""
    image = np.full((320, 280, 3), 40, np.uint8)
    for cell, (x, y) in enumerate(np.rint(LATTICE.centers - PITCH / 2 + 0.5).astype(int)):
        corners = (x, y), (x + PITCH - 1, y + PITCH - 1)
        if outlined:
            cv2.rectangle(image, *corners, (60, 60, 60))
        if cell % 7 == 3:
            cv2.rectangle(image, *corners, (150, 150, 150), cv2.FILLED)
    cv2.putText(image, title, (60, 55), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (240, 240, 240), 2)
    return image


def test_a_title_in_doubt_is_dropped_with_what_lies_between_it_and_the_board() -> None:
    board = without_page(page(), TITLED, TITLE)
    assert board is not None
    assert board.topology == LATTICE.topology
    assert board.first_cell_center == LATTICE.first_cell_center


def test_a_tall_header_is_dropped_where_no_outline_tells_the_end_but_cells_beside_it_do() -> None:
    image = np.full((320, 280, 3), 40, np.uint8)
    for x, y in np.rint(LATTICE.centers[::3]).astype(int):
        cv2.rectangle(image, (x - 7, y - 7), (x + 7, y + 7), (150, 150, 150), cv2.FILLED)
    cv2.putText(image, "040 000", (60, 76), cv2.FONT_HERSHEY_SIMPLEX, 1.2, (240, 240, 240), 4)
    board = without_page(image, TITLED, TITLE)
    assert board is not None
    assert board.topology == LATTICE.topology


@pytest.mark.parametrize(
    ("image", "lattice", "doubtful"),
    [
        (page(), TITLED, frozenset({5 * COLS})),  # a cell of the board is
        (page(outlined=False), TITLED, TITLE),  # where the board ends cannot be seen
        (page(title="I"), TITLED, TITLE),  # a pointer
        (page(), LATTICE, TITLE),
    ],
)
def test_no_line_of_the_board_is_dropped_for_its_doubt(
    image: Image, lattice: Lattice, doubtful: frozenset[int]
) -> None:
    assert without_page(image, lattice, doubtful) is None


FRAMED = Lattice(Topology(Shape.SQUARE, ROWS + 3, COLS), (49.5, 69.5), (PITCH, PITCH))
"""The same board with a line above and two below it."""


def framed(*rows: int, right: int = 280) -> Image:
    """Return a board of characters, with lines across in these rows of ``FRAMED``."""
    image = np.full((320, 280, 3), 20, np.uint8)
    for x, y in np.rint(LATTICE.centers[::2]).astype(int):
        cv2.putText(image, "1", (x - 5, y + 5), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (200, 90, 90), 1)
    for row in rows:
        y = round(69.5 + row * PITCH)
        cv2.line(image, (0, y), (right, y), (220, 220, 220))
    return image


def test_a_board_ends_before_a_line_that_runs_across() -> None:
    board = within_lines(framed(0, ROWS + 1), FRAMED)
    assert board is not None
    assert board.topology.rows == ROWS + 2  # without the line above
    board = within_lines(framed(0, ROWS + 1), board)
    assert board is not None
    assert board.topology == LATTICE.topology
    assert np.allclose(board.first_cell_center, LATTICE.first_cell_center)


@pytest.mark.parametrize(
    "image",
    [
        framed(),
        framed(0, right=200),  # it ends within the board
        framed(0, 5),  # cells of the board show it, too
    ],
)
def test_no_line_of_the_board_is_a_line_across(image: Image) -> None:
    assert within_lines(image, FRAMED) is None


@pytest.mark.parametrize(
    ("text", "on_the_page", "is_seen"),
    [
        ("##100/##100/##100/11100/00000", True, False),
        ("##100/##100/##100/11100/00000", False, True),  # cells are parted from the page
        ("###10/###10/###10/11110/00000", True, True),  # numbers lie beside the last line
    ],
)
def test_where_a_board_of_symbols_on_the_page_ends_must_be_seen(
    text: str, on_the_page: bool, is_seen: bool
) -> None:
    board = parse_board(text.replace("/", "\n"))
    lattice = Lattice(board.topology, (49.5, 89.5), (PITCH, PITCH))
    image = np.full((320, 280, 3), 240, np.uint8)
    for label, (x, y) in zip(
        board.labels, np.rint(lattice.centers - PITCH / 2 + 0.5).astype(int), strict=True
    ):
        if label == Label.COVERED:
            if not on_the_page:
                cv2.rectangle(image, (x, y), (x + PITCH - 1, y + PITCH - 1), (200,) * 3, -1)
            cv2.rectangle(image, (x + 8, y + 8), (x + 11, y + 11), (0, 0, 0), -1)
    with nullcontext() if is_seen else pytest.raises(UnreadableError, match="nothing shows where"):
        require_ends(image, lattice, board.labels)


@pytest.mark.parametrize(("outline", "is_seen"), [(240, False), (210, True)])
def test_outlines_of_zeros_far_from_each_other_show_where_a_board_ends(
    outline: int, is_seen: bool
) -> None:
    """Buttons on the page, whose outlines are lighter where they are opened."""
    board = parse_board(
        "00000000\n00000000\n" + "11111111\n########\n11111111\n" + "00000000\n" * 3
    )
    lattice = Lattice(board.topology, (44.5, 44.5), (30.0, 30.0))
    image = np.full((300, 300, 3), 240, np.uint8)
    for label, (x, y) in zip(board.labels, np.rint(lattice.centers).astype(int), strict=True):
        color = 190 if label == Label.COVERED else outline
        cv2.rectangle(image, (x - 9, y - 9), (x + 9, y + 9), (color,) * 3, 2)
    with nullcontext() if is_seen else pytest.raises(UnreadableError, match="at its top"):
        require_ends(image, lattice, board.labels)


@pytest.mark.parametrize(
    ("line", "box", "is_seen"),
    [
        (0, None, False),
        (150, None, True),  # lines part the covered cells
        (-5, None, True),  # so do two colours in turn
        (0, (29, 29, 271, 271), True),  # somebody framed the board
        (0, (29, 5, 271, 271), False),  # and took in what may be the page
    ],
)
def test_where_a_plain_area_of_covered_cells_ends_must_be_told(
    line: int, box: tuple[int, int, int, int] | None, is_seen: bool
) -> None:
    board = parse_board("########\n####1###\n11###111\n01###100\n01###100\n" + "01###100\n" * 3)
    lattice = Lattice(board.topology, (44.5, 44.5), (30.0, 30.0))
    image = np.full((300, 300, 3), 190, np.uint8)
    for label, (x, y) in zip(board.labels, np.rint(lattice.centers).astype(int), strict=True):
        if label != Label.COVERED:
            cv2.rectangle(image, (x - 14, y - 14), (x + 14, y + 14), (30, 30, 30), -1)
        elif line < 0:
            image[y - 15 : y + 15, x - 15 : x + 15] = 190 + line * ((x + y) // 30 % 2)
        elif line:
            cv2.rectangle(image, (x - 15, y - 15), (x + 15, y + 15), (line,) * 3, 1)
    with nullcontext() if is_seen else pytest.raises(UnreadableError, match="at its top"):
        require_ends(image, lattice, board.labels, box)
    told = told_ends(image, lattice, board.labels, box)
    assert ("top" in told) is (line == 0 and is_seen)


@pytest.mark.parametrize(
    ("rows", "more", "is_seen"),
    [(9, 0, True), (9, 5, False), (9, 30, False), (10, 0, False)],
    ids=["as a level", "with a margin", "as high as a line more", "of no usual size"],
)
def test_a_board_of_a_usual_size_ends_with_its_plain_area(
    rows: int, more: int, *, is_seen: bool
) -> None:
    board = parse_board("#########\n" + "111111111\n000000000\n" * 4 + "000000000\n" * (rows - 9))
    lattice = Lattice(board.topology, (44.5, 84.5), (30.0, 30.0))
    image = np.full((420, 330, 3), 255, np.uint8)
    image[70 - more : 100, 30:300] = 150
    image[100 : 70 + 30 * rows, 30:300] = 210
    with nullcontext() if is_seen else pytest.raises(UnreadableError, match="at its top"):
        require_ends(image, lattice, board.labels)


EDGED = parse_board(
    "########\n########\n####11##\n11##1111\n01##1000\n01##1000\n" + "01##1000\n" * 2
)
"""A board whose covered cells are raised above and below, and run into each other sidewards."""


@pytest.mark.parametrize("edges", [(255, 100), (190, 190), (255, 190)])
def test_edges_that_covered_cells_have_elsewhere_show_where_a_board_ends(
    edges: tuple[int, int],
) -> None:
    lattice = Lattice(EDGED.topology, (43.5, 43.5), (24.0, 24.0))
    image = np.full((260, 260, 3), 190, np.uint8)
    corners = np.rint(lattice.centers - 11.5).astype(int)
    for label, (x, y) in zip(EDGED.labels, corners, strict=True):
        cell = image[y : y + 24, x : x + 24]
        if label != Label.COVERED:
            cell[1:-1, 1:-1] = 30
        else:
            cell[:2], cell[-2:] = edges
    is_seen = 190 not in edges  # one edge alone may be that of a frame
    with nullcontext() if is_seen else pytest.raises(UnreadableError, match="at its top"):
        require_ends(image, lattice, EDGED.labels)


def test_a_cell_alone_shares_no_edge_that_anything_changes_across() -> None:
    lattice = Lattice(Topology(Shape.HEXAGON, 8, 9, Variant.ODD_ROWS), (60.0, 60.0), (48.5, 42.0))
    image = np.random.default_rng(1).integers(0, 256, (420, 540, 3)).astype(np.uint8)
    assert mean_change(image, shared_edges(lattice, [0]), lattice) == 0
    assert mean_change(image, shared_edges(lattice, [0, 1]), lattice) > 0


@pytest.mark.parametrize(("line", "is_seen"), [(190, False), (200, True)])
def test_slanting_lines_between_covered_hexagons_show_where_a_board_ends(
    line: int, is_seen: bool
) -> None:
    lattice = Lattice(Topology(Shape.HEXAGON, 8, 9, Variant.ODD_ROWS), (60.0, 60.0), (48.5, 42.0))
    image = np.full((420, 540, 3), 190, np.uint8)
    for cell in range(len(lattice.topology)):
        corners = np.rint(lattice.polygon(cell)).astype(np.int32)
        cv2.polylines(image, [corners], isClosed=True, color=(line,) * 3, lineType=cv2.LINE_AA)
    covered = bytes([Label.COVERED] * len(lattice.topology))
    with nullcontext() if is_seen else pytest.raises(UnreadableError, match="nothing shows where"):
        require_ends(image, lattice, covered)
    # Corners of the board reach into a column of the page, and no line crosses it.
    larger = window(lattice, 0, 0, 8, 10)
    with pytest.raises(UnreadableError, match="nothing shows where"):
        require_ends(image, larger, bytes([Label.COVERED] * len(larger.topology)))
