"""What play may take the labels of a glance for: numbers drawn once more, and how a game ended."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import LostBoardError, UnreadableError
from autoplay.game import MAX_NUMBER, UNOPENED, Label
from autoplay.play.analysis import analysis_of
from autoplay.play.follows import require_following
from autoplay.play.outcome import LOSING
from autoplay.vision.learning.rules import Rules
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

NEARLY = 2.0
"""In units of the skin's limit: a cell this near to a known look need not have been opened.

The line that a neighbour drew as it was opened moves a closed cell by up to 1.7.
"""

PLAINLY_SAME = 0.3
"""The same share for a cell ``NEARLY`` known, where no network is asked and the rules confirm it.

In 35 drawn games of triangles and hexagons 153 such cells were all what they were nearest to; the
nearest cell that was not lay 6.3 limits away, and 0.45 of the way.
"""

FEWEST_SHOWN = 3
"""Proven mines that change at once when a lost game shows them; fewer may be chance."""


def drawn_once_more(glance: Glance, previous: Reading | None) -> NDArray[np.uint8] | None:
    """Return the labels of a glance where all its doubts are known numbers drawn once more.

    None where one is in more doubt than that, or where the board would not follow.
    """
    labels = _with_plain_numbers(glance)
    if previous is None or (labels == Label.UNREADABLE).any():
        return None
    return labels if is_next(labels, previous) else None


def _with_plain_numbers(glance: Glance) -> NDArray[np.uint8]:
    """Return the labels of a glance, with what is plainly a known number drawn once more."""
    other = glance.distance + glance.margin
    is_number = (glance.nearest > Label.ZERO) & (glance.nearest <= MAX_NUMBER)
    is_near = glance.distance <= np.minimum(NEARLY, PLAINLY_SAME * other)
    in_doubt = glance.labels == Label.UNREADABLE
    return np.where(in_doubt & is_number & is_near, glance.nearest, glance.labels)


def is_next(labels: NDArray[np.uint8], previous: Reading) -> bool:
    """Whether a board of these labels may come after the one before."""
    try:
        require_following(replace(previous.board, labels=labels.tobytes()), previous.board)
    except (UnreadableError, LostBoardError):
        return False
    return True


def as_it_ended(glance: Glance, previous: Reading) -> NDArray[np.uint8] | None:
    """Return the labels of a glance where the game is over by what is known; None where it is not.

    Doubts may stay on a lost board; none of a won one makes a difference. What was open is what it
    was: xbomb outlines the cells that the person opened once a game of triangles is lost.
    """
    shown = _with_mines_shown(glance, previous)
    if any(label in LOSING for label in shown.tolist()):
        before = np.frombuffer(previous.board.labels, np.uint8)
        is_redrawn = (before <= MAX_NUMBER) & (shown == Label.UNREADABLE)
        return np.where(is_redrawn, before, shown)
    return _with_mines_marked(glance, previous)


def _with_mines_shown(glance: Glance, previous: Reading) -> NDArray[np.uint8]:
    """Return the labels of a glance, with mines where a game shows them all at once.

    Only a lost game changes every proven mine at once while free cells are closed and what was
    open stays; a person flags one after another. So it is where what changed are just the mines
    that all numbers ask for.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), glance.labels
    mines = np.array(analysis_of(previous.board).mines, np.intp)
    is_open = before <= MAX_NUMBER
    changed = (labels == Label.UNREADABLE) & (glance.distance > NEARLY)
    stays = (labels[is_open] == before[is_open]).all()
    if not stays or not (labels == Label.COVERED).any():
        return labels
    if len(mines) >= FEWEST_SHOWN and changed[mines].all():
        shown = labels.copy()
        shown[mines] = Label.MINE
        return shown
    shown = np.where(changed, np.uint8(Label.MINE), labels)
    rules = Rules(previous.board.topology)
    beside_numbers = changed & (rules.beside(is_open) > 0)
    are_asked_for = not rules.broken(shown).any() and rules.unshown(shown) == 0
    return shown if beside_numbers.sum() >= FEWEST_SHOWN and are_asked_for else labels


def _with_mines_marked(glance: Glance, previous: Reading) -> NDArray[np.uint8] | None:
    """Return the labels with all that is in doubt as flags, where every other cell is open.

    Some games mark the mines of a won board, each in its own way. As many cells as there are mines
    are then no known numbers, and the numbers ask for a mine in every one of them. A cell that was
    clicked is no flag of the game's: ``outcome_after`` takes it for the mine that was hit.
    """
    labels = _with_plain_numbers(glance)
    in_doubt = labels == Label.UNREADABLE
    labels[in_doubt] = Label.FLAG
    closed = np.isin(labels, list(UNOPENED))
    if in_doubt.sum() < FEWEST_SHOWN or closed.sum() != previous.board.mines:
        return None
    return labels if is_next(labels, previous) else None
