"""What is in doubt of a naming: an error with the cells, and the evidence for each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import OverruledError, UnreadableError
from autoplay.game import MAX_NUMBER, SYMBOLS, Topology
from autoplay.vision.learning.judged import Naming
from autoplay.vision.looks import Looks
from autoplay.words import first_of

SURE = 3.0
"""Natural-log units by which a number is beyond doubt, whatever other cells are."""


@dataclass(frozen=True, eq=False)
class Doubt:
    """A naming, and the error to raise where it is in doubt."""

    naming: Naming
    looks: Looks
    topology: Topology

    def require_none(
        self,
        suspects: NDArray[np.intp] | NDArray[np.bool_],
        what: str,
        kind: type[UnreadableError] = UnreadableError,
    ) -> None:
        """Raise such an error, naming every cell, if there are such looks: which or whether."""
        chosen = np.zeros(len(self.looks.counts), bool)
        chosen[suspects] = True
        self.require_no_cell(chosen[self.looks.of_cell], what, kind)

    def require_no_cell(
        self,
        suspects: NDArray[np.bool_],
        what: str,
        kind: type[UnreadableError] = UnreadableError,
    ) -> None:
        """Raise such an error, naming them, if there are such cells."""
        cells = np.flatnonzero(suspects).tolist()
        if not cells:
            return
        evidence = [self._evidence(cell) for cell in cells]
        words = f"1 cell {_of_one(what)}" if len(cells) == 1 else f"{len(cells)} cells {what}"
        message = f"{words}: {first_of([self.topology.place(cell) for cell in cells])}"
        numbers = 0 if kind is OverruledError else self._numbers()
        raise kind(message, cells, evidence, numbers=numbers)

    def _numbers(self) -> int:
        """Return how many cells show a number beyond doubt, 0 where any breaks the rules."""
        names, of_cell = self.naming.names, self.looks.of_cell
        sure = (names > 0) & (names <= MAX_NUMBER) & (self.naming.margin >= SURE)
        return 0 if (self.naming.broken > 0).any() else int(np.count_nonzero(sure[of_cell]))

    def _evidence(self, cell: int) -> str:
        naming, look = self.naming, self.looks.of_cell[cell]
        row, col = self.topology.row_col(cell)
        best, second = SYMBOLS[naming.names[look]], SYMBOLS[naming.rivals[look]]
        return f"cell {row},{col}: best {best} second {second} margin {naming.margin[look]:.2f}"


def _of_one(what: str) -> str:
    """Return what is said of several cells as it is said of one."""
    verb, _, rest = what.partition(" ")
    regular = ("look", "show", "lie", "meet", "break", "fill")
    said = {"are": "is", "have": "has"} | {many: f"{many}s" for many in regular}
    one = f"{said.get(verb, verb)} {rest}"
    for many, single in IN_ONE.items():
        one = one.replace(many, single)
    return one


IN_ONE = {
    "is mines drawn": "is a mine drawn",
    "may be mines or flags": "may be a mine or a flag",
    "may be mines": "may be a mine",
    "may be flags that are": "may be a flag that is",
    "may be flags": "may be a flag",
    "may be numbers": "may be a number",
    "beside them": "beside it",
    "on them": "on it",
    "their own": "its own",
}
"""What is said of one cell instead, in this order."""
