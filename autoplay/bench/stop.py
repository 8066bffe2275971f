"""How soon play stops where the person wants the mouse, by every way there is to say so."""

from __future__ import annotations

import random
import signal
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from typing import NoReturn

from autoplay.bench.persons_hand import PersonsHand
from autoplay.desktop.ports import Clock, Machine, Point, Pointer, Region
from autoplay.errors import StoppedError
from autoplay.game import Outcome
from autoplay.play.board_on_screen import Found
from autoplay.play.found_game import screen_game, tempo_of
from autoplay.play.listening import ListeningPolicy
from autoplay.play.outcome import outcome_of
from autoplay.play.restart import NewGames
from autoplay.play.session import Session
from autoplay.policy import Policy

PROMISED = 0.05
"""Seconds within which play stops."""

SHORTEST, LONGEST = 0.02, 1.5
"""Seconds of play after which the person acts: in a few games, and between them."""

CLEAR = 5
"""Points below the screen's upper edge to which the mouse is moved."""


class TimedClicks:
    """A pointer that keeps when it clicked, ``times`` by the machine's clock."""

    def __init__(self, inner: Pointer, clock: Clock) -> None:
        self._inner = inner
        self._clock = clock
        self.times: list[float] = []

    def click(self, point: Point, button: str = "left") -> None:
        """Click, and keep when that was done."""
        self._inner.click(point, button)
        self.times.append(self._clock.now())

    def move(self, point: Point) -> None:
        """Move without clicking."""
        self._inner.move(point)

    def position(self) -> Point:
        """Return where the pointer is now."""
        return self._inner.position()


@dataclass(frozen=True)
class Stop:
    """How the person said so, and seconds from then until play had ended and the last click was
    done, the latter negative where it was done before; 0 where none was made."""

    way: str
    ended: float
    clicked: float


@dataclass(frozen=True)
class StopReport:
    """Stops that were measured."""

    stops: Sequence[Stop]

    def json(self) -> dict[str, object]:
        """Return the counts, by each way, and together how many were not as promised."""
        return {
            "stops": len(self.stops),
            "ended_late": sum(stop.ended > PROMISED for stop in self.stops),
            "clicked_late": sum(stop.clicked > PROMISED for stop in self.stops),
            "ways": {
                way: _summary([stop for stop in self.stops if stop.way == way])
                for way in dict.fromkeys(stop.way for stop in self.stops)
            },
        }


def _summary(stops: Sequence[Stop]) -> dict[str, object]:
    ended, clicked = [1000 * stop.ended for stop in stops], max(stop.clicked for stop in stops)
    return {
        "stops": len(stops),
        "median_ms": round(statistics.median(ended), 1),
        "longest_ms": round(max(ended), 1),
        "last_click_ms": round(max(1000 * clicked, 0.0), 1),
    }


class Play:
    """Plays the found game again and again, by what it has learned of its look until then."""

    def __init__(self, found: Found, policy: Policy, restart: str | None, stop_key: str) -> None:
        self._found = found
        self._policy = policy
        self._restart = restart
        self._stop_key = stop_key

    def until_stopped(self, machine: Machine, begun: Callable[[], None]) -> NoReturn:
        """Call ``begun`` once a game is being played; what ends play is raised."""
        found = self._found
        game = screen_game(machine, found, tempo_of(found.profile.limits, None))
        new_games = NewGames(machine, found, self._restart, self._stop_key)
        policy = ListeningPolicy(self._policy, machine.watch)
        try:
            if outcome_of(game.board()) is not Outcome.PLAYING:
                new_games.begin(game)
            begun()
            while True:
                Session(game, policy, machine.clock.now).run()
                new_games.begin(game)
        finally:
            self._found = replace(found, skin=game.skin)
            self._restart = new_games.worked or self._restart


def measure(
    stops: int,
    open_machine: Callable[[], AbstractContextManager[Machine]],
    play: Play,
    hand: PersonsHand,
    stop_key: str,
    *,
    seed: int,
) -> Iterator[Stop]:
    """Yield so many stops, by each way in turn, each after a while of play that the seed tells.

    A program that was told to ignore Ctrl-C, as a shell does what it starts in the background, is
    not stopped by it, and that is left out.
    An error that ends play before is raised, and so is what interrupts it when nothing did.
    """
    chance = random.Random(seed)
    for number in range(stops):
        after = chance.uniform(SHORTEST, LONGEST)
        with open_machine() as machine:
            area = machine.screen.monitors()[0]
            acts: dict[str, Callable[[float], None]] = {
                "stop key": partial(hand.press, stop_key),
                "corner": partial(hand.put, Point(area.left, area.top)),
                "mouse moved": partial(hand.put, _clear_of(area, 1 / 3)),
            }
            if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
                acts["Ctrl-C"] = hand.interrupt
            way = list(acts)[number % len(acts)]
            stop = _stopped(machine, play, hand, way, partial(acts[way], after))
            hand.put(_clear_of(area, 2 / 3), 0.0)  # out of the corner
            hand.began()
        yield stop


def _clear_of(area: Region, share: float) -> Point:
    """Return a point at this share of the upper edge of the screen, where no board lies."""
    return Point(area.left + round(area.width * share), area.top + CLEAR)


def _stopped(
    machine: Machine, play: Play, hand: PersonsHand, way: str, act: Callable[[], None]
) -> Stop:
    """Play until the act, which is ordered once the first game is begun, stops it."""
    clock = machine.clock
    pointer = TimedClicks(machine.pointer, clock)
    try:
        play.until_stopped(replace(machine, pointer=pointer), act)
    except StoppedError:
        ended = clock.now()
    except KeyboardInterrupt:
        ended = clock.now()
        if way != "Ctrl-C":
            raise
    began = hand.began()
    return Stop(way, ended - began, pointer.times[-1] - began if pointer.times else 0.0)
