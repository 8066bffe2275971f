"""Ways to read a picture that shows unknown looks, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import UnreadableError
from autoplay.game import MAX_NUMBER, Board, Cell, Label
from autoplay.play.glanced import as_it_ended
from autoplay.play.once_more import is_next, reading_of
from autoplay.play.outcome import LOSING
from autoplay.play.shown_mines import FEWEST_SHOWN
from autoplay.play.told import steady_cells, told
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import Appearance, appearance_of, learn_from
from autoplay.vision.learning.known import Known
from autoplay.vision.overlay import require_uncovered
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

LEAST_KNOWN = 0.5
"""Share of the cells that a skin must know at a first look, before it learns the others."""


@dataclass(frozen=True)
class Unread:
    """A picture that the looks known by now do not read, and all that play tells of it.

    ``error`` says why it is not read; ``beneath`` is a glance at what lies beneath a veil, None
    where there is none. ``last`` is the picture read last, with its reading, ``previous`` the
    reading that play goes on from, and ``clicked`` the cells clicked since then. With ``leave``,
    open cells whose number is in doubt may be left UNREADABLE.
    """

    image: Image
    lattice: Lattice
    mines: int | None
    error: UnreadableError
    glance: Glance
    beneath: Glance | None
    last: tuple[Image, Reading] | None
    previous: Reading | None
    clicked: Collection[Cell]
    leave: bool

    @cached_property
    def known(self) -> Known:
        """What is known of the picture in mid-game."""
        return told(self.glance, self.previous, self.clicked, self._steady())

    def _steady(self) -> NDArray[np.bool_] | None:
        """Return which cells in doubt show the same in their middle as last time, (cells,)."""
        if self.last is None or self.previous is None:
            return None
        before, last = self.last
        is_known = (last.board.array() == self.previous.board.array()).ravel()
        in_doubt = self.glance.labels == Label.UNREADABLE
        return steady_cells(before, self.image, self.lattice, is_known & in_doubt)

    @cached_property
    def appearance(self) -> Appearance:
        """What its cells look like."""
        return appearance_of(self.image, self.lattice)

    def by_rules(self, known: Known) -> Reading:
        """Return the reading that the rules allow alone; UnreadableError where they allow more."""
        return learn_from(self.appearance, self.mines, known).reading

    @cached_property
    def learned(self) -> Reading | UnreadableError:
        """The reading by the rules and what is known, or why it is in doubt."""
        # An error in these is no doubt of the rules.
        appearance, known = self.appearance, self.known
        try:
            return learn_from(appearance, self.mines, known).reading
        except UnreadableError as doubt:
            return doubt.with_traceback(None)  # its frames hold pictures

    @property
    def doubt(self) -> UnreadableError:
        """Why the picture is in doubt after all attempts."""
        doubt = self.learned
        if isinstance(doubt, Reading):
            return self.error
        return UnreadableError(str(self.error), doubt.cells, doubt.evidence, more=str(doubt))

    def reading_of(self, labels: NDArray[np.uint8]) -> Reading:
        """Return these labels as a reading."""
        return reading_of(labels, self.lattice, self.mines)


def ended_beneath_veil(unread: Unread) -> Reading | None:
    """Return the end of a game that shows through a veil."""
    return None if unread.beneath is None else _ended_by(unread, unread.beneath)


def require_board(unread: Unread) -> None:
    """Raise the first error where too little looks known: a bare desktop is like cells, too.

    A first look was learned from this very board, so most of it is known. Later a flood may show
    new looks almost everywhere, but the mines stay covered.
    """
    known = unread.glance.labels != Label.UNREADABLE
    if not known.any() or (unread.previous is None and known.mean() < LEAST_KNOWN):
        raise unread.error


def ended_beneath_cover(unread: Unread) -> Reading | None:
    """Return the end of a game with something over its board, None where nothing is over it.

    UnreadableError where something is, and what is left of the board shows no end.
    """
    try:
        require_uncovered(unread.image, unread.lattice)
    except UnreadableError:
        ended = _ended_by(unread, unread.glance)
        if ended is None:
            raise
        return ended
    return None


def ended_plainly(unread: Unread) -> Reading | None:
    """Return the end of a game that shows mines as it is known to: the rest need not be told."""
    shown = np.isin(unread.glance.labels, list(LOSING)).sum()
    return _ended_by(unread, unread.glance) if shown >= FEWEST_SHOWN else None


def learned(unread: Unread) -> Reading | None:
    """Return the reading by the rules, None where they leave a doubt."""
    reading = unread.learned
    return _following(unread, reading) if isinstance(reading, Reading) else None


def ended_in_doubt(unread: Unread) -> Reading | None:
    """Return the end of a game whose marks the rules cannot tell, None where it does not show.

    Where nothing is left covered, mines that a lost game shows and flags that a won one plants
    need not be told apart: ``outcome_after`` knows what was clicked.
    """
    ended = _ended_by(unread, unread.glance)
    is_covered = (unread.glance.labels == Label.COVERED).any()
    if ended is not None or unread.previous is None or is_covered:
        return ended
    known = replace(unread.known, is_over=True)
    try:
        board = unread.by_rules(known).board
    except UnreadableError:
        return None
    labels = np.frombuffer(board.labels, np.uint8)
    # A flag on a cell like no other was called the mine that exploded, beside new flags.
    labels = np.where(known.labels == Label.UNREADABLE, labels, known.labels)
    # Where all that was clicked are numbers none did.
    if known.clicked.any() and (labels[known.clicked] <= MAX_NUMBER).all():
        labels = np.where(labels == Label.EXPLODED, np.uint8(Label.MINE), labels)
    shown = np.count_nonzero(labels == Label.MINE)
    is_end = shown >= FEWEST_SHOWN and is_next(labels, unread.previous)
    return unread.reading_of(labels) if is_end else None


def learned_but_for_some(unread: Unread) -> Reading | None:
    """Return the reading of all other cells where open ones alone are in doubt, else None."""
    doubt, previous, known = unread.learned, unread.previous, unread.known
    if previous is None or isinstance(doubt, Reading):
        return None
    before = np.frombuffer(previous.board.labels, np.uint8)
    may_be_left = known.changed & known.free if unread.leave else before == Label.UNREADABLE
    left = np.zeros(len(before), np.bool_)
    cells = list(doubt.cells)
    while cells and not left[cells].all() and may_be_left[cells].all():
        left[cells] = True
        try:
            rest = unread.by_rules(replace(known, left=left.copy()))
        except UnreadableError as another:
            cells = list(another.cells)
        else:
            return _following(unread, rest)
    return None


Attempt = Callable[[Unread], Reading | None]
"""A reading, None where another attempt may make one; UnreadableError where none may."""

ENDINGS: tuple[Attempt, ...] = (
    ended_beneath_veil,
    ended_beneath_cover,
    ended_plainly,
    ended_in_doubt,
)
"""Those that read how a game ended: marks that need not be told apart teach no looks."""

ATTEMPTS: tuple[Attempt, ...] = (
    ended_beneath_veil,
    require_board,
    ended_beneath_cover,
    ended_plainly,
    learned,
    ended_in_doubt,
    learned_but_for_some,
)
"""All of them in their order: nothing is learned before it is known that the board alone shows."""


def _ended_by(unread: Unread, glance: Glance) -> Reading | None:
    """Return the end of a game that a glance shows by what is known; None where it shows none."""
    if unread.previous is None:
        return None
    was_clicked = np.isin(np.arange(len(glance.labels)), list(unread.clicked))
    labels = as_it_ended(glance, unread.previous, was_clicked)
    return None if labels is None else unread.reading_of(labels)


def _following(unread: Unread, reading: Reading) -> Reading:
    """Return the reading; the first error where it contradicts numbers that were read before."""
    previous = unread.previous
    if previous is not None and not _follows(previous.board, reading.board):
        raise unread.error
    return reading


def _follows(before: Board, now: Board) -> bool:
    return all(
        was > MAX_NUMBER or was == label
        for was, label in zip(before.labels, now.labels, strict=True)
    )
