"""What is seen of a board: the eyes that read it, and a picture while it stays the same."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from autoplay.desktop.ports import Frame
from autoplay.game import Action, Cell
from autoplay.play.still import words_of
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.reading import Reading
from autoplay.vision.skin import Skin


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

    def read(
        self,
        image: Image,
        previous: Reading | None,
        clicked: Collection[Cell] = (),
        *,
        leave: bool = False,
    ) -> Reading:
        """Return the reading of the region's picture; VisionError when in doubt.

        ``clicked`` are the cells clicked since the previous reading. With ``leave``, open cells
        whose number is in doubt may be left UNREADABLE.
        """
        ...

    def glimpse(
        self, image: Image, previous: Reading | None, clicked: Collection[Cell] = ()
    ) -> Reading | None:
        """Return the reading by the looks known now; None where they do not do.

        ``clicked`` are the cells clicked since the previous reading.
        """
        ...

    def learn(self) -> None:
        """Learn the looks that were read without being known."""
        ...

    def labels(self, image: Image) -> Sequence[int]:
        """Return what each cell shows by the looks known now, UNREADABLE where in doubt."""
        ...


@dataclass(frozen=True)
class Sight:
    """What a picture that stands still shows: its reading, and the actions it shows no effect of.

    ``since`` is when it was first seen.
    """

    frame: Frame
    since: float
    reading: Reading
    missing: list[Action]


@dataclass
class Picture:
    """What the screen shows for a while, since when, and what was seen in it once it stood still.

    ``glimpse`` is what known looks tell at once, before it is known whether it stands still. What
    has been judged and still has no sight could not be read. ``opened`` says that it has stood so
    long that all is open that a click opens.
    """

    frame: Frame
    since: float
    glimpse: Sight | None = None
    judged: bool = False
    opened: bool = False
    sight: Sight | None = None


def same_board(one: Frame, other: Frame, eyes: Eyes) -> bool:
    """Whether two frames show the same pixels within the board's box."""
    left, top, right, bottom = eyes.lattice.box
    part = (slice(max(0, top), bottom), slice(max(0, left), right))
    return bool(np.array_equal(words_of(one)[part], words_of(other)[part]))
