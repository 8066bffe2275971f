"""What a player sees: a label for every cell, and the mine total where it is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UsageError
from autoplay.game.topology import Cell, Topology
from autoplay.words import counted

MAX_NUMBER = 12
"""As many mines as a cell can touch: the neighbours of a triangle."""


class Label(IntEnum):
    """What a cell shows. 0 to 12 are opened numbers; the rest have names.

    ``SYMBOLS[label]`` is its character in the text form.
    """

    ZERO = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    ELEVEN = 11
    TWELVE = 12
    COVERED = 13
    FLAG = 14
    QUESTION = 15
    MINE = 16
    EXPLODED = 17
    WRONG_FLAG = 18
    UNREADABLE = 19
    ABSENT = 20

    @property
    def is_number(self) -> bool:
        """Whether the cell is opened and shows a number (zero included)."""
        return self <= MAX_NUMBER


_ALL_LABELS = bytes(Label)

SYMBOLS = "0123456789abc#FQ*!x?_"
"""Text form: the character of each label, in label order."""

UNOPENED = frozenset({Label.COVERED, Label.FLAG, Label.QUESTION})
"""Labels of cells that are still covered; flags and question marks are the player's opinion."""

KNOWN_MINES = frozenset({Label.MINE, Label.EXPLODED})
"""Labels of mines that the game shows."""

_IS_UNOPENED = np.isin(np.arange(256), list(UNOPENED))


def are_unopened(labels: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Return which of the labels are those of cells that are still covered, in the same shape."""
    return _IS_UNOPENED[labels]


@dataclass(frozen=True)
class Board:
    """A board as a player sees it.

    ``labels`` holds one ``Label`` value a cell, row by row. ``mines`` is the mine total, None when
    it is not known. Equality and hash go by all three. Raises UsageError for labels that do not
    fill the topology or are none, for ABSENT at other places than those where it has no cell, and
    for more mines than cells.
    """

    topology: Topology
    labels: bytes
    mines: int | None = None

    def __post_init__(self) -> None:
        if len(self.labels) != len(self.topology):
            raise UsageError(
                f"{len(self.labels)} labels do not fill a "
                f"{self.topology.rows}x{self.topology.cols} board"
            )
        # A seventh of the time of max(): boards are made at every move.
        if strays := self.labels.translate(None, _ALL_LABELS):
            raise UsageError(f"{strays[0]} is no label; labels are 0 to {len(_ALL_LABELS) - 1}")
        absent = self.topology.absent
        if self.labels.count(Label.ABSENT) != len(absent) or any(
            self.labels[cell] != Label.ABSENT for cell in absent
        ):
            raise UsageError(f"{SYMBOLS[Label.ABSENT]!r} stands where the topology has no cell")
        if self.mines is not None and not 0 <= self.mines <= self.topology.present:
            raise UsageError(
                f"{counted(self.mines, 'mine')} do not fit on "
                f"{counted(self.topology.present, 'cell')}"
            )

    @classmethod
    def covered(cls, topology: Topology, mines: int | None = None) -> Board:
        """Return a board with every cell covered."""
        labels = bytearray([Label.COVERED]) * len(topology)
        for cell in topology.absent:
            labels[cell] = Label.ABSENT
        return cls(topology, bytes(labels), mines)

    def __getitem__(self, cell: int) -> Label:
        return Label(self.labels[cell])

    def cells(self, *labels: Label) -> Iterator[Cell]:
        """Yield the cells that show one of the labels, ascending."""
        wanted = frozenset(labels)
        return (Cell(cell) for cell, label in enumerate(self.labels) if label in wanted)

    def unopened(self) -> Iterator[Cell]:
        """Yield the cells that are still covered, flagged and questioned ones included."""
        return (Cell(cell) for cell, label in enumerate(self.labels) if label in UNOPENED)

    @property
    def is_fresh(self) -> bool:
        """Whether every cell is covered, none of them marked."""
        return set(self.labels) <= {Label.COVERED, Label.ABSENT}

    @property
    def is_closed(self) -> bool:
        """Whether every cell is still covered, marked or not."""
        return set(self.labels) <= {*UNOPENED, Label.ABSENT}

    def mines_shown(self) -> int:
        """Return how many mines the game shows."""
        return sum(map(self.labels.count, KNOWN_MINES))

    def with_labels(self, changes: Mapping[Cell, Label] | Iterable[tuple[Cell, Label]]) -> Board:
        """Return a copy with these cells showing these labels."""
        labels = bytearray(self.labels)
        for cell, label in dict(changes).items():
            labels[cell] = label
        return replace(self, labels=bytes(labels))

    def array(self) -> NDArray[np.uint8]:
        """Return the labels as a read-only (rows, cols) uint8 array."""
        flat = np.frombuffer(self.labels, dtype=np.uint8)
        return flat.reshape(self.topology.rows, self.topology.cols)
