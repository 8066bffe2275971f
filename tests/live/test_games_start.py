"""The harness itself: every game we play live comes up, drawn and alone on its screen."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from autoplay.desktop.ports import Machine, Region
from tests.live.games import RunningGame

pytestmark = pytest.mark.live


@pytest.mark.parametrize("name", ["xbomb-square-3", "xdemineur", "sgt-mines"])
def test_a_started_game_is_drawn(
    name: str, game: Callable[[str], RunningGame], real: Machine
) -> None:
    running = game(name)
    frame = real.screen.grab(Region(0, 0, 1280, 1024))
    assert running.process.poll() is None
    assert np.unique(frame.pixels[:, :, :3].reshape(-1, 3), axis=0).shape[0] > 4
