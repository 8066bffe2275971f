"""Names that the game settles where pixels cannot: what exploded, wrong flags, plain flags.

A mine that exploded may differ from the others by its ground alone, a wrong flag from right ones,
and a flag from a covered cell by its colour.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.learning.ending import MIN_AWAY, MOST_UNSHOWN, OWN_CONTRAST
from autoplay.vision.learning.families import alike_within
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.kinds import completing_kinds
from autoplay.vision.learning.other_marks import second_marks
from autoplay.vision.learning.plain_flags import MOST_WRONG, plain_flags
from autoplay.vision.learning.rules import FREE, IS_MINE, IS_SAFE, SHOWN, Rules
from autoplay.vision.learning.search import SEVERAL_SHOWN, Costs, has_ended
from autoplay.vision.learning.tints import linked, odd_covers
from autoplay.vision.learning.wrong_flags import disproved_flags, disproved_mines, odd_flags
from autoplay.vision.looks import Looks

SETTLED = 2.0
"""Natural-log units: the margin of a name that the game has settled."""


def settled(costs: Costs, naming: Naming, looks: Looks, topology: Topology) -> Naming:
    """Return the naming with these names set right; ``costs`` say what pixels alone call a look."""
    naming = _renamed(naming, _shown_zeros(naming, looks, topology), Label.ZERO)
    naming = _renamed(naming, _drawn_as_flags(naming, looks), Label.FLAG)
    naming = _renamed(naming, _plain_mines(naming, looks, topology), Label.MINE)
    disproved = disproved_mines(costs, naming, looks, topology)
    naming = _certain(_renamed(naming, disproved, Label.WRONG_FLAG), disproved)
    exploded = _on_another_ground(naming, looks)
    naming = _certain(_renamed(naming, exploded, Label.EXPLODED), exploded)
    naming = _renamed(naming, _odd_mines(costs, naming, looks, topology), Label.EXPLODED)
    naming = _renamed(naming, _marked_in_play(naming, looks, topology), Label.FLAG)
    naming = _renamed(naming, _asked_mines(naming, looks, topology), Label.FLAG)
    naming = _renamed(naming, second_marks(costs, naming, looks, topology), Label.QUESTION)
    naming = _renamed(naming, disproved_flags(naming, looks, topology), Label.WRONG_FLAG)
    return _renamed(naming, plain_flags(naming, looks, topology), Label.FLAG)


def _renamed(naming: Naming, chosen: NDArray[np.intp], name: Label) -> Naming:
    names, rivals, margin = naming.names.copy(), naming.rivals.copy(), naming.margin.copy()
    names[chosen] = name
    # Between these two the game has decided; any other rival was farther away than this.
    decided = chosen[rivals[chosen] == name]
    margin[decided] = np.maximum(margin[decided], SETTLED)
    return replace(naming, names=names, rivals=rivals, margin=margin)


def _certain(naming: Naming, chosen: NDArray[np.intp]) -> Naming:
    """Return the naming with these names out of doubt: the game allows no other."""
    margin = naming.margin.copy()
    margin[chosen] = np.maximum(margin[chosen], SETTLED)
    return replace(naming, margin=margin)


def _shown_zeros(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered that are the zeros of a lost game that shows every cell.

    None of many lies beside a mine, as some of those would that a game leaves covered.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    told = has_ended(labels) and not (labels == Label.ZERO).any() and not rules.unshown(labels)
    if looks.counts[covers].sum() < MANY or not told:
        return covers[:0]
    beside = rules.marked(labels) > 0
    return covers[:0] if (beside & (labels == Label.COVERED)).any() else covers


def _drawn_as_flags(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks of mines that are drawn just as flags are: of the only one shown, or of fewer
    cells than the flags from which they differ at their edges alone."""
    mines = mines_like_flags(naming, looks)
    if looks.counts[np.isin(naming.names, SHOWN)].sum() == 1:
        return mines
    flags, counts = naming.names == Label.FLAG, looks.counts
    fewer = [
        mines[np.isin(mines, group)]
        for group in alike_within(looks)
        if counts[group[flags[group]]].sum() > counts[np.intersect1d(group, mines)].sum()
    ]
    return np.unique(np.concatenate([*fewer, mines[:0]]))


def mines_like_flags(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks of mines shown that are drawn just as flags are."""
    mines = np.flatnonzero(np.isin(naming.names, SHOWN))
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if not len(mines) or not len(flags):
        return mines[:0]
    middle = looks.middles
    most = SAME_MARK * looks.own_contrast(2)[mines, None]
    same = np.abs(middle[mines][:, None] - middle[flags]).max(axis=2) <= most
    return np.asarray(mines[same.any(axis=1)], dtype=np.intp)


SAME_MARK = 0.5
"""Share of a mark's own contrast by which the middle of another one differs that is the same: 0.04
to 0.3 of flags called mines, 2.5 and more of a disc and a pin."""

MANY = 10
"""Cells that do not all lie away from every mine by chance."""


def _marked_in_play(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named mine that are a colour alone and that the person must have set.

    Numbers lack mines around them, and a game that is over shows all.
    """
    mines = np.flatnonzero(np.isin(naming.names, SHOWN))
    if not len(mines) or not leaves_mines_unshown(naming.names[looks.of_cell], topology):
        return mines[:0]
    return mines if (looks.own_contrast(2)[mines] < OWN_CONTRAST).all() else mines[:0]


def _asked_mines(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named question mark that are how a game draws its flags.

    No other mark is a flag, and most cells they are on are proven mines, hardly any safe: who only
    asks, asks where it is not known. Without any plain covered cell these may be just that.
    """
    asked = np.flatnonzero(naming.names == Label.QUESTION)
    told = (naming.names == Label.COVERED).any() and not (naming.names == Label.FLAG).any()
    if not told or looks.counts[asked].sum() < LEAST_ASKED:
        return asked[:0]
    state = Rules(topology).deduced(naming.names[looks.of_cell])
    if state is None:
        return asked[:0]
    states = state[np.isin(looks.of_cell, asked)]
    mines, safe = (states == IS_MINE).sum(), (states == IS_SAFE).sum()
    proven = mines >= max(LEAST_ASKED, (states == FREE).sum())
    return asked if proven and safe <= MOST_WRONG * mines else asked[:0]


LEAST_ASKED = 2
"""Question marks on proven mines that are flags. Of 30 boards of games that have both 29 show a
flag, and on 25 less than half of the question marks are on such cells."""


def leaves_mines_unshown(labels: NDArray[np.uint8], topology: Topology) -> bool:
    """Whether mines are shown although numbers lack some: what shows them are no mines."""
    return has_ended(labels) and Rules(topology).unshown(labels) >= MOST_UNSHOWN


def _plain_mines(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks covered in a colour of their own that are just the mines every number lacks.

    Some lie beside no number: a person could not have marked them.
    """
    odd = odd_covers(naming, looks, topology)
    kinds = completing_kinds(naming, looks, topology)
    if not len(odd) or not any(np.array_equal(np.sort(odd), np.sort(kind)) for kind in kinds):
        return odd[:0]
    labels = naming.names[looks.of_cell]
    beside = Rules(topology).beside(labels <= MAX_NUMBER) > 0
    return odd if (np.isin(looks.of_cell, odd) & ~beside).sum() >= MIN_AWAY else odd[:0]


def _on_another_ground(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return the look of the single mark that is drawn as all mines are, on another ground."""
    mines, lone = naming.names == Label.MINE, looks.counts == 1
    if looks.counts[mines].sum() < ALIKE or _are_of_many_colours(np.flatnonzero(mines), looks):
        return np.zeros(0, np.intp)
    usual = np.flatnonzero(mines)[looks.counts[mines].argmax()]
    marks = np.flatnonzero(lone & np.isin(naming.names, (*SHOWN, Label.FLAG)))
    away = np.abs(looks.inner_ground[marks] - looks.inner_ground[usual]).max(axis=1)
    odd = [look for look in marks[away > ODD_GROUND] if looks.is_on_another_ground(look, usual)]
    others = np.setdiff1d(np.flatnonzero(naming.names == Label.EXPLODED), odd)
    return np.array(odd if len(odd) == 1 and not len(others) else [], np.intp)


def _are_of_many_colours(mines: NDArray[np.intp], looks: Looks) -> bool:
    """Whether mines are shown on more grounds than those of covered and opened cells, in two shades
    each, and that of the one that exploded."""
    return len(linked(looks.inner_ground, mines, ODD_GROUND)) > MOST_GROUNDS


MOST_GROUNDS = 5


def _odd_mines(costs: Costs, naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
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
    odd = odd_flags(naming, looks)
    plainly = costs[odd][:, SHOWN].min(axis=1) - costs[odd, Label.FLAG] > PLAINLY_A_FLAG
    odd = odd[~plainly]
    several = looks.counts[mines].sum() >= SEVERAL_SHOWN
    single = several and looks.counts[odd].sum() == 1
    if single and not _is_drawn_as_flags(int(odd[0]), naming, looks):
        return np.asarray(odd, dtype=np.intp)
    if len(inked := _of_another_ink(mines, looks)):
        return inked
    if len(mines) == 2 and looks.counts[mines].min() == 1 and looks.counts[mines].max() >= ALIKE:
        single = looks.counts[mines] == 1
        away = looks.likeness(int(mines[single][0]), mines[~single])
        return np.asarray(mines[single & (away > ODD_GROUND)], dtype=np.intp)
    ground = looks.inner_ground
    if len(mines) == 1:
        others = ground[np.arange(len(looks)) != mines[0]]
    else:
        others = ground[mines[looks.counts[mines].argmax()]][None]
    away = np.abs(ground[mines][:, None] - others[None]).max(axis=2).min(axis=1, initial=255.0)
    least = TINTED_GROUND if len(mines) == 1 else ODD_GROUND
    if several and len(mines) > 1:
        least = np.clip(MORE_APART * np.sort(away)[-2], TINTED_GROUND, ODD_GROUND)
    odd = mines[(away > least) & (looks.counts[mines] == 1)]
    return np.asarray(odd[: len(odd) == 1], dtype=np.intp)  # several: grounds differ anyhow


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
        looks.unlike_symbols(np.array([look]), others).min(initial=1.0) for others in (flags, mines)
    )
    return bool(unlike_flags < unlike_mines)


TINTED_GROUND, MORE_APART = 22.0, 3.0
"""Gray levels by which a mine's ground is tinted where it is the only mine or the grounds of all
others are alike, and how many times farther from them it is than they are: the two colours of a
checkerboard differ by 14."""

ALIKE = 3
"""Mines drawn alike that show how this game draws those that did not explode."""
