"""Lattices that are too coarse: their cells hold two or four of the board's, in two shades.

JPEG joins the faint squares of a checkerboard at their corners, and what repeats most clearly then
is every second row or column. Such a picture is the same when moved by half a cell, slantwise.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from autoplay.game import Shape, Topology
from autoplay.vision.lattice import Image, Lattice

SAME = 0.4
"""Share of what half a cell along one side changes that half a cell slantwise may change.

It is 0.1 to 0.3 on faint checkerboards under JPEG, 0.9 and more on cells that hold no others.
"""

LEAST_CHANGE = 1.0
"""Gray levels, the mean change from half a cell along a side, below which nothing repeats."""

PARTS = ((2, 2), (1, 2), (2, 1))
"""Into how many columns and rows a cell may have to be divided."""


def finer(image: Image, lattice: Lattice) -> Iterator[Lattice]:
    """Yield the lattice with its cells divided, where the picture, BGR, repeats within them.

    Their phase is still arbitrary.
    """
    topology = lattice.topology
    if topology.shape is not Shape.SQUARE:
        return
    left, top, right, bottom = (max(side, 0) for side in lattice.box)
    board = np.asarray(cv2.blur(image[top:bottom, left:right, :3], (3, 3)), np.uint8)
    for cols, rows in PARTS:
        step = np.rint(np.divide(lattice.pitch, (cols, rows))).astype(int)
        changes = [_change(board, dx, dy) for dx, dy in ((step[0], 0), (0, step[1]), tuple(step))]
        if min(changes[:2]) > LEAST_CHANGE and changes[2] < SAME * min(changes[:2]):
            pitch = lattice.pitch[0] / cols, lattice.pitch[1] / rows
            divided = Topology(Shape.SQUARE, topology.rows * rows, topology.cols * cols)
            yield Lattice(divided, (left + pitch[0] / 2, top + pitch[1] / 2), pitch)


def _change(board: Image, dx: int, dy: int) -> float:
    """Return by how many gray levels the board differs from itself moved, on average.

    In each pixel the channel counts that differs most.
    """
    height, width = board.shape[:2]
    moved, still = board[dy:, dx:], board[: height - dy, : width - dx]
    if not moved.size:
        return 0.0
    blue, green, red = cv2.split(cv2.absdiff(moved, still))
    return float(np.mean(cv2.max(cv2.max(blue, green), red)))
