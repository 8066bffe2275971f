"""What is known of the boards seen last: a look and the clicks after it ask about the same ones."""

from __future__ import annotations

from functools import lru_cache

from autoplay.game import Board
from autoplay.inference import Analysis, analyze

LATEST = 2
"""Boards whose analysis is kept: the last one and the one before. Games of expert xbomb asked three
times a look, 0.1 to 0.35 ms each."""


@lru_cache(maxsize=LATEST)
def analysis_of(board: Board) -> Analysis:
    """Return what can be known about the board; raises what ``analyze`` does."""
    return analyze(board)
