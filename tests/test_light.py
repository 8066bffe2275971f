"""A dimmed screen is read as a bright one."""

from __future__ import annotations

import itertools
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay import load_picture, see
from autoplay.vision.light import brightened, undimmed

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


def test_edges_that_shine_in_a_jpeg_are_not_the_light_of_the_page() -> None:
    """JPEG keeps colours at half the size, so red and blue run over from a page to green cells."""
    page = np.full((240, 240, 3), 170, np.uint8)
    for x, y in itertools.product(range(9, 200, 26), repeat=2):
        page[y : y + 25, x : x + 25] = (0, 85, 0)
    _, data = cv2.imencode(".jpg", page, [cv2.IMWRITE_JPEG_QUALITY, 60])
    picture = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    assert (picture.max(axis=2) > 215).mean() > 1e-3
    assert np.median(brightened(picture)[:4]) > 215


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


def veiled(picture: NDArray[np.uint8], share: float = 0.3, other: float = 20) -> NDArray[np.uint8]:
    """Return the picture beneath a veil, with a box over an eighth of it."""
    dark = (picture * share + other).astype(np.uint8)
    height, width = dark.shape[:2]
    dark[height // 4 : height // 2, width // 4 : 3 * width // 4] = 60
    return dark


def test_what_lies_beneath_a_veil_has_its_light_again() -> None:
    picture = load_picture(SCREEN)[..., :3]
    lit = undimmed(veiled(picture), picture)
    assert lit is not None
    off = np.abs(lit.astype(int) - picture).max(axis=2)
    assert np.mean(off <= 4) > 0.8
    assert off.max() > 50  # the box stays what it is


@pytest.mark.parametrize("other", ["the picture itself", "another", "too dark", "mostly covered"])
def test_what_is_no_veil_over_the_same_picture_stays_as_it_is(other: str) -> None:
    picture = load_picture(SCREEN)[..., :3]
    now = {
        "the picture itself": picture,
        "another": np.ascontiguousarray(veiled(picture).transpose(1, 0, 2)),
        "too dark": veiled(picture, 0.1),
        "mostly covered": np.where(np.indices(picture.shape)[0] % 5, np.uint8(90), veiled(picture)),
    }[other]
    height, width = (min(a, b) for a, b in zip(now.shape[:2], picture.shape[:2], strict=True))
    assert undimmed(now[:height, :width], picture[:height, :width]) is None


def test_a_picture_of_another_size_lies_beneath_no_veil() -> None:
    picture = load_picture(SCREEN)[..., :3]
    assert undimmed(veiled(picture)[:-40], picture) is None
    assert undimmed(picture[:0], picture[:0]) is None
