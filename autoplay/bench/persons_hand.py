"""A person at an X11 desktop, as a process of its own: it takes the mouse, or presses a key.

Run as a program it reads lines, each a wait in seconds, an act and what it is done with; it answers
each with when it began, by the machine's clock, which all processes share.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from autoplay.desktop import x11
from autoplay.desktop.ports import Clock, Point
from autoplay.desktop.real import RealClock
from autoplay.desktop.x11_keys import XTestKeyboard
from autoplay.errors import DesktopError

HELD_SECONDS = 0.02
"""For so long the hand holds the pointer where it puts it, while play moves it, too."""

STEP = 0.002


class PersonsHand:
    """What a person does, ordered by the process that plays; orders return at once."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def press(self, keys: str, after: float) -> None:
        """Press these keys so many seconds from now."""
        self._order(after, f"press {keys}")

    def put(self, point: Point, after: float) -> None:
        """Move the mouse there so many seconds from now, also out of a corner, and hold it."""
        self._order(after, f"put {point.x:.0f} {point.y:.0f}")

    def interrupt(self, after: float) -> None:
        """Press Ctrl-C in this program's terminal so many seconds from now."""
        self._order(after, f"interrupt {os.getpid()}")

    def began(self) -> float:
        """Wait until the last act is done; return when it began, by the machine's clock.

        Raises DesktopError where the hand cannot act.
        """
        assert self._process.stdout is not None
        answer = self._process.stdout.readline()
        if not answer:
            raise DesktopError("nothing can be done on this desktop in a person's place")
        return float(answer)

    def _order(self, after: float, act: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{after} {act}\n")
        self._process.stdin.flush()


@contextmanager
def persons_hand() -> Iterator[PersonsHand]:
    """Yield a hand that is ready to act; its process ends with the block."""
    process = subprocess.Popen(
        [sys.executable, "-m", __name__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a person's own Ctrl-C ends it with the block alone
    )
    with process:
        try:
            hand = PersonsHand(process)
            hand.began()
            yield hand
        finally:
            process.terminate()


def _obey() -> None:
    display, clock = x11.open_display(), RealClock()
    print(clock.now(), flush=True)
    for line in sys.stdin:
        after, act, *what = line.split()
        clock.sleep(float(after))
        began = clock.now()
        if act == "press":
            XTestKeyboard(display).press(what[0])
        elif act == "interrupt":
            os.kill(int(what[0]), signal.SIGINT)
        else:
            _hold(display, clock, int(what[0]), int(what[1]))
        print(began, flush=True)


def _hold(display: Any, clock: Clock, x: int, y: int) -> None:
    end = clock.now() + HELD_SECONDS
    while clock.now() < end:
        display.screen().root.warp_pointer(x, y)
        display.sync()
        clock.sleep(STEP)


if __name__ == "__main__":
    try:
        _obey()
    except DesktopError as error:
        sys.exit(str(error))
