"""A game that is known, although its picture shows looks that its skin lacks."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.lattice import Image
from autoplay.vision.match import HIT_OR_NOT
from autoplay.vision.read import Reader, refine
from autoplay.vision.reading import Reading
from autoplay.vision.sight import Sight

FEW_NUMBERS, KINDS = 3, 2
"""Cells with numbers that the skin must know, and how many different ones: many games draw covered
cells and zeros alike, few the digits."""

NEARLY, MUCH_NEARER = 1.5, 2.0
"""Distance, in units of the skin's limit, up to which a cell may be a look that is known, drawn a
little otherwise, and by how much the next label must be farther: flags of a finished game of kmines
have up to 1.2, and 10."""


def recognized(
    image: Image, reading: Reading, readers: Iterable[Reader], confidence: float
) -> Sight | None:
    """Return what is seen by the first of these readers that what was read is a game of, with the
    looks its skin lacked; None where it is a game of none.

    ``image`` is BGR or BGRA uint8, ``confidence`` that of the reading. The skin must know several
    numbers, and call no cell anything but what was read. It may lack a label altogether, or have it
    drawn nearly as here.
    """
    found = (_recognized(image, reading, reader, confidence) for reader in readers)
    return next((sight for sight in found if sight is not None), None)


def _recognized(image: Image, reading: Reading, reader: Reader, confidence: float) -> Sight | None:
    skin, lattice = reader.skin, reader.lattice
    if lattice.topology != reading.board.topology:
        return None  # it was read on other lines than were looked at
    glance = reader.glance(image)
    labels = np.frombuffer(reading.board.labels, np.uint8)
    told = glance.labels != Label.UNREADABLE
    agrees = _merged(glance.nearest) == _merged(labels)
    lacked = ~np.isin(labels, skin.labels)
    nearly = agrees & (glance.distance < NEARLY) & (glance.margin > MUCH_NEARER)
    if not np.where(told, agrees, lacked | nearly).all():
        return None
    numbers = labels[told & (labels >= Label.ONE) & (labels <= MAX_NUMBER)]
    if len(numbers) < FEW_NUMBERS or len(np.unique(numbers)) < KINDS:
        return None
    grown = refine(skin, image, replace(reading, lattice=lattice))
    try:
        again = Reader(grown, lattice, reading.board.mines).read(image)
    except UnreadableError:
        return None
    if again.board != reading.board:
        return None
    return Sight(lattice, again, grown, confidence, skin)


def _merged(labels: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the labels, a mine that exploded and one that did not the same."""
    return np.where(np.isin(labels, HIT_OR_NOT), np.uint8(Label.MINE), labels)
