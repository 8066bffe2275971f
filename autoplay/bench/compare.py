"""Two policies on the same boards: what differs is the policies, not the luck of the draw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from autoplay.bench.simulate import CHUNK, Result, Runner, Setup, Tally, job_of
from autoplay.bench.statistics import (
    Mean,
    Paired,
    log_likelihood_ratio,
    sprt_bound,
)

ERROR = 0.05
"""Both error rates of the sequential test."""

EDGE = 0.01
"""The share above one half of the boards where they differ that one must win to count as better.

They differ on some 15 % of expert boards, so this is 0.3 points of the win rate; two equal policies
are told apart, wrongly, only after some 36 000 games.
"""


@dataclass(frozen=True)
class Comparison:
    """The games won by only one, and the mean difference of expectations with its 95 % interval.

    The latter estimates the same difference of win rates, from several times fewer games. Its
    interval is all there is, -1 to 1, for fewer than two games.
    """

    pair: Paired
    without_luck: tuple[float, float, float]


def compare(
    setup: Setup,
    other: str,
    games: int,
    runner: Runner,
    tallies: tuple[Tally, Tally],
    *,
    early: bool,
) -> Iterator[tuple[Comparison, tuple[list[Result], list[Result]]]]:
    """Play ``setup.policy`` (A) against ``other`` (B), the games that their tallies lack.

    Yields, after each chunk, what is known of all games so far, and the new results of A and of B.
    Ends before ``games`` when ``early`` and the sequential test has decided, which counts the
    chunks in their order: after the same game wherever they are played.
    """
    chunks = (range(start, min(games, start + CHUNK)) for start in range(0, games, CHUNK))
    both = (setup, tallies[0]), (replace(setup, policy=other), tallies[1])
    jobs = (job_of(given, _missing(tally, chunk)) for chunk in chunks for given, tally in both)
    pairs = _Pairs(*tallies)
    results = _in_order(runner.run(jobs))
    for fresh in zip(results, results, strict=True):
        for tally, new in zip(tallies, fresh, strict=True):
            tally.add(new)
        pairs.count({result.index for new in fresh for result in new})
        comparison = pairs.comparison()
        yield comparison, fresh
        if early and decided(comparison.pair):
            return


def _missing(tally: Tally, chunk: range) -> tuple[int, ...]:
    return tuple(index for index in chunk if index not in tally.results)


def _in_order(played: Iterable[tuple[int, list[Result]]]) -> Iterator[list[Result]]:
    """Yield the results of every job in the order of the jobs."""
    early, place = dict[int, list[Result]](), 0
    for number, results in played:
        early[number] = results
        while place in early:
            yield early.pop(place)
            place += 1


def decided(pair: Paired) -> bool:
    """Whether the sequential test has found one of the two better."""
    return abs(log_likelihood_ratio(pair, EDGE)) >= sprt_bound(ERROR)


def comparison_of(a: Tally, b: Tally) -> Comparison:
    """Return how the two differ on the games that both have played."""
    return _Pairs(a, b).comparison()


class _Pairs:
    """Sums over the games that both have played: a chunk more costs no more than the chunk."""

    def __init__(self, a: Tally, b: Tally) -> None:
        self._a, self._b = a.results, b.results
        self._games = self._only_a = self._only_b = 0
        self._differences = Mean()
        self.count(a.results)

    def count(self, games: Iterable[int]) -> None:
        """Count those of these games that both have played; they were not counted before."""
        for index in games:
            if index not in self._a or index not in self._b:
                continue
            one, two = self._a[index], self._b[index]
            self._games += 1
            self._only_a += one.won and not two.won
            self._only_b += two.won and not one.won
            self._differences.add(one.expectation - two.expectation)

    def comparison(self) -> Comparison:
        pair = Paired(self._games, self._only_a, self._only_b)
        return Comparison(pair, self._differences.interval(-1.0, 1.0))
