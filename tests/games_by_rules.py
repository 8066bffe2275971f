"""Games without pixels that sessions play: one by the rules, and one that ignores every click."""

from __future__ import annotations

import random
from collections.abc import Sequence

from autoplay.game import Action, Board, Done, FirstClick, Game, make_topology
from autoplay.policy import make_policy

POLICY = make_policy("lowest_risk")
"""The policy that plays them: a quick one."""


def still() -> float:
    """Return the time on a clock that stands still."""
    return 0.0


def beginner(seed: int, mines: int = 10) -> Game:
    """Return a game on the beginner's board."""
    topology = make_topology("square", 9, 9)
    return Game(topology, mines, FirstClick.OPENING, random.Random(seed))


class Deaf:
    """A game that shows a board and ignores every action."""

    def __init__(self, board: Board) -> None:
        self._board = board

    clicks = 0

    def board(self) -> Board:
        return self._board

    def perform(self, actions: Sequence[Action]) -> Done:
        """Nothing happens."""
        return Done(actions)
