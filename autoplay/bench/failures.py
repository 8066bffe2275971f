"""Pictures of what went wrong: the truth's cells, the cells found, and every cell misread."""

from __future__ import annotations

import cv2
import numpy as np

from autoplay.bench.vision import Result
from autoplay.game import SYMBOLS
from autoplay.vision.lattice import Image, Lattice

GREEN, RED, BLACK = (0, 200, 0), (0, 0, 255), (0, 0, 0)
"""Blue, green, red."""

FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw_failure(image: Image, result: Result) -> Image:
    """Return the picture, BGR uint8, with truth (green), what was found (red) and a caption.

    A cell that was misread shows its truth and what it was read as, ``3>8``.
    """
    picture = np.ascontiguousarray(image[:, :, :3]).copy()
    if result.truth.lattice is not None:
        _outline(picture, result.truth.lattice, GREEN)
    if result.lattice is not None:
        _outline(picture, result.lattice, RED)
    _name_misread(picture, result)
    score = result.score
    caption = score.refused or f"{score.cells - score.cells_right} of {score.cells} cells wrong"
    strip = np.zeros((26, picture.shape[1], 3), dtype=np.uint8)
    cv2.putText(strip, f"{score.screen}: {caption}", (6, 18), FONT, 0.5, (255, 255, 255), 1)
    return np.vstack([strip, picture])


def _outline(picture: Image, lattice: Lattice, color: tuple[int, int, int]) -> None:
    cells = [
        np.round(lattice.polygon(cell)).astype(np.int32) for cell in range(len(lattice.topology))
    ]
    cv2.polylines(picture, cells, isClosed=True, color=color, thickness=1)


def _name_misread(picture: Image, result: Result) -> None:
    board, truth, lattice = result.board, result.truth.board, result.lattice
    if board is None or truth is None or lattice is None or board.topology != truth.topology:
        return
    size = max(min(lattice.pitch) / 60, 0.3)
    for cell, (read, right) in enumerate(zip(board.labels, truth.labels, strict=True)):
        if read != right:
            x, y = lattice.center(cell)
            text = f"{SYMBOLS[right]}>{SYMBOLS[read]}"
            place = round(x - 30 * size), round(y + 8 * size)
            cv2.putText(picture, text, place, FONT, size, BLACK, 3)
            cv2.putText(picture, text, place, FONT, size, RED, 1)
