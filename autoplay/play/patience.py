"""How long a condition is waited for, and how often it is looked at."""

from __future__ import annotations

from autoplay.desktop.ports import Clock

LONGEST_GAP = 0.5
"""Seconds; learning a look takes less, a computer that was asleep more."""

FIRST_STEP = 0.0003
"""Seconds between two looks at first; a capture of an expert board takes 0.1 to 0.4 ms."""

GROWTH = 0.1
"""Then this share of the time waited so far: what has come late may be seen a little later."""

LONGEST_STEP = 0.05


class Patience:
    """Waits by a clock that may jump ahead (a suspended computer)."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self.seconds = seconds
        self._spent = 0.0
        self._last = clock.now()

    def is_over(self) -> bool:
        """Whether the time is up; one step counts for LONGEST_GAP at most."""
        now = self._clock.now()
        self._spent += min(now - self._last, LONGEST_GAP)
        self._last = now
        return self._spent >= self.seconds

    def is_half_over(self) -> bool:
        """Whether half of the time is gone."""
        return self._spent >= self.seconds / 2

    def step(self) -> float:
        """Return the seconds to sleep until the next look."""
        return min(max(FIRST_STEP, GROWTH * self._spent), LONGEST_STEP)
