"""Recorded games of real programs are read and decided again, and come out the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from autoplay.play.replay import load_recording, recordings_in, replay

REPLAYS = Path(__file__).parents[1] / "fixtures" / "replays"
MAX_BYTES = 300_000


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


@pytest.mark.parametrize("folder", recordings_in(REPLAYS), ids=lambda folder: folder.name)
def test_a_recorded_game_takes_the_same_decisions_again(folder: Path) -> None:
    recording = load_recording(folder)
    done = replay(recording)
    assert done.looks > 0
    assert done.differences == ()
    assert (done.error is None) == (recording.header.error is None)


def test_recorded_games_are_small() -> None:
    assert max(_size(folder) for folder in recordings_in(REPLAYS)) < MAX_BYTES
