"""Names that the game settles where pixels cannot: what exploded, wrong flags, plain flags.

A mine that exploded may differ from the others by its ground alone, a wrong flag from right ones,
and a flag from a covered cell by its colour.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.by_hand import (
    flags_beside_wrong_ones,
    marks_among_mines,
    painted_marks,
)
from autoplay.vision.learning.completed import are_shown_at_the_end
from autoplay.vision.learning.ending import MOST_UNSHOWN, OWN_CONTRAST
from autoplay.vision.learning.exploded import bursts, odd_mines, on_another_ground
from autoplay.vision.learning.families import alike_within
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.margins import LEAST_MARGINS
from autoplay.vision.learning.other_marks import mines_as_shown
from autoplay.vision.learning.plain_flags import (
    ONE_COLOUR,
    coloured_as_flags,
    known_by_colour,
    plain_flags,
)
from autoplay.vision.learning.questions import (
    questions_among_judged,
    questions_on_mines,
    second_marks,
)
from autoplay.vision.learning.rules import SHOWN, Rules
from autoplay.vision.learning.search import Costs, has_ended
from autoplay.vision.learning.tints import linked, odd_covers
from autoplay.vision.learning.wrong_flags import (
    disproved_flags,
    disproved_mines,
    drawn_as_no_other,
)
from autoplay.vision.looks import Looks

SETTLED = 2.0
"""Natural-log units: the margin of a name that the game has settled."""


def settled(costs: Costs, naming: Naming, looks: Looks, topology: Topology) -> Naming:
    """Return the naming with these names set right; ``costs`` say what pixels alone call a look."""
    naming = _renamed(naming, _shown_zeros(naming, looks, topology), Label.ZERO)
    shown = mines_as_shown(costs, naming, looks, topology)
    naming = _certain(_renamed(naming, shown, Label.MINE), shown)
    flags = _drawn_as_flags(naming, looks, topology)
    naming = _certain(_renamed(naming, flags, Label.FLAG), flags)
    flags, mines = painted_marks(naming, looks, topology)
    naming = _renamed(_renamed(naming, flags, Label.FLAG), mines, Label.MINE)
    naming = _renamed(naming, _plain_mines(naming, looks, topology), Label.MINE)
    disproved = disproved_mines(costs, naming, looks, topology)
    naming = _certain(_renamed(naming, disproved, Label.WRONG_FLAG), disproved)
    exploded = on_another_ground(naming, looks, topology)
    naming = _certain(_renamed(naming, exploded, Label.EXPLODED), exploded)
    burst = bursts(naming, looks, topology)
    naming = _certain(_renamed(naming, burst, Label.EXPLODED), burst)
    naming = _renamed(naming, odd_mines(costs, naming, looks, topology), Label.EXPLODED)
    naming = _renamed(naming, _marked_in_play(costs, naming, looks, topology), Label.FLAG)
    naming = _renamed(naming, second_marks(costs, naming, looks, topology), Label.QUESTION)
    naming = _renamed(naming, marks_among_mines(naming, looks, topology), Label.FLAG)
    mines = _drawn_as_sure_mines(naming, looks)
    naming = _certain(_renamed(naming, mines, Label.MINE), mines)
    right = flags_beside_wrong_ones(costs, naming, looks, topology)
    naming = _certain(_renamed(naming, right, Label.FLAG), right)
    asked = questions_on_mines(costs, naming, looks, topology)
    naming = _certain(_renamed(naming, asked, Label.QUESTION), asked)
    naming = _renamed(naming, disproved_flags(naming, looks, topology), Label.WRONG_FLAG)
    asked = questions_among_judged(costs, naming, looks, topology)
    naming = _certain(_renamed(naming, asked, Label.QUESTION), asked)
    naming = _certain(naming, drawn_as_no_other(naming, looks))
    plain = plain_flags(naming, looks, topology)
    naming = known_by_colour(_renamed(naming, plain, Label.FLAG), plain)
    alike = coloured_as_flags(naming, looks, topology)
    naming = _certain(_renamed(naming, alike, Label.FLAG), alike)
    same = np.union1d(_drawn_as_sure_flags(naming, looks), _coloured_as_sure_flags(naming, looks))
    return _with_mended_rules(_certain(naming, same), looks, topology)


def _with_mended_rules(naming: Naming, looks: Looks, topology: Topology) -> Naming:
    """Return the naming without the breaches of rules that are none any more, now that a flag is
    wrong that was the mine that exploded, or the other way round."""
    if not naming.broken.any():
        return naming
    still = Rules(topology).broken(naming.names[looks.of_cell]) > 0
    return replace(naming, broken=np.where(still, naming.broken, 0))


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
    asked = LEAST_MARGINS[naming.names[chosen], naming.rivals[chosen]]
    margin[chosen] = np.maximum(margin[chosen], np.maximum(asked, SETTLED))
    return replace(naming, margin=margin)


def _shown_zeros(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered that are the zeros of a game that is over and shows every cell, or
    all of whose mines carry flags.

    None of many lies beside a mine, as some of those would that a game leaves covered.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    over = has_ended(labels) or np.count_nonzero(labels == Label.FLAG) >= MANY
    told = over and not (labels == Label.ZERO).any() and not rules.unshown(labels)
    if looks.counts[covers].sum() < MANY or not told:
        return covers[:0]
    beside = rules.marked(labels) > 0
    return covers[:0] if (beside & (labels == Label.COVERED)).any() else covers


def _drawn_as_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks of mines that are drawn just as flags are: of all that are shown, where numbers
    lack others, of the only one, or of fewer cells than the flags from which they differ at their
    edges alone."""
    mines = mines_like_flags(naming, looks)
    if not len(mines):
        return mines
    shown = np.isin(naming.names, SHOWN)
    is_played = _lacks_mines(naming.names[looks.of_cell], topology)
    if looks.counts[shown].sum() == 1 or (is_played and len(mines) == shown.sum()):
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


def _marked_in_play(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named mine that the person must have set: a colour alone, or the one mark there
    is, where pixels hardly prefer mines.

    Numbers lack mines around them, and a game that is over shows all, or the one that exploded.
    """
    mines = np.flatnonzero(np.isin(naming.names, SHOWN))
    labels = naming.names[looks.of_cell]
    if not has_ended(labels) or not _lacks_mines(labels, topology):
        return mines[:0]
    plain = looks.own_contrast(2)[mines] < OWN_CONTRAST
    drawn = mines[~plain]
    if (naming.names[drawn] == Label.EXPLODED).all():
        return mines[plain]
    marks = np.union1d(drawn, np.flatnonzero(naming.names == Label.FLAG))
    liker = costs[drawn, Label.FLAG] - costs[drawn, Label.MINE]
    hardly = np.average(liker, weights=looks.counts[drawn]) < LIKER_MINES
    is_one_mark = not any(shows_another(looks, mark, drawn[:1]) for mark in marks)
    return mines if hardly and is_one_mark and not plain.any() else mines[:0]


LIKER_MINES = 4.0
"""Natural-log units by which pixels call mines what is hardly a flag. Boards that show all mines
have 4.6 and more; of 80 won ones some draw flags as bombs, with up to 3.5, and small flags have up
to 2.6."""


def _coloured_as_sure_flags(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks of flags that could be covered, but are the very colour that flags are which
    could not, and that no covered cell has."""
    plain, colors = looks.own_contrast(2) < OWN_CONTRAST, looks.colors
    sure, doubted = _sure_and_doubted(naming, Label.FLAG, (Label.COVERED,))
    sure, doubted = sure[plain[sure]], doubted[plain[doubted]]
    to_flags, to_covers = (
        np.abs(colors[doubted][:, None] - colors[others]).max(axis=2).min(axis=1, initial=255.0)
        for others in (sure, np.flatnonzero(naming.names == Label.COVERED))
    )
    return np.asarray(doubted[(to_flags < ONE_COLOUR) & (to_covers > ODD_GROUND)], np.intp)


def _sure_and_doubted(
    naming: Naming, name: Label, rivals: tuple[Label, ...] = ()
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the looks of this name beyond doubt, and those in doubt beside these rivals."""
    looks = np.flatnonzero(naming.names == name)
    is_sure = naming.margin[looks] >= LEAST_MARGINS[name, naming.rivals[looks]]
    return looks[is_sure], looks[~is_sure & np.isin(naming.rivals[looks], rivals)]


def _drawn_as_sure_flags(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks of flags that could be another mark, but show the very mark of flags that could
    not: half a pixel aside, a small one may look a little more like another."""
    sure, doubted = _sure_and_doubted(naming, Label.FLAG, OTHER_MARKS)
    same = [look for look in doubted if len(sure) and not shows_another(looks, look, sure)]
    return np.array(same, dtype=np.intp)


def _drawn_as_sure_mines(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks of flags that could be mines, all flags of a lost game, and show the very mark
    of far more mines: what lies over them, or half a pixel, makes them look a little more like
    flags."""
    _, flags = _sure_and_doubted(naming, Label.FLAG, (Label.MINE,))
    sure, _ = _sure_and_doubted(naming, Label.MINE)
    are_all = len(flags) == np.count_nonzero(naming.names == Label.FLAG)
    few = looks.counts[flags].sum() * FAR_MORE <= looks.counts[sure].sum()
    told = len(flags) and are_all and few and (naming.names == Label.EXPLODED).any()
    if not told or any(shows_another(looks, look, sure) for look in flags):
        return flags[:0]
    return flags


FAR_MORE = 5
"""How many times as many mines a lost game shows as there are flags that are drawn like them."""

OTHER_MARKS = (Label.MINE, Label.QUESTION)
"""What differs from a flag by its mark; a wrong flag may show the same beneath its cross."""


def leaves_mines_unshown(labels: NDArray[np.uint8], topology: Topology) -> bool:
    """Whether mines are shown although numbers lack some: what shows them are no mines.

    Some games leave those under a question mark as they are.
    """
    return int(np.isin(labels, SHOWN).sum()) > 1 and _lacks_mines(labels, topology)


def _lacks_mines(labels: NDArray[np.uint8], topology: Topology) -> bool:
    """Whether several numbers have fewer mines marked around them than they say."""
    marked = np.where(labels == Label.QUESTION, np.uint8(Label.FLAG), labels)
    return Rules(topology).unshown(marked) >= MOST_UNSHOWN


def _plain_mines(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks covered in a colour of their own that are just the mines every number lacks.

    Some of them a person could not have known and marked.
    """
    odd = odd_covers(naming, looks, topology)
    if len(linked(looks.middles, odd, ONE_COLOUR)) != 1:
        return odd[:0]
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    return odd if are_shown_at_the_end(np.isin(looks.of_cell, odd), labels, rules) else odd[:0]
