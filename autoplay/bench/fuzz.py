"""Bad input by the thousand: every file and text a person can hand over, damaged from a seed.

Whatever comes in, it is read or refused in one clear line, in time.
"""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from autoplay.bench.fuzz_targets import Target, make_targets
from autoplay.bench.mutations import mutated
from autoplay.bench.workers import worked_off
from autoplay.errors import AutoplayError

SLOWEST = 10.0
"""Seconds after which reading one damaged file counts as a hang; the slowest take 0.5 s."""

LONGEST = 1000
"""Characters of a message that can still be called one line."""


@dataclass(frozen=True)
class Try:
    """What became of one damaged input: ``read``, ``refused``, ``broken`` or ``hang``."""

    index: int
    target: str
    file: str
    ending: str
    message: str = ""


@dataclass
class Report:
    """The campaign so far."""

    inputs: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    targets: Counter[str] = field(default_factory=Counter)

    def add(self, tried: Try) -> None:
        """Count one input."""
        self.inputs += 1
        self.endings[tried.ending] += 1
        self.targets[tried.target] += 1

    @property
    def is_clean(self) -> bool:
        """Whether everything was read or refused as it should be."""
        return self.endings["broken"] + self.endings["hang"] == 0

    def json(self) -> dict[str, object]:
        """Return the report as the command prints it."""
        return {
            "inputs": self.inputs,
            **{ending: self.endings[ending] for ending in ("read", "refused", "broken", "hang")},
            "targets": dict(sorted(self.targets.items())),
            "peak_mib": _peak_mib(),
        }


def campaign(inputs: int, seed: int, only: int | None = None) -> Iterator[Try]:
    """Yield what became of every input; ``only`` tries the one of this number.

    Each input depends on the seed and its number alone.
    """
    with tempfile.TemporaryDirectory(prefix="autoplay-fuzz-") as home:
        targets = make_targets(Path(home) / "originals")
        folder = Path(home) / "input"
        numbers = range(inputs) if only is None else [only]
        yield from worked_off(partial(_tried, seed, targets, folder), numbers, 1)


def _tried(seed: int, targets: tuple[Target, ...], folder: Path, index: int) -> Try:
    return _try(index, random.Random(f"fuzz {seed} {index}"), targets, folder)


def _try(index: int, rng: random.Random, targets: tuple[Target, ...], folder: Path) -> Try:
    target = rng.choices(targets, [each.weight for each in targets])[0]
    original = rng.choice(target.originals)
    name = rng.choice(sorted(original))
    files = original | {name: mutated(original[name], rng)}
    if len(files) > 1 and rng.random() < 0.02:
        del files[name]
    home = folder / target.name
    _write(home, files)
    began = time.perf_counter()
    ending, message = _ending(target, home)
    if time.perf_counter() - began > SLOWEST:
        ending = "hang"
    return Try(index, target.name, name, ending, message)


def _write(folder: Path, files: dict[str, bytes]) -> None:
    """Make the folder hold these files and no others."""
    for path in folder.rglob("*"):
        if path.is_file() and path.relative_to(folder).as_posix() not in files:
            path.unlink()
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_bytes() != data:
            path.write_bytes(data)


def _ending(target: Target, folder: Path) -> tuple[str, str]:
    try:
        target.read(folder)
    except AutoplayError as error:
        message = str(error)
        is_line = message.strip() and len(message.splitlines()) == 1 and len(message) <= LONGEST
        return ("refused" if is_line else "broken"), message
    except Exception as error:  # noqa: BLE001  # whatever escapes is what is looked for
        return "broken", f"{type(error).__name__}: {error}"
    return "read", ""


def _peak_mib() -> int | None:
    """The most memory this process has held, MiB; None where the system does not say."""
    if sys.platform == "win32":
        return None
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1 << 20 if sys.platform == "darwin" else 1 << 10)
