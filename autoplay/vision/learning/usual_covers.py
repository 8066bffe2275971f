"""How most covered cells are drawn, and which differ far more than those do among themselves."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.judged import Names
from autoplay.vision.learning.tints import linked
from autoplay.vision.looks import Looks

BARE_CONTRAST = 12.0
"""Gray levels within itself up to which a covered cell shows nothing: see ``OWN_CONTRAST``."""


def shades_of(covers: NDArray[np.intp], looks: Looks) -> NDArray[np.intp]:
    """Return the covered looks that show nothing, and from the most frequent of which others lead
    to them whose shades hardly differ: a gradient over the board, which no mark is a part of."""
    bare = covers[looks.own_contrast(2)[covers] <= SHADED]
    if not len(bare) or bare[0] != covers[0]:
        return bare[:0]
    shades = next(iter(linked(looks.middles, bare, A_SHADE)))
    return shades if len(shades) >= SEVERAL_SHADES else bare[:0]


SHADED, A_SHADE, SEVERAL_SHADES = 4.0, 18.0, 4
"""Gray levels within a cell of a gradient, from one of its shades to the next, and the fewest
shades of one."""


def covers_apart_within(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered that differ within from most of their cells by far more than those
    do among themselves: faint marks of a compressed picture do, where something is opened, and so
    do up to half of bare squares where nothing lies between. A single one may only be lit."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    covers = covers[np.argsort(-looks.counts[covers], kind="stable")]
    if len(covers) < 2 or not (naming.names <= MAX_NUMBER).any():
        return covers[:0]
    usual = usual_of(covers, looks.counts, looks.counts[covers].sum())
    if len(covers) == 2 and looks.counts[covers[0]] >= MOST_OF_TWO * looks.counts[covers].sum():
        usual = covers[:1]
    away = np.abs(looks.middles[covers][:, None] - looks.middles[usual]).max(axis=2).min(axis=1)
    among = float(np.quantile(np.repeat(away, looks.counts[covers]), MOSTLY))
    if topology.shape is Shape.SQUARE:  # a gloss parts triangles that point up from others
        bare = looks.own_contrast(3)[covers] < BARE_CONTRAST
        counts = looks.counts[covers[bare]]
        among = min(among, _before_a_gap(away[bare], counts, FAINT_CONTRAST, FAR_APART, HALF))
    least = max(FAINT_CONTRAST, FAR_APART * among, _textured(usual, looks))
    apart = np.setdiff1d(covers[away > least], shades_of(covers, looks))
    apart = apart[~_draw_the_same(apart, usual, looks)]
    return apart if looks.counts[apart].sum() > 1 else apart[:0]


def _textured(usual: NDArray[np.intp], looks: Looks) -> float:
    """Return how far a look may be from the nearest of these as each of them is from another, where
    they are several: a texture makes every piece of itself another look."""
    if len(usual) < SEVERAL_TEXTURES:
        return 0.0
    away = np.abs(looks.middles[usual][:, None] - looks.middles[usual]).max(axis=2)
    np.fill_diagonal(away, np.inf)
    return float(AS_TEXTURED * away.min(axis=1).max())


SEVERAL_TEXTURES, AS_TEXTURED = 3, 1.25
"""Usual looks that tell of a texture, a checkerboard has two, and how many times as far from these
as they are from each other another piece of it may be: grass of ten colours 1.01."""


def covers_that_show_more(naming: Names, looks: Looks, _: Topology) -> NDArray[np.intp]:
    """Return looks named covered that show something, where by far the most covered cells show
    hardly anything and none lies in between: a mark that pixels overlook on a dither, or take for a
    zero that is written."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    numbers = (naming.names >= Label.ONE) & (naming.names <= MAX_NUMBER)
    contrast = looks.own_contrast(2)
    shown = contrast[covers]
    least = min(STANDS_OUT, AS_NUMBERS * contrast[numbers].min(initial=np.inf))
    more = covers[shown > _before_a_gap(shown, looks.counts[covers], least, *SHOWN_APART)]
    return more if looks.counts[more].sum() > 1 else more[:0]


STANDS_OUT, AS_NUMBERS = 15.0, 0.7
"""Gray levels that a mark stands out within its cell, or the share of what the faintest numbers do:
letters a tenth as high as their cells have 9, as numbers have beside them."""

SHOWN_APART = (4.0, 0.75)
"""How many times more than the others that is, and the share of the covered cells that these are at
least: on none of 928 boards that were read are covered cells parted so by 15. Flags on a dither of
small triangles had 25 to 41, others 5 and less."""


def _before_a_gap(
    away: NDArray[np.float32], counts: NDArray[np.intp], least: float, times: float, share: float
) -> float:
    """Return the least of these distances, of so many cells each, that a share of the cells and
    more keep to, and so far below the next that nothing lies between; infinity where there is none.

    The next one is at least ``least``, and so many ``times`` as far.
    """
    away = np.sort(np.repeat(away, counts))
    inner, outer = away[:-1], away[1:]
    gaps = outer > np.maximum(least, times * inner)
    gaps &= np.arange(1, len(away)) >= share * len(away)
    return float(inner[gaps].min(initial=np.inf))


def _draw_the_same(
    chosen: NDArray[np.intp], usual: NDArray[np.intp], looks: Looks
) -> NDArray[np.bool_]:
    """Return which looks show the symbol that all usual covered cells show, no stronger and no
    weaker: at another place between the pixels it differs by as much as a mark."""
    within = looks.own_contrast(3)
    if within[usual].min() < BARE_CONTRAST:
        return np.zeros(len(chosen), np.bool_)
    strength = within[chosen] / np.median(within[usual])
    as_strong = np.abs(strength - 1) < AS_STRONG
    same = [not shows_another(looks, look, usual) for look in chosen]
    return np.asarray(as_strong & np.array(same, np.bool_))


AS_STRONG = 0.2
"""Share by which one symbol may stand out more or less at another place between the pixels: an
emoji on covered cells of a fractional pitch, by 0.12."""


MOST_OF_TWO = 0.6
"""Share of the covered cells of the one look that is usual of two: of a checkerboard either has
half."""

MOSTLY, HALF, FAR_APART = 0.8, 0.5, 3.0
"""Shares of the covered cells that carry no mark, by the way they are drawn and where nothing lies
between, and how many times more than these among themselves a marked one differs: a faint flag of a
compressed picture 4 to 10."""


FAINT_CONTRAST, NOTHING = 10.0, 2.0
"""Gray levels by which the middle of a marked cell differs where the others show nothing, differing
within themselves by no more than so many. A pale flag of a dimmed picture has 17. Beside such cells
a contrast within itself tells a mark sooner: edges that fall between pixels differ more than it."""

USUAL, AS_USUAL = 0.25, 0.5
"""Share of the covered cells that show how they are usually drawn, where some look has as many, and
the share of these that others need. xbomb's triangles have four looks of a quarter each."""


def usual_of(covers: NDArray[np.intp], counts: NDArray[np.intp], cells: int) -> NDArray[np.intp]:
    """Return the looks, the most frequent first, that show how these ``cells`` are drawn."""
    many, as_many = USUAL * cells, AS_USUAL * counts[covers[0]]
    is_usual = counts[covers] >= min(many, as_many)
    return covers[is_usual] if counts[covers[0]] >= many else covers
