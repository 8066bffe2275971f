"""The mine total by which the risks of a board in a picture are weighed, where none was told."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass, replace

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board, usual_mines
from autoplay.inference import Analysis, log_layouts
from autoplay.policy.likely_total import likeliest_total
from autoplay.vision.counter import mines_shown
from autoplay.vision.lattice import Image
from autoplay.vision.sight import Sight
from autoplay.words import counted


@dataclass(frozen=True)
class LikelyTotal:
    """A mine total that nobody told, and why it is likely."""

    mines: int
    why: str

    def __str__(self) -> str:
        said = f"{counted(self.mines, 'mine')} assumed: {self.why}"
        return f"{said} (--mines N says another total)"


def assumed_total(image: Image, sight: Sight, analysis: Analysis) -> LikelyTotal | None:
    """Return the total that the game's counter shows, else the usual or the likeliest one.

    ``analysis`` is that of the board, without a total. None where the total is known, no cell's
    risk depends on it, or it is too dear to estimate.
    """
    board = sight.reading.board
    certain = {*analysis.safe, *analysis.mines}
    if board.mines is not None or certain.issuperset(board.unopened()):
        return None
    shown = mines_shown(image, sight.lattice, board)
    if shown is not None:
        return LikelyTotal(shown, "the counter shows " + ("it" if shown == 1 else "them"))
    topology = board.topology
    usual = usual_mines(topology.shape, topology.rows, topology.cols)
    if usual is not None and _fits(board, usual):
        return LikelyTotal(usual, "usual for this size")
    with suppress(BudgetError):
        return LikelyTotal(likeliest_total(board, analysis), "estimated by what is open")
    return None


def _fits(board: Board, mines: int) -> bool:
    with suppress(BudgetError, ImpossibleBoardError):
        return not math.isinf(log_layouts(replace(board, mines=mines)))
    return False
