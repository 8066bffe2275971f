"""What naming the looks of a board has taken, and when that says that they are no board's."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Cells that are ``renamed``, and those of all namings ``weighed``, before a naming is given
    up; but not before all cells of a board were so ``renames`` and ``namings`` times."""

    renamed: int
    renames: int
    weighed: int
    namings: int


FIRST = Limits(renamed=1_500_000, renames=500, weighed=10_000_000, namings=2_000)
"""Some seconds. Of 843 boards that were read rightly, drawn and distorted ones among them, a
compressed one of 3381 cells, with 427 looks, renamed 520 000, in 154 renames, all others less than
40 000; on boards of up to 7000 cells 2 300 000 at most were weighed, in 624 namings. Windows over a
board, and tilings that are none, took up to 6 100 000 and 50 000 000.
"""

AGAIN = Limits(renamed=20_000, renames=40, weighed=600_000, namings=2_000)
"""For other cells where a first lattice was refused: once the right one is found, naming is easy.
Of 38 boards that were read on another lattice none took more than 2 900 and 110 000, in 430
namings; what fails took ten times that each time. A board of triangles that was taken for squares
first is read in 12 s of CPU instead of 26.
"""


@dataclass
class Effort:
    """Cells that were ``renamed``, each time, and those of all namings that were ``weighed``."""

    renamed: int = 0
    weighed: int = 0
    limits: Limits = FIRST

    def spend(self, cells: int, *, renamed: int = 0, weighed: int = 0) -> bool:
        """Count renames, or namings weighed, of a board of so many cells; return whether that is
        too much for any board."""
        self.renamed += renamed * cells
        self.weighed += weighed * cells
        most = self.limits
        is_too_much = self.renamed > max(most.renamed, most.renames * cells)
        return is_too_much or self.weighed > max(most.weighed, most.namings * cells)
