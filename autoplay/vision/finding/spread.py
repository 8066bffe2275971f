"""How far a board reaches: from cells that are surely drawn to the last row and column."""

from __future__ import annotations

import numpy as np

from autoplay.vision.finding.edges import STRENGTHS
from autoplay.vision.finding.fit import refined
from autoplay.vision.finding.tiling import Drawing, Float, outlines, support, window
from autoplay.vision.lattice import SMALLEST_BOARD, Lattice

DRAWN = 0.5
"""Support from which an edge counts as drawn; true edges have 0.8 and more, digits 0.2."""

NEEDED = 0.55
"""Share of a cell's edges that must be drawn; fewer, and the cell speaks against the board."""

BLANK = 0.06
"""Edge strength inside a cell below which it shows nothing."""

BLANK_COST = 0.08
"""What a cell without edges and content costs: an opened zero, or the page beside the board."""

BORDER_WORTH = 0.1
"""What a fully drawn edge of the border is worth in cells, and a missing one costs.

Just enough to reach over one empty row to a frame, and not over two to the next window's.
"""

MOST_ROUNDS = 8
"""Times that a lattice is grown and fitted, unless it stays: of 83 on fixtures/screens none takes
more than 5."""

MOST_CELLS = 130
"""Rows or columns to which a lattice is grown; boards have up to 100."""


Rect = tuple[int, int, int, int]
"""First row, row after the last, first column, column after the last."""


def spread(drawing: Drawing, lattice: Lattice) -> Lattice | None:
    """Return the lattice grown over the whole board and fitted to it; None if it has under 4x4.

    Grows by half its size at a time, because a pitch fitted to n cells holds for about 2n.
    """
    seen: set[tuple[int, int, int, int]] = set()
    for _ in range(MOST_ROUNDS):
        grid = _margined(lattice, drawing.edges.shape)
        held = support(drawing, grid)
        rect = _best_rect(held, _worth(held, _content(drawing, grid)))
        top, bottom, left, right = rect
        if bottom - top < 3 or right - left < 3:
            return None
        lattice = window(grid, top, left, bottom - top, right - left)
        cells = (held[top:bottom, left:right] > DRAWN).mean(axis=2)
        lattice = refined(drawing, lattice, cells)
        box = lattice.box
        if box in seen:
            break
        seen.add(box)
    return lattice if min(lattice.topology.rows, lattice.topology.cols) >= SMALLEST_BOARD else None


def _margined(lattice: Lattice, shape: tuple[int, int]) -> Lattice:
    """Return the lattice with as many cells more on each side as its fit holds for."""
    rows, cols = lattice.topology.rows, lattice.topology.cols
    left, top, right, bottom = lattice.box
    more_rows, more_cols = max(rows // 2, 2), max(cols // 2, 2)
    above = min(more_rows, max(int(top / lattice.pitch[1] + 1), 0))
    below = min(more_rows, max(int((shape[0] - bottom) / lattice.pitch[1] + 1), 0))
    before = min(more_cols, max(int(left / lattice.pitch[0] + 1), 0))
    after = min(more_cols, max(int((shape[1] - right) / lattice.pitch[0] + 1), 0))
    rows = min(rows + above + below, MOST_CELLS)
    cols = min(cols + before + after, MOST_CELLS)
    return window(lattice, -above, -before, rows, cols)


def _content(drawing: Drawing, lattice: Lattice) -> Float:
    """Return the mean edge strength in the middle of each cell, (rows, cols)."""
    image = drawing.edges.any
    height, width = image.shape
    middles = outlines(lattice).mean(axis=1)
    reach = min(lattice.cell_size) * 0.2
    steps = [(dx * reach, dy * reach) for dx in (-1, -0.5, 0, 0.5, 1) for dy in (-1, 0, 1)]
    places = np.rint(middles[:, None, :] + np.array(steps)).astype(int)
    x, y = np.clip(places[..., 0], 0, width - 1), np.clip(places[..., 1], 0, height - 1)
    mean = STRENGTHS[image[y, x]].mean(axis=1)
    values: Float = mean.reshape(lattice.topology.rows, lattice.topology.cols)
    return values


def _worth(held: Float, content: Float) -> Float:
    """Return how far each cell speaks for (above 0) or against being one of the board."""
    drawn = (held > DRAWN).mean(axis=2)
    worth: Float = np.where(
        (content < BLANK) & (drawn < NEEDED),
        np.maximum(drawn - NEEDED, -BLANK_COST),
        drawn - NEEDED,
    )
    return worth


def _best_rect(held: Float, worth: Float) -> Rect:
    """Return the rectangle of cells that has the most worth and the best drawn border."""
    rows, cols = worth.shape
    rect = (0, rows, 0, cols)
    for _ in range(6):
        before = rect
        top, bottom = _best_run(worth[:, rect[2] : rect[3]].sum(axis=1))
        left, right = _best_run(worth[top:bottom].sum(axis=0))
        rect = (top, bottom, left, right)
        if rect == before:
            break
    sides = _sides(held)
    for _ in range(4):
        before = rect
        for side in range(4):
            rect = max(_moved_side(rect, side, worth.shape), key=lambda r: _total(r, worth, sides))
        if rect == before:
            break
    return rect


def _best_run(values: Float) -> tuple[int, int]:
    """Return the start and end of the run with the largest sum (Kadane)."""
    best, place, total, start = -np.inf, (0, len(values)), 0.0, 0
    for index, value in enumerate(values):
        if total <= 0:
            total, start = 0.0, index
        total += float(value)
        if total > best:
            best, place = total, (start, index + 1)
    return place


def _sides(held: Float) -> tuple[Float, Float, Float, Float]:
    """Return the support of each cell's edges that face up, down, left and right."""
    count = held.shape[2]
    facing = {
        # Corner orders of ``autoplay.game.topology.polygon_at``.
        4: ((0,), (2,), (3,), (1,)),
        6: ((0, 5), (2, 3), (4,), (1,)),
        3: ((0, 1, 2),) * 4,
    }[count]
    up, down, left, right = (held[:, :, list(edges)].mean(axis=2) for edges in facing)
    return up, down, left, right


def _moved_side(rect: Rect, side: int, shape: tuple[int, int]) -> list[Rect]:
    """Return the rectangle with one side moved by -2 to 6 cells outward, where that is possible."""
    moved = []
    for step in range(-2, 7):
        sides = list(rect)
        sides[side] += step if side in (1, 3) else -step
        top, bottom, left, right = sides
        if 0 <= top < bottom <= shape[0] and 0 <= left < right <= shape[1]:
            moved.append((top, bottom, left, right))
    return moved


def _total(rect: Rect, worth: Float, sides: tuple[Float, Float, Float, Float]) -> float:
    top, bottom, left, right = rect
    up, down, before, after = sides
    border = (
        (up[top, left:right] - DRAWN).sum()
        + (down[bottom - 1, left:right] - DRAWN).sum()
        + (before[top:bottom, left] - DRAWN).sum()
        + (after[top:bottom, right - 1] - DRAWN).sum()
    )
    return float(worth[top:bottom, left:right].sum() + 2 * BORDER_WORTH * border)
