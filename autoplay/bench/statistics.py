"""Intervals and tests for win rates."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def wilson(wins: int, games: int) -> tuple[float, float]:
    """Return the 95 % Wilson interval of a win rate, (0.0, 1.0) where nothing was played.

    Wilson, "Probable inference, the law of succession, and statistical inference", 1927.
    """
    if games == 0:
        return 0.0, 1.0
    rate = wins / games
    center = rate + Z * Z / (2 * games)
    spread = Z * math.sqrt(rate * (1 - rate) / games + Z * Z / (4 * games * games))
    scale = 1 + Z * Z / games
    low, high = (center - spread) / scale, (center + spread) / scale
    return low if wins else 0.0, high if wins < games else 1.0  # where rounding leaves 2e-17


def quantile(values: Sequence[float], share: float) -> float:
    """Return the value below which this share of the values lies (nearest rank); 0.0 for none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, max(0, math.ceil(share * len(ordered)) - 1))]


class Mean:
    """The mean of values that come one by one. Its sums are exact, so their order is no matter."""

    _UNIT = 1 << 1074
    """Every double is a whole number of 1/_UNIT."""

    def __init__(self, values: Iterable[float] = ()) -> None:
        self._count = self._sum = self._squares = 0
        for value in values:
            self.add(value)

    def add(self, value: float) -> None:
        """Take one more value."""
        numerator, denominator = value.as_integer_ratio()
        units = numerator * (self._UNIT // denominator)
        self._count += 1
        self._sum += units
        self._squares += units * units

    def interval(self, least: float, most: float) -> tuple[float, float, float]:
        """Return the mean, 0.0 of no values, and its 95 % interval (normal, sample deviation).

        All three are moved to between ``least`` and ``most``, where the true mean is. These are the
        interval of fewer than two values, which do not tell how values differ. Values that hardly
        differ are taken to vary as if one of them lay 1 from all others, which were alike: the next
        one may.
        """
        count = self._count
        mean = self._sum / (max(1, count) * self._UNIT)
        half = math.inf
        if count > 1:
            squares = count * self._squares - self._sum**2
            variance = max(squares / (count * (count - 1) * self._UNIT**2), 1 / count)
            half = Z * math.sqrt(variance / count)
        low, high = mean - half, mean + half
        return _between(least, mean, most), _between(least, low, most), _between(least, high, most)


def _between(least: float, value: float, most: float) -> float:
    return min(max(value, least), most)


@dataclass(frozen=True)
class Paired:
    """Two policies on the same boards: how often only one of them won.

    ``difference`` is the rate of A less the rate of B.
    """

    games: int
    only_a: int
    only_b: int

    @property
    def difference(self) -> float:
        """The win rate of A less that of B."""
        return (self.only_a - self.only_b) / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the difference (normal, from the paired variance).

        All there is, -1 to 1, for fewer than two games, which do not tell how games differ. Where
        all ended alike they are taken to vary as if one had not.
        """
        if self.games < 2:
            return -1.0, 1.0
        discordant = (self.only_a + self.only_b) / self.games
        variance = max(discordant - self.difference**2, (self.games - 1) / self.games**2)
        half = Z * math.sqrt(variance / self.games)
        return max(self.difference - half, -1.0), min(self.difference + half, 1.0)


def log_likelihood_ratio(pair: Paired, edge: float) -> float:
    """Return the sequential test's log-likelihood ratio of "A is better" over "B is better".

    Only boards where the two differ count. Under the hypotheses A wins such a board with
    probability ``0.5 + edge`` or ``0.5 - edge`` (Wald's test on the discordant pairs).
    """
    return (pair.only_a - pair.only_b) * math.log((0.5 + edge) / (0.5 - edge))


def sprt_bound(error: float) -> float:
    """Return the bound that |log-likelihood ratio| must pass for both error rates at ``error``."""
    return math.log((1 - error) / error)
