"""Where what a game in play tells leaves a naming in doubt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.learning.doubted import Doubt
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.known import SECOND_LOOK, Known
from autoplay.vision.learning.naming import MOST_OVERRULED
from autoplay.vision.learning.rules import MARKS, SHOWN, Rules
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import Looks


def require_in_play(
    pixels: Costs, naming: Naming, looks: Looks, topology: Topology, known: Known
) -> None:
    """Raise UnreadableError where what is ``known`` of a game in play speaks against the naming.

    ``pixels`` are costs without what is known.
    """
    _require_left_together(naming, looks, topology, known)
    _require_no_mark(pixels, naming, looks, topology, known)
    _require_opened(naming, looks, topology, known)
    _require_known_drawings(pixels, naming, looks, topology, known)


def emptied_by_clicks(
    labels: NDArray[np.uint8], looks: Looks, topology: Topology, known: Known
) -> NDArray[np.intp]:
    """Return looks named zero that only clicked cells have, all cells beside which are open.

    Some games paint the cells that were clicked in a colour of their own.
    """
    closed = Rules(topology).beside(labels > MAX_NUMBER) > 0
    emptied = known.clicked & known.changed & (labels == Label.ZERO) & ~closed
    return np.setdiff1d(looks.of_cell[emptied], looks.of_cell[~emptied])


def _require_left_together(naming: Naming, looks: Looks, topology: Topology, known: Known) -> None:
    """Raise UnreadableError for cells that look like one left in doubt, and are not known or left.

    What such a cell shows was taken from the rules alone: a five was read as a three.
    """
    left = np.isin(looks.of_cell, looks.of_cell[known.left]) & ~known.left
    cells = left & (known.labels == Label.UNREADABLE)
    Doubt(naming, looks, topology).require_no_cell(cells, "look like cells left in doubt")


def _require_no_mark(
    pixels: Costs, naming: Naming, looks: Looks, topology: Topology, known: Known
) -> None:
    """Raise UnreadableError where cells that were not open look like marks, and are called numbers.

    A person may flag a cell without a mine, and what opens around it leaves it: in a window that
    was scaled since, it is in doubt though it has not changed.
    """
    mark = pixels[:, MARKS].min(axis=1)
    chosen = pixels[np.arange(len(pixels)), naming.names]
    liker = (chosen - mark > MOST_OVERRULED) & (naming.names <= MAX_NUMBER)
    untold = (known.opened == Label.UNREADABLE) & (known.nearly == Label.UNREADABLE)
    in_doubt = known.labels == Label.UNREADABLE
    cells = liker[looks.of_cell] & in_doubt & untold & ~known.left
    Doubt(naming, looks, topology).require_no_cell(cells, "look like marks but may be numbers")


def _require_opened(naming: Naming, looks: Looks, topology: Topology, known: Known) -> None:
    """Raise UnreadableError for numbers of a new look that came up where no click opened a cell.

    A click opens its own cell and, from zero to zero, those beside; in some games all beside a
    clicked number that have no mine. What comes up elsewhere in a look not known before lies over
    the board, and may beside a click; a person who opens a cell mostly finds a known one.
    """
    labels = naming.names[looks.of_cell]
    if not known.clicked.any() or np.isin(labels, SHOWN).any():
        return
    rules = Rules(topology)
    new = (labels > Label.ZERO) & (labels <= MAX_NUMBER) & known.changed & ~known.left
    reached = known.clicked | known.waiting | (rules.beside(labels == Label.ZERO) > 0)
    sure = (naming.margin > PLAINLY)[looks.of_cell]
    reached |= sure & (rules.beside(known.clicked & (labels <= MAX_NUMBER)) > 0)
    Doubt(naming, looks, topology).require_no_cell(
        new & ~reached, "show new numbers that no click has opened"
    )


PLAINLY = 6.0
"""Natural-log units by which numbers beside a click that it should not have opened must be no
others: those of a web game that opens them had 9."""


def _require_known_drawings(
    pixels: Costs, naming: Naming, looks: Looks, topology: Topology, known: Known
) -> None:
    """Raise UnreadableError where a number is another than it looks like for one reason alone: that
    one has a look already, and this differs.

    So it does where a game draws it once more, at another place between the pixels.
    """
    every = np.arange(len(looks))
    numbers = np.maximum(naming.names, naming.rivals) <= MAX_NUMBER
    liker = pixels[every, naming.names] > pixels[every, naming.rivals]
    has_look = np.isin(naming.rivals, known.labels)
    doubted = (numbers & liker & has_look & (naming.margin < SECOND_LOOK))[looks.of_cell]
    cells = doubted & known.changed & ~known.left
    Doubt(naming, looks, topology).require_no_cell(cells, "may be known numbers drawn once more")
