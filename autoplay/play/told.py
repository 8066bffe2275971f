"""What a game in play tells of its next picture, beside the picture itself."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Cell, Label, Topology, are_unopened
from autoplay.play.analysis import analysis_of
from autoplay.play.once_more import NEARLY, is_likely
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learning.known import Known, unknown
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading
from autoplay.vision.tiles import MIDDLE, Sampler

STEADY = 4
"""Gray levels by which a cell's middle may change where nothing was drawn there."""


def told(
    glance: Glance,
    previous: Reading | None,
    clicked: Collection[Cell],
    steady: NDArray[np.bool_] | None,
) -> Known:
    """Return what is known of the picture of a glance, ``previous`` being the reading before.

    ``clicked`` are the cells clicked since then; the cells (cells,) bool that are ``steady`` show
    the same in their middle as they did then, None where that picture is not known.
    """
    blank = replace(unknown(len(glance.labels)), labels=glance.labels)
    if previous is None:
        return blank
    was_clicked = blank.clicked.copy()
    was_clicked[list(clicked)] = True
    before = np.frombuffer(previous.board.labels, np.uint8)
    was_left = before == Label.UNREADABLE
    is_open = (before <= MAX_NUMBER) | was_left
    free = is_open | _beside_a_zero(previous.board.topology, glance.labels)
    free[list(analysis_of(previous.board).safe)] = True
    in_doubt = glance.labels == Label.UNREADABLE
    is_number = (glance.nearest > Label.ZERO) & (glance.nearest <= MAX_NUMBER)
    is_closed = (glance.distance <= NEARLY) & ~is_number
    if steady is None:
        steady = blank.steady
    else:
        is_closed &= steady  # a dot may be all that a covered cell shows
    return replace(
        blank,
        labels=np.where(steady & is_open, before, glance.labels),
        changed=(are_unopened(before) | was_left) & in_doubt & ~is_closed,
        free=free,
        opened=np.where(is_open, before, blank.opened),
        nearly=np.where(in_doubt & is_number & is_likely(glance), glance.nearest, blank.nearly),
        steady=steady & (before == Label.COVERED),
        waiting=was_left,
        clicked=was_clicked,
    )


def _beside_a_zero(topology: Topology, labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which cells touch a zero, so that they hold no mine, (cells,)."""
    beside = np.zeros(len(labels) + 1, np.bool_)  # -1 is no neighbour
    beside[topology.neighbor_table[labels == Label.ZERO]] = True
    return beside[:-1]


def steady_cells(
    before: Image, now: Image, lattice: Lattice, chosen: NDArray[np.bool_]
) -> NDArray[np.bool_]:
    """Return which chosen cells show the same in their middle in two pictures, (cells,) bool.

    A symbol shows there; lines of a neighbour that was opened reach into a cell, but not that far.
    """
    cells = np.flatnonzero(chosen)
    sampler = Sampler(lattice)
    was, then = (
        sampler.tiles(image, cells)[:, MIDDLE, MIDDLE].astype(np.int16) for image in (before, now)
    )
    steady = np.zeros(len(chosen), np.bool_)
    steady[cells] = (np.abs(then - was) <= STEADY).all(axis=(1, 2, 3))
    return steady
