"""What the benchmark of reading with a known skin says of recorded real games."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.bench.reading import measure
from autoplay.cli.main import group
from autoplay.errors import RecordingError

REPLAYS = Path(__file__).parent.parent / "fixtures" / "replays"


def test_every_recorded_game_has_its_speeds() -> None:
    speeds = measure(REPLAYS, repeats=1)
    assert {speed.recording for speed in speeds} == {path.parent.name for path in _headers()}
    for speed in speeds:
        assert speed.templates > 0
        assert 0 < (speed.changed_cells or 0) < speed.cells


def test_a_recording_of_one_look_has_no_other_and_json_says_so(tmp_path: Path) -> None:
    """What is left of a game that was killed at once."""
    folder = tmp_path / "game"
    shutil.copytree(REPLAYS / "xdemineur", folder)
    events = (folder / "events.jsonl").read_text().splitlines(keepends=True)
    looks = [number for number, line in enumerate(events) if '"looked"' in line]
    (folder / "events.jsonl").write_text("".join(events[: looks[1]]))
    for frame in sorted(folder.glob("frame-*.png"))[1:]:
        frame.unlink()
    bench = ["bench", "reading", str(folder), "--repeats", "1"]
    line = CliRunner().invoke(group, [*bench, "--json"], catch_exceptions=False).stdout
    told = json.loads(line, parse_constant=pytest.fail)
    assert told["whole_ms"] > 0
    assert [told[key] for key in ("changed_ms", "changed_cells", "same_ms")] == [None] * 3
    words = CliRunner().invoke(group, bench, catch_exceptions=False).stdout
    assert words.endswith("no look changed, none stayed the same\n")


def test_a_folder_without_recordings_is_named(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=str(tmp_path)):
        measure(tmp_path, repeats=1)


def _headers() -> list[Path]:
    return list(REPLAYS.glob("*/recording.json"))
