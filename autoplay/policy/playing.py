"""One whole game played by a policy on a known minefield: what simulations count."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from autoplay.game import Action, Cell, Game, Minefield, Outcome, Verb
from autoplay.policy.advice import Policy


@dataclass(frozen=True)
class GamePlayed:
    """How a game went: ``cpu_seconds`` is the policy's CPU time, the rules' own included.

    ``cut_short`` of the guesses were chosen by a search that its budget ended.
    """

    won: bool
    guesses: int
    cpu_seconds: float
    cut_short: int = 0


@runtime_checkable
class WholeGamePolicy(Protocol):
    """A policy that can play a whole game by itself, faster, with the decisions of ``advise``."""

    def play_game(self, minefield: Minefield, first: Cell) -> GamePlayed:
        """Return how the game that begins by opening ``first`` goes."""
        ...


def play_game(policy: Policy, minefield: Minefield, first: Cell) -> GamePlayed:
    """Return how the policy's game on this minefield goes; its first action opens ``first``.

    The first click counts as no guess. Raises what ``policy.advise`` raises.
    """
    if isinstance(policy, WholeGamePolicy):
        return policy.play_game(minefield, first)
    started = time.process_time()
    game = Game.on(minefield)
    game.perform([Action(Verb.OPEN, first)])
    guesses = cut_short = 0
    while game.outcome is Outcome.PLAYING:
        advice = policy.advise(game.board())
        guesses += advice.is_guess
        cut_short += advice.cut_short
        game.perform(advice.actions)
    seconds = time.process_time() - started
    return GamePlayed(game.outcome is Outcome.WON, guesses, seconds, cut_short)
