"""One whole game played by a policy on a known minefield: what simulations count."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from autoplay.game import Action, Cell, Game, Minefield, Outcome, Verb
from autoplay.policy.advice import Policy
from autoplay.policy.assumed import Untold
from autoplay.policy.estimate import METHOD as ESTIMATE

SURVIVAL_WORTH = 0.65
"""The win chance that is at stake in a guess, in the mean on expert boards.

Any value leaves the mean of expectations alone; this one leaves the least luck in them.
"""


@dataclass(frozen=True)
class GamePlayed:
    """How a game went: ``cpu_seconds`` is that of the thread that played, the rules included.

    ``cut_short`` of the guesses were chosen by a search that its budget ended. ``expectation`` is
    the result with most of the luck of its guesses taken out: over many games its mean is that of
    ``won``, its spread is smaller; of a single game it may lie outside 0 to 1.
    """

    won: bool
    guesses: int
    cpu_seconds: float
    cut_short: int = 0
    expectation: float = 0.0


@runtime_checkable
class WholeGamePolicy(Protocol):
    """A policy that can play a whole game by itself, faster, with the decisions of ``advise``."""

    def play_game(self, minefield: Minefield, first: Cell) -> GamePlayed | None:
        """Return how the game that begins by opening ``first`` goes; None where it needs advice."""
        ...


def simulated_game(policy: Policy, minefield: Minefield, first: Cell) -> GamePlayed:
    """Return how the policy's game on this minefield goes; its first action opens ``first``.

    The first click counts as no guess. Raises what ``policy.advise`` raises.
    """
    is_told = not isinstance(policy, Untold)
    started = time.thread_time()
    if isinstance(policy, WholeGamePolicy):
        played = policy.play_game(minefield, first)
        if played is not None:
            return played
    game = Game.on(minefield)
    game.perform([Action(Verb.OPEN, first)])
    guesses = cut_short = 0
    luck, known = 0.0, None
    while (outcome := game.outcome) is Outcome.PLAYING:
        advice = policy.advise(game.board())
        guesses += advice.is_guess
        cut_short += advice.cut_short
        game.perform(advice.actions)
        if not advice.is_guess or known is not None or not is_told or advice.method == ESTIMATE:
            continue  # any risk but this game's would not leave the mean of expectations alone
        if advice.method == "exact":
            known = advice.win_probability  # the rest of the game is luck
        else:
            luck += SURVIVAL_WORTH * ((game.outcome is not Outcome.LOST) - (1.0 - advice.risk))
    seconds = time.thread_time() - started
    won = outcome is Outcome.WON
    expectation = (float(won) if known is None else known) - luck
    return GamePlayed(won, guesses, seconds, cut_short, expectation)
