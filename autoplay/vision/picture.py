"""Picture files: read with every bad one refused in one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autoplay.errors import UsageError
from autoplay.vision.lattice import Image

MAX_BYTES = 200 << 20
MAX_PIXELS = 100_000_000
"""A wall of four 5K monitors has 60 million pixels; anything larger is no screenshot."""


def load_picture(source: str | Path, *, alpha: bool = False) -> Image:
    """Return a picture file, (height, width, 3) uint8 BGR; BGRA with ``alpha``, where it has that.

    Raises UsageError naming the file when it is missing, empty, cut off, too large or no picture.
    """
    path = Path(source)
    try:
        if path.is_file() and path.stat().st_size > MAX_BYTES:
            raise UsageError(f"{path}: larger than any screenshot ({MAX_BYTES >> 20} MiB at most)")
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if not data.size:
        raise UsageError(f"{path}: the file is empty")
    if (size := _png_size(data)) and size[0] * size[1] > MAX_PIXELS:
        raise UsageError(f"{path}: {size[0]}x{size[1]} pixels are more than any screen has")
    if _is_cut_off(data):
        raise UsageError(f"{path}: the picture is cut off; save or download it again")
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
        if alpha and picture is not None and not _is_bgra(picture):
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    except cv2.error:
        picture = None  # OpenCV's own limit of size
    if picture is None:
        raise UsageError(f"{path}: this is no picture that can be read (PNG, JPEG, BMP, WebP ...)")
    return np.asarray(picture, np.uint8)


PNG = b"\x89PNG\r\n\x1a\n"


def _is_bgra(picture: np.ndarray[tuple[int, ...], np.dtype[Any]]) -> bool:
    return picture.dtype == np.uint8 and picture.ndim == 3 and picture.shape[2] == 4


def _png_size(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> tuple[int, int] | None:
    head = data[:24].tobytes()
    if not head.startswith(PNG) or len(head) < 24:
        return None
    return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")


def _is_cut_off(data: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> bool:
    """Whether a PNG lacks its end, or a JPEG its end mark: decoders would fill in grey."""
    head, tail = data[:8].tobytes(), data[-64:].tobytes()
    if head.startswith(PNG):
        return b"IEND" not in tail
    return head.startswith(b"\xff\xd8") and b"\xff\xd9" not in tail
