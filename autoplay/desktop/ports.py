"""The machine, as far as this program needs it: a few small methods, and the values they carry.

Pixels and points are different types: a ``Frame`` has pixels, a pointer takes desktop points, and
only ``Frame`` and the real desktop know the scale between them.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Point(NamedTuple):
    """A place on the desktop, in desktop points; negative left of or above the first monitor."""

    x: float
    y: float


class Region(NamedTuple):
    """A rectangle of the desktop, in desktop points."""

    left: int
    top: int
    width: int
    height: int

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Its left, top, right and bottom; the last two are just beyond it."""
        return self.left, self.top, self.left + self.width, self.top + self.height

    def contains(self, point: Point) -> bool:
        """Whether the point lies inside."""
        return (
            self.left <= point.x < self.left + self.width
            and self.top <= point.y < self.top + self.height
        )

    def is_on(self, monitors: Iterable[Region]) -> bool:
        """Whether each of its corners lies on one of these monitors."""
        right, bottom = self.left + self.width - 1, self.top + self.height - 1
        corners = [Point(x, y) for x in (self.left, right) for y in (self.top, bottom)]
        screens = list(monitors)
        return all(any(screen.contains(corner) for screen in screens) for corner in corners)


@dataclass(frozen=True, eq=False)
class Frame:
    """One captured picture: ``pixels`` is (height, width, 4) uint8 BGRA, ``region`` what it shows.

    ``scale`` is pixels per point, measured for this frame (1.0, 2.0, 1.25 ...).
    """

    pixels: NDArray[np.uint8]
    region: Region
    scale: float = 1.0

    def point_at(self, x: float, y: float) -> Point:
        """Return the desktop point at pixel coordinates (x, y) of this frame."""
        return Point(self.region.left + x / self.scale, self.region.top + y / self.scale)

    def pixel_at(self, point: Point) -> tuple[float, float]:
        """Return the pixel coordinates of a desktop point in this frame."""
        return (point.x - self.region.left) * self.scale, (point.y - self.region.top) * self.scale


class Screen(Protocol):
    """What can be captured."""

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors, the first one first."""
        ...

    def grab(self, region: Region) -> Frame:
        """Return what the region shows now; DesktopError when it cannot be captured."""
        ...


class Pointer(Protocol):
    """The mouse. ``button`` is "left", "middle" or "right".

    A move of the person's that a click or move overrules is not lost: either is refused by
    PausedError, or ``Watch.check`` raises that next.
    """

    def click(self, point: Point, button: str = "left") -> None:
        """Move to the point, press and release; DesktopError when that is not possible."""
        ...

    def move(self, point: Point) -> None:
        """Move without clicking (to park the pointer off the board)."""
        ...

    def position(self) -> Point:
        """Return where the pointer is now."""
        ...


class Keyboard(Protocol):
    """The keys that some games need to start again."""

    def press(self, keys: str) -> None:
        """Press and release a key or a chord such as "n", "F2" or "ctrl+n"."""
        ...

    def require(self, keys: str) -> None:
        """Return if ``press`` can press these keys; UsageError where the keyboard lacks one."""
        ...


class Clock(Protocol):
    """Time; the virtual one moves only by ``sleep``."""

    def now(self) -> float:
        """Return seconds on a clock that never goes back."""
        ...

    def sleep(self, seconds: float) -> None:
        """Return after this many seconds."""
        ...


class Watch(Protocol):
    """The person's wish to stop: hot key, fail-safe corner, their own mouse movement."""

    def check(self) -> None:
        """Raise StoppedError when the person has asked to stop; return at once otherwise.

        Raises its subclass PausedError when the pointer is not where the program last put it, or
        was not when the program moved it away.
        """
        ...

    def listening(self) -> AbstractContextManager[None]:
        """Check now and then within a block, too, which computes and does not use the machine.

        It may end anywhere by what ``check`` raises. Where that is not possible it is not checked.
        """
        ...

    def resume(self) -> None:
        """Accept the pointer where it is now: the person's movement is dealt with."""
        ...


@dataclass(frozen=True)
class Machine:
    """Everything the program uses of a computer, passed in as one value."""

    screen: Screen
    pointer: Pointer
    keyboard: Keyboard
    clock: Clock
    watch: Watch
