"""A library of a test's own: it knows one game, and has a folder for what playing it teaches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library


def kept_library(home: Path) -> Library:
    """Return a library that knows the classic look of squares 24 pixels wide."""
    return replace(library_for("classic", "square", 24), folders=((home, home),))
