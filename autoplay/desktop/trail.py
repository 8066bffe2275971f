"""Where the program put the pointer lately: anywhere else, the person's hand did."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable
from itertools import islice

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

LONGEST = 512
"""Places remembered: more clicks than any game takes within LAG."""


class Trail:
    """The places where the program put the pointer; ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._puts: deque[tuple[float, Point]] = deque(maxlen=LONGEST)
        self._overruled: Point | None = None

    def put(self, point: Point, came_from: Point | None = None) -> None:
        """Remember that the pointer was put here; ``came_from`` counts where nothing is known."""
        now = self._clock()
        if not self._puts and came_from is not None:
            self._puts.append((now, came_from))
        self._puts.append((now, point))

    def left(self, point: Point) -> None:
        """The pointer was here right before it was put where it was put last.

        Where a hand had moved it here, that is remembered: the put has hidden it.
        """
        when, _ = self._puts[-1]
        if not self._has(point, when, but_last=1):
            self._overruled = point

    def restart(self, point: Point) -> None:
        """Forget all; the pointer is here by the person's wish."""
        self._puts.clear()
        self._overruled = None
        self.put(point)

    def explains(self, point: Point) -> bool:
        """Whether a pointer at this place was put there by the program, or by nobody yet."""
        return not self._puts or self._has(point, self._clock())

    def moved_by_hand(self, here: Point) -> Point | None:
        """Return where a hand moved the pointer, which is ``here``; None where none did."""
        if self._overruled is not None:
            return self._overruled
        return None if self.explains(here) else here

    def _has(self, point: Point, now: float, but_last: int = 0) -> bool:
        """Whether the pointer was put there, or may have been seen there ``now``; so many of the
        last puts left out."""
        for index, (when, put) in enumerate(islice(reversed(self._puts), but_last, None)):
            if index and when < now - LAG:
                break
            if math.dist(point, put) <= MOVED_POINTS:
                return True
        return False
