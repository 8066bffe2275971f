"""How a game looks: pictures of its cells for every label, in memory and as a folder.

A folder holds ``skin.toml`` and one PNG a picture, ``<label>[.variant].png``, SIDE x SIDE pixels.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import cv2
import msgspec
import numpy as np
import tomli_w
from numpy.typing import NDArray

from autoplay.errors import ProfileError, UsageError
from autoplay.files import read_limited
from autoplay.game import Label, Shape
from autoplay.vision.picture import is_whole_png, png_size
from autoplay.vision.tiles import SIDE, Tiles

FORMAT = 1
"""The version of skin.toml that is written and read."""

MAX_PICTURE_BYTES = 64 * 1024
"""A picture of SIDE x SIDE pixels has 2 kB at most; more is no template."""

MAX_PICTURES = 4000
"""Pictures of one skin: the largest one shipped has 200."""

MAX_BYTES = 1 << 20
"""Of a skin.toml: each picture it names takes 60."""

LABELS = tuple(Label(value) for value in range(int(Label.UNREADABLE)))


@dataclass(frozen=True, eq=False)
class Skin:
    """The looks of one game.

    ``labels`` (n,) uint8 names each of ``pictures`` (n, SIDE, SIDE, 3) uint8 BGR: several a label,
    as cells differ by checkerboard, hover, sub-pixel position or the way a triangle points. What
    lies outside a cell's polygon is black. ``limit`` is the root-mean-square difference in gray
    levels beyond which a tile shows none of them. Those of a ``fine`` one are compared pixel by
    pixel, for symbols are small in their cells; others are averaged first.
    """

    name: str
    shape: Shape
    labels: NDArray[np.uint8]
    pictures: Tiles
    limit: float
    program: str = ""
    license: str = ""
    fine: bool = False

    def __len__(self) -> int:
        return len(self.labels)

    @property
    def known(self) -> tuple[Label, ...]:
        """The labels it has pictures of, ascending."""
        return tuple(Label(int(value)) for value in np.unique(self.labels))


class _Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    file: str
    label: str


class _SkinFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=100)]
    topology: str
    limit: Annotated[float, msgspec.Meta(gt=0, le=255)]
    pictures: list[_Picture]
    program: str = ""
    license: str = ""
    fine: bool = False


def load_skin(folder: Path) -> Skin:
    """Return the skin a folder holds; ProfileError names the file and key that cannot be used."""
    if not folder.is_dir() and _aside(folder).is_dir():
        folder = _aside(folder)
    path = folder / "skin.toml"
    try:
        data = msgspec.toml.decode(read_limited(path, MAX_BYTES), type=_SkinFile)
    except UsageError as error:
        raise ProfileError(f"{error}; a skin is a folder with skin.toml") from None
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise ProfileError(f"{path}: {error}") from None
    if data.format != FORMAT:
        raise ProfileError(f"{path}: key 'format' must be {FORMAT}, not {data.format}")
    if data.topology not in set(Shape):
        raise ProfileError(f"{path}: key 'topology': {data.topology!r} is none of {_words(Shape)}")
    if not 0 < len(data.pictures) <= MAX_PICTURES:
        raise ProfileError(f"{path}: key 'pictures' must hold 1 to {MAX_PICTURES} pictures")
    labels = [_label_of(entry, path) for entry in data.pictures]
    pictures = [_load_picture(folder, entry.file, path) for entry in data.pictures]
    return Skin(
        data.name,
        Shape(data.topology),
        np.array(labels, np.uint8),
        np.stack(pictures),
        data.limit,
        data.program,
        data.license,
        data.fine,
    )


def _words(choices: type[Shape]) -> str:
    return ", ".join(choice.value for choice in choices)


def _label_of(entry: _Picture, path: Path) -> Label:
    for label in LABELS:
        if label.name.lower() == entry.label:
            return label
    raise ProfileError(f"{path}: key 'pictures.label': {entry.label!r} is no label")


def _load_picture(folder: Path, name: str, source: Path) -> NDArray[np.uint8]:
    if not re.fullmatch(r"[a-z_]+(\.[\w-]+)*\.png", name):
        raise ProfileError(f"{source}: key 'pictures.file': {name!r} is no <label>[.variant].png")
    path = folder / name
    try:
        size = path.stat().st_size
        data = path.read_bytes() if 0 < size <= MAX_PICTURE_BYTES else b""
    except OSError as error:
        raise ProfileError(f"{path}: {error.strerror}; it is named in {source.name}") from None
    if not data:
        raise ProfileError(f"{path}: {size} bytes are no picture of a cell")
    if not (picture_size := png_size(data)):
        raise ProfileError(f"{path}: not a PNG picture")
    if picture_size != (SIDE, SIDE):
        width, height = picture_size
        raise ProfileError(f"{path}: {width}x{height} pixels; must be {SIDE}x{SIDE}")
    picture = None
    if is_whole_png(data):
        picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ProfileError(f"{path}: the picture is damaged")
    return np.asarray(picture, dtype=np.uint8)


def save_skin(skin: Skin, folder: Path) -> None:
    """Write the skin as a folder, whole or not at all; an older one of this name is replaced."""
    with replacing_skin(skin, folder):
        pass


@contextmanager
def replacing_skin(skin: Skin, folder: Path) -> Iterator[None]:
    """Write the skin as a folder; where that fails, or what is done with it, the older one stays.

    A program that ends at once in between leaves the older one aside, where ``load_skin`` and the
    next writer find it.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    older = _aside(folder)
    if older.exists() and not folder.exists():
        older.rename(folder)
    shutil.rmtree(older, ignore_errors=True)
    was_there = folder.exists()
    fresh = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        _write(skin, fresh)
        fresh.chmod(0o755)
        if was_there:
            folder.rename(older)
        fresh.rename(folder)
        yield
    except BaseException:
        if older.exists() or not was_there:
            shutil.rmtree(folder, ignore_errors=True)
        if older.exists():
            older.rename(folder)
        raise
    finally:
        shutil.rmtree(fresh, ignore_errors=True)
    shutil.rmtree(older, ignore_errors=True)


def is_skin(folder: Path) -> bool:
    """Whether there is such a folder, or the older one of a write that was cut short."""
    return bool(skin_folders(folder))


def skin_folders(folder: Path) -> list[Path]:
    """Return what there is of this skin: its folder, and the older one of a write cut short."""
    return [each for each in (folder, _aside(folder)) if each.is_dir()]


def _aside(folder: Path) -> Path:
    """Return where the older skin of this folder is while it is replaced."""
    return folder.with_name(f".{folder.name}.old")


def _write(skin: Skin, folder: Path) -> None:
    entries, seen = [], dict.fromkeys(LABELS, 0)
    for value, picture in zip(skin.labels, skin.pictures, strict=True):
        label = Label(int(value))
        variant = f".{seen[label]}" if seen[label] else ""
        seen[label] += 1
        name = f"{label.name.lower()}{variant}.png"
        _, data = cv2.imencode(".png", picture)
        (folder / name).write_bytes(data.tobytes())
        entries.append({"file": name, "label": label.name.lower()})
    content = {
        "format": FORMAT,
        "name": skin.name,
        "topology": skin.shape.value,
        "limit": round(skin.limit, 3),
        "program": skin.program,
        "license": skin.license,
        "fine": skin.fine,
        "pictures": entries,
    }
    with (folder / "skin.toml").open("wb") as file:
        tomli_w.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
