"""One look at the board: captures until one stands still and follows from the look before.

It stands still when captures are equal for a while, with unknown looks for longer. While no click
shows an effect yet it is looked at again, until they count as lost.
"""

from __future__ import annotations

from collections.abc import Collection

from autoplay.desktop.ports import Frame
from autoplay.errors import (
    AutoplayError,
    DesktopError,
    HalfDrawnError,
    LostBoardError,
    UnreadableError,
    VisionError,
)
from autoplay.game import Cell
from autoplay.play.clicked import LastClicks
from autoplay.play.find_again import Seen
from autoplay.play.follows import require_following, without_effect
from autoplay.play.outcome import LOSING
from autoplay.play.patience import Patience
from autoplay.play.persons_wish import CHECK_SECONDS, PersonsWish
from autoplay.play.sight import Picture, Sight, same_board
from autoplay.play.spot import Spot
from autoplay.vision.reading import Reading

STILL = 0.001
"""Seconds that a picture of known looks must stand still before it is believed."""

SHORTEST = 0.0001
"""Seconds that are worth sleeping: a clock that moves by sleep alone must reach ``STILL``."""

STILL_TO_LEARN = 0.08
"""Seconds that a picture with unknown looks must stand still before they are learned.

Two captures within one frame of the display (17 ms at 60 Hz) are equal though a cell fades from one
look to another; a busy machine leaves frames out. Of 2291 games with faults one learned a five that
was half faded in for a six.
"""

STILL_OPENED = 0.3
"""Seconds that a picture must stand still before the covered cells at the corners of its zeros are
no opening that is half drawn: some games open those at the sides alone. Such a cell, opened all
around and drawn as opened while the button is down on it, is not held down for as long."""

IS_IT_IN_SIGHT = "is its window minimised, closed, covered or partly off the screen?"

MEND = "move away what lies over it, or have its look learned again by `autoplay --calibrate`"


class Look:
    """Looks until ``deadline`` seconds are over, for what may come after ``before`` and ``clicks``.

    ``before`` is None at the first look of a game.
    """

    def __init__(
        self,
        wish: PersonsWish,
        spot: Spot,
        before: Seen | None,
        clicks: LastClicks,
        *,
        deadline: float,
    ) -> None:
        self._wish = wish
        self._spot = spot
        self._before = before
        self._clicks = clicks
        self._patience = Patience(wish, deadline)
        self._picture: Picture | None = None
        self._failure: DesktopError | None = None
        self._doubt: VisionError | None = None
        self._capture = 0.0  # seconds that the last one took
        self._is_aside = False  # whether the pointer was moved off the board
        self._elsewhere: str | None = None  # what was seen there, once it was looked for

    def sight(self) -> Sight:
        """Return what is seen; VisionError, DesktopError or the person's wish where nothing is."""
        while not self._patience.is_over():
            began = self._wish.now()
            self._wish.ask(unless_within=CHECK_SECONDS)
            try:
                self._see(self._captured())
            except DesktopError as error:  # a capture may fail once
                self._failure, self._picture = error, None
            except VisionError as error:  # what cannot be read may only be in the way
                self._doubt = error
            sight = self._picture.sight if self._picture is not None else None
            clicks = self._clicks
            if sight is not None and (clicks.are_news(sight.missing) or clicks.are_overdue):
                return sight
            self._wait_since(began)
        raise self._error()

    def _wait_since(self, began: float) -> None:
        """Wait for the next capture; ``began`` is when this one was made.

        What is known already only has to stand still. The person is asked meanwhile, so that what
        is read can be clicked on at once.
        """
        picture, step = self._picture, self._patience.step()
        if picture is None or picture.judged or picture.glimpse is None:
            self._wish.sleep(step - (self._wish.now() - began))
            return
        self._wish.ask(unless_within=STILL)
        left = max(STILL, step) - self._stood(picture) - self._capture
        if left > 0:
            self._wish.sleep(max(SHORTEST, left))

    def _captured(self) -> Frame:
        began = self._wish.now()
        frame = self._spot.look()
        self._capture = self._wish.now() - began
        return frame

    def _see(self, frame: Frame) -> None:
        """Take the frame for another picture, or see that the last one stands still."""
        self._failure = None
        picture = self._picture
        if picture is None or not same_board(frame, picture.frame, self._spot.eyes):
            self._picture = new = Picture(frame, self._wish.now())
            new.glimpse = self._glimpse_of(new)
            self._watch_clicked(new)
            if new.glimpse is None and picture is not None and self._shows_loss(picture):
                self._picture = picture
                picture.judged, picture.sight = True, picture.glimpse
        elif not picture.judged:
            stood = self._stood(picture)
            if picture.glimpse is None and not self._is_aside and stood >= STILL_TO_LEARN / 2:
                self._is_aside = True
                self._spot.uncover()  # a game's own pointer, or a cell lit beneath it, is no look
            elif stood >= (STILL_TO_LEARN if picture.glimpse is None else STILL):
                picture.judged = True
                picture.sight = picture.glimpse or self._sight_of(picture)
        elif self._is_opened_by_sides(picture):
            picture.opened = True
            picture.sight = self._sight_of(picture)
        elif picture.sight is None and self._elsewhere is None and self._patience.is_half_over():
            self._spot.uncover()
            self._elsewhere = self._spot.search(self._before)
            picture.judged = False  # once more, by what is known now

    def _stood(self, picture: Picture) -> float:
        return self._wish.now() - picture.since

    def _is_opened_by_sides(self, picture: Picture) -> bool:
        """Whether what seems half drawn has stood so long that it may be all that is opened."""
        is_half_drawn = picture.sight is None and isinstance(self._doubt, HalfDrawnError)
        return is_half_drawn and not picture.opened and self._stood(picture) >= STILL_OPENED

    def _glimpse_of(self, picture: Picture) -> Sight | None:
        """Return what is seen at the first glance, while the game may still repaint."""
        previous, clicked = self._told()
        reading = self._spot.eyes.glimpse(picture.frame.pixels, previous, clicked)
        try:
            return None if reading is None else self._judged(picture, reading)
        except VisionError:
            return None

    def _shows_loss(self, picture: Picture) -> bool:
        """Whether a clicked cell shows a mine at first glance: it ends the game, so that is
        believed where a dialog comes over it before it stood still."""
        if picture.glimpse is None:
            return False
        labels = picture.glimpse.reading.board.labels
        return any(labels[cell] in LOSING for cell in self._told()[1])

    def _watch_clicked(self, picture: Picture) -> None:
        """Notice what a new picture shows of the last clicks."""
        if self._before is None or not self._clicks.actions:
            return
        sight = picture.glimpse
        eyes = self._spot.eyes
        labels = sight.reading.board.labels if sight else eyes.labels(picture.frame.pixels)
        self._clicks.notice(labels, self._before.reading.board)

    def _sight_of(self, picture: Picture) -> Sight:
        previous, clicked = self._told()
        with self._wish.listening():  # to learn looks takes a while
            reading = self._spot.eyes.read(
                picture.frame.pixels, previous, clicked, leave=self._elsewhere is not None
            )
        return self._judged(picture, reading)

    def _told(self) -> tuple[Reading | None, Collection[Cell]]:
        """Return the reading before, and the cells that were clicked since then."""
        if self._before is None:
            return None, ()
        return self._before.reading, self._clicks.cells(self._before.reading.board)

    def _judged(self, picture: Picture, reading: Reading) -> Sight:
        before = None if self._before is None else self._before.reading.board
        require_following(reading.board, before, opened_by_sides=picture.opened)
        missing = without_effect(reading.board, before, self._clicks.actions)
        return Sight(picture.frame, picture.since, reading, missing)

    def _error(self) -> AutoplayError:
        """Return what the look failed for, in words for a person where nothing of the board is
        left, and with what may still be known of the last clicks."""
        if self._failure is not None:
            return self._failure
        doubt = self._doubt
        if doubt is None:
            seconds = self._patience.seconds
            return LostBoardError(
                f"the board did not stand still for {seconds:g} s; is it animated?"
            )
        size = len(self._spot.eyes.lattice.topology)
        if isinstance(doubt, UnreadableError) and len(doubt.cells) == size:
            elsewhere = self._elsewhere or "not looked for elsewhere"
            doubt = UnreadableError(
                "the board is no longer where it was",
                doubt.cells,
                doubt.evidence,
                more=f"{IS_IT_IN_SIGHT} ({elsewhere})",
            )
        elif isinstance(doubt, UnreadableError) and "".join(doubt.evidence[:1]).startswith("cell "):
            # What is measured of cells says nothing to a person; other doubts are in words.
            doubt = UnreadableError(
                "the board is in doubt", doubt.cells, doubt.evidence, more=f"{MEND}: {doubt}"
            )
        doubt.beneath = self._clicks.beneath
        return doubt
