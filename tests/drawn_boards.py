"""Boards of plain and drawn looks, a look a character, as a test names and draws them."""

from __future__ import annotations

import numpy as np

from autoplay.game import SYMBOLS, Label, Shape, Topology, make_topology, parse_board
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.proof import price_of_rival
from autoplay.vision.learning.rules import Rules
from autoplay.vision.learning.search import Search
from autoplay.vision.learning.settled import settled
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

PANE, BAR = np.s_[8:16, 8:16], np.s_[5:9, 4:20]
"""Two symbols, as places of a tile."""

OTHERS = {"a": Label.MINE, "e": Label.EXPLODED, "f": Label.FLAG, "o": Label.COVERED,
    "p": Label.COVERED}  # fmt: skip
"""Other looks of these names, beside that of their usual character."""

COLORS = {"#": (180, 180, 180), "g": (90, 160, 110), "F": (200, 40, 40), "f": (250, 150, 150),
    "*": (150, 150, 40)}  # fmt: skip
"""The colours of cells: covered, covered in green, flags, flags on another ground, mines."""


class Drawn:
    """A board whose characters are a look each, plain but for the symbols drawn in some.

    All covered cells and marks have one ground, the opened ones have another.
    """

    def __init__(self, text: str) -> None:
        rows = text.replace(" ", "").split("/")
        cells = "".join(rows)
        self.kinds = sorted(set(cells))
        self.names = np.array([self._label(kind) for kind in self.kinds], np.uint8)
        self.tiles = np.full((len(self.kinds), SIDE, SIDE, 3), 140, np.uint8)
        self.tiles[self.names < Label.COVERED] = 220
        self.of_cell = np.array([self.kinds.index(cell) for cell in cells])
        self.topology: Topology = make_topology("square", len(rows), len(rows[0]))
        self.costs = np.full((len(self.kinds), len(Label)), 9.0)
        self.costs[np.arange(len(self.kinds)), self.names] = 0
        self.margin = np.full(len(self.kinds), 9.0)
        self.rivals = np.full(len(self.kinds), Label.UNREADABLE, np.uint8)

    @staticmethod
    def _label(kind: str) -> int:
        return OTHERS[kind] if kind in OTHERS else SYMBOLS.index(kind)

    def paint(self, kind: str, color: tuple[int, int, int]) -> None:
        self.tiles[self.kinds.index(kind)] = color

    def draw(self, kind: str, symbol: tuple[slice, slice], ink: int, ground: int = 140) -> None:
        look = self.kinds.index(kind)
        self.tiles[look] = ground
        self.tiles[look][symbol] = ink

    @property
    def looks(self) -> Looks:
        counts = np.bincount(self.of_cell)
        return Looks(self.of_cell, self.tiles, counts, np.zeros(len(self.of_cell)))

    def naming(self) -> Naming:
        """Return the naming of its looks as the game settles it."""
        broken = Rules(self.topology).broken(self.names[self.of_cell])
        naming = Naming(self.names, 0.0, broken, self.margin, self.rivals)
        return settled(self.costs, naming, self.looks, self.topology)

    def settled(self) -> str:
        """Return the board as the game settles it."""
        names = self.naming().names
        text = "".join(SYMBOLS[name] for name in names[self.of_cell])
        cols = self.topology.cols
        rows = [text[start : start + cols] for start in range(0, len(text), cols)]
        return " / ".join(rows)

    def price(self, kind: str, rival: Label) -> float:
        """Return what speaks against this look being the rival, that pixels call it as soon."""
        beside = Beside(Rules(self.topology), self.looks)
        grounds = Grounds(self.looks, Shape.SQUARE)
        search = Search(beside, grounds, np.zeros_like(self.costs), self.names)
        return price_of_rival(search, self.names, self.kinds.index(kind), rival)


def named(text: str) -> tuple[Looks, Naming, Topology]:
    """Return looks and naming of a board of plain cells, one look a character."""
    rows = text.replace(" ", "").split("/")
    cells = "".join(rows)
    board = parse_board("\n".join(rows).replace("g", "#").replace("f", "F"))
    kinds = sorted(set(cells))
    tiles = np.zeros((len(kinds), SIDE, SIDE, 3), np.uint8)
    for tile, kind in zip(tiles, kinds, strict=True):
        tile[:] = COLORS.get(kind, (230, 230, 230))
    of_cell = np.array([kinds.index(cell) for cell in cells])
    names = np.array([SYMBOLS.index(kind.replace("g", "#").replace("f", "F")) for kind in kinds])
    count = len(kinds)
    naming = Naming(
        names.astype(np.uint8),
        0.0,
        np.zeros(len(cells), np.int32),
        np.full(count, 9.0),
        np.full(count, Label.UNREADABLE, np.uint8),
    )
    return Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(cells))), naming, board.topology


def read(text: str) -> str:
    """Return the characters of such a board as the game settles them, in one row."""
    looks, naming, topology = named(text)
    costs = np.zeros((len(looks), len(Label)))
    names = settled(costs, naming, looks, topology).names
    return "".join(SYMBOLS[name] for name in names[looks.of_cell])
