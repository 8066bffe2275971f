"""Pictures that were saved as JPEG: told by their blocks, and freed of what it left at edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.vision.lattice import Image

BLOCK = 8
"""Pixels along a side of what JPEG keeps as waves (ITU-T T.81)."""

LEAST_DEVIATION = 6.0
"""Gray levels (standard deviation) in a block that shows something."""

AT_ONCE = 32
"""Rows of blocks that are looked at at once: a limit of memory."""

FEWEST, MOST_BLOCKS = 20, 600
"""Blocks that must show something to tell anything, and how many are looked at."""

NONE = 1.0
"""Size of a wave that was left out: rounding to whole gray levels leaves some 0.3 of it."""

LEFT_OUT = 0.08
"""Share of the short waves by which more are left out within JPEG's blocks than across them. Of 192
screens that were no JPEG those of one game have 0.13 and more, whose cells lie as JPEG's blocks do;
of 196 JPEGs at quality 70 two have less."""


def is_jpeg(image: Image) -> bool:
    """Whether the picture, BGR or BGRA uint8, was saved as JPEG, at its present size, before.

    JPEG leaves out short waves in each of its blocks; blocks that lie across four of them have
    them all the same.
    """
    gray = np.asarray(cv2.cvtColor(np.ascontiguousarray(image[..., :3]), cv2.COLOR_BGR2GRAY))
    within, across = _left_out(gray), _left_out(gray[BLOCK // 2 :, BLOCK // 2 :])
    return within is not None and across is not None and within - across > LEFT_OUT


def _left_out(gray: NDArray[Any]) -> float | None:
    """Return the share of short waves that a picture's blocks lack, None where all is plain."""
    blocks = np.concatenate([_showing(row) for row in _rows_of_blocks(gray)])
    if len(blocks) < FEWEST:
        return None
    some = np.linspace(0, len(blocks) - 1, min(len(blocks), MOST_BLOCKS)).astype(np.intp)
    waves = _WAVES @ blocks[some].astype(np.float32) @ _WAVES.T
    return float((np.abs(waves[:, _SHORT]) < NONE).mean())


def _rows_of_blocks(gray: NDArray[Any]) -> Iterator[NDArray[Any]]:
    """Yield the blocks of a picture, (blocks, BLOCK, BLOCK), a few rows of them at a time."""
    rows, cols = (size // BLOCK for size in gray.shape)
    cut = gray[: rows * BLOCK, : cols * BLOCK].reshape(rows, BLOCK, cols, BLOCK).swapaxes(1, 2)
    for row in range(0, max(rows, 1), AT_ONCE):
        yield cut[row : row + AT_ONCE].reshape(-1, BLOCK, BLOCK)


def _showing(blocks: NDArray[Any]) -> NDArray[Any]:
    """Return the blocks that show something."""
    shows = blocks.astype(np.float32).std(axis=(1, 2)) >= LEAST_DEVIATION
    return np.asarray(blocks[shows])


def _waves() -> NDArray[np.float32]:
    """Return the matrix of the discrete cosine transform, orthonormal, (BLOCK, BLOCK)."""
    return np.asarray(cv2.dct(np.eye(BLOCK, dtype=np.float32), flags=cv2.DCT_ROWS).T, np.float32)


_WAVES = _waves()
_SHORT = np.add.outer(np.arange(BLOCK), np.arange(BLOCK)) >= BLOCK

REACH, LEAST_VARIANCE = 2, 30.0
"""Pixels around one in which its colour follows its brightness, and the variance of the brightness,
in squared gray levels, that is no more than noise."""

SIZE, SHADE, DISTANCE = 5, 20.0, 2.0
"""Of the bilateral filter: pixels across, and deviations in gray levels and in pixels."""


def without_artifacts(image: Image) -> Image:
    """Return the picture, BGR or BGRA uint8, with the colours JPEG spread drawn in, BGR uint8.

    Colours are kept at half the size, so they run over edges that brightness keeps sharp: each is
    made to follow the brightness around it (the guided filter of He, Sun and Tang, 2010). What is
    left of waves along edges is smoothed away. That is not nearer to what was saved, but cells of
    one look are nearer to each other: of 49 screens at quality 70 that could not be read 19 are.
    """
    ycc = cv2.cvtColor(np.ascontiguousarray(image[..., :3]), cv2.COLOR_BGR2YCrCb)
    exact = ycc.astype(np.float32)
    for channel in (1, 2):
        exact[..., channel] = _guided(exact[..., channel], exact[..., 0])
    drawn_in = cv2.cvtColor(np.clip(exact + 0.5, 0, 255).astype(np.uint8), cv2.COLOR_YCrCb2BGR)
    return np.asarray(cv2.bilateralFilter(drawn_in, SIZE, SHADE, DISTANCE), np.uint8)


def _guided(values: NDArray[np.float32], guide: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the values as the straight line through what the guide is around each of them."""

    def mean(plane: NDArray[Any]) -> NDArray[np.float32]:
        return np.asarray(cv2.blur(plane, (2 * REACH + 1, 2 * REACH + 1)), np.float32)

    around, level = mean(guide), mean(values)
    variance = mean(guide * guide) - around * around
    slope = (mean(guide * values) - around * level) / (variance + np.float32(LEAST_VARIANCE))
    return np.asarray(mean(slope) * guide + mean(level - slope * around), np.float32)
