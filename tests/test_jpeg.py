"""Pictures that were saved as JPEG: told from others, and cleaned."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.truth import load_screens
from autoplay.errors import VisionError
from autoplay.vision.jpeg import is_jpeg, without_artifacts
from autoplay.vision.lattice import Image
from autoplay.vision.picture import load_picture
from autoplay.vision.see import see

SCREENS_FOLDER = Path(__file__).parents[1] / "fixtures" / "screens"
SCREENS = sorted(SCREENS_FOLDER.glob("*/mid*.png"))


def _saved(image: Image, quality: int = 70) -> Image:
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


@pytest.mark.parametrize("path", SCREENS, ids=lambda path: path.parent.name)
def test_a_screen_saved_as_jpeg_is_told_from_what_it_was(path: Path) -> None:
    screen = load_picture(path)
    assert not is_jpeg(screen)
    assert is_jpeg(_saved(screen))


def test_what_shows_nothing_is_no_jpeg() -> None:
    plain = np.full((300, 400, 4), 90, np.uint8)
    assert not is_jpeg(plain)
    assert not is_jpeg(plain[:5, :5])


def test_a_jpeg_that_cannot_be_read_as_it_is_is_read_cleaned() -> None:
    folder = SCREENS_FOLDER / "sgt-mines"
    (screen,) = [each for each in load_screens(folder) if each.name == "mid1"]
    jpeg = _saved(screen.load()[..., :3])
    with pytest.raises(VisionError):
        see(jpeg, retry=False)
    truth = screen.truth.board
    assert truth is not None
    assert see(jpeg).reading.board.labels == truth.labels


def test_a_cleaned_picture_is_bgr_of_the_same_size() -> None:
    given = np.random.default_rng(0).integers(0, 255, (37, 21, 4), np.uint8)
    before = given.copy()
    cleaned = without_artifacts(given)
    assert cleaned.shape == (37, 21, 3)
    assert cleaned.dtype == np.uint8
    assert (given == before).all()
