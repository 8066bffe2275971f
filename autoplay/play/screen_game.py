"""A game on a screen as a Playable: looks through vision, acts through the pointer.

A look is believed only when the picture stands still, every cell reads without doubt, and the board
follows from the last one by the rules: an opened number stays, and nothing closes again. Every
click is confirmed by the next look; one that changed nothing is repeated once, more slowly.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from autoplay.desktop.ports import Clock, Frame, Machine, Point, Region
from autoplay.errors import (
    DesktopError,
    ImpossibleBoardError,
    LostBoardError,
    NoEffectError,
    UnreadableError,
    VisionError,
)
from autoplay.game import MAX_NUMBER, UNOPENED, Action, Board, Cell, Label, Verb
from autoplay.inference import analyze
from autoplay.play.still import StillPicture
from autoplay.play.travel import by_travel
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

EFFECT_SECONDS = 0.6
"""How long a click may take to show before it counts as lost; twice as long for each repetition.

Games are known to take up to 0.57 s. A lost click is rare, so waiting for it costs little, and one
that is repeated too early may hit something else.
"""

LONGEST_STEP = 0.5
"""Seconds; learning a look takes less, a computer that was asleep more."""

BUTTON = {Verb.OPEN: "left", Verb.FLAG: "right", Verb.CHORD: "middle"}


class Eyes(Protocol):
    """What reads the board: it knows the game's look and where the board is."""

    @property
    def lattice(self) -> Lattice:
        """Where the cells are, in pixels of the region's frame."""
        ...

    @property
    def skin(self) -> Skin:
        """The looks it knows."""
        ...

    def read(self, image: Image, previous: Reading | None) -> Reading:
        """Return the reading of the region's picture; VisionError when in doubt."""
        ...


@dataclass(frozen=True)
class Tempo:
    """How fast a game takes clicks and shows their effect. Seconds, but for clicks a second."""

    clicks_per_second: float = 60.0
    settle: float = 0.02
    deadline: float = 3.0
    hold: float = 0.0  # how long the pointer stays on a cell before it moves on

    def slower(self) -> Tempo:
        """Return half the click rate, and a pointer that stays after each click."""
        return replace(
            self,
            clicks_per_second=self.clicks_per_second / 2,
            hold=max(0.05, 2 * self.hold),
        )


class ScreenGame:
    """Plays on ``region`` of the machine's screen; the region holds the board and some margin.

    ``find_again`` looks for the board on the whole screen when it no longer reads where it was,
    by the looks known so far: it returns new eyes and a new region, or raises VisionError.
    """

    def __init__(
        self,
        machine: Machine,
        region: Region,
        eyes: Eyes,
        tempo: Tempo,
        find_again: Callable[[Skin], tuple[Region, Eyes]],
    ) -> None:
        self._machine = machine
        self._region = region
        self._eyes = eyes
        self._find_again = find_again
        self.tempo = tempo
        self.frame: Frame | None = None
        self.latest: Frame | None = None
        self.reading: Reading | None = None
        self.clicks = 0
        self._expected: list[Action] = []
        self._repeats = 0
        self._effect = Patience(machine.clock, 0.0)

    @property
    def skin(self) -> Skin:
        """The looks known by now."""
        return self._eyes.skin

    @property
    def lattice(self) -> Lattice:
        """Where the cells are, in pixels of its frames."""
        return self._eyes.lattice

    def forget(self) -> None:
        """Forget the last look: another game begins, nothing need follow from it."""
        self.reading = None
        self._expected = []
        self._repeats = 0

    def board(self) -> Board:
        """Return the board once it is settled and follows from the last look.

        Raises VisionError when it cannot be read in time, LostBoardError when it is gone,
        NoEffectError when clicks stay without effect, StoppedError when the person says so.
        """
        while True:
            reading = self._settled_reading()
            missing = self._without_effect(reading.board)
            if missing and not self._effect.is_over():
                self._machine.clock.sleep(self.tempo.settle / 2)
                continue
            self.reading = reading
            if not missing:
                self._repeats = 0
                self._expected = []
                return reading.board
            self._repeat(missing)

    def perform(self, actions: Sequence[Action]) -> None:
        """Click these actions in an order of short travel; their effect is checked by ``board``.

        Clicks that the board has no longer room for are left out: it changed, and ``board`` looks
        again.
        """
        assert self.reading is not None, "look before acting"
        self._expected = []
        self._click(actions)

    def _click(self, actions: Sequence[Action]) -> None:
        """Click while the picture is still the one that was read; otherwise leave the rest.

        A cell that changed meanwhile, opened by a click before, needs no click any more.
        """
        assert self.frame is not None
        assert self.reading is not None
        points = [self._point(action) for action in actions]
        clock = self._machine.clock
        pause = 1.0 / self.tempo.clicks_per_second
        still = StillPicture(self.frame, self._eyes.lattice, self.reading.board)
        for index in by_travel(points, self._machine.pointer.position()):
            self._machine.watch.check()
            began = clock.now()
            try:
                now = self._machine.screen.grab(self._region)
            except DesktopError:
                return  # the next look says whether the capture failed once or for good
            if not still.is_still(now):
                return
            if not still.is_untouched(now, actions[index].cell):
                continue
            self._machine.pointer.click(points[index], BUTTON[actions[index].verb])
            self.clicks += 1
            self._expected.append(actions[index])
            self._effect = Patience(clock, EFFECT_SECONDS * 2**self._repeats)
            if self.tempo.hold:
                clock.sleep(self.tempo.hold)
            clock.sleep(max(0.0, pause - (clock.now() - began)))

    def _point(self, action: Action) -> Point:
        assert self.frame is not None
        return self.frame.point_at(*self._eyes.lattice.center(action.cell))

    def _settled_reading(self) -> Reading:
        """Return a reading of a picture that stood still and follows from the last reading."""
        patience = Patience(self._machine.clock, self.tempo.deadline)
        last: Frame | None = None
        refused: Frame | None = None
        reason: VisionError | None = None
        failure: DesktopError | None = None
        searched = False
        while not patience.is_over():
            self._machine.watch.check()
            try:
                frame = self.latest = self._machine.screen.grab(self._region)
                failure = None
                if last is not None and self._is_same(frame, last):
                    if refused is None or not self._is_same(frame, refused):
                        return self._reading_of(frame)
                    if not searched and patience.is_half_over():
                        searched, refused = True, None
                        self._search()
            except DesktopError as error:
                failure, last = error, None  # a capture may fail once
            except VisionError as error:
                reason, refused, last = error, last, None  # it may only be in the way
            else:
                last = frame
            self._machine.clock.sleep(self.tempo.settle / 2)
        raise (
            failure
            or reason
            or LostBoardError(
                f"the board did not stand still for {self.tempo.deadline:g} s; is it animated?"
            )
        )

    def _is_same(self, one: Frame, other: Frame) -> bool:
        return _same_board(one, other, self._eyes)

    def _reading_of(self, frame: Frame) -> Reading:
        reading = self._eyes.read(frame.pixels, self.reading)
        self._reject_if_impossible(reading.board)
        self.frame = frame
        return reading

    def _search(self) -> None:
        """Look for the board elsewhere; keep on where it was when it is nowhere else."""
        try:
            region, eyes = self._find_again(self._eyes.skin)
        except (VisionError, DesktopError):
            return
        topology = self._eyes.lattice.topology
        if eyes.lattice.topology == topology:
            self._region, self._eyes = region, eyes

    def _reject_if_impossible(self, board: Board) -> None:
        """A game draws its cells one after the other: half of an opening is no board yet."""
        if max(board.labels) <= Label.QUESTION:
            _reject_a_half_drawn_opening(board)
            try:
                analyze(board)
            except ImpossibleBoardError as error:
                raise UnreadableError(str(error), error.witnesses) from None
        if self.reading is None:
            return
        before, now = self.reading.board.labels, board.labels
        for cell, (was, label) in enumerate(zip(before, now, strict=True)):
            # The end of a game may show other things on what was opened: a mine hit, a wrong flag.
            if was <= MAX_NUMBER and label != was:
                row, col = board.topology.row_col(cell)
                raise LostBoardError(
                    f"cell {row},{col} showed {Label(was).name.lower()} and now "
                    f"{Label(label).name.lower()}: this is another game, or something covers it"
                )

    def _without_effect(self, board: Board) -> list[Action]:
        """Return the expected actions whose cells look as before."""
        if self.reading is None or any(label > Label.QUESTION for label in board.labels):
            return []
        before = self.reading.board.labels
        return [
            action
            for action in self._expected
            if action.verb is not Verb.CHORD
            and board.labels[action.cell] == before[action.cell]
            and board.labels[action.cell] in UNOPENED
        ]

    def _repeat(self, missing: list[Action]) -> None:
        self._repeats += 1
        if self._repeats > 2:
            named = ", ".join(a.format(self._eyes.lattice.topology) for a in missing[:3])
            raise NoEffectError(
                f"{named} had no effect, three times; is another window in the way?"
            )
        if self._repeats == 2:
            self.tempo = self.tempo.slower()
        self._expected = []
        self._click(missing)


def _reject_a_half_drawn_opening(board: Board) -> None:
    """Raise UnreadableError for a zero beside a covered cell: opening spreads from zeros.

    Some games also draw a cell as opened while the button is down on it.
    """
    neighbors, labels = board.topology.neighbors, board.labels
    for cell, label in enumerate(labels):
        if label == Label.ZERO and any(labels[n] == Label.COVERED for n in neighbors[Cell(cell)]):
            raise UnreadableError(
                f"zero at {board.topology.row_col(Cell(cell))} beside a covered cell", [cell]
            )


class Patience:
    """How long a condition is waited for, by a clock that may jump ahead (a suspended computer)."""

    def __init__(self, clock: Clock, seconds: float) -> None:
        self._clock = clock
        self._seconds = seconds
        self._spent = 0.0
        self._last = clock.now()

    def is_over(self) -> bool:
        """Whether the time is up; one step counts for LONGEST_STEP at most."""
        now = self._clock.now()
        self._spent += min(now - self._last, LONGEST_STEP)
        self._last = now
        return self._spent >= self._seconds

    def is_half_over(self) -> bool:
        """Whether half of the time is gone."""
        return self._spent >= self._seconds / 2


def _same_board(one: Frame, other: Frame, eyes: Eyes) -> bool:
    """Whether two frames show the same pixels within the board's box."""
    left, top, right, bottom = eyes.lattice.box
    part = (slice(max(0, top), bottom), slice(max(0, left), right))
    return bool(np.array_equal(one.pixels[part], other.pixels[part]))
