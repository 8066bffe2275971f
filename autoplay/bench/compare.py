"""Two policies on the same boards: what differs is the policies, not the luck of the draw."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from autoplay.bench.simulate import CHUNK, Runner, Setup
from autoplay.bench.statistics import Paired, log_likelihood_ratio, sprt_bound

ERROR = 0.05
"""Both error rates of the sequential test."""

EDGE = 0.01
"""The share above one half of the boards where they differ that one must win to count as better.

They differ on some 15 % of expert boards, so this is 0.3 points of the win rate; two equal policies
are told apart, wrongly, only after some 36 000 games.
"""


def compare(
    setup: Setup, other: str, games: int, runner: Runner, *, early: bool
) -> Iterator[Paired]:
    """Play ``setup.policy`` (A) against ``other`` (B); yield the pair so far after each chunk.

    Ends before ``games`` when ``early`` and the sequential test has decided.
    """
    won: dict[str, dict[int, bool]] = {setup.policy: {}, other: {}}
    for start in range(0, games, CHUNK):
        chunk = tuple(range(start, min(games, start + CHUNK)))
        for policy, wins in won.items():
            for results in runner.run(replace(setup, policy=policy), [chunk]):
                wins.update((result.index, result.played.won) for result in results)
        pair = _pair(won[setup.policy], won[other])
        yield pair
        if early and decided(pair):
            return


def decided(pair: Paired) -> bool:
    """Whether the sequential test has found one of the two better."""
    return abs(log_likelihood_ratio(pair, EDGE)) >= sprt_bound(ERROR)


def _pair(a: dict[int, bool], b: dict[int, bool]) -> Paired:
    only_a = sum(a[index] and not b[index] for index in a)
    only_b = sum(b[index] and not a[index] for index in a)
    return Paired(len(a), only_a, only_b)
