"""What one move costs: the CPU time of every advice of whole games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from autoplay.bench.simulate import Setup
from autoplay.game import Action, Game, Outcome, Verb
from autoplay.policy import make_policy


@dataclass(frozen=True)
class Move:
    """One advice: its CPU time, and whether it was a guess."""

    milliseconds: float
    is_guess: bool


def moves_of(setup: Setup, games: int, most: int) -> Iterator[Move]:
    """Yield each advice of these games, ``most`` of each game at most."""
    policy = make_policy(setup.policy)
    for index in range(games):
        minefield, first = setup.game(index)
        game = Game.on(minefield)
        game.perform([Action(Verb.OPEN, first)])
        for _ in range(most):
            if game.outcome is not Outcome.PLAYING:
                break
            board = game.board()
            started = time.thread_time()
            advice = policy.advise(board)
            yield Move(1000 * (time.thread_time() - started), advice.is_guess)
            game.perform(advice.actions)
