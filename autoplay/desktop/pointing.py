"""What every mouse has in common: its buttons, and the corners that stop the program."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from autoplay.desktop.ports import Point, Region
from autoplay.errors import StoppedError

BUTTONS = ("left", "middle", "right")

MONITORS_LAST = 0.25
"""Seconds for which the monitors need not be asked for again."""


class RecentMonitors:
    """The monitors as they were lately: they are wanted before every click, and asking costs."""

    def __init__(self, ask: Callable[[], tuple[Region, ...]]) -> None:
        self._ask = ask
        self._asked = -math.inf
        self._monitors: tuple[Region, ...] = ()

    def __call__(self) -> tuple[Region, ...]:
        """Return the monitors; what ``ask`` raises where it is time to ask again."""
        now = time.monotonic()
        if now - self._asked >= MONITORS_LAST:
            self._asked, self._monitors = now, self._ask()
        return self._monitors


def reject_corner(pointer: Point, monitors: Sequence[Region]) -> None:
    """Raise StoppedError when the pointer is in a corner that it can be pushed into.

    That is a corner of a monitor beyond which nothing is shown: where another monitor begins, the
    pointer passes through.
    """
    for monitor in monitors:
        right, bottom = monitor.left + monitor.width - 1, monitor.top + monitor.height - 1
        if pointer.x not in (monitor.left, right) or pointer.y not in (monitor.top, bottom):
            continue
        out_x = pointer.x + (1 if pointer.x == right else -1)
        out_y = pointer.y + (1 if pointer.y == bottom else -1)
        beyond = (Point(out_x, pointer.y), Point(pointer.x, out_y), Point(out_x, out_y))
        if not any(other.contains(point) for other in monitors for point in beyond):
            raise StoppedError(
                "stopped: the mouse is in a corner of the screen, where it stops play"
            )
