"""What is known of the boards seen last: a look and the clicks after it ask about the same ones."""

from __future__ import annotations

from functools import lru_cache

from autoplay.errors import ImpossibleBoardError
from autoplay.game import Board
from autoplay.inference import Analysis, best_known

LATEST = 3
"""Boards whose analysis is kept: the last one, the one before, and one that cannot be. Games of
expert xbomb asked three times a look, 0.1 to 0.35 ms each."""


def analysis_of(board: Board) -> Analysis:
    """Return what is known about the board, not exactly where its frontier is too wide.

    Raises ImpossibleBoardError where no layout fits, which is remembered, too: a picture that
    cannot be is asked about at every glance while it lasts.
    """
    known = _known_of(board)
    if isinstance(known, ImpossibleBoardError):
        raise ImpossibleBoardError(str(known), known.witnesses)
    return known


@lru_cache(maxsize=LATEST)
def _known_of(board: Board) -> Analysis | ImpossibleBoardError:
    try:
        return best_known(board)
    except ImpossibleBoardError as error:
        return error.with_traceback(None)
