"""The person's wish to stop: asked before every click, and while nothing is clicked."""

from __future__ import annotations

from contextlib import AbstractContextManager
from math import inf

from autoplay.desktop.ports import Clock, Watch

CHECK_SECONDS = 0.01
"""Between two questions for the person's wish while nothing is clicked; a click always asks before.

Each is a round trip to the display: asked at every capture they took a quarter of the time of games
of xbomb on a busy machine, now 15 to 18 %.
"""

LONGEST_SLEEP = 0.02
"""Seconds that are slept through without a question: a wish is to be heard within 50 ms, and a busy
machine wakes late. Most games take clicks sooner one after another: their waits are not parted."""


class PersonsWish:
    """Asks whether the person wants to stop; StoppedError or PausedError where they do.

    It is a clock, too: what waits by it hears them meanwhile.
    """

    def __init__(self, watch: Watch, clock: Clock) -> None:
        self._watch = watch
        self._clock = clock
        self._asked = -inf

    def ask(self, unless_within: float = 0.0) -> None:
        """Ask now, unless that was done within so many seconds."""
        now = self._clock.now()
        if unless_within and now - self._asked < unless_within:
            return
        self._asked = now
        self._watch.check()

    def listening(self) -> AbstractContextManager[None]:
        """Ask now and then while the block computes; see ``Watch.listening``."""
        return self._watch.listening()

    def now(self) -> float:
        """Return seconds on a clock that never goes back."""
        return self._clock.now()

    def sleep(self, seconds: float) -> None:
        """Return after this many seconds, during which the person is asked; not at their end."""
        end = self._clock.now() + seconds
        while (left := end - self._clock.now()) > LONGEST_SLEEP:
            self._clock.sleep(LONGEST_SLEEP)
            self.ask()
        self._clock.sleep(left)
