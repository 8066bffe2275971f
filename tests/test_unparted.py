"""Plain things over a board on which no other cell is covered."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.truth import Screen, load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape
from autoplay.vision.lattice import Image
from autoplay.vision.see import see
from autoplay.vision.unparted import require_parted

ROOT = Path(__file__).parent.parent
SCREENS = [
    screen
    for screen in load_screens(ROOT / "fixtures" / "screens")
    if screen.truth.board is not None and screen.truth.board.topology.shape is Shape.SQUARE
]


def plain(part: Image) -> Image:
    """Return the part in one colour."""
    return np.full_like(part, 160)


def blurred(part: Image) -> Image:
    """Return the part as it is seen through frosted glass."""
    return np.asarray(cv2.GaussianBlur(part, (0, 0), 8), np.uint8)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_bare_cells_of_a_game_are_parted_as_its_opened_ones_are(screen: Screen) -> None:
    assert screen.truth.board is not None and screen.truth.lattice is not None
    require_parted(screen.load(), screen.truth.lattice, screen.truth.board.labels)


@pytest.mark.parametrize("over", [plain, blurred])
def test_a_patch_over_a_won_board_is_no_bare_cell(over: Callable[[Image], Image]) -> None:
    screen = next(screen for screen in SCREENS if screen.name == "sgt-mines/won")
    board, lattice = screen.truth.board, screen.truth.lattice
    assert board is not None and lattice is not None
    cols = lattice.topology.cols
    image, labels = screen.load()[:, :, :3].copy(), bytearray(board.labels)
    box = [round(place) for place in (*lattice.center(5 * cols + 5), *lattice.center(8 * cols + 8))]
    half = round(lattice.pitch[0] / 2)
    part = np.s_[box[1] - half : box[3] + half, box[0] - half : box[2] + half]
    image[part] = over(image[part])
    with pytest.raises(UnreadableError):
        see(image)
    if over is plain:
        for label in (Label.COVERED, Label.ZERO):
            for row, col in np.ndindex(4, 4):
                labels[(row + 5) * cols + col + 5] = label
            with pytest.raises(UnreadableError, match="plain lies over the board, at 5,5 and"):
                require_parted(image, lattice, bytes(labels))


def test_a_patch_over_a_fresh_board_is_no_area_of_zeros() -> None:
    screen = next(screen for screen in SCREENS if screen.name == "xdemineur/fresh")
    lattice = screen.truth.lattice
    assert lattice is not None
    cols = lattice.topology.cols
    image, labels = screen.load()[:, :, :3].copy(), bytearray([Label.COVERED] * 480)
    box = [round(place) for place in (*lattice.center(5 * cols + 5), *lattice.center(8 * cols + 6))]
    half = round(lattice.pitch[0] / 2)
    image[box[1] - half : box[3] + half, box[0] - half : box[2] + half] = 190
    for row, col in np.ndindex(4, 2):
        labels[(row + 5) * cols + col + 5] = Label.ZERO
    with pytest.raises(UnreadableError, match="something plain lies over the board, at 5,5"):
        require_parted(image, lattice, bytes(labels))
