"""Picture files: read with every bad one refused in one line."""

from __future__ import annotations

import io
import warnings
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autoplay.errors import UsageError
from autoplay.files import check_writable, read_limited, write_whole
from autoplay.vision.lattice import Image

MAX_BYTES = 200 << 20
MAX_PIXELS = 100_000_000
"""A wall of four 5K monitors has 60 million pixels; anything larger is no screenshot."""
MAX_SIDE = 32_000
"""Pixels: OpenCV samples no picture with a side of 32767 or more."""


def load_picture(source: str | Path, *, alpha: bool = False) -> Image:
    """Return a picture file, (height, width, 3) uint8 BGR; BGRA with ``alpha``, where it has that.

    Raises UsageError naming the file when it is missing, empty, cut off, too large or no picture.
    """
    path = Path(source)
    data = np.frombuffer(read_limited(path, MAX_BYTES), np.uint8)
    if not data.size:
        raise UsageError(f"{path}: the file is empty")
    _require_size_of_a_screen(path, data.tobytes())
    if _is_damaged(data.tobytes()):
        raise UsageError(f"{path}: the picture is cut off or damaged; use another copy of it")
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
        if alpha and picture is not None and not _is_bgra(picture):
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None  # OpenCV's own limit of size
    if picture is None:
        raise UsageError(f"{path}: this is no picture that can be read (PNG, JPEG, BMP, WebP ...)")
    longest = max(picture.shape[:2])
    if longest > MAX_SIDE:
        raise UsageError(f"{path}: a side of {longest} pixels is longer than any screen's")
    return np.asarray(picture, np.uint8)


def check_picture_place(path: Path) -> None:
    """Raise UsageError where ``save_picture`` could not write: asked before long work."""
    check_writable(path, [".png"])


def save_picture(path: Path, picture: Image) -> None:
    """Write a picture, BGR or BGRA uint8, as a PNG file; UsageError where it cannot be written."""
    write_whole(path, encoded_png(picture))


def encoded_png(picture: Image) -> bytes:
    """Return a picture, BGR or BGRA uint8, as the bytes of a PNG file."""
    done, data = cv2.imencode(".png", np.ascontiguousarray(picture))
    assert done, "a picture of bytes can be packed"
    return data.tobytes()


PNG = b"\x89PNG\r\n\x1a\n"
JPEG = b"\xff\xd8"
JPEG_END = 0xD9
JPEG_LONE = frozenset({0, 1, *range(0xD0, 0xD9)})
"""Marks without a segment behind them: a byte 255 of the pixels, and where decoding may resume."""


def _is_bgra(picture: np.ndarray[tuple[int, ...], np.dtype[Any]]) -> bool:
    return picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 4


def png_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height that a PNG's first 24 bytes state; None for another file."""
    if not data.startswith(PNG) or len(data) < 24:
        return None
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def is_whole_png(data: bytes) -> bool:
    """Whether every chunk of a PNG up to its end is there and has its checksum.

    Decoders fill in what is missing, and complain on standard error by themselves.
    """
    at = len(PNG)
    while data.startswith(PNG) and len(data) >= at + 12:
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            return False
        if data[at + 4 : at + 8] == b"IEND":
            return True
        at = end + 4
    return False


def _is_whole_jpeg(data: bytes) -> bool:
    """Whether a JPEG's segments lead to its end mark; some programs write more behind that.

    A thumbnail, which has an end mark of its own, is inside a segment.
    """
    at = 2
    while 0 <= (at := data.find(b"\xff", at)) < len(data) - 1:
        mark = data[at + 1]
        if mark == JPEG_END:
            return True
        if mark == 0xFF:  # filled up
            at += 1
        elif mark in JPEG_LONE:
            at += 2
        else:
            at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def _is_damaged(data: bytes) -> bool:
    """Whether a PNG is not whole, or a JPEG lacks its end mark: decoders would fill in grey."""
    if data.startswith(PNG):
        return not is_whole_png(data)
    return data.startswith(JPEG) and not _is_whole_jpeg(data)


def _require_size_of_a_screen(path: Path, data: bytes) -> None:
    """Raise UsageError for a picture that states so many pixels that it must not be decoded."""
    from PIL import Image as Pillow

    try:
        width, height = png_size(data) or _size_by_pillow(data)
    except Pillow.DecompressionBombError:
        raise UsageError(f"{path}: its pixels are more than any screen has") from None
    if width * height > MAX_PIXELS:
        raise UsageError(f"{path}: {width}x{height} pixels are more than any screen has")


def _size_by_pillow(data: bytes) -> tuple[int, int]:
    """Return the width and height that a picture states, (0, 0) where Pillow cannot tell."""
    from PIL import Image as Pillow

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a size below its own limit, and of what is damaged
        try:
            with Pillow.open(io.BytesIO(data)) as picture:
                return picture.size
        except (OSError, ValueError):
            return 0, 0
