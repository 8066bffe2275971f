"""The fault campaign: whole games on a virtual desktop where everything goes wrong now and then.

A witness stands between the program and the desktop. It knows what was on the screen at every grab
and what every click hit, and so counts what must never happen.
"""

from __future__ import annotations

import random
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat

from autoplay.calibration import Library
from autoplay.desktop.ports import Clock, Frame, Machine, Point, Region, Screen, Watch
from autoplay.desktop.virtual import (
    LOOKS,
    Faults,
    Monitor,
    Target,
    VirtualDesktop,
    make_virtual_desktop,
)
from autoplay.errors import AutoplayError, DesktopError, PausedError
from autoplay.game import MAX_NUMBER, Level, Outcome
from autoplay.play.board_on_screen import find_game, screen_game
from autoplay.play.events import Finished, Result
from autoplay.play.screen_game import ScreenGame, Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy

MONITOR = Monitor(Region(0, 0, 800, 900))
"""Room for the largest board at the largest pitch."""

LEVELS = (Level(8, 8, 10), Level(9, 9, 10), Level(9, 9, 10), Level(16, 16, 40))
SHAPES = ("square", "square", "hexagon", "triangle")

MOST_CALLS = 100_000
"""Grabs, clicks and sleeps of one game; an expert game without faults makes about 1500."""

REMEMBERED = 64
"""Frames whose truth is kept: a reading is of one of the last few."""


class HangError(Exception):
    """A game went on and on."""


@dataclass(frozen=True)
class FaultGame:
    """What became of one game; ``ending`` is won, lost_on_guess, hang or an error's name."""

    index: int
    ending: str
    incidents: tuple[str, ...]
    clicks_outside: int
    clicks_on_wrong_reading: int
    message: str = ""


@dataclass
class Report:
    """The campaign so far."""

    games: int = 0
    won: int = 0
    lost_on_guess: int = 0
    clicks_outside: int = 0
    clicks_on_wrong_reading: int = 0
    hangs: int = 0
    false_results: int = 0
    named_errors: Counter[str] = field(default_factory=Counter)

    def add(self, game: FaultGame) -> None:
        """Count one game."""
        self.games += 1
        self.clicks_outside += game.clicks_outside
        self.clicks_on_wrong_reading += game.clicks_on_wrong_reading
        match game.ending:
            case "won":
                self.won += 1
            case "lost_on_guess":
                self.lost_on_guess += 1
            case "hang":
                self.hangs += 1
            case "false_result":
                self.false_results += 1
            case name:
                self.named_errors[name] += 1

    @property
    def is_clean(self) -> bool:
        """Whether nothing happened that never may."""
        harm = self.clicks_outside + self.clicks_on_wrong_reading
        return harm + self.hangs + self.false_results == 0

    def json(self) -> dict[str, object]:
        """Return the report as the command prints it."""
        return {
            "games": self.games,
            "won": self.won,
            "lost_on_guess": self.lost_on_guess,
            "named_errors": dict(sorted(self.named_errors.items())),
            "clicks_outside": self.clicks_outside,
            "clicks_on_wrong_reading": self.clicks_on_wrong_reading,
            "hangs": self.hangs,
            "false_results": self.false_results,
        }


@dataclass(frozen=True)
class Sighting:
    """A grabbed frame and the labels that were on the screen, before and after a fading."""

    frame: Frame
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
        for cell, label in window.fading.items():
            earlier[cell] = label
        self._seen.append(Sighting(frame, bytes(window.shown), bytes(earlier)))
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
            if seen.frame is self.game.frame and len(seen.shown) == len(read):
                pairs = zip(read, seen.shown, seen.earlier, strict=True)
                if any(label not in (now, before) for label, now, before in pairs):
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

    def resume(self) -> None:
        """Accept the pointer where it is."""
        self._desktop.resume()


def play_with_faults(index: int, seed: int, share: float) -> FaultGame:
    """Play game number ``index`` of a campaign; each fault strikes with this share."""
    rng = random.Random(f"faults {seed} {index}")
    level, shape = rng.choice(LEVELS), rng.choice(SHAPES)
    desktop = make_virtual_desktop(
        level,
        shape,
        rng.choice(list(LOOKS)),
        rng.getrandbits(32),
        pitch=rng.choice((20, 22, 24, 26)),
        faults=Faults.everything(share),
        monitors=(MONITOR,),
        at=(rng.randint(10, 120), rng.randint(10, 60)),
    )
    witness = Witness(desktop, resumes=rng.random() < 0.5)
    ending, message = _ending(desktop, witness, level.mines)
    return FaultGame(
        index,
        ending,
        tuple(desktop.incidents),
        sum(click.target is not Target.CELL for click in desktop.clicks),
        witness.wrong_clicks,
        message,
    )


def _ending(desktop: VirtualDesktop, witness: Witness, mines: int) -> tuple[str, str]:
    machine = witness.machine()
    try:
        found = find_game(machine, Library(()), machine.screen.monitors()[0], mines=mines)
        witness.game = screen_game(machine, found, Tempo())
        session = Session(witness.game, make_policy("lowest_risk"), machine.clock.now)
        return _judged(desktop, session.run())
    except HangError:
        return "hang", ""
    except AutoplayError as error:
        return type(error).__name__, str(error)


def _judged(desktop: VirtualDesktop, finished: Finished) -> tuple[str, str]:
    """Compare what the program says with how the game stands."""
    window = desktop.game
    if finished.result is Result.WON:
        return ("won" if window.game.outcome is Outcome.WON else "false_result"), ""
    if finished.result is Result.LOST:
        last = desktop.clicks[-1].cell if desktop.clicks else None
        guessed = finished.guesses[-1].cell if finished.guesses else None
        if last is not None and guessed == window.style.topology.row_col(last):
            return "lost_on_guess", ""
        return "false_result", f"lost without a guess at cell {last}"
    return finished.result.value, finished.message or ""


def campaign(games: int, seed: int, share: float, jobs: int = 1) -> Iterator[FaultGame]:
    """Yield every game of a campaign, in order; the games do not depend on ``jobs``."""
    numbers: Iterable[int] = range(games)
    if jobs == 1:
        yield from map(play_with_faults, numbers, repeat(seed), repeat(share))
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play_with_faults, numbers, repeat(seed), repeat(share), chunksize=4)
