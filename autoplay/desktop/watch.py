"""Notices that the person wants to stop: a key, a corner of the screen, the mouse in their hand."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from autoplay.desktop.asking import asked_meanwhile
from autoplay.desktop.foreign import Translated
from autoplay.desktop.interrupt import unmasked
from autoplay.desktop.keys import Chord
from autoplay.desktop.pointing import reject_hand
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.trail import Trail
from autoplay.errors import StoppedError, UsageError

DEFAULT_STOP_KEY = "escape"
"""Everybody's first try when something must stop, and hardly any Minesweeper listens to it."""


LISTENING_SECONDS = 0.02
"""Between two checks while something is computed: a wish is to be heard within 50 ms."""


class StopKey(Protocol):
    """A key that is watched whatever window has the focus."""

    def pressed(self) -> bool:
        """Whether it was pressed since this was made."""
        ...


class WatchedPointer(Protocol):
    """A pointer that remembers where the program put it."""

    trail: Trail

    def position(self) -> Point:
        """Return where the pointer is now."""
        ...

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors, whose outer corners stop the program."""
        ...


class PersonWatch:
    """The watch of a real desktop. ``check`` costs a round trip to the display."""

    def __init__(
        self, pointer: WatchedPointer, stop_key: StopKey | None, interrupt: Callable[[], None]
    ) -> None:
        """``interrupt`` raises KeyboardInterrupt once Ctrl-C was pressed."""
        self._pointer = pointer
        self._stop_key = stop_key
        self._interrupt = interrupt

    def check(self) -> None:
        """Raise StoppedError, PausedError or KeyboardInterrupt when the person wants the mouse."""
        self._interrupt()
        if self._stop_key is not None and self._stop_key.pressed():
            raise StoppedError("stopped by the stop key")
        reject_hand(self._pointer.position(), self._pointer.monitors(), self._pointer.trail)

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Check every so often while the block computes, where the system has a timer for that."""
        with asked_meanwhile(self.check, LISTENING_SECONDS), unmasked(self._interrupt):
            yield

    def resume(self) -> None:
        """Accept the pointer where it is now."""
        self._pointer.trail.restart(self._pointer.position())


class ListenedStopKey:
    """The stop key on Windows and macOS, heard by pynput in a thread of its own.

    Raises UsageError for a key that this system's keyboards lack, such as pause on macOS.
    """

    def __init__(self, keyboard: Any, chord: Chord) -> None:
        self._heard = threading.Event()
        names = [f"<{name}>" for name in chord.modifiers]
        key = chord.key if len(chord.key) == 1 else f"<{chord.key}>"
        hot_key = {"+".join([*names, key]): self._heard.set}
        with Translated("listen for the stop key"):
            try:
                self._listener = keyboard.GlobalHotKeys(hot_key)
            except ValueError:  # pynput's own, for a name it has no key for
                raise UsageError(
                    f"there is no key {chord.key!r} on this system; choose another by --stop-key"
                ) from None
            self._listener.start()

    def pressed(self) -> bool:
        """Whether it was pressed since this was made."""
        return self._heard.is_set()

    def close(self) -> None:
        """Stop listening."""
        self._listener.stop()
