"""The ledger of live games: the time of every capture, reading, thought, question and click."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from autoplay.desktop.ports import Clock, Frame, Machine, Point, Pointer, Region, Screen, Watch
from autoplay.game import Board, Cell
from autoplay.play.sight import Eyes
from autoplay.policy import Advice, Policy
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

STAGES = ("grab", "read", "think", "ask", "aim", "click", "wait")

OWN = ("grab", "read", "think")


@dataclass
class Ledger:
    """Seconds of every call, by stage; ``sleep`` between clicks and looks is the stage wait.

    Whether the person wants to stop is the stage ask; from its answer to a click, a capture and
    what tells from it that the click may be made, is the stage aim. A click right after a thought
    needs none. ``looks`` is the time of the
    OWN stages from one thought to the next, ``waited`` the seconds in all from their last clicks
    until the game showed an effect. Nothing is booked but within ``booking``.
    """

    calls: dict[str, list[float]] = field(default_factory=lambda: {stage: [] for stage in STAGES})
    looks: list[float] = field(default_factory=list)
    waited: float = 0.0
    _own: float = 0.0  # the sum of the OWN stages
    _booked: float = 0.0  # what of it belongs to earlier looks
    _asked: float | None = None  # when the last question since a thought was answered
    _captures: int = 0  # made by then
    _is_open: bool = False

    @contextmanager
    def booking(self) -> Iterator[None]:
        """Book what is spent within the block: a game."""
        self._is_open, self._booked = True, self._own
        try:
            yield
        finally:
            self._is_open = False

    @property
    def seconds(self) -> float:
        """The sum of all that was booked."""
        return sum(map(sum, self.calls.values()))

    def end_look(self) -> None:
        """A look ends with its thought."""
        if self._is_open:
            self.looks.append(self._own - self._booked)
            self._booked = self._own
        self._asked = None

    @contextmanager
    def waiting(self, waited: Callable[[], float]) -> Iterator[None]:
        """Book what the game lets the looks of the block wait; ``waited`` is the sum by now."""
        before = waited()
        try:
            yield
        finally:
            self.waited += waited() - before if self._is_open else 0.0

    def end_aim(self) -> None:
        """A click follows; a capture since the last question was made to aim it."""
        if self._is_open and self._asked is not None and len(self.calls["grab"]) > self._captures:
            self._own -= self.calls["grab"].pop()
            self.calls["aim"].append(time.perf_counter() - self._asked)

    def answered(self) -> None:
        """The person did not want to stop."""
        self._asked, self._captures = time.perf_counter(), len(self.calls["grab"])

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Book the time of the block under a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            if self._is_open:
                spent = time.perf_counter() - began
                self.calls[stage].append(spent)
                self._own += spent if stage in OWN else 0.0

    def summary(self) -> dict[str, dict[str, float]]:
        """Return calls, total seconds, median and 99th percentile in milliseconds, by stage."""
        return {
            stage: {
                "calls": len(spent),
                "seconds": round(sum(spent), 4),
                "median_ms": round(1000 * statistics.median(spent), 3),
                "p99_ms": round(1000 * float(np.percentile(spent, 99)), 3),
            }
            for stage, spent in self.calls.items()
            if spent
        }

    def timed_machine(self, machine: Machine) -> Machine:
        """Return the machine with its captures, clicks, questions and sleeps booked."""
        return replace(
            machine,
            screen=_TimedScreen(machine.screen, self),
            pointer=_TimedPointer(machine.pointer, self),
            clock=_TimedClock(machine.clock, self),
            watch=_TimedWatch(machine.watch, self),
        )


@dataclass
class _TimedScreen:
    inner: Screen
    ledger: Ledger

    def monitors(self) -> tuple[Region, ...]:
        return self.inner.monitors()

    def grab(self, region: Region) -> Frame:
        with self.ledger.timed("grab"):
            return self.inner.grab(region)


@dataclass
class _TimedPointer:
    inner: Pointer
    ledger: Ledger

    def click(self, point: Point, button: str = "left") -> None:
        self.ledger.end_aim()
        with self.ledger.timed("click"):
            self.inner.click(point, button)

    def move(self, point: Point) -> None:
        self.inner.move(point)

    def position(self) -> Point:
        return self.inner.position()


@dataclass
class _TimedClock:
    inner: Clock
    ledger: Ledger

    def now(self) -> float:
        return self.inner.now()

    def sleep(self, seconds: float) -> None:
        with self.ledger.timed("wait"):
            self.inner.sleep(seconds)


@dataclass
class _TimedWatch:
    inner: Watch
    ledger: Ledger

    def check(self) -> None:
        with self.ledger.timed("ask"):
            self.inner.check()
        self.ledger.answered()

    def listening(self) -> AbstractContextManager[None]:
        return self.inner.listening()

    def resume(self) -> None:
        self.inner.resume()


@dataclass
class TimedEyes:
    """Eyes whose readings are booked."""

    inner: Eyes
    ledger: Ledger

    @property
    def lattice(self) -> Lattice:
        """Where the cells are."""
        return self.inner.lattice

    @property
    def skin(self) -> Skin:
        """The looks known."""
        return self.inner.skin

    def read(
        self,
        image: Image,
        previous: Reading | None,
        clicked: Collection[Cell] = (),
        *,
        leave: bool = False,
    ) -> Reading:
        """Return the reading of the region's picture."""
        with self.ledger.timed("read"):
            return self.inner.read(image, previous, clicked, leave=leave)

    def glimpse(
        self, image: Image, previous: Reading | None, clicked: Collection[Cell] = ()
    ) -> Reading | None:
        """Return what known looks tell of it."""
        with self.ledger.timed("read"):
            return self.inner.glimpse(image, previous, clicked)

    def learn(self) -> None:
        """Learn the looks that were read without being known."""
        self.inner.learn()

    def labels(self, image: Image) -> Sequence[int]:
        """Return what each cell shows by the looks known now."""
        with self.ledger.timed("read"):
            return self.inner.labels(image)


@dataclass
class TimedPolicy:
    """A policy whose advice is booked."""

    inner: Policy
    ledger: Ledger

    @property
    def name(self) -> str:
        """The policy's own name."""
        return self.inner.name

    def advise(self, board: Board) -> Advice:
        """Return the advice."""
        with self.ledger.timed("think"):
            advice = self.inner.advise(board)
        self.ledger.end_look()
        return advice
