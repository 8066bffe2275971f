"""Wrong flags, told by the end of the game: the mines shown leave none where they stand."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.compared import likeness, shows_another
from autoplay.vision.learning.grounds import ODD_GROUND, on_own_ground
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.rules import IS_MINE, IS_SAFE, SHOWN, Rules
from autoplay.vision.learning.search import Costs, has_ended
from autoplay.vision.looks import Looks


def disproved_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag, not drawn as others are, that the end of the game tells wrong.

    Shown mines prove their cells safe; or they stand on a ground of their own, none is proven a
    mine, and one of the others is. Where a game paints the right ones, what was left on the ground
    of covered cells is a flag as it was set.
    """
    labels = naming.names[looks.of_cell]
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if len(flags) < 2 or not has_ended(labels):
        return flags[:0]
    state = Rules(topology).deduced(labels, ended=True)
    if state is None:
        return flags[:0]
    safe = [look for look in flags if (state[looks.of_cell == look] == IS_SAFE).all()]
    right = np.setdiff1d(flags, safe)
    odd = [look for look in safe if len(right) and _is_drawn_otherwise(look, right, looks)]
    covered = _are_on(looks.inner_ground[naming.names == Label.COVERED], looks)
    if len(right) and not covered[right].any():
        odd = [look for look in odd if not covered[look]]
    mined = np.unique(looks.of_cell[(state == IS_MINE) & (labels == Label.FLAG)])
    tinted = odd_flags(naming, looks)
    if len(np.setdiff1d(mined, tinted)) and not np.isin(tinted, mined).any():
        odd = [*odd, *tinted]
    return np.unique(np.array(odd, np.intp))


def _is_drawn_otherwise(look: np.intp, right: NDArray[np.intp], looks: Looks) -> bool:
    """Whether a look is drawn otherwise than right flags, or on another ground.

    Where cells begin within a pixel their edges differ, and parts of a symbol as well.
    """
    ground = looks.inner_ground
    away = np.abs(ground[right] - ground[look]).max(axis=1).min()
    unlike = likeness(looks, int(look), right) > ODD_GROUND
    return bool(unlike and (away > ODD_GROUND or shows_another(looks, look, right)))


def _are_on(grounds: NDArray[np.float32], looks: Looks) -> NDArray[np.bool_]:
    """Return which looks stand on one of these grounds, (n, 3)."""
    away = np.abs(looks.inner_ground[:, None] - grounds[None]).max(axis=2)
    return np.asarray(away.min(axis=1, initial=255.0) <= ODD_GROUND, dtype=np.bool_)


def flags_only_disproved(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag on a ground that covered cells have not, where a lost game's mines
    prove every flag wrong: it may draw all flags so, or wrong ones."""
    labels, flags = naming.names[looks.of_cell], np.flatnonzero(naming.names == Label.FLAG)
    if not len(flags) or not has_ended(labels) or not (naming.names == Label.COVERED).any():
        return flags[:0]
    state = Rules(topology).deduced(labels, ended=True)
    if state is None or (state[labels == Label.FLAG] != IS_SAFE).any():
        return flags[:0]
    ground = looks.inner_ground
    covers = ground[naming.names == Label.COVERED]
    away = np.abs(ground[flags][:, None] - covers[None]).max(axis=2).min(axis=1)
    return np.asarray(flags[away > ODD_GROUND], dtype=np.intp)


def unproven_tints(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag that are alone on their ground, while some on another ground are
    proven mines: the game may say so that they are wrong.

    They are no proven mines of a lost game, or proven safe where no mine is shown that says so.
    """
    labels, tinted = naming.names[looks.of_cell], odd_flags(naming, looks)
    if np.count_nonzero(naming.names == Label.FLAG) < 2:
        return tinted[:0]
    ended = has_ended(labels)
    state = Rules(topology).deduced(labels, ended=ended)
    if state is None:
        return tinted[:0]
    mined = looks.of_cell[(labels == Label.FLAG) & (state == IS_MINE)]
    if not ended:
        tinted = np.setdiff1d(tinted, looks.of_cell[state != IS_SAFE])
    return np.setdiff1d(tinted, mined) if len(mined) else tinted[:0]


def drawn_as_no_other(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named wrong flag that a lost game draws unlike its mines and unlike its flags.

    So they are neither, where hardly less than that comes near; the mine that exploded is seen.
    """
    names, rivals = naming.names, naming.rivals
    wrong = np.flatnonzero((names == Label.WRONG_FLAG) & np.isin(rivals, (Label.MINE, Label.FLAG)))
    wrong = wrong[naming.margin[wrong] > HARDLY_LESS]
    mines, flags = (np.flatnonzero(names == name) for name in (Label.MINE, Label.FLAG))
    ended = has_ended(names[looks.of_cell]) and (names == Label.EXPLODED).any()
    if not ended or not len(mines):
        return wrong[:0]
    others = [each for each in (mines, flags) if len(each)]
    own = [
        all(shows_another(looks, look, each) for each in others)
        and (len(flags) > 0 or rivals[look] == Label.MINE)
        for look in wrong
    ]
    return wrong[np.array(own, np.bool_)]


HARDLY_LESS = 0.2
"""Natural-log units by which a wrong flag must be ahead of what no other such cell looks like:
bombs with a red cross were so by 0.3 to 1.7."""


def disproved_mines(
    costs: Costs, naming: Naming, looks: Looks, topology: Topology
) -> NDArray[np.intp]:
    """Return looks named flags, right or wrong, or the mine that exploded, that pixels call mines
    where none can be.

    A wrong flag is drawn as a mine with something over it, or on the ground of one, or on one of
    its own, as the mine that exploded is; a flag that was left as it was stands on the ground of
    covered cells.
    """
    flags = naming.names == Label.FLAG
    flags &= _on_ground_of_mines(naming, looks) | on_own_ground(looks)
    flags |= naming.names == Label.WRONG_FLAG
    flags |= (naming.names == Label.EXPLODED) & on_own_ground(looks)
    drawn = np.flatnonzero(flags & np.isin(costs.argmin(axis=1), SHOWN))
    labels = naming.names[looks.of_cell]
    if not len(drawn) or not has_ended(labels):
        return drawn[:0]
    labels[np.isin(looks.of_cell, drawn)] = Label.UNREADABLE
    state = Rules(topology).deduced(labels, ended=True)
    if state is None:
        return drawn[:0]
    safe = [(state[looks.of_cell == look] == IS_SAFE).all() for look in drawn]
    return drawn[np.array(safe, np.bool_)]


def _on_ground_of_mines(naming: Naming, looks: Looks) -> NDArray[np.bool_]:
    """Return which looks stand on the ground of a mine shown and on that of no covered cell."""
    ground = looks.inner_ground

    def nearest(names: Sequence[Label]) -> NDArray[np.float64]:
        others = ground[np.isin(naming.names, names)]
        away = np.abs(ground[:, None] - others[None]).max(axis=2)
        return np.asarray(away.min(axis=1, initial=255.0), dtype=np.float64)

    return np.asarray((nearest(SHOWN) < ODD_GROUND) & (nearest((Label.COVERED,)) > ODD_GROUND))


def odd_flags(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks named flag on a ground that no other closed cell has."""
    flags = np.flatnonzero(naming.names == Label.FLAG)
    closed = np.flatnonzero(np.isin(naming.names, (Label.COVERED, Label.FLAG)))
    ground = looks.inner_ground
    away = np.abs(ground[flags][:, None] - ground[closed][None]).max(axis=2)
    away[flags[:, None] == closed[None]] = 255
    return np.asarray(flags[(away > ODD_GROUND).all(axis=1)], dtype=np.intp)
