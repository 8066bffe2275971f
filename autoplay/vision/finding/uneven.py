"""Columns or rows of two widths: toolkits give what a window leaves over to the first of them.

GTK divides so: of 30 columns in 980 pixels 20 have 33 and 10 have 32. A lattice of equal steps is
off by up to an eighth of as many pixels as there are columns. In an enlarged picture the wide ones
have as many more pixels as it was enlarged.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]

FEWEST = 12
"""Lines: of fewer, equal steps are off by no more than a pixel and a half."""

OFF = 0.6
"""Pixels (root mean square) by which lines of equal steps rounded to pixels are not off: 0.3."""

BETTER, MUCH_BETTER = 0.5, 0.3
"""Share of what equal steps leave that two widths leave at most; and of what whole pixels leave,
for any other scale, which has two more values to fit."""

SCALES = (0.5, 4.0)
"""How far a picture may have been scaled: by how many pixels wide lines are wider."""


class Narrowed(NamedTuple):
    """Lines that are wide first, then narrow: the step of the narrow ones, the middle of line 0,
    the first narrow line, and by how many pixels those before it are wider."""

    step: float
    origin: float
    narrow: int
    more: float


def narrowed(places: NDArray[np.intp], middles: Float) -> Narrowed | None:
    """Return how lines that are wide first, then narrow, lie; None where equal steps fit.

    ``middles`` are those of zones in pixels, ``places`` the line each is in. Wide lines have a
    pixel more than the step, which is whole; or else both are as the picture was scaled.
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
    fits = bool(left[best] <= BETTER * equal)
    scaled = _scaled(lines, usual, MUCH_BETTER * float(left[best] if fits else equal))
    if scaled is not None or not fits:
        return scaled
    narrow, origin = int(narrows[best]), float(np.median(rest[best]))
    return Narrowed(whole, origin + _before_first(narrow), narrow, 1.0)


def _scaled(lines: NDArray[np.intp], usual: Float, most: float) -> Narrowed | None:
    """Return the best of such lines at any scale that leave ``most`` at most, root mean square."""
    best: Narrowed | None = None
    for narrow in range(int(lines[0]) + 2, int(lines[-1])):
        terms = np.stack([lines, np.ones(len(lines)), extra(lines, narrow)], axis=1)
        step, origin, more = (float(term) for term in np.linalg.lstsq(terms, usual, rcond=None)[0])
        left = _left(usual - terms @ (step, origin, more))
        if left <= most and SCALES[0] <= more <= SCALES[1]:
            most = float(left)
            best = Narrowed(step, origin + more * _before_first(narrow), narrow, more)
    return best


def _before_first(narrow: int) -> float:
    """Return the share of what a wide line has more that lies before the middle of line 0."""
    return float(extra(np.zeros(1, int), narrow)[0])


def extra(lines: NDArray[np.intp], narrow: int | NDArray[np.intp]) -> Float:
    """Return how far the middles of lines lie on for the wide lines, those before ``narrow``."""
    # Half of the extra pixels at the near side of each line, half of those at its far side.
    before, after = (np.minimum(lines + side, narrow) for side in (0, 1))
    return np.asarray((before + after) / 2, dtype=np.float64)


def _left(rest: Float) -> Float:
    off = rest - np.median(rest, axis=-1, keepdims=True)
    return np.asarray(np.sqrt((off**2).mean(axis=-1)), np.float64)
