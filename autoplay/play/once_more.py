"""Known looks drawn once more, a little differently: which cells are as good as known."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import LostBoardError, UnreadableError
from autoplay.game import MAX_NUMBER, Board, Label
from autoplay.play.follows import require_following
from autoplay.vision.lattice import Lattice
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

NEARLY = 2.0
"""In units of the skin's limit: a cell this near to a known look need not have been opened.

The line that a neighbour drew as it was opened moves a closed cell by up to 1.7.
"""

PLAINLY_SAME = 0.3
"""A cell is plainly a known look drawn once more within this share of the distance to any other
label. No network is asked: the rules confirm a number, which must be ``NEARLY`` known, too, and
mines each other.

In 35 drawn games of triangles and hexagons 153 such cells were all what they were nearest to; the
nearest cell that was not lay 6.3 limits away, and 0.45 of the way.
"""

SAME_LOOK, FAR = 0.45, 3.0
"""A cell is likely a known look drawn once more within this share of the distance to any other
label, where that is farther by ``FAR`` of the skin's limits. More must speak for it: the rules and
pixels for a number, other mines for a mine.

At the border of a board, where its frame shows, and on a ground shaded across the board, numbers
were 1.5 to 3.9 limits from what was known and 0.16 to 0.38 of the way to the next label. Numbers
of drawn triangles, barely over the limit, had the next label 3.2 limits farther. Mines that a guess
hit at the border of xbomb's triangles were 0.35 of the way.
"""


def reading_of(labels: NDArray[np.uint8], lattice: Lattice, mines: int | None) -> Reading:
    """Return these labels as a reading; doubts may stay where a game is lost: none clicks."""
    doubtful = labels == Label.UNREADABLE
    board = Board(lattice.topology, labels.tobytes(), mines)
    distance = np.where(doubtful, np.inf, 0.0)
    return Reading(board, lattice, distance, np.where(doubtful, 0.0, np.inf))


def drawn_once_more(glance: Glance, previous: Reading) -> NDArray[np.uint8] | None:
    """Return the labels of a glance where all its doubts are known numbers drawn once more.

    None where one is in more doubt than that, or where the board would not follow.
    """
    labels = with_plain_numbers(glance)
    if (labels == Label.UNREADABLE).any():
        return None
    return labels if is_next(labels, previous) else None


def with_plain_numbers(glance: Glance) -> NDArray[np.uint8]:
    """Return the labels of a glance, with what is plainly a known number drawn once more."""
    is_number = (glance.nearest > Label.ZERO) & (glance.nearest <= MAX_NUMBER)
    is_near = (glance.distance <= NEARLY) & is_plain(glance)
    in_doubt = glance.labels == Label.UNREADABLE
    return np.where(in_doubt & is_number & is_near, glance.nearest, glance.labels)


def is_plain(glance: Glance) -> NDArray[np.bool_]:
    """Return which cells are plainly a known look drawn once more, (cells,)."""
    return np.asarray(glance.distance <= PLAINLY_SAME * _to_another(glance))


def is_likely(glance: Glance) -> NDArray[np.bool_]:
    """Return which cells are most likely a known look drawn once more, (cells,)."""
    is_nearest = glance.distance <= SAME_LOOK * _to_another(glance)
    return np.asarray(is_nearest & (glance.margin >= FAR))


def _to_another(glance: Glance) -> NDArray[np.float64]:
    """Return the distance to the best look of another label than the nearest, (cells,)."""
    return glance.distance + glance.margin


def is_next(labels: NDArray[np.uint8], previous: Reading) -> bool:
    """Whether a board of these labels may come after the one before."""
    try:
        require_following(replace(previous.board, labels=labels.tobytes()), previous.board)
    except (UnreadableError, LostBoardError):
        return False
    return True
