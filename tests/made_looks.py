"""Looks made up of one ground and one square in the middle, named as a test wants them."""

from __future__ import annotations

from contextlib import AbstractContextManager

import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.doubt import require_sense
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.settled import settled
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

TOPOLOGY = Topology(Shape.SQUARE, 5, 6)

COVERED = (190, 190, Label.COVERED, 20)
MINE = Label.MINE

Look = tuple[int, int, Label, int]
"""Gray levels of ground and middle, the name, how many cells."""


def named(*looks: Look) -> tuple[Looks, Naming]:
    tiles = np.empty((len(looks), SIDE, SIDE, 3), np.uint8)
    for tile, (ground, middle, _, _) in zip(tiles, looks, strict=True):
        tile[:] = ground
        tile[SIDE * 3 // 8 : SIDE * 5 // 8, SIDE * 3 // 8 : SIDE * 5 // 8] = middle
    counts = np.array([count for *_, count in looks])
    of_cell = np.repeat(np.arange(len(looks)), counts)
    names = np.array([label for *_, label, _ in looks], np.uint8)
    certain = np.full(len(looks), 50.0)
    rivals = np.full(len(looks), Label.UNREADABLE, np.uint8)
    broken = np.zeros(len(of_cell), np.int32)
    naming = Naming(names, 0.0, broken, certain, rivals)
    return Looks(of_cell, tiles, counts, np.zeros(len(of_cell))), naming


def doubted(words: str) -> AbstractContextManager[object]:
    """Return what passes where these words of doubt are raised within it."""
    return pytest.raises(UnreadableError, match=words)


def sense(*made: Look) -> None:
    looks, naming = named(*made)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)


def explosions(*made: Look) -> list[int]:
    """Return which of the looks, in a row, the game settles to be mines that exploded."""
    looks, naming = named(*made)
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    return np.flatnonzero(
        settled(np.zeros((len(looks), 20)), naming, looks, row).names == Label.EXPLODED
    ).tolist()
