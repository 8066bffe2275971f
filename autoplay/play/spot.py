"""Where on the screen the board is, and the eyes that read it there; both change when it moves."""

from __future__ import annotations

from collections.abc import Callable

from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.errors import DesktopError, LostBoardError, VisionError
from autoplay.game import UNOPENED, Cell
from autoplay.play.clicked import is_there
from autoplay.play.find_again import Seen
from autoplay.play.sight import Eyes
from autoplay.play.still import StillPicture
from autoplay.vision.skin import Skin

FindAgain = Callable[[Skin, Seen | None], tuple[Region, Eyes]]
"""Looks for the board on the whole screen by the looks known and the last picture of it: returns
new eyes and a new region, or raises VisionError or DesktopError."""


class Spot:
    """Looks at ``region`` of the machine's screen; it holds the board and some margin.

    ``latest`` is the last capture, ``still`` what must stay as it was in the last look.
    """

    def __init__(self, machine: Machine, region: Region, eyes: Eyes, find_again: FindAgain) -> None:
        self._machine = machine
        self._find_again = find_again
        self.latest: Frame | None = None
        self._look_at(region, eyes)

    def _look_at(self, region: Region, eyes: Eyes) -> None:
        self._region = region
        self.eyes = eyes
        self.still = StillPicture(eyes.lattice)

    def grab(self) -> Frame:
        """Return what the spot shows now; DesktopError where it cannot be captured."""
        return self._machine.screen.grab(self._region)

    def look(self) -> Frame:
        """Return what the spot shows now, and keep it as the latest that was looked at."""
        self.latest = self.grab()
        return self.latest

    def point_of(self, cell: Cell, frame: Frame) -> Point:
        """Return the desktop point in the middle of a cell of a frame that was grabbed here."""
        return frame.point_at(*self.eyes.lattice.center(cell))

    def search(self, last: Seen | None) -> str:
        """Look for the board elsewhere; say what was seen there where it is not found.

        It is then looked for on where it was.
        """
        if last is not None and self._is_only_covered(last):
            return "parts of it still show there"
        try:
            region, eyes = self._find_again(self.eyes.skin, last)
        except (VisionError, DesktopError) as error:
            return f"elsewhere: {error}"
        self._look_at(region, eyes)
        return "it moved"

    def _is_only_covered(self, last: Seen) -> bool:
        """Whether parts of the board still show where it was."""
        assert self.latest is not None
        return is_there(self.eyes.labels(self.latest.pixels), last.reading.board)

    def require_whole(self, last: Seen | None) -> None:
        """Raise LostBoardError where a board that was fresh is now a part of a larger one.

        Covered cells say nothing of their game: another one may have come in its place. Clicks
        without effect tell, or that what is around the board changed with its first opening, which
        3 of 600 real games did.
        """
        if last is None or not set(last.reading.board.labels) <= UNOPENED:
            return
        try:
            self._find_again(self.eyes.skin, None)
        except LostBoardError as error:
            raise LostBoardError(f"another game is where the board was: {error}") from None
        except (VisionError, DesktopError):
            return  # not seen whole; it is looked at where it was
