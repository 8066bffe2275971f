"""Where the shipped templates and profiles are: inside the wheel, or in the checkout."""

from __future__ import annotations

from pathlib import Path

from autoplay.errors import UsageError

_PACKAGE = Path(__file__).parent


def data_folder(name: str) -> Path:
    """Return the folder ``templates`` or ``calibration``; UsageError when the install lacks it."""
    for home in (_PACKAGE / "_data", _PACKAGE.parent):
        folder = home / name
        if folder.is_dir():
            return folder
    raise UsageError(f"this installation has no {name}/ folder; install autoplay again")
