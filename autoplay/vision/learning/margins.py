"""By how much a name must beat each rival before a reading is without doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.vision.learning.rules import PERSONS

MIN_MARGIN = 2.0
"""Natural-log units by which every look's name must beat its next best one.

This and those below were chosen on 402 boards of real games, of other programs' art and of
pages in a browser, each on its true lattice: 370 are named right, and with these margins 333 are
read, 2 of them wrong; with 2.0, and 3.0 wherever covered is one of the two, 319 and 4.
"""

MIN_COVER_MARGIN = 3.0
"""The same between covered and opened: what is called covered breaks hardly a rule."""

MIN_OPENED_MARGIN = 1.3
"""The same of opened cells that might be covered: all their neighbours have agreed to that."""

MIN_PLAIN_MARGIN = 0.6
"""The same of covered cells that might carry a person's mark: most of a board's look is none.

Of 271 boards of real games and drawn ones no covered look with less than 1.6 was a mark, nor one of
opened cells with less than 3.9 covered, nor a flag a question mark.
"""

MIN_MARK_MARGIN = 1.3
"""The same between two marks that a person sets."""

MIN_SHOWN_MARGIN = 2.5
"""The same between a flag and a mine."""

MIN_END_MARGIN = 0.5
"""The same between a mine that exploded and one that did not: the game is lost either way, and
which one is also told by its ground."""

MIN_NUMBER_MARGIN = 1.2
"""The same between two numbers, of which the rarer one has paid for that already."""

HIGH = 5
"""Numbers from here on are rare, and their neighbourhoods rule little out between them."""

MIN_HIGH_MARGIN = 2.5
"""The same between two high numbers.

In 60 games on drawn triangles whose look was new no look of 1508 was read wrong, and none rightly
with less. Before the networks knew numbers in such cells, sixes were fives by up to 3.1.
"""


MIN_LIKENESS = 0.5
"""The same between any label and something unknown."""

MIN_COVER_LIKENESS = 1.0
"""The same of covered cells, which bare things over a board look like: of 206 boards 5.1 and more
but for two that were scaled or compressed, with 1.1 and 1.5; of two blurred patches 0.5 and 0.9."""


def _least_margins() -> NDArray[np.float64]:
    """Return the margin asked of each name beside each rival, (names, rivals)."""
    least = np.full((32, 32), MIN_MARGIN)
    numbers = np.arange(1, MAX_NUMBER + 1)
    least[np.ix_(numbers, numbers)] = MIN_NUMBER_MARGIN
    least[np.ix_(numbers[HIGH - 1 :], numbers[HIGH - 1 :])] = MIN_HIGH_MARGIN
    least[Label.COVERED, : Label.COVERED] = least[: Label.COVERED, Label.COVERED] = MIN_COVER_MARGIN
    least[Label.ZERO, Label.COVERED] = MIN_OPENED_MARGIN
    least[Label.COVERED, PERSONS] = MIN_PLAIN_MARGIN
    least[np.ix_(PERSONS, PERSONS)] = MIN_MARK_MARGIN
    least[Label.MINE, Label.EXPLODED] = least[Label.EXPLODED, Label.MINE] = MIN_END_MARGIN
    least[Label.FLAG, Label.MINE] = least[Label.MINE, Label.FLAG] = MIN_SHOWN_MARGIN
    least[:, Label.UNREADABLE] = MIN_LIKENESS
    least[Label.COVERED, Label.UNREADABLE] = MIN_COVER_LIKENESS
    return least


LEAST_MARGINS = _least_margins()
