"""Symbols that outgrow their cells: what runs over into a neighbour is no mark of that cell."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Topology
from autoplay.vision.looks import BLOCKS, MAX_BLOCK_DIFFERENCE, Looks
from autoplay.vision.tiles import MIDDLE, SIDE, Tiles

REACH = 3
"""Blocks of a tile that a symbol reaches into the next cell at most: two in a game whose font is a
quarter higher than its cells."""

SEAM = 4
"""Pixels of a tile beside an edge in which a symbol that crosses it is seen: lines between cells
are drawn over it."""

INK = 40.0
"""Gray levels by which ink differs from what it is drawn on, and does not from other ink."""

CROSSING = 0.25
"""Share of the places where ink begins at an edge at which it is seen beyond it: the foot of a 2 is
wider than what is above."""

DRAWN = 0.03
"""Share of the middle of a cell, which no line reaches, that is ink where it shows a symbol."""

BARE = 12.0
"""Gray levels by which the middle of a cell differs at most where nothing is drawn."""

SIDES = 4
"""Tiles are turned so many times, each side once upward."""


def without_overrun(looks: Looks, topology: Topology) -> Looks:
    """Return the looks of square cells, those joined that differ by what a neighbour runs over.

    Each joined look has the tile of the one that is not run over.
    """
    joined = np.arange(len(looks))
    order = np.argsort(-looks.counts, kind="stable")
    grounds = looks.colors[looks.own_contrast(2) < BARE]
    for turn in range(SIDES):
        shown = np.rot90(looks.tiles, turn, axes=(1, 2))
        blocks = np.rot90(looks.faces.reshape(-1, BLOCKS, BLOCKS, 3), turn, axes=(1, 2))
        below = blocks[:, REACH:].reshape(len(looks), -1)
        cell_above = _above(topology, turn)
        for look in order:
            cells = cell_above[looks.of_cell == look]
            if joined[look] != look or (cells < 0).any():
                continue
            same = np.abs(below - below[look]).max(axis=1) <= MAX_BLOCK_DIFFERENCE
            others = order[same[order] & (joined[order] != look)]
            above = shown[np.unique(looks.of_cell[cells])] if len(others) else shown[:0]
            for plain in joined[others]:
                if _is_run_over(shown[look], shown[plain], above, grounds):
                    joined[joined == look] = plain
                    break
    return looks.joined(joined)


def _above(topology: Topology, turn: int) -> NDArray[np.intp]:
    """Return the cell above each, (cells,), with the board turned left so often; -1 for none."""
    cells = np.arange(len(topology)).reshape(topology.rows, topology.cols)
    turned = np.pad(np.rot90(cells, turn), ((1, 0), (0, 0)), constant_values=-1)[:-1]
    return np.asarray(np.rot90(turned, -turn).ravel(), np.intp)


def _is_run_over(tile: Tiles, plain: Tiles, above: Tiles, grounds: NDArray[np.float32]) -> bool:
    """Whether a tile differs from a plain one at its top alone, by the ink of what is above.

    ``above`` are the looks of the cells above those of this one: each shows a symbol in that ink,
    that reaches its lower edge where the ink begins here. ``grounds`` are no inks.
    """
    top = slice(REACH * SIDE // BLOCKS)
    crossed = _unlike(tile[top], plain[top])
    if not crossed[:SEAM].any():
        return False
    ink = np.median(tile[top][crossed], axis=0)
    columns = (crossed & ~_unlike(tile[top], ink)).any(axis=0)
    if not columns.any() or not _unlike(grounds, ink).all():
        return False  # it is of several colours, or no ink
    is_ink = ~_unlike(above, ink)
    at_edge = np.asarray(is_ink[:, -SEAM:].any(axis=1), np.uint8)
    beside = cv2.dilate(at_edge, np.ones((1, 3), np.uint8)) > 0  # pixels blend along strokes
    seen = beside[:, columns].mean(axis=1)
    drawn = is_ink[:, MIDDLE, MIDDLE].mean(axis=(1, 2))
    return bool(((seen >= CROSSING) & (drawn >= DRAWN)).all())


def _unlike(one: NDArray[np.generic], other: NDArray[np.generic]) -> NDArray[np.bool_]:
    """Return where colours, in the last axis, differ as ink does from what it is drawn on."""
    away = np.abs(one.astype(np.float32) - other.astype(np.float32)).max(axis=-1)
    return np.asarray(away > INK, dtype=np.bool_)
