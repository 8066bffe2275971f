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

from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.errors import DesktopError, LostBoardError, NoEffectError, VisionError
from autoplay.game import MAX_NUMBER, UNOPENED, Action, Board, Label, Verb
from autoplay.play.travel import by_travel
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

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

    ``find_again`` looks for the board on the whole screen when it no longer reads where it was:
    it returns new eyes and a new region, or raises VisionError.
    """

    def __init__(
        self,
        machine: Machine,
        region: Region,
        eyes: Eyes,
        tempo: Tempo,
        find_again: Callable[[], tuple[Region, Eyes]],
    ) -> None:
        self._machine = machine
        self._region = region
        self._eyes = eyes
        self._find_again = find_again
        self.tempo = tempo
        self.frame: Frame | None = None
        self.reading: Reading | None = None
        self._expected: list[Action] = []
        self._repeats = 0

    @property
    def skin(self) -> Skin:
        """The looks known by now."""
        return self._eyes.skin

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
            self.reading = reading
            if not missing:
                self._repeats = 0
                self._expected = []
                return reading.board
            self._repeat(missing)

    def perform(self, actions: Sequence[Action]) -> None:
        """Click these actions in an order of short travel; their effect is checked by ``board``.

        Raises LostBoardError when the board is no longer as it was read.
        """
        assert self.reading is not None, "look before acting"
        self._reject_a_changed_screen()
        self._expected = list(actions)
        self._click(actions)

    def _click(self, actions: Sequence[Action]) -> None:
        points = [self._point(action) for action in actions]
        clock = self._machine.clock
        pause = 1.0 / self.tempo.clicks_per_second
        for index in by_travel(points, self._machine.pointer.position()):
            self._machine.watch.check()
            began = clock.now()
            self._machine.pointer.click(points[index], BUTTON[actions[index].verb])
            if self.tempo.hold:
                clock.sleep(self.tempo.hold)
            clock.sleep(max(0.0, pause - (clock.now() - began)))

    def _point(self, action: Action) -> Point:
        assert self.frame is not None
        return self.frame.point_at(*self._eyes.lattice.center(action.cell))

    def _reject_a_changed_screen(self) -> None:
        """Nothing is clicked on a board that is no longer the one that was read."""
        assert self.frame is not None
        now = self._machine.screen.grab(self._region)
        if now.pixels.shape == self.frame.pixels.shape and _same_board(now, self.frame, self._eyes):
            return
        before = self.reading
        reading = self._settled_reading()
        if before is None or reading.board != before.board:
            raise LostBoardError("the board changed between the look and the click; look again")
        self.reading = reading

    def _settled_reading(self) -> Reading:
        """Return a reading of a picture that stood still and follows from the last reading."""
        clock, began = self._machine.clock, self._machine.clock.now()
        last: Frame | None = None
        reason: Exception | None = None
        searched = False
        while clock.now() - began < self.tempo.deadline:
            self._machine.watch.check()
            frame = self._machine.screen.grab(self._region)
            if last is not None and _same_board(frame, last, self._eyes):
                try:
                    reading = self._eyes.read(frame.pixels, self.reading)
                    self._reject_if_impossible(reading.board)
                except (VisionError, LostBoardError) as error:
                    reason = error
                    if not searched and clock.now() - began > self.tempo.deadline / 3:
                        searched = True
                        self._search()
                        last = None
                        continue
                else:
                    self.frame = frame
                    return reading
            last = frame
            clock.sleep(self.tempo.settle / 2)
        if isinstance(reason, VisionError | DesktopError):
            raise reason
        raise LostBoardError(
            f"the board did not stand still for {self.tempo.deadline:g} s; is it animated?"
        )

    def _search(self) -> None:
        """Look for the board elsewhere; keep on where it was when it is nowhere else."""
        try:
            region, eyes = self._find_again()
        except VisionError:
            return
        topology = self._eyes.lattice.topology
        if eyes.lattice.topology == topology:
            self._region, self._eyes = region, eyes

    def _reject_if_impossible(self, board: Board) -> None:
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
        self._expected = missing
        self._click(missing)


def _same_board(one: Frame, other: Frame, eyes: Eyes) -> bool:
    """Whether two frames show the same pixels within the board's box."""
    left, top, right, bottom = eyes.lattice.box
    part = (slice(max(0, top), bottom), slice(max(0, left), right))
    return bool(np.array_equal(one.pixels[part], other.pixels[part]))
