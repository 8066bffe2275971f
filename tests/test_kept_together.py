"""Several programs at once keep what they learned in the same folders."""

from __future__ import annotations

import multiprocessing
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest

from autoplay import files
from autoplay.calibration import Library
from autoplay.calibration.keeping import delete_profiles
from autoplay.errors import ProfileError
from autoplay.files import alone_in

WRITERS, WRITES = 4, 40


def _library(home: Path) -> Library:
    return Library(((home / "calibration", home / "templates"),))


def _write_often(home: Path, name: str) -> None:
    profile, skin = Library.usual().load("xdemineur")
    profile = msgspec.structs.replace(profile, name=name, skin=name)
    for number in range(WRITES):
        _library(home).save(profile, replace(skin, limit=float(number + 1)))


def _written_by_several(home: Path, names: list[str]) -> None:
    """Return when as many processes as names have written them, all at the same time."""
    spawned = multiprocessing.get_context("spawn")
    writers = [spawned.Process(target=_write_often, args=(home, name)) for name in names]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert [writer.exitcode for writer in writers] == [0] * len(writers)


def test_a_profile_that_several_programs_write_at_once_is_whole(tmp_path: Path) -> None:
    _written_by_several(tmp_path, ["learned"] * WRITERS)
    profile, skin = _library(tmp_path).load("learned")
    assert (profile.name, skin.limit) == ("learned", WRITES)
    assert [path.name for path in (tmp_path / "templates").iterdir()] == ["learned"]
    assert [path.name for path in (tmp_path / "calibration").iterdir()] == ["learned.toml"]


def test_who_waits_too_long_for_another_program_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profile, skin = Library.usual().load("xdemineur")
    library = _library(tmp_path)
    path = library.save(profile, skin)
    monkeypatch.setattr(files, "LONGEST_WAIT", 0.05)
    with alone_in(path.parent):
        began = time.monotonic()
        with pytest.raises(ProfileError, match=f"^{path}: another program is writing there; "):
            library.save(profile, skin)
        with pytest.raises(ProfileError, match="another program is writing there; nothing was"):
            delete_profiles(library, [profile.name])
        assert time.monotonic() - began >= 0.1
    assert library.save(profile, skin) == path
