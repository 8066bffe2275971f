"""Picture files: what is too large, cut off or no picture is refused before it is decoded."""

from __future__ import annotations

import io
import zlib
from pathlib import Path
from typing import Any, Literal

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from autoplay.errors import UsageError
from autoplay.vision.lattice import Image
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
    if kind == "png":
        data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    (tmp_path / "large").write_bytes(data)
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", None)
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


@pytest.mark.parametrize("kind", [".hdr", ".pam", ".ppm", ".sr", ".tiff"])
def test_a_format_that_is_not_read_is_refused_with_those_that_are(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """OpenCV decodes these before it can be asked how many pixels they have."""
    picture = np.zeros((20, 30, 3), np.float32 if kind == ".hdr" else np.uint8)
    path = tmp_path / f"board{kind}"
    assert cv2.imwrite(str(path), picture)
    with pytest.raises(UsageError, match="no picture that can be read; use PNG, JPEG, BMP, GIF or"):
        load_picture(path)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("kind", ["png", "jpeg", "bmp", "gif", "webp"])
def test_a_damaged_picture_is_one_line_of_our_own(
    kind: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = _encoded(kind)
    rng = np.random.default_rng(2)
    path, refused = tmp_path / "damaged", 0
    for _ in range(40):
        data = bytearray(whole[: rng.integers(1, len(whole))] if rng.random() < 0.5 else whole)
        data[rng.integers(len(data))] ^= 1 << rng.integers(8)
        path.write_bytes(data)
        try:
            load_picture(path)
        except UsageError as error:
            refused += str(error).startswith(f"{path}: ")
    assert refused > 10
    assert capfd.readouterr().err == ""


def _loaded(picture: Pillow.Image, path: Path, *, alpha: bool = False, **options: Any) -> Image:
    picture.save(path, **options)
    return load_picture(path, alpha=alpha)


def test_a_picture_is_turned_as_its_exif_says(tmp_path: Path) -> None:
    quarter_right = Pillow.Exif()
    quarter_right[0x0112] = 6
    noise = np.random.default_rng(3).integers(0, 256, (4, 6, 3), np.uint8)
    turned = _loaded(Pillow.fromarray(noise), tmp_path / "a.png", exif=quarter_right)
    assert (turned == np.rot90(noise, -1)[..., ::-1]).all()


def test_sixteen_bits_become_the_upper_eight(tmp_path: Path) -> None:
    grays = np.arange(0, 1 << 16, 512, dtype=np.uint16).reshape(8, 16)
    loaded = _loaded(Pillow.fromarray(grays), tmp_path / "a.png")
    assert (loaded == (grays >> 8)[..., None]).all()


def test_alpha_is_given_only_where_it_is_asked_for_and_there(tmp_path: Path) -> None:
    clear = Pillow.new("P", (3, 2))
    clear.putpalette([10, 20, 30, 40, 50, 60])
    with_alpha = _loaded(clear, tmp_path / "a.png", alpha=True, transparency=0)
    assert (with_alpha == (30, 20, 10, 0)).all()
    assert (load_picture(tmp_path / "a.png") == (30, 20, 10)).all()
    assert _loaded(clear, tmp_path / "b.png", alpha=True).shape == (2, 3, 3)


@pytest.mark.parametrize(("mode", "gray"), [("1", 255), ("L", 90), ("LA", 90), ("CMYK", 90)])
def test_every_kind_of_colour_becomes_blue_green_red(mode: str, gray: int, tmp_path: Path) -> None:
    picture = Pillow.new("RGB", (16, 16), (gray,) * 3).convert(mode)
    loaded = _loaded(picture, tmp_path / ("a.jpg" if mode == "CMYK" else "a.png"))
    assert (abs(loaded.astype(int) - gray) <= 1).all()  # a JPEG is not exact


def test_of_an_animated_picture_the_first_frame_is_read(tmp_path: Path) -> None:
    frames = [Pillow.new("RGB", (8, 8), color) for color in ((255, 0, 0), (0, 255, 0))]
    loaded = _loaded(frames[0], tmp_path / "a.gif", save_all=True, append_images=frames[1:])
    assert (loaded == (0, 0, 255)).all()
