"""Skins as folders: what is written is read again, and every bad file is named."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoplay.errors import ProfileError
from autoplay.game import Label, Shape
from autoplay.vision.skin import Skin, is_skin, load_skin, save_skin
from autoplay.vision.tiles import SIDE


@pytest.fixture
def skin() -> Skin:
    pictures = np.random.default_rng(1).integers(0, 256, (3, SIDE, SIDE, 3), dtype=np.uint8)
    labels = np.array([Label.ZERO, Label.COVERED, Label.COVERED], np.uint8)
    return Skin("plain", Shape.SQUARE, labels, pictures, 3.5, "a program", "MIT", fine=True)


@pytest.fixture
def folder(skin: Skin, tmp_path: Path) -> Path:
    save_skin(skin, tmp_path / "plain")
    return tmp_path / "plain"


def test_a_saved_skin_is_loaded_as_it_was(skin: Skin, folder: Path) -> None:
    again = load_skin(folder)
    assert (again.name, again.shape, again.limit) == (skin.name, skin.shape, skin.limit)
    assert (again.program, again.license, again.fine) == ("a program", "MIT", True)
    assert np.array_equal(again.labels, skin.labels)
    assert np.array_equal(again.pictures, skin.pictures)


def test_saving_replaces_the_whole_folder(skin: Skin, folder: Path) -> None:
    one = Skin("plain", Shape.SQUARE, skin.labels[:1], skin.pictures[:1], 3.5)
    save_skin(one, folder)
    assert sorted(path.name for path in folder.iterdir()) == ["skin.toml", "zero.png"]
    assert [path.name for path in folder.parent.iterdir()] == ["plain"]


def _interrupted_after(rename: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Ctrl-C come right after so many renames."""
    real, done = Path.rename, list[Path]()

    def renamed(self: Path, target: Path) -> Path:
        moved = real(self, target)
        done.append(moved)
        if len(done) == rename:
            raise KeyboardInterrupt
        return moved

    monkeypatch.setattr(Path, "rename", renamed)


@pytest.mark.parametrize("rename", [1, 2])
def test_ctrl_c_while_a_skin_is_replaced_leaves_the_older_one(
    skin: Skin, folder: Path, rename: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    _interrupted_after(rename, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        save_skin(replace(skin, limit=9.0), folder)
    assert [path.name for path in folder.parent.iterdir()] == ["plain"]
    assert load_skin(folder).limit == skin.limit


def test_ctrl_c_while_a_first_skin_is_written_leaves_none(
    skin: Skin, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _interrupted_after(1, monkeypatch)
    with pytest.raises(KeyboardInterrupt):
        save_skin(skin, tmp_path / "plain")
    assert not list(tmp_path.iterdir())


def test_a_program_killed_while_a_skin_is_replaced_leaves_the_older_one(
    skin: Skin, folder: Path
) -> None:
    folder.rename(folder.with_name(".plain.old"))
    assert is_skin(folder)
    assert load_skin(folder).limit == skin.limit
    save_skin(replace(skin, limit=9.0), folder)
    assert [path.name for path in folder.parent.iterdir()] == ["plain"]
    assert load_skin(folder).limit == 9


def test_a_folder_without_skin_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match=r"skin\.toml: No such file"):
        load_skin(tmp_path)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('label = "zero"', 'label = "nil"', "'nil' is no label"),
        ('file = "zero.png"', 'file = "../zero.png"', "'pictures.file'"),
        ('topology = "square"', 'topology = "round"', "'topology'"),
        ("format = 1", "format = 9", "'format'"),
        ("limit = 3.5", "limit = -1", "limit"),
        ("limit = 3.5", "limit = ", "skin.toml"),
        ('name = "plain"', 'nam = "plain"', "nam"),
    ],
)
def test_a_wrong_key_is_named(folder: Path, old: str, new: str, message: str) -> None:
    path = folder / "skin.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ProfileError, match=message):
        load_skin(folder)


@pytest.mark.parametrize("content", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n cut off", bytes(1 << 20)])
def test_a_picture_that_is_none_is_named(folder: Path, content: bytes) -> None:
    (folder / "zero.png").write_bytes(content)
    with pytest.raises(ProfileError, match=r"zero\.png"):
        load_skin(folder)


def test_a_missing_picture_is_named(folder: Path) -> None:
    (folder / "zero.png").unlink()
    with pytest.raises(ProfileError, match=r"zero\.png"):
        load_skin(folder)
