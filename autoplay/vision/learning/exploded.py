"""The mine that exploded: what differs from the other mines a lost game shows, and by how much."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Shape, Topology
from autoplay.vision.compared import changed_by_neighbors, likeness, unlike_symbols
from autoplay.vision.learning.ending import OWN_CONTRAST
from autoplay.vision.learning.grounds import ODD_GROUND, as_on_another_ground, on_own_ground
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.other_marks import unlike_more_frequent
from autoplay.vision.learning.rules import SHOWN, Rules
from autoplay.vision.learning.search import SEVERAL_SHOWN, Costs
from autoplay.vision.learning.tints import linked
from autoplay.vision.learning.wrong_flags import odd_flags
from autoplay.vision.looks import Looks


def bursts(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return the look of the single mine that is drawn unlike the others, where none has exploded.

    Numbers prove that it is one, so it is no wrong flag; and others are left as flags, so a game
    does not mark those that were right in its own way.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    lone = unlike_more_frequent(mines, mines, looks, topology)
    told = np.isin(naming.names, (Label.EXPLODED, Label.WRONG_FLAG)).any()
    flagged = (naming.names == Label.FLAG).any()
    single = looks.counts[lone].sum() == 1 and looks.counts[mines].sum() > ALIKE
    if told or not flagged or not single:
        return lone[:0]
    labels, cell = naming.names[looks.of_cell], looks.of_cell == lone[0]
    return lone if Rules(topology).are_proven_mines(cell, labels) else lone[:0]


def on_another_ground(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return the look of the single mark that is drawn as all mines are, on another ground."""
    mines, lone = naming.names == Label.MINE, looks.counts == 1
    if looks.counts[mines].sum() < ALIKE or _are_of_many_colours(np.flatnonzero(mines), looks):
        return np.zeros(0, np.intp)
    usual = np.flatnonzero(mines)[looks.counts[mines].argmax()]
    marks = np.flatnonzero(lone & np.isin(naming.names, (*SHOWN, Label.FLAG)))
    odd = as_on_another_ground(marks, usual, looks)
    others = np.setdiff1d(np.flatnonzero(naming.names == Label.EXPLODED), odd)
    if len(odd) != 1 or len(others):
        return odd[:0]
    return odd[: _is_farthest(odd[0], usual, np.flatnonzero(mines), looks, topology)]


def _are_of_many_colours(mines: NDArray[np.intp], looks: Looks) -> bool:
    """Whether mines are shown on more grounds than those of covered and opened cells, in two shades
    each, and that of the one that exploded."""
    return len(linked(looks.inner_ground, mines, ODD_GROUND)) > MOST_GROUNDS


MOST_GROUNDS = 5
"""Those grounds: two of covered cells, two of opened ones, and one. Mines of fixtures/screens lie
on 2 at most."""


def odd_mines(costs: Costs, naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return the look of a single mine shown on a ground of its own, when none has exploded.

    Its ground is compared with that of the other mines; a mine shown alone, with all other cells.
    Where all other mines are drawn alike, any difference tells it: some only glow. A game that
    shows one mine of several shows the one that was opened.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    told = (naming.names == Label.EXPLODED).any() or _are_of_many_colours(mines, looks)
    if not len(mines) or told:
        return mines[:0]
    if looks.counts[mines].sum() == 1 and not Rules(topology).complete(naming.names[looks.of_cell]):
        return mines
    if len(inked := _of_another_ink(mines, looks)):
        return inked
    odd = odd_flags(naming, looks)
    plainly = costs[odd][:, SHOWN].min(axis=1) - costs[odd, Label.FLAG] > PLAINLY_A_FLAG
    odd = odd[~plainly]
    several = looks.counts[mines].sum() >= SEVERAL_SHOWN
    single = several and looks.counts[odd].sum() == 1
    if single and not _is_drawn_as_flags(int(odd[0]), naming, looks):
        return np.asarray(odd, dtype=np.intp)
    if len(mines) == 2 and looks.counts[mines].min() == 1 and looks.counts[mines].max() >= ALIKE:
        single = looks.counts[mines] == 1
        away = likeness(looks, int(mines[single][0]), mines[~single])
        odd = mines[single & (away > ODD_GROUND)]
        by_frame = changed_by_neighbors(looks, odd, mines[~single])
        return np.asarray(odd[~by_frame], dtype=np.intp)
    ground = looks.inner_ground
    if len(mines) > 1 and (looks.own_contrast(2)[mines] < OWN_CONTRAST).all():
        ground = np.median(looks.ring(0), axis=1)  # discs that leave hardly any ground
    if len(mines) == 1:
        others = ground[np.arange(len(looks)) != mines[0]]
    else:
        others = ground[mines[looks.counts[mines].argmax()]][None]
    away = np.abs(ground[mines][:, None] - others[None]).max(axis=2).min(axis=1, initial=255.0)
    least = TINTED_GROUND if len(mines) == 1 else ODD_GROUND
    if several and len(mines) > 1:
        least = np.clip(MORE_APART * np.sort(away)[-2], TINTED_GROUND, ODD_GROUND)
    odd = mines[(away > least) & (looks.counts[mines] == 1)]
    # Lines that neighbours draw, or pixels that an edge falls between, are no ground.
    odd = odd[~changed_by_neighbors(looks, odd, np.setdiff1d(mines, odd))]
    usual = mines[looks.counts[mines].argmax()]
    # Several: grounds differ anyhow.
    told = len(odd) == 1 and _is_farthest(odd[0], usual, mines, looks, topology)
    return np.asarray(odd[:told], dtype=np.intp)


def _is_farthest(
    look: np.intp, usual: np.intp, mines: NDArray[np.intp], looks: Looks, topology: Topology
) -> bool:
    """Whether a look has a ground much farther from the usual one than other single mines have.

    That of squares may be anything: the slanted outlines of other cells, which neighbours draw in
    their own colours, run through what the ground is measured in.
    """
    others = np.setdiff1d(mines[looks.counts[mines] == 1], [look, usual])
    if topology.shape is Shape.SQUARE or not len(others):
        return True
    away = np.abs(looks.inner_ground - looks.inner_ground[usual]).max(axis=1)
    return bool(away[look] > FARTHER * away[others].max())


FARTHER = 1.5
"""How many times farther from the others the ground of the only mine with another outline is: of
xbomb's triangles 2.1 times where one mine alone has a green outline, and 1.15 at most where several
have and the picture is scaled, noisy or compressed."""


def hardly_tinted(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return the look of the single mine on a ground that no other cell has, where all others lie
    on the very same one and none has exploded: too little to tell, and no noise."""
    mines = np.flatnonzero(naming.names == Label.MINE)
    usual = mines[looks.counts[mines].argmax()] if len(mines) else 0
    ground = looks.inner_ground
    away = np.abs(ground[mines] - ground[usual]).max(axis=1)
    odd = mines[away > VERY_SAME]
    told = (naming.names == Label.EXPLODED).any()
    if told or looks.counts[odd].sum() != 1 or looks.counts[mines].sum() <= ALIKE:
        return mines[:0]
    return np.asarray(odd[on_own_ground(looks, HARDLY_TINTED)[odd]], dtype=np.intp)


VERY_SAME, HARDLY_TINTED = 1.0, 4.0
"""Gray levels within which grounds are the same in a picture without noise, and beyond which one is
another: a mine that exploded was 7 levels darker than the others."""

PLAINLY_A_FLAG = 5.0
"""Natural-log units by which pixels call the only one on a ground of its own a flag and no mine: a
letter F left where every mine is shown by a star had 6 to 8."""


def _of_another_ink(mines: NDArray[np.intp], looks: Looks) -> NDArray[np.intp]:
    """Return the only mine that is drawn in another colour, where all others are drawn in one."""
    inks, counts = looks.inks[mines], looks.counts[mines]
    usual = inks[counts.argmax()]
    away = np.abs(inks - usual).max(axis=1)
    odd = away > OTHER_INK
    alone = counts[odd].sum() == 1 and counts[away < SAME_INK].sum() >= ALIKE
    return mines[odd] if alone and (odd | (away < SAME_INK)).all() else mines[:0]


SAME_INK, OTHER_INK = 40.0, 100.0
"""Gray levels, in the channel that differs most, within which mines are drawn in one colour, and
beyond which one is drawn in another: the mines of xbomb's triangles differ by 21, a red one among
black ones by 200."""


def _is_drawn_as_flags(look: int, naming: Naming, looks: Looks) -> bool:
    """Whether a look carries the symbol of other flags rather than that of the mines shown."""
    flags, mines = (np.flatnonzero(naming.names == name) for name in (Label.FLAG, Label.MINE))
    flags = flags[flags != look]
    unlike_flags, unlike_mines = (
        unlike_symbols(looks, np.array([look]), others).min(initial=1.0)
        for others in (flags, mines)
    )
    return bool(unlike_flags < unlike_mines)


TINTED_GROUND, MORE_APART = 22.0, 3.0
"""Gray levels by which a mine's ground is tinted where it is the only mine or the grounds of all
others are alike, and how many times farther from them it is than they are: the two colours of a
checkerboard differ by 14."""

ALIKE = 3
"""Mines drawn alike that show how this game draws those that did not explode."""
