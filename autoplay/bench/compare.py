"""Two policies on the same boards: what differs is the policies, not the luck of the draw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from autoplay.bench.simulate import CHUNK, Runner, Setup
from autoplay.bench.statistics import (
    Paired,
    log_likelihood_ratio,
    mean_interval,
    sprt_bound,
)
from autoplay.policy.playing import GamePlayed

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

    The latter estimates the same difference of win rates, from several times fewer games.
    """

    pair: Paired
    without_luck: tuple[float, float, float]


def compare(
    setup: Setup, other: str, games: int, runner: Runner, *, early: bool
) -> Iterator[Comparison]:
    """Play ``setup.policy`` (A) against ``other`` (B); yield what is known after each chunk.

    Ends before ``games`` when ``early`` and the sequential test has decided.
    """
    played: dict[str, dict[int, GamePlayed]] = {setup.policy: {}, other: {}}
    for start in range(0, games, CHUNK):
        chunk = tuple(range(start, min(games, start + CHUNK)))
        for policy, by_index in played.items():
            for results in runner.run(replace(setup, policy=policy), [chunk]):
                by_index.update((result.index, result.played) for result in results)
        comparison = _comparison(played[setup.policy], played[other])
        yield comparison
        if early and decided(comparison.pair):
            return


def decided(pair: Paired) -> bool:
    """Whether the sequential test has found one of the two better."""
    return abs(log_likelihood_ratio(pair, EDGE)) >= sprt_bound(ERROR)


def _comparison(a: Mapping[int, GamePlayed], b: Mapping[int, GamePlayed]) -> Comparison:
    only_a = sum(a[index].won and not b[index].won for index in a)
    only_b = sum(b[index].won and not a[index].won for index in a)
    differences = [a[index].expectation - b[index].expectation for index in a]
    return Comparison(Paired(len(a), only_a, only_b), mean_interval(differences))
