"""Files are written aside first, then put in their place: none is ever found half-written."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

from autoplay.errors import UsageError


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; UsageError naming it where that cannot be done.

    Then what was there before stays, and nothing else is left behind.
    """
    if not path.parent.is_dir():
        raise UsageError(f"{path}: there is no folder {path.parent}; make it first")
    aside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        aside.write_bytes(data)
        aside.replace(path)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    finally:
        with suppress(OSError):
            aside.unlink(missing_ok=True)


def read_limited(path: Path, most: int) -> bytes:
    """Return the bytes of a file; UsageError naming it where it cannot be read or has more.

    No more than ``most`` are ever held: a device such as /dev/zero has no end.
    """
    try:
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if len(data) > most:
        raise UsageError(f"{path}: larger than {most >> 20} MiB, the most that is read")
    return data
