"""Bare cells in a colour that is not that of most of their name, where colours do not alternate."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import comb

import numpy as np
from numpy.typing import NDArray

from autoplay.game import Label, Topology, Variant
from autoplay.vision.learning.judged import Names
from autoplay.vision.learning.proof import SURE_CONTRAST
from autoplay.vision.learning.rules import SHOWN
from autoplay.vision.looks import NO_LOOKS, Looks


def odd_covers(
    naming: Names, looks: Looks, topology: Topology, certain: NDArray[np.intp] = NO_LOOKS
) -> NDArray[np.intp]:
    """Return looks named covered whose colour is not that of most, where colours do not alternate.

    Colours that repeat every second row and column, or every third line of cells, are a pattern;
    colours with others between them are shades. Others lie over the board, or are opened cells,
    flags or mines.
    """
    return _of_odd_colours(Label.COVERED, naming, looks, topology, certain)


def tints_of_covers(naming: Names, looks: Looks, odd: NDArray[np.intp]) -> list[NDArray[np.intp]]:
    """Return looks named covered by their colour where some are ``odd``, none where they have many:
    opened cells may have one, even that of most, and flags another. One that all odd looks have is
    left out: it is theirs."""
    tints = _tints(Label.COVERED, naming, looks)
    if not len(odd) or len(tints) > MOST_TINTS:
        return []
    return [tint for tint in tints if not np.array_equal(tint, odd)]


MOST_TINTS = 4
"""Colours that a board has for covered and opened cells and plain marks: a page of icons may have
any number, and naming its looks takes as long for each."""


def unlit_covers(
    naming: Names, looks: Looks, topology: Topology, certain: NDArray[np.intp] = NO_LOOKS
) -> NDArray[np.intp]:
    """Return the ``odd_covers``, but for a single one that is only lit, as under a pointer.

    ``certain`` are looks that were known before: covered cells keep their colour in play, and
    others may outnumber them once a lost game shows its mines.

    Light mixes its colour with white, which in a dimmed picture, made as bright as can be, may be
    brighter than that can be. Where flags show a sign and no mine is shown, a bare cell is
    neither, and any tint of the colour of covered ones will do.
    """
    odd = odd_covers(naming, looks, topology, certain)
    if looks.counts[odd].sum() != 1:
        return odd
    others = np.setdiff1d(np.flatnonzero(naming.names == Label.COVERED), odd)
    colors = looks.colors
    more = colors[odd] - colors[others]
    lit = np.zeros(len(others), np.bool_)
    for white in WHITES:
        mixed = more / np.maximum(white - colors[others], 1) * (white / WHITES[0])
        is_light = (mixed > 0).all(axis=1) & (mixed < MOST_WHITE).all(axis=1)
        lit |= is_light & (np.ptp(mixed, axis=1) < SAME_SHARE)
    if _flags_show_a_sign(naming, looks):
        lit |= np.abs(more).max(axis=1) < TINT
    return odd[:0] if lit.any() else odd


WHITES = (255, 510)
"""Gray levels of white, and of one that no pixel of a dimmed picture shows: twice as bright as what
is brightest there."""

MOST_WHITE, SAME_SHARE = 0.6, 0.1
"""Share of white in the colour of a lit cell, and by how much it differs from red to blue: of cells
of web games and programs under the pointer it is 0.1 to 0.5."""

TINT = 64.0
"""Gray levels by which a tint differs: 25 to 51 of cells under the pointer. Flags and mines of one
colour alone differ by 100 and more."""


def _flags_show_a_sign(naming: Names, looks: Looks) -> bool:
    """Whether flags are drawn, all with something on them, and no mine is shown."""
    flags = naming.names == Label.FLAG
    drawn = looks.own_contrast(2)[flags] > SURE_CONTRAST
    return bool(drawn.size and drawn.all() and not np.isin(naming.names, SHOWN).any())


def odd_zeros(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named zero whose colour is not that of most, where colours do not alternate.

    Others lie over the board, but for a single one that may only be lit. Where mines are shown that
    may be a wrong flag.
    """
    odd = _of_odd_colours(Label.ZERO, naming, looks, topology)
    told = looks.counts[odd].sum() > 1 or np.isin(naming.names, SHOWN).any()
    return odd if told else odd[:0]


def _of_odd_colours(
    name: Label,
    naming: Names,
    looks: Looks,
    topology: Topology,
    certain: NDArray[np.intp] = NO_LOOKS,
) -> NDArray[np.intp]:
    """Return looks of this name that have not the colour of the certain ones, or else of most."""
    tints = _tints(name, naming, looks)
    if len(tints) < 2:
        return NO_LOOKS
    chance = _chance_of_pattern(tints, looks, topology)
    if name is Label.COVERED and BY_CHANCE < chance <= 1:  # few are left: zeros may tell
        chance = _chance_of_pattern(_tints(Label.ZERO, naming, looks), looks, topology)
        chance = chance if chance <= BY_CHANCE else np.inf
    if chance <= 1:
        return NO_LOOKS
    known = [bool(np.isin(tint, certain).any()) for tint in tints]
    cells = [int(looks.counts[tint].sum()) for tint in tints]
    most = max(range(len(tints)), key=lambda number: (known[number], cells[number]))
    return np.concatenate([*tints[:most], *tints[most + 1 :]])


def _tints(name: Label, naming: Names, looks: Looks) -> list[NDArray[np.intp]]:
    """Return the looks of this name in groups of one colour, the most frequent first."""
    chosen = np.flatnonzero(naming.names == name)
    chosen = chosen[np.argsort(-looks.counts[chosen], kind="stable")]
    return linked(looks.colors, chosen, SHADE)


SHADE = 40.0
"""Gray levels: median colours of plain cells of one name that are nearer are shades of one."""


def _chance_of_pattern(tints: list[NDArray[np.intp]], looks: Looks, topology: Topology) -> float:
    """Return the chance of cells to repeat their tints by turns, as those of these looks do;
    infinity where they do not, or have one."""
    tint_of = np.full(len(looks), -1)
    for number, tint in enumerate(tints):
        tint_of[tint] = number
    tint = tint_of[looks.of_cell]
    tinted = tint >= 0
    others = int(np.count_nonzero(tint > 0))
    for turns in _turns(topology):
        turn = turns[tinted]
        alike = [tint[tinted][turn == each] for each in np.unique(turn)]
        if others and all((same == same[0]).all() for same in alike):
            return _chance([len(same) for same in alike], others)
    return np.inf


def _turns(topology: Topology) -> Iterator[NDArray[np.intp]]:
    """Yield whose turn each cell is where tints alternate, (cells,) each: of odd and even rows and
    columns, or of every third line of cells. Both are counted row- and columnwise, and in two
    directions in which the tiling goes on.
    """
    for one, other in (np.divmod(np.arange(len(topology)), topology.cols), places(topology)):
        yield one % 2 * 2 + other % 2
        yield from (line % 3 for line in (one, other, one + other, one - other))


def places(topology: Topology) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return each cell's place in two directions in which the tiling goes on, (cells,) each: its
    row and column, of hexagons the line they lie in and the place in a slanted one."""
    rows, cols = np.divmod(np.arange(len(topology)), topology.cols)
    match topology.variant:
        case Variant.ODD_ROWS | Variant.EVEN_ROWS as variant:
            return rows, cols - (rows + (variant is Variant.EVEN_ROWS)) // 2
        case Variant.ODD_COLS | Variant.EVEN_COLS as variant:
            return cols, rows - (cols + (variant is Variant.EVEN_COLS)) // 2
    return rows, cols


def _chance(sizes: list[int], others: int) -> float:
    """Return the chance that so many other cells fill whole places, of so many cells each."""
    filled = [sum(chosen) for chosen in product(*((0, cells) for cells in sizes))]
    return filled.count(others) / comb(sum(sizes), others)


BY_CHANCE = 0.1
"""Chance of cells that seem to repeat their tints: of a single one among few it is half."""


def linked(
    values: NDArray[np.float32], chosen: NDArray[np.intp], within: float
) -> list[NDArray[np.intp]]:
    """Return the chosen looks in groups, so that no two of different groups are nearer than this.

    ``values`` is (looks, n); two looks are as far apart as the values that differ most. The groups
    are in the order of their first looks.
    """
    groups: list[list[int]] = []
    for look in chosen.tolist():
        near = [group for group in groups if (_apart(values, group, look) < within).any()]
        if near:
            near[0] += [*(each for group in near[1:] for each in group), look]
            groups = [group for group in groups if not any(group is each for each in near[1:])]
        else:
            groups.append([look])
    return [np.array(group, np.intp) for group in groups]


def _apart(values: NDArray[np.float32], group: list[int], look: int) -> NDArray[np.float32]:
    return np.asarray(np.abs(values[group] - values[look]).max(axis=1), dtype=np.float32)
