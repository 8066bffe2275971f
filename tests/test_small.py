"""Which part of a tile shows its symbol."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Shape, Topology
from autoplay.vision.grouping import regrouped
from autoplay.vision.lattice import Lattice
from autoplay.vision.learning.small import RIM, WHOLE, enlarged, parted_enlarged, views_of
from autoplay.vision.tiles import SIDE, canonical_tiles

MIDDLE = (SIDE // 2, SIDE // 2)


def _disc(radius: int) -> NDArray[np.uint8]:
    tile = np.full((SIDE, SIDE, 3), 190, np.uint8)
    return np.asarray(cv2.circle(tile, MIDDLE, radius, (0, 0, 0), -1), np.uint8)


def _zoom(tile: NDArray[np.uint8]) -> float:
    inside = np.zeros((1, SIDE, SIDE), np.bool_)
    inside[:, RIM:-RIM, RIM:-RIM] = True
    return views_of(tile[None], inside, centered=True)[0].zoom[0]


def test_a_small_symbol_is_enlarged() -> None:
    assert _zoom(_disc(3)) > 1


def test_a_symbol_that_fills_its_cell_is_left_as_it_is() -> None:
    assert _zoom(_disc(8)) == WHOLE.zoom[0]


def test_the_light_on_a_mine_that_fills_its_cell_is_no_symbol() -> None:
    mine = _disc(8)
    mine[9:12, 9:12] = 255
    assert _zoom(mine) == WHOLE.zoom[0]


@pytest.mark.parametrize(("wide", "high"), [(2.0, 1.0), (1.0, 2.0)])
def test_a_symbol_in_a_long_cell_is_seen_as_wide_as_high(wide: float, high: float) -> None:
    """Made square, a disc in a cell twice as wide as high is half as wide as high."""
    pitch = 30 * wide, 30 * high
    lattice = Lattice(Topology(Shape.SQUARE, 2, 2), (pitch[0] / 2, pitch[1] / 2), pitch)
    image = np.full((round(2 * pitch[1]), round(2 * pitch[0]), 3), 190, np.uint8)
    for x, y in lattice.centers.astype(int):
        cv2.circle(image, (x, y), 9, (0, 0, 0), -1)
    looks = regrouped(canonical_tiles(image, lattice), np.zeros(4, np.intp))
    ink = enlarged(image, lattice, looks)[0][0].max(axis=2) < 90
    assert ink.any(axis=0).sum() == pytest.approx(ink.any(axis=1).sum(), abs=1)


def test_a_word_in_a_long_cell_is_not_cut_off() -> None:
    tile = np.full((SIDE, SIDE, 3), 190, np.uint8)
    tile[10:14, 3:21] = 0
    inside = np.ones((1, SIDE, SIDE), np.bool_)
    (view,) = views_of(tile[None], inside, (3.0, 1.0), centered=True)
    assert view.zoom[0] * 9 / SIDE < 0.5


def test_small_digits_that_look_alike_until_they_are_enlarged_are_parted() -> None:
    pitch, digits = 64, "2322223222233222"
    image = np.full((4 * pitch, 4 * pitch, 3), 255, np.uint8)
    for cell, digit in enumerate(digits):
        left, top = cell % 4 * pitch, cell // 4 * pitch
        cv2.rectangle(image, (left, top), (left + pitch, top + pitch), (250, 160, 90))
        at = left + 28, top + 36
        cv2.putText(image, digit, at, cv2.FONT_HERSHEY_SIMPLEX, 0.3, (200, 130, 60), 1, cv2.LINE_AA)
    blurred = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 70])[1], 1)
    image = np.asarray(blurred, np.uint8)
    lattice = Lattice(Topology(Shape.SQUARE, 4, 4), (31.5, 31.5), (pitch, pitch))
    tiles = canonical_tiles(image, lattice)
    one = regrouped(tiles, np.zeros(16, np.intp))
    parted = parted_enlarged(image, lattice, tiles, one)
    kinds = [{digits[cell] for cell in np.flatnonzero(parted.of_cell == look)} for look in (0, 1)]
    assert kinds == [{"2"}, {"3"}]
    assert parted.counts.tolist() == [12, 4]


def test_a_symbol_in_a_corner_is_brought_to_the_middle() -> None:
    """Text in a cell that no page told to center it; what lies beyond the cell does not show."""
    pitch, ground = 40, (0, 0, 255)
    image = np.full((3 * pitch, 3 * pitch, 3), 128, np.uint8)
    image[pitch : 2 * pitch, pitch : 2 * pitch] = ground
    cv2.putText(image, "3", (pitch + 2, pitch + 14), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (0, 0, 0), 1)
    lattice = Lattice(Topology(Shape.SQUARE, 3, 3), (19.5, 19.5), (pitch, pitch))
    looks = regrouped(canonical_tiles(image, lattice), np.array([0, 0, 0, 0, 1, 0, 0, 0, 0]))
    shown = enlarged(image, lattice, looks)[0][1].astype(int)
    ink = np.abs(shown - ground).max(axis=2) > 60
    assert np.abs(np.argwhere(ink).mean(axis=0) - (SIDE - 1) / 2).max() < 2.5
    assert not ink[[0, -1]].any() and not ink[:, [0, -1]].any()


def test_dark_text_off_the_middle_is_brought_there_however_large() -> None:
    """A third of the cell wide, at its left edge; a light there is no text."""
    pitch = 40
    for ink, moved in (((0, 0, 0), True), ((255, 255, 255), False)):
        image = np.full((3 * pitch, 3 * pitch, 3), 180, np.uint8)
        image[pitch : 2 * pitch, pitch : 2 * pitch] = 190
        cv2.putText(image, "5", (pitch + 2, pitch + 31), cv2.FONT_HERSHEY_SIMPLEX, 0.9, ink, 2)
        lattice = Lattice(Topology(Shape.SQUARE, 3, 3), (19.5, 19.5), (pitch, pitch))
        tiles = canonical_tiles(image, lattice)
        looks = regrouped(tiles, np.array([0, 0, 0, 0, 1, 0, 0, 0, 0]))
        shown = enlarged(image, lattice, looks)[0][1].astype(int)
        middle = np.argwhere(np.abs(shown - ink).max(axis=2) < 60)[:, 1].mean()
        assert bool(abs(middle - (SIDE - 1) / 2) < 2) is moved
