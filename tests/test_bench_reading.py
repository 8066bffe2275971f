"""What the benchmark of reading with a known skin says of recorded real games."""

from pathlib import Path

import pytest

from autoplay.bench.reading import measure
from autoplay.errors import RecordingError

REPLAYS = Path(__file__).parent.parent / "fixtures" / "replays"


def test_every_recorded_game_has_its_speeds() -> None:
    speeds = measure(REPLAYS, repeats=1)
    assert {speed.recording for speed in speeds} == {path.parent.name for path in _headers()}
    for speed in speeds:
        assert speed.templates > 0
        assert 0 < speed.changed_cells < speed.cells


def test_a_folder_without_recordings_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=str(tmp_path)):
        measure(tmp_path, repeats=1)


def _headers() -> list[Path]:
    return list(REPLAYS.glob("*/recording.json"))
