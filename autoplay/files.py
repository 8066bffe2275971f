"""Files are written aside first, then put in their place: none is ever found half-written."""

from __future__ import annotations

import errno
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from autoplay.errors import UsageError

if sys.platform != "win32":
    import fcntl

LONGEST_WAIT = 10.0
"""Seconds for another program to be done with a folder: writing a profile takes milliseconds."""

WAIT_STEP = 0.005
"""Seconds after which it is asked again."""

BUSY = "another program is writing there"

PROBE = 100_000
"""Bytes: a profile and its skin take about as much."""

OPEN_FILES = (Path("/dev/fd"), Path("/proc/self/fd"))
"""Folders of what is open already: a pipe there is a shell's <(command), which is written to."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; UsageError naming it where that cannot be done.

    Then what was there before stays, and nothing else is left behind.
    """
    write_parts(path, [data])


def write_parts(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file of these parts, one after the other, as ``write_whole`` does."""
    _require_folder(path)
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with aside.open("wb") as file:
            file.writelines(parts)
        aside.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Let one program at a time change what a folder holds: others that ask so wait for it.

    OSError where the folder cannot be opened, or another program is not done in LONGEST_WAIT. A
    program that is killed holds nothing up. Windows, and file systems without locks, let all pass.
    """
    if sys.platform == "win32":
        yield
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        _wait_for(opened, folder)
        yield
    finally:
        os.close(opened)


def _wait_for(opened: int, folder: Path) -> None:
    """Return when the folder opened so is this program's alone, or cannot be; OSError as said."""
    end = time.monotonic() + LONGEST_WAIT
    while True:
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() > end:
                raise OSError(errno.EBUSY, BUSY, str(folder)) from None
            time.sleep(WAIT_STEP)
        except OSError:  # a file system without locks
            return
        else:
            return


def remove_together(paths: Sequence[Path]) -> None:
    """Remove files and folders; OSError where one of them cannot be, and then all of them stay."""
    aside: dict[Path, Path] = {}
    try:
        for path in paths:
            aside[path] = path.with_name(f".{path.name}.{os.getpid()}")
            path.rename(aside[path])
    except BaseException:
        for path, away in aside.items():
            with suppress(OSError):
                away.rename(path)
        raise
    for away in aside.values():
        if away.is_dir() and not away.is_symlink():
            shutil.rmtree(away, ignore_errors=True)
        else:
            with suppress(OSError):
                away.unlink()


def read_limited(path: Path, most: int) -> bytes:
    """Return the bytes of a file; UsageError naming it where it cannot be read or has more.

    No more than ``most`` are ever held: what is read may have no end.
    """
    try:
        require_file(path)
        with path.open("rb") as file:
            return read_stream(file, str(path), most)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def require_file(path: Path) -> None:
    """Raise UsageError where this is a pipe or a device: to read it might take for ever.

    What is not there, and a folder, is left to the opening.
    """
    if path.exists() and not (path.is_file() or path.is_dir()) and path.parent not in OPEN_FILES:
        raise UsageError(f"{path}: this is a pipe or a device; name a file")


def read_stream(file: BinaryIO, name: str, most: int) -> bytes:
    """Return the bytes of an open file, as ``read_limited`` does; OSError where it fails."""
    data = file.read(most + 1)
    if len(data) > most:
        raise UsageError(f"{name}: larger than {most >> 20} MiB, the most that is read")
    return data


def check_writable(path: Path, kinds: Sequence[str]) -> None:
    """Raise UsageError where a file of one of these endings could not be written here.

    Asked before long work, which would be lost when its result cannot be kept.
    """
    if path.suffix.lower() not in kinds:
        raise UsageError(f"{path}: write it to a name in {', '.join(kinds)}")
    _require_folder(path)
    if path.is_dir():
        raise UsageError(f"{path}: this is a folder; name a file")
    try:
        with tempfile.TemporaryFile(dir=path.parent):  # a folder does not always tell
            pass
    except OSError:
        message = f"{path}: the folder {path.parent} cannot be written; choose another"
        raise UsageError(message) from None


def check_room(folder: Path) -> None:
    """Raise OSError where no PROBE bytes can be written in a folder, or where it is to be made.

    Whether a file can be made says nothing of a disk that is full.
    """
    existing = folder
    while not existing.exists():
        existing = existing.parent
    with tempfile.TemporaryFile(dir=existing) as file:
        file.write(bytes(PROBE))
        file.flush()


def make_folder(path: Path) -> None:
    """Make a folder where it is not there; UsageError naming it where that cannot be done."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise UsageError(f"{path}: this is a file; name a folder") from None
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}; name another folder") from None


def _require_folder(path: Path) -> None:
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; make it first")


def numbered(home: Path, prefix: str) -> dict[int, Path]:
    """Return what is called ``<prefix>-<number>`` in a folder, with any ending, by its number."""
    named = ((path.stem.removeprefix(f"{prefix}-"), path) for path in home.glob(f"{prefix}-*"))
    return {int(number): path for number, path in named if number.isdecimal()}


def next_number(home: Path, prefix: str) -> int:
    """Return the number of the next ``<prefix>-<number>`` in a folder: above all that are there."""
    return max(numbered(home, prefix), default=0) + 1


def keep_latest(home: Path, prefix: str, most: int) -> None:
    """Remove all but the latest ``<prefix>-<number>`` of a folder; what cannot be removed stays."""
    kept = numbered(home, prefix)
    for number in sorted(kept)[:-most]:
        if kept[number].is_dir():
            shutil.rmtree(kept[number], ignore_errors=True)
        else:
            with suppress(OSError):
                kept[number].unlink()
