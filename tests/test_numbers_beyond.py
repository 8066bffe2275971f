"""A piece of a board of hexagons whose numbers go on beyond it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.errors import CutOffError
from autoplay.game import Label, Shape, Topology, Variant
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.whole.numbers_beyond import require_no_numbers_beyond

HEXAGONS = Lattice(Topology(Shape.HEXAGON, 4, 6, Variant.ODD_ROWS), (160.0, 150.0), (40.0, 34.0))
LABELS = bytes([1, 2, 0, 0, Label.COVERED, Label.COVERED] * 4)


def drawn(more: list[tuple[int, int, int]], scale: int = 1) -> Image:
    """Return opened cells without lines, and ``more`` numbers (number, x, y) elsewhere."""
    image = np.full((500, 560, 3), 100, np.uint8)
    inside = [(n, *HEXAGONS.centers[cell]) for cell, n in enumerate(LABELS) if 0 < n <= 8]
    for number, x, y in [*inside, *more]:
        place = (round(x) - 9, round(y) + 9)
        color = (255, 80, 0) if number == 1 else (0, 220, 0)
        cv2.putText(image, str(number), place, cv2.FONT_HERSHEY_SIMPLEX, 0.9, color, 2)
    return np.ascontiguousarray(image.repeat(scale, axis=0).repeat(scale, axis=1))


@pytest.mark.parametrize("scale", [1, 3])
def test_numbers_drawn_as_those_of_a_board_beyond_it_are_its_own(scale: int) -> None:
    (x, y), (wide, high) = HEXAGONS.first_cell_center, HEXAGONS.pitch
    first = (scale * (x + 0.5) - 0.5, scale * (y + 0.5) - 0.5)
    lattice = Lattice(HEXAGONS.topology, first, (scale * wide, scale * high))
    one = [(1, 90, 200)]
    require_no_numbers_beyond(drawn(one, scale), lattice, LABELS)
    with pytest.raises(CutOffError, match="a piece of a larger one"):
        require_no_numbers_beyond(drawn([*one, (2, 300, 330)], scale), lattice, LABELS)


def test_others_beyond_a_board_are_not_its_own() -> None:
    require_no_numbers_beyond(drawn([(3, 90, 200), (4, 300, 330), (7, 60, 60)]), HEXAGONS, LABELS)


def test_numbers_are_looked_for_within_the_box_alone() -> None:
    image = drawn([(1, 90, 200), (2, 300, 330)])
    require_no_numbers_beyond(image, HEXAGONS, LABELS, (130, 110, 430, 310))


def test_squares_are_not_looked_around() -> None:
    squares = Lattice(Topology(Shape.SQUARE, 4, 6), (160.0, 150.0), (40.0, 34.0))
    require_no_numbers_beyond(drawn([(1, 90, 200), (2, 300, 330)]), squares, LABELS)
