"""A game on a screen as a Playable: looks through vision, acts through the pointer.

A look is believed only when the picture stands still, every cell reads without doubt, and the board
follows from the last one by the rules: an opened number stays, and nothing closes again. Every
click is confirmed by the next look; one that changed nothing is repeated, and the pace learns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf

from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.errors import (
    DesktopError,
    LostBoardError,
    NoEffectError,
    UnreadableError,
    VisionError,
)
from autoplay.game import UNOPENED, Action, Board, Verb
from autoplay.inference import analyze
from autoplay.play.clicked import ClickedCells, is_there
from autoplay.play.find_again import Seen
from autoplay.play.follows import require_following, without_effect
from autoplay.play.pace import Pace, Tempo
from autoplay.play.patience import Patience
from autoplay.play.sight import Eyes, Picture, Sight, same_board
from autoplay.play.still import StillPicture
from autoplay.play.travel import click_order
from autoplay.vision.lattice import Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin

EFFECT_SECONDS = 0.6
"""How long a click may take to show before it counts as lost; twice as long for each repetition.

Games are known to take up to 0.57 s. A lost click is rare, so waiting for it costs little, and one
that is repeated too early may hit something else.
"""

CHECK_SECONDS = 0.01
"""Between two questions for the person's wish while nothing is clicked; a click always asks before.

Each is a round trip to the display: asked at every capture they took a quarter of the time of games
of xbomb on a busy machine, now 15 to 18 %.
"""

GONE = (
    "the board is no longer where it was; "
    "is its window minimised, closed, covered or partly off the screen?"
)

BUTTON = {Verb.OPEN: "left", Verb.FLAG: "right", Verb.CHORD: "middle"}


class ScreenGame:
    """Plays on ``region`` of the machine's screen; the region holds the board and some margin.

    ``find_again`` looks for the board on the whole screen when it no longer reads where it was,
    by the looks known and the last picture of it: it returns new eyes and a new region, or raises
    VisionError or DesktopError.
    """

    def __init__(
        self,
        machine: Machine,
        region: Region,
        eyes: Eyes,
        tempo: Tempo,
        find_again: Callable[[Skin, Seen | None], tuple[Region, Eyes]],
    ) -> None:
        self._machine = machine
        self._region = region
        self._find_again = find_again
        self._look_with(eyes)
        self.pace = Pace(tempo, machine.clock)
        self.frame: Frame | None = None
        self.latest: Frame | None = None
        self.reading: Reading | None = None
        self.clicks = 0
        self._expected: list[Action] = []
        self._repeats = 0
        self._clicked = ClickedCells()
        self._checked = -inf  # when the person's wish was asked for
        self._effect = Patience(machine.clock, 0.0)

    def _look_with(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._still = StillPicture(eyes.lattice)

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
        self.pace.begin()
        self._expected = []
        self._repeats = 0

    def board(self) -> Board:
        """Return the board once it is settled and follows from the last look.

        Raises VisionError when it cannot be read in time, LostBoardError when it is gone,
        NoEffectError when clicks stay without effect, StoppedError when the person says so.
        """
        while True:
            seen = self._settled()
            if seen.missing or not self._still.is_still(seen.frame):
                self._require_whole()
            self.frame, self.reading = seen.frame, seen.reading
            self._still.show(seen.frame, seen.reading.board.labels)
            if not seen.missing:
                self.pace.shown(seen.since)
                self._repeats = 0
                self._expected = []
                return seen.reading.board
            self._repeat(seen.missing)

    def perform(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Click these actions in an order of short travel and return those that were clicked.

        Their effect is checked by ``board``. Clicks that the board has no longer room for are
        left out: it changed, and ``board`` looks again. So are clicks already known to be lost.
        """
        assert self.reading is not None, "look before acting"
        self._expected = []
        self._clicked.forget()
        lost = self._click(actions)
        return tuple(action for action in self._expected if action not in lost)

    def _click(self, actions: Sequence[Action]) -> Sequence[Action]:
        """Click while the picture is still the one that was read; otherwise leave the rest.

        A cell that changed meanwhile, opened by a click before, needs no click any more. Returns
        the clicks that should have shown an effect before the last one was made, and did not.
        """
        assert self.reading is not None
        points = [self._point(action) for action in actions]
        order = click_order(
            [action.cell for action in actions],
            points,
            self._machine.pointer.position(),
            analyze(self.reading.board),
        )
        self.pace.begin()
        lost: Sequence[Action] = ()
        for index in order:
            began = self._checked = self.pace.await_turn()
            self._machine.watch.check()
            try:
                now = self._machine.screen.grab(self._region)
            except DesktopError:
                return lost  # the next look says whether the capture failed once or for good
            if not self._still.is_still(now):
                return lost
            if index == order[-1]:
                lost = self._overdue_in(now, began)
            if not self._still.is_untouched(now, actions[index].cell):
                continue
            self._machine.pointer.click(points[index], BUTTON[actions[index].verb])
            self.pace.clicked()
            self.clicks += 1
            self._expected.append(actions[index])
            self._effect = Patience(self._machine.clock, EFFECT_SECONDS * 2**self._repeats)
        return lost

    def _overdue_in(self, frame: Frame, seen: float) -> Sequence[Action]:
        """Return the clicks of this batch whose effect the frame should show and does not."""
        due = self._expected[: self.pace.overdue(seen)]
        return [action for action in due if self._still.is_untouched(frame, action.cell)]

    def _point(self, action: Action) -> Point:
        assert self.frame is not None
        return self.frame.point_at(*self._eyes.lattice.center(action.cell))

    def _settled(self) -> Sight:
        """Return what is seen in a picture that stands still and follows from the last reading.

        It stands still when two captures are equal. While clicks show no effect yet it is looked
        at again, until they count as lost.
        """
        patience = Patience(self._machine.clock, self.pace.tempo.deadline)
        picture: Picture | None = None
        reason: VisionError | None = None
        failure: DesktopError | None = None
        searched = False
        elsewhere = "not looked for elsewhere"
        seen = -inf  # when the capture before was made
        while not patience.is_over():
            began = self._machine.clock.now()
            if began - self._checked >= CHECK_SECONDS:
                self._checked = began
                self._machine.watch.check()
            try:
                frame = self.latest = self._machine.screen.grab(self._region)
                failure = None
                if picture is None or not same_board(frame, picture.frame, self._eyes):
                    picture = Picture(frame, self._machine.clock.now())
                    picture.glimpse = self._glimpse_of(picture)
                    self._watch_clicked(picture, seen)
                elif not picture.judged:
                    picture.judged = True
                    picture.sight = picture.glimpse or self._sight_of(picture)
                elif picture.sight is None and not searched and patience.is_half_over():
                    searched, picture = True, None
                    elsewhere = self._search()
            except DesktopError as error:
                failure, picture = error, None  # a capture may fail once
            except VisionError as error:
                reason = error  # what cannot be read may only be in the way
            sight = picture.sight if picture is not None else None
            if sight is not None and (not sight.missing or self._effect.is_over()):
                return sight
            seen = began
            self._machine.clock.sleep(patience.step() - (self._machine.clock.now() - began))
        if failure is not None:
            raise failure
        if reason is not None:
            raise self._told(reason, elsewhere)
        raise LostBoardError(
            f"the board did not stand still for {patience.seconds:g} s; is it animated?"
        )

    def _told(self, reason: VisionError, elsewhere: str) -> VisionError:
        """Return what a look failed for, in words for a person where nothing of the board is left,
        and with what may still be known of the last clicks."""
        size = len(self._eyes.lattice.topology)
        if isinstance(reason, UnreadableError) and len(reason.cells) == size:
            reason = UnreadableError(f"{GONE} ({elsewhere})", reason.cells, reason.evidence)
        reason.opened = self._clicked.opened
        return reason

    def _glimpse_of(self, picture: Picture) -> Sight | None:
        """Return what is seen at the first glance, while the game may still repaint."""
        reading = self._eyes.glimpse(picture.frame.pixels)
        try:
            return None if reading is None else self._judged(picture, reading)
        except VisionError:
            return None

    def _watch_clicked(self, picture: Picture, seen: float) -> None:
        """Notice what a new picture shows of the last clicks; one before was ``seen`` last."""
        if self.reading is None or not self._expected:
            return
        sight, cells = picture.glimpse, [action.cell for action in self._expected]
        labels = sight.reading.board.labels if sight else self._eyes.labels(picture.frame.pixels)
        due = cells[: self.pace.overdue(seen, surely=True)]
        self._clicked.see(cells, labels, self.reading.board, due)

    def _sight_of(self, picture: Picture) -> Sight:
        return self._judged(picture, self._eyes.read(picture.frame.pixels, self.reading))

    def _judged(self, picture: Picture, reading: Reading) -> Sight:
        before = self.reading.board if self.reading is not None else None
        require_following(reading.board, before)
        missing = without_effect(reading.board, before, self._expected)
        return Sight(picture.frame, picture.since, reading, missing)

    def _search(self) -> str:
        """Look for the board elsewhere; say what was seen there where it is not found.

        It is then looked for on where it was.
        """
        last = None
        if self.frame is not None and self.reading is not None:
            last = Seen(self.frame.pixels, self.reading)
            if self._is_only_covered(self.reading):
                return "parts of it still show there"
        try:
            self._region, eyes = self._find_again(self._eyes.skin, last)
        except (VisionError, DesktopError) as error:
            return f"elsewhere: {error}"
        self._look_with(eyes)
        return "it moved"

    def _is_only_covered(self, reading: Reading) -> bool:
        """Whether parts of the board still show where it was."""
        assert self.latest is not None
        return is_there(self._eyes.labels(self.latest.pixels), reading.board)

    def _repeat(self, missing: list[Action]) -> None:
        self._repeats += 1
        if self._repeats > 2:
            named = ", ".join(a.format(self._eyes.lattice.topology) for a in missing[:3])
            raise NoEffectError(
                f"{named} had no effect, three times; is another window in the way?"
            )
        self.pace.lost(len(missing))
        self._expected = []
        self._click(missing)

    def _require_whole(self) -> None:
        """Raise LostBoardError where a board that was fresh is now a part of a larger one.

        Covered cells say nothing of their game: another one may have come in its place. Clicks
        without effect tell, or that what is around the board changed with its first opening, which
        3 of 600 real games did.
        """
        if self.reading is None or not set(self.reading.board.labels) <= UNOPENED:
            return
        try:
            self._find_again(self._eyes.skin, None)
        except LostBoardError as error:
            raise LostBoardError(f"another game is where the board was: {error}") from None
        except (VisionError, DesktopError):
            return  # not seen whole; it is looked at where it was
