"""Bad input by the thousand: every file and text a person can hand over, damaged from a seed.

Whatever comes in, it is read or refused in one clear line, in time.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache, partial
from pathlib import Path
from typing import IO

from autoplay.bench.fuzz_targets import Target, make_targets
from autoplay.bench.workers import Ended, worked_apart
from autoplay.errors import AutoplayError

SLOWEST = 30.0
"""Seconds after which reading one damaged file counts as a hang; files take up to 0.5 s, and
looking at a picture some."""

MOST_MIB = 1024
"""Memory in MiB that a process which reads may hold: damaged files, and pictures of up to 640x640
pixels, need no more."""

STANDARD_ERROR = 2
"""Its file descriptor. Nothing that reads writes there: an error is raised, and told once."""

LONGEST = 1000
"""Characters of a message that can still be called one line."""


WRONG = ("broken", "hang", "large")
"""Endings of an input: its reader raised or wrote what it must not, or died; was never done; held
more than ``MOST_MIB``."""


@dataclass(frozen=True)
class Try:
    """What became of one damaged input: ``read``, ``refused``, or one of ``WRONG``.

    ``peak_mib`` is the most memory that its reader had held, for this and all inputs before.
    """

    index: int
    target: str
    file: str
    ending: str
    message: str = ""
    peak_mib: int = 0

    @property
    def is_wrong(self) -> bool:
        """Whether it was neither read nor refused as it should be."""
        return self.ending in WRONG


@dataclass
class Report:
    """The campaign so far."""

    inputs: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    targets: Counter[str] = field(default_factory=Counter)
    peak_mib: int = 0

    def add(self, tried: Try) -> None:
        """Count one input."""
        self.inputs += 1
        self.endings[tried.ending] += 1
        self.targets[tried.target] += 1
        self.peak_mib = max(self.peak_mib, tried.peak_mib)

    @property
    def is_clean(self) -> bool:
        """Whether everything was read or refused as it should be, within ``MOST_MIB``."""
        return not any(self.endings[ending] for ending in WRONG)

    def json(self) -> dict[str, object]:
        """Return the report as the command prints it."""
        return {
            "inputs": self.inputs,
            **{ending: self.endings[ending] for ending in ("read", "refused", *WRONG)},
            "targets": dict(sorted(self.targets.items())),
            "peak_mib": self.peak_mib,
            "most_mib": MOST_MIB,
        }


def campaign(
    inputs: int,
    seed: int,
    only: int | None = None,
    make: Callable[[Path], tuple[Target, ...]] = make_targets,
) -> Iterator[Try]:
    """Yield what became of every input; ``only`` tries the one of this number.

    Each input depends on the seed and its number alone. A process of its own reads them, so that
    one which is never done with, or ends the program, is told of and the campaign goes on.
    """
    numbers = range(inputs) if only is None else [only]
    with tempfile.TemporaryDirectory(prefix="autoplay-fuzz-") as home:
        work = partial(_tried, seed, make, Path(home), MOST_MIB)
        for number, (said, ended) in zip(
            numbers, worked_apart(work, numbers, SLOWEST), strict=True
        ):
            tried = Try(number, "", "", "begun") if said is None else said
            match ended:
                case Ended.DONE:
                    yield tried
                case Ended.HUNG:
                    yield replace(tried, ending="hang", message=f"no end within {SLOWEST:g} s")
                case Ended.DIED:
                    yield replace(tried, ending="broken", message="the program ended")


def _tried(
    seed: int, make: Callable[[Path], tuple[Target, ...]], home: Path, most_mib: int, index: int
) -> Iterator[Try]:
    """Yield what is tried, and then what became of it."""
    rng = random.Random(f"fuzz {seed} {index}")
    targets = _targets(make, home)
    target = rng.choices(targets, [each.weight for each in targets])[0]
    original = rng.choice(target.originals)
    name = rng.choice(sorted(original))
    files = original | {name: target.mutate(original[name], rng)}
    if len(files) > 1 and rng.random() < 0.02:
        del files[name]
    folder = home / "input" / target.name
    _write(folder, files)
    begun = Try(index, target.name, name, "begun")
    yield begun
    before = _peak_mib()
    ending, message = _ending(target, folder)
    peak = _peak_mib()
    if before <= most_mib < peak:  # those after it are not to blame
        ending, message = "large", f"its reader held {peak} MiB; at most {most_mib} are allowed"
    yield replace(begun, ending=ending, message=message, peak_mib=peak)


@cache
def _targets(make: Callable[[Path], tuple[Target, ...]], home: Path) -> tuple[Target, ...]:
    return make(home / f"originals-{os.getpid()}")


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
    with tempfile.TemporaryFile() as written:
        with _standard_error_in(written):
            ending, message = _read(target, folder)
        written.seek(0)
        complaint = written.read().decode(errors="replace")
    if complaint:
        return "broken", f"on standard error: {complaint}"
    return ending, message


@contextmanager
def _standard_error_in(file: IO[bytes]) -> Iterator[None]:
    """Let what anybody, C++ too, writes to standard error go to this file."""
    before = os.dup(STANDARD_ERROR)
    os.dup2(file.fileno(), STANDARD_ERROR)
    try:
        yield
    finally:
        sys.stderr.flush()
        os.dup2(before, STANDARD_ERROR)
        os.close(before)


def _read(target: Target, folder: Path) -> tuple[str, str]:
    try:
        target.read(folder)
    except AutoplayError as error:
        message = str(error)
        is_line = message.strip() and len(message.splitlines()) == 1 and len(message) <= LONGEST
        return ("refused" if is_line else "broken"), message
    except Exception as error:  # noqa: BLE001  # whatever escapes is what is looked for
        return "broken", f"{type(error).__name__}: {error}"
    return "read", ""


def _peak_mib() -> int:
    """The most memory this process has held, MiB; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0
    if sys.platform == "darwin":
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 20
    # What getrusage says of a new process begins with what the one that started it has held.
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmHWM:")[1].split()[0]) >> 10
