"""Looks that are named together: which are alike, and how much what they look like counts."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label
from autoplay.vision.learning.families import alike_within, with_families
from autoplay.vision.looks import BLOCKS, Looks
from autoplay.vision.tiles import SIDE


def bare(shades: list[int], lined: int) -> float:
    """Return what calling all of some bare looks opened costs: one a shade, ``lined`` times each
    with another line that a neighbour draws at its edge."""
    faces = np.repeat(np.array(shades, np.float32), lined)[:, None, None, None]
    faces = np.broadcast_to(faces, (len(faces), BLOCKS, BLOCKS, 3)).copy()
    for number, face in enumerate(faces):
        face[:, 0] += 12 * (number % lined)
    costs = np.full((len(faces), 20), 9.0)
    costs[:, Label.COVERED], costs[:, Label.ZERO] = 0.0, 4.0
    shared, _ = with_families(costs, faces.reshape(len(faces), -1), np.full(len(faces), 5))
    return float(shared[:, Label.ZERO].sum())


@pytest.mark.parametrize("lined", [1, 3, 8])
def test_looks_that_differ_at_their_edges_alone_count_as_one(lined: int) -> None:
    assert bare([40], lined) == pytest.approx(bare([40], 1))


def test_shades_of_one_texture_count_as_a_few() -> None:
    one, many = bare([40], 1), bare(list(range(20, 220, 20)), 1)
    assert one < many < 10 * one


def test_looks_that_differ_at_their_edges_alone_are_alike() -> None:
    tiles = np.full((4, SIDE, SIDE, 3), 230, np.uint8)
    tiles[:3, 12:20, 12:20] = 90
    tiles[1, :3] = tiles[2, :, -3:] = 20
    looks = Looks(np.array([0, 1, 1, 2, 3]), tiles, np.array([1, 2, 1, 1]), np.zeros(5))
    groups = [group.tolist() for group in alike_within(looks)]
    assert groups == [[1, 0, 2]]
