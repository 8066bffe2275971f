"""How a game ended, by the labels of a glance at it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Cell, Label, are_unopened
from autoplay.play.analysis import analysis_of
from autoplay.play.once_more import is_likely, is_next, is_plain, with_plain_numbers
from autoplay.play.outcome import LOSING, mines_left_covered
from autoplay.play.shown_mines import (
    FEWEST_SHOWN,
    with_all_shown,
    with_mine_clicked,
    with_mine_exploded,
    with_mines_scattered,
    with_mines_shown,
)
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading


def plainly_ended(
    glance: Glance, previous: Reading, clicked: Collection[Cell]
) -> NDArray[np.uint8] | None:
    """Return the labels of a glance that needs no second one to tell how the game ended, else None.

    ``clicked`` are the cells clicked since the ``previous`` reading.
    """
    lost = plainly_lost(glance, previous, clicked)
    return plainly_won(glance, previous, clicked) if lost is None else lost


def plainly_lost(
    glance: Glance, previous: Reading, clicked: Collection[Cell]
) -> NDArray[np.uint8] | None:
    """Return the labels of a glance where known mines show, and a clicked cell is one.

    They may be drawn once more. None where it is not so. Nothing else need be told.
    """
    glance = _with_plain_mines(glance)
    was_clicked = np.isin(np.arange(len(glance.labels)), list(clicked))
    hit = np.isin(glance.nearest, list(LOSING)) & is_likely(glance) & was_clicked
    shown = np.isin(glance.labels, list(LOSING))
    if shown.sum() < FEWEST_SHOWN or not hit.any():
        return None
    labels = np.where(hit, glance.nearest, glance.labels)
    return as_it_ended(replace(glance, labels=labels), previous, was_clicked)


def plainly_won(
    glance: Glance, previous: Reading, clicked: Collection[Cell]
) -> NDArray[np.uint8] | None:
    """Return the labels of a glance where all that was clicked shows numbers, and all else that is
    closed is marked as a mine, each in a way of the game's own; None where it is not so.

    Numbers are known, or the only ones that what was clicked can show.
    """
    if not clicked:
        return None
    was_clicked = np.isin(np.arange(len(glance.labels)), list(clicked))
    counted = _with_numbers_counted(glance, previous, was_clicked)
    return None if counted is None else _with_mines_marked(counted, previous, was_clicked)


def _with_numbers_counted(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> Glance | None:
    """Return a glance with the numbers of all clicked cells; None where one is not to be told.

    That of a cell in doubt is the count of what is closed around it, if that is what it looks like,
    or if all that is closed shows a flag and it is no mine: it was proven free, or the flags are as
    many as there are mines. Games that flag them as they are won may cover the board before a
    number has stood for as long as it takes to learn.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), with_plain_numbers(glance)
    in_doubt = labels == Label.UNREADABLE
    if (clicked & ~in_doubt & (labels > MAX_NUMBER)).any():
        return None
    cells = np.flatnonzero(clicked & in_doubt).tolist()
    if not cells:
        return glance
    free = analysis_of(previous.board).safe
    closed = ~clicked & (are_unopened(labels) | (in_doubt & (before > MAX_NUMBER)))
    all_flagged, likely = (labels[closed] == Label.FLAG).all(), is_likely(glance)
    for cell in cells:
        count = closed[list(previous.board.topology.neighbors[cell])].sum()
        is_free = previous.board.mines is not None or cell in free  # the total is asked about below
        if not (all_flagged and is_free) and not (likely[cell] and glance.nearest[cell] == count):
            return None
        labels[cell] = count
    return replace(glance, labels=labels)


def as_it_ended(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8] | None:
    """Return the labels of a glance where the game is over by what is known; None where it is not.

    ``clicked`` (cells,) are the cells clicked since the ``previous`` reading. Doubts may stay on a
    lost board; none of a won one makes a difference. What was open is what it was: xbomb outlines
    the cells that the person opened once a game of triangles is lost.
    """
    glance = _with_plain_mines(_with_flags_set(glance, previous, clicked))
    for with_mines in (
        with_mines_shown,
        with_mine_clicked,
        with_mine_exploded,
        with_mines_scattered,
        with_all_shown,
    ):
        shown = with_mines(glance, previous, clicked)
        if any(label in LOSING for label in shown.tolist()):
            before = np.frombuffer(previous.board.labels, np.uint8)
            is_redrawn = (before <= MAX_NUMBER) & (shown == Label.UNREADABLE)
            return np.where(is_redrawn, before, shown)
    return _with_mines_marked(glance, previous, clicked)


def _with_plain_mines(glance: Glance) -> Glance:
    """Return a glance with mines where several are plainly known ones drawn once more."""
    is_mine = np.isin(glance.nearest, list(LOSING)) & is_plain(glance)
    if is_mine.sum() < FEWEST_SHOWN:
        return glance
    is_mine &= glance.labels == Label.UNREADABLE
    return replace(glance, labels=np.where(is_mine, glance.nearest, glance.labels))


def _with_flags_set(glance: Glance, previous: Reading, clicked: NDArray[np.bool_]) -> Glance:
    """Return a glance with a flag on each proven mine that was clicked: nothing else is done there,
    and several that come up at once are no sign of a lost game."""
    set_now = np.zeros_like(clicked)
    set_now[np.array(analysis_of(previous.board).mines, np.intp)] = True
    set_now &= clicked & (glance.labels == Label.UNREADABLE)
    return replace(glance, labels=np.where(set_now, np.uint8(Label.FLAG), glance.labels))


def _with_mines_marked(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8] | None:
    """Return the labels with all that is in doubt as flags, where every other cell is open.

    Some games mark the mines of a won board, each in its own way. As many cells as there are mines
    are then no known numbers, several of them new, and the numbers ask for a mine in every one. A
    cell that was clicked is no flag of the game's: ``outcome_after`` takes it for the mine that was
    hit. A message may hide what was open before; where it does, it may hide a cell that was
    clicked, too. Where no total is known, mines that no number asks for are told by flags alone.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), with_plain_numbers(glance)
    in_doubt = labels == Label.UNREADABLE
    hidden = in_doubt & (before <= MAX_NUMBER)
    if hidden.any() and (in_doubt & clicked).any():
        return None
    labels[in_doubt] = Label.FLAG
    labels[hidden] = before[hidden]
    closed = are_unopened(labels)
    new = in_doubt | ((labels == Label.FLAG) & (before != Label.FLAG) & ~clicked)
    mines = previous.board.mines
    if new.sum() < FEWEST_SHOWN or (mines is not None and closed.sum() != mines):
        return None  # before the layouts are counted: every glance at a new look asks
    if not is_next(labels, previous):
        return None
    plainly_flagged = (labels == Label.FLAG) & (~in_doubt | _is_plainly(Label.FLAG, glance))
    if mines is not None or plainly_flagged[closed].all():
        return labels
    covered = np.where(closed, np.uint8(Label.COVERED), labels)
    mines = mines_left_covered(replace(previous.board, labels=covered.tobytes()))
    return labels if closed.sum() == mines else None


def _is_plainly(label: Label, glance: Glance) -> NDArray[np.bool_]:
    """Return which cells are plainly this one drawn once more, (cells,)."""
    return np.asarray((glance.nearest == label) & is_plain(glance))
