"""Whole screens of real games, read with nothing known of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoplay.bench.truth import Screen, load_screens
from autoplay.vision.see import see

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"
REAL = [screen for screen in load_screens(SCREENS) if screen.truth.board is not None]


@pytest.mark.parametrize("screen", REAL, ids=lambda screen: screen.name)
def test_every_real_screen_is_read_exactly(screen: Screen) -> None:
    assert screen.truth.lattice is not None and screen.truth.board is not None
    sight = see(screen.load())
    assert sight.lattice.topology == screen.truth.lattice.topology
    assert sight.reading.board.labels == screen.truth.board.labels
