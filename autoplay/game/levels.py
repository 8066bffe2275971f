"""The named levels of the classic games, and custom ones."""

from __future__ import annotations

import re
from dataclasses import dataclass

from autoplay.errors import UsageError
from autoplay.game.topology import MAX_CELLS, Shape, Topology, make_topology
from autoplay.words import counted

MAX_DIGITS = 18
"""Of a number in a level: Python takes no more than 4300 for a number, and a board far fewer."""


@dataclass(frozen=True)
class Level:
    """A board size with its mine total."""

    rows: int
    cols: int
    mines: int

    def topology(self, shape: str = "square", variant: str = "") -> Topology:
        """Return the topology of this size."""
        return make_topology(shape, self.rows, self.cols, variant)


LEVELS: dict[str, Level] = {
    "beginner": Level(9, 9, 10),
    "beginner-8x8": Level(8, 8, 10),
    "intermediate": Level(16, 16, 40),
    "expert": Level(16, 30, 99),
    "expert-16x30-100": Level(16, 30, 100),
    "expert-16x32-99": Level(16, 32, 99),
    "expert-16x32-100": Level(16, 32, 100),
    "palm": Level(11, 11, 20),
}
"""Rows, columns and mines by name (Windows, xbomb and Palm; systems of 1990 to 2004)."""


def parse_level(text: str) -> Level:
    """Return the level a name or ``ROWSxCOLS/MINES`` says; UsageError names the ones there are."""
    if text in LEVELS:
        return LEVELS[text]
    custom = re.fullmatch(r"(\d+)x(\d+)/(\d+)", text)
    if custom is None:
        names = ", ".join(LEVELS)
        raise UsageError(f"no level {text!r}; use one of {names}, or ROWSxCOLS/MINES")
    if max(map(len, custom.groups())) > MAX_DIGITS:
        raise UsageError(f"level {text!r} is too large; a board has {MAX_CELLS} cells at most")
    rows, cols, mines = (int(part) for part in custom.groups())
    if mines > rows * cols:
        raise UsageError(
            f"level {text!r}: {counted(mines, 'mine')} do not fit on {counted(rows * cols, 'cell')}"
        )
    return Level(rows, cols, mines)


def usual_mines(shape: str, rows: int, cols: int) -> int | None:
    """Return the mine total of the classic level of this size, None for other sizes and shapes.

    Of several the one most played; all are of squares. A custom game may have any other total: it
    is no more than likely.
    """
    if shape != Shape.SQUARE:
        return None
    matches = [
        level.mines
        for level in LEVELS.values()
        if (level.rows, level.cols) in {(rows, cols), (cols, rows)}
    ]
    return matches[0] if matches else None
