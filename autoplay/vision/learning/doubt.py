"""Where a naming leaves a doubt, and where the game leaves only one choice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import NDArray

from autoplay.errors import OverruledError, UnreadableError, WrongTotalError
from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.compared import changed_by_neighbors
from autoplay.vision.learning.bare_marks import (
    bare_flags,
    exchangeable_flags,
    hardly_flags,
    marks_on_opened_cells,
)
from autoplay.vision.learning.by_hand import too_many_flags
from autoplay.vision.learning.doubted import Doubt
from autoplay.vision.learning.enclosed import enclosed
from autoplay.vision.learning.ending import OWN_CONTRAST
from autoplay.vision.learning.exploded import hardly_tinted
from autoplay.vision.learning.inks import doubted_inks
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.kinds import (
    drawn_zeros,
    lone_grounds,
    numbers_on_marks,
    opened_covers,
    secluded_kinds,
    undrawn_covers,
)
from autoplay.vision.learning.laid_open import mines_called_covers
from autoplay.vision.learning.lit_looks import lit_cells, lone_marks, lone_mines
from autoplay.vision.learning.margins import LEAST_MARGINS, MIN_COVER_MARGIN
from autoplay.vision.learning.naming import overruled
from autoplay.vision.learning.other_covers import (
    covers_drawn_as_marks,
    covers_like_marks,
    covers_like_numbers,
    covers_like_zeros,
    hardly_covers,
    lone_colours,
    marked_covers,
)
from autoplay.vision.learning.other_marks import blank_numbers, flags_nobody_set, lone_numbers
from autoplay.vision.learning.questions import too_many_questions
from autoplay.vision.learning.rules import SHOWN, Rules
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.settled import leaves_mines_unshown
from autoplay.vision.learning.tints import odd_zeros, unlit_covers
from autoplay.vision.learning.usual_covers import covers_apart_within, covers_that_show_more
from autoplay.vision.looks import NO_LOOKS, Looks

MIN_BLANK_MARGIN = 8.0
"""Natural-log units by which covered must beat opened where nothing but their pixels tells blank
cells from opened ones: all look alike, so what their looks say is no independent evidence."""

MIN_LEFT_MARGIN = 6.0
"""The same between covered and a mine shown, where every closed cell is proven to be a mine: gray
balls that filled their cells had 4.0. No covered cell of 60 won boards had a mine for a rival."""

MIN_LONE_MARGIN = 2.0
"""Natural-log units by which the pixels of the only mine shown must be likelier a mine's, or those
of a wrong flag, which is as sure a sign of the end."""


def require_seen(
    costs: Costs,
    naming: Naming,
    looks: Looks,
    topology: Topology,
    *,
    certain: NDArray[np.intp] = NO_LOOKS,
) -> None:
    """Raise UnreadableError where the rules had to call a look what it does not look like.

    So would covered cells where nothing is opened, and the only mine shown: it alone says that the
    game is lost, and no other looks like it. ``certain`` are looks that were known before.
    """
    doubt = Doubt(naming, looks, topology)
    wrong = overruled(costs, naming)
    doubt.require_none(wrong, "look like nothing the rules allow", OverruledError)
    if not (naming.names <= MAX_NUMBER).any():
        symbols = np.delete(costs[:, : Label.UNREADABLE], [Label.ZERO, Label.COVERED], axis=1)
        liker = costs[:, Label.COVERED] - symbols.min(axis=1)
        symbols_shown = (naming.names == Label.COVERED) & (liker > LIKER_SYMBOLS)
        doubt.require_none(symbols_shown, "show symbols but nothing is opened")
    numbered = covers_like_numbers(costs, naming)
    doubt.require_none(numbered, "look like numbers among plain covered cells")
    opened = covers_like_zeros(costs, naming, looks, topology)
    doubt.require_none(opened, "look opened among covered cells, or are the page")
    marks = covers_like_marks(costs, naming, looks, topology)
    doubt.require_none(marks, "look like marks where hardly a cell is covered")
    faint = hardly_covers(costs, naming, looks)
    doubt.require_none(faint, "may carry a faint mark")
    doubt.require_none(lit_cells(naming, looks), "may be lit, and show what others do")
    doubt.require_none(lone_marks(naming, looks), "may be lit, and no mark")
    doubt.require_none(lone_mines(costs, naming, looks), "may be lit, and a flag")
    blank = blank_numbers(costs, naming, looks, certain)
    doubt.require_none(blank, "are drawn unlike the same number elsewhere")
    unset = flags_nobody_set(costs, naming, looks, topology)
    doubt.require_none(unset, "may be mines that a lost game shows")
    doubt.require_none(hardly_flags(costs, naming), "may be how covered cells are drawn")
    mine = np.flatnonzero(np.isin(naming.names, SHOWN))
    if looks.counts[mine].sum() == 1:
        other = np.delete(costs[mine[0]], [*SHOWN, Label.WRONG_FLAG]).min()
        if other - costs[mine[0], SHOWN].min() < MIN_LONE_MARGIN:
            doubt.require_none(mine, "may be no mine shown")


LIKER_SYMBOLS = 3.0
"""Natural-log units by which pixels prefer a symbol in covered cells where no number speaks for
them: at most 2.1 on 187 boards with nothing opened. Faint digits that were taken for one look, all
called covered, had 4.5."""


def require_sense(
    labels: NDArray[np.uint8],
    naming: Naming,
    looks: Looks,
    topology: Topology,
    mines: int | None,
    *,
    certain: NDArray[np.intp] = NO_LOOKS,
) -> None:
    """Raise UnreadableError unless the naming is a board of Minesweeper beyond doubt.

    ``certain`` are looks that were known before: beside others they may look strange, but are not.
    """
    least = LEAST_MARGINS[naming.names, naming.rivals]
    unlike = (naming.rivals == Label.UNREADABLE) & (naming.margin < least)
    unlike &= ~_framed_otherwise(naming, looks, unlike) | (naming.margin < 0)
    doubt = Doubt(naming, looks, topology)
    doubt.require_none(unlike, "look like nothing known")
    doubt.require_no_cell(naming.broken > 0, "break the rules of the game")
    unlit: Suspects = partial(unlit_covers, certain=certain)
    for suspects, words in (*SUSPECTS, (unlit, "are covered in a colour of their own")):
        doubt.require_none(np.setdiff1d(suspects(naming, looks, topology), certain), words)
    if not len(certain):  # no board that was played on: its lines may be none
        lone = _lone_lines(labels, topology)
        doubt.require_no_cell(lone, "fill a side with a number found nowhere else")
        doubt.require_no_cell(_repeated(labels, topology), "are the same all along the board")
    for kind in secluded_kinds(naming, looks, topology):
        doubt.require_none(kind, "meet no other covered cells")
    left = _left_at_the_end(labels, naming, looks, topology)
    least = np.where(left, MIN_COVER_MARGIN, least)
    least = np.where(left & np.isin(naming.rivals, SHOWN), MIN_LEFT_MARGIN, least)
    least = np.where(_are_needless(labels, naming, topology), MIN_BLANK_MARGIN, least)
    unsure = (naming.rivals != Label.UNREADABLE) & (naming.margin < least)
    doubt.require_none(unsure, "could be something else")
    blank = enclosed(labels, topology, looks)
    if np.count_nonzero(blank) > np.count_nonzero(labels == Label.ZERO):
        doubt.require_no_cell(blank, "may be opened, with no mine beside them")
    if leaves_mines_unshown(labels, topology):
        doubt.require_no_cell(np.isin(labels, SHOWN), "look like mines, but not all are")
    if Rules(topology).contradicts(labels):
        raise UnreadableError(
            "the numbers read allow no layout of mines", more="is this Minesweeper?"
        )
    shown = np.isin(labels, SHOWN).sum()
    closed = np.isin(labels, (Label.COVERED, Label.FLAG, Label.QUESTION)).sum()
    if mines is not None and not shown <= mines <= shown + closed:
        raise WrongTotalError(f"{mines} mines do not fit the board read", more="is --mines right?")
    if not shown and not closed:
        raise UnreadableError("no cell is covered and no mine shown", more="is this Minesweeper?")


def _lone_lines(labels: NDArray[np.uint8], topology: Topology) -> NDArray[np.bool_]:
    """Return the cells of outermost rows and columns of one number each that nothing else shows.

    They are the shade or the frame beside a board, taken for one more line of it.
    """
    board = labels.reshape(topology.rows, topology.cols)
    found = np.zeros_like(board, np.bool_)
    for lines, marked in ((board, found), (board.T, found.T)):
        for end in (0, -1):
            number = int(lines[end, 0])
            alone = np.count_nonzero(board == number) == np.count_nonzero(lines[end] == number)
            if 1 <= number <= MAX_NUMBER and (lines[end] == number).all() and alone:
                marked[end] = True
    return found.ravel()


def _repeated(labels: NDArray[np.uint8], topology: Topology) -> NDArray[np.bool_]:
    """Return the numbers of a board whose rows, or columns, all show the same.

    The brackets that a terminal draws covered cells with were taken for such cells and numbers. Of
    some 2000 boards none is like that.
    """
    board = labels.reshape(topology.rows, topology.cols)
    repeats = any(
        len(lines) >= LEAST_REPEATED and (lines == lines[0]).all() for lines in (board, board.T)
    )
    return np.asarray((labels >= 1) & (labels <= MAX_NUMBER) & repeats, dtype=np.bool_)


LEAST_REPEATED = 6
"""Rows, or columns, that say so: on fewer one line of mines may give it by chance."""


def _framed_otherwise(naming: Naming, looks: Looks, unlike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which ``unlike`` looks differ by up to three sides alone from others of their name.

    Neighbours draw lines there. What is likelier nothing known than its name differs by more.
    """
    found = np.zeros(len(looks), np.bool_)
    for name in np.unique(naming.names[unlike]):
        same = naming.names == name
        chosen = np.flatnonzero(same & unlike)
        found[chosen] = changed_by_neighbors(looks, chosen, np.flatnonzero(same & ~unlike))
    return found


def _left_at_the_end(
    labels: NDArray[np.uint8], naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.bool_]:
    """Return which looks are named covered where every covered cell beside a number is a mine,
    even if a flag is wrong.

    Games that are won flag what is left: with no plain covered cell beside them these may be flags.
    Bare ones are not, beside flags that show a symbol.
    """
    won = Rules(topology).leave_only_mines(labels)
    drawn = looks.own_contrast(2) > OWN_CONTRAST
    bare = (
        ~drawn if (drawn & (naming.names == Label.FLAG)).any() else np.zeros(len(drawn), np.bool_)
    )
    return np.asarray((naming.names == Label.COVERED) & won & ~bare, dtype=np.bool_)


def _are_needless(
    labels: NDArray[np.uint8], naming: Naming, topology: Topology
) -> NDArray[np.bool_]:
    """Return which looks are named covered, and may be opened, where no number needs any of them.

    Marks give every number its mines, and no blank cell is opened to compare with.
    """
    numbers = labels <= MAX_NUMBER
    served = bool((Rules(topology).marked(labels)[numbers] >= labels[numbers]).all())
    told = not numbers.any() or (labels == Label.ZERO).any()
    blank = (naming.names == Label.COVERED) & (naming.rivals == Label.ZERO)
    return np.asarray(blank & (served and not told), dtype=np.bool_)


Suspects = Callable[[Naming, Looks, Topology], NDArray[np.intp]]

SUSPECTS: tuple[tuple[Suspects, str], ...] = (
    (bare_flags, "may carry no mark"),
    (exchangeable_flags, "may be covered, and the covered ones flags"),
    (too_many_flags, "are more flags than the numbers say"),
    (lone_colours, "may be mines or flags of one colour"),
    (
        lambda naming, looks, _: too_many_questions(naming, looks),
        "may be how covered cells are drawn",
    ),
    (marked_covers, "may carry a mark"),
    (covers_drawn_as_marks, "are drawn as marks are"),
    (covers_apart_within, "are drawn unlike other covered cells"),
    (covers_that_show_more, "show more than other covered cells"),
    (opened_covers, "lie on the ground of opened cells"),
    (mines_called_covers, "may be mines that a lost game shows"),
    (lone_numbers, "may be flags drawn as a number is"),
    (lambda naming, looks, _: marks_on_opened_cells(naming, looks), "may be numbers"),
    (lambda naming, looks, _: numbers_on_marks(naming, looks), "lie on the ground of marks"),
    (undrawn_covers, "show nothing where covered ones do"),
    (drawn_zeros, "show a symbol where zeros are bare"),
    (odd_zeros, "are empty in a colour of their own"),
    (lambda naming, looks, _: doubted_inks(naming, looks), "have a colour of another number"),
    (lone_grounds, "lie on a ground of their own"),
    (lambda naming, looks, _: hardly_tinted(naming, looks), "may be the mine that exploded"),
)
"""What finds looks whose name is in doubt beside the others, and why it is, the first one told."""
