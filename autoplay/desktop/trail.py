"""Where the program put the pointer lately: anywhere else, the person's hand did."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable

from autoplay.desktop.ports import Point

MOVED_POINTS = 2.0
"""Farther than this from where the program put it, the pointer was moved by hand.

Rounding to pixels moves it by up to 1 point, on a display of scale 2 or less.
"""

LAG = 0.5
"""Seconds for which the pointer may still be where it was put before.

A window manager that looks at every click first freezes the pointer meanwhile; on a busy machine
it was seen one click behind.
"""

LONGEST = 256
"""Places remembered: more clicks than any game takes within LAG."""


class Trail:
    """The places where the program put the pointer; ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._puts: deque[tuple[float, Point]] = deque(maxlen=LONGEST)

    def put(self, point: Point, came_from: Point | None = None) -> None:
        """Remember that the pointer was put here; ``came_from`` counts where nothing is known."""
        now = self._clock()
        if not self._puts and came_from is not None:
            self._puts.append((now, came_from))
        self._puts.append((now, point))

    def restart(self, point: Point) -> None:
        """Forget all; the pointer is here by the person's wish."""
        self._puts.clear()
        self.put(point)

    def explains(self, point: Point) -> bool:
        """Whether a pointer at this place was put there by the program, or by nobody yet."""
        if not self._puts:
            return True
        since = self._clock() - LAG
        for index, (when, put) in enumerate(reversed(self._puts)):
            if index and when < since:
                break
            if math.dist(point, put) <= MOVED_POINTS:
                return True
        return False
