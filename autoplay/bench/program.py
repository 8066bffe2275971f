"""A game's program, started to be measured and ended afterwards."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from autoplay.desktop.ports import Frame, Machine, Region
from autoplay.errors import NoBoardError, UsageError

QUIET_SECONDS = 0.5
"""A program is ready when the screen has changed and then stayed the same for so long."""

START_SECONDS = 30.0
STEP = 0.05
END_SECONDS = 5.0


@contextmanager
def running(command: str, machine: Machine, areas: Sequence[Region]) -> Iterator[None]:
    """Run a command, given as to a shell, until the block ends; it begins with its window shown.

    Raises UsageError when the command cannot be started or fails at once, NoBoardError when it
    shows nothing in these areas.
    """
    before = [machine.screen.grab(area) for area in areas]
    try:
        words = shlex.split(command)
        if not words:
            raise UsageError("--game: name the program to start")
        process = subprocess.Popen(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError as error:
        raise UsageError(f"--game {command!r}: {error.strerror}: {words[0]}") from None
    except ValueError as error:
        raise UsageError(f"--game {command!r}: {error}") from None
    try:
        _await_window(command, process, machine, before)
        yield
    finally:
        process.terminate()
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _await_window(
    command: str, process: subprocess.Popen[bytes], machine: Machine, before: Sequence[Frame]
) -> None:
    clock = machine.clock
    began = since = clock.now()
    last = before
    while clock.now() - began < START_SECONDS:
        machine.watch.check()
        now = [machine.screen.grab(frame.region) for frame in before]
        if not _are_alike(now, last):
            last, since = now, clock.now()
        has_changed = not _are_alike(last, before)
        if has_changed and clock.now() - since >= QUIET_SECONDS:
            return
        if not has_changed and process.poll():  # one that ends well may have started another
            raise UsageError(
                f"--game {command!r} ended with exit code {process.returncode} before it showed a "
                "window; does it run in a terminal?"
            )
        clock.sleep(STEP)
    raise NoBoardError(f"--game {command!r} shows no window that stands still")


def _are_alike(frames: Sequence[Frame], others: Sequence[Frame]) -> bool:
    pairs = zip(frames, others, strict=True)
    return all(np.array_equal(frame.pixels, other.pixels) for frame, other in pairs)
