"""Names that the game settles where pixels cannot: what exploded, wrong flags, plain flags.

A mine that exploded may differ from the others by its ground alone, a wrong flag from right ones,
and a flag from a covered cell by its colour.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology
from autoplay.vision.learning.grounds import ODD_GROUND
from autoplay.vision.learning.naming import Naming
from autoplay.vision.learning.rules import FREE, IS_MINE, IS_SAFE, Rules
from autoplay.vision.learning.search import SEVERAL_SHOWN, has_ended
from autoplay.vision.looks import Looks

SETTLED = 2.0
"""Natural-log units: the margin of a name that the game has settled."""


def settled(naming: Naming, looks: Looks, topology: Topology) -> Naming:
    """Return the naming with these names set right."""
    naming = _renamed(naming, _odd_mines(naming, looks), Label.EXPLODED)
    naming = _renamed(naming, _disproved_flags(naming, looks, topology), Label.WRONG_FLAG)
    return _renamed(naming, _plain_flags(naming, looks, topology), Label.FLAG)


def _renamed(naming: Naming, chosen: NDArray[np.intp], name: Label) -> Naming:
    names, rivals, margin = naming.names.copy(), naming.rivals.copy(), naming.margin.copy()
    names[chosen] = name
    # Between these two the game has decided; any other rival was farther away than this.
    decided = chosen[rivals[chosen] == name]
    margin[decided] = np.maximum(margin[decided], SETTLED)
    return replace(naming, names=names, rivals=rivals, margin=margin)


def _disproved_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named flag, not drawn as others are, whose cells shown mines prove safe."""
    labels = naming.names[looks.of_cell]
    flags = np.flatnonzero(naming.names == Label.FLAG)
    if len(flags) < 2 or not has_ended(labels):
        return flags[:0]
    state = Rules(topology).deduced(labels, ended=True)
    if state is None:
        return flags[:0]
    safe = [look for look in flags if (state[looks.of_cell == look] == IS_SAFE).all()]
    right = np.setdiff1d(flags, safe)
    odd = [look for look in safe if len(right) and looks.likeness(int(look), right) > ODD_GROUND]
    return np.array(odd, np.intp)


def _plain_flags(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks covered in a colour of their own whose cells are all proven to be mines."""
    odd = odd_covers(naming, looks, topology)
    labels = naming.names[looks.of_cell]
    if not len(odd) or np.isin(labels, (Label.MINE, Label.EXPLODED)).any():
        return odd[:0]
    state = Rules(topology).deduced(labels)
    if state is None:
        return odd[:0]
    states = state[np.isin(looks.of_cell, odd)]
    proven = (states == IS_MINE).sum() >= max(MIN_PROVEN, (states == FREE).sum())
    return odd if proven and not (states == IS_SAFE).any() else odd[:0]


MIN_PROVEN = 3
"""Cells of one colour that are proven mines before the colour is taken for a flag."""


def odd_covers(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered whose colour is not that of most, where colours do not alternate.

    Two or three colours that repeat every second or third row and column are a pattern; more are
    colourful cells; colours with others between them are shades.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    covers = covers[np.argsort(-looks.counts[covers], kind="stable")]
    colors = np.median(looks.faces.reshape(len(looks), -1, 3), axis=1)
    tint_of = np.full(len(looks), -1)
    tints = 0
    for look in covers:
        near = covers[np.abs(colors[covers] - colors[look]).max(axis=1) < SHADE]
        met = np.unique(tint_of[near])
        met = met[met >= 0]
        tint_of[look] = met[0] if len(met) else tints
        tints += not len(met)
        tint_of[np.isin(tint_of, met)] = tint_of[look]
    kinds = np.unique(tint_of[covers])
    if not 2 <= len(kinds) <= MOST_TINTS or _repeats(tint_of[looks.of_cell], topology):
        return covers[:0]
    most = max(kinds, key=lambda kind: looks.counts[tint_of == kind].sum())
    return np.asarray(covers[tint_of[covers] != most], dtype=np.intp)


SHADE = 40.0
"""Gray levels: median colours of covered cells that are nearer are shades of one."""

MOST_TINTS = 3


def _repeats(tints: NDArray[np.intp], topology: Topology) -> bool:
    """Whether covered cells, those with a tint >= 0, repeat their tints row- and columnwise."""
    rows, cols = np.divmod(np.arange(len(topology)), topology.cols)
    covered = tints >= 0
    for step in (2, 3):
        place = (rows % step * step + cols % step)[covered]
        if all(len(set(tints[covered][place == each])) <= 1 for each in range(step * step)):
            return True
    return False


def _odd_mines(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return the look of a single mine shown on a ground of its own, when none has exploded.

    Its ground is compared with that of the other mines; a mine shown alone, with all other cells.
    Where all other mines are drawn alike, any difference tells it: some only glow.
    """
    mines = np.flatnonzero(naming.names == Label.MINE)
    if not len(mines) or (naming.names == Label.EXPLODED).any():
        return mines[:0]
    if looks.counts[mines].sum() >= SEVERAL_SHOWN and len(odd := _odd_flags(naming, looks)) == 1:
        return odd
    if len(mines) == 2 and looks.counts[mines].min() == 1 and looks.counts[mines].max() >= ALIKE:
        single = looks.counts[mines] == 1
        away = looks.likeness(int(mines[single][0]), mines[~single])
        return np.asarray(mines[single & (away > ODD_GROUND)], dtype=np.intp)
    ground = looks.inner_ground
    if len(mines) == 1:
        others = ground[np.arange(len(looks)) != mines[0]]
    else:
        others = ground[mines[looks.counts[mines].argmax()]][None]
    away = np.abs(ground[mines][:, None] - others[None]).max(axis=2)
    strange = away.min(axis=1, initial=255.0) > ODD_GROUND
    odd = mines[strange & (looks.counts[mines] == 1)]
    return np.asarray(odd[: len(odd) == 1], dtype=np.intp)  # several: grounds differ anyhow


def _odd_flags(naming: Naming, looks: Looks) -> NDArray[np.intp]:
    """Return looks of a single flag on a ground that no other closed cell has."""
    flags = np.flatnonzero((naming.names == Label.FLAG) & (looks.counts == 1))
    closed = np.flatnonzero(np.isin(naming.names, (Label.COVERED, Label.FLAG)))
    ground = looks.inner_ground
    away = np.abs(ground[flags][:, None] - ground[closed][None]).max(axis=2)
    away[flags[:, None] == closed[None]] = 255
    return np.asarray(flags[(away > ODD_GROUND).all(axis=1)], dtype=np.intp)


ALIKE = 3
"""Mines drawn alike that show how this game draws those that did not explode."""
