"""A witness between a program and a virtual desktop: it counts what must never happen.

It knows what was on the screen at every grab and what every click hit.
"""

from __future__ import annotations

from collections import deque
from contextlib import AbstractContextManager
from dataclasses import dataclass
from weakref import ReferenceType, ref

from autoplay.desktop.ports import Clock, Frame, Machine, Point, Region, Screen, Watch
from autoplay.desktop.virtual import VirtualDesktop
from autoplay.errors import DesktopError, PausedError
from autoplay.game import MAX_NUMBER, Label
from autoplay.play.screen_game import ScreenGame

MOST_CALLS = 100_000
"""Grabs, clicks and sleeps of one game; an expert game without faults makes about 1500."""

REMEMBERED = 64
"""Frames whose truth is kept: a reading is of one of the last few."""


class HangError(Exception):
    """A game went on and on."""


@dataclass(frozen=True)
class Sighting:
    """A grabbed frame and the labels that were on the screen, before and after a fading.

    A frame that nobody holds any more is not kept: no reading is of it.
    """

    frame: ReferenceType[Frame]
    shown: bytes
    earlier: bytes


class Witness:
    """Screen, pointer, clock and watch of a desktop, with a record of the truth."""

    def __init__(self, desktop: VirtualDesktop, resumes: bool) -> None:
        self._desktop = desktop
        self._resumes = resumes
        self._calls = 0
        self._seen: deque[Sighting] = deque(maxlen=REMEMBERED)
        self.game: ScreenGame | None = None
        self.wrong_clicks = 0

    def machine(self) -> Machine:
        """Return the machine that is watched."""
        screen: Screen = self
        clock: Clock = self
        watch: Watch = self
        return Machine(screen, self, self._desktop, clock, watch)

    def _count(self) -> None:
        self._calls += 1
        if self._calls > MOST_CALLS:
            raise HangError

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors."""
        return self._desktop.monitors()

    def grab(self, region: Region) -> Frame:
        """Grab, and remember what is really shown."""
        self._count()
        frame = self._desktop.grab(region)
        try:
            window = self._desktop.game
        except DesktopError:
            return frame
        earlier = bytearray(window.shown)
        for cell, (label, _) in window.fading.items():
            earlier[cell] = label
        self._seen.append(Sighting(ref(frame), bytes(window.shown), bytes(earlier)))
        return frame

    def click(self, point: Point, button: str = "left") -> None:
        """Click, and judge the reading that the click rests on."""
        self._count()
        self._desktop.click(point, button)
        if self._is_wrong():
            self.wrong_clicks += 1

    def move(self, point: Point) -> None:
        """Move without clicking."""
        self._desktop.move(point)

    def position(self) -> Point:
        """Return where the pointer is."""
        return self._desktop.position()

    def _is_wrong(self) -> bool:
        """Whether the last reading is not what its frame showed, or not what the game is."""
        if self.game is None or self.game.reading is None:
            return True
        read = self.game.reading.board.labels
        for seen in self._seen:
            if seen.frame() is self.game.frame and len(seen.shown) == len(read):
                pairs = zip(read, seen.shown, seen.earlier, strict=True)
                if any(
                    label not in (now, before, Label.UNREADABLE) for label, now, before in pairs
                ):
                    return True
        truth = self._desktop.clicks[-1].board
        if truth is None or len(truth.labels) != len(read):
            return True
        numbers = zip(read, truth.labels, strict=True)
        return any(label <= MAX_NUMBER and label != true for label, true in numbers)

    def now(self) -> float:
        """Return the desktop's time."""
        return self._desktop.now()

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self._count()
        self._desktop.sleep(seconds)

    def check(self) -> None:
        """Ask for the person's wish; a person of the resuming kind says at once to go on."""
        try:
            self._desktop.check()
        except PausedError:
            if not self._resumes:
                raise
            self._desktop.resume()

    def listening(self) -> AbstractContextManager[None]:
        """Check as the desktop does while something is computed."""
        return self._desktop.listening()

    def resume(self) -> None:
        """Accept the pointer where it is."""
        self._desktop.resume()
