"""Imports point one way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "autoplay"

ALLOWED = {
    "errors": set(),
    "files": {"errors"},
    "resources": {"errors"},
    "words": set(),
    "game": {"errors", "words"},
    "inference": {"errors", "game", "words"},
    "vision": {"errors", "files", "game", "words"},
    "desktop": {"errors", "game"},
    "policy": {"errors", "game", "inference", "words"},
    "calibration": {"errors", "files", "resources", "game", "vision", "desktop"},
    "play": {
        "errors",
        "files",
        "resources",
        "game",
        "inference",
        "vision",
        "desktop",
        "policy",
        "calibration",
        "words",
    },
    "bench": {
        "errors",
        "files",
        "resources",
        "game",
        "inference",
        "vision",
        "desktop",
        "policy",
        "calibration",
        "play",
        "words",
    },
}


REAL_MACHINE = {"mss", "pyautogui"}


def _imported(text: str, package: str) -> set[str]:
    """Return the full names that a module of this package imports, from where it does so too."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: -node.level + 1 or None] if node.level else []
            home = ".".join([*above, *filter(None, [node.module])])
            names.update(f"{home}.{alias.name}" for alias in node.names)
    return names


def _imports_of(path: Path) -> set[str]:
    package = ".".join(["autoplay", *path.relative_to(PACKAGE).parent.parts])
    return _imported(path.read_text(encoding="utf-8"), package)


def _imported_rooms(path: Path) -> set[str]:
    """Return what of the package is imported, but for names of its own, as its version."""
    inner = (name.split(".") for name in _imports_of(path) if name.startswith("autoplay."))
    return {room for _, room, *_ in inner if room in ALLOWED or room == "cli"}


def test_imports_point_one_way() -> None:
    wrong = []
    for room, allowed in ALLOWED.items():
        home = PACKAGE / room
        files = sorted(home.rglob("*.py")) if home.is_dir() else [home.with_suffix(".py")]
        for path in files:
            if path.exists():
                extra = _imported_rooms(path) - allowed - {room}
                wrong += [f"{path.relative_to(PACKAGE)} imports {name}" for name in sorted(extra)]
    assert wrong == []


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("import autoplay.vision.see", "autoplay.vision.see"),
        ("import mss.tools", "mss.tools"),
        ("from autoplay import vision", "autoplay.vision"),
        ("from autoplay.vision import see", "autoplay.vision.see"),
        ("from . import find", "autoplay.play.deep.find"),
        ("from .find import it", "autoplay.play.deep.find.it"),
        ("from .. import find", "autoplay.play.find"),
        ("from ...vision import see", "autoplay.vision.see"),
        ("def late():\n    from mss import mss", "mss.mss"),
    ],
)
def test_every_way_to_import_is_seen(text: str, name: str) -> None:
    assert _imported(text, "autoplay.play.deep") == {name}


def test_only_one_file_imports_the_real_machine() -> None:
    users = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(name.split(".")[0] in REAL_MACHINE for name in _imports_of(path))
    }
    assert users == {"desktop/real.py"}


def test_the_architecture_says_of_every_module_what_its_docstring_says() -> None:
    text = (PACKAGE.parent / "ARCHITECTURE.md").read_text(encoding="utf-8")
    said = dict(re.findall(r"^- `([\w/]+\.py)`: (.*)$", text, re.MULTILINE))
    wanted = {
        path.relative_to(PACKAGE).as_posix(): _first_sentence(path)
        for path in PACKAGE.rglob("*.py")
        if path.name != "__init__.py" or path.parent == PACKAGE or path.parent.parent != PACKAGE
    }
    assert said == wanted


def _first_sentence(path: Path) -> str:
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.split("\n\n")[0].split())
