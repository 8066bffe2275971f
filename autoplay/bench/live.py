"""Where the time of live games goes: grab, read, think, aim, click, and wait for the game."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import numpy as np

from autoplay.desktop.ports import Clock, Frame, Machine, Point, Pointer, Region, Screen
from autoplay.errors import AutoplayError, StoppedError
from autoplay.game import Board
from autoplay.play.events import AnyEvent, Finished, Listener, Result
from autoplay.play.sight import Eyes
from autoplay.policy import Advice, Policy
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

STAGES = ("grab", "read", "think", "aim", "click", "wait")

OWN = ("grab", "read", "think")


@dataclass
class Ledger:
    """Seconds of every call, by stage; ``sleep`` between clicks and looks is the stage wait.

    A capture right before a click, to see whether it may be made, is the stage aim. ``looks`` is
    the time of the OWN stages from one thought to the next.
    """

    calls: dict[str, list[float]] = field(default_factory=lambda: {stage: [] for stage in STAGES})
    looks: list[float] = field(default_factory=list)
    _booked: float = 0.0

    def end_look(self) -> None:
        """A look ends with its thought."""
        spent = self._own()
        self.looks.append(spent - self._booked)
        self._booked = spent

    def skip(self) -> None:
        """What was booked since the last look belongs to no look."""
        self._booked = self._own()

    def clear(self) -> None:
        """Forget all that was booked."""
        for spent in self.calls.values():
            spent.clear()
        self.looks.clear()
        self._booked = 0.0

    def _own(self) -> float:
        return sum(sum(self.calls[stage]) for stage in OWN)

    def end_aim(self) -> None:
        """The last capture was made to aim a click."""
        spent = self.calls["grab"].pop()
        self.calls["aim"].append(spent)

    @contextmanager
    def timed(self, stage: str) -> Iterator[None]:
        """Book the time of the block under a stage."""
        began = time.perf_counter()
        try:
            yield
        finally:
            self.calls[stage].append(time.perf_counter() - began)

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
        """Return the machine with its captures, clicks and sleeps booked."""
        return replace(
            machine,
            screen=_TimedScreen(machine.screen, self),
            pointer=_TimedPointer(machine.pointer, self),
            clock=_TimedClock(machine.clock, self),
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

    def read(self, image: Image, previous: Reading | None) -> Reading:
        """Return the reading of the region's picture."""
        with self.ledger.timed("read"):
            return self.inner.read(image, previous)

    def glimpse(self, image: Image) -> Reading | None:
        """Return what known looks tell of it."""
        with self.ledger.timed("read"):
            return self.inner.glimpse(image)

    def labels(self, image: Image) -> Sequence[int]:
        """Return what each cell shows by the looks known now."""
        with self.ledger.timed("read"):
            return self.inner.labels(image)


@dataclass
class TimedPolicy:
    """A policy whose advice is booked."""

    inner: Policy
    ledger: Ledger
    was_guess: bool = True

    @property
    def name(self) -> str:
        """The policy's own name."""
        return self.inner.name

    def advise(self, board: Board) -> Advice:
        """Return the advice."""
        with self.ledger.timed("think"):
            advice = self.inner.advise(board)
        self.ledger.end_look()
        self.was_guess = advice.is_guess
        return advice


@dataclass(frozen=True)
class LiveGame:
    """How a game ended, and whether its last advice was a guess."""

    finished: Finished
    was_guess: bool

    @property
    def is_misread(self) -> bool:
        """Whether a move that was certain hit a mine: some cell was not what it was read as."""
        return self.finished.result is Result.LOST and not self.was_guess


@dataclass(frozen=True)
class LiveReport:
    """Games that were played, where their time went, and the game's own speed as it was seen.

    ``settle`` is the median time in seconds from the last click of a look to its last effect.
    """

    games: tuple[LiveGame, ...]
    ledger: Ledger
    clicks_per_second: float
    settle: float

    def json(self) -> dict[str, object]:
        """Return the report; the floor is what the game itself takes at these limits.

        floor = clicks / accepted clicks a second + settle time x looks.
        """
        games = [game.finished for game in self.games]
        total = sum(game.seconds for game in games)
        clicks = sum(game.clicks for game in games)
        looks = len(self.ledger.looks)
        floor = clicks / self.clicks_per_second + self.settle * looks
        wins = [game.seconds for game in games if game.result is Result.WON]
        opened = sum(game.bbbv or 0 for game in games)
        own = self.ledger.looks
        return {
            "games": len(games),
            "won": len(wins),
            "misread": sum(game.is_misread for game in self.games),
            "errors": [game.message for game in games if game.result is Result.ERROR],
            "best_win_seconds": round(min(wins), 3) if wins else None,
            "median_win_seconds": round(statistics.median(wins), 3) if wins else None,
            "seconds": round(total, 3),
            "clicks": clicks,
            "clicks_per_second": round(clicks / total, 1) if total else None,
            "bbbv_per_second": round(opened / total, 2) if total else None,
            "looks": looks,
            "own_ms_per_look": round(1000 * statistics.median(own), 3) if own else None,
            "own_p99_ms": round(1000 * float(np.percentile(own, 99)), 3) if own else None,
            "accepted_clicks_per_second": round(self.clicks_per_second, 1),
            "settle_ms": round(1000 * self.settle, 3),
            "floor_seconds": round(floor, 3),
            "times_floor": round(total / floor, 3) if floor else None,
            "stages": self.ledger.summary(),
        }


def measure(
    games: int,
    play: Callable[[Listener], object],
    policy: TimedPolicy,
    restart: Callable[[], None],
    warm_up: int = 0,
) -> list[LiveGame]:
    """Play so many games, starting again between them, and return how each ended.

    A game that ends in an error is one of them; StoppedError is raised. ``warm_up`` games are
    played before, and neither returned nor booked.
    """
    played: list[LiveGame] = []

    def keep(event: AnyEvent) -> None:
        if isinstance(event, Finished):
            played.append(LiveGame(event, policy.was_guess))

    for number in range(warm_up + games):
        if number:
            restart()
            policy.ledger.skip()
        if number == warm_up:
            policy.ledger.clear()
            played.clear()
        try:
            play(keep)
        except StoppedError:
            raise
        except AutoplayError:
            continue  # its last event says so
    return played
