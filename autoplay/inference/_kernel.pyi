"""The compiled kernel (autoplay/inference/kernel/*.cpp)."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Cell

OK: int
"""A status: it was counted."""
CONTRADICTION: int
"""A status: no layout fits."""
TOO_WIDE: int
"""A status: there are over ``max_lines`` lines."""
IMPRECISE: int
"""A status: the counts lie too far apart for doubles."""
EITHER: int
"""A fate: mined in some layouts and free in others."""
FREE: int
"""A fate: free in every layout."""
MINED: int
"""A fate: mined in every layout."""

class Kernel:
    """Exact inference on boards of one topology; calls from several threads take turns.

    ``neighbor_table`` is (cells, 12) int32, -1 where there is no neighbour. ValueError for a wrong
    one, and for labels that are not one byte a cell, or no labels. In a search that takes long the
    main thread hears signals, such as Ctrl-C, and raises what their handlers raise.
    """

    def __init__(self, neighbor_table: NDArray[np.int32], max_lines: int) -> None: ...
    def analyze(
        self, labels: bytes, mines: int
    ) -> tuple[int, NDArray[np.float64], NDArray[np.uint8], float]:
        """Return (status, mine probability by cell, fate by cell, log of the layouts).

        ``mines`` below 0 is an unknown total.
        """
    def decide(
        self, labels: bytes, mines: int, settings: Mapping[str, float], ranked: int = 1
    ) -> tuple[int, list[Cell], list[tuple[Cell, float, float]], str, float, bool]:
        """Return (status, safe cells, choices, method, win probability, cut short).

        Where the board goes on from the one before, with more cells opened, only what those touch
        is counted again to find the safe cells.

        Choices of a guess are (cell, risk, value), the best first; a value below 0 is unknown, as
        it may be of all but the ``ranked`` best, or where the budget ends. They are empty where
        cells are safe, or none can be opened. The method is the word for it in
        ``Advice``, "certain" for no guess. ``settings`` holds the fields of ``winning.Settings``.
        """
    def play(
        self,
        labels: bytes,
        mined: bytes,
        first: int,
        settings: Mapping[str, float],
        survival_worth: float,
    ) -> tuple[int, bool, int, int, float]:
        """Return (status, won, guesses, guesses cut short, expectation) of a game from ``first``.

        ``labels`` are those of the board it begins on, ``mined`` is one byte a cell, not 0 for a
        mine. Every move is what ``decide`` says.
        ``survival_worth`` is the win chance that is at stake in a guess, for the expectation.
        """
    def play_on(
        self, labels: bytes, mines: int, games: int, seed: int, settings: Mapping[str, float]
    ) -> tuple[int, int]:
        """Return (status, games won) of games played on from here, on layouts drawn evenly."""

class Excerpt:
    """Exact inference on a few cells of a board at a time; it keeps its working memory."""

    def __init__(self, max_lines: int) -> None: ...
    def analyze(
        self, neighbor_table: NDArray[np.int32], labels: bytes, elsewhere: int, mines: int
    ) -> tuple[int, list[float]]:
        """Return (status, mine probability by cell), 0.0 and 1.0 only where that is certain.

        The arguments are those of ``Kernel`` and its ``analyze``, of a board of a few cells, and
        how many more covered cells the whole board has ``elsewhere``, beside none of these.
        """
