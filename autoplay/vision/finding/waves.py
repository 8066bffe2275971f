"""Profiles of edges and the waves in them: how strong a period is, and where it mirrors itself."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]
Waves = NDArray[np.complex128]

SHORTEST = 3.0
"""Pixels of the shortest wave looked at: finer ones are lost where a picture was scaled."""

FEWEST, MOST = 3, 12
"""Harmonics looked at."""

PADDING = 16
"""Profile lengths to which a profile is padded with zeros: a fine grid of frequencies."""

STRETCH = 32
"""Pixels of a profile that are turned at once: about the root of a usual length."""

LIKELY_OFF = 0.5
"""Share of the farthest place tried by which middles of zones are usually off, which is a tenth of
a period: bevels are wider on one side."""


@dataclass(frozen=True, eq=False)
class Profiles:
    """Sums of edges along a board's lines, one value a pixel, the first at ``start``.

    ``mirrored`` is what the mirror image of ``one`` is like: itself, but where lines slant.
    """

    start: float
    one: Float
    mirrored: Float

    @property
    def both(self) -> tuple[Float, ...]:
        """The profile and, where it is another, what its mirror image is like."""
        return (self.one,) if self.mirrored is self.one else (self.one, self.mirrored)

    @property
    def places(self) -> Float:
        """Where the values lie, in pixels."""
        return np.asarray(self.start + np.arange(len(self.one)), dtype=np.float64)


def spectral_power(profile: Float, periods: Float) -> Float:
    """Return the power of the profile's harmonics of each period, from its padded spectrum."""
    size = cv2.getOptimalDFTSize(PADDING * len(profile))
    power = np.abs(np.fft.rfft(profile - profile.mean(), size)) ** 2
    harmonics = np.arange(1, _harmonics(periods) + 1)
    places = harmonics[:, None] * size / periods
    return np.asarray(np.interp(places, np.arange(len(power)), power).sum(axis=0), np.float64)


def _harmonics(periods: Float) -> int:
    return int(np.clip(periods.min() / SHORTEST, FEWEST, MOST))


def waves_of(profile: Float, places: Float, periods: Float) -> Waves:
    """Return the profile's Fourier coefficients at the harmonics of each period.

    ``places`` are a pixel apart.
    """
    # The turn at a place is that at the begin of its stretch times that within it: a product of
    # small matrices instead of a table of the turns at every place.
    stretches = -(-len(profile) // STRETCH)
    values = np.zeros(stretches * STRETCH)
    values[: len(profile)] = profile - profile.mean()
    count = _harmonics(periods)
    within = _turns(np.arange(STRETCH, dtype=np.float64), periods, count)
    begins = _turns(places[0] + STRETCH * np.arange(stretches), periods, count)
    summed = values.reshape(stretches, STRETCH) @ within.reshape(STRETCH, -1).view(np.float64)
    waves = (summed.view(np.complex128).reshape(begins.shape) * begins).sum(axis=0)
    return np.asarray(waves.T, np.complex128)


def _turns(places: Float, periods: Float, count: int) -> Waves:
    """Return the turns of so many harmonics of each period, (places, harmonics, periods)."""
    once = np.exp(-2j * np.pi * places[:, None] / periods)
    turns = np.empty((len(places), count, len(periods)), np.complex128)
    turns[:, 0] = once
    for harmonic in range(1, count):
        np.multiply(turns[:, harmonic - 1], once, out=turns[:, harmonic])
    return turns


def mirrored_at(one: Waves, other: Waves, period: float, reach: float) -> float:
    """Return the place within ``reach`` of 0, in pixels, about which these waves mirror each other.

    The overlap of a profile with the mirror image of another about x is the sum of the products of
    their coefficients, each turned by twice its phase at x.
    """
    places = np.arange(-reach, reach, 0.02)
    harmonics = np.arange(1, len(one) + 1)
    turned = np.exp(4j * np.pi * places[:, None] * harmonics / period)
    whole = np.sqrt((np.abs(one) ** 2).sum() * (np.abs(other) ** 2).sum())
    overlap = (one * other * turned).real.sum(axis=1) / max(float(whole), 1e-9)
    likely = np.exp(-((places / (LIKELY_OFF * reach)) ** 2) / 2)
    return float(places[int(np.argmax((1 + overlap) * likely))])
