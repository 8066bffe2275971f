"""Columns or rows of two widths: toolkits give what a window leaves over to the first of them.

GTK divides so: of 30 columns in 980 pixels 20 have 33 and 10 have 32. A lattice of equal steps is
off by up to an eighth of as many pixels as there are columns.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]

FEWEST = 12
"""Lines: of fewer, equal steps are off by no more than a pixel and a half."""

OFF = 0.6
"""Pixels (root mean square) by which lines of equal steps rounded to pixels are not off: 0.3."""

BETTER = 0.5
"""Share of what equal steps leave that two widths leave at most."""


def narrowed(places: NDArray[np.intp], middles: Float) -> tuple[float, float, int] | None:
    """Return step, origin and the first narrow line of lines that are wide first, then narrow.

    ``middles`` are those of zones in pixels, ``places`` the line each is in. Wide lines have a
    pixel more than the step; line 0 has its middle at the origin. None where equal steps fit.
    """
    lines = np.unique(places)
    if len(lines) < FEWEST:
        return None
    usual = np.array([np.median(middles[places == line]) for line in lines])
    step, origin = np.polyfit(lines, usual, 1)
    equal = _left(usual - lines * step)
    if equal < OFF:
        return None
    whole = float(np.floor(step))
    narrows = np.arange(int(lines[0]) + 1, int(lines[-1]) + 1)
    rest = usual - lines * whole - extra(lines, narrows[:, None])
    left = _left(rest)
    best = int(left.argmin())
    if left[best] > BETTER * equal:
        return None
    narrow, origin = int(narrows[best]), float(np.median(rest[best]))
    return whole, origin + float(extra(np.zeros(1, int), narrow)[0]), narrow


def extra(lines: NDArray[np.intp], narrow: int | NDArray[np.intp]) -> Float:
    """Return how far the middles of lines lie on for the wide lines, those before ``narrow``."""
    # Half of the extra pixels at the near side of each line, half of those at its far side.
    before, after = (np.minimum(lines + side, narrow) for side in (0, 1))
    return np.asarray((before + after) / 2, dtype=np.float64)


def _left(rest: Float) -> Float:
    off = rest - np.median(rest, axis=-1, keepdims=True)
    return np.asarray(np.sqrt((off**2).mean(axis=-1)), np.float64)
