"""Imports point one way."""

from __future__ import annotations

import ast
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "autoplay"

ALLOWED = {
    "errors": set(),
    "resources": {"errors"},
    "game": {"errors"},
    "inference": {"errors", "game"},
    "vision": {"errors", "game"},
    "desktop": {"errors", "game"},
    "policy": {"errors", "game", "inference"},
    "calibration": {"errors", "resources", "game", "vision", "desktop"},
    "play": {
        "errors",
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
