"""Boards whose outermost cells are cut off by what lies over them."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.errors import CutOffError, UnreadableError
from autoplay.game import Label, Shape, Topology, Variant
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.picture import load_picture
from autoplay.vision.see import see
from autoplay.vision.whole.lines import with_more
from autoplay.vision.whole.sides import side_cells
from autoplay.vision.whole.trimmed import (
    foreign_sides,
    marked_sides,
    require_not_trimmed,
    trimmed_sides,
)

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"
COVERED = bytes([Label.COVERED])

PITCH = 24
LATTICE = Lattice(Topology(Shape.SQUARE, 8, 9), (55.5, 55.5), (PITCH, PITCH))
LEFT, TOP, RIGHT, BOTTOM = LATTICE.box


def board(lattice: Lattice = LATTICE, opened: float = 0.4) -> Image:
    """Return a picture of rimmed cells, this share of them opened with a number."""
    image = np.full((310, 350, 3), 190, np.uint8)
    rng = np.random.default_rng(0)
    for x, y in np.rint(lattice.centers - PITCH / 2 + 0.5).astype(int).tolist():
        if rng.random() < opened:
            cv2.rectangle(image, (x, y), (x + PITCH - 1, y + PITCH - 1), (120,) * 3, 1)
            cv2.putText(image, "2", (x + 7, y + 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (0, 99, 0), 2)
        else:
            image[y : y + PITCH, x : x + PITCH] = 80
            image[y + 1 : y + PITCH - 1, x + 1 : x + PITCH - 1] = 250
            image[y + 4 : y + PITCH - 4, x + 4 : x + PITCH - 4] = 190
    return image


BARS = {
    "bottom": ((0, BOTTOM - 5), (349, BOTTOM + 20)),
    "top": ((0, TOP - 20), (349, TOP + 5)),
    "left": ((LEFT - 20, 0), (LEFT + 5, 309)),
    "right": ((RIGHT - 5, 0), (RIGHT + 20, 309)),
}


@pytest.mark.parametrize("side", BARS)
def test_a_bar_over_the_ends_of_a_side_s_cells_cuts_them_off(side: str) -> None:
    image = board()
    assert not list(trimmed_sides(image, LATTICE))
    (x, y), (end_x, end_y) = BARS[side]
    image[y:end_y, x:end_x] = (230, 90, 30)
    assert list(trimmed_sides(image, LATTICE)) == [side]


WINDOWS = {
    "bottom": ((0, BOTTOM + 3), (349, 309)),
    "top": ((0, 0), (349, TOP - 3)),
    "left": ((0, 0), (LEFT - 3, 309)),
    "right": ((RIGHT + 3, 0), (349, 309)),
}


@pytest.mark.parametrize("side", WINDOWS)
def test_a_sliver_of_the_next_cells_tells_a_window_that_hides_them(side: str) -> None:
    larger = with_more(LATTICE, side)
    assert larger is not None
    image = board(larger, 0.1)
    (x, y), (end_x, end_y) = WINDOWS[side]
    image[y:end_y, x:end_x] = (230, 90, 30)
    assert list(trimmed_sides(image, LATTICE)) == [side]
    image = board()  # and no sliver
    image[y:end_y, x:end_x] = (230, 90, 30)
    assert not list(trimmed_sides(image, LATTICE))


@pytest.mark.parametrize(
    ("variant", "side"),
    [(rows, side) for rows in ("odd-rows", "even-rows") for side in ("bottom", "top")]
    + [("odd-cols", "left"), ("odd-cols", "right")],
)
def test_the_tips_of_hexagons_tell_a_window_that_hides_the_rest_of_them(
    variant: str, side: str
) -> None:
    topology = Topology(Shape.HEXAGON, 8, 9, Variant(variant))
    pitch = (26.0, 22.5) if variant.endswith("rows") else (22.5, 26.0)
    whole = Lattice(topology, (60.5, 60.5), pitch)
    larger = with_more(whole, side)
    assert larger is not None
    x, y = {
        "bottom": (slice(None), slice(whole.box[3] + 2, None)),
        "top": (slice(None), slice(0, whole.box[1] - 2)),
        "left": (slice(0, whole.box[0] - 2), slice(None)),
        "right": (slice(whole.box[2] + 2, None), slice(None)),
    }[side]
    for drawn, cut in ((larger, [side]), (whole, [])):
        image = hexagons(drawn)
        image[y, x] = (230, 90, 30)
        assert list(trimmed_sides(image, whole)) == cut


@pytest.mark.parametrize("whole", [True, False])
def test_a_page_in_the_colour_of_hexagons_has_no_tips_of_them(*, whole: bool) -> None:
    """Cells with lines between them, in a window whose edge is near."""
    lattice = Lattice(Topology(Shape.HEXAGON, 8, 9, Variant.ODD_COLS), (60.5, 60.5), (22.5, 26.0))
    larger = with_more(lattice, "left")
    assert larger is not None
    image = np.full((310, 350, 3), 190, np.uint8)
    drawn = lattice if whole else larger
    for cell in range(len(drawn.topology)):
        cv2.polylines(image, [np.rint(drawn.polygon(cell)).astype(np.int32)], True, (30, 30, 30))
    image[:, : lattice.box[0] - 4] = (230, 90, 30)
    assert ("left" in trimmed_sides(image, lattice)) is not whole


def hexagons(lattice: Lattice) -> Image:
    """Return a picture of covered hexagons with gaps between them, on a dark page."""
    image = np.full((310, 350, 3), 20, np.uint8)
    for cell in range(len(lattice.topology)):
        middle = lattice.center(cell)
        outline = middle + 0.9 * (lattice.polygon(cell) - middle)
        cv2.fillPoly(image, [np.rint(outline).astype(np.int32)], (80, 60, 50))
    return image


def test_an_outline_over_the_cells_of_all_sides_cuts_nothing_off() -> None:
    image = board()
    cv2.rectangle(image, (LEFT, TOP), (RIGHT - 1, BOTTOM - 1), (0, 0, 250), 9)
    assert not list(trimmed_sides(image, LATTICE))


def test_a_line_as_thin_as_those_between_cells_cuts_nothing_off() -> None:
    image = board()
    image[BOTTOM - 1 : BOTTOM + 20] = (230, 90, 30)
    assert not list(trimmed_sides(image, LATTICE))


def test_the_last_cells_seen_of_a_board_that_is_cut_off_are_named() -> None:
    image = board()
    require_not_trimmed(image, LATTICE, COVERED * len(LATTICE.topology))
    (x, y), (end_x, end_y) = BARS["bottom"]
    image[y:end_y, x:end_x] = (230, 90, 30)
    with pytest.raises(CutOffError, match="goes on beyond its bottom side") as caught:
        require_not_trimmed(image, LATTICE, COVERED * len(LATTICE.topology))
    assert caught.value.cells == tuple(range(7 * 9, 8 * 9))
    assert caught.value.lattice == LATTICE


@pytest.mark.parametrize("opened", [0.1, 0.5])
def test_of_a_lattice_beside_the_cells_nothing_is_told(opened: float) -> None:
    image = board(opened=opened)
    image[BOTTOM - 5 : BOTTOM + 20] = (230, 90, 30)
    assert list(trimmed_sides(image, LATTICE)) == ["bottom"]
    for beside in (-PITCH / 5, PITCH / 5):
        assert not list(trimmed_sides(image, LATTICE.moved(beside, 0)))


@pytest.mark.parametrize("side", BARS)
@pytest.mark.parametrize("mark", [Label.FLAG, Label.QUESTION, Label.MINE])
def test_a_side_of_nothing_but_one_mark_that_is_nowhere_else_is_cut_off(
    side: str, mark: Label
) -> None:
    labels = bytearray(COVERED * len(LATTICE.topology))
    line = sorted(side_cells(LATTICE, side))
    for cell in line:
        labels[cell] = mark
    assert list(marked_sides(LATTICE, bytes(labels))) == [side]
    labels[30] = mark  # within the board: the game has such marks
    assert not list(marked_sides(LATTICE, bytes(labels)))
    labels[30], labels[line[4]] = Label.COVERED, Label.COVERED
    assert not list(marked_sides(LATTICE, bytes(labels)))


def test_a_side_of_a_tiny_board_may_be_all_mines() -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 5, 5), (55.5, 55.5), (PITCH, PITCH))
    labels = bytes([Label.FLAG]) * 5 + COVERED * 20
    assert not list(marked_sides(lattice, labels))


def test_halves_of_cells_beside_a_window_are_no_flags() -> None:
    image = load_picture(SCREENS / "xdemineur" / "fresh.png")[..., :3].copy()
    lattice = see(image).lattice
    image[: lattice.box[1] + round(4.6 * lattice.pitch[1])] = 45
    with pytest.raises(UnreadableError, match="goes on beyond its top side"):
        see(image)


def test_parts_of_cells_beside_a_window_are_no_covered_cells() -> None:
    image = load_picture(SCREENS / "kmines" / "fresh.png")[..., :3].copy()
    lattice = see(image).lattice
    end = lattice.box[1] + round(4.6 * lattice.pitch[1])
    image[:end] = (236, 233, 230)
    cv2.rectangle(image, (0, 0), (image.shape[1] - 1, end - 1), (60, 60, 60), 1)
    with pytest.raises(UnreadableError, match="goes on beyond its top side"):
        see(image)


def test_a_wider_sliver_tells_a_window_over_small_cells() -> None:
    larger = with_more(LATTICE, "bottom")
    assert larger is not None
    image = board(larger, 0.1)
    image[BOTTOM + 6 :] = (230, 90, 30)
    size = image.shape[1] * 2 // 3, image.shape[0] * 2 // 3
    image = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    small = Lattice(LATTICE.topology, (56 * 2 / 3 - 0.5,) * 2, (PITCH * 2 / 3,) * 2)
    assert list(trimmed_sides(image, small)) == ["bottom"]


def test_of_covered_cells_drawn_alike_no_side_is_foreign() -> None:
    image = board(opened=0)
    labels = COVERED * len(LATTICE.topology)
    assert foreign_sides(image, LATTICE, labels) == []
    image[BOTTOM - 12 : BOTTOM] = 90
    assert foreign_sides(image, LATTICE, labels) == ["bottom"]
    assert foreign_sides(image, LATTICE, bytes([Label.ONE]) + labels[1:-1] + b"\x01") == []
    image[TOP : TOP + 12] = 90  # an outline
    assert foreign_sides(image, LATTICE, labels) == []
