"""What naming the looks of a board has taken, and when that says that they are no board's."""

from __future__ import annotations

from dataclasses import dataclass

MOST_RENAMED, RENAMES = 1_500_000, 500
"""Cells times renames after which a naming is given up, some seconds, and renames before it.

Of 843 boards that were read rightly, drawn and distorted ones among them, a compressed one of 3381
cells, with 427 looks, took 520 000, in 154 renames, all others less than 40 000. Windows over a
board, and tilings that are none, took up to 6 100 000.
"""

MOST_WEIGHED, NAMINGS = 10_000_000, 2_000
"""The same for namings weighed: 2 300 000 at most, on boards of up to 7000 cells, and 624 namings;
what was no board up to 50 000 000."""


@dataclass
class Effort:
    """Cells that were ``renamed``, each time, and those of all namings that were ``weighed``."""

    renamed: int = 0
    weighed: int = 0

    def spend(self, cells: int, *, renamed: int = 0, weighed: int = 0) -> bool:
        """Count renames, or namings weighed, of a board of so many cells; return whether that is
        too much for any board."""
        self.renamed += renamed * cells
        self.weighed += weighed * cells
        is_too_much = self.renamed > max(MOST_RENAMED, RENAMES * cells)
        return is_too_much or self.weighed > max(MOST_WEIGHED, NAMINGS * cells)
