"""What to do where an exact count is too dear: what is proven, else the least estimated risk."""

from __future__ import annotations

from autoplay.game import MAX_NUMBER, Action, Board, Cell, Verb
from autoplay.inference import Analysis
from autoplay.policy.advice import ALTERNATIVES, Advice, Alternative, is_flagged
from autoplay.policy.certainty import certainty

METHOD = "estimate by numbers nearby"


def by_estimate(board: Board, analysis: Analysis) -> Advice:
    """Return every cell that is proven safe in one batch, or else one guess that says it is rough.

    ``analysis`` is one that is not exact.
    """
    return certainty(board, analysis) or _guess(board, analysis)


def _guess(board: Board, analysis: Analysis) -> Advice:
    mines = set(analysis.mines)
    risk = {
        cell: float(analysis.mine_probability[cell])
        for cell in board.unopened()
        if cell not in mines
    }

    def rank(cell: Cell) -> tuple[float, int, bool, Cell]:
        around = numbers_around(board, cell)
        return round(risk[cell], 9), -around, is_flagged(board, cell), cell

    ranked = sorted(risk, key=rank)
    best = ranked[0]
    return Advice(
        (Action(Verb.OPEN, best),),
        risk[best],
        f"nothing is proven; {board.topology.place(best)} is a mine with a chance of about "
        f"{risk[best]:.1%} by the numbers near it, the least of all; all numbers together are too "
        "dear to count",
        method=METHOD,
        alternatives=tuple(
            Alternative(cell, risk[cell], 1.0 - risk[cell]) for cell in ranked[:ALTERNATIVES]
        ),
        cut_short=True,
    )


def numbers_around(board: Board, cell: Cell) -> int:
    """Return how many opened numbers tell of the cell."""
    return sum(board.labels[other] <= MAX_NUMBER for other in board.topology.neighbors[cell])
