"""Picture files: what is too large, cut off or no picture is refused before it is decoded."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Literal

import numpy as np
import pytest
from PIL import Image as Pillow

from autoplay.errors import UsageError
from autoplay.vision.picture import load_picture

WIDTH_AT = {"png": 16, "bmp": 18, "webp": 26}
"""Bytes before the width, and height, in a picture of this kind."""
JPEG_SIZE = b"\xff\xc0"
"""The mark of the segment that begins with the size."""


def _encoded(kind: str, **options: object) -> bytes:
    noise = np.random.default_rng(1).integers(0, 256, (64, 80, 3), np.uint8)
    into = io.BytesIO()
    Pillow.fromarray(noise).save(into, kind, **options)
    return into.getvalue()


@pytest.mark.parametrize("side", [11_000, 16_000])
@pytest.mark.parametrize("kind", ["png", "jpeg", "bmp", "webp"])
def test_a_picture_of_more_pixels_than_any_screen_is_not_decoded(
    kind: str, side: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its header is that of a picture of this size: nothing need be behind it."""
    data = bytearray(_encoded(kind))
    order: Literal["big", "little"] = "big" if kind in ("png", "jpeg") else "little"
    size = side.to_bytes(2 if kind in ("jpeg", "webp") else 4, order) * 2
    at = WIDTH_AT.get(kind) or data.index(JPEG_SIZE) + 5
    data[at : at + len(size)] = size
    (tmp_path / "large").write_bytes(data)
    monkeypatch.setattr("cv2.imdecode", None)
    with pytest.raises(UsageError, match="more than any screen has"):
        load_picture(tmp_path / "large")


@pytest.mark.parametrize("progressive", [False, True])
def test_what_is_behind_the_end_of_a_jpeg_does_no_harm(progressive: bool, tmp_path: Path) -> None:
    data = _encoded("jpeg", progressive=progressive)
    for name, content in (("a", data), ("b", data + bytes(100))):
        (tmp_path / name).write_bytes(content)
    assert (load_picture(tmp_path / "a") == load_picture(tmp_path / "b")).all()


@pytest.mark.parametrize("progressive", [False, True])
def test_a_jpeg_that_is_cut_off_is_refused_though_its_thumbnail_is_whole(
    progressive: bool, tmp_path: Path
) -> None:
    thumbnail = Pillow.Exif()
    thumbnail[0x9C9E] = _encoded("jpeg")  # any field takes bytes
    data = _encoded("jpeg", progressive=progressive, exif=thumbnail)
    assert data.count(b"\xff\xd9") == 2
    (tmp_path / "whole").write_bytes(data)
    load_picture(tmp_path / "whole")
    for length in (len(data) - 2, len(data) * 2 // 3):
        (tmp_path / "cut").write_bytes(data[:length])
        with pytest.raises(UsageError, match="cut off or damaged"):
            load_picture(tmp_path / "cut")


@pytest.mark.parametrize("content", [b"no picture", b"BM" + bytes(20), b"RIFF\0\0\0\0WEBPVP8 "])
def test_what_is_no_picture_is_named(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "none").write_bytes(content)
    with pytest.raises(UsageError, match="none: this is no picture"):
        load_picture(tmp_path / "none")
