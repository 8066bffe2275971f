"""The pointer while a game is played: it clicks, and steps aside where it may be in the way.

A message that a game lays over its board may stay for as long as the pointer is on it (those of the
KDE games do), and so does a tooltip.
"""

from __future__ import annotations

from autoplay.desktop.ports import Machine, Point

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

    def step_aside(self, low: Point, high: Point, cell: tuple[float, float]) -> bool:
        """Move off the board between these corners, to another place than before; ``cell`` is the
        width and height of a cell in points.

        Each time it moves: a game that was blocked by a dialog did not see it go. Return whether it
        moved: not where the person has the mouse, and not where no place beside the board is on a
        monitor.
        """
        here = self._machine.pointer.position()
        if self._left_at is None or not _is_close(here, self._left_at):
            return False
        for place in _beside(low, high, (ASIDE * cell[0], ASIDE * cell[1])):
            if not _is_close(place, here) and self._is_on_a_monitor(place):
                self._machine.pointer.move(place)
                self._left_at = place
                return True
        return False

    def _is_on_a_monitor(self, place: Point) -> bool:
        return any(
            monitor.left + FROM_EDGE <= place.x < monitor.left + monitor.width - FROM_EDGE
            and monitor.top + FROM_EDGE <= place.y < monitor.top + monitor.height - FROM_EDGE
            for monitor in self._machine.screen.monitors()
        )


def _is_close(one: Point, other: Point) -> bool:
    return max(abs(one.x - other.x), abs(one.y - other.y)) <= SAME_PLACE


def _beside(low: Point, high: Point, far: tuple[float, float]) -> tuple[Point, ...]:
    """Return places left, right, below and above of the corners."""
    return (
        Point(low.x - far[0], high.y),
        Point(high.x + far[0], high.y),
        Point(low.x, high.y + far[1]),
        Point(low.x, low.y - far[1]),
    )
