"""A dimmed screen is read as a bright one."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from autoplay import load_picture, see
from autoplay.vision.light import brightened

SCREEN = Path(__file__).parent.parent / "fixtures" / "screens" / "xbomb-square" / "mid1.png"


def test_a_bright_picture_comes_back_itself() -> None:
    picture = np.zeros((50, 50, 3), np.uint8)
    picture[:5, :5, 0] = 250
    assert brightened(picture) is picture


def test_a_dimmed_picture_has_its_light_again_but_for_single_bright_pixels() -> None:
    picture = np.full((200, 200, 3), 51, np.uint8)
    picture[:20] = 153
    picture[100, 100] = 255
    bright = brightened(picture)
    assert bright[0, 0].tolist() == [255] * 3
    assert bright[150, 0].tolist() == [85] * 3
    assert bright[100, 100].tolist() == [255] * 3
    assert picture[0, 0, 0] == 153


def test_a_picture_without_light_is_no_error() -> None:
    assert not brightened(np.zeros((4, 4, 3), np.uint8)).any()


def test_a_dimmed_board_is_read_and_its_skin_is_as_dark_as_the_screen() -> None:
    picture = load_picture(SCREEN)[..., :3]
    dark = (picture * 0.4).astype(np.uint8)
    bright, dim = see(picture), see(dark)
    assert dim.reading.board == bright.reading.board
    assert dim.skin.pictures.max() <= dark.max() < 110
    known = see(dark, skins=[dim.skin])
    assert known.known
    assert known.reading.board == bright.reading.board
