"""Ctrl-C that is not lost: Python drops what is raised while an object is being cleaned up.

A signal to end is heard as Ctrl-C is, so that play ends as it does there: summed up, and kept.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from autoplay.errors import AutoplayError

ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]


@contextmanager
def unmasked(check: Callable[[], None]) -> Iterator[None]:
    """Let what ``check`` raises, if anything, end the block in place of an unexpected error.

    numpy makes a TypeError of whatever a signal raises while structured arrays are compared.
    """
    try:
        yield
    except AutoplayError:
        raise
    except Exception:
        check()
        raise


@contextmanager
def remembered_interrupt(
    ending: Callable[[], None] = lambda: None,
) -> Iterator[Callable[[], None]]:
    """Yield a check that raises KeyboardInterrupt once Ctrl-C was pressed, as often as asked.

    The signal interrupts at once as before. But one that comes while Python calls a finalizer,
    and mss has some at every capture, raises where only a warning can be printed
    (``sys.unraisablehook``), and the program would play on. SIGTERM, and SIGHUP of a terminal that
    was closed, count as Ctrl-C; what they raise has their name. ``ending`` is called before it is
    raised. Only the main thread can listen to signals; in another one, and for a signal that is
    ignored, the check never raises. Where a library made an error of its own of what was raised,
    the block ends in KeyboardInterrupt all the same: see ``unmasked``.
    """
    told: list[tuple[str, ...]] = []

    def check() -> None:
        if told:
            raise KeyboardInterrupt(*told[0])

    if threading.current_thread() is not threading.main_thread():
        yield check
        return
    before = {number: signal.getsignal(number) for number in ENDING}

    def remember(number: int, frame: FrameType | None) -> None:
        name = () if number == signal.SIGINT else (signal.Signals(number).name,)
        told.append(name)
        ending()
        handler = before[signal.Signals(number)]
        if not callable(handler):  # the default, which would end the program on the spot
            raise KeyboardInterrupt(*name)
        handler(number, frame)

    # Ignored ones stay ignored, and those that C code listens to are left to it.
    heard = [each for each in ENDING if before[each] not in (signal.SIG_IGN, None)]
    for number in heard:
        signal.signal(number, remember)
    try:
        with unmasked(check):
            yield check
    finally:
        for number in heard:
            signal.signal(number, before[number])
