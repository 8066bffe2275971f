"""Many games of one policy: the same seed gives the same games however the work is divided."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Protocol

from autoplay.bench.statistics import Mean, quantile, wilson
from autoplay.bench.workers import worked_off
from autoplay.errors import UsageError
from autoplay.game import Cell, FirstClick, Minefield, Topology, place_mines
from autoplay.inference import active_engine
from autoplay.policy import make_policy
from autoplay.policy.playing import GamePlayed, simulated_game
from autoplay.words import counted

CHUNK = 50
"""Games a worker takes at a time: under a second of work, so that progress moves."""


@dataclass(frozen=True)
class Setup:
    """What is simulated. ``start`` is the first cell, None for a random one each game.

    ``boards`` are given minefields with their first cells, those of the games ``of``, or of all
    from 0 on; without them they are drawn from ``seed`` and the game's index alone.
    """

    topology: Topology
    mines: int
    rule: FirstClick = FirstClick.SAFE
    start: Cell | None = None
    policy: str = "winning"
    seed: int = 0
    boards: tuple[tuple[Minefield, Cell], ...] = ()
    of: tuple[int, ...] = field(default=(), repr=False)

    def game(self, index: int) -> tuple[Minefield, Cell]:
        """Return the minefield and first cell of the game with this index."""
        if self.boards:
            return self.boards[self.of.index(index) if self.of else index]
        rng = random.Random(f"{self.seed}-{index}")
        first = Cell(rng.randrange(len(self.topology))) if self.start is None else self.start
        return place_mines(self.topology, self.mines, first, self.rule, rng), first

    def only(self, games: tuple[int, ...]) -> Setup:
        """Return the set-up for these games alone: without the boards of all others."""
        if not self.boards:
            return self
        return replace(self, boards=tuple(self.game(index) for index in games), of=games)


@dataclass(frozen=True)
class Result:
    """One simulated game, and the engine of whoever played it."""

    index: int
    played: GamePlayed
    engine: str


def play_chunk(setup: Setup, indexes: tuple[int, ...]) -> list[Result]:
    """Return the results of these games; what a worker process runs."""
    policy, engine = make_policy(setup.policy), active_engine()
    return [Result(index, simulated_game(policy, *setup.game(index)), engine) for index in indexes]


Job = tuple[Setup, tuple[int, ...]]
"""A chunk: what is simulated, and the games to play of it; it goes to another process whole."""


def job_of(setup: Setup, games: tuple[int, ...]) -> Job:
    """Return these games as a job, with their own boards only."""
    return setup.only(games), games


class Runner(Protocol):
    """Where chunks are played: here, in processes, on a cluster."""

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[int, list[Result]]]:
        """Yield the number of each job and its results as they are ready, in any order.

        Jobs are taken a few ahead: there may be any number of them.
        """
        ...


class LocalRunner:
    """This machine: one process, or several."""

    def __init__(self, jobs: int = 1) -> None:
        if jobs < 1:
            raise UsageError(f"--jobs must be 1 or more, not {jobs}")
        self._jobs = jobs

    def run(self, jobs: Iterable[Job]) -> Iterator[tuple[int, list[Result]]]:
        """Yield the number of each job and its results, in their order."""
        yield from enumerate(worked_off(_played, jobs, self._jobs))


def _played(job: Job) -> list[Result]:
    return play_chunk(*job)


@dataclass
class Tally:
    """What has been played so far, and how many of it were won."""

    results: dict[int, GamePlayed] = field(default_factory=dict)
    engines: set[str] = field(default_factory=set)
    wins: int = field(init=False)

    def __post_init__(self) -> None:
        self.wins = sum(played.won for played in self.results.values())

    def add(self, results: Iterable[Result]) -> None:
        """Count these games; a game that was counted before counts once."""
        for result in results:
            self.engines.add(result.engine)
            if result.index not in self.results:
                self.results[result.index] = result.played
                self.wins += result.played.won

    @property
    def games(self) -> int:
        """How many games were played."""
        return len(self.results)

    @property
    def won(self) -> list[bool]:
        """Whether each game was won, in the order of the games."""
        return [played.won for _, played in sorted(self.results.items())]

    @property
    def engine(self) -> str:
        """The engine that played, "mixed" where workers differ, this machine's before any game."""
        return "mixed" if len(self.engines) > 1 else next(iter(self.engines), active_engine())

    def report(self, policy: str) -> dict[str, object]:
        """Return the summary as JSON values; times in milliseconds of CPU.

        The interval without luck is 0 to 1 for fewer than two games.
        """
        milliseconds = [1000 * played.cpu_seconds for played in self.results.values()]
        games = max(1, self.games)
        # Of few games the mean may lie beyond what a rate can be.
        expected = Mean(p.expectation for p in self.results.values())
        rate, low, high = expected.interval(0.0, 1.0)
        return {
            "policy": policy,
            "engine": self.engine,
            "games": self.games,
            "wins": self.wins,
            "rate": self.wins / games,
            "ci95": list(wilson(self.wins, self.games)),
            "without_luck": {"rate": rate, "ci95": [low, high]},
            "cpu_ms_per_game": {
                "mean": sum(milliseconds) / games,
                "p50": quantile(milliseconds, 0.50),
                "p99": quantile(milliseconds, 0.99),
                "max": max(milliseconds, default=0.0),
            },
            "guesses_per_game": sum(p.guesses for p in self.results.values()) / games,
            "cut_short_per_game": sum(p.cut_short for p in self.results.values()) / games,
        }


def games_asked(setup: Setup, games: int | None, default: int) -> int:
    """Return how many games are asked for; None are all boards, or so many without any.

    UsageError as ``require_boards``.
    """
    if games is None:
        games = len(setup.boards) or default
    require_boards(setup, games)
    return games


def require_boards(setup: Setup, games: int) -> None:
    """Raise UsageError when more games are asked for than there are boards."""
    if setup.boards and games > len(setup.boards):
        asked = counted(games, "game was", "games were")
        there = "is 1 board" if len(setup.boards) == 1 else f"are {len(setup.boards)} boards"
        raise UsageError(f"{asked} asked for, but there {there}")


def simulate(setup: Setup, games: int, runner: Runner, tally: Tally) -> Iterator[list[Result]]:
    """Play the games that the tally lacks, adding them to it; yield each chunk after it counted.

    Raises UsageError when more games are asked for than there are boards.
    """
    require_boards(setup, games)
    missing = (index for index in range(games) if index not in tally.results)
    chunks = iter(lambda: tuple(islice(missing, CHUNK)), ())
    for _, results in runner.run(job_of(setup, chunk) for chunk in chunks):
        tally.add(results)
        yield results
