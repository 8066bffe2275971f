"""A whole desktop in memory: screen, pointer, keyboard, clock and the person, in one class.

Time moves only by ``sleep`` (and by the stated cost of a click or a grab). What the program did is
on record in ``clicks``, with what each click hit.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import NDArray

from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.desktop.virtual.agenda import Agenda
from autoplay.desktop.virtual.compose import compose
from autoplay.desktop.virtual.delivery import Delivery
from autoplay.desktop.virtual.drawing import Monitor
from autoplay.desktop.virtual.faults import Faults, Incident
from autoplay.desktop.virtual.windows import GameWindow, PlainWindow, Target
from autoplay.errors import DesktopError, PausedError, StoppedError
from autoplay.game import MAX_NUMBER, Action, Board, Cell, Label, Outcome, Verb

INCIDENT_SECONDS = 0.3
"""An incident comes at most this long after the click that drew it."""

BUTTON_VERBS = {"left": Verb.OPEN, "middle": Verb.CHORD, "right": Verb.FLAG}

Happening = Callable[["VirtualDesktop", Incident], None]


@dataclass(frozen=True)
class Click:
    """One click of the program, and the truth about it.

    ``board`` is the game's true board just before, ``cell`` the cell that was hit, if any.
    """

    seconds: float
    point: Point
    button: str
    target: Target
    cell: Cell | None
    board: Board | None


@dataclass(frozen=True)
class Costs:
    """Seconds that pass by themselves at each click and each grab."""

    click: float = 0.0
    grab: float = 0.0


class VirtualDesktop:
    """Monitors with windows on them, lowest first; implements every port of a machine."""

    def __init__(
        self,
        monitors: tuple[Monitor, ...],
        rng: random.Random,
        faults: Faults,
        happening: Happening,
        *,
        restart_key: str = "F2",
        costs: Costs | None = None,
        left_chords: bool = False,
    ) -> None:
        self.screens = monitors
        self.rng = rng
        self.faults = faults
        self.windows: list[GameWindow | PlainWindow] = []
        self.clicks: list[Click] = []
        self.keys: list[str] = []
        self.incidents: list[Incident] = []
        self.games_begun = 1
        self.capture_lost = False
        self.clock_offset = 0.0
        self._happening = happening
        self._restart_key = restart_key
        self._costs = costs or Costs()
        self._left_chords = left_chords
        self._noise = np.random.default_rng(rng.getrandbits(64))
        self._agenda = Agenda()
        self._delivery = Delivery(rng, faults, self._agenda)
        self._stop_asked = False
        first = monitors[0].region
        self._pointer = Point(first.left + first.width / 2, first.top + first.height / 2)
        self._last_put = self._pointer
        self._overruled = False  # a move of the person's, by the program's next one
        self._draw_incidents(0)

    def machine(self) -> Machine:
        """Return the desktop as the program sees a machine."""
        return Machine(screen=self, pointer=self, keyboard=self, clock=self, watch=self)

    @property
    def game(self) -> GameWindow:
        """The topmost game window, hidden or not; DesktopError when it was closed."""
        for window in reversed(self.windows):
            if isinstance(window, GameWindow):
                return window
        raise DesktopError("the game was closed")

    # Screen

    def monitors(self) -> tuple[Region, ...]:
        """Return the monitors, the first one first."""
        return tuple(monitor.region for monitor in self.screens)

    def grab(self, region: Region) -> Frame:
        """Return what the region shows now, at the scale of the monitor its middle is on."""
        self._agenda.spend(self._costs.grab)
        if self.capture_lost or self.rng.random() < self.faults.failed_capture:
            raise DesktopError("the screen could not be captured; is the session locked?")
        if region.width < 1 or region.height < 1:
            raise DesktopError(f"nothing to capture in {region.width}x{region.height} points")
        for x in (region.left, region.left + region.width - 1):
            for y in (region.top, region.top + region.height - 1):
                self._monitor_at(Point(x, y))
        middle = Point(region.left + region.width // 2, region.top + region.height // 2)
        monitor = self._monitor_at(middle)
        pixels = compose(self.windows, region, monitor, self._agenda.time)
        if self.rng.random() < self.faults.noisy_capture:
            self._add_noise(pixels)
        return Frame(pixels, region, monitor.scale)

    def _add_noise(self, pixels: NDArray[np.uint8]) -> None:
        levels = self.faults.noise_levels
        shape = (*pixels.shape[:2], 3)
        noise = self._noise.integers(-levels, levels, shape, dtype=np.int16, endpoint=True)
        pixels[:, :, :3] = (pixels[:, :, :3] + noise).clip(0, 255)

    def _monitor_at(self, point: Point) -> Monitor:
        for monitor in self.screens:
            if monitor.region.contains(point):
                return monitor
        raise DesktopError(f"({point.x:g}, {point.y:g}) is on no monitor")

    # Pointer and keyboard

    def position(self) -> Point:
        """Return where the pointer is now."""
        return self._pointer

    def move(self, point: Point) -> None:
        """Move the pointer; DesktopError outside the monitors, StoppedError from a corner."""
        self._reject_corner()
        self._monitor_at(point)
        self._overruled = self._is_moved_by_hand()
        self._pointer = self._last_put = point

    def click(self, point: Point, button: str = "left") -> None:
        """Move to the point and click; what it hits is decided, and recorded, at once."""
        if button not in BUTTON_VERBS:
            raise DesktopError(f"no mouse button {button!r}; use left, middle or right")
        self.move(point)
        window = self._window_at(point)
        target, cell = window.hit(point) if window else (Target.DESKTOP, None)
        board = window.game.board() if isinstance(window, GameWindow) else None
        self.clicks.append(Click(self._agenda.time, point, button, target, cell, board))
        if isinstance(window, GameWindow):
            self._delivery.deliver(lambda: self.deliver(window, target, cell, button))
        self._draw_incidents(len(self.clicks))
        self._agenda.spend(self._costs.click)

    def press(self, keys: str) -> None:
        """Press a key: the restart key begins another game in the topmost window."""
        self.keys.append(keys)
        shown = [window for window in self.windows if window.visible]
        if (
            shown
            and isinstance(shown[-1], GameWindow)
            and keys.lower() == self._restart_key.lower()
        ):
            self.deliver(shown[-1], Target.FACE, None, "left")

    def require(self, keys: str) -> None:
        """Every key is there."""

    def _window_at(self, point: Point) -> GameWindow | PlainWindow | None:
        for window in reversed(self.windows):
            if window.visible and window.region.contains(point):
                return window
        return None

    def deliver(self, window: GameWindow, target: Target, cell: Cell | None, button: str) -> None:
        """Let a game feel a click, and repaint a moment later; nothing once it is closed."""
        if window not in self.windows:
            return
        before = window.game.board()
        if target is Target.CELL and cell is not None:
            verb = BUTTON_VERBS[button]
            if verb is Verb.OPEN and self._left_chords and before.labels[cell] <= MAX_NUMBER:
                verb = Verb.CHORD
            window.game.perform([Action(verb, cell)])
        elif target is Target.FACE and button == "left":
            window.restart()
            self.games_begun += 1
        if window.started is None and window.game.clicks:
            window.started = self._agenda.time
        if window.game.board() != before:
            self._delivery.repaint(window, before)

    # Clock

    def now(self) -> float:
        """Return the seconds on the clock, which may have jumped ahead."""
        return self._agenda.time + self.clock_offset

    def sleep(self, seconds: float) -> None:
        """Let this much time pass and everything happen that is due in it."""
        self._agenda.spend(max(0.0, seconds))

    def later(self, delay: float, happen: Callable[[], None]) -> None:
        """Let something happen after a delay; at once when the delay is 0."""
        self._agenda.later(delay, happen)

    def _draw_incidents(self, clicks: int) -> None:
        due = [incident for at, incident in self.faults.schedule if at == clicks]
        due += [incident for incident, share in self.faults.incidents if self.rng.random() < share]
        for incident in due:
            delay = self.rng.uniform(0.001, INCIDENT_SECONDS)
            self.later(delay, partial(self._happening, self, incident))

    # The person

    def ask_to_stop(self) -> None:
        """Press the stop key, as the person."""
        self._stop_asked = True

    def person_moves(self, point: Point) -> None:
        """Move the mouse, as the person."""
        self._pointer = point

    def person_acts(self, verb: Verb) -> None:
        """Open a cell that is no mine, or flag a covered one, as the person, by the mouse."""
        window = self.game
        minefield = window.game.minefield
        mines = minefield.mines if minefield else frozenset()
        cells = [
            cell
            for cell in window.game.board().cells(Label.COVERED)
            if verb is Verb.FLAG or cell not in mines
        ]
        if cells and window.game.outcome is Outcome.PLAYING:
            cell = self.rng.choice(cells)
            self.person_moves(window.center(cell))
            button = "right" if verb is Verb.FLAG else "left"
            self.deliver(window, Target.CELL, cell, button)

    # Watch

    def check(self) -> None:
        """Raise StoppedError or PausedError when the person wants the mouse back."""
        if self._stop_asked:
            raise StoppedError("stopped by the stop key")
        self._reject_corner()
        if self._is_moved_by_hand():
            raise PausedError("paused: the mouse was moved by hand")

    def _is_moved_by_hand(self) -> bool:
        return self._overruled or math.dist(self._pointer, self._last_put) > 1

    def listening(self) -> AbstractContextManager[None]:
        """Check nothing: no time passes while the program computes."""
        return nullcontext()

    def resume(self) -> None:
        """Accept the pointer where it is now."""
        self._last_put, self._overruled = self._pointer, False

    def _reject_corner(self) -> None:
        """Stop where only three of the eight points around the pointer are on a monitor."""
        x, y = self._pointer
        around = [Point(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        if sum(any(m.region.contains(each) for m in self.screens) for each in around) == 3:
            raise StoppedError(
                "stopped: the mouse is in a corner of the screen, where it stops play"
            )
