"""Whole screens of real games, read with nothing known of them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import Screen, distorted, load_screens
from autoplay.errors import UsageError
from autoplay.vision.see import see

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"
REAL = [screen for screen in load_screens(SCREENS) if screen.truth.board is not None]


@pytest.mark.parametrize("screen", REAL, ids=lambda screen: screen.name)
def test_every_real_screen_is_read_exactly(screen: Screen) -> None:
    assert screen.truth.lattice is not None and screen.truth.board is not None
    sight = see(screen.load())
    assert sight.lattice.topology == screen.truth.lattice.topology
    assert sight.reading.board.labels == screen.truth.board.labels


@pytest.mark.parametrize("name", ["played11 scale 2", "played5 scale 1.5", "played13 scale 1.25"])
def test_the_only_high_number_of_a_kind_among_triangles_is_read(name: str) -> None:
    """Of twelve neighbours eight are no rare number of mines."""
    screen = next(s for s in distorted(load_screens(SCREENS / "xbomb-tri")) if s.name == name)
    assert screen.truth.board is not None
    assert see(screen.load()).reading.board.labels == screen.truth.board.labels


@pytest.mark.parametrize("name", ["lost scale 1.5", "lost JPEG 70", "lost noisy"])
def test_no_mine_explodes_by_the_outline_that_a_neighbour_draws(name: str) -> None:
    screen = next(s for s in distorted(load_screens(SCREENS / "xbomb-tri")) if s.name == name)
    assert screen.truth.board is not None
    assert see(screen.load()).reading.board.labels == screen.truth.board.labels


@pytest.mark.parametrize("shape", [(40, 40), (40, 40, 1), (0, 40, 3), (40, 40, 5)])
def test_what_is_no_picture_is_told_as_such(shape: tuple[int, ...]) -> None:
    with pytest.raises(UsageError, match=r"a picture is \(height, width, 3 or 4\), not \("):
        see(np.zeros(shape, np.uint8))
