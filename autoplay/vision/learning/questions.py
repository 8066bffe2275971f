"""Question marks, where they are drawn like flags."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Shape, Topology
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.ending import MOST_UNSHOWN
from autoplay.vision.learning.grounds import SAME_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.margins import MIN_MARGIN
from autoplay.vision.learning.naming import MOST_OVERRULED
from autoplay.vision.learning.other_marks import unlike_more_frequent
from autoplay.vision.learning.rules import IS_MINE, IS_SAFE, SHOWN, Rules
from autoplay.vision.learning.search import Costs
from autoplay.vision.looks import Looks


def second_marks(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flag that are a person's other mark: the question mark.

    They are drawn unlike the more frequent flags and look like one almost as soon, sooner than the
    most frequent flags; at the end of a game they look less like a wrong flag, which only that
    shows, or plainly like a question mark, and numbers alone, which lack a mine there, make them
    flags: many games leave such mines as they are. In mid-game there is no other mark than these
    two.
    """
    flags = naming.names == Label.FLAG
    liker_flags = costs[:, Label.QUESTION] - costs[:, Label.FLAG]
    asked = flags & (naming.rivals == Label.QUESTION) & (liker_flags < ALMOST_ASKED)
    asked &= costs[:, Label.QUESTION] - costs.min(axis=1) <= MOST_OVERRULED
    plainly = np.zeros(0, np.intp)
    if np.isin(naming.names, SHOWN).any():
        asked &= costs[:, Label.WRONG_FLAG] - costs[:, Label.QUESTION] > NO_WRONG_FLAG
        in_doubt = asked & (naming.margin < MIN_MARGIN)
        plainly = np.flatnonzero(in_doubt & (liker_flags < -PLAINLY_ASKED))
    else:
        plainly = _of_two_kinds(liker_flags, naming, looks, topology)
    asked &= liker_flags < liker_flags[np.where(flags, looks.counts, 0).argmax()]
    unlike = unlike_more_frequent(np.flatnonzero(asked), np.flatnonzero(flags), looks, topology)
    if not len(unlike):
        return plainly
    # What is drawn as these is the same, whatever else pixels take it for.
    others = np.setdiff1d(np.flatnonzero(flags), unlike)
    same = [each for each in others if not shows_another(looks, each, unlike)]
    kin = unlike_more_frequent(np.array(same, np.intp), others, looks, topology)
    return np.union1d(plainly, np.union1d(unlike, kin))


def _of_two_kinds(
    liker_flags: NDArray[np.float64], naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flag, of several cells, that lie on the ground of the surest flags, look
    more like question marks and show another symbol, where a game goes on: too many numbers lack
    mines for any to be shown."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    several = flags[looks.counts[flags] >= SEVERAL]
    going_on = Rules(topology).unshown(naming.names[looks.of_cell]) >= MOST_UNSHOWN
    if not len(several) or not going_on or topology.shape is Shape.TRIANGLE:
        return flags[:0]
    surest = several[liker_flags[several].argmax()]
    away = np.abs(looks.inner_ground[several] - looks.inner_ground[surest]).max(axis=1)
    more = liker_flags[several] < liker_flags[surest] - MORE_ASKED
    more &= (looks.counts[several] < looks.counts[surest]) | (liker_flags[several] < MOST_ASKED)
    asked = several[more & (away < SAME_GROUND)]
    others = np.setdiff1d(flags, asked)
    return np.array([mark for mark in asked if shows_another(looks, mark, others)], np.intp)


def questions_on_mines(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks of flags that are question marks left on a lost board, beyond doubt.

    They are drawn unlike the more frequent flags, and more like question marks. Numbers prove that
    all their cells are mines, so none is a wrong flag; with the other flags on mines they agree, so
    there is no sign for right ones; and the mines shown, the one that exploded too, are others.
    """
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if not len(flags) or not (naming.names == Label.EXPLODED).any():
        return flags[:0]
    liker_flags = costs[:, Label.QUESTION] - costs[:, Label.FLAG]
    usual = flags[looks.counts[flags].argmax()]
    more = flags[liker_flags[flags] < liker_flags[usual] - MORE_ASKED]
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    labels[np.isin(looks.of_cell, more)] = Label.UNREADABLE
    state = rules.deduced(labels, ended=True)
    proven = np.zeros(len(labels), np.bool_) if state is None else state == IS_MINE
    all_proven = np.bincount(looks.of_cell, proven, len(looks)) == looks.counts
    return unlike_more_frequent(more[all_proven[more]], flags, looks, topology)


def questions_among_judged(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks of flags that are question marks left where a lost game judges its flags.

    It shows wrong flags in a look of their own, and the usual ones are all proven mines. Another
    mark, more like a question mark than these, is on proven mines and on safe cells alike, so it is
    no judged flag, right or wrong.
    """
    flags = np.flatnonzero(naming.names == Label.FLAG)
    wrong = np.flatnonzero(naming.names == Label.WRONG_FLAG)
    if len(flags) < 2 or not len(wrong) or topology.shape is Shape.TRIANGLE:
        return flags[:0]
    labels = naming.names[looks.of_cell]
    labels[np.isin(looks.of_cell, wrong)] = Label.UNREADABLE
    state = Rules(topology).deduced(labels, ended=True)
    if state is None:
        return flags[:0]
    proven = [np.bincount(looks.of_cell, state == each, len(looks)) for each in (IS_MINE, IS_SAFE)]
    right, safe = (cells == looks.counts for cells in proven)
    usual = flags[right[flags] & (looks.counts[flags] >= SEVERAL)]
    if not len(usual) or not safe[wrong].all():
        return flags[:0]
    liker_flags = costs[:, Label.QUESTION] - costs[:, Label.FLAG]
    more = flags[liker_flags[flags] < liker_flags[usual].min() - MORE_ASKED]
    asked = [
        mark
        for mark in more
        if all(shows_another(looks, mark, others) for others in (usual, wrong))
    ]
    is_both = all(cells[asked].any() for cells in proven)
    return np.array(asked if is_both else [], np.intp)


MORE_ASKED, MOST_ASKED, SEVERAL = 3.0, 7.0, 2
"""Natural-log units by which the other one of two marks looks more like a question mark, by which
it looks like a flag at most where it is no rarer, and its cells: a small flag with a question mark
beside it has 5 to 6, flags have 9 and more. A single one may be the mine that exploded, where a
lost game shows no other."""


PLAINLY_ASKED = 3.0
"""Natural-log units by which pixels call a question mark what only numbers make a flag."""

ALMOST_ASKED, NO_WRONG_FLAG = 4.0, 2.0
"""Natural-log units by which pixels prefer a flag to the question mark that it is, and that to a
wrong flag: question marks in pixel fonts, one of them on a dither, had 2.3 to 3.5."""


def questions_like_flags(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named question mark that pixels call flags, and that none of the flags differs
    from: the numbers around may be at odds with a wrong flag."""
    liker_flags = costs[:, Label.QUESTION] - costs[:, Label.FLAG] > LIKER_FLAGS
    asked = np.flatnonzero((naming.names == Label.QUESTION) & liker_flags)
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if not len(flags) or topology.shape is Shape.TRIANGLE:
        return asked
    return np.array([mark for mark in asked if not shows_another(looks, mark, flags)], np.intp)


LIKER_FLAGS = 1.0
"""Natural-log units by which pixels call a flag what the numbers around make a question mark."""


def too_many_questions(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named question mark where nothing is named covered or flag, or many are and
    fewer cells covered, or several and none: some games draw covered cells so, and zeros without
    any."""
    asked = np.flatnonzero(naming.names == Label.QUESTION)
    many, covered, flags = (
        looks.counts[naming.names == name].sum()
        for name in (Label.QUESTION, Label.COVERED, Label.FLAG)
    )
    beside_others = covered or (many == 1 and flags)
    return asked if many > max(MANY_ASKED, covered) or not beside_others else asked[:0]


MANY_ASKED = 6
"""Question marks that may be how a game draws its covered cells: a person sets a few."""
