"""Picture files: read with every bad one refused in one line."""

from __future__ import annotations

import io
import struct
import warnings
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from autoplay.errors import UsageError
from autoplay.files import check_writable, read_limited, write_whole
from autoplay.vision.lattice import Image

if TYPE_CHECKING:
    from PIL import Image as PillowImage

MAX_BYTES = 200 << 20
"""Bytes of a file: a wall of four 5K monitors, 60 million pixels, takes 180 million unpacked."""

MAX_PIXELS = 100_000_000
"""Anything larger than that wall, and half of it again, is no screenshot."""

MAX_SIDE = 32_000
"""Pixels: OpenCV samples no picture with a side of 32767 or more."""

AT_ONCE = 256
"""Rows of a picture that are converted at once: a limit of memory."""

FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WebP")
"""What programs save screens as and Pillow decodes: it tells the size first, and of damage by an
error alone. Of a damaged TIFF, libtiff writes lines of its own on standard error."""

PILLOWS_ERRORS = (OSError, SyntaxError, ValueError, TypeError, IndexError, EOFError, struct.error)
"""What Pillow raises on damage, by format and place of it."""


def load_picture(source: str | Path, *, alpha: bool = False) -> Image:
    """Return a picture file, (height, width, 3) uint8 BGR; BGRA with ``alpha``, where it has that.

    It is turned as its EXIF says, and of an animated one this is the first frame. Raises UsageError
    naming the file when it is missing, empty, cut off, too large or none of ``FORMATS``.
    """
    path = Path(source)
    data = read_limited(path, MAX_BYTES)
    if not data:
        raise UsageError(f"{path}: the file is empty")
    damaged = UsageError(f"{path}: the picture is cut off or damaged; use another copy of it")
    if _is_filled_in(data):
        raise damaged
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of a size below Pillow's limit, and of what is damaged
        with _opened(path, data) as picture:
            _require_size_of_a_screen(path, *picture.size)
            try:
                return _pixels(picture, alpha=alpha)
            except PILLOWS_ERRORS:
                raise damaged from None


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
"""What files of these kinds begin with."""

JPEG_END = 0xD9
"""The mark behind the last segment of a JPEG, after a byte 255."""

JPEG_LONE = frozenset({0, 1, *range(0xD0, 0xD9)})
"""Marks without a segment behind them: a byte 255 of the pixels, and where decoding may resume."""


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


def _is_filled_in(data: bytes) -> bool:
    """Whether a PNG is not whole, or a JPEG lacks its end mark: decoders may fill in grey."""
    if data.startswith(PNG):
        return not is_whole_png(data)
    return data.startswith(JPEG) and not _is_whole_jpeg(data)


def _opened(path: Path, data: bytes) -> PillowImage.Image:
    """Return a picture of which no more than the header was read; UsageError where it is none."""
    from PIL import Image as PillowImage

    try:
        return PillowImage.open(io.BytesIO(data), formats=FORMATS)
    except PillowImage.DecompressionBombError:
        raise UsageError(f"{path}: its pixels are more than any screen has") from None
    except PILLOWS_ERRORS:
        *others, last = FORMATS
        raise UsageError(
            f"{path}: this is no picture that can be read; use {', '.join(others)} or {last}"
        ) from None


def _require_size_of_a_screen(path: Path, width: int, height: int) -> None:
    """Raise UsageError for a picture that states so many pixels that it must not be decoded."""
    if width * height > MAX_PIXELS:
        raise UsageError(f"{path}: {width}x{height} pixels are more than any screen has")
    if (longest := max(width, height)) > MAX_SIDE:
        raise UsageError(f"{path}: a side of {longest} pixels is longer than any screen's")


def _pixels(picture: PillowImage.Image, *, alpha: bool) -> Image:
    """Return an opened picture decoded, as ``load_picture`` does."""
    from PIL import Image as PillowImage
    from PIL import ImageOps

    picture.load()
    ImageOps.exif_transpose(picture, in_place=True)
    if picture.mode.startswith("I"):  # gray of 16 bits, which converting would clip
        picture = PillowImage.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
    has_alpha = alpha and picture.has_transparency_data
    mode, order = ("RGBA", cv2.COLOR_RGBA2BGRA) if has_alpha else ("RGB", cv2.COLOR_RGB2BGR)
    pixels: Image = np.empty((picture.height, picture.width, len(mode)), np.uint8)
    # Converted whole, a large picture is held four times over.
    for top in range(0, picture.height, AT_ONCE):
        strip = picture.crop((0, top, picture.width, min(top + AT_ONCE, picture.height)))
        pixels[top : top + AT_ONCE] = cv2.cvtColor(np.asarray(strip.convert(mode)), order)
    return pixels
