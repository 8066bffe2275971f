"""Live games and where their time went, held against what the game itself takes."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace

import numpy as np

from autoplay.bench.ledger import Ledger, TimedPolicy
from autoplay.errors import AutoplayError, DisprovedError, StoppedError
from autoplay.play.events import AnyEvent, Finished, Listener, Result


@dataclass(frozen=True)
class LiveGame:
    """How a game ended, and the error that ended it, if one did."""

    finished: Finished
    failure: AutoplayError | None = None

    @property
    def is_misread(self) -> bool:
        """Whether a move that was certain hit a mine: some cell was not what it was read as."""
        return isinstance(self.failure, DisprovedError)


@dataclass(frozen=True)
class LiveReport:
    """Games that were played, where their time went, and the game's own speed as it was seen.

    ``clicks_per_second`` are those that the game takes. What no stage accounts for is told as
    ``unbooked_seconds``: they and the stages are the total.
    """

    games: tuple[LiveGame, ...]
    ledger: Ledger
    clicks_per_second: float

    def json(self) -> dict[str, object]:
        """Return the report; the floor is what the game itself takes at these limits.

        floor = clicks / accepted clicks a second + settle time x looks, the latter as it was seen:
        from the last click of each look until the game showed an effect, whatever it took.
        """
        games = [game.finished for game in self.games]
        total = sum(game.seconds for game in games)
        clicks = sum(game.clicks for game in games)
        looks = len(self.ledger.looks)
        floor = clicks / self.clicks_per_second + self.ledger.waited
        wins = [game.seconds for game in games if game.result is Result.WON]
        opened = sum(game.bbbv or 0 for game in games)
        own = self.ledger.looks
        return {
            "games": len(games),
            "won": len(wins),
            "likely_won": sum(game.result is Result.LIKELY_WON for game in games),
            "stopped": sum(game.result is Result.STOPPED for game in games),
            "misread": sum(game.is_misread for game in self.games),
            "errors": [game.message for game in games if game.result is Result.ERROR],
            "best_win_seconds": round(min(wins), 3) if wins else None,
            "median_win_seconds": round(statistics.median(wins), 3) if wins else None,
            "seconds": round(total, 3),
            "clicks": clicks,
            "clicks_per_second": round(clicks / total, 1) if total else None,
            "bbbv_per_second": round(opened / total, 2) if total else None,
            "looks": looks,
            "own_ms_per_look": round(1000 * statistics.median(own), 3) if own else None,
            "own_p99_ms": round(1000 * float(np.percentile(own, 99)), 3) if own else None,
            "accepted_clicks_per_second": round(self.clicks_per_second, 1),
            "settle_ms": round(1000 * self.ledger.waited / looks, 3) if looks else None,
            "unbooked_seconds": round(total - self.ledger.seconds, 3),
            "floor_seconds": round(floor, 3),
            "times_floor": round(total / floor, 3) if floor else None,
            "stages": self.ledger.summary(),
        }


def measure(
    games: int,
    play: Callable[[Listener], object],
    policy: TimedPolicy,
    restart: Callable[[], None],
    warm_up: int = 0,
) -> Iterator[LiveGame]:
    """Play so many games, starting again between them, and yield how each ended.

    A game that ends in an error is one of them, and so is one that the person stops; what stopped
    it is raised after it. ``warm_up`` games are played before, and neither yielded nor booked; the
    error that one of them ends in is raised, since no report would tell it.
    """
    for number in range(warm_up + games):
        if number:
            restart()
        is_measured = number >= warm_up
        with policy.ledger.booking() if is_measured else nullcontext():
            played, failure = _play_one(play)
        if is_measured:
            yield from played
        stops = not is_measured or isinstance(failure, StoppedError | KeyboardInterrupt)
        if failure is not None and stops:
            raise failure


def _play_one(
    play: Callable[[Listener], object],
) -> tuple[list[LiveGame], AutoplayError | KeyboardInterrupt | None]:
    """Return how a game ended, nothing where it was not told, and what ended it before its end."""
    played: list[LiveGame] = []

    def keep(event: AnyEvent) -> None:
        if isinstance(event, Finished):
            played.append(LiveGame(event))

    try:
        play(keep)
    except AutoplayError as failure:
        return [replace(game, failure=failure) for game in played], failure
    except KeyboardInterrupt as stop:
        return played, stop
    return played, None
