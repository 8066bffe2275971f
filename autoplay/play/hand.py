"""The pointer while a game is played: it clicks, and steps aside where it may be in the way.

A message that a game lays over its board may stay for as long as the pointer is on it (those of the
KDE games do), and so does a tooltip.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from autoplay.desktop.ports import Machine, Point, Region
from autoplay.play.anchor import Anchor, Beside
from autoplay.vision.lattice import Lattice

ASIDE = 2.0
"""Cells from the edge of the board to where the pointer steps: messages are a little wider."""

SAME_PLACE = 1.5
"""Points by which a pointer may seem to be off from where it was put, by rounding."""

FROM_EDGE = 3
"""Points to the edges of a monitor, where panels open and corners stop the program."""


class Hand:
    """Clicks with the machine's pointer and remembers where it left it."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._left_at: Point | None = None

    def click(self, point: Point, button: str = "left") -> None:
        """Click there; DesktopError where that is not possible."""
        self._machine.pointer.click(point, button)
        self._left_at = point

    def place(self) -> Point:
        """Return where the pointer was left, which asks nobody; before it was used, where it is."""
        return self._left_at or self._machine.pointer.position()

    def step_aside(self, places: Iterable[Point]) -> bool:
        """Move to the first of these places that is on a monitor, and not where the pointer is.

        Each time it moves: a game that was blocked by a dialog did not see it go. Return whether it
        moved: not where the person has the mouse.
        """
        here = self._machine.pointer.position()
        if self._left_at is None or not _is_close(here, self._left_at):
            return False
        for place in places:
            if not _is_close(place, here) and self._is_on_a_monitor(place):
                self._machine.pointer.move(place)
                self._left_at = place
                return True
        return False

    def _is_on_a_monitor(self, place: Point) -> bool:
        return any(
            Region(
                left + FROM_EDGE, top + FROM_EDGE, width - 2 * FROM_EDGE, height - 2 * FROM_EDGE
            ).contains(place)
            for left, top, width, height in self._machine.screen.monitors()
        )


def places_aside(anchor: Anchor, lattice: Lattice) -> Iterator[Point]:
    """Yield places left, right, below and above of the board of this lattice."""
    (x, y), (wide, high) = lattice.first_cell_center, lattice.pitch
    left, top, right, bottom = lattice.box
    first, last = (left - x) / wide, (right - x) / wide
    highest, lowest = (top - y) / high, (bottom - y) / high
    yield anchor.point(Beside(first - ASIDE, lowest))
    yield anchor.point(Beside(last + ASIDE, lowest))
    yield anchor.point(Beside(first, lowest + ASIDE))
    yield anchor.point(Beside(first, highest - ASIDE))


def _is_close(one: Point, other: Point) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) <= SAME_PLACE
