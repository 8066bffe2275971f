"""Whether a picture still shows the board that was read: asked before every single click."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.desktop.ports import Frame
from autoplay.game import MAX_NUMBER, Board
from autoplay.vision.lattice import Lattice


class StillPicture:
    """The frame a board was read from, and which of its pixels must stay as they are.

    What is opened stays opened, and around the board nothing moves with it: another game in the
    same place, a window moved by whole cells or a window on top change one of these pixels.
    Covered cells may change, by clicks that went before.
    """

    def __init__(self, frame: Frame, lattice: Lattice, board: Board) -> None:
        self._lattice = lattice
        self._words = _words(frame)
        height, width = self._words.shape
        self._lasting = np.ones((height, width), dtype=bool)
        for cell, label in enumerate(board.labels):
            if label > MAX_NUMBER:
                self._lasting[self._box(cell)] = False
        for cell, label in enumerate(board.labels):
            if label <= MAX_NUMBER and lattice.pitch == lattice.cell_size:
                self._lasting[self._box(cell)] = True

    def is_still(self, frame: Frame) -> bool:
        """Whether everything that must stay is as it was."""
        words = _words(frame)
        if words.shape != self._words.shape:
            return False
        return not ((words != self._words) & self._lasting).any()

    def is_untouched(self, frame: Frame, cell: int) -> bool:
        """Whether a cell's middle looks as it did; ask ``is_still`` before."""
        box = self._box(cell, share=0.25)
        return bool(np.array_equal(_words(frame)[box], self._words[box]))

    def _box(self, cell: int, share: float = 0.5) -> tuple[slice, slice]:
        """Rows and columns of the box around a cell, ``share`` of its size to each side."""
        x, y = self._lattice.center(cell)
        half_width, half_height = (share * size for size in self._lattice.cell_size)
        # Half a pixel more: the middle of a pixel is at .0, and edges are rounded.
        top, bottom = int(y - half_height - 0.5), int(y + half_height + 1.5)
        left, right = int(x - half_width - 0.5), int(x + half_width + 1.5)
        return slice(max(0, top), max(0, bottom)), slice(max(0, left), max(0, right))


def _words(frame: Frame) -> NDArray[np.uint32]:
    """The pixels as (height, width) uint32, one comparison a pixel instead of four."""
    pixels = frame.pixels
    if not pixels.flags.c_contiguous:
        pixels = np.ascontiguousarray(pixels)
    return pixels.view(np.uint32)[:, :, 0]
