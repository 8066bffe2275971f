"""The code that plays: a word that changes with it, so that old results are not taken for new."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Iterable
from functools import cache
from pathlib import Path

import autoplay
from autoplay.inference import active_engine

SOURCES = (
    "game/*.py", "inference/*.py", "inference/kernel/*pp", "policy/*.py", "bench/simulate.py"
)  # fmt: skip
"""What decides how a simulated game goes, the drawing of its mines included."""


@cache
def playing_code() -> str:
    """Return the program's version, the engine and 16 hexadecimal digits of what plays here.

    They depend on SOURCES, and on the compiled kernel where it plays.
    """
    kernel = importlib.util.find_spec("autoplay.inference._kernel")
    compiled = [Path(kernel.origin)] if kernel is not None and kernel.origin is not None else []
    return f"{autoplay.__version__} {active_engine()} {_digest([*_sources(), *compiled])}"


@cache
def playing_sources() -> str:
    """Return the program's version and 16 hexadecimal digits of SOURCES.

    They are the same on every machine, whatever its compiler made of them.
    """
    return f"{autoplay.__version__} {_digest(_sources())}"


def _digest(files: Iterable[Path]) -> str:
    digest = hashlib.sha256()
    for path in files:
        digest.update(path.name.encode() + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()[:16]


def _sources() -> list[Path]:
    home = Path(autoplay.__file__).parent
    return [path for pattern in SOURCES for path in sorted(home.glob(pattern))]
