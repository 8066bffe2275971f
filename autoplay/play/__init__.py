"""Playing: a session looks, thinks, acts and confirms."""

from __future__ import annotations

import time

from autoplay.play.events import Finished, Listener, Result
from autoplay.play.manner import GuessMode, Manner
from autoplay.play.playable import Playable
from autoplay.play.session import Session
from autoplay.policy import DEFAULT_POLICY, Policy, make_policy

__all__ = ["Finished", "GuessMode", "Manner", "Playable", "Result", "Session", "play_game"]


def play_game(playable: Playable, policy: Policy | None = None, *listeners: Listener) -> Finished:
    """Play a game to its end and return how it ended; listeners are told every step.

    Raises what the playable raises, after the listeners were told the game finished with an error.
    """
    advisor = policy or make_policy(DEFAULT_POLICY)
    return Session(playable, advisor, time.monotonic, listeners=listeners).run()
