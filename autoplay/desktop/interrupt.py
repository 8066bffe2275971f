"""Ctrl-C that is not lost: Python drops what is raised while an object is being cleaned up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def remembered_interrupt() -> Iterator[Callable[[], None]]:
    """Yield a check that raises KeyboardInterrupt once Ctrl-C was pressed, as often as asked.

    The signal interrupts at once as before. But one that comes while Python calls a finalizer,
    and mss has some at every capture, raises where only a warning can be printed
    (``sys.unraisablehook``), and the program would play on. Only the main thread can listen to
    signals; in another one, and where Ctrl-C is ignored, the check never raises.
    """
    pressed = threading.Event()

    def check() -> None:
        if pressed.is_set():
            raise KeyboardInterrupt

    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(before):
        yield check
        return

    def remember(number: int, frame: FrameType | None) -> None:
        pressed.set()
        before(number, frame)

    signal.signal(signal.SIGINT, remember)
    try:
        yield check
    finally:
        signal.signal(signal.SIGINT, before)
