"""Ways in which a lost game shows its mines, told by looks that were never seen before."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label
from autoplay.play.analysis import analysis_of
from autoplay.play.once_more import NEARLY
from autoplay.vision.learning.rules import Rules
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

FEWEST_SHOWN = 3
"""Mines that show at once in a lost game; fewer may be chance."""


def with_mines_shown(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the labels of a glance, with mines where a game shows them all at once.

    Only a lost game changes every proven mine at once while free cells are closed and what was
    open stays; a person flags one after another. So it is where what changed are just the mines
    that all numbers ask for. A free cell that was clicked and is closed may not be drawn yet; none
    looks like the mines, as all do beneath the edge of a dialog.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), glance.labels
    analysis = analysis_of(previous.board)
    mines, safe = np.array(analysis.mines, np.intp), np.array(analysis.safe, np.intp)
    is_open = before <= MAX_NUMBER
    changed = (labels == Label.UNREADABLE) & (glance.distance > NEARLY)
    stays = (labels[is_open] == before[is_open]).all()
    if not stays or not ((labels == Label.COVERED) & ~clicked).any():
        return labels
    if len(mines) >= FEWEST_SHOWN and changed[mines].all():
        alike = np.isin(np.arange(len(labels)), mines)
        if (_like(glance, alike) & changed)[safe].any():
            return labels
        shown = labels.copy()
        shown[mines] = Label.MINE
        return shown
    shown = np.where(changed, np.uint8(Label.MINE), labels)
    rules = Rules(previous.board.topology)
    beside_numbers = changed & (rules.beside(is_open) > 0)
    are_asked_for = not rules.broken(shown).any() and rules.unshown(shown) == 0
    return shown if beside_numbers.sum() >= FEWEST_SHOWN and are_asked_for else labels


def with_mine_clicked(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the labels of a glance, with mines where a clicked one and proven ones came up alike.

    No cell that was proven free did, nor one that was open, as beneath a dialog. So nothing else
    need show, and a message may hide much of it.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), glance.labels
    changed = (labels == Label.UNREADABLE) & (glance.distance > NEARLY)
    is_open = before <= MAX_NUMBER
    analysis = analysis_of(previous.board)
    for cell in np.flatnonzero(clicked & changed & ~is_open):
        alike = changed & _like(glance, np.array([cell]))
        is_free = alike[np.array(analysis.safe, np.intp)].any() or alike[is_open].any()
        if alike[np.array(analysis.mines, np.intp)].sum() >= FEWEST_SHOWN and not is_free:
            return np.where(alike, np.uint8(Label.MINE), labels)
    return labels


def with_mine_exploded(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the labels of a glance, with the mine a guess hit where proven ones came up alike.

    Some games draw the one that was hit on a ground of its own. What is around it stays, so that
    nothing lies over it, and no open cell looks like the mines, as it would beneath a dialog. Other
    cells are still covered, as on no won board.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), glance.labels
    is_open = before <= MAX_NUMBER
    changed = (labels == Label.UNREADABLE) & (glance.distance > NEARLY)
    analysis = analysis_of(previous.board)
    mines, safe = np.zeros_like(changed), np.zeros_like(changed)
    mines[np.array(analysis.mines, np.intp)] = True
    safe[np.array(analysis.safe, np.intp)] = True
    around = Rules(previous.board.topology).beside(is_open & (labels != before))
    hit = clicked & changed & ~is_open & ~safe & (around == 0)
    alike = _most_alike(glance, changed & mines)
    if not hit.any() or alike.sum() < FEWEST_SHOWN or not (labels == Label.COVERED).any():
        return labels
    if (_like(glance, alike) & changed & (is_open | safe)).any():
        return labels
    shown = labels.copy()
    shown[alike] = Label.MINE
    shown[hit] = Label.EXPLODED
    return shown


def _like(glance: Glance, alike: NDArray[np.bool_ | np.intp]) -> NDArray[np.bool_]:
    """Return all cells that are as far from the same known look as some that are alike.

    Those are a mask of the cells, or their indexes.
    """
    low, high = glance.distance[alike].min(), glance.distance[alike].max()
    is_same: NDArray[np.bool_] = glance.nearest == glance.nearest[alike][0]
    is_same &= (glance.distance >= low * (1 - ALIKE)) & (glance.distance <= high * (1 + ALIKE))
    return is_same


def with_mines_scattered(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the labels of a glance, with mines where they came up alike in several places.

    Only a lost game does so, while a clicked cell that was not proven free shows nothing known and
    other cells are still covered. What comes up around a click may be its flood, and what lies over
    the board changes cells side by side.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), glance.labels
    rules = Rules(previous.board.topology)
    changed = (labels == Label.UNREADABLE) & (glance.distance > NEARLY)
    came_up = changed & (before > MAX_NUMBER) & ~clicked & (rules.beside(clicked) == 0)
    alike = _most_alike(glance, came_up)
    hit = _hit(clicked & changed, previous)
    shown = labels.copy()
    shown[alike] = Label.MINE
    shown[hit] = Label.EXPLODED
    around = rules.beside(~alike)[alike].sum()
    is_lost = (
        hit.any()
        and (labels == Label.COVERED).any()
        and alike.sum() > MOSTLY * came_up.sum()
        and _places(alike, rules) >= FEWEST_SHOWN
        and rules.beside(labels == before)[alike].sum() >= UNCHANGED * around
        and not rules.broken(shown).any()
    )
    return shown if is_lost else labels


def with_all_shown(
    glance: Glance, previous: Reading, clicked: NDArray[np.bool_]
) -> NDArray[np.uint8]:
    """Return the labels of a glance, with mines where a lost game opened its whole board.

    Nothing is covered, numbers came up that no flood explains, and these ask for mines where cells
    came up alike. A cell that was clicked and not proven free is one of those, or hidden beneath a
    message.
    """
    before, labels = np.frombuffer(previous.board.labels, np.uint8), glance.labels
    rules = Rules(previous.board.topology)
    in_doubt = labels == Label.UNREADABLE
    changed = in_doubt & (glance.distance > NEARLY) & (before > MAX_NUMBER)
    hit = _hit(clicked & changed, previous)
    if not hit.any() or (labels == Label.COVERED).any():
        return labels
    numbers = (labels > Label.ZERO) & (labels <= MAX_NUMBER) & (before > MAX_NUMBER) & ~clicked
    groups = [changed & _like(glance, np.array([cell])) for cell in np.flatnonzero(hit)]
    for alike in (*groups, _most_alike(glance, changed & ~clicked)):
        may_be_zero = (labels == Label.ZERO) | (in_doubt & ~alike)
        unexplained = numbers & (rules.beside(may_be_zero) == 0)
        shown = labels.copy()
        shown[hit] = Label.EXPLODED
        shown[alike] = Label.MINE
        if (
            unexplained.sum() >= FEWEST_SHOWN
            and _places(alike, rules) >= FEWEST_SHOWN
            and not rules.broken(shown).any()
        ):
            return shown
    return labels


def _hit(clicked: NDArray[np.bool_], previous: Reading) -> NDArray[np.bool_]:
    """Return which of the clicked cells were not proven free."""
    hit = clicked.copy()
    hit[np.array(analysis_of(previous.board).safe, np.intp)] = False
    return hit


MOSTLY, UNCHANGED = 0.5, 0.8
"""Share of what came up away from the clicks that must look alike, and of the cells around it that
must show what they did. A web game that writes its message over a lost board had 0.78 and 0.93."""

ALIKE = 0.02
"""Share by which the distances to the nearest known look of cells that look alike may differ."""


def _most_alike(glance: Glance, cells: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the most of these cells, (cells,) bool, that are equally far from one known look.

    What is as far from two may be nearest to either: so were mines on a ground like nothing known.
    """
    alike = np.zeros_like(cells)
    is_either = glance.margin <= ALIKE * glance.distance
    for label in np.unique(glance.nearest[cells]):
        near = np.flatnonzero(cells & ((glance.nearest == label) | is_either))
        near = near[np.argsort(glance.distance[near], kind="stable")]
        distance = glance.distance[near]
        ends = np.searchsorted(distance, distance * (1 + ALIKE), side="right")
        counts = ends - np.arange(len(near))
        first = int(counts.argmax())
        if counts[first] > alike.sum():
            alike[:] = False
            alike[near[first : ends[first]]] = True
    return alike


def _places(cells: NDArray[np.bool_], rules: Rules) -> int:
    """Return in how many places these cells lie, side by side in each."""
    left, places = cells.copy(), 0
    while left.any():
        place = np.zeros_like(left)
        place[left.argmax()] = True
        while (grown := left & (place | (rules.beside(place) > 0))).sum() > place.sum():
            place = grown
        left &= ~place
        places += 1
    return places
