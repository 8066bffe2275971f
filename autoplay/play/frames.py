"""Frames of a recording as PNG files: the first whole, of each other only what changed.

What did not change is transparent, so every file can be looked at, and a game takes a tenth of the
room its whole frames would.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from autoplay.errors import RecordingError, UsageError
from autoplay.vision.lattice import Image
from autoplay.vision.picture import load_picture, save_picture


def frame_name(number: int) -> str:
    """Return the file name of a look's picture, counted from 1."""
    return f"frame-{number:04d}.png"


class FrameWriter:
    """Writes the frames of one recording, in their order."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: Image | None = None
        self._count = 0

    def write(self, pixels: Image) -> None:
        """Write the next frame, (height, width, 3 or 4) uint8 BGR; UsageError where it cannot be.

        A frame that did not fit on the disk is not there at all.
        """
        now = np.ascontiguousarray(pixels[..., :3])
        picture = now
        if self._last is not None and self._last.shape == now.shape:
            changed = (now != self._last).any(axis=2)
            picture = np.dstack([now * changed[..., None], changed * np.uint8(255)])
        save_picture(self._folder / frame_name(self._count + 1), picture)
        self._count += 1
        self._last = now.copy()


class FrameReader:
    """Reads the frames of one recording, in their order."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._last: Image | None = None
        self._count = 0

    def has_next(self) -> bool:
        """Whether there is another frame."""
        return (self._folder / frame_name(self._count + 1)).exists()

    def read(self) -> Image:
        """Return the next frame, (height, width, 3) uint8 BGR.

        Raises RecordingError naming a frame that is missing, no picture, or a change of nothing.
        """
        path = self._folder / frame_name(self._count + 1)
        try:
            picture = load_picture(path, alpha=True)
        except UsageError as error:
            raise RecordingError(str(error)) from None
        if picture.shape[2] == 4:
            if self._last is None or self._last.shape[:2] != picture.shape[:2]:
                raise RecordingError(f"{path}: is only what changed, and the frame before is gone")
            picture = np.where(picture[..., 3:] > 0, picture[..., :3], self._last)
        self._count += 1
        self._last = picture
        return picture
