"""A screen on which no game is found is kept as a picture."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autoplay.calibration import Library
from autoplay.cli import first_look
from autoplay.cli.first_look import MOST_PICTURES, find_or_keep
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.errors import NoBoardError
from autoplay.game import Level
from autoplay.vision.picture import load_picture

ROOM = Region(0, 0, 320, 240)


@pytest.fixture
def empty() -> VirtualDesktop:
    desktop = make_virtual_desktop(
        Level(8, 8, 10), "square", "classic", 1, monitors=(Monitor(ROOM),)
    )
    desktop.windows.clear()
    return desktop


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(first_look, "bundles", lambda: tmp_path / "bundles")
    return tmp_path / "bundles"


def _look(desktop: VirtualDesktop) -> None:
    with pytest.raises(NoBoardError):
        find_or_keep(desktop.machine(), Library(()), ROOM, None, None)


def test_what_was_seen_is_kept_and_its_path_is_told(
    empty: VirtualDesktop, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _look(empty)
    path = home / "screen-0001.png"
    assert str(path) in capsys.readouterr().err
    assert np.array_equal(load_picture(path), empty.grab(ROOM).pixels[:, :, :3])


def test_only_the_newest_pictures_are_kept(empty: VirtualDesktop, home: Path) -> None:
    for _ in range(MOST_PICTURES + 2):
        _look(empty)
    names = sorted(path.name for path in home.iterdir())
    assert len(names) == MOST_PICTURES
    assert (names[0], names[-1]) == ("screen-0003.png", f"screen-{MOST_PICTURES + 2:04d}.png")


def test_a_folder_that_cannot_be_written_is_told_and_the_error_stays(
    empty: VirtualDesktop, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("a file, no folder")
    _look(empty)
    assert "no picture of it kept" in capsys.readouterr().err
