"""Parts of a picture are shrunk to what they are in the picture shrunk as a whole."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Shape, make_topology
from autoplay.vision.lattice import Lattice
from autoplay.vision.shrinking import shrunk, shrunk_in
from autoplay.vision.tiles import Sampler

SIZES = [
    (512, 960, 720, 384),
    (400, 400, 192, 192),
    (540, 1013, 720, 384),  # no edge of a cell but the outer ones is one between pixels
    (384, 960, 720, 384),  # of one axis alone
    (384, 720, 720, 384),  # not at all
]


@pytest.mark.parametrize(("high", "wide", "width", "height"), SIZES)
@pytest.mark.parametrize("count", [0, 1, 8, 200])
def test_boxes_show_what_the_whole_shows_there(
    high: int, wide: int, width: int, height: int, count: int
) -> None:
    rng = np.random.default_rng(count)
    picture = rng.integers(0, 256, (high, wide, 3), np.uint8)
    low = rng.integers(0, (width - 25, height - 25), (count, 2))
    boxes = np.concatenate([low, low + 25], axis=1)
    whole, parts = shrunk(picture, width, height), shrunk_in(boxes, picture, width, height)
    assert parts.shape == whole.shape
    for left, top, right, bottom in boxes.tolist():
        assert np.array_equal(parts[top:bottom, left:right], whole[top:bottom, left:right])


def test_only_boxes_are_shrunk_where_they_are_few() -> None:
    picture = np.full((512, 960, 3), 200, np.uint8)
    parts = shrunk_in(np.array([[48, 24, 73, 49]]), picture, 720, 384)
    assert (parts[24:49, 48:73] == 200).all()
    assert (parts > 0).mean() < 0.01


@pytest.mark.parametrize(
    ("shape", "pitch"),
    [
        (Shape.SQUARE, (32.0, 32.0)),
        (Shape.SQUARE, (33.75, 33.75)),
        (Shape.HEXAGON, (40.0, 34.64)),
        (Shape.TRIANGLE, (36.0, 62.0)),
    ],
)
def test_tiles_of_some_cells_are_those_of_all(shape: Shape, pitch: tuple[float, float]) -> None:
    topology = make_topology(shape.value, 7, 9)
    lattice = Lattice(topology, (40.3, 35.8), pitch)
    picture = np.random.default_rng(5).integers(0, 256, (500, 500, 3), np.uint8)
    sampler = Sampler(lattice)
    whole = sampler.tiles(picture)
    for some in ([0], [31], [62], [0, 8, 54, 62]):
        assert np.array_equal(sampler.tiles(picture, np.array(some)), whole[some])
