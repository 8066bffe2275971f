"""A pipe, or a device, in the place of a file: to read it might take for ever."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from autoplay.bench.boards_file import read_boards
from autoplay.bench.truth import load_screens
from autoplay.calibration import read_profile
from autoplay.errors import UsageError
from autoplay.files import read_limited
from autoplay.play.recorded import load_recording
from autoplay.play.replay import replay
from autoplay.vision.picture import load_picture
from autoplay.vision.skin import load_skin

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _recording(path: Path) -> None:
    replay(load_recording(path.parent))


def _skin(path: Path) -> None:
    load_skin(path.parent)


def _screens(path: Path) -> None:
    load_screens(path.parent)


SKIN = ROOT / "templates" / "xdemineur"
RECORDING = ROOT / "fixtures" / "replays" / "xdemineur"
SCREENS = ROOT / "fixtures" / "screens" / "xdemineur"


@pytest.mark.parametrize("put", [_pipe, _device])
@pytest.mark.parametrize(
    ("read", "folder", "name"),
    [
        (_skin, SKIN, "skin.toml"),
        (_recording, RECORDING, "recording.json"),
        (_recording, RECORDING, "events.jsonl"),
        (_recording, RECORDING, "frame-0002.png"),
        (_screens, SCREENS, "mid1.json"),
        (read_profile, ROOT / "calibration", "xdemineur.toml"),
        (load_picture, SCREENS, "mid1.png"),
        (read_boards, ROOT / "calibration", "boards.jsonl"),
    ],
)
def test_it_is_refused_in_a_line_that_names_it(
    put: Callable[[Path], None],
    read: Callable[[Path], object],
    folder: Path,
    name: str,
    tmp_path: Path,
) -> None:
    shutil.copytree(folder, tmp_path / "copy")
    path = tmp_path / "copy" / name
    path.unlink(missing_ok=True)
    put(path)
    with pytest.raises(UsageError) as told:
        read(path)
    assert f"{path}: this is a pipe or a device; name a file" in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.skipif(not Path("/dev/fd").is_dir(), reason="a shell's <(command) is elsewhere")
def test_what_a_shell_hands_over_is_read() -> None:
    reader, writer = os.pipe()
    os.write(writer, b"1#\n")
    os.close(writer)
    assert read_limited(Path(f"/dev/fd/{reader}"), 1 << 20) == b"1#\n"
    os.close(reader)
