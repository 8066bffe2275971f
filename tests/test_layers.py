"""Imports point one way."""

from __future__ import annotations

import ast
import re
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "autoplay"

ALLOWED = {
    "errors": set(),
    "files": {"errors"},
    "resources": {"errors"},
    "game": {"errors"},
    "inference": {"errors", "game"},
    "vision": {"errors", "files", "game"},
    "desktop": {"errors", "game"},
    "policy": {"errors", "game", "inference"},
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
    },
}


def _imported_rooms(path: Path) -> set[str]:
    rooms = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("autoplay."):
            rooms.add(node.module.split(".")[1])
        elif isinstance(node, ast.Import):
            rooms.update(a.name.split(".")[1] for a in node.names if a.name.startswith("autoplay."))
    return rooms


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


def test_only_one_file_imports_the_real_machine() -> None:
    users = {
        str(path.relative_to(PACKAGE))
        for path in PACKAGE.rglob("*.py")
        if any(
            f"import {name}" in path.read_text(encoding="utf-8") for name in ("mss", "pyautogui")
        )
    }
    assert users <= {"desktop/real.py"}


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
