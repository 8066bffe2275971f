"""What every mouse has in common: its buttons, where it may go, and the corners that stop the
program.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence

from autoplay.desktop.ports import Point, Region
from autoplay.desktop.trail import Trail
from autoplay.errors import DesktopError, PausedError, StoppedError

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

    def around(self, point: Point) -> tuple[Region, ...]:
        """Return the monitors, asked for anew where none of them had the point: one may have come
        back since, or grown."""
        if not any(each.contains(point) for each in self()):
            self._asked = -math.inf
        return self()


def taken(point: Point, here: Point, monitors: Sequence[Region], trail: Trail) -> tuple[int, int]:
    """Return the pixel nearest to a point, on its monitor, and put it on the trail: the pointer,
    which is ``here``, goes there next.

    Raises what ``reject_hand`` does, DesktopError for a point on no monitor.
    """
    reject_hand(here, monitors, trail)
    on = next((each for each in monitors if each.contains(point)), None)
    if on is None:
        raise DesktopError(f"({point.x:g}, {point.y:g}) is on no monitor")
    x = min(math.floor(point.x + 0.5), on.left + on.width - 1)
    y = min(math.floor(point.y + 0.5), on.top + on.height - 1)
    trail.put(Point(x, y), came_from=here)
    return x, y


def reject_hand(here: Point, monitors: Sequence[Region], trail: Trail) -> None:
    """Raise StoppedError when the pointer, which is ``here``, is in a corner, or a hand had pushed
    it there; PausedError when a hand moved it elsewhere."""
    hand = trail.moved_by_hand(here)
    reject_corner(here if hand is None else hand, monitors)
    if hand is not None:
        raise PausedError("paused: the mouse was moved by hand")


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
