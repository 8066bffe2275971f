"""Opened cells at a side that go over into the page."""

from __future__ import annotations

from contextlib import nullcontext

import cv2
import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Label, parse_board
from autoplay.vision.lattice import Lattice
from autoplay.vision.whole.open_ground import require_ground_ends

PITCH = 20
GROUND = 20


@pytest.mark.parametrize(
    ("text", "frame", "line", "is_seen"),
    [
        ("00000/01111/12###/1####/1####", None, 0, False),
        ("00000/01111/12###/1####/1####", 2, 0, True),  # a frame inside which nothing more fits
        ("00000/01111/12###/1####/1####", None, 60, True),  # lines part opened cells
        ("00000/00000/01111/12###/1####", 5, 0, False),  # of two lines the outer one may be page
        ("00000/00000/01111/12###/1####", 2, 0, True),
        ("00010/01111/12###/1####/1####", None, 0, True),  # a number in the last line
    ],
)
@pytest.mark.parametrize("turns", range(4))
def test_where_opened_cells_go_over_into_the_page_a_board_may_end_before(
    text: str, frame: int | None, line: int, turns: int, *, is_seen: bool
) -> None:
    rows = np.rot90([list(row) for row in text.split("/")], turns)
    board = parse_board("\n".join("".join(row) for row in rows))
    lattice = Lattice(board.topology, (70.0 - 0.5 + PITCH / 2,) * 2, (PITCH, PITCH))
    image = np.full((240, 300, 3), GROUND, np.uint8)
    if frame is not None:
        left, top, right, bottom = lattice.box
        margin = {side: frame if side == turns else 40 for side in range(4)}  # not in the middle
        corner = left - margin[1], top - margin[0]
        cv2.rectangle(image, corner, (right + margin[3], bottom + margin[2]), (200,) * 3)
    for label, (x, y) in zip(board.labels, np.rint(lattice.centers - 9.5).astype(int), strict=True):
        if label == Label.COVERED:
            cv2.rectangle(image, (x + 1, y + 1), (x + 18, y + 18), (230,) * 3, -1)
        elif label != Label.ZERO:
            cv2.line(image, (x + 10, y + 4), (x + 10, y + 15), (255, 0, 0), 2)
        if line:
            cv2.rectangle(image, (x, y), (x + 19, y + 19), (line,) * 3, 1)
    refused = pytest.raises(UnreadableError, match="nothing shows where the board ends at its")
    with nullcontext() if is_seen else refused:
        require_ground_ends(image, lattice, board.labels)
    require_ground_ends(image, lattice, board.labels, lattice.box)  # a person told it


@pytest.mark.parametrize(
    ("beyond", "line", "beside", "is_seen"),
    [
        (10, 0, GROUND, False),
        (3, 0, GROUND, True),  # a margin
        (24, 0, GROUND, True),  # another cell would be seen
        (10, 60, GROUND, True),  # lines part opened cells
        (10, 0, 90, True),  # a page in another colour
    ],
)
@pytest.mark.parametrize("turns", range(4))
def test_where_their_ground_runs_off_the_picture_more_may_be_cut_off(
    beyond: int, line: int, beside: int, turns: int, *, is_seen: bool
) -> None:
    rows = np.array([list(row) for row in ("##100001", "##110012", "###10012", "####1001")])
    lines, wide = rows.shape
    image = np.full((lines * PITCH + 80, 40 + wide * PITCH + beyond, 3), beside, np.uint8)
    image[40:-40, 40 : 40 + wide * PITCH] = GROUND
    for (row, col), cell in np.ndenumerate(rows):
        x, y = 40 + PITCH * col, 40 + PITCH * row
        if cell == "#":
            cv2.rectangle(image, (x + 1, y + 1), (x + 18, y + 18), (230,) * 3, -1)
        elif cell != "0":
            cv2.line(image, (x + 6, y + 6), (x + 13, y + 13), (255, 0, 0), 2)
        if line:
            cv2.rectangle(image, (x, y), (x + 19, y + 19), (line,) * 3, 1)
    image = np.ascontiguousarray(np.rot90(image, turns))
    board = parse_board("\n".join("".join(row) for row in np.rot90(rows, turns)))
    margins = np.roll([40, 40, 40, beyond], turns)  # top, left, bottom, right
    first = tuple(float(margin - 0.5 + PITCH / 2) for margin in (margins[1], margins[0]))
    lattice = Lattice(board.topology, (first[0], first[1]), (PITCH, PITCH))
    refused = pytest.raises(UnreadableError, match="runs off the picture; frame it with")
    with nullcontext() if is_seen else refused:
        require_ground_ends(image, lattice, board.labels)
    require_ground_ends(image, lattice, board.labels, lattice.box)  # a person told it
