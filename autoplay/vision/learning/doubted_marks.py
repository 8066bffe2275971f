"""Marks in doubt once the game has settled what it can: flags, mines and question marks that may be
one another, or nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Topology
from autoplay.vision.compared import shows_another
from autoplay.vision.learning.bare_marks import plain_marks
from autoplay.vision.learning.by_hand import hardly_by_hand, hardly_shown, may_be_swapped
from autoplay.vision.learning.doubted import Doubt
from autoplay.vision.learning.ending import OWN_CONTRAST
from autoplay.vision.learning.grounds import SAME_GROUND
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.other_marks import (
    flags_of_less_ink,
    may_be_mines,
    unlike_other_flags,
    unlike_other_mines,
)
from autoplay.vision.learning.proof import SURE_CONTRAST
from autoplay.vision.learning.questions import questions_like_flags
from autoplay.vision.learning.rules import SHOWN
from autoplay.vision.learning.search import Costs
from autoplay.vision.learning.settled import LIKER_MINES, mines_like_flags
from autoplay.vision.learning.wrong_flags import flags_only_disproved, unproven_tints
from autoplay.vision.looks import Looks

LIKER_COVERED = 1.0
"""Natural-log units by which pixels call covered what only its contrast makes a flag, or the rules
a mine: a sign that a terminal draws covered cells with had 3.9."""

LIKER_THAN_COVERED = 2.0
"""Natural-log units by which pixels prefer a mine to a covered cell at least where all that is not
opened is one, and none exploded: stars that a board of text has for covered cells had 1.6."""


def require_marks_seen(costs: Costs, naming: Naming, looks: Looks, topology: Topology) -> None:
    """Raise UnreadableError where marks look covered and no covered cell shows how those look.

    Every one left is a mine then, flagged or not: a texture has some contrast as well, and a plain
    colour may be anything where no mine exploded. So may what looks hardly more like a mine than
    like a flag.
    """
    doubt = Doubt(naming, looks, topology)
    if not np.isin(naming.names, SHOWN).any():
        wrong = naming.names == Label.WRONG_FLAG
        doubt.require_none(wrong, "look like wrong flags although no mine is shown")
    unlike = unlike_other_flags(naming, looks, topology)
    doubt.require_none(unlike, "are drawn unlike the other flags")
    unlike = unlike_other_mines(costs, naming, looks, topology)
    doubt.require_none(unlike, "are drawn unlike the other mines")
    doubt.require_none(mines_like_flags(naming, looks), "are mines drawn as flags are")
    swapped = may_be_swapped(costs, naming, looks, topology)
    doubt.require_none(swapped, "may be mines, and what is shown as such flags")
    disproved = flags_only_disproved(naming, looks, topology)
    doubt.require_none(disproved, "may be flags that are shown to be wrong")
    tinted = unproven_tints(naming, looks, topology)
    doubt.require_none(tinted, "may be flags that are shown to be wrong")
    asked = questions_like_flags(costs, naming, looks, topology)
    doubt.require_none(asked, "may be flags that are wrong")
    plain = plain_marks(costs, naming, looks, topology)
    doubt.require_none(plain, "may be flags of one colour")
    shown = hardly_by_hand(costs, naming, looks, topology)
    doubt.require_none(shown, "may be mines that a lost game shows")
    marked = hardly_shown(costs, naming, looks, topology)
    doubt.require_none(marked, "may be flags on a board in play")
    if (naming.names == Label.COVERED).any():
        return
    doubt.require_none(may_be_mines(costs, naming, looks), "may be mines that a lost game shows")
    mines = np.flatnonzero(naming.names == Label.MINE)
    if len(mines) and not (naming.names == Label.EXPLODED).any():
        liker = costs[mines, Label.FLAG] - costs[mines, Label.MINE]
        hardly = np.average(liker, weights=looks.counts[mines]) < LIKER_MINES
        flags = np.flatnonzero(naming.names == Label.FLAG)
        if hardly and not (len(flags) and all(shows_another(looks, mine, flags) for mine in mines)):
            doubt.require_none(mines, "may be flags on a board that is won")
    contrast = looks.own_contrast(2)
    named = costs[np.arange(len(looks)), naming.names]
    like_covered = named - costs[:, Label.COVERED] > LIKER_COVERED
    bare = (naming.names == Label.FLAG) & like_covered & (contrast < SURE_CONTRAST)
    if not (naming.names == Label.EXPLODED).any():
        bare |= (naming.names == Label.MINE) & (like_covered | (contrast < OWN_CONTRAST))
    doubt.require_none(bare, "may be covered with nothing on them")
    signs = _signs_on_opened_ground(costs, naming, looks)
    doubt.require_none(signs, "may be how covered cells are drawn")


def require_equal_flags(naming: Naming, looks: Looks, topology: Topology) -> None:
    """Raise UnreadableError where a flag has far less ink than the others: it may be the mine that
    exploded. Asked once no pointer is known to hide a part of it."""
    doubt = Doubt(naming, looks, topology)
    doubt.require_none(flags_of_less_ink(naming, looks), "have far less ink than the other flags")


def _signs_on_opened_ground(costs: Costs, naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named mine on the very ground of opened cells, none of them exploded, where
    pixels hardly prefer that to covered ones: a board of text draws both as signs."""
    mines = np.flatnonzero(naming.names == Label.MINE)
    if (naming.names == Label.EXPLODED).any():
        return mines[:0]
    opened = looks.inner_ground[naming.names <= MAX_NUMBER]
    away = np.abs(looks.inner_ground[mines][:, None] - opened).max(axis=2).min(axis=1, initial=255)
    liker = costs[mines, Label.COVERED] - costs[mines, Label.MINE]
    return np.asarray(mines[(away < SAME_GROUND) & (liker < LIKER_THAN_COVERED)], np.intp)
