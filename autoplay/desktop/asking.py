"""A question asked again and again while something is computed, by a timer of the system."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def asked_meanwhile(ask: Callable[[], None], seconds: float) -> Iterator[None]:
    """Call ``ask`` within the block, each time so many seconds after the last call was over.

    What it raises ends the block, whatever is made of it within: Python drops it in a finalizer,
    and numpy turns it into an error of its own. It is called between two instructions of the block,
    so that must be no part of what ``ask`` uses itself, and must leave nothing half done that is
    looked at later. Only the main thread hears the timer; in another one, on Windows, which has
    none, and where somebody else uses it, ``ask`` is never called.
    """
    if not _is_free():
        yield
        return

    is_within = True
    raised: list[BaseException] = []

    def hear(number: int, frame: FrameType | None) -> None:
        try:
            ask()  # one that takes longer than it was to wait is not asked within itself
        except BaseException as wish:
            raised.append(wish)
            raise
        if is_within:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    before = signal.signal(signal.SIGALRM, hear)
    try:
        signal.setitimer(signal.ITIMER_REAL, seconds)
        yield
    except GeneratorExit:
        raise  # the block ended before this was told so
    except BaseException:
        if not raised:
            raise
    finally:
        is_within = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    if raised:
        raise raised[0] from None


def _is_free() -> bool:
    """Whether there is a timer, this thread hears it, and nobody uses it."""
    if not hasattr(signal, "setitimer"):
        return False
    is_main = threading.current_thread() is threading.main_thread()
    return is_main and signal.getitimer(signal.ITIMER_REAL)[0] == 0
