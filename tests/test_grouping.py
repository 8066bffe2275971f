"""Which cells look the same, and which looks are one drawing."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Label
from autoplay.vision.grouping import group_by_look, joined_drawings
from autoplay.vision.learning.families import with_middles_shared, with_shared
from autoplay.vision.looks import BLOCKS, Looks
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


@pytest.mark.parametrize(
    ("cells", "line", "text", "shares"),
    [(4, 90, "", True), (3, 90, "", False), (4, 90, ".", False)],
    ids=["lines", "a pointer may be", "a mark"],
)
def test_what_many_bare_cells_show_at_their_edges_is_no_symbol(
    cells: int, line: int, text: str, shares: bool
) -> None:
    tiles = np.stack([drawn(""), drawn(text, line)])
    of_cell = np.repeat([0, 1], [20, cells])
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell)))
    costs = np.full((2, 20), 9.0)
    costs[:, Label.COVERED], costs[:, Label.ZERO] = 0.0, (3.0, 1.0)
    costs[:, Label.QUESTION] = 6.6, 0.2
    shared = with_middles_shared(costs, looks)
    mean = np.average([6.6, 0.2], weights=looks.counts)
    assert np.allclose(shared[:, Label.QUESTION], mean if shares else [6.6, 0.2])
    assert np.allclose(shared[:, Label.ZERO], [3.0, 1.0])


def grouped(bar: int) -> int:
    """Return how many looks white cells form whose faint bar is at 9, in a third of them here."""
    tiles = np.full((24, SIDE, SIDE, 3), 150, np.uint8)
    tiles[:, 9:15, 6:18] -= 8
    tiles[::3] = 150
    tiles[::3, bar : bar + 6, 6:18] -= 8
    return len(group_by_look(tiles))


def test_faint_symbols_that_differ_by_little_are_two_looks() -> None:
    assert grouped(9) == 1
    assert grouped(12) == 2


def test_several_faint_symbols_of_a_clean_picture_are_a_look_each() -> None:
    tiles = np.full((24, SIDE, SIDE, 3), 150, np.uint8)
    for kind, place in enumerate((6, 8, 10, 12)):
        tiles[kind::4, 9:15, place : place + 3] -= 12
    assert sorted(group_by_look(tiles).counts.tolist()) == [6, 6, 6, 6]


def noisy() -> NDArray[np.int64]:
    """Return 32 gray tiles whose blocks are up to one gray level off."""
    noise = np.random.default_rng(5).integers(-1, 2, (32, BLOCKS, BLOCKS, 1))
    step = SIDE // BLOCKS
    return 150 + noise.repeat(step, axis=1).repeat(step, axis=2).repeat(3, axis=3)


def test_several_faint_symbols_under_noise_are_a_look_each() -> None:
    tiles = noisy()
    for kind in range(4):
        tiles[kind::4, 9:15, 6 + 3 * kind : 9 + 3 * kind] -= 7
    assert sorted(group_by_look(tiles.astype(np.uint8)).counts.tolist()) == [8, 8, 8, 8]


def test_one_cell_that_lies_apart_is_noise() -> None:
    tiles = noisy()
    tiles[5, 9:15, 9:12] -= 7
    assert len(group_by_look(tiles.astype(np.uint8))) == 1


def test_noise_makes_no_looks_of_its_own() -> None:
    noise = np.random.default_rng(7).integers(-8, 9, (60, BLOCKS, BLOCKS, 1))
    step = SIDE // BLOCKS
    tiles = 150 + noise.repeat(step, axis=1).repeat(step, axis=2).repeat(3, axis=3)
    assert len(group_by_look(tiles.astype(np.uint8))) == 1
    tiles[::3, 12:20, 12:20] -= 80
    looks = group_by_look(tiles.astype(np.uint8))
    assert sorted(looks.counts.tolist()) == [20, 40]
