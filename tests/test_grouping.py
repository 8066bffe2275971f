"""Which cells look the same, and which looks are one drawing."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.grouping import joined_drawings
from autoplay.vision.learning.families import with_shared
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE


def looks_of(*tiles: NDArray[np.uint8]) -> Looks:
    """Return looks of these tiles, the first one of three cells and the others of one each."""
    of_cell = np.array([0, 0, *range(len(tiles))])
    return Looks(of_cell, np.stack(tiles), np.bincount(of_cell), np.zeros(len(of_cell)))


def drawn(text: str, line: int | None = None) -> NDArray[np.uint8]:
    """Return a tile with a digit, and a neighbour's line of this gray level along its top."""
    tile = np.full((SIDE, SIDE, 3), 200, np.uint8)
    cv2.putText(tile, text, (7, 18), cv2.FONT_HERSHEY_SIMPLEX, 0.5, (30, 30, 30), 1, cv2.LINE_AA)
    if line is not None:
        tile[:2] = line
    return tile


def test_one_symbol_under_lines_of_its_neighbours_is_one_look() -> None:
    joined = joined_drawings(looks_of(drawn("3"), drawn("3", 0), drawn("8"), drawn("3", 90)))
    assert joined.of_cell.tolist() == [0, 0, 0, 0, 1, 0]
    assert joined.counts.tolist() == [5, 1]
    assert np.array_equal(joined.tiles[0], drawn("3"))


def test_bare_cells_that_only_a_bevel_tells_apart_stay_apart() -> None:
    assert len(joined_drawings(looks_of(drawn(""), drawn("", 255), drawn("", 90)))) == 3


def test_drawings_that_differ_at_their_edges_alone_share_all_costs_but_those_of_numbers() -> None:
    costs = np.full((3, 20), 5.0)
    costs[:, Label.FLAG] = 0, 4, 1
    costs[:, Label.MINE] = 1, 0, 0
    costs[:, Label.THREE] = 0.5, 0.2, 0
    shared = with_shared(costs, looks_of(drawn("3"), drawn("3", 0), drawn("8")))
    more = shared - shared[:, [Label.MINE]]
    assert np.allclose(
        more[:, Label.FLAG], [0.25, 0.25, 1]
    )  # three cells of the one, one of the other
    assert np.allclose(more[:, Label.THREE] + [0.75, 0.75, 0], [0.5, 0.2, 0])


def test_drawings_of_one_symbol_share_costs_though_one_is_a_little_paler() -> None:
    costs = np.full((2, 20), 5.0)
    costs[:, Label.COVERED], costs[:, Label.MINE] = (9, 2), 0
    strong = drawn("8")
    pale = (200 - (200 - strong.astype(float)) * 0.9).astype(np.uint8)
    shared = with_shared(costs, looks_of(strong, pale))
    assert shared[0, Label.COVERED] == shared[1, Label.COVERED]
