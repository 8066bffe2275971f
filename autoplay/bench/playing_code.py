"""The code that plays: a word that changes with it, so that old results are not taken for new."""

from __future__ import annotations

import hashlib
import importlib.util
from functools import cache
from pathlib import Path

import autoplay
from autoplay.inference import active_engine

SOURCES = ("game/*.py", "inference/*.py", "policy/*.py", "bench/simulate.py")
"""What decides how a simulated game goes, the drawing of its mines included."""


@cache
def playing_code() -> str:
    """Return the program's version, the engine and 16 hexadecimal digits of what plays.

    They depend on SOURCES, and on the compiled kernel where it plays.
    """
    digest = hashlib.sha256()
    for path in _files():
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return f"{autoplay.__version__} {active_engine()} {digest.hexdigest()[:16]}"


def _files() -> list[Path]:
    home = Path(autoplay.__file__).parent
    sources = [path for pattern in SOURCES for path in sorted(home.glob(pattern))]
    kernel = importlib.util.find_spec("autoplay.inference._kernel")
    if kernel is not None and kernel.origin is not None:
        sources.append(Path(kernel.origin))
    return sources
