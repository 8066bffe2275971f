"""Where on the screen the board is, and the eyes that read it there; both change when it moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.errors import DesktopError, LostBoardError, UnreadableError, VisionError
from autoplay.game import Cell, Label
from autoplay.play.anchor import anchor_of
from autoplay.play.clicked import is_there
from autoplay.play.find_again import Seen
from autoplay.play.hand import Hand, places_aside
from autoplay.play.sight import Eyes
from autoplay.play.still import StillPicture
from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import Skin


@dataclass(frozen=True)
class View:
    """A board where it was found: the region that holds it and some margin, what reads it there,
    and what the region looked like."""

    region: Region
    eyes: Eyes
    frame: Frame


FindAgain = Callable[[Skin, Seen | None], View]
"""Looks for the board on the whole screen by the looks known and the last picture of it; raises
VisionError or DesktopError."""


class Spot:
    """Looks at the board where it was found; ``latest`` is the last capture.

    ``anchor`` is where the board is. ``still`` is what must stay as it was in the last look. At
    first that is what is around the cells. ``hand`` is what clicks on it.
    """

    def __init__(self, machine: Machine, view: View, find_again: FindAgain) -> None:
        self._machine = machine
        self._find_again = find_again
        self.hand = Hand(machine)
        self.latest: Frame | None = None
        self._looked = -inf
        self._look_at(view)

    def _look_at(self, view: View) -> None:
        self._region = view.region
        self.anchor = anchor_of(view.frame, view.eyes.lattice)
        self.eyes = view.eyes
        self.still = StillPicture(view.eyes.lattice)
        cells = len(view.eyes.lattice.topology)
        self.still.show(view.frame, bytes([Label.COVERED]) * cells)

    def grab(self) -> Frame:
        """Return what the spot shows now; DesktopError where it cannot be captured."""
        return self._machine.screen.grab(self._region)

    def look(self) -> Frame:
        """Return what the spot shows now, and keep it as the latest that was looked at."""
        self.latest = self.grab()
        self._looked = self._machine.clock.now()
        return self.latest

    def latest_within(self, seconds: float) -> Frame | None:
        """Return the latest that was looked at; None where that is longer ago."""
        is_long_ago = self._machine.clock.now() - self._looked > seconds
        return None if is_long_ago else self.latest

    def point_of(self, cell: Cell, frame: Frame) -> Point:
        """Return the desktop point in the middle of a cell of a frame that was grabbed here."""
        return frame.point_at(*self.eyes.lattice.center(cell))

    def uncover(self) -> None:
        """Move the pointer off the board, where it was left by a click."""
        self.hand.step_aside(places_aside(self.anchor, self.eyes.lattice))

    def search(self, last: Seen | None) -> str:
        """Look for the board elsewhere; say what was seen there where it is not found.

        It is then looked for on where it was.
        """
        if last is not None and self._is_only_covered(last):
            return "parts of it still show there"
        try:
            view = self._find_again(self.eyes.skin, last)
        except (VisionError, DesktopError) as error:
            return f"elsewhere: {error}"
        self._look_at(view)
        return "it moved"

    def _is_only_covered(self, last: Seen) -> bool:
        """Whether parts of the board still show where it was."""
        assert self.latest is not None
        return is_there(self.eyes.labels(self.latest.pixels), last.reading.board)

    def _is_no_larger(self, doubt: UnreadableError) -> bool:
        """Whether the board whose cells are in doubt has no more rows and columns than this one.

        Where it has fewer a banner, or a menu, lies over the others.
        """
        seen, own = doubt.lattice, self.eyes.lattice.topology
        if not isinstance(seen, Lattice) or seen.topology.shape is not own.shape:
            return False
        return seen.topology.rows <= own.rows and seen.topology.cols <= own.cols

    def require_whole(self, frame: Frame) -> None:
        """Raise LostBoardError where what this frame shows is only a part of another board.

        Where the board is not seen whole it is looked at where it was, unless what is around it
        changed, too: a larger one may go on beyond the screen.
        """
        try:
            self._find_again(self.eyes.skin, None)
        except LostBoardError as error:
            raise LostBoardError(f"another game is where the board was: {error}") from None
        except UnreadableError as error:
            if not self._is_no_larger(error) and not self.still.is_still(frame):
                raise LostBoardError(
                    f"what is around the board changed, and no whole board is seen: {error}"
                ) from None
        except (VisionError, DesktopError):
            return  # nothing is seen: something lies over it, as the next look will tell
