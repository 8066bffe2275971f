"""Time on the virtual desktop, and what is to happen in it."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable


class Agenda:
    """Seconds since the desktop began, which pass only when told, and what is due later."""

    def __init__(self) -> None:
        self.time = 0.0
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()

    def later(self, delay: float, happen: Callable[[], None]) -> None:
        """Let something happen after a delay; at once when the delay is 0."""
        if delay <= 0:
            happen()
        else:
            heapq.heappush(self._due, (self.time + delay, next(self._order), happen))

    def spend(self, seconds: float) -> None:
        """Let this much time pass and everything happen that is due in it."""
        end = self.time + seconds
        while self._due and self._due[0][0] <= end:
            self.time, _, happen = heapq.heappop(self._due)
            happen()
        self.time = end
