"""Whether a picture still shows the board that was read: asked before every single click."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.desktop.ports import Frame
from autoplay.game import MAX_NUMBER
from autoplay.vision.lattice import Lattice

Box = tuple[slice, slice]


class StillPicture:
    """The frame a board was last read from, and which of its pixels must stay as they are.

    What is opened stays opened, and around the board nothing moves with it: another game in the
    same place, a window moved by whole cells or a window on top change one of these pixels.
    Covered cells may change, by clicks that went before.
    """

    def __init__(self, lattice: Lattice) -> None:
        self._boxes = _boxes(lattice, 0.5)
        self._middles = _boxes(lattice, 0.25)
        self._labels = bytes(len(self._boxes))
        self._words = np.zeros((0, 0), np.uint32)
        self._loose = np.zeros((0, 0), np.uint8)  # how many covered cells' boxes hold a pixel

    def show(self, frame: Frame, labels: bytes) -> None:
        """Take this frame as the picture of these labels; work goes only into what changed."""
        self._words = words_of(frame)
        if self._loose.shape != self._words.shape:
            self._labels = bytes(len(self._boxes))
            self._loose = np.zeros(self._words.shape, np.uint8)
        was, now = (np.frombuffer(each, np.uint8) > MAX_NUMBER for each in (self._labels, labels))
        for cell in np.flatnonzero(was != now).tolist():
            self._loose[self._boxes[cell]] += np.uint8(1) if now[cell] else np.uint8(255)
        self._labels = labels
        self._lasting = self._loose == 0

    def is_still(self, frame: Frame) -> bool:
        """Whether everything that must stay is as it was."""
        words = words_of(frame)
        if words.shape != self._words.shape:
            return False
        return not ((words != self._words) & self._lasting).any()

    def is_untouched(self, frame: Frame, cell: int) -> bool:
        """Whether a cell's middle looks as it did; ask ``is_still`` before."""
        box = self._middles[cell]
        return bool(np.array_equal(words_of(frame)[box], self._words[box]))


def _boxes(lattice: Lattice, share: float) -> list[Box]:
    """Rows and columns of a box around each cell, ``share`` of its size to each side."""
    half = np.array(lattice.cell_size) * share
    # Half a pixel more: the middle of a pixel is at .0, and edges are rounded.
    low = np.maximum(np.trunc(lattice.centers - half - 0.5), 0).astype(int).tolist()
    high = np.maximum(np.trunc(lattice.centers + half + 1.5), 0).astype(int).tolist()
    return [
        (slice(top, bottom), slice(left, right))
        for (left, top), (right, bottom) in zip(low, high, strict=True)
    ]


def words_of(frame: Frame) -> NDArray[np.uint32]:
    """The pixels as (height, width) uint32, one comparison a pixel instead of four."""
    pixels = frame.pixels
    if not pixels.flags.c_contiguous:
        pixels = np.ascontiguousarray(pixels)
    return pixels.view(np.uint32)[:, :, 0]
