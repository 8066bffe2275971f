"""Covered cells that may be something else: with a mark, in paint, like numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.compared import mark_contrast
from autoplay.vision.learning.ending import OWN_CONTRAST
from autoplay.vision.learning.families import alike_within
from autoplay.vision.learning.judged import Names
from autoplay.vision.learning.proof import MARK_CONTRAST, SURE_CONTRAST
from autoplay.vision.learning.rules import MARKS, Rules
from autoplay.vision.learning.search import RARE, Costs
from autoplay.vision.learning.usual_covers import (
    BARE_CONTRAST,
    FAINT_CONTRAST,
    NOTHING,
    shades_of,
    usual_of,
)
from autoplay.vision.looks import BLOCKS, Looks


def symbols_on_covers(costs: Costs, naming: Names, looks: Looks) -> NDArray[np.intp]:
    """Return looks named covered that show a symbol and look like marks, where all others are bare.

    Late in a game more covered cells have a flag than none, and which of two looks is the plain one
    their number does not tell.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    within = looks.own_contrast(2)[covers]
    bare = within < BARE_CONTRAST
    if bare.all() or not bare.any():
        return covers[:0]
    like_marks = costs[covers][:, MARKS].min(axis=1) < costs[covers, Label.COVERED]
    drawn = like_marks & (within > within[bare].max() + MARK_CONTRAST)
    return np.asarray(covers[drawn] if (drawn | bare).all() else covers[:0], dtype=np.intp)


def covers_drawn_as(naming: Names, looks: Looks, marked: NDArray[np.intp]) -> NDArray[np.intp]:
    """Return these marked looks named covered, and those that differ from one of them, or from a
    look named a mark, at their edges alone."""
    covered = naming.names == Label.COVERED
    drawn = covered & (looks.own_contrast(2) > OWN_CONTRAST)
    marks = np.union1d(marked, np.flatnonzero(np.isin(naming.names, MARKS)))
    alike = [group[drawn[group]] for group in alike_within(looks) if np.isin(group, marks).any()]
    return np.unique(np.concatenate([marked[covered[marked]], *alike])).astype(np.intp)


def covers_drawn_as_marks(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered that show a symbol and differ from a mark at their edges alone, or
    that are more like a mark within than like the usual covered cells."""
    del topology
    covers = np.flatnonzero(naming.names == Label.COVERED)
    marks = np.flatnonzero(np.isin(naming.names, MARKS))
    alike = covers_drawn_as(naming, looks, covers[:0])
    if not len(covers) or not len(marks):
        return alike
    covers = covers[np.argsort(-looks.counts[covers], kind="stable")]
    usual = usual_of(covers, looks.counts, looks.counts[covers].sum())
    to_marks, to_covers = (
        np.abs(looks.middles[covers][:, None] - looks.middles[others]).max(axis=2).min(axis=1)
        for others in (marks, usual)
    )
    nearer = (to_marks < NEARER * to_covers) & (to_covers > FAINT_CONTRAST)
    return np.union1d(alike, covers[nearer])


NEARER = 0.7
"""Share of what parts a cell from usual covered ones that parts it from a mark which it may be: of
one flag, dithered and compressed, half was read as covered cells."""


def covers_like_numbers(costs: Costs, naming: Names) -> NDArray[np.intp]:
    """Return looks named covered whose pixels say a number, where others say covered.

    A game that leaves some of its mines unshown makes the numbers beside them hard to believe.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    liker = costs[covers, Label.COVERED] - costs[covers, Label.ONE : MAX_NUMBER + 1].min(axis=1)
    return covers[liker > LIKE_NUMBERS] if (liker < 0).any() else covers[:0]


def covers_like_zeros(
    costs: Costs, naming: Names, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named covered that pixels call zeros, in a colour that is that of numbers rather
    than that of other covered cells, which pixels call covered.

    Where a board is no rectangle the page beside it would be covered cells in its corners: more of
    them than overhang at the ends of lines of hexagons, which ``staggered`` sees to.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    numbers = np.flatnonzero((naming.names > 0) & (naming.names <= MAX_NUMBER))
    if not len(numbers):
        return covers[:0]
    liker = costs[covers, Label.COVERED] - costs[covers, Label.ZERO]
    ground = looks.inner_ground
    usual = ground[numbers[looks.counts[numbers].argmax()]]
    away = np.abs(ground[covers] - usual).max(axis=1)
    farthest = away[liker < 0].max(initial=0.0)
    near = (away < OPENED_SHADE) & (away < NEARER * farthest)
    like = covers[near & (liker > LIKE_NUMBERS)]
    many = looks.counts[like].sum() > max(topology.rows, topology.cols)
    return np.asarray(like if many else like[:0], np.intp)


OPENED_SHADE, NEARER = 8.0, 0.25
"""Gray levels by which opened cells differ from the ground of numbers at most, and the share of how
far covered ones differ from it. Of 800 boards none has such covered cells; on five, in gradients,
covered cells are as near that pixels call covered."""

LIKE_NUMBERS = 3.0
"""Natural-log units by which pixels call a number, or a zero, what the rules call covered."""


def covers_like_marks(
    costs: Costs, naming: Names, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named covered that show a symbol which pixels call a mark, and are the last few
    cells of a board, or all proven mines: a lost one may show such, or wrong flags."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    liker = costs[covers, Label.COVERED] - costs[covers][:, MARKS].min(axis=1)
    within = looks.own_contrast(2)[covers]
    if Rules(topology).leave_only_mines(naming.names[looks.of_cell]):
        return np.asarray(covers[(within > HARDLY_BARE) & (liker > 0)], np.intp)
    if looks.counts[covers].sum() > FEW_LEFT * len(looks.of_cell):
        return covers[:0]
    return np.asarray(covers[(within > SURE_CONTRAST) & (liker > LIKE_MARKS)], np.intp)


FEW_LEFT, LIKE_MARKS = 0.1, 3.0
"""Share of a board's cells that are few, and the natural-log units by which pixels call a mark what
the rules call covered."""

HARDLY_BARE = 12.0
"""Gray levels by which a covered cell differs within itself at most on 39 of 40 boards that were
won with nothing marked. A thin sign in a dark gray, which one game shows as its mines, had 18."""


def hardly_covers(costs: Costs, naming: Names, looks: Looks) -> NDArray[np.intp]:
    """Return looks named covered that pixels take for a symbol almost as soon, where they take the
    usual covered cell for none: a question mark may be hardly to be seen."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    if not len(covers):
        return covers
    symbols = costs[covers][:, [*range(Label.ONE, MAX_NUMBER + 1), *MARKS]].min(axis=1)
    liker = costs[covers, Label.COVERED] - symbols
    usual = liker[looks.counts[covers].argmax()]
    faint = (liker > -ALMOST) & (liker > usual + LESS_PLAINLY)
    faint &= looks.own_contrast(2)[covers] >= LEAST_SEEN
    return np.asarray(covers[faint], dtype=np.intp)


ALMOST, LESS_PLAINLY = 1.0, 5.0
"""Natural-log units by which pixels take a covered cell for a symbol less than for none, and by how
much less plainly for none than the usual one. Of 330 boards read rightly covered cells have at most
4.2; faint question marks, on a dither and on cells of nine pixels, had 6.0 and 6.4."""

LEAST_SEEN = 1.0
"""Gray levels within a cell below which it is bare, whatever its outline makes of it: where two
neighbours draw one line, that of a border cell is thinner."""


def _are_outlined_alone(looks: Looks, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which looks of triangles show no more than their outlines, which come near the middle
    of their tiles: that is bare, in their usual colour, and all is the same from right to left."""
    faces = looks.faces[chosen].reshape(len(chosen), BLOCKS, BLOCKS, 3)
    middle = faces[:, CORE, CORE].mean(axis=(1, 2))
    usual = np.abs(middle - looks.colors[chosen]).max(axis=1) < OWN_CONTRAST
    away = np.abs(faces - np.flip(faces, 2)).max(axis=(1, 2, 3))
    even = away < EVEN * looks.own_contrast(0)[chosen]
    return np.asarray(usual & even & (looks.own_contrast(3)[chosen] < BARE_CONTRAST), np.bool_)


CORE = slice(3, -3)
"""Blocks of a tile that the outlines of no triangle reach, if they are thin."""


def lone_colours(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered, of a bright colour or black, that are all that was not opened.

    Every one is a mine. Games that leave these covered at the end draw them as they drew all that
    was covered, mostly grey or raised; others paint them, and some persons have flagged them.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    labels = naming.names[looks.of_cell]
    numbers = naming.names <= MAX_NUMBER
    if (~numbers).sum() > len(covers) or not Rules(topology).leave_only_mines(labels):
        return covers[:0]
    colors = np.median(looks.middles.reshape(len(looks), -1, 3), axis=1)
    opened = np.median(colors[numbers].max(axis=1))
    most, least = colors[covers].max(axis=1), colors[covers].min(axis=1)
    painted = (most - least > BRIGHT) | ((most < BLACK) & (opened > most + BRIGHT))
    # Cells that are raised, or shine, are buttons; in tiles of others the neighbours show.
    depth = 1 if topology.shape is Shape.SQUARE else 2
    # What JPEG leaves of the cells beside grows with how far they are apart.
    apart = np.abs(colors[covers][:, None] - colors[numbers]).max(axis=(1, 2), initial=0)
    bare = looks.own_contrast(depth)[covers] < np.maximum(BARE_CONTRAST, RINGS * apart)
    bare |= (looks.own_contrast(3)[covers] < BARE_CONTRAST) & _are_lit_evenly(looks, covers)
    plain = (painted & bare).all() and not _is_checkered(colors, labels, looks, topology)
    return np.asarray(covers if plain else covers[:0], dtype=np.intp)


def _are_lit_evenly(looks: Looks, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which looks are the same upside down and from right to left, as no raised cell is."""
    faces = looks.faces[chosen].reshape(len(chosen), BLOCKS, BLOCKS, 3)
    away = [np.abs(faces - np.flip(faces, axis)).max(axis=(1, 2, 3)) for axis in (1, 2)]
    return np.asarray(np.maximum(*away) < EVEN * looks.own_contrast(0)[chosen])


RINGS = 0.06
"""Share of what parts a cell's colour from any opened one's that JPEG leaves within it: 0.054 of
black cells beside red ones, at a quality of 60."""

EVEN = 0.5
"""Share of what a cell's edges stand out by up to which opposite ones are alike: those of a raised
cell differ by as much and more, those of a disc in a compressed picture by 0.34."""


def _is_checkered(
    colors: NDArray[np.float32], labels: NDArray[np.uint8], looks: Looks, topology: Topology
) -> bool:
    """Whether covered cells have two shades by turns, as no paint and no flag has."""
    rows, cols = np.divmod(np.arange(len(topology)), topology.cols)
    covered = labels == Label.COVERED
    one, other = (colors[looks.of_cell[covered & ((rows + cols) % 2 == turn)]] for turn in (0, 1))
    if not len(one) or not len(other):
        return False
    within = max(float(np.ptp(each, axis=0).max()) for each in (one, other))
    return float(np.abs(np.median(one, axis=0) - np.median(other, axis=0)).max()) > 2 * within + 1


BRIGHT, BLACK = 100.0, 24.0
"""Gray levels between the channels of a bright colour, and below which one is black.

Of 12 games with bare mines at the end 6 paint them, in colours of 128 and more, or black; those
that leave them covered have at most 109, green fields in two shades.
"""


def marked_covers(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return rare looks named covered that carry something no other covered look has.

    What differs as much in the ground is a shade or a texture, not a mark, unless the others are
    plain within. Of two looks alone the marked one need not be rare: late in a game most covered
    cells have a flag. Where every one left is a mine, games that are won mark all, and none is left
    to compare with.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    labels, within = naming.names[looks.of_cell], looks.own_contrast(2)
    marked = []
    if Rules(topology).leave_only_mines(labels):
        drawn = (within > OWN_CONTRAST)[covers] & ~looks.are_glossed[covers]
        if topology.shape is Shape.TRIANGLE:
            drawn &= ~_are_outlined_alone(looks, covers)
        marked += covers[drawn].tolist()
    covers = covers[np.argsort(-looks.counts[covers], kind="stable")]
    for place in range(1, len(covers)):
        few = looks.counts[covers[place]] < RARE * looks.counts[covers[0]]
        if few or len(covers) == 2:
            others = usual_of(covers[:place], looks.counts, looks.counts[covers].sum())
            contrast = mark_contrast(looks, covers[place : place + 1], others).min()
            more = within[covers[place]] - within[others].max()
            least, most = MARK_CONTRAST, SURE_CONTRAST
            if within[others].max() <= NOTHING:
                least, most = FAINT_CONTRAST, OWN_CONTRAST
            marked += [covers[place]] * bool(contrast > least or more > most)
    return np.setdiff1d(np.array(marked, np.intp), shades_of(covers, looks))
